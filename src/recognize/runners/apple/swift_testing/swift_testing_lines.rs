//! The shapes of Swift Testing's console lines, read without any state.
//!
//! Source: `Event.ConsoleOutputRecorder` and `Event.HumanReadableOutputRecorder` of the library, versions 6.0 to 6.3:
//! a symbol, a blank or two, a sentence. The symbols differ between Apple's font, plain Unicode and Windows; the
//! sentences do not. Zero-width spaces, which some terminals' control sequences leave after, may precede a symbol.

use crate::event::Place;
use crate::recognize::kit::scan::{number, whole_number};

/// What a line's symbol says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Something began.
    Default,
    /// Skipped.
    Skip,
    /// Passed.
    Pass,
    /// Passed with known issues.
    Known,
    /// Failed.
    Fail,
    /// How two values differ.
    Difference,
    /// A warning.
    Warning,
    /// A comment.
    Details,
    /// An attachment.
    Attachment,
}

/// Splits the symbol off. The rest begins with the sentence.
pub fn symbol(text: &str) -> Option<(Symbol, &str)> {
    let mut text = text.trim_start();
    while let Some(rest) = text.strip_prefix("<U+200B>").or_else(|| text.strip_prefix('\u{200b}')) {
        text = rest.trim_start();
    }
    let mut chars = text.chars();
    let symbol = match chars.next()? {
        '\u{25c7}' | '\u{25ca}' | '\u{1007c8}' => Symbol::Default,
        '\u{279c}' | '\u{10065f}' => Symbol::Skip,
        '\u{2714}' | '\u{221a}' | '\u{10105b}' => Symbol::Pass,
        '\u{2501}' | '-' | '\u{100882}' => Symbol::Known,
        '\u{2718}' | '\u{d7}' | '\u{100884}' => Symbol::Fail,
        '\u{b1}' | '\u{10017a}' => Symbol::Difference,
        '\u{26a0}' | '\u{25b2}' | '\u{1001ff}' => Symbol::Warning,
        '\u{21b3}' | '\u{2192}' | '\u{100135}' => Symbol::Details,
        '\u{2399}' | '\u{100237}' => Symbol::Attachment,
        _ => return None,
    };
    let rest = chars.as_str().trim_start_matches(['\u{fe0e}', '\u{fe0f}']);
    let sentence = rest.strip_prefix(' ')?.trim_start();
    // Tags with colours are dots before the sentence.
    Some((symbol, sentence.trim_start_matches('\u{25cf}').trim_start()))
}

/// The last symbol of the line that is before a sentence on a test and after other text: a test printed without
/// ending its line. The rest begins with the symbol.
pub fn glued(ending: &str) -> Option<&str> {
    if !ending.ends_with('.') {
        return None;
    }
    let head =
        ending.get(..ending.rfind(" Test ")?)?.trim_end_matches([' ', '\u{fe0e}', '\u{fe0f}', '\u{25cf}']);
    let last = head.chars().next_back()?;
    let rest = ending.get(head.len().saturating_sub(last.len_utf8())..)?;
    matches!(symbol(rest)?.0, Symbol::Pass | Symbol::Fail | Symbol::Known).then_some(rest)
}

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A test function.
    Test,
    /// A suite.
    Suite,
}

/// What a sentence says of a test or a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact<'a> {
    /// It began.
    Started,
    /// It passed; whether with known issues.
    Passed {
        /// Known issues were met.
        known: bool,
    },
    /// It failed.
    Failed,
    /// It was skipped or cancelled.
    Skipped,
    /// An issue.
    Issue {
        /// Where.
        place: Option<Place<'a>>,
        /// Its first line.
        message: &'a str,
    },
    /// An issue that was expected.
    KnownIssue,
    /// An issue of severity warning.
    Warning,
}

/// A sentence on a test or suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence<'a> {
    /// What it is about.
    pub subject: Subject,
    /// A function as declared, or a display name in quotes.
    pub name: &'a str,
    /// What it says.
    pub fact: Fact<'a>,
}

