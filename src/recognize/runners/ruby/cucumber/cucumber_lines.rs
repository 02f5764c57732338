//! The shapes of single lines of Cucumber's reports.
//!
//! Sources: cucumber-js 7 to 12 (`issue_helpers`, `summary_helpers`), cucumber-ruby 2.4 to 9 (`formatter/console.rb`), and
//! Cucumber-JVM's `DefaultSummaryPrinter`.

use crate::budget::Count as _;
use crate::event::Place;
use crate::recognize::kit::scan;

/// What a line of totals counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Scenarios,
    Steps,
}

/// The numbers of a line of totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub total: u64,
    pub passed: u64,
    /// Failed, and those whose step has several definitions.
    pub failed: u64,
    pub skipped: u64,
    /// Without a definition or not written yet: whether that is a failure depends on the program.
    pub unwritten: u64,
    /// `3 Scenarios`: Cucumber-JVM.
    pub is_jvm: bool,
}

/// Reads `12 scenarios (6 failed, 1 undefined, 5 passed)`, `0 steps`.
pub(super) fn totals(text: &str) -> Option<(Counted, Counts)> {
    let (total, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(' ')?;
    let (noun, parts) = rest.split_once(" (").unwrap_or((rest, ""));
    let counted = match noun {
        "scenario" | "scenarios" | "Scenarios" => Counted::Scenarios,
        "step" | "steps" | "Steps" => Counted::Steps,
        _ => return None,
    };
    let is_jvm = noun.starts_with(|first: char| first.is_ascii_uppercase());
    let mut counts = Counts { total, is_jvm, ..Counts::default() };
    if parts.is_empty() {
        return (total == 0).then_some((counted, counts));
    }
    let mut sum = 0_u64;
    for part in parts.strip_suffix(')')?.split(", ") {
        let (number, word) = scan::number(part)?;
        let slot = match word.strip_prefix(' ')? {
            "passed" => &mut counts.passed,
            "failed" | "ambiguous" => &mut counts.failed,
            "skipped" => &mut counts.skipped,
            "undefined" | "pending" => &mut counts.unwritten,
            "unknown" => &mut counts.failed,
            _ => return None,
        };
        slot.up(number);
        sum.up(number);
    }
    (sum == total).then_some((counted, counts))
}

/// Who prints the line of the time after the totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// `0m00.082s (executing steps: 0m00.055s)`
    Js,
    /// `0m0.151s`, and Behat's with its memory after it.
    Other,
}

/// Reads the line of the time.
pub(super) fn time(text: &str) -> Option<Time> {
    let (_, rest) = scan::number(text)?;
    let rest = rest.strip_prefix('m')?;
    let padded =
        rest.as_bytes().first() == Some(&b'0') && !matches!(rest.as_bytes().get(1), Some(b'.' | b','));
    let (_, rest) = scan::number(rest)?;
    let (_, rest) = scan::number(rest.strip_prefix(['.', ','])?)?;
    let rest = rest.strip_prefix('s')?;
    if padded || rest.starts_with(" (executing steps: ") {
        return Some(Time::Js);
    }
    (rest.is_empty() || rest.starts_with(" (")).then_some(Time::Other)
}

/// A scenario's file, its line, its name.
pub(super) type Named<'a> = (Place<'a>, &'a str);

/// `features/berths.feature:11`
pub(super) fn place(text: &str) -> Option<Place<'_>> {
    let (file, line) = text.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    let known = file.ends_with(".feature") || file.ends_with(".feature.md");
    known.then_some(Place { file, line: Some(line) })
}

/// Reads `Scenario: turns a liner away # features/berths.feature:11`: the name without its keyword.
pub(super) fn scenario(text: &str) -> Option<Named<'_>> {
    let (before, after) = text.rsplit_once(" # ")?;
    let place = place(after)?;
    let (keyword, name) = before.trim_end().split_once(": ")?;
    (!keyword.is_empty() && keyword.chars().count() <= 40).then_some((place, name.trim()))
}

