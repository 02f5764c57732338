//! Words of failing in unknown lines that are not signs: `sails status=failed`, `[KO] sails`, `sails,FAIL,0.1`,
//! `sails ... FEHLGESCHLAGEN`.
//!
//! They decide nothing. Of an unknown tool's thousands of lines, those with such a word get room before the others: first
//! those where it looks like a status, at an end or between marks, last those where it is in a sentence.

use super::{passes, verdicts};
use crate::budget::Count as _;
use crate::event::Strength;
use crate::recognize::kit::literals::{Clean, Literals};
use crate::recognize::kit::scan;
use crate::text::Line;
use crate::text::channel::levels;

/// The longest line that is checked, in bytes.
const LONGEST: usize = 2000;
/// Beyond `MANY` lines with such a word, further ones are found only while they are at most one line in `ONE_OF`: there
/// is no room for more.
const MANY: u64 = 4096;
const ONE_OF: u64 = 8;

/// Pieces of the words below, without first letters that may be upper or lower case: a line without a piece holds no
/// word. At most 64 of at least four bytes, so that one search finds them.
const PIECES: [&str; 64] = [
    "fail",
    "Fail",
    "FAIL",
    "rror",
    "RROR",
    "imeout",
    "IMEOUT",
    "imed out",
    "IMED OUT",
    "rash",
    "RASH",
    "bort",
    "BORT",
    "xcept",
    "XCEPT",
    "roken",
    "ROKEN",
    "ismatch",
    "ISMATCH",
    "nexpect",
    "NEXPECT",
    "nvalid",
    "NVALID",
    "iolat",
    "IOLAT",
    "egress",
    "EGRESS",
    "rong",
    "RONG",
    "illed",
    "ILLED",
    "died",
    "DIED",
    "anic",
    "ANIC",
    "nsuccess",
    "NSUCCESS",
    "eject",
    "EJECT",
    "iffers",
    "IFFERS",
    "ritical",
    "RITICAL",
    "not ok",
    "NOT OK",
    "not pass",
    "Died",
    "[KO]",
    "[NOK]",
    "sed\":false",
    "sed\": false",
    "ess\":false",
    "ess\": false",
    "ok\":false",
    "ok\": false",
    "ehlge",
    "EHLGE",
    "\u{e9}chec",
    "\u{c9}chec",
    "\u{c9}CHEC",
    "all\u{f3}",
    "ALL\u{d3}",
    "alhou",
    "ALHOU",
];

/// The same in other scripts, and marks: a separate search, on lines that hold more than ASCII.
const BEYOND_ASCII: [&str; 18] = [
    "\u{5931}\u{8d25}",
    "\u{5931}\u{6557}",
    "\u{9519}\u{8bef}",
    "\u{30a8}\u{30e9}\u{30fc}",
    "\u{c2e4}\u{d328}",
    "\u{c624}\u{b958}",
    "\u{43e}\u{448}\u{438}\u{431}\u{43a}",
    "\u{41e}\u{428}\u{418}\u{411}\u{41a}",
    "\u{43f}\u{440}\u{43e}\u{432}\u{430}\u{43b}",
    "\u{41f}\u{420}\u{41e}\u{412}\u{410}\u{41b}",
    "\u{1f44e}",
    "\u{1f4a5}",
    "\u{1f534}",
    "\u{1f6d1}",
    "\u{2612} ",
    "\u{2a2f} ",
    "\u{1f5d9}",
    "\u{203c}\u{fe0f}",
];

/// Words of failing, in lower case.
const WORDS: [&str; 42] = [
    "critical",
    "fail",
    "fails",
    "failed",
    "failing",
    "failure",
    "failures",
    "error",
    "errors",
    "errored",
    "timeout",
    "crash",
    "crashed",
    "crashes",
    "abort",
    "aborted",
    "exception",
    "broken",
    "mismatch",
    "mismatched",
    "unexpected",
    "unexpectedly",
    "invalid",
    "violation",
    "violated",
    "regression",
    "regressed",
    "wrong",
    "killed",
    "died",
    "panic",
    "panicked",
    "unsuccessful",
    "unsuccessfully",
    "reject",
    "rejected",
    "differs",
    "fehlgeschlagen",
    "\u{e9}chec",
    "\u{e9}checs",
    "fall\u{f3}",
    "falhou",
];

