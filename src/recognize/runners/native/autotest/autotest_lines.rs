//! The lines of Autotest, each read by itself.
//!
//! Source: `lib/autotest/general.m4` of Autoconf 2.60 to 2.72.

use crate::event::Place;
use crate::recognize::kit::scan;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Ok,
    Skipped,
    Failed,
    /// It failed, as it was expected to.
    ExpectedFailure,
    /// It passed, though it was expected to fail.
    UnexpectedPass,
}

impl Word {
    pub(super) fn fails(self) -> bool {
        matches!(self, Self::Failed | Self::UnexpectedPass)
    }
}

/// A result: the word, and the check at which it was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reported<'a> {
    pub(super) word: Word,
    pub(super) place: Option<Place<'a>>,
}

/// The first or the last line of a test's report: its number, and where it is in the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At<'a> {
    pub(super) number: u64,
    pub(super) place: &'a str,
}

/// Reads `basics.at:12`.
pub(super) fn place(text: &str) -> Option<Place<'_>> {
    let (file, line) = text.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    (!file.is_empty() && !file.contains([' ', '\t', '(', ')'])).then_some(Place { file, line: Some(line) })
}

/// Reads what ends with a result: `name   FAILED (basics.at:12)`. What is before it, and the result.
pub(super) fn ending(text: &str) -> Option<(&str, Reported<'_>)> {
    for (word, shown) in [(Word::Ok, " ok"), (Word::UnexpectedPass, " UNEXPECTED PASS")] {
        if let Some(before) = text.strip_suffix(shown) {
            return Some((before, Reported { word, place: None }));
        }
    }
    let (before, inside) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let place = Some(place(inside)?);
    let words = [
        (Word::Skipped, " skipped"),
        (Word::Failed, " FAILED"),
        (Word::ExpectedFailure, " expected failure"),
    ];
    words
        .iter()
        .find_map(|(word, shown)| Some((before.strip_suffix(shown)?, Reported { word: *word, place })))
}

/// Reads what is a result and nothing else, after a blank.
pub(super) fn result(text: &str) -> Option<Reported<'_>> {
    ending(text).filter(|(before, _)| before.is_empty()).map(|(_, reported)| reported)
}

/// Reads the beginning of a line of a silent run, `  7: name   ok`: the number, and what follows.
pub(super) fn numbered(text: &str) -> Option<(u64, &str)> {
    let bare = text.trim_start_matches(' ');
    let (number, rest) = scan::number(bare)?;
    let indent = text.len().checked_sub(bare.len())?;
    let digits = bare.len().checked_sub(rest.len())?;
    let rest = rest.strip_prefix(": ")?;
    (number > 0 && indent == 3_usize.saturating_sub(digits)).then_some((number, rest))
}

/// Reads `7. basics.at:12: ` and gives what follows.
fn at(text: &str) -> Option<(At<'_>, &str)> {
    let (number, rest) = scan::number(text)?;
    let (shown, rest) = rest.strip_prefix(". ")?.split_once(": ")?;
    place(shown)?;
    Some((At { number, place: shown }, rest))
}

/// Reads the first line of a test's report: `7. basics.at:12: testing name ...`. The name comes with it.
pub(super) fn head(text: &str) -> Option<(At<'_>, &str)> {
    let (at, rest) = at(text)?;
    Some((at, rest.strip_prefix("testing ")?.strip_suffix(" ...")?.trim()))
}

/// As [`head`], when the line begins with what other tests left there.
pub(super) fn head_inside(text: &str) -> Option<(At<'_>, &str)> {
    let from = text.find(": testing ")?;
    let start = text.get(..from)?.rfind(". ")?;
    let digits = text.get(..start)?;
    let number = digits.trim_end_matches(|each: char| each.is_ascii_digit()).len();
    head(text.get(number..)?)
}

/// Reads the last line of a test's report: `7. basics.at:12:  ok`.
pub(super) fn tail(text: &str) -> Option<(At<'_>, Reported<'_>)> {
    let (at, rest) = at(text)?;
    Some((at, result(rest)?))
}

/// Reads the beginning of the last line of a test's report, whatever follows: `7. basics.at:12:`.
pub(super) fn tail_begins(text: &str) -> Option<At<'_>> {
    let (number, rest) = scan::number(text)?;
    let (shown, _) = rest
        .strip_prefix(". ")?
        .split_once(": ")
        .or_else(|| Some((rest.strip_prefix(". ")?.strip_suffix(':')?, "")))?;
    place(shown)?;
    Some(At { number, place: shown })
}