/// Reads `Test NAME ...` and `Suite NAME ...`.
pub fn sentence(text: &str) -> Option<Sentence<'_>> {
    let (subject, rest) = match text.strip_prefix("Test ") {
        Some(rest) => (Subject::Test, rest),
        None => (Subject::Suite, text.strip_prefix("Suite ")?),
    };
    if rest.starts_with("run ") || rest.starts_with("case ") {
        return None;
    }
    let (name, tail) = split_name(rest)?;
    let fact = fact(tail)?;
    Some(Sentence { subject, name, fact })
}

/// The name ends where the verb begins: after the closing quote of a display name, else at the first verb.
fn split_name(text: &str) -> Option<(&str, &str)> {
    const VERBS: [&str; 9] = [
        " started.",
        " started ",
        " passed after ",
        " failed after ",
        " skipped: ",
        " skipped.",
        " recorded a",
        " was cancelled",
        " was skipped",
    ];
    let from = if let Some(inner) = text.strip_prefix('"') {
        // `"name" failed after` or, verbosely, `"name" (aka 'f()') failed after`.
        let ends = VERBS.iter().filter_map(|verb| inner.find(&format!("\"{verb}")));
        let aka = inner.find("\" (aka '");
        let mut counted = inner.match_indices("\" with ").map(|(at, _)| at);
        let counted = counted.find(|at| {
            let rest = inner.get(at.saturating_add(1)..).and_then(after_cases);
            rest.is_some_and(|rest| VERBS.iter().any(|verb| rest.starts_with(verb)))
        });
        ends.chain(aka).chain(counted).min()?.saturating_add(1)
    } else {
        0
    };
    let rest = text.get(from..)?;
    let cut = VERBS.iter().filter_map(|verb| rest.find(verb)).min()?.saturating_add(from);
    let (name, tail) = text.split_at_checked(cut)?;
    let name = if from > 0 { name.get(..from.saturating_add(1))? } else { without_cases(name) };
    (!name.is_empty()).then_some((name, tail.trim_start()))
}

/// The rest after ` with 3 test cases`, which is after the name of a parameterised test that ended.
fn after_cases(text: &str) -> Option<&str> {
    let (_, rest) = number(text.strip_prefix(" with ")?)?;
    let rest = rest.strip_prefix(" test case")?;
    Some(rest.strip_prefix('s').unwrap_or(rest))
}

fn without_cases(name: &str) -> &str {
    let head = name.rfind(" with ").and_then(|at| name.split_at_checked(at));
    head.filter(|(_, tail)| after_cases(tail) == Some("")).map_or(name, |(head, _)| head)
}

fn fact(tail: &str) -> Option<Fact<'_>> {
    if tail.starts_with("started") {
        return Some(Fact::Started);
    }
    if let Some(rest) = tail.strip_prefix("passed after ") {
        return Some(Fact::Passed { known: rest.contains(" known issue") });
    }
    if tail.starts_with("failed after ") {
        return Some(Fact::Failed);
    }
    if tail.starts_with("skipped") || tail.starts_with("was ") {
        return Some(Fact::Skipped);
    }
    if tail.starts_with("recorded a known issue") {
        return Some(Fact::KnownIssue);
    }
    if tail.starts_with("recorded a warning") {
        return Some(Fact::Warning);
    }
    let rest = tail.strip_prefix("recorded an issue")?;
    let (place, message) = located(rest);
    Some(Fact::Issue { place, message })
}

/// ` at File.swift:12:5: message`, ` with 2 arguments a → 1, b → "x" at File.swift:12:5: message`, `: message`
fn located(rest: &str) -> (Option<Place<'_>>, &str) {
    // Arguments may hold ` at ` themselves: the place is the first that reads as one.
    let mut from = 0;
    while let Some(at) = rest.get(from..).and_then(|part| part.find(" at ")) {
        from = from.saturating_add(at).saturating_add(4);
        let Some(part) = rest.get(from..) else { break };
        if let Some(read) = place(part) {
            return read;
        }
    }
    (None, rest.split_once(": ").map_or(rest, |(_, message)| message))
}

