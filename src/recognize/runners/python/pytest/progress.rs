//! Lines that tell results while a session runs: letters (`tests/test_a.py ..F.s [ 50%]`), names (`tests/test_a.py::test_x
//! PASSED [ 10%]`) and xdist's (`[gw0] [ 10%] PASSED tests/test_a.py::test_x`).
//!
//! Reads one line and knows no state: who may print such a line when is for the recognizer.

use crate::budget::Count as _;
use crate::event::{FailureKind, Outcome, TestId};
use crate::recognize::kit::frames::python::has_extension;
use crate::recognize::kit::scan;
use crate::recognize::runners::python::shared::pytest_id;

/// The results that a line of letters tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Letters {
    pub(super) passed: u64,
    pub(super) failed: u64,
    pub(super) skipped: u64,
    pub(super) other: u64,
    /// How far the session is, when the line says so.
    pub(super) percent: Option<u64>,
}

impl Letters {
    /// All results.
    pub(super) fn sum(&self) -> u64 {
        self.passed.saturating_add(self.failed).saturating_add(self.skipped).saturating_add(self.other)
    }
}

/// A test's name with what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named<'a> {
    /// The node id.
    pub(super) id: &'a str,
    /// The description of a subtest (`[row] (i=1)`), or empty.
    pub(super) subtest: &'a str,
    /// What became of it; `None` for what counts as nothing (a subtest that passed).
    pub(super) outcome: Option<Outcome>,
    /// How far the session is, when the line says so.
    pub(super) percent: Option<u64>,
}

/// Cuts the progress off the end: ` [ 50%]`, ` [ 3/12]`, or a duration (`console_output_style = times`).
pub(super) fn without_progress(text: &str) -> (&str, Option<u64>) {
    let text = text.trim_ascii_end().trim_end();
    if let Some((rest, inner)) =
        text.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')).filter(|(rest, _)| rest.ends_with(' '))
    {
        let inner = inner.trim_start();
        if let Some(percent) = inner.strip_suffix('%').and_then(scan::whole_number)
            && percent <= 100
        {
            return (rest.trim_ascii_end().trim_end(), Some(percent));
        }
        if let Some((done, all)) = inner.split_once('/')
            && let (Some(done), Some(all)) = (scan::whole_number(done.trim()), scan::whole_number(all.trim()))
            && done <= all
        {
            let percent = done.saturating_mul(100).checked_div(all).unwrap_or(100);
            return (rest.trim_ascii_end().trim_end(), Some(percent));
        }
        return (text, None);
    }
    if text.ends_with('s')
        && let Some((rest, time)) = text.rsplit_once("  ")
    {
        let time = time.trim_start();
        let number =
            time.strip_suffix("ms").or_else(|| time.strip_suffix("us")).or_else(|| time.strip_suffix('s'));
        if number.is_some_and(|number| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        }) {
            return (rest.trim_end(), None);
        }
    }
    (text, None)
}

/// Reads a line of letters, with or without the file before them.
pub(super) fn letters(text: &str) -> Option<Letters> {
    let (rest, percent) = without_progress(text);
    if !rest.ends_with(is_letter) || pytest_id::separator(text).is_some() {
        return None;
    }
    let (file, row) = match rest.rsplit_once(' ') {
        Some((file, row)) => (Some(file), row),
        None => (None, rest),
    };
    if file.is_some_and(|file| !has_extension(file) || file.ends_with(' ')) {
        return None;
    }
    let mut read = row_of_letters(row)?;
    read.percent = percent;
    Some(read)
}

/// Whether the char stands for a result.
const fn is_letter(each: char) -> bool {
    matches!(each, '.' | 'F' | 'E' | 'u' | 's' | 'x' | 'X' | 'y' | 'R' | ',' | '-')
}

