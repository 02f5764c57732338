//! The lines of CppUnit, each read by itself.

use crate::event::{Place, TestId};
use crate::recognize::kit::{points, scan};

/// A test, one that failed, one that broke.
pub(super) const POINTS: &str = ".FE";
/// What the head of a failure says that has no place.
pub(super) const NOWHERE: &str = "##Failure Location unknown##";

/// The numbers of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) tests: u64,
    pub(super) failures: u64,
    pub(super) errors: u64,
}

impl Sum {
    pub(super) const fn bad(&self) -> u64 {
        self.failures.saturating_add(self.errors)
    }
}

/// Reads `OK (3 tests)` and `OK (3)`.
pub(super) fn passed(text: &str) -> Option<Sum> {
    let inner = text.strip_prefix("OK (")?.strip_suffix(')')?;
    let tests = scan::whole_number(inner.strip_suffix(" tests").unwrap_or(inner))?;
    Some(Sum { tests, failures: 0, errors: 0 })
}

/// Reads `Run:  3   Failures: 1   Errors: 1`.
pub(super) fn failures(text: &str) -> Option<Sum> {
    let (tests, rest) = scan::number(text.strip_prefix("Run:")?.trim_start())?;
    let (failures, rest) = scan::number(rest.trim_start().strip_prefix("Failures: ")?)?;
    let errors = scan::whole_number(rest.trim_start().strip_prefix("Errors: ")?)?;
    Some(Sum { tests, failures, errors })
}

/// Reads `Run: 3   Failure total: 2   Failures: 1   Errors: 1`.
pub(super) fn failures_of_compiler(text: &str) -> Option<Sum> {
    let (tests, rest) = scan::number(text.strip_prefix("Run: ")?)?;
    let (_, rest) = scan::number(rest.trim_start().strip_prefix("Failure total: ")?)?;
    let (failures, rest) = scan::number(rest.trim_start().strip_prefix("Failures: ")?)?;
    let errors = scan::whole_number(rest.trim_start().strip_prefix("Errors: ")?)?;
    Some(Sum { tests, failures, errors })
}

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item<'a> {
    pub(super) number: u64,
    pub(super) name: &'a str,
    pub(super) place: Option<Place<'a>>,
}

/// Reads `1) test: Quay::holds (F) line: 17 quay.cpp` and `2) test: Quay::holds (E)`.
pub(super) fn item(text: &str) -> Option<Item<'_>> {
    let (number, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(") test: ")?;
    let at = rest.rfind(" (F)").or_else(|| rest.rfind(" (E)"))?;
    let (name, rest) = rest.split_at_checked(at)?;
    let place = rest.get(4..).and_then(|rest| rest.trim_start().strip_prefix("line: ")).and_then(|rest| {
        let (line, file) = scan::number(rest)?;
        Some(Place { file: file.trim(), line: Some(line) })
    });
    (!name.is_empty()).then_some(Item { number, name, place })
}

/// Whether it is the head of a failure, for compilers: `quay.cpp:17:Assertion`.
pub(super) fn is_head(text: &str) -> bool {
    (text.ends_with("Assertion") || text.ends_with("Error"))
        && (text.starts_with(NOWHERE) || place_of(text).is_some())
}

/// The place in such a head.
pub(super) fn place_of(text: &str) -> Option<Place<'_>> {
    let (place, rest) = scan::place(text)?;
    let rest = rest.trim_start_matches([':', ' ']);
    let kind = rest.strip_prefix("error").map_or(rest, |rest| rest.trim_start_matches([':', ' ']));
    matches!(kind, "Assertion" | "Error").then_some(place)
}

/// Whether the line begins with points; those of a path are none.
pub(super) fn is_progress(text: &str) -> bool {
    let rest = text.trim_start_matches(|each| POINTS.contains(each));
    points::begins(text, POINTS) && !rest.starts_with(['/', '\\'])
}

/// What a test's line ends with.
const RESULTS: [&str; 3] = [" : OK", " : assertion", " : error"];

/// Whether the text ends with a result, after what the test printed.
pub(super) fn ends(text: &str) -> bool {
    RESULTS.iter().any(|result| text.ends_with(result))
}

/// A test's name at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ended<'a> {
    pub(super) name: &'a str,
    /// Whether a result is after it.
    pub(super) ended: bool,
    pub(super) passed: bool,
}

/// Reads `Quay::holds : OK`, of failures `assertion` and `error`, or a name alone.
pub(super) fn ended(text: &str) -> Option<Ended<'_>> {
    let mut name = text;
    // A test whose tear-down fails too has two.
    while let Some(before) = RESULTS.iter().find_map(|result| name.strip_suffix(result)) {
        name = before;
    }
    let (class, test) = name.rsplit_once("::")?;
    let word = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_:<>,~".contains(&byte))
    };
    let passed = text.ends_with(" : OK");
    (word(class) && word(test)).then_some(Ended { name, ended: name.len() < text.len(), passed })
}

pub(super) fn id(name: &str) -> TestId<'_> {
    TestId::split_last(name, "::")
}