fn place(part: &str) -> Option<(Option<Place<'_>>, &str)> {
    let (head, message) = part.split_once(": ").unwrap_or((part, ""));
    let (head, column) = head.rsplit_once(':')?;
    let (file, line) = head.rsplit_once(':')?;
    whole_number(column)?;
    let line = whole_number(line)?;
    (!file.is_empty()).then_some((Some(Place { file, line: Some(line) }), message))
}

/// `Test run with 12 tests in 3 suites failed after 0.2 seconds with 3 issues (including 1 known issue).`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Test functions run or skipped.
    pub tests: u64,
    /// Whether the run failed.
    pub failed: bool,
    /// Issues that are neither known nor warnings.
    pub issues: u64,
}

/// Reads the run's closing sentence.
pub fn run(text: &str) -> Option<Run> {
    let (tests, rest) = number(text.strip_prefix("Test run with ")?)?;
    let rest = rest.strip_prefix(" test")?;
    let (failed, tail) = match rest.split_once(" failed after ") {
        Some((_, tail)) => (true, tail),
        None => (false, rest.split_once(" passed after ")?.1),
    };
    let count = |words: &str| {
        let at = tail.find(words)?;
        let head = tail.get(..at)?;
        let digits = head.rfind(|each: char| !each.is_ascii_digit()).map_or(0, |at| at.saturating_add(1));
        whole_number(head.get(digits..)?)
    };
    let all = tail.split_once(" with ").and_then(|(_, counts)| number(counts)).map_or(0, |(value, _)| value);
    let apart = count(" known issue").unwrap_or(0).saturating_add(count(" warning").unwrap_or(0));
    let issues = if failed { all.saturating_sub(apart).max(1) } else { 0 };
    Some(Run { tests, failed, issues })
}