/// Reads letters alone: passed `.`, failed `F`, error `E`, skipped `s`, expected failure `x`, unexpected pass `X`,
/// rerun `R`, failed subtest `u`, subtest with an expected failure `y`, subtests that passed `,` or were skipped `-`.
fn row_of_letters(row: &str) -> Option<Letters> {
    let mut read = Letters::default();
    for byte in row.bytes() {
        let slot = match byte {
            b'.' => &mut read.passed,
            b'F' | b'E' | b'u' => &mut read.failed,
            b's' => &mut read.skipped,
            b'x' | b'X' | b'y' => &mut read.other,
            b'R' | b',' | b'-' => continue,
            _ => return None,
        };
        slot.up(1);
    }
    (read.sum() > 0 || row.contains('R')).then_some(read)
}

/// The words of `-v`.
const WORDS: [(&str, Outcome); 10] = [
    ("PASSED", Outcome::Passed),
    ("FAILED", Outcome::Failed(FailureKind::Test)),
    ("ERROR", Outcome::Failed(FailureKind::Setup)),
    ("SKIPPED", Outcome::Skipped),
    ("XFAIL", Outcome::Other),
    ("xfail", Outcome::Other),
    ("XPASS", Outcome::Other),
    ("RERUN", Outcome::Failed(FailureKind::Test)),
    ("SUBFAIL", Outcome::Failed(FailureKind::Test)),
    ("SUBFAILED", Outcome::Failed(FailureKind::Test)),
];

/// Words that tell nothing that counts.
const UNCOUNTED: [&str; 5] = ["SUBPASSED", "SUBPASS", "SUBSKIPPED", "SUBSKIP", "SUBXFAIL"];

/// Reads the word of a result at the front of the text: the outcome, a subtest's description, and what follows.
pub(super) fn word(text: &str) -> Option<(Option<Outcome>, &str, &str)> {
    let end = text.find(|each: char| !each.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    let outcome = match WORDS.iter().find(|(each, _)| *each == word) {
        Some((_, outcome)) => Some(*outcome),
        None if UNCOUNTED.contains(&word) => None,
        None => return None,
    };
    if word.starts_with("SUB") && rest.starts_with(['[', '(']) {
        // `SUBFAILED[row] (i=1) tests/a.py::test_b`, in a line of `-v` at its end: `SUBFAILED[row] (i=1)`.
        let mut end = 0_usize;
        if rest.starts_with('[') {
            end = rest.find("] ").map_or(rest.len(), |at| at.saturating_add(1));
        }
        let tail = rest.get(end..)?;
        let open = tail.strip_prefix(' ').unwrap_or(tail);
        if open.starts_with('(') {
            let skipped = tail.len().saturating_sub(open.len());
            let length = open.find(") ").map_or(open.len(), |at| at.saturating_add(1));
            end = end.saturating_add(skipped).saturating_add(length);
        }
        let (description, rest) = rest.split_at_checked(end)?;
        return Some((outcome, description, rest));
    }
    (rest.is_empty() || rest.starts_with(' ')).then_some((outcome, "", rest))
}

/// Finds a result at the beginning or the end of a line, with a test's output right after or before it.
pub(super) fn glued(text: &str) -> Option<Outcome> {
    let upper = WORDS.iter().filter(|(word, _)| word.bytes().all(|byte| byte.is_ascii_uppercase()));
    upper
        .filter(|(word, _)| {
            let after = text.strip_prefix(word).is_some_and(|rest| !rest.starts_with([' ', ':', 'S']));
            after || text.strip_suffix(word).is_some_and(|rest| !rest.ends_with([' ', '_', ':']))
        })
        .map(|(_, outcome)| *outcome)
        .next()
}

/// Reads a line of `-v`: `NODEID WORD`, perhaps with a reason, with output of the test between, with progress after.
pub(super) fn named(text: &str) -> Option<Named<'_>> {
    if let Some(rest) = text.strip_prefix("[gw") {
        return distributed(rest);
    }
    if let Some((named, _)) = ordinary(text) {
        return Some(named);
    }
    let separator = pytest_id::separator(text)?;
    let (rest, percent) = without_progress(text);
    if separator.saturating_add(2) > rest.len() {
        return None;
    }
    let (at, outcome, subtest) = last_word(rest, separator)?;
    let before = rest.get(..at)?.trim_end();
    let file = before.get(..separator)?;
    if !has_extension(file) || file.starts_with(' ') {
        return None;
    }
    // The output of the test may be between its name and the result.
    let id = match pytest_id::leading(before) {
        Some((id, _)) => id,
        // A path with blanks is believed only when the line looks like a whole one.
        None if percent.is_some() && before.len() <= pytest_id::LONGEST => before,
        None => return None,
    };
    // pytest-tldr tells its results after dots, and again in its reports.
    if before.strip_prefix(id) == Some(" ...") {
        return None;
    }
    Some(Named { id, subtest, outcome, percent })
}