/// Reads `3) Scenario: turns a liner away (attempt 2) # features/berths.feature:11`. Says too whether it was tried again.
pub(super) fn numbered(text: &str) -> Option<(Named<'_>, bool)> {
    let (_, rest) = scan::number(text)?;
    let (place, name) = scenario(rest.strip_prefix(") ")?)?;
    let Some((before, attempt)) = name.rsplit_once(" (attempt ") else { return Some(((place, name), false)) };
    Some(((place, before), attempt.ends_with(", retried)")))
}

/// Reads `cucumber features/berths.feature:22 # Scenario Outline: weighs <ship>, Examples (#2)`, with a profile before the
/// place, and the same with `rake` or another program's name.
pub(super) fn rerun(text: &str) -> Option<Named<'_>> {
    // Without the names when nothing but the places is asked for.
    let (command, comment) = text.split_once(" # ").unwrap_or((text, ""));
    let (program, at) = command.rsplit_once(' ')?;
    let place = place(at)?;
    let (_, name) = comment.split_once(": ").unwrap_or(("", comment));
    let name = name.split_once(", Examples (#").map_or(name, |(name, _)| name);
    program.starts_with("cucumber").then_some((place, name.trim()))
}

/// Reads `file:///home/user/berths.feature:11 # turns a liner away` and `classpath:berths.feature:11 # ...`.
pub(super) fn listed(text: &str) -> Option<Named<'_>> {
    let (at, name) = text.split_once(" # ")?;
    let place = place(at)?;
    (at.starts_with("file:") || at.starts_with("classpath:")).then_some((place, name.trim()))
}

/// Reads `    features/berths.feature:11`, in Behat's list.
pub(super) fn bare_place(text: &str) -> Option<Named<'_>> {
    let at = text.strip_prefix("    ").filter(|at| !at.starts_with(' '))?;
    Some((place(at.split(" (").next()?)?, ""))
}

/// A list of Cucumber-JVM's.
pub(super) fn is_list(text: &str) -> bool {
    matches!(
        text,
        "Failed scenarios:" | "Ambiguous scenarios:" | "Pending scenarios:" | "Undefined scenarios:"
    )
}

/// How a line of a trace tells its step: `features/berths.feature:13:in 'Then 2 berths are taken'` (Ruby), and
/// `at ✽.2 berths are taken(file:///berths.feature:13)` (the Java virtual machine).
pub(super) fn step_of(text: &str) -> Option<Place<'_>> {
    let bare = text.trim();
    if let Some((before, _)) = bare.split_once(":in `").or_else(|| bare.split_once(":in '")) {
        return place(before);
    }
    let inner = bare.strip_prefix("at \u{273d}.")?.strip_suffix(')')?;
    place(inner.rsplit_once('(')?.1)
}

/// A line of a trace of Ruby: `./features/step_definitions/steps.rb:9:in 'name'`.
pub(super) fn frame(text: &str) -> Option<Place<'_>> {
    let bare = text.trim();
    let (before, _) = bare.split_once(":in `").or_else(|| bare.split_once(":in '"))?;
    let (file, line) = before.rsplit_once(':')?;
    let known = file.ends_with(".rb") || file.ends_with(".feature");
    Some(Place { file, line: Some(scan::whole_number(line)?) }).filter(|_| known && !file.contains(' '))
}

/// How many steps a row of marks tells: `.F.U-P-`, before what a step printed.
pub(super) fn marks(text: &str) -> u64 {
    let known = |byte: &u8| b".FUPAS-".contains(byte);
    let count = text.bytes().take_while(known).count();
    let rest = text.as_bytes().get(count);
    // `Given` is a word, and so is `A ship`.
    let glued = rest.is_some() && !text.starts_with(['.', '-']);
    if glued { 0 } else { u64::try_from(count).unwrap_or(u64::MAX) }
}