/// The name in `Test NAME failed after ...`, for whoever keeps count of failures.
#[must_use]
pub fn failed_test(text: &str) -> Option<&str> {
    let (symbol, text) = symbol(text)?;
    let read = sentence(text)?;
    let failed = symbol == Symbol::Fail && read.subject == Subject::Test && read.fact == Fact::Failed;
    failed.then_some(read.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(text: &str) -> Option<(Symbol, Subject, &str, Fact<'_>)> {
        let (symbol, rest) = symbol(text)?;
        let read = sentence(rest)?;
        Some((symbol, read.subject, read.name, read.fact))
    }

    #[test]
    fn the_same_sentence_is_read_after_every_symbol() {
        for text in [
            "\u{2718} Test f() failed after 0.001 seconds with 1 issue.",
            "\u{100884}  Test f() failed after 0.001 seconds with 1 issue.",
            "\u{d7} Test f() failed after 0.001 seconds with 1 issue.",
            "<U+200B>\u{2718} Test f() failed after 0.001 seconds with 1 issue.",
            "\u{2718} \u{25cf} Test f() failed after 0.001 seconds with 1 issue.",
        ] {
            assert_eq!(reported(text), Some((Symbol::Fail, Subject::Test, "f()", Fact::Failed)), "{text}");
        }
        assert_eq!(reported("\u{2714}\u{fe0e} Test f() passed after 1 seconds.").unwrap().0, Symbol::Pass);
        assert_eq!(reported("\u{2718}Test f() failed after 1 seconds."), None);
    }

    #[test]
    fn a_sentence_may_are_after_what_a_test_printed() {
        for (printed, sentence) in [
            ("lamp: ", "\u{2714} Test f() passed after 0.1 seconds."),
            ("a Test b", "\u{10105b}  Test \"f\" passed after 0.1 seconds."),
            ("\u{2718} Test ", "\u{2718} Test f() failed after 0.1 seconds with 1 issue."),
        ] {
            assert_eq!(glued(&format!("{printed}{sentence}")), Some(sentence));
        }
        for text in ["lamp Test f() passed after 0.1 seconds.", "x\u{2714} Test f() passed after", "", "."] {
            assert_eq!(glued(text), None, "{text}");
        }
    }

    #[test]
    fn a_display_name_may_hold_the_words_of_a_verdict() {
        let text = "\u{2714} Test \"it failed after a while\" passed after 0.1 seconds with 1 known issue.";
        let wanted =
            (Symbol::Pass, Subject::Test, "\"it failed after a while\"", Fact::Passed { known: true });
        assert_eq!(reported(text), Some(wanted));
        let text = "\u{2718} Test \"a\" (aka 'b()') failed after 0.1 seconds with 1 issue.";
        assert_eq!(reported(text), Some((Symbol::Fail, Subject::Test, "\"a\"", Fact::Failed)));
    }

    #[test]
    fn how_many_cases_a_test_had_is_no_part_of_its_name() {
        for (text, name) in [
            (
                "\u{2718} Test moors(barge:) with 3 test cases failed after 0.1 seconds with 1 issue.",
                "moors(barge:)",
            ),
            ("\u{2718} Test \"moors\" with 1 test case failed after 0.1 seconds with 1 issue.", "\"moors\""),
            (
                "\u{2718} Test \"moors\" (aka 'moors(barge:)') with 2 test cases failed after 0.1 seconds with 1 issue.",
                "\"moors\"",
            ),
            (
                "\u{2718} Test \"a quay\" with 2 test cases of rope\" failed after 0.1 seconds with 1 issue.",
                "\"a quay\" with 2 test cases of rope\"",
            ),
        ] {
            assert_eq!(reported(text), Some((Symbol::Fail, Subject::Test, name, Fact::Failed)), "{text}");
        }
    }

    #[test]
    fn an_issue_tells_place_and_message_with_and_without_arguments() {
        let place = Some(Place { file: "F.swift", line: Some(12) });
        let cases = [
            (
                "\u{2718} Test f() recorded an issue at F.swift:12:5: Expectation failed: (a \u{2192} 1) == (b \u{2192} 2)",
                Fact::Issue { place, message: "Expectation failed: (a \u{2192} 1) == (b \u{2192} 2)" },
            ),
            (
                "\u{2718} Test f() recorded an issue with 1 argument value \u{2192} \"meet at noon: ok\" at F.swift:12:5: Caught error: x",
                Fact::Issue { place, message: "Caught error: x" },
            ),
            (
                "\u{2718} Test f() recorded an issue: Issue recorded",
                Fact::Issue { place: None, message: "Issue recorded" },
            ),
            ("\u{2501} Test f() recorded a known issue at F.swift:1:1: x", Fact::KnownIssue),
            ("\u{26a0}\u{fe0e} Test f() recorded a warning at F.swift:1:1: x", Fact::Warning),
            ("\u{279c} Test f() skipped: \"reason\"", Fact::Skipped),
        ];
        for (text, fact) in cases {
            assert_eq!(reported(text).map(|read| read.3), Some(fact), "{text}");
        }
    }

    #[test]
    fn the_closing_sentence_tells_tests_and_real_issues() {
        let read = |text| run(text).map(|run| (run.tests, run.failed, run.issues));
        assert_eq!(
            read("Test run with 12 tests in 3 suites failed after 0.2 seconds with 3 issues."),
            Some((12, true, 3))
        );
        assert_eq!(
            read(
                "Test run with 1 test failed after 0.2 seconds with 4 issues (including 1 warning and 2 known issues)."
            ),
            Some((1, true, 1))
        );
        assert_eq!(
            read("Test run with 6 tests passed after 0.2 seconds with 1 known issue."),
            Some((6, false, 0))
        );
        assert_eq!(read("Test run with joy"), None);
    }
}
