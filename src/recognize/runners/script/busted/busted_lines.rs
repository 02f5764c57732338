//! The shapes of busted's lines; see `outputHandlers/` of its sources.

use crate::event::{FailureKind, Place, TestId, Totals};
use crate::recognize::kit::scan;

/// The longest name of a test, in bytes.
const LONGEST_NAME: usize = 600;

/// Reads `1 success / 3 failures / 3 errors / 2 pending : 0.002619 seconds`; before 2.0 errors are failures, and a stop ends it.
pub fn totals(text: &str) -> Option<Totals> {
    let (passed, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" successes / ").or_else(|| rest.strip_prefix(" success / "))?;
    let (failed, rest) = scan::number(rest)?;
    let rest = rest.strip_prefix(" failures / ").or_else(|| rest.strip_prefix(" failure / "))?;
    let (errors, more) = scan::number(rest)?;
    let more = more.strip_prefix(" errors / ").or_else(|| more.strip_prefix(" error / "));
    let (errors, rest) = more.map_or((0, rest), |more| (errors, more));
    let (skipped, rest) = scan::number(rest)?;
    let time = rest.strip_prefix(" pending : ")?.trim_end();
    let time = time.strip_suffix('.').unwrap_or(time).strip_suffix(" seconds")?;
    let timed = !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit() || b".e-+".contains(&byte));
    timed.then_some(Totals {
        passed: Some(passed),
        failed: Some(failed),
        errors: Some(errors),
        skipped: Some(skipped),
        ..Totals::default()
    })
}

const fn is_point(point: char) -> bool {
    matches!(point, '●' | '◼' | '✱' | '◌' | '+' | '-' | '*' | '.')
}

/// How many points a line holds that is nothing but points: `●●◼◌✱` or `++-.*`.
pub fn points(text: &str) -> Option<u64> {
    let text = text.trim_end();
    let all = !text.is_empty() && text.chars().all(is_point);
    all.then(|| u64::try_from(text.chars().count()).unwrap_or(u64::MAX))
}

/// Whether the line begins with the point of a test that passed, or a drawn one.
pub fn begins(text: &str) -> bool {
    text.starts_with(['●', '◼', '✱', '◌', '+']) || points(text).is_some()
}

/// Whether a point of the line is of a test that failed.
pub fn fails(text: &str) -> bool {
    text.contains(['◼', '✱', '-', '*'])
}

/// How an entry of the list begins, and a line of points: drawn, several plain ones, or one of a test that passed and what the next one printed.
pub const STARTS: [&str; 104] = [
    "Failure ", "Error ", "●", "◼", "✱", "◌", "+ ", "+!", "+\"", "+#", "+$", "+%", "+&", "+'", "+(", "+)",
    "+*", "++", "+,", "+-", "+.", "+/", "+0", "+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8", "+9", "+:",
    "+;", "+<", "+=", "+>", "+?", "+@", "+A", "+B", "+C", "+D", "+E", "+F", "+G", "+H", "+I", "+J", "+K",
    "+L", "+M", "+N", "+O", "+P", "+Q", "+R", "+S", "+T", "+U", "+V", "+W", "+X", "+Y", "+Z", "+[", "+\\",
    "+]", "+^", "+_", "+`", "+a", "+b", "+c", "+d", "+e", "+f", "+g", "+h", "+i", "+j", "+k", "+l", "+m",
    "+n", "+o", "+p", "+q", "+r", "+s", "+t", "+u", "+v", "+w", "+x", "+y", "+z", "+{", "+|", "+}", "+~",
    "-+", "*+", ".+",
];

/// What a block of the list is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    Pending,
    Failure,
    Error,
}

/// The heading of a block of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// What it is about.
    pub reported: Reported,
    /// Where, when the line tells it: `spec/a_spec.lua @ 4`.
    pub place: Option<Place<'a>>,
    /// All after the arrow.
    pub says: &'a str,
}

