//! Single lines of mocha's reporters. See <https://mochajs.org/#reporters> and `lib/reporters/base.js`.

use crate::recognize::scan;

/// What a line is while tests run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status<'a> {
    Passed,
    /// The number of the failure, and its name.
    Failed(u64, &'a str),
    Pending(&'a str),
}

/// The marks of a passed test: those of log-symbols, of mocha before 9, and of a Windows console.
pub(super) use crate::recognize::runners::javascript::marks::PASSED as MARKS;

/// Reads `✔ name (4ms)`, `3) name`, `- name`.
pub(super) fn status(text: &str) -> Option<Status<'_>> {
    if MARKS.iter().any(|mark| text.starts_with(mark)) {
        return Some(Status::Passed);
    }
    if let Some(name) = text.strip_prefix("- ") {
        return Some(Status::Pending(name));
    }
    let (number, name) = numbered(text)?;
    Some(Status::Failed(number, name))
}

/// Reads `3) name`.
pub(super) fn numbered(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text)?;
    let name = rest.strip_prefix(") ")?.trim();
    (!name.is_empty()).then_some((number, name))
}

/// What the closing numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Passing,
    Pending,
    Failing,
}

/// Reads `166 passing (42ms)`, `2 pending`, `3 failing`.
pub(super) fn count(text: &str) -> Option<(Count, u64)> {
    let (number, rest) = scan::number(text)?;
    match rest.trim_end() {
        " pending" => Some((Count::Pending, number)),
        " failing" => Some((Count::Failing, number)),
        rest => {
            let time = rest.strip_prefix(" passing (")?.strip_suffix(')')?;
            let timed = time.starts_with(|first: char| first.is_ascii_digit())
                && time.ends_with(['s', 'm', 'h', 'd'])
                && !time.contains(' ');
            timed.then_some((Count::Passing, number))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_numbers_are_told_from_prose() {
        assert_eq!(count("166 passing (42ms)"), Some((Count::Passing, 166)));
        assert_eq!(count("2 passing (3m)"), Some((Count::Passing, 2)));
        assert_eq!(count("3 failing"), Some((Count::Failing, 3)));
        for text in ["3 passing cars", "3 passing (of 5)", "3 failing tests", "passing (2ms)"] {
            assert_eq!(count(text), None, "{text}");
        }
    }

    #[test]
    fn a_tests_line_is_told_by_its_mark() {
        assert_eq!(status("✔ adds (12ms)"), Some(Status::Passed));
        assert_eq!(status("3) adds"), Some(Status::Failed(3, "adds")));
        assert_eq!(status("- later"), Some(Status::Pending("later")));
        assert_eq!(status("adds"), None);
    }
}