/// Statuses that are too short to be looked for among other words: they count alone in brackets, or in capitals at an
/// end.
const SHORT: [&str; 4] = ["KO", "NOK", "BAD", "NO"];

/// Statuses of a test that passed or did not run: no word in its name counts.
const WELL: [&str; 11] = [
    "pass",
    "passed",
    "passing",
    "ok",
    "success",
    "succeeded",
    "successful",
    "skip",
    "skipped",
    "ignored",
    "ignore",
];

/// Values that say that nothing failed: `"error": null`, `failures=0`.
const NOTHING: [&str; 9] = ["0", "null", "nil", "none", "None", "false", "\"\"", "[]", "{}"];

/// Names in JSON whose value says whether a test passed.
const PASSES: [&str; 6] = ["passed\":", "success\":", "ok\":", "Passed\":", "Success\":", "OK\":"];

/// The searches for the words.
#[derive(Debug)]
pub(super) struct FailureWords {
    pieces: Literals,
    beyond_ascii: Literals,
}

impl Default for FailureWords {
    fn default() -> Self {
        Self { pieces: Literals::new(&PIECES), beyond_ascii: Literals::new(&BEYOND_ASCII) }
    }
}

/// What was seen of a stream so far.
#[derive(Debug, Default)]
pub(super) struct Mentioned {
    clean: Clean,
    lines: u64,
    found: u64,
}

impl FailureWords {
    /// How much a line says that is not a sign, when it holds a word of failing.
    pub(super) fn find(&self, line: &Line<'_>, mentioned: &mut Mentioned) -> Option<Strength> {
        mentioned.lines.up(1);
        // When so many lines hold one, one more says nothing.
        if mentioned.found > MANY && mentioned.found > mentioned.lines.div_euclid(ONE_OF) {
            return None;
        }
        let text = line.judged();
        let other = !text.is_ascii() && self.beyond_ascii.any(text);
        if !other && !self.may_hold(line, &mut mentioned.clean) {
            return None;
        }
        let strength = (text.len() <= LONGEST).then(|| strength(text, other)).flatten()?;
        mentioned.found.up(1);
        Some(strength)
    }

    /// Whether a line may hold a word: then it is checked in full. Rows of a terminal are searched by themselves, not
    /// together with other lines.
    fn may_hold(&self, line: &Line<'_>, clean: &mut Clean) -> bool {
        let text = line.judged();
        may_be_short(text) || (!clean.holds_none(line, &self.pieces) && self.pieces.any(text))
    }
}

/// Whether the line may begin or end with a status of two or three capitals.
fn may_be_short(text: &str) -> bool {
    let begin = scan::trim_start(text).as_bytes();
    let opens = matches!(begin, [b'K' | b'N' | b'B', b'O' | b'A', ..]);
    opens || matches!(scan::trim_end(text).as_bytes(), [.., b'K' | b'N' | b'A', b'O' | b'K' | b'D'])
}

/// A word of a line, with what is before and after it.
struct Word<'a> {
    text: &'a str,
    before: &'a str,
    after: &'a str,
}

/// The words of a line. The words of a name stay together: `test_fails_early`, `fail-fast`, `src/error.rs`.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let joined =
        |each: char| each.is_alphanumeric() || matches!(each, '_' | '-' | '/' | '.' | '\\' | '\'' | '`');
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let from = at.saturating_add(rest.find(joined)?);
        let rest = text.get(from..)?;
        let to = from.saturating_add(rest.find(|each| !joined(each)).unwrap_or(rest.len()));
        at = to;
        Some(Word { text: text.get(from..to)?, before: text.get(..from)?, after: text.get(to..)? })
    })
}

