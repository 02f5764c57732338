//! The lines of Pester, each read by itself.

use crate::budget::Count as _;
use crate::event::{Place, Totals};
use crate::recognize::kit::durations::without_unit;
use crate::recognize::kit::scan;

/// The beginnings of GitHub's and Azure's commands, with which newer versions tell failures there.
const COMMANDS: [&str; 4] =
    ["::error::", "::warning::", "##vso[task.logissue type=error] ", "##vso[task.logissue type=warning] "];

/// What a mark says of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Passed,
    Failed,
    Skipped,
    /// Pending or inconclusive.
    Unclear,
}

/// A line with a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marked<'a> {
    pub(super) mark: Mark,
    /// Blanks before the mark; `None` when a CI's command is there and they are lost.
    pub(super) indent: Option<usize>,
    /// What the mark is about, without the time.
    pub(super) name: &'a str,
    /// Whether a time is after it.
    pub(super) timed: bool,
    /// Whether the time has its parts: `5ms (4ms|1ms)`.
    pub(super) parted: bool,
}

/// How many blanks the line begins with.
pub(super) fn indent(text: &str) -> usize {
    text.len().saturating_sub(text.trim_start_matches(' ').len())
}

/// Reads `  [-] unloads 5ms (4ms|1ms)` and its like.
pub(super) fn marked(text: &str) -> Option<Marked<'_>> {
    let command = COMMANDS.iter().find_map(|command| text.strip_prefix(command));
    let indent = command.is_none().then(|| indent(text));
    let inner = command.unwrap_or(text).trim_start_matches(' ');
    let (mark, rest) = match inner.split_at_checked(4)? {
        ("[+] ", rest) => (Mark::Passed, rest),
        ("[-] ", rest) => (Mark::Failed, rest),
        ("[!] ", rest) => (Mark::Skipped, rest),
        ("[?] ", rest) => (Mark::Unclear, rest),
        _ => return None,
    };
    let rest = rest.trim_end();
    let parts = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let whole = parts.filter(|(_, parts)| {
        parts.split_once('|').is_some_and(|(test, framework)| is_time(test) && is_time(framework))
    });
    let before = whole.map_or(rest, |(before, _)| before);
    let (name, timed) = match before.rsplit_once(' ') {
        Some((name, time)) if is_time(time) => (name, true),
        _ => (rest, false),
    };
    let parted = timed && whole.is_some();
    (!name.is_empty()).then_some(Marked { mark, indent, name, timed, parted })
}

/// `12ms`, `1.5s`
pub(super) fn is_time(text: &str) -> bool {
    let number = without_unit(text).unwrap_or_default();
    number.starts_with(|first: char| first.is_ascii_digit())
        && number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
}

/// The name of a test that did not run, without what is printed of it.
pub(super) fn without_reason(name: &str) -> &str {
    [", is skipped", " is skipped", ", is pending", ", is inconclusive", " is inconclusive"]
        .iter()
        .filter_map(|words| {
            let (name, rest) = name.split_once(words)?;
            (!name.is_empty() && (rest.is_empty() || rest.starts_with(", because "))).then_some(name)
        })
        .min_by_key(|name| name.len())
        .unwrap_or(name)
}

/// A heading of a group of tests: its blanks and its name.
pub(super) fn heading(text: &str) -> Option<(usize, &str)> {
    let inner = text.trim_start_matches(' ');
    let name = ["Describing ", "Context ", "Feature: ", "Scenario: "]
        .iter()
        .find_map(|word| inner.strip_prefix(word))?
        .trim();
    (!name.is_empty()).then(|| (indent(text), name))
}

/// What a failure that is no test's is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken<'a> {
    /// A file that could not be read or stopped.
    File(&'a str),
    /// What goes before or after the tests of a group: `Describe` or `Context`, and its name.
    Group(&'a str, &'a str),
    /// The same without a name.
    Nameless(&'a str),
}

/// Reads what is after the mark of a failure when no test failed.
pub(super) fn broken(name: &str) -> Option<Broken<'_>> {
    if let Some(file) = name.strip_suffix(" failed with:") {
        return Some(Broken::File(file.strip_prefix("Discovery in ").unwrap_or(file)));
    }
    if let Some(what) = name.strip_prefix("Error occurred in ") {
        if let Some(file) = what.strip_prefix("test script '") {
            return file.strip_suffix('\'').map(Broken::File);
        }
        return what.strip_suffix(" block").map(Broken::Nameless);
    }
    let inner = name.strip_suffix(" failed")?;
    ["Describe", "Context"].iter().find_map(|word| {
        let name = inner.strip_prefix(word)?.strip_prefix(' ')?;
        Some(Broken::Group(word, name))
    })
}

/// A line with which a run begins.
pub(super) fn begins(text: &str) -> bool {
    text.strip_prefix("Pester v").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        || text.starts_with("Executing all tests in '")
        || text
            .strip_prefix("Starting discovery in ")
            .and_then(|rest| rest.strip_suffix(" files."))
            .and_then(scan::whole_number)
            .is_some()
}

/// Other lines of the runner that it prints at the margin.
pub(super) fn is_own(text: &str) -> bool {
    text == "Running tests."
        || text.starts_with("Running tests from '")
        || text.starts_with("Executing script ")
        || discovered(text).is_some()
        || is_completed(text)
}

/// `Tests completed in 1.5s`
pub(super) fn is_completed(text: &str) -> bool {
    text.strip_prefix("Tests completed in ").is_some_and(is_time)
}

