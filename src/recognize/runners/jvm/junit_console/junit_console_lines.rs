//! The shapes of the console launcher's lines. No state.

use crate::recognize::kit::scan;

/// What became of a node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// `✔`, `[OK]`.
    Passed,
    /// `✘`, `[X]`.
    Failed,
    /// `↷`, `[S]`.
    Skipped,
    /// `■`, `[A]`: aborted, an assumption did not hold.
    Aborted,
}

const MARKS: [(&str, Mark); 8] = [
    ("✔", Mark::Passed),
    ("✘", Mark::Failed),
    ("↷", Mark::Skipped),
    ("■", Mark::Aborted),
    ("[OK]", Mark::Passed),
    ("[X]", Mark::Failed),
    ("[S]", Mark::Skipped),
    ("[A]", Mark::Aborted),
];

/// A node of the tree: how deep it is, its name, and what became of it with the reason after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<'a> {
    /// Columns before its branch.
    pub(super) depth: usize,
    pub(super) name: &'a str,
    pub(super) mark: Option<Mark>,
    pub(super) reason: &'a str,
}

/// Reads `│  ├─ adds() ✘ expected: <1>` and the form in ASCII, `|  +-- adds() [X] expected: <1>`.
pub(super) fn node(text: &str) -> Option<Node<'_>> {
    let begin = text.trim_start_matches([' ', '│', '|']);
    let depth = text.get(..text.len().saturating_sub(begin.len()))?.chars().count();
    let rest = ["├─ ", "└─ ", "+-- ", "'-- "].iter().find_map(|branch| begin.strip_prefix(branch))?;
    // A name may hold a mark; the first with blanks round it is the launcher's in all but strange names.
    let found = MARKS.iter().filter_map(|(sign, mark)| {
        let at = rest.find(sign)?;
        let before = rest.get(..at)?.strip_suffix(' ')?;
        let after = rest.get(at.saturating_add(sign.len())..)?;
        (after.is_empty() || after.starts_with(' ')).then_some((at, before, *mark, after))
    });
    Some(match found.min_by_key(|(at, ..)| *at) {
        Some((_, name, mark, reason)) => {
            Node { depth, name: without_time(name), mark: Some(mark), reason: reason.trim() }
        }
        None => Node { depth, name: without_time(rest.trim_end()), mark: None, reason: "" },
    })
}

/// Cuts `12 ms` off a name, as some details print it.
fn without_time(name: &str) -> &str {
    let split = name.strip_suffix(" ms").and_then(|rest| rest.rsplit_once(' '));
    match split {
        Some((before, number)) if scan::whole_number(number).is_some() => before.trim_end(),
        _ => name,
    }
}

/// A row of the closing table: `[       166 tests successful      ]` gives the number and the words.
pub(super) fn row(text: &str) -> Option<(u64, &str)> {
    let inner = text.trim_end().strip_prefix('[')?.strip_suffix(']')?.trim();
    let (number, words) = scan::number(inner)?;
    Some((number, words.trim()))
}

/// Reads `Failures (3):`.
pub(super) fn failures(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Failures (")?)?;
    (rest.trim_end() == "):").then_some(number)
}

/// A line of `--details=testfeed`: `JUnit Jupiter > CartTest > adds() :: SUCCESSFUL`.
pub(super) fn feed(text: &str) -> Option<(&str, &str)> {
    let (name, status) = text.trim_end().rsplit_once(" :: ")?;
    let known = ["STARTED", "SUCCESSFUL", "FAILED", "ABORTED", "SKIPPED"].contains(&status);
    (known && name.contains(" > ")).then_some((name, status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_tells_depth_name_mark_and_reason() {
        let read = |text| node(text).map(|node| (node.depth, node.name, node.mark, node.reason));
        assert_eq!(read("│  │  ├─ adds() ✔"), Some((6, "adds()", Some(Mark::Passed), "")));
        assert_eq!(
            read("│     └─ adds() ✘ expected: <1>"),
            Some((6, "adds()", Some(Mark::Failed), "expected: <1>"))
        );
        assert_eq!(read("| '-- CartTest [OK]"), Some((2, "CartTest", Some(Mark::Passed), "")));
        assert_eq!(read("├─ adds() 12 ms ✔"), Some((0, "adds()", Some(Mark::Passed), "")));
        assert_eq!(read("| some table |"), None);
    }

    #[test]
    fn the_closing_table_is_read_by_rows() {
        assert_eq!(row("[       166 tests successful      ]"), Some((166, "tests successful")));
        assert_eq!(row("[INFO] x]"), None);
        assert_eq!(failures("Failures (3):"), Some(3));
        assert_eq!(
            feed("JUnit Jupiter > CartTest > adds() :: FAILED"),
            Some(("JUnit Jupiter > CartTest > adds()", "FAILED"))
        );
    }
}