impl Word<'_> {
    /// The word without the points around it: `x ....failed`.
    fn bare(&self) -> &str {
        self.text.trim_matches('.')
    }

    /// Whether it is where a status is: at an end of the line, or between marks.
    fn is_apart(&self) -> bool {
        let before = self.before.trim_end();
        let after = self.after.trim_start();
        before.is_empty()
            || after.bytes().all(|byte| byte.is_ascii_punctuation())
            || self.text.starts_with('.')
            || before.ends_with(['=', ':', '"', '|', ',', '[', '(', '<', '>'])
            || after.starts_with([']', ')', '|', '"', '<'])
            || self.before.ends_with('\t')
            || self.after.starts_with('\t')
    }

    /// Whether it is all that is between two marks, or after an equals sign: then it is not a word in a name.
    fn is_alone(&self) -> bool {
        const MARKS: [char; 12] = [':', '"', '|', ',', ';', '[', '(', '<', ']', ')', '}', '\t'];
        let before = self.before.trim_end_matches(' ');
        let after = self.after.trim_start_matches(' ');
        self.before.ends_with('=')
            || (before.is_empty() || before.ends_with(MARKS))
                && (after.is_empty() || after.starts_with(MARKS))
    }

    /// The value that follows, when the word is the name of one: `errors=3`, `"error": null`.
    fn value(&self) -> Option<&str> {
        let after = self.after.trim_start_matches('"').trim_start();
        after.strip_prefix(['=', ':']).map(str::trim_start)
    }

    /// Whether it is the name of a value that says none.
    fn is_none(&self) -> bool {
        // No longer than a word for none and the char that ends it.
        let value = self.value().map(|value| crate::text::head(value, 8));
        value.is_some_and(|value| {
            let end = value.find([' ', ',', ';', '}', ')', ']', '\t']).unwrap_or(value.len());
            value.is_empty() && self.text.starts_with(char::is_lowercase)
                || NOTHING.iter().any(|none| value.starts_with(none) && end <= none.len())
        })
    }
}

/// What a word is, by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Failing,
    Short,
    Well,
    /// `not`, of `not ok`.
    Not,
    /// `timed`, of `timed out`.
    Timed,
    /// `0`, `no` and `without`, of `no errors`.
    Nothing,
    Other,
}

impl Kind {
    fn of(word: &str) -> Self {
        let lower = if word.is_ascii() { None } else { Some(word.to_lowercase()) };
        let word = lower.as_deref().unwrap_or(word);
        let is = |other: &str| other.len() == word.len() && other.eq_ignore_ascii_case(word);
        match word {
            "0" | "no" | "No" | "without" => Self::Nothing,
            "not" | "NOT" | "Not" => Self::Not,
            "timed" | "TIMED" | "Timed" => Self::Timed,
            _ if SHORT.contains(&word) => Self::Short,
            _ if WORDS.iter().any(|each| is(each)) => Self::Failing,
            _ if WELL.iter().any(|each| is(each)) => Self::Well,
            _ => Self::Other,
        }
    }
}

/// What a name of [`PASSES`] says: whether something passed.
fn passes_by_name(text: &str) -> Option<bool> {
    let values = PASSES.iter().flat_map(|name| text.match_indices(name).map(|(at, name)| (at, name.len())));
    let printed = values.filter_map(|(at, length)| {
        let value = text.get(at.saturating_add(length)..)?.trim_start();
        value.starts_with("true").then_some(true).or_else(|| value.starts_with("false").then_some(false))
    });
    printed.reduce(|all, one| all && one)
}

