//! Node ids: `tests/test_cart.py::TestCart::test_x[a - b]`, and the names that a report's headings give to the same tests.
//!
//! A parameter may hold anything: blanks, brackets, `::`, ` - `. So the name ends at a bracket where it has one, and a
//! name that a heading reported before decides what is left in doubt.

use crate::event::TestId;
use crate::recognize::kit::frames::python::has_extension;

/// The longest node id that is taken for one, in bytes.
pub(in crate::recognize::runners) const LONGEST: usize = 2048;

/// Where the first `::` of the text begins, in bytes.
pub(in crate::recognize::runners) fn separator(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b':', bytes).find(|at| bytes.get(at.saturating_add(1)) == Some(&b':'))
}

/// Where the last `::` of the text begins, in bytes.
fn last_separator(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memrchr_iter(b':', bytes)
        .filter_map(|at| at.checked_sub(1))
        .find(|at| bytes.get(*at) == Some(&b':'))
}

/// Splits a node id into file and classes, and the test with its parameters.
pub(in crate::recognize::runners) fn split(id: &str) -> TestId<'_> {
    // A bracket before the first separator belongs to a path. After it one begins parameters or a subtest's values.
    let plain = if memchr::memchr2(b'[', b'(', id.as_bytes()).is_some() {
        let first = separator(id).unwrap_or(id.len());
        id.get(first..)
            .and_then(|rest| memchr::memchr2(b'[', b'(', rest.as_bytes()))
            .map_or(id.len(), |offset| first.saturating_add(offset))
    } else {
        id.len()
    };
    match id.get(..plain).and_then(last_separator) {
        Some(at) => match (id.get(..at), id.get(at.saturating_add(2)..)) {
            (Some(module), Some(name)) if !name.is_empty() => TestId { module, separator: "::", name },
            _ => TestId::bare(id),
        },
        None => TestId::bare(id),
    }
}

/// Writes the name that the heading of this test's block has: `TestCart.test_x[a]`.
pub(in crate::recognize::runners) fn heading(id: &str, into: &mut String) {
    into.clear();
    let Some((_, rest)) = id.split_once("::") else {
        into.push_str(id);
        return;
    };
    let (plain, parameters) = match rest.find('[') {
        Some(at) => rest.split_at_checked(at).unwrap_or((rest, "")),
        None => (rest, ""),
    };
    for (index, each) in plain.split("::").enumerate() {
        if index > 0 {
            into.push('.');
        }
        into.push_str(each);
    }
    into.push_str(parameters);
}

/// Where the node id ends that the text begins with: before the first blank outside of its parameters.
///
/// Returns the id and what follows it. `None` when the text does not begin with a node id.
pub(in crate::recognize::runners) fn leading(text: &str) -> Option<(&str, &str)> {
    let separator = separator(text)?;
    let file = text.get(..separator)?;
    if file.is_empty() || file.contains(' ') || file.len() > LONGEST || !has_extension(file) {
        return None;
    }
    let blank = text.find(' ');
    let bracket = text.find('[');
    let end = match (blank, bracket) {
        (Some(blank), Some(bracket)) if bracket < blank => {
            let after = text.get(bracket..)?;
            let whole = text.trim_end();
            match after.find("] ") {
                _ if whole.ends_with(']') => whole.len(),
                Some(offset) => bracket.saturating_add(offset).saturating_add(1),
                None => blank,
            }
        }
        (Some(blank), _) => blank,
        (None, _) => text.len(),
    };
    let (id, rest) = text.split_at_checked(end)?;
    (id.len() <= LONGEST && id.len() > separator.saturating_add(2)).then_some((id, rest))
}

/// Splits `NODEID - message` of the closing list. `known` says whether a name is one that a block's heading reported.
///
/// Returns the id and the message, which may be cut to the width of the terminal, or be empty.
pub(in crate::recognize::runners) fn listed(text: &str, mut known: impl FnMut(&str) -> bool) -> (&str, &str) {
    /// How many separators of one line are tried.
    const TRIES: usize = 16;
    if known(text) {
        return (text, "");
    }
    for (at, _) in text.match_indices(" - ").take(TRIES) {
        if let (Some(id), Some(message)) = (text.get(..at), text.get(at.saturating_add(3)..))
            && known(id)
        {
            return (id, message);
        }
    }
    let first = text.find(" - ");
    let Some(at) = first else { return (text, "") };
    let bracket = text.find('[').filter(|bracket| *bracket < at);
    let at = match bracket {
        Some(bracket) => match text.get(bracket..).and_then(|rest| rest.find("] - ")) {
            Some(offset) => bracket.saturating_add(offset).saturating_add(1),
            None if text.ends_with(']') => return (text, ""),
            None => at,
        },
        None => at,
    };
    (text.get(..at).unwrap_or(text), text.get(at.saturating_add(3)..).unwrap_or(""))
}

/// The file before the letters of its tests, `tests/test_a.py ..F [ 36%]`; of letters alone the whole line.
pub(in crate::recognize::runners) fn file_of(line: &str) -> &str {
    match line.split_once(' ') {
        Some((file, _)) if has_extension(file) => file,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_belong_to_the_name_whatever_they_hold() {
        let id = split("tests/a.py::TestA::test_b[x::y - z]");
        assert_eq!((id.module, id.separator, id.name), ("tests/a.py::TestA", "::", "test_b[x::y - z]"));
        assert_eq!(split("conftest.py"), TestId::bare("conftest.py"));
    }

    #[test]
    fn a_heading_has_dots_outside_of_parameters() {
        let mut name = String::new();
        heading("tests/a.py::TestA::test_b[x::y]", &mut name);
        assert_eq!(name, "TestA.test_b[x::y]");
        heading("tests/a.py", &mut name);
        assert_eq!(name, "tests/a.py");
    }

    #[test]
    fn an_id_ends_at_a_blank_outside_of_its_parameters() {
        assert_eq!(leading("tests/a.py::test_b hello PASSED"), Some(("tests/a.py::test_b", " hello PASSED")));
        assert_eq!(leading("a.py::test_b[x y] out"), Some(("a.py::test_b[x y]", " out")));
        assert_eq!(leading("a.py::test_b[x y]"), Some(("a.py::test_b[x y]", "")));
        assert_eq!(leading("a.py::test_b[[x] y] "), Some(("a.py::test_b[[x] y]", " ")));
        assert_eq!(leading("see a.py::test_b"), None);
        assert_eq!(leading("std::vector x"), None);
    }

    #[test]
    fn a_known_name_decides_where_a_message_begins() {
        let text = "a.py::test_b[left - right] - assert 1 - 2";
        assert_eq!(listed(text, |_| false), ("a.py::test_b[left - right]", "assert 1 - 2"));
        let text = "a.py::test_b[x] - y] - boom";
        assert_eq!(listed(text, |id| id == "a.py::test_b[x] - y]"), ("a.py::test_b[x] - y]", "boom"));
        assert_eq!(listed("a.py::test_b", |_| false), ("a.py::test_b", ""));
    }
}