/// The most ordinary line, which most lines of a session are: `NODEID PASSED [ 10%]`, without blanks in the name.
///
/// Nothing else that pytest prints has this shape, whatever the name is made of.
pub(super) fn ordinary(text: &str) -> Option<(Named<'_>, TestId<'_>)> {
    let [before @ .., b' ', b'[', hundreds, tens, ones @ b'0'..=b'9', b'%', b']'] = text.as_bytes() else {
        return None;
    };
    let digit = |byte: &u8| u64::from(byte.wrapping_sub(b'0'));
    let percent = match (hundreds, tens) {
        (b' ', b' ') => digit(ones),
        (b' ', b'0'..=b'9') => digit(tens).saturating_mul(10).saturating_add(digit(ones)),
        (b'1', b'0') if *ones == b'0' => 100,
        _ => return None,
    };
    // Most of the line is the blanks that push the progress to the right.
    let mut before = before;
    while let Some((shorter, last)) = before.split_last_chunk::<8>() {
        let inked = u64::from_le_bytes(*last) ^ u64::from_le_bytes([b' '; 8]);
        if inked != 0 {
            let blanks = (inked.leading_zeros() >> 3) as usize;
            before = before.get(..before.len().saturating_sub(blanks))?;
            break;
        }
        before = shorter;
    }
    let id = before.trim_ascii_end().strip_suffix(b" PASSED")?;
    let made = Made::of(id)?;
    if id.len() > pytest_id::LONGEST || id.starts_with(b"[gw") {
        return None;
    }
    let id = text.get(..id.len())?;
    let separator = pytest_id::separator(id)?;
    let (module, rest) = id.split_at_checked(separator)?;
    let name = rest.get(2..).filter(|name| !name.is_empty())?;
    if !has_extension(module) {
        return None;
    }
    let plain = made == Made::Plain && memchr::memchr(b':', name.as_bytes()).is_none();
    let split = if plain { TestId { module, separator: "::", name } } else { pytest_id::split(id) };
    let named = Named { id, subtest: "", outcome: Some(Outcome::Passed), percent: Some(percent) };
    Some((named, split))
}

/// What a node id without blanks is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// Printable ASCII without brackets.
    Plain,
    /// Printable ASCII.
    Bracketed,
}

impl Made {
    /// `None` when the id holds anything but printable ASCII. Without early ends inside a group, so that the compiler can
    /// look at many bytes at once; the last group overlaps the one before it.
    fn of(id: &[u8]) -> Option<Self> {
        const GROUP: usize = 16;
        let (mut strange, mut brackets) = (0_u8, 0_u8);
        let mut look = |group: &[u8]| {
            for byte in group {
                strange |= u8::from(byte.wrapping_sub(b'!') >= 0x5e);
                brackets |= u8::from((*byte == b'[') | (*byte == b'('));
            }
        };
        match id.last_chunk::<GROUP>() {
            Some(last) => {
                for group in id.as_chunks::<GROUP>().0 {
                    look(group);
                }
                look(last);
            }
            None => look(id),
        }
        match (strange, brackets) {
            (0, 0) => Some(Self::Plain),
            (0, _) => Some(Self::Bracketed),
            (_, _) => None,
        }
    }
}