/// Whether the line is a step with the place of its code: `    When it rains # features/steps.rb:4`, with Behat's
/// `# FeatureContext::itRains()` or godog's `# steps_test.go:4 -> itRains`.
pub(super) fn is_step(text: &str) -> bool {
    let Some((before, after)) = text.rsplit_once(" # ").filter(|_| text.starts_with("    ")) else {
        return false;
    };
    let function = |name: &str| !name.is_empty() && !name.contains(' ');
    if let Some((class, method)) = after.strip_suffix("()").and_then(|name| name.rsplit_once("::")) {
        return function(class) && function(method) && !before.trim().is_empty();
    }
    let (place, known): (&str, &[&str]) = match after.split_once(" -> ") {
        Some((place, _)) => (place, &[".go"]),
        None => (after, &[".rb", ".js", ".ts", ".mjs", ".cjs", ".mts", ".feature"]),
    };
    let code = place.rsplit_once(':').filter(|(_, line)| scan::whole_number(line).is_some());
    code.is_some_and(|(file, _)| known.iter().any(|end| file.ends_with(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_those_of_scenarios_and_steps_that_add_up() {
        let (counted, counts) =
            totals("12 scenarios (6 failed, 1 ambiguous, 1 undefined, 1 pending, 1 skipped, 2 passed)")
                .unwrap();
        assert_eq!(counted, Counted::Scenarios);
        let want = Counts { total: 12, passed: 2, failed: 7, skipped: 1, unwritten: 2, is_jvm: false };
        assert_eq!(counts, want);
        assert!(totals("3 Steps (3 passed)").unwrap().1.is_jvm);
        assert_eq!(totals("0 scenarios"), Some((Counted::Scenarios, Counts::default())));
        for text in
            ["3 scenarios (2 passed)", "3 scenarios", "1 scenario passed, 0 failed", "3 tests (3 passed)"]
        {
            assert_eq!(totals(text), None, "{text}");
        }
    }

    #[test]
    fn the_time_tells_who_printed_it() {
        assert_eq!(time("0m00.082s (executing steps: 0m00.055s)"), Some(Time::Js));
        assert_eq!(time("0m00.082s"), Some(Time::Js));
        for text in ["0m0.151s", "1m12.1s", "0m0,1s", "0m0.05s (9.09Mb)"] {
            assert_eq!(time(text), Some(Time::Other), "{text}");
        }
        assert_eq!(time("0m"), None);
    }

    #[test]
    fn a_scenario_has_a_place_and_a_name() {
        let place = |file, line| Place { file, line: Some(line) };
        assert_eq!(
            numbered("1) Scenario: turns a liner away # features/b.feature:11"),
            Some(((place("features/b.feature", 11), "turns a liner away"), false))
        );
        assert_eq!(
            numbered("2) Scenario: a (attempt 1, retried) # b.feature:1"),
            Some(((place("b.feature", 1), "a"), true))
        );
        assert_eq!(
            rerun("cucumber -p ci features/b.feature:22 # Scenario Outline: weighs <ship>, Examples (#2)"),
            Some((place("features/b.feature", 22), "weighs <ship>"))
        );
        assert_eq!(listed("file:///h/b.feature:3 # a # b"), Some((place("file:///h/b.feature", 3), "a # b")));
        assert_eq!(listed("see b.feature:3 # a"), None);
        assert_eq!(step_of("features/b.feature:13:in `Then 2'"), Some(place("features/b.feature", 13)));
        assert_eq!(
            step_of("\tat \u{273d}.2 berths(file:///b.feature:13)"),
            Some(place("file:///b.feature", 13))
        );
    }

    #[test]
    fn marks_are_counted_before_what_a_step_prints() {
        for (text, count) in
            [("..F-", 4), (".a barge comes", 1), ("Feature: a", 0), ("A ship", 0), ("FFF", 3)]
        {
            assert_eq!(marks(text), count, "{text}");
        }
    }
}
