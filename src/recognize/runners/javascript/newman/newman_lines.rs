//! The shapes of the lines that Newman's reporter for the command line prints, by its sources (`lib/reporters/cli/index.js`).

use crate::recognize::kit::scan;

/// What a line between the header and the table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// `Iteration 2/3`.
    Iteration(u64),
    /// `❏ pier`: the requests that follow are its own.
    Folder(&'a str),
    /// `↳ gone ship`, a folder's, or `→ list ships`, nobody's.
    Item { name: &'a str, in_folder: bool },
    /// `  ✓  is found`.
    Passed(&'a str),
    /// `  2. is found`, and `  4⠄ ReferenceError in test-script`.
    Failed { number: u64, name: &'a str, script: bool },
    /// `  GET http://localhost/x [errored]`.
    Errored,
}

/// Reads a line between the header and the table. The words are those of `--disable-unicode`.
pub fn step(text: &str) -> Option<Step<'_>> {
    let after =
        |starts: [&str; 2]| starts.iter().find_map(|start| text.strip_prefix(start)).map(str::trim_end);
    if let Some(name) = after(["\u{2192} ", "Root "]) {
        return Some(Step::Item { name, in_folder: false });
    }
    if let Some(name) = after(["\u{21b3} ", "Sub-folder "]) {
        return Some(Step::Item { name, in_folder: true });
    }
    if let Some(name) = after(["\u{274f} ", "Folder "]) {
        return Some(Step::Folder(name));
    }
    if let Some(name) = after(["  \u{2713}  ", "  Pass  "]) {
        return Some(Step::Passed(name));
    }
    if let Some(rest) = text.strip_prefix("Iteration ") {
        let (number, rest) = scan::number(rest)?;
        return rest.starts_with('/').then_some(Step::Iteration(number));
    }
    if let Some(failed) = failed(text) {
        return Some(failed);
    }
    let inner = text.strip_prefix("  ").filter(|inner| !inner.starts_with(' '))?;
    if inner.trim_end().ends_with(" [errored]") {
        let method = inner.split(' ').next()?;
        return method.bytes().all(|byte| byte.is_ascii_uppercase()).then_some(Step::Errored);
    }
    None
}

/// Reads `  2. is found`: the number fills three columns.
fn failed(text: &str) -> Option<Step<'_>> {
    let begin = text.trim_start_matches(' ');
    let (number, rest) = scan::number(begin)?;
    let columns = text.len().saturating_sub(rest.len());
    if columns != begin.len().saturating_sub(rest.len()).max(3) {
        return None;
    }
    if let Some(name) = rest.strip_prefix("\u{2804} ") {
        return Some(Step::Failed { number, name: name.trim_end(), script: true });
    }
    let name = rest.strip_prefix(". ")?.trim_end();
    Some(Step::Failed { number, name, script: false })
}

/// Reads a row of the table: its name, what was executed, and what failed.
pub fn row(text: &str) -> Option<(&str, u64, u64)> {
    let mut cells = text.split(['\u{2502}', '|']).map(str::trim);
    let ("", Some(name), Some(executed), Some(failed), Some("")) =
        (cells.next()?, cells.next(), cells.next(), cells.next(), cells.next())
    else {
        return None;
    };
    Some((name, scan::whole_number(executed)?, scan::whole_number(failed)?))
}

/// Reads the first line of a failure in the list after the table: its number, its class and what is beside it.
pub fn entry(text: &str) -> Option<(u64, &str, &str)> {
    let (number, rest) = scan::number(text.trim_start_matches(' '))?;
    let rest = rest.strip_prefix(".  ")?;
    let (class, beside) = rest.split_once("  ").unwrap_or((rest, ""));
    let fits = !class.is_empty() && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    fits.then(|| (number, class, beside.trim()))
}

/// A line of a failure without the iteration that is in the column of classes: `iteration: 2    expected 2`.
pub fn without_iteration(text: &str) -> &str {
    let rest = text.strip_prefix("iteration: ").and_then(scan::number);
    rest.map_or(text, |(_, rest)| rest.trim_start())
}

/// Whether the line heads that list.
pub fn heads_list(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    text.starts_with(' ') && words.by_ref().eq(["#", "failure", "detail"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_marks_or_words() {
        assert_eq!(step("→ list ships"), Some(Step::Item { name: "list ships", in_folder: false }));
        assert_eq!(step("Sub-folder gone"), Some(Step::Item { name: "gone", in_folder: true }));
        assert_eq!(step("❏ pier / quay"), Some(Step::Folder("pier / quay")));
        assert_eq!(step("  ✓  is found"), Some(Step::Passed("is found")));
        assert_eq!(step("  2. is found"), Some(Step::Failed { number: 2, name: "is found", script: false }));
        let twelfth = Step::Failed { number: 12, name: "is found", script: false };
        assert_eq!((step(" 12. is found"), step("  12. is found")), (Some(twelfth), None));
        assert_eq!(
            step("  4\u{2804} TypeError in test-script"),
            Some(Step::Failed { number: 4, name: "TypeError in test-script", script: true })
        );
        assert_eq!(step("  GET http://a/x [errored]"), Some(Step::Errored));
        assert_eq!(step("Iteration 2/3"), Some(Step::Iteration(2)));
        for text in ["", "  GET http://a/x [200 OK, 166B, 24ms]", "     connect ECONNREFUSED", "  │ '1. x'"]
        {
            assert_eq!(step(text), None, "{text}");
        }
    }

    #[test]
    fn rows_and_entries_are_read() {
        assert_eq!(
            row("│              assertions │                3 │                2 │"),
            Some(("assertions", 3, 2))
        );
        assert_eq!(
            row("|                requests |               4 |               1 |"),
            Some(("requests", 4, 1))
        );
        assert_eq!(row("│ total run duration: 108ms                                     │"), None);
        assert_eq!(
            entry(" 1.  AssertionError  has three ships   "),
            Some((1, "AssertionError", "has three ships"))
        );
        assert_eq!(entry("12.  Error"), Some((12, "Error", "")));
        assert_eq!(entry("1. two words"), None);
        assert_eq!(without_iteration("iteration: 12    expected 2"), "expected 2");
        assert!(heads_list("  #  failure         detail   ") && !heads_list("failure detail"));
    }
}