/// Finds the result at the end of the text: where its word begins, the outcome, and a subtest's description.
fn last_word(text: &str, trailing: usize) -> Option<(usize, Option<Outcome>, &str)> {
    let tail = text.get(trailing..)?;
    let skip_or_expected = [" SKIPPED (", " XFAIL (", " xfail (", " XPASS ("];
    if text.ends_with(')') {
        let found = skip_or_expected.iter().filter_map(|each| tail.find(each)).min();
        if let Some(at) = found {
            let at = trailing.saturating_add(at).saturating_add(1);
            let (outcome, _, _) = word(text.get(at..)?)?;
            return Some((at, outcome, ""));
        }
    }
    if (text.ends_with(')') || text.ends_with(']'))
        && let Some(at) = tail.rfind(" SUB")
    {
        let at = trailing.saturating_add(at).saturating_add(1);
        let (outcome, subtest, rest) = word(text.get(at..)?)?;
        return rest.trim().is_empty().then_some((at, outcome, subtest));
    }
    let at = text.rfind(' ')?.saturating_add(1);
    if at < trailing {
        return None;
    }
    let (outcome, subtest, rest) = word(text.get(at..)?)?;
    rest.is_empty().then_some((at, outcome, subtest))
}

/// Reads what follows `[gw` in `[gw0] [ 10%] PASSED tests/test_a.py::test_x`.
fn distributed(rest: &str) -> Option<Named<'_>> {
    let (_, rest) = scan::number(rest)?;
    let mut rest = rest.strip_prefix("] ")?;
    let mut percent = None;
    if let Some(inside) = rest.strip_prefix('[') {
        let (progress, trailing) = inside.split_once("] ")?;
        percent = progress.trim().strip_suffix('%').and_then(scan::whole_number);
        rest = trailing;
    }
    let (outcome, subtest, rest) = word(rest)?;
    let id = rest.trim();
    let file = id.split_once("::").map_or(id, |(file, _)| file);
    (has_extension(file) && id.len() <= pytest_id::LONGEST).then_some(Named { id, subtest, outcome, percent })
}

