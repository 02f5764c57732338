//! The shapes of the lines of `dotnet test`: VSTest's console logger, Microsoft.Testing.Platform's terminal output, and
//! MSBuild's terminal logger on tests.
//!
//! Source: `ConsoleLogger` of vstest 15 to 17, `TerminalTestReporter` of testfx, `TerminalLogger` of MSBuild.

use crate::event::{TestId, Totals};
use crate::recognize::kit::scan;

/// What a line of one test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// It was skipped.
    Skipped,
}

/// `  Failed Tests.A.B [4 ms]`, `  X Tests.A.B [4ms]`, and `failed Tests.A.B (4ms)` of the platform.
#[must_use]
pub fn result(text: &str) -> Option<(Word, &str)> {
    let words = [
        ("  Passed ", Word::Passed),
        ("  Failed ", Word::Failed),
        ("  Skipped ", Word::Skipped),
        ("  V ", Word::Passed),
        ("  X ", Word::Failed),
        ("  ! ", Word::Skipped),
        ("  √ ", Word::Passed),
    ];
    let text = text.trim_end();
    if let Some((word, rest)) =
        words.iter().find_map(|(word, printed)| Some((*printed, text.strip_prefix(word)?)))
    {
        let (name, time) = rest.strip_suffix(']')?.rsplit_once(" [")?;
        return duration(time).then_some((word, name));
    }
    let words = [("failed ", Word::Failed), ("passed ", Word::Passed), ("skipped ", Word::Skipped)];
    let (word, rest) = words.iter().find_map(|(word, printed)| Some((*printed, text.strip_prefix(word)?)))?;
    let (name, time) = rest.strip_suffix(')')?.rsplit_once(" (")?;
    (duration(time) && !name.is_empty()).then_some((word, name))
}

/// `Failed   Tests.A.B`, as VSTest before 15.9 tells a test: the names begin in one column, and no time follows.
#[must_use]
pub fn old_result(text: &str) -> Option<(Word, &str)> {
    let words = [("Passed   ", Word::Passed), ("Failed   ", Word::Failed), ("Skipped  ", Word::Skipped)];
    let (word, name) =
        words.iter().find_map(|(word, printed)| Some((*printed, text.trim_end().strip_prefix(word)?)))?;
    (!name.is_empty() && !name.starts_with(' ')).then_some((word, name))
}

/// `Total tests: 39. Passed: 33. Failed: 4. Skipped: 2.`, which the verdict follows.
#[must_use]
pub fn old_totals(text: &str) -> Option<Totals> {
    let mut totals = Totals::default();
    let rest = text.trim_end().strip_suffix('.').filter(|rest| rest.starts_with("Total tests: "))?;
    for part in rest.split(". ") {
        let (label, value) = part.split_once(": ")?;
        slot(&mut totals, label, scan::whole_number(value)?).then_some(())?;
    }
    (totals.passed.is_some() && totals.failed.is_some()).then_some(totals)
}

/// `4 ms`, `< 1 ms`, `4ms`, `1 m 3 s`, `1s 020ms`, `2h`.
fn duration(text: &str) -> bool {
    let bare = text.trim_start_matches("< ");
    bare.starts_with(|first: char| first.is_ascii_digit())
        && bare.ends_with(['s', 'm', 'h'])
        && bare.chars().all(|each| each.is_ascii_digit() || matches!(each, ' ' | '.' | ',' | 'm' | 's' | 'h'))
}

/// The name as shown, split before its last part; parameters belong to that.
#[must_use]
pub fn id(name: &str) -> TestId<'_> {
    let end = name.find(['(', '<', ' ', '"']).unwrap_or(name.len());
    let dot = name.get(..end).and_then(|plain| plain.rfind('.'));
    let split = dot.and_then(|dot| Some((name.get(..dot)?, name.get(dot.saturating_add(1)..)?)));
    match split {
        Some((module, last)) if !module.is_empty() && !last.is_empty() => {
            TestId { module, separator: ".", name: last }
        }
        _ => TestId::bare(name),
    }
}

/// `Failed!  - Failed:     1, Passed:     2, Skipped:     1, Total:     4, Duration: 12 ms - Tests.dll (net8.0)`.
#[must_use]
pub fn totals(text: &str) -> Option<Totals> {
    let rest = ["Failed! ", "Passed! ", "Skipped! "].iter().find_map(|word| text.strip_prefix(word))?;
    labelled(rest.trim_start().strip_prefix("- ")?)
}

