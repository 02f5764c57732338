//! The lines of cmocka, each read by itself.
//!
//! They have the tags of GoogleTest's, but numbers are before `test(s)`, and a name is any text.

use crate::event::Place;
use crate::recognize::kit::scan;

/// A line with a tag of cmocka's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printed<'a> {
    /// `[==========] Running 3 test(s).`, or with the group's name.
    Header { group: &'a str, number: u64 },
    /// `[==========] 3 test(s) run.`, or with the group's name.
    Ran { group: &'a str, number: u64 },
    /// `[ RUN      ] name`
    Run(&'a str),
    /// `[       OK ] name`, and other results.
    Result(Mark, &'a str),
    /// `[  ERROR   ] --- text`
    Why(&'a str),
    /// `[   LINE   ] --- a.c:3: error: Failure!`
    Line,
    /// `[  FAILED  ] GROUP SETUP` (true) and `[  FAILED  ] GROUP TEARDOWN`
    Group(bool),
    /// `[  PASSED  ] 3 test(s).`
    Passed(u64),
    /// `[  SKIPPED ] 3 test(s), listed below:`, and the same for failures.
    Listed(Mark, u64),
    /// A line with two rulers that others print.
    Other,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Ok,
    Skipped,
    Failed,
    /// Its set-up or tear-down failed.
    Error,
}

/// What begins the text of a failure whose set-up or tear-down failed.
pub(super) const NOT_RUN: &str = "Could not run test: ";
/// What begins a line with a reason.
pub(super) const WHY: &str = "[  ERROR   ] --- ";
/// What begins the line with the place.
pub(super) const LINE: &str = "[   LINE   ] --- ";

const TAGS: [(&str, Mark); 4] = [
    ("[       OK ] ", Mark::Ok),
    ("[  SKIPPED ] ", Mark::Skipped),
    ("[  FAILED  ] ", Mark::Failed),
    ("[  ERROR   ] ", Mark::Error),
];

/// Reads a line that begins with a tag.
pub(super) fn printed(text: &str) -> Option<Printed<'_>> {
    if !text.starts_with('[') {
        return None;
    }
    if let Some(why) = text.strip_prefix(WHY) {
        return Some(Printed::Why(why));
    }
    if text.starts_with(LINE) {
        return Some(Printed::Line);
    }
    if let Some(name) = text.strip_prefix("[ RUN      ] ") {
        return (!name.is_empty()).then_some(Printed::Run(name));
    }
    if let Some(rest) = text.strip_prefix("[==========] ") {
        return Some(header(rest).unwrap_or(Printed::Other));
    }
    if text.starts_with("[----------]") {
        return Some(Printed::Other);
    }
    if let Some(rest) = text.strip_prefix("[  PASSED  ] ") {
        return scan::whole_number(rest.strip_suffix(" test(s).")?).map(Printed::Passed);
    }
    let (rest, mark) = TAGS.iter().find_map(|(tag, mark)| Some((text.strip_prefix(tag)?, *mark)))?;
    if let Some(number) = rest.strip_suffix(" test(s), listed below:") {
        return listed(number).map(|number| Printed::Listed(mark, number));
    }
    if mark == Mark::Failed && matches!(rest, "GROUP SETUP" | "GROUP TEARDOWN") {
        return Some(Printed::Group(rest.ends_with("SETUP")));
    }
    (!rest.is_empty()).then_some(Printed::Result(mark, rest))
}

/// `Running 3 test(s).` and `3 test(s) run.`, perhaps after the group's name.
fn header(rest: &str) -> Option<Printed<'_>> {
    if let Some(before) = rest.strip_suffix(" test(s).") {
        let (before, number) = last_number(before)?;
        let group = before.strip_suffix("Running ")?;
        return group_of(group).map(|group| Printed::Header { group, number });
    }
    let (group, number) = last_number(rest.strip_suffix(" test(s) run.")?)?;
    group_of(group).map(|group| Printed::Ran { group, number })
}

/// A name with its colon, or nothing.
fn group_of(text: &str) -> Option<&str> {
    if text.is_empty() { Some(text) } else { text.strip_suffix(": ") }
}

/// The number at the end.
fn last_number(text: &str) -> Option<(&str, u64)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (before, number) = text.split_at_checked(text.len().checked_sub(digits)?)?;
    Some((before, scan::whole_number(number)?))
}

fn listed(text: &str) -> Option<u64> {
    let (group, number) = last_number(text)?;
    group_of(group).map(|_| number)
}

/// A test's end after text that it printed without a line end.
pub(super) fn glued(ending: &str, running: &str) -> Option<Mark> {
    let before = ending.trim_end().strip_suffix(running)?;
    TAGS.iter().find(|(tag, _)| before.ends_with(tag)).map(|(_, mark)| *mark)
}

/// ` 3 FAILED TEST(S)`, ` 1 SKIPPED TEST(S)`
pub(super) fn is_count(text: &str) -> bool {
    scan::number(text.trim_start())
        .is_some_and(|(_, rest)| matches!(rest, " FAILED TEST(S)" | " SKIPPED TEST(S)"))
}

/// The place on a line of a failure's text, and whether it is the one that the failure is reported with.
pub(super) fn place(text: &str) -> Option<(Place<'_>, bool)> {
    let after = text.find(LINE).and_then(|at| text.get(at.saturating_add(LINE.len())..));
    let (place, rest) = scan::place(after.unwrap_or(text))?;
    let rest = rest.trim_start();
    (rest.starts_with("error: ") || rest.starts_with("note: ")).then_some((place, after.is_some()))
}