/// The result of a scenario of pytest-bdd: `    Scenario: Moors FAILED`, or `    FAILED` below its steps.
pub(super) fn scenario(text: &str) -> Option<&str> {
    let reported = text.strip_prefix("    ").filter(|reported| !reported.starts_with(' '))?;
    if reported.contains(": ") { reported.rsplit_once(' ').map(|(_, word)| word) } else { Some(reported) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> Option<(u64, u64, u64, u64, Option<u64>)> {
        letters(text).map(|read| (read.passed, read.failed, read.skipped, read.other, read.percent))
    }

    #[test]
    fn letters_are_counted_with_and_without_a_file() {
        assert_eq!(counts("tests/test_a.py ..FsxXE   [ 50%]"), Some((2, 2, 1, 2, Some(50))));
        assert_eq!(counts("....  [100%]"), Some((4, 0, 0, 0, Some(100))));
        assert_eq!(counts("..F [ 3/12]"), Some((2, 1, 0, 0, Some(25))));
        assert_eq!(counts("my tests/test_a.py .."), Some((2, 0, 0, 0, None)));
        assert_eq!(counts("README.rst ."), Some((1, 0, 0, 0, None)));
        assert_eq!(counts(".RF"), Some((1, 1, 0, 0, None)));
    }

    #[test]
    fn prose_is_no_letters() {
        assert_eq!(counts("tests/test_a.py some output"), None);
        assert_eq!(counts("loading ..."), None);
        assert_eq!(counts(""), None);
    }

    fn read(text: &str) -> Option<(&str, &str, Option<Outcome>)> {
        named(text).map(|read| (read.id, read.subtest, read.outcome))
    }

    #[test]
    fn a_name_keeps_blanks_and_separators_of_its_parameters() {
        let passed = Some(Outcome::Passed);
        assert_eq!(read("t/a.py::test_b[a b] PASSED  [ 5%]"), Some(("t/a.py::test_b[a b]", "", passed)));
        assert_eq!(read("t/a.py::test_b[x::y] PASSED"), Some(("t/a.py::test_b[x::y]", "", passed)));
        assert_eq!(read("t/a.py::C::test_b some output PASSED"), Some(("t/a.py::C::test_b", "", passed)));
        assert_eq!(
            read("t/a.py::test_FAILED_x SKIPPED (no PASSED here) [ 5%]"),
            Some(("t/a.py::test_FAILED_x", "", Some(Outcome::Skipped)))
        );
        assert_eq!(read("my tests/a.py::test_b PASSED [ 5%]"), Some(("my tests/a.py::test_b", "", passed)));
        assert_eq!(
            read("[gw3] [ 10%] PASSED t/a.py::test_b[a b] "),
            Some(("t/a.py::test_b[a b]", "", passed))
        );
    }

    #[test]
    fn the_quick_look_at_an_ordinary_pass_reads_its_progress_exactly() {
        let quick = |text| {
            ordinary(text).map(|(read, id)| {
                assert_eq!(id, pytest_id::split(read.id));
                (read.id, read.outcome, read.percent)
            })
        };
        let passed = |percent| Some(("t/a.py::test_b", Some(Outcome::Passed), Some(percent)));
        assert_eq!(quick("t/a.py::test_b PASSED   [  5%]"), passed(5));
        assert_eq!(quick("t/a.py::test_b PASSED [ 04%]"), passed(4));
        assert_eq!(quick("t/a.py::test_b PASSED [ 42%]"), passed(42));
        assert_eq!(quick("t/a.py::test_b PASSED [100%]"), passed(100));
        for text in [
            "t/a.py::test_b PASSED [101%]",
            "t/a.py::test_b PASSED [ 5 %]",
            "t/a.py::test_b FAILED [  5%]",
            "t/a.py::test b PASSED [  5%]",
            "t/a.py:: PASSED [  5%]",
            "t/a::test_b PASSED [  5%]",
            "[gw0]a.py::test_b PASSED [  5%]",
            "PASSED [  5%]",
        ] {
            assert_eq!(quick(text), None, "{text}");
        }
    }

    #[test]
    fn subtests_are_reported_by_their_description() {
        let failed = Some(Outcome::Failed(FailureKind::Test));
        assert_eq!(
            read("t/a.py::test_b SUBFAILED[row] (i=1)  [ 5%]"),
            Some(("t/a.py::test_b", "[row] (i=1)", failed))
        );
        assert_eq!(read("t/a.py::test_b SUBPASSED(i=1) [ 5%]"), Some(("t/a.py::test_b", "(i=1)", None)));
        assert_eq!(read("t/a.py::test_b SUBFAIL"), Some(("t/a.py::test_b", "", failed)));
    }

    #[test]
    fn a_name_without_a_result_is_nothing() {
        assert!(named("a/t.py::test_x ... ERROR").is_none());
        assert_eq!(read("t/a.py::test_b "), None);
        assert_eq!(read("std::string PASSED"), None);
    }

    #[test]
    fn a_scenario_tells_its_result_after_its_name_or_below_its_steps() {
        assert_eq!(scenario("    Scenario: Moors a ferry FAILED"), Some("FAILED"));
        assert_eq!(scenario("    PASSED"), Some("PASSED"));
        for text in ["Scenario: Moors FAILED", "        Then it moors: PASSED", "FAILED"] {
            assert_eq!(scenario(text), None, "{text}");
        }
    }
}
