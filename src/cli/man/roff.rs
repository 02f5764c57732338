//! Lines of a manual page: sections that are no matter of options, and the order in what clap writes.

/// The most chars of a line that is filled.
const LINE_CHARS: usize = 78;

/// What clap writes before each section, and is needed once.
const PRELUDE: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";

/// What clap wrote, as those who check manual pages want it: one prelude, short lines, no blank at an end.
pub(super) fn tidied(page: &str) -> String {
    let once = page.replacen(PRELUDE, "\u{0}", 1).replace(PRELUDE, "").replacen('\u{0}', PRELUDE, 1);
    let mut tidied = String::with_capacity(once.len());
    for line in once.replace(".br\n\n.br\n", ".sp\n").lines() {
        let line = line.trim_end();
        if line.starts_with('.') {
            tidied.push_str(line);
        } else {
            fill(line, &mut tidied);
        }
        tidied.push('\n');
    }
    tidied
}

/// A line of text in lines that are not long. None of them begins as an instruction does.
fn fill(line: &str, page: &mut String) {
    let mut chars = 0_usize;
    for word in line.split(' ') {
        let longer = chars.saturating_add(word.len()).saturating_add(1);
        if chars == 0 || (longer <= LINE_CHARS || word.starts_with(['.', '\''])) {
            page.push_str(if chars == 0 { "" } else { " " });
            chars = longer;
        } else {
            page.push('\n');
            chars = word.len();
        }
        page.push_str(word);
    }
}

/// Text as roff prints it: no char is an instruction.
fn plain(text: &str) -> String {
    text.replace('\\', r"\e").replace('-', r"\-").replace('\'', r"\(aq")
}

/// A section whose lines stay as they are.
pub(super) fn as_typed(title: &str, body: &str) -> String {
    let mut section = format!(".SH {}\n.nf\n", heading(title));
    for line in body.lines() {
        // A line that begins with a point would be an instruction.
        section.push_str(if line.starts_with('.') { r"\&" } else { "" });
        section.push_str(&plain(line));
        section.push('\n');
    }
    section + ".fi\n"
}

/// A section that names other pages.
pub(super) fn links(title: &str, pages: &[String]) -> String {
    let pages: Vec<String> = pages.iter().map(|page| format!("\\fB{}\\fR(1)", plain(page))).collect();
    format!(".SH {}\n{}\n", heading(title), pages.join(",\n"))
}

/// The title of a section, as manual pages call it; one of several words is one argument.
fn heading(title: &str) -> String {
    let title = title.to_uppercase();
    let usual = if title == "EXIT CODES" { "EXIT STATUS" } else { &title };
    if usual.contains(' ') { format!("\"{usual}\"") } else { usual.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clap_wrote_has_one_prelude_and_short_lines() {
        let long = "word ".repeat(20);
        let page = format!("{PRELUDE}.SH A\n{PRELUDE}{long}\n.br\n\n.br\n{} .b\n", "x".repeat(78));
        let tidied = tidied(&page);
        assert_eq!(tidied.matches(PRELUDE).count(), 1);
        assert!(tidied.contains("\n.sp\n") && tidied.ends_with("x .b\n"), "{tidied}");
        let words = |text: &str| text.split_whitespace().filter(|word| *word == "word").count();
        assert_eq!(words(&tidied), 20);
        assert!(tidied.lines().all(|line| line.len() <= 81 && line == line.trim_end()), "{tidied}");
    }

    #[test]
    fn lines_keep_their_form_and_are_never_instructions() {
        assert_eq!(
            as_typed("Exit codes", ".a -b\n'c \\d"),
            ".SH \"EXIT STATUS\"\n.nf\n\\&.a \\-b\n\\(aqc \\ed\n.fi\n"
        );
        assert_eq!(
            links("See also", &["weir".to_owned(), "weir-run".to_owned()]),
            ".SH \"SEE ALSO\"\n\\fBweir\\fR(1),\n\\fBweir\\-run\\fR(1)\n"
        );
    }
}
