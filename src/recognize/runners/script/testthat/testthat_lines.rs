//! The lines of testthat's reporters, each read by itself.
//!
//! A result that is no success has a heading with its kind, its place and its test: `Failure ('test-a.R:4:3'): adds`. Reporters put a ruler
//! or a number round it, and the versions differ in quotes and columns; before 3.0 the place was after the test (`(@test-a.R#4)`). See the
//! package testthat, `R/reporter-progress.R` (`issue_header`, `summary_line`), `R/reporter-check.R`, `R/reporter-llm.R`.

use crate::budget::Count as _;
use crate::event::{Event, Level, Place, Sink, Totals};
use crate::recognize::kit::scan;

/// The longest heading that is read, in bytes.
const LONGEST_HEADING: usize = 1000;

/// How lines begin that are looked at outside of runs too.
pub(super) const STARTS: &[&str] = &[
    "✔ | F W ",
    "v | F W ",
    "✔ |  OK F W ",
    "v |  OK F W ",
    "[ FAIL ",
    "[ OK: ",
    "══ Testing ",
    "== Testing ",
    "── Failure",
    "── Error",
    "-- Failure",
    "-- Error",
    "── FAILURE (",
    "── ERROR (",
    "-- FAILURE (",
    "-- ERROR (",
    "── Skip (",
    "-- Skip (",
    "── Warning (",
    "-- Warning (",
    "── 1. Failure",
    "── 1. Error",
    "-- 1. Failure",
    "-- 1. Error",
    "FAILURE: '",
    "ERROR: '",
    "SKIP: '",
    "WARNING: '",
    "Failure ('",
    "Failure (test-",
    "Error ('test-",
    "Error (test-",
    "Error in ",
    "Error: ",
    "Error:",
    "! ",
    "Execution halted",
    "* checking ",
    "Status: ",
];

/// What a result is, that is no success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An expectation was not met.
    Failure,
    /// Something was thrown.
    Error,
    /// A test was left out.
    Skip,
    /// A test warned.
    Warning,
}

/// How a heading is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `Failure ('test-a.R:4'): adds`, below a ruler of its own.
    Plain,
    /// `── Failure ('test-a.R:4'): adds ────`.
    Ruled,
    /// `── 1. Failure ('test-a.R:4'): adds ────`, in a closing list.
    Numbered,
    /// `FAILURE: 'test-a.R:4' ----`, without a name.
    Place,
}

/// The heading of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heading<'a> {
    pub(super) kind: Kind,
    pub(super) style: Style,
    /// The file and the line; without a file when testthat does not know it.
    pub(super) place: Place<'a>,
    /// The test's name, or empty.
    pub(super) name: &'a str,
}

/// The numbers of a run; failures hold errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) failed: u64,
    pub(super) warned: u64,
    pub(super) skipped: u64,
    pub(super) passed: u64,
}

impl Counts {
    /// Whether nothing but successes came.
    pub(super) fn only_passed(self) -> bool {
        self.failed == 0 && self.warned == 0 && self.skipped == 0
    }

    /// Whether one of the numbers is less than the other's.
    pub(super) fn is_below(self, other: Self) -> bool {
        self.failed < other.failed
            || self.warned < other.warned
            || self.skipped < other.skipped
            || self.passed < other.passed
    }

    /// Tells them as the totals of the section; warnings are no tests.
    pub(super) fn declare(self, sink: &mut dyn Sink) {
        let totals = Totals {
            passed: Some(self.passed),
            failed: Some(self.failed),
            skipped: Some(self.skipped),
            ..Totals::default()
        };
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}

/// Reads the heading of a result.
pub(super) fn heading(text: &str) -> Option<Heading<'_>> {
    let text = text.trim_end();
    if text.len() > LONGEST_HEADING {
        return None;
    }
    let inner = ['─', '-'].iter().find_map(|ruler| {
        let begin = text.trim_start_matches(*ruler).strip_prefix(' ')?;
        let doubled = text.starts_with("──") || text.starts_with("--");
        doubled.then(|| begin.trim_end_matches(*ruler).trim_end())
    });
    let (inner, style) = match inner {
        Some(inner) => match scan::number(inner).and_then(|(_, rest)| rest.strip_prefix(". ")) {
            Some(rest) => (rest, Style::Numbered),
            None => (inner, Style::Ruled),
        },
        None => (text, Style::Plain),
    };
    let (kind, rest) = kind(inner)?;
    if let Some(rest) = rest.strip_prefix(" (") {
        let (place, name) = rest.split_once("): ")?;
        return Some(Heading { kind, style, place: place_of(place)?, name: name.trim() });
    }
    let rest = rest.strip_prefix(": ")?;
    if style != Style::Plain {
        // `Failure: adds (@test-a.R#4)`, before 3.0.
        let (name, place) = rest.strip_suffix(')')?.rsplit_once(" (@")?;
        let (file, line) = place.rsplit_once('#')?;
        let place = Place { file, line: Some(scan::whole_number(line)?) };
        return Some(Heading { kind, style, place, name });
    }
    let (place, ruler) = rest.strip_prefix('\'')?.split_once("' ")?;
    let ruled = scan::is_ruler(ruler, '-', 2) || scan::is_ruler(ruler, '─', 2);
    let place = ruled.then(|| place_of(place))??;
    Some(Heading { kind, style: Style::Place, place, name: "" })
}