fn strength(text: &str, mark: bool) -> Option<Strength> {
    if passes::marks_a_pass(text) || verdicts::ends_well(text) {
        return None;
    }
    let passed = passes_by_name(text);
    let mut found = (mark || passed == Some(false)).then_some(Strength::Word);
    let mut well = passed == Some(true);
    // Another status on the line does not take it back.
    let mut certain = passed == Some(false);
    let mut last = Kind::Other;
    for word in words(text) {
        let kind = Kind::of(word.bare());
        let is_status = match (last, kind) {
            (Kind::Not, Kind::Well) => true,
            (Kind::Timed, _) => word.bare().eq_ignore_ascii_case("out"),
            (_, Kind::Short) => word.is_apart(),
            _ => false,
        };
        if is_status {
            (found, certain) = (Some(Strength::Word), true);
        } else if kind == Kind::Failing && last != Kind::Nothing && !word.is_none() {
            let strength = if word.is_apart() { Strength::Word } else { Strength::Mention };
            found = found.max(Some(strength));
            certain |= word.is_alone();
        } else if kind == Kind::Well && word.is_apart() && word.value().is_none() {
            well = true;
        }
        last = kind;
    }
    let found = found.filter(|_| certain || !well);
    // A program's log has errors that its tests expect.
    if levels::of(scan::trim_start(text)).is_some() { found.map(|_| Strength::Mention) } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<Strength> {
        FailureWords::default().find(&Line::of(text), &mut Mentioned::default())
    }

    #[test]
    fn a_status_of_failing_is_found_in_the_forms_of_many_tools() {
        for text in [
            "sails ........ fail",
            "sails ... error",
            "sails: failure",
            "fail: sails",
            "KO sails",
            "[KO] sails",
            "NOK sails",
            "NOT OK sails",
            "sails -> BAD",
            "result=fail name=sails",
            "test=sails status=failed duration=3ms",
            "{\"test\":\"sails\",\"status\":\"failed\"}",
            "{\"name\":\"sails\",\"ok\":false}",
            "{\"name\": \"sails\", \"success\": false}",
            "sails,FAIL,0.1",
            "sails\tfail\t0.1s",
            "<test name=\"sails\" result=\"failed\"/>",
            "sails [failed in 3 ms]",
            "sails crashed",
            "sails timed out",
            "TIMEOUT sails",
            "sails did not pass",
            "sails: not ok",
            "sails ABORTED",
            "BROKEN sails",
            "CRITICAL: sails",
            "Error in sails: no such thing",
            "sails ... FEHLGESCHLAGEN",
            "sails ... \u{c9}CHEC",
            "sails ... \u{5931}\u{8d25}",
            "\u{1f4a5} sails",
        ] {
            assert_eq!(found(text), Some(Strength::Word), "{text}");
        }
    }

    #[test]
    fn every_word_is_found_in_small_letters_with_a_large_one_and_in_capitals() {
        assert!(PIECES.len() <= 64 && PIECES.iter().all(|piece| piece.len() >= 4));
        for word in WORDS {
            let first: String = word.chars().take(1).flat_map(char::to_uppercase).collect();
            let rest: String = word.chars().skip(1).collect();
            for word in [word.to_owned(), first + &rest, word.to_uppercase()] {
                assert_eq!(found(&format!("sails ... {word}")), Some(Strength::Word), "{word}");
            }
        }
    }

    #[test]
    fn a_status_is_not_taken_back_by_another_one_on_its_line() {
        for text in [
            "{\"test\":\"sails\",\"status\":\"failed\",\"required\":true}",
            "moor=ok sail=failed rest=done",
            "moors: ok, sails: failed",
            "{\"tests_passed\":3,\"passed\":false}",
            "{\"passed\":true,\"success\":false}",
            "| sails | passed | failed |",
        ] {
            assert_eq!(found(text), Some(Strength::Word), "{text}");
        }
        for text in
            ["{\"test\":\"tells an error\",\"ok\":true}", "{\"test\":\"an error\",\"status\":\"passed\"}"]
        {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_bar_of_progress_is_not_looked_at_closely() {
        let may_hold = |text| FailureWords::default().may_hold(&Line::of(text), &mut Clean::default());
        assert!(!may_hold("Downloading crates [====>   ]  42% 4179/9999 KB"));
        assert!(may_hold("sails: fail") && may_hold("KO sails"));
    }

    #[test]
    fn a_word_of_a_sentence_says_less() {
        for text in [
            "sails differs from the expected one",
            "the run of sails failed before it began to sail",
            "10:00:03 WARN harbour: failed to reach the pilot, using the chart",
        ] {
            assert_eq!(found(text), Some(Strength::Mention), "{text}");
        }
    }

    #[test]
    fn what_passed_and_what_is_a_name_or_none_is_not_found() {
        for text in [
            "sails_after_error ... ok",
            "\u{2713} tells of an error",
            "ok 3 - fails early",
            "{\"test\":\"tells an error\",\"status\":\"passed\"}",
            "test=error_of_sails status=passed",
            "{\"error\":null,\"name\":\"sails\"}",
            "errors=0 sails=3",
            "0 failed, 3 sailed",
            "compiling src/error.rs",
            "reading fail-fast.toml",
            "sails",
            "NORTH wind in the sails",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn where_each_line_holds_one_only_a_part_is_looked_at_and_all_again_later() {
        let (failure_words, mut seen) = (FailureWords::default(), Mentioned::default());
        let mut found = |text: &str| failure_words.find(&Line::of(text), &mut seen).is_some();
        assert!((0..4096).all(|_| found("sails ... fail")));
        let more = (0..80_000).filter(|_| found("sails ... fail")).count();
        assert!((4_000..11_000).contains(&more), "{more}");
        assert_eq!((0..80_000).filter(|_| found("sails ... well")).count(), 0);
        assert!(found("sails ... fail"));
    }
}
