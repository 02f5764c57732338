//! Single lines of clojure.test and of Leiningen's form of it.
//!
//! Source: `clojure/test.clj` of Clojure 1.11, `leiningen/test.clj` of Leiningen 2.10, `clojure/main.clj` for what ends a program.

use crate::event::Place;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;

/// The head of a report: `FAIL in (unloads) (harbour_test.clj:6)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head<'a> {
    /// An exception, not a check that failed.
    pub(super) error: bool,
    /// The namespace, where the form tells it.
    pub(super) namespace: &'a str,
    /// The test, or several that call one another; empty outside of tests.
    pub(super) name: &'a str,
    pub(super) place: Option<Place<'a>>,
}

/// Reads the head of a report. Kaocha writes `FAIL in harbour-test/unloads (harbour_test.clj:6)`.
pub(super) fn report(text: &str) -> Option<Head<'_>> {
    let (error, rest) = match text.strip_prefix("FAIL in ") {
        Some(rest) => (false, rest),
        None => (true, text.strip_prefix("ERROR in ")?),
    };
    let (what, place) = rest.strip_suffix(')')?.rsplit_once(" (")?;
    let (file, line) = place.rsplit_once(':')?;
    let line = if line.is_empty() { None } else { Some(scan::whole_number(line)?) };
    let place = Some(Place { file, line }).filter(|place| !place.file.is_empty());
    let (namespace, name) = match what.strip_prefix('(') {
        Some(names) => ("", names.strip_suffix(')')?),
        None => what.rsplit_once('/').filter(|(namespace, name)| is_symbol(namespace) && is_symbol(name))?,
    };
    (name.len() <= NAME_BYTES).then_some(Head { error, namespace, name, place })
}

/// Whether the text is one symbol of Clojure, such as the name of a namespace.
fn is_symbol(text: &str) -> bool {
    let holds = |each: char| each.is_alphanumeric() || "-_.*+!?<>='&%$".contains(each);
    !text.is_empty() && text.len() <= NAME_BYTES && !text.ends_with('.') && text.chars().all(holds)
}

/// Reads `Testing harbour-test`.
pub(super) fn testing(text: &str) -> Option<&str> {
    text.strip_prefix("Testing ").filter(|name| is_symbol(name))
}

/// Reads Leiningen's `lein test harbour-test`.
pub(super) fn lein(text: &str) -> Option<&str> {
    text.strip_prefix("lein test ").filter(|name| is_symbol(name))
}

/// Whether the line tells how to run a failed test again.
pub(super) fn is_again(text: &str) -> bool {
    text.starts_with("lein test :only ")
}

/// Reads `Ran 5 tests containing 7 assertions.`: the tests.
pub(super) fn ran(text: &str) -> Option<u64> {
    let (tests, rest) = scan::number(text.strip_prefix("Ran ")?)?;
    let (_, rest) = scan::number(rest.strip_prefix(" tests containing ")?)?;
    (rest == " assertions.").then_some(tests)
}

/// Reads `4 failures, 1 errors.`: both numbers are of assertions.
pub(super) fn sum(text: &str) -> Option<(u64, u64)> {
    let (failures, rest) = scan::number(text)?;
    let (errors, rest) = scan::number(rest.strip_prefix(" failures, ")?)?;
    (rest == " errors.").then_some((failures, errors))
}

/// Reads what ends a program: `Syntax error (ClassNotFoundException) compiling at (bad_test.clj:11:20).`,
/// `Execution error (ArithmeticException) at harbour/load (harbour.clj:3).`
pub(super) fn death(text: &str) -> Option<Place<'_>> {
    let known = text.starts_with("Syntax error ") || text.starts_with("Execution error ");
    let (what, place) = text.strip_suffix(").")?.rsplit_once('(')?;
    let (place, rest) = scan::place(place)?;
    (known && rest.is_empty() && what.contains(" at ")).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_tell_the_test_and_its_place() {
        let head = |text| report(text).map(|head| (head.error, head.namespace, head.name, head.place));
        let place = |file, line| Some(Place { file, line });
        assert_eq!(
            head("FAIL in (unloads) (harbour_test.clj:6)"),
            Some((false, "", "unloads", place("harbour_test.clj", Some(6))))
        );
        assert_eq!(
            head("ERROR in harbour-test/unloads (a/b.clj:6)"),
            Some((true, "harbour-test", "unloads", place("a/b.clj", Some(6))))
        );
        assert_eq!(head("ERROR in () (:)"), Some((true, "", "", None)));
        assert_eq!(head("FAIL in the harbour (today)"), None);
        assert_eq!(head("FAIL in (unloads)"), None);
    }

    #[test]
    fn headers_are_one_symbol() {
        assert_eq!(testing("Testing harbour.quay-test"), Some("harbour.quay-test"));
        assert_eq!(testing("Testing the harbour"), None);
        assert_eq!(testing("Testing harbour..."), None);
        assert_eq!(lein("lein test quay-test"), Some("quay-test"));
        assert_eq!(lein("lein test :only quay-test/moors"), None);
    }

    #[test]
    fn totals_are_two_lines() {
        assert_eq!(ran("Ran 5 tests containing 7 assertions."), Some(5));
        assert_eq!(ran("Ran 5 tests in 0.1s"), None);
        assert_eq!(sum("4 failures, 1 errors."), Some((4, 1)));
        assert_eq!(sum("4 failures, 1 errors"), None);
    }

    #[test]
    fn a_program_ends_at_a_place() {
        let place = |text| death(text).map(|place| (place.file, place.line));
        assert_eq!(
            place("Syntax error compiling at (bad_test.clj:11:20)."),
            Some(("bad_test.clj", Some(11)))
        );
        assert_eq!(
            place("Execution error (ArithmeticException) at harbour/load$fn (harbour.clj:3)."),
            Some(("harbour.clj", Some(3)))
        );
        assert_eq!(place("Syntax error in the song (verse:2)."), None);
    }
}