/// `Discovery found 10 tests in 200ms.`
pub(super) fn discovered(text: &str) -> Option<u64> {
    let (count, rest) = scan::number(text.strip_prefix("Discovery found ")?)?;
    rest.strip_prefix(" tests in ")?.strip_suffix('.').filter(|time| is_time(time)).map(|_| count)
}

/// The numbers at the end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) passed: u64,
    pub(super) failed: u64,
    pub(super) skipped: u64,
    pub(super) unclear: u64,
    pub(super) not_run: u64,
    /// All kinds are reported, so that they sum up to what was discovered.
    pub(super) whole: bool,
    /// Groups whose set-up failed, and files that failed: reported on lines of their own.
    pub(super) groups: u64,
    pub(super) files: u64,
}

impl Sum {
    pub(super) fn all(&self) -> u64 {
        [self.passed, self.failed, self.skipped, self.unclear, self.not_run]
            .iter()
            .fold(0, |sum, part| part.saturating_add(sum))
    }

    /// Whether anything failed.
    pub(super) const fn is_bad(&self) -> bool {
        self.failed > 0 || self.groups > 0 || self.files > 0
    }

    /// What Pester says, where so many failed tests were reported, and so many groups and files: below totals that were cut
    /// the lines for those are missing.
    pub(super) fn totals(&self, reported: u64, apart: u64) -> Totals {
        let broken = self.groups.saturating_add(self.files);
        // Tests of a group whose set-up failed count as failed and are not reported one by one.
        let never = if broken > 0 { self.failed.saturating_sub(reported) } else { 0 };
        let broken = broken.max(apart);
        Totals {
            passed: Some(self.passed),
            failed: Some(self.failed.saturating_sub(never)),
            errors: (broken > 0).then_some(broken),
            skipped: Some(self.skipped),
            other: Some(self.unclear.saturating_add(never)),
            ..Totals::default()
        }
    }
}

/// How much of the numbers a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reported {
    /// More can follow on the next line.
    Part,
    All(Sum),
}

/// Reads `Tests Passed: 3, Failed: 1, Skipped: 0, Inconclusive: 0, NotRun: 0` (5 and later, without `Inconclusive` at first),
/// `Tests Passed: 2, Failed: 0, Skipped: 0, Pending: 0, Inconclusive: 0` (4) and `Passed: 2 Failed: 1 Skipped: 0 ...` (3).
pub(super) fn sum(text: &str) -> Option<Reported> {
    let inner = text.strip_prefix("Tests ").unwrap_or(text);
    if !inner.starts_with("Passed: ") {
        return None;
    }
    let mut words = inner.split([' ', ',']).filter(|word| !word.is_empty());
    let mut sum = Sum::default();
    let (mut pending, mut inconclusive, mut last) = (false, false, "");
    while let Some(label) = words.next() {
        let number = scan::whole_number(words.next()?)?;
        last = label.strip_suffix(':')?;
        match last {
            "Passed" => sum.passed = number,
            "Failed" => sum.failed = number,
            "Skipped" => sum.skipped.up(number),
            "Pending" => {
                sum.skipped.up(number);
                pending = true;
            }
            "Inconclusive" => {
                sum.unclear = number;
                inconclusive = true;
            }
            "NotRun" => sum.not_run = number,
            "Total" => {}
            _ => return None,
        }
    }
    sum.whole = last == "NotRun" && inconclusive;
    let all = last == "NotRun" || (last == "Inconclusive" && pending);
    Some(if all { Reported::All(sum) } else { Reported::Part })
}

/// A line that goes on with numbers that began before.
pub(super) fn goes_on(text: &str) -> bool {
    ["Failed: ", "Skipped: ", "Pending: ", "Inconclusive: ", "Total: ", "NotRun: "]
        .iter()
        .any(|label| text.starts_with(label))
}

/// `BeforeAll \ AfterAll failed: 1`
pub(super) fn groups(text: &str) -> Option<u64> {
    scan::whole_number(text.strip_prefix("BeforeAll \\ AfterAll failed: ")?)
}

/// `Container failed: 1`
pub(super) fn files(text: &str) -> Option<u64> {
    scan::whole_number(text.strip_prefix("Container failed: ")?)
}

/// The place that a line of a failure tells: `at CODE, FILE:12`, `at CODE, FILE: line 12`, `at line: 12 in FILE`,
/// `At FILE:3 char:5`.
pub(super) fn place(text: &str) -> Option<Place<'_>> {
    if let Some((line, file)) = text.strip_prefix("at line: ").and_then(|rest| rest.split_once(" in ")) {
        return Some(Place { file, line: Some(scan::whole_number(line)?) });
    }
    let near = if let Some(rest) = text.strip_prefix("at ") {
        rest.rsplit_once(", ")?.1
    } else {
        let rest =
            text.strip_prefix("At ").or_else(|| text.split_once("Exception: At ").map(|split| split.1))?;
        let (near, column) = rest.split_once(" char:")?;
        scan::number(column)?;
        near
    };
    let (file, line) = near.rsplit_once(": line ").or_else(|| near.rsplit_once(':'))?;
    let line = Some(scan::whole_number(line)?);
    (!file.is_empty() && file != "<No file>").then_some(Place { file, line })
}

/// The number of an error of several, `[0] `, and what is after it.
pub(super) fn without_number(text: &str) -> &str {
    text.strip_prefix('[')
        .and_then(scan::number)
        .and_then(|(_, rest)| rest.strip_prefix("] "))
        .unwrap_or(text)
}