/// Reads `Failure → spec/a_spec.lua @ 4`, and `->` of the plain handler.
pub fn entry(text: &str) -> Option<Entry<'_>> {
    let (word, rest) = text.split_once(' ')?;
    let reported = match word {
        "Pending" => Reported::Pending,
        "Failure" => Reported::Failure,
        "Error" => Reported::Error,
        _ => return None,
    };
    let says = rest.strip_prefix("→ ").or_else(|| rest.strip_prefix("-> "))?.trim_end();
    (!says.is_empty()).then(|| Entry { reported, place: place(says), says })
}

/// Reads `spec/a_spec.lua @ 4`.
fn place(text: &str) -> Option<Place<'_>> {
    let (file, line) = text.rsplit_once(" @ ")?;
    let line = scan::whole_number(line)?;
    (!file.is_empty() && file.len() <= LONGEST_NAME).then_some(Place { file, line: Some(line) })
}

/// What of a test failed, by its name: an element that is no test has that of its hook after that of its block.
pub fn kind(name: &str) -> FailureKind {
    const HOOKS: [&str; 9] = [
        " before_each",
        " after_each",
        " setup",
        " teardown",
        " strict_setup",
        " strict_teardown",
        " lazy_setup",
        " lazy_teardown",
        " finally",
    ];
    if name.starts_with("suite ") || name.starts_with("file ") {
        FailureKind::Collection
    } else if HOOKS.iter().any(|hook| name.ends_with(hook)) {
        FailureKind::Setup
    } else {
        FailureKind::Test
    }
}

/// A test's name below its file.
pub fn id<'a>(file: &'a str, name: &'a str) -> TestId<'a> {
    TestId { module: file, separator: ": ", name }
}

/// Reads `spec/a_spec.lua:7: Expected objects to be equal.`.
pub fn message(text: &str) -> Option<(Place<'_>, &str)> {
    let (place, rest) = scan::place(text)?;
    rest.starts_with(' ').then(|| (place, rest.trim()))
}

/// What a line of the handler with brackets says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket<'a> {
    /// `[==========] Running tests from scanned files.`
    Header,
    /// `[----------] ...`
    Ruler,
    /// `[==========] 8 tests from 1 test file ran. (6.55 ms total)`
    Ran,
    /// `[ RUN      ] spec/a_spec.lua @ 2: adds`
    Run(Test<'a>),
    /// A result: of the test that ran, with its time, or of the closing list.
    Result(Mark, Test<'a>),
    /// `[  FAILED  ] 3 tests, listed below:`, `[  PASSED  ] 1 test.`
    Sum(Mark, u64),
}

/// The words in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Passed,
    Skipped,
    Failed,
    Error,
}

/// A test as a line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test<'a> {
    /// Its file and line.
    pub place: Place<'a>,
    /// Its name.
    pub name: &'a str,
    /// The line tells how long it took.
    pub timed: bool,
}

/// Reads a line that begins with a bracket.
pub fn bracket(text: &str) -> Option<Bracket<'_>> {
    let (word, rest) = text.strip_prefix('[')?.split_once("] ")?;
    let mark = match word {
        "==========" if rest == "Running tests from scanned files." => return Some(Bracket::Header),
        "==========" => {
            let (_, ran) = scan::number(rest)?;
            let ran = ran.strip_prefix(" tests from ").or_else(|| ran.strip_prefix(" test from "))?;
            let (_, ran) = scan::number(ran)?;
            let ran = ran.starts_with(" test file ran. (") || ran.starts_with(" test files ran. (");
            return ran.then_some(Bracket::Ran);
        }
        "----------" => return Some(Bracket::Ruler),
        " RUN      " => return test(rest).map(Bracket::Run),
        "       OK " | "  PASSED  " => Mark::Passed,
        " SKIPPED  " => Mark::Skipped,
        "  FAILED  " => Mark::Failed,
        "  ERROR   " => Mark::Error,
        _ => return None,
    };
    if let Some((number, words)) = scan::number(rest) {
        let word = words.trim_end_matches(", listed below:").trim_end_matches('.').trim();
        if matches!(word, "test" | "tests" | "error" | "errors") {
            return Some(Bracket::Sum(mark, number));
        }
    }
    test(rest).map(|test| Bracket::Result(mark, test))
}