/// A line of a log that names a test and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Logged<'a> {
    pub(super) at: At<'a>,
    pub(super) name: &'a str,
    pub(super) reported: Reported<'a>,
}

/// Reads `7. name (basics.at:12): ok     (0m0.002s 0m0.000s)`.
pub(super) fn logged(text: &str) -> Option<Logged<'_>> {
    let (number, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(". ")?;
    let timed = rest.strip_suffix("s)").and_then(|rest| rest.rsplit_once("     ("));
    let rest = match timed {
        Some((rest, times)) if times.bytes().all(is_of_times) => rest,
        _ => rest,
    };
    let (before, reported) = ending(rest)?;
    let (name, shown) = before.strip_suffix("):")?.rsplit_once(" (")?;
    place(shown)?;
    Some(Logged { at: At { number, place: shown }, name: name.trim(), reported })
}

fn is_of_times(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'm' | b's' | b'.' | b',' | b' ')
}

/// Reads the last line of a test's report as a log has it: `7. basics.at:12: 7. name (basics.at:12): FAILED (basics.at:13)`.
pub(super) fn logged_tail(text: &str) -> Option<Logged<'_>> {
    let (at, rest) = at(text)?;
    logged(rest).filter(|logged| logged.at == at)
}

/// Reads a line of a log's lists: `   7: basics.at:12   name`.
pub(super) fn listed(text: &str) -> Option<(At<'_>, &str)> {
    let (number, rest) = scan::number(text.trim_start_matches(' '))?;
    let (shown, name) = rest.strip_prefix(": ")?.split_once(' ')?;
    place(shown)?;
    text.starts_with(' ').then_some((At { number, place: shown }, name.trim()))
}

/// Reads the closing list: `   Subject: [harbour 1.4] testsuite: 2 5 failed, 6 passed unexpectedly`.
pub(super) fn subject(text: &str) -> Option<Vec<(u64, Word)>> {
    let (_, list) = text.strip_prefix("   Subject: [")?.split_once("] ")?.1.split_once(": ")?;
    let (mut all, mut waiting) = (Vec::new(), Vec::new());
    for word in list.split([' ', ',']) {
        match word {
            "failed" => all.extend(waiting.drain(..).map(|number| (number, Word::Failed))),
            "passed" => all.extend(waiting.drain(..).map(|number| (number, Word::UnexpectedPass))),
            word => waiting.extend(scan::whole_number(word)),
        }
    }
    // A line that is too long ends before the word.
    all.extend(waiting.into_iter().map(|number| (number, Word::Failed)));
    Some(all)
}

/// Reads `testsuite: WARNING: caught signal INT, bailing out`: the signal.
pub(super) fn signal(text: &str) -> Option<&str> {
    text.strip_suffix(", bailing out")?.split_once(": WARNING: caught signal ").map(|(_, signal)| signal)
}

/// Reads `testsuite: error: cannot find harbour`: the suite, and what it says.
pub(super) fn error(text: &str) -> Option<(&str, &str)> {
    let (suite, printed) = text.split_once(": error: ")?;
    (!suite.is_empty() && !suite.contains([' ', ':', '/', '.'])).then_some((suite, printed))
}

/// Whether make says that a command failed: `make[2]: *** [Makefile:7: check] Error 1`.
pub(super) fn is_broken_make(text: &str) -> bool {
    let program = text.split_once(": *** ").map(|(program, _)| program.split('[').next().unwrap_or_default());
    program.is_some_and(|program| matches!(program, "make" | "gmake" | "bmake"))
}

/// Splits what is after a test's number, and holds no result, where its column ends: a name is filled up with blanks.
pub(super) fn padded(rest: &str) -> (&str, &str) {
    const COLUMN: usize = 47;
    match rest.split_at_checked(COLUMN) {
        Some((name, follows)) if name.ends_with(' ') => (name, follows),
        _ => (rest, ""),
    }
}

/// Where something else follows the name of a test whose result never came, on the same line.
pub(super) fn glued(text: &str) -> Option<usize> {
    numbered(text)?;
    let follows = ["make: *** ", "gmake: *** ", "make[", "gmake["].iter().find_map(|begin| text.find(begin));
    follows.or_else(|| {
        let at = text.find("## -")?;
        super::boxes::ruler(text.get(at..)?).map(|_| at)
    })
}
