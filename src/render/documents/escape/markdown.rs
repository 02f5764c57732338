//! Markdown: test output is always code, so that it holds no HTML, mentions or links.

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    let mut longest = 0_usize;
    let mut run = 0_usize;
    for character in text.chars() {
        run = if character == '`' { run.saturating_add(1) } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// A text as code within a line.
pub(in crate::render::documents) fn code(text: &str) -> String {
    let flat: String =
        text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    if flat.is_empty() {
        return "` `".to_owned();
    }
    let ticks = "`".repeat(longest_run(&flat).saturating_add(1));
    // When Markdown is shown, one blank at both ends is taken off.
    let blank = if flat.contains('`') || flat.starts_with(' ') || flat.ends_with(' ') { " " } else { "" };
    format!("{ticks}{blank}{flat}{blank}{ticks}")
}

/// A text as a block of code, with a line end after it.
pub(in crate::render::documents) fn fenced(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).saturating_add(1).max(3));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}text\n{text}{end}{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_code() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a `` b"), "``` a `` b ```");
        assert_eq!(code("a\n# b"), "`a # b`");
        assert_eq!(code(""), "` `");
        assert_eq!(fenced("a\n````\n@me #1"), "`````text\na\n````\n@me #1\n`````\n");
    }
}