/// Reads `spec/a_spec.lua @ 2: adds (0.10 ms)`.
fn test(text: &str) -> Option<Test<'_>> {
    let (file, rest) = text.split_once(" @ ")?;
    let (line, name) = scan::number(rest)?;
    let name = name.strip_prefix(": ")?;
    let time = name.strip_suffix(" ms)").and_then(|name| name.rsplit_once(" ("));
    let time = time.filter(|(_, time)| time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
    let (name, timed) = time.map_or((name, false), |(name, _)| (name, true));
    let place = Place { file, line: Some(line) };
    (!file.is_empty() && !name.is_empty() && text.len() <= LONGEST_NAME).then_some(Test {
        place,
        name,
        timed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_have_their_exact_shape() {
        let read =
            |text| totals(text).map(|totals| (totals.passed, totals.failed, totals.errors, totals.skipped));
        assert_eq!(
            read("1 success / 3 failures / 2 errors / 4 pending : 0.002619 seconds"),
            Some((Some(1), Some(3), Some(2), Some(4)))
        );
        assert_eq!(
            read("0 successes / 1 failure / 1 error / 0 pending : 2.6e-05 seconds"),
            Some((Some(0), Some(1), Some(1), Some(0)))
        );
        for none in ["1 success / 3 failures / 2 errors / 4 pending", "1 success / 3 ships : 1 seconds"] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn points_are_counted_where_nothing_else_is_at() {
        assert_eq!(points("●◼✱◌"), Some(4));
        assert_eq!(points("+-*."), Some(4));
        for none in ["", "●x", "a..."] {
            assert_eq!(points(none), None, "{none}");
        }
    }

    #[test]
    fn an_entry_has_a_place_or_says_why() {
        let read = |text| {
            entry(text).map(|entry| (entry.reported, entry.place.and_then(|place| place.line), entry.says))
        };
        assert_eq!(
            read("Failure → spec/a_spec.lua @ 4"),
            Some((Reported::Failure, Some(4), "spec/a_spec.lua @ 4"))
        );
        assert_eq!(
            read("Error -> Cannot find file or directory: spec/none"),
            Some((Reported::Error, None, "Cannot find file or directory: spec/none"))
        );
        assert_eq!(read("Failure: no"), None);
        assert_eq!(kind("the basket before_each"), FailureKind::Setup);
        assert_eq!(kind("suite spec/a_spec.lua"), FailureKind::Collection);
        assert_eq!(kind("adds"), FailureKind::Test);
    }

    #[test]
    fn brackets_hold_results_and_sums() {
        let place = Place { file: "spec/a_spec.lua", line: Some(2) };
        let test = |timed| Test { place, name: "adds (up)", timed };
        assert_eq!(bracket("[ RUN      ] spec/a_spec.lua @ 2: adds (up)"), Some(Bracket::Run(test(false))));
        assert_eq!(
            bracket("[  FAILED  ] spec/a_spec.lua @ 2: adds (up) (0.10 ms)"),
            Some(Bracket::Result(Mark::Failed, test(true)))
        );
        assert_eq!(bracket("[  ERROR   ] 3 errors, listed below:"), Some(Bracket::Sum(Mark::Error, 3)));
        assert_eq!(bracket("[  PASSED  ] 1 test."), Some(Bracket::Sum(Mark::Passed, 1)));
        assert_eq!(bracket("[==========] 8 tests from 1 test file ran. (6.55 ms total)"), Some(Bracket::Ran));
        assert_eq!(bracket("[==========] Running 3 tests from 1 test suite."), None);
        assert_eq!(bracket("[       OK ] Quay.Signals (0 ms)"), None);
    }
}