/// The same in any language: `Fehler!      : Fehler:     1, erfolgreich:     2, ... - Tests.dll (net8.0)`. The order of the numbers is
/// the same, and the fourth is the sum of the others.
#[must_use]
pub fn foreign_totals(text: &str) -> Option<Totals> {
    let (labels, place) = text.trim_end().strip_suffix(')')?.rsplit_once(" - ")?;
    let (_, framework) = place.rsplit_once(".dll (")?;
    framework.starts_with("net").then_some(())?;
    let mut values = labels.split([',', '\u{ff0c}', '\u{3001}']).map(|part| {
        let (_, value) = part.rsplit_once(':')?;
        scan::whole_number(value.trim_matches([' ', '\u{a0}', '\u{202f}']))
    });
    let [failed, passed, skipped, total] = std::array::from_fn(|_| values.next().flatten());
    let sum = [failed?, passed?, skipped?].iter().fold(0_u64, |sum, value| sum.saturating_add(*value));
    // The time that all took is the last part.
    let last = values.next().is_some_and(|time| time.is_none()) && values.next().is_none();
    (last && total == Some(sum)).then_some(Totals { passed, failed, skipped, total, ..Totals::default() })
}

/// `Test summary: total: 4, failed: 1, succeeded: 2, skipped: 1, duration: 1.2s`.
#[must_use]
pub fn summary(text: &str) -> Option<Totals> {
    labelled(text.trim_start().strip_prefix("Test summary: ")?)
}

fn labelled(text: &str) -> Option<Totals> {
    let mut totals = Totals::default();
    for part in text.split(", ") {
        let Some((label, value)) = part.split_once(':') else { continue };
        let Some((number, _)) = scan::number(value.trim()) else { continue };
        slot(&mut totals, label.trim(), number);
    }
    totals.total.is_some().then_some(totals)
}

/// `  /a/Quay.dll (net9.0|x64) failed with 1 error(s) (1.2s)`: of several assemblies each has such a line above the totals.
#[must_use]
pub fn assembly(text: &str) -> bool {
    let framework = [") passed", ") failed"].iter().find_map(|verdict| text.split_once(verdict));
    let framework = framework.and_then(|(before, _)| before.rsplit_once(" ("));
    text.starts_with("  ") && framework.is_some_and(|(_, framework)| framework.contains('|'))
}

/// A line of totals that are one below the other: `     Passed: 2`, `  succeeded: 2`, `Total tests: 4`.
#[must_use]
pub fn part_of_totals<'a>(text: &'a str, totals: &mut Totals) -> Option<&'a str> {
    let (label, value) = text.trim().split_once(':')?;
    if matches!(label, "Total time" | "duration") {
        return Some(label);
    }
    let number = scan::whole_number(value.trim())?;
    slot(totals, label, number).then_some(label)
}

fn slot(totals: &mut Totals, label: &str, number: u64) -> bool {
    let slot = match label {
        "Passed" | "succeeded" => &mut totals.passed,
        "Failed" | "failed" => &mut totals.failed,
        "Skipped" | "skipped" => &mut totals.skipped,
        "Total" | "Total tests" | "total" => &mut totals.total,
        "error" => &mut totals.errors,
        _ => return false,
    };
    *slot = Some(number);
    true
}

/// `[xUnit.net 00:00:00.52]     Tests.A.B [FAIL]`: what follows the clock.
#[must_use]
pub fn xunit(text: &str) -> Option<&str> {
    let (clock, rest) = text.trim_start().strip_prefix("[xUnit.net ")?.split_once(']')?;
    (clock.len() >= 8 && clock.contains(':')).then_some(rest)
}

/// The place of a frame: `   at A.B() in /src/a.cs:line 3`, and `in /src/a.cs:3`.
#[must_use]
pub fn frame(text: &str) -> Option<Option<crate::event::Place<'_>>> {
    let rest = text.trim_start().strip_prefix("at ")?;
    let Some((_, place)) = rest.rsplit_once(" in ") else { return Some(None) };
    let (file, line) = place.rsplit_once(":line ").or_else(|| place.rsplit_once(':'))?;
    Some(scan::whole_number(line.trim()).map(|line| crate::event::Place { file, line: Some(line) }))
}

/// The sum of two statements.
#[must_use]
pub fn add(left: Totals, right: &Totals) -> Totals {
    let sum = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (None, None) => None,
        (a, b) => Some(a.unwrap_or(0).saturating_add(b.unwrap_or(0))),
    };
    Totals {
        passed: sum(left.passed, right.passed),
        failed: sum(left.failed, right.failed),
        errors: sum(left.errors, right.errors),
        skipped: sum(left.skipped, right.skipped),
        other: sum(left.other, right.other),
        total: sum(left.total, right.total),
    }
}