fn kind(text: &str) -> Option<(Kind, &str)> {
    let words = [
        ("Failure", Kind::Failure),
        ("FAILURE", Kind::Failure),
        ("Error", Kind::Error),
        ("ERROR", Kind::Error),
        ("Skip", Kind::Skip),
        ("SKIP", Kind::Skip),
        ("Warning", Kind::Warning),
        ("WARNING", Kind::Warning),
    ];
    words.iter().find_map(|(word, kind)| {
        let rest = text.strip_prefix(word)?;
        // `Failure  (`: some versions made the kinds equally wide.
        let wide = rest.trim_start();
        Some((
            *kind,
            if wide.starts_with('(') {
                rest.get(rest.len().saturating_sub(wide.len().saturating_add(1))..)?
            } else {
                rest
            },
        ))
    })
}

/// Reads `'test-a.R:4:3'`, `test-a.R:4` and `???`.
fn place_of(text: &str) -> Option<Place<'_>> {
    if text == "???" {
        return Some(Place { file: "", line: None });
    }
    let text = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(text);
    let (file, line) = text.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    match file.rsplit_once(':').and_then(|(file, line)| Some((file, scan::whole_number(line)?))) {
        Some((file, line)) => Some(Place { file, line: Some(line) }),
        None => Some(Place { file, line: Some(line) }).filter(|place| !place.file.is_empty()),
    }
}

/// Reads `[ FAIL 1 | WARN 0 | SKIP 0 | PASS 3 ]` and `[ OK: 3 | SKIPPED: 0 | WARNINGS: 0 | FAILED: 1 ]`, and gives what is after.
pub(super) fn counts(text: &str) -> Option<(Counts, &str)> {
    let (inner, after) = text.strip_prefix("[ ")?.split_once(" ]")?;
    let mut counts = Counts::default();
    let mut parts = 0_u32;
    for part in inner.split(" | ") {
        let (word, number) = part.split_once(' ')?;
        let number = scan::whole_number(number.trim_start())?;
        let slot = match word {
            "FAIL" | "FAILED:" => &mut counts.failed,
            "WARN" | "WARNINGS:" => &mut counts.warned,
            "SKIP" | "SKIPPED:" => &mut counts.skipped,
            "PASS" | "OK:" => &mut counts.passed,
            _ => return None,
        };
        *slot = number;
        parts.up(1);
    }
    (parts == 4).then_some((counts, after.trim()))
}

/// The words of a double ruler: `══ Results ════`.
pub(super) fn section(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let doubled = |ruler: char| {
        let begin = text.trim_start_matches(ruler);
        let ahead = text.get(..text.len().saturating_sub(begin.len()))?;
        let words = begin.strip_prefix(' ')?.trim_end_matches(ruler);
        (ahead.chars().count() == 2 && words.len() < begin.len()).then(|| words.trim())
    };
    doubled('═').or_else(|| doubled('='))
}

/// Whether a line is the ruler round the results of a file.
pub(super) fn is_ruler(text: &str) -> bool {
    let text = text.trim_end();
    scan::is_ruler(text, '─', 20) || scan::is_ruler(text, '-', 20)
}

/// The order of the columns of the progress reporter's table, which changed with testthat 3.0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Columns {
    PassedFirst,
    #[default]
    PassedLast,
}

/// Reads the heading of the progress reporter's table.
pub(super) fn table(text: &str) -> Option<Columns> {
    let rest = text.strip_prefix("✔ |").or_else(|| text.strip_prefix("v |"))?;
    // How wide a column is depends on the version: `F W S  OK` until 3.1.7, `F W  S  OK` since.
    let words: Vec<&str> = rest.split_ascii_whitespace().take(7).collect();
    match words.as_slice() {
        ["F", "W", "S", "OK", "|", "Context"] => Some(Columns::PassedLast),
        ["OK", "F", "W", "S", "|", "Context"] => Some(Columns::PassedFirst),
        _ => None,
    }
}

/// Reads a row of that table: whether it is a file's last, and what passed in it when that can be reported.
pub(super) fn row(text: &str, columns: Columns) -> Option<(bool, Option<u64>)> {
    let (mark, rest) = text.split_once(" | ").or_else(|| text.split_once(" |\u{a0}"))?;
    let mut letters = mark.chars();
    let letter = letters.next()?;
    if letters.next().is_some() {
        return None;
    }
    if rest.starts_with("[ FAIL ") || mark == "|" {
        return Some((false, None));
    }
    let (numbers, _) = rest.split_once(" | ")?;
    let plain = numbers.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit());
    let passed = match columns {
        Columns::PassedFirst => numbers.split(' ').find(|number| !number.is_empty()),
        Columns::PassedLast => numbers.rsplit(' ').next(),
    };
    let passed = passed.and_then(scan::whole_number);
    (plain && numbers.len() >= 3).then_some((matches!(letter, '✔' | '✖' | 'v' | 'x'), passed))
}

/// What a bullet of the skipped tests says: `• On CRAN (2): 'test-a.R:1:1'`.
pub(super) fn bullet(text: &str) -> Option<&str> {
    let says = text.strip_prefix("• ").or_else(|| text.strip_prefix("* "))?.trim();
    (says.contains(" (") && !says.is_empty()).then_some(says)
}
