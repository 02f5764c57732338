//! The lines of CppUTest, each read by itself.

use crate::event::{Place, TestId};
use crate::recognize::kit::scan;

/// The head of a failure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported<'a> {
    pub(super) place: Place<'a>,
    pub(super) group: &'a str,
    pub(super) name: &'a str,
}

/// Reads `fail.cpp:12: error: Failure in TEST(Group, name)`, and the form for Visual Studio with the line in brackets.
pub(super) fn failed(text: &str) -> Option<Reported<'_>> {
    let (place, rest) = scan::place(text)?;
    let rest = rest.trim_start_matches([':', ' ']).strip_prefix("error: Failure in ")?;
    let begun = begun(rest).filter(|begun| begun.rest.is_empty())?;
    let (group, name) = begun.name.split_once(", ")?;
    Some(Reported { place, group, name })
}

/// A test's name at the beginning of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun<'a> {
    /// `Group, name`
    pub(super) name: &'a str,
    pub(super) ignored: bool,
    /// What is after it.
    pub(super) rest: &'a str,
}

/// Reads `TEST(Group, name)` and `IGNORE_TEST(Group, name)`.
pub(super) fn begun(text: &str) -> Option<Begun<'_>> {
    let inner = text.strip_prefix("IGNORE_");
    let (name, rest) = inner.unwrap_or(text).strip_prefix("TEST(")?.split_once(')')?;
    let (group, test) = name.split_once(", ")?;
    let word = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80)
    };
    (word(group) && word(test)).then_some(Begun { name, ignored: inner.is_some(), rest })
}

pub(super) fn id(name: &str) -> Option<TestId<'_>> {
    let (module, name) = name.split_once(", ")?;
    Some(TestId { module, separator: ".", name })
}

/// Reads what was checked out of `\tLONGS_EQUAL(1, 2) failed`, the first line of what a failure says.
pub(super) fn check(text: &str) -> Option<&str> {
    let printed = text.strip_prefix('\t')?.strip_suffix(") failed")?;
    let (check, _) = printed.split_once('(')?;
    let upper = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
    (check.ends_with("_EQUAL") && check.bytes().all(upper)).then(|| text.trim_start())
}

/// ` - 3 ms` and nothing else.
pub(super) fn is_end(text: &str) -> bool {
    let number = text.strip_prefix(" - ").and_then(|rest| rest.strip_suffix(" ms"));
    number.and_then(scan::whole_number).is_some()
}

/// Whether the text ends so, after output without a line end.
pub(super) fn ends(text: &str) -> bool {
    text.rfind(" - ").and_then(|at| text.get(at..)).is_some_and(is_end)
}

/// Points of tests, and marks of those that are ignored.
pub(super) fn is_points(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'.' | b'!'))
}

/// The numbers of the closing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) failures: u64,
    /// It failed since there was nothing to run.
    pub(super) nothing: bool,
    pub(super) ran: u64,
    pub(super) ignored: u64,
}

/// Reads `OK (4 tests, 3 ran, 3 checks, 1 ignored, 0 filtered out, 0 ms)` and `Errors (2 failures, 4 tests, ...)`.
pub(super) fn sum(text: &str) -> Option<Sum> {
    let (bad, inner) = match text.strip_prefix("OK (") {
        Some(inner) => (false, inner),
        None => (true, text.strip_prefix("Errors (")?),
    };
    let mut parts = inner.strip_suffix(')')?.split(", ");
    let (mut failures, mut nothing) = (0, false);
    if bad {
        let first = parts.next()?;
        nothing = first == "ran nothing";
        failures = if nothing { 0 } else { number(first, "failures")? };
    }
    number(parts.next()?, "tests")?;
    let ran = number(parts.next()?, "ran")?;
    number(parts.next()?, "checks")?;
    let ignored = number(parts.next()?, "ignored")?;
    number(parts.next()?, "filtered out")?;
    number(parts.next()?, "ms")?;
    parts.next().is_none().then_some(Sum { failures, nothing, ran, ignored })
}

fn number(part: &str, word: &str) -> Option<u64> {
    scan::whole_number(part.strip_suffix(word)?.strip_suffix(' ')?)
}
