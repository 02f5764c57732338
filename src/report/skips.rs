//! Skipped tests: the lines that report them, and why they were skipped, each reason with its number of tests.

use super::stored::Stored;
use crate::budget::Count as _;

/// The most bytes of lines that are kept.
const SKIP_BYTES: usize = 128 * 1024;
/// The most different reasons that are kept apart.
const REASONS: usize = 200;
/// The most bytes of a reason.
const REASON_BYTES: usize = 300;

/// Why tests were skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The reason, in the runner's words.
    pub text: Box<str>,
    /// What the first line with it prints before it: usually the test.
    pub first: Box<str>,
    /// How many skips a line of their own reports.
    reported: u64,
    /// How many skips a line of the runner's closing list counts.
    listed: u64,
}

impl Reason {
    /// How many tests were skipped for it. Skips that are reported test by test may be reported again in a list.
    #[must_use]
    pub fn times(&self) -> u64 {
        self.reported.max(self.listed)
    }
}

/// All skips.
#[derive(Debug, Default)]
pub struct Skips {
    kept: Vec<Stored>,
    bytes: usize,
    reasons: Vec<Reason>,
    /// How many skips had a reason without room.
    beyond: u64,
}

impl Skips {
    /// Takes note of a line that reports a skip, and keeps it while there is room.
    pub(super) fn add(&mut self, line: Stored) {
        if let Some((reason, listed)) = reason(&line.text) {
            let before = line.text.split(reason).next().unwrap_or_default();
            let first = crate::text::head(subject(before), REASON_BYTES).to_owned();
            self.count(crate::text::head(reason, REASON_BYTES), &first, listed);
        }
        if self.bytes.saturating_add(line.bytes()) <= SKIP_BYTES {
            self.bytes.up(line.bytes());
            self.kept.push(line);
        }
    }

    fn count(&mut self, text: &str, first: &str, listed: Option<u64>) {
        let at = self.reasons.iter().position(|each| *each.text == *text);
        if at.is_none() && self.reasons.len() >= REASONS {
            self.beyond.up(listed.unwrap_or(1));
            return;
        }
        let at = at.unwrap_or_else(|| {
            self.reasons.push(Reason { text: text.into(), first: first.into(), reported: 0, listed: 0 });
            self.reasons.len().saturating_sub(1)
        });
        if let Some(reason) = self.reasons.get_mut(at) {
            match listed {
                Some(number) => reason.listed.up(number),
                None => reason.reported.up(1),
            }
        }
    }

    /// The kept lines.
    #[must_use]
    pub fn kept(&self) -> &[Stored] {
        &self.kept
    }

    /// The kept lines, to hide what must not be shown.
    pub(super) fn kept_mut(&mut self) -> &mut [Stored] {
        &mut self.kept
    }

    /// The texts of reasons, to hide what must not be shown.
    pub(super) fn texts_mut(&mut self) -> impl Iterator<Item = &mut Box<str>> {
        self.reasons.iter_mut().flat_map(|reason| [&mut reason.text, &mut reason.first])
    }

    /// The reasons, those of most skips first.
    #[must_use]
    pub fn reasons(&self) -> Vec<&Reason> {
        let mut reasons: Vec<&Reason> = self.reasons.iter().collect();
        reasons.sort_by_key(|reason| u64::MAX.saturating_sub(reason.times()));
        reasons
    }

    /// How many skips had a reason without room.
    #[must_use]
    pub const fn beyond(&self) -> u64 {
        self.beyond
    }
}

/// The name in the text before a reason: without the words for skipping and the punctuation.
fn subject(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let before = text;
        for word in ["SKIPPED", "skipped", "Skipped", "ignored", "SKIP", "skip", "Test", "..."] {
            text = text.strip_suffix(word).unwrap_or(text);
        }
        text = text.trim_end_matches([' ', '(', '#', ':', '-', ',', '\'', '"']);
        if text == before {
            return text.strip_prefix("test ").unwrap_or(text);
        }
    }
}

/// Why a line says that a test was skipped, and of how many tests it says so when it lists them.
pub(super) fn reason(text: &str) -> Option<(&str, Option<u64>)> {
    let text = text.trim();
    let (reason, listed) = listed(text).or_else(|| reported(text).map(|reason| (reason, None)))?;
    let reason = reason.trim().trim_matches(['\'', '"']).trim();
    reason.contains(char::is_alphanumeric).then_some((reason, listed))
}

/// `SKIPPED [3] tests/test_a.py:12: needs network`.
fn listed(text: &str) -> Option<(&str, Option<u64>)> {
    let (number, rest) = text.strip_prefix("SKIPPED [")?.split_once(']')?;
    let number: u64 = number.parse().ok()?;
    let (place, reason) = rest.trim_start().split_once(": ")?;
    let is_place =
        !place.contains(' ') || place.rsplit_once(':').is_some_and(|(_, line)| line.parse::<u64>().is_ok());
    Some((if is_place { reason } else { rest }, Some(number)))
}

/// A reason on the line of one test.
fn reported(text: &str) -> Option<&str> {
    for word in ["SKIPPED (", "skipped (", "Skipped (", "SKIP ("] {
        if let Some((_, rest)) = text.split_once(word)
            && let Some((reason, _)) = rest.rsplit_once(')')
        {
            return Some(reason).filter(|reason| !is_time(reason));
        }
    }
    let plain = [
        "# SKIP ",
        "# skip ",
        "# Skip ",
        "# SKIP: ",
        "skipped: ",
        "Skipped: ",
        "SKIPPED: ",
        "SKIP: ",
        "skipped, ",
        "ignored, ",
        "skipped '",
        "skipped \"",
        "SKIPPED - ",
        "skipped - ",
        "Skipped - ",
    ];
    let after = plain.iter().filter_map(|word| Some((text.find(word)?, text.split_once(word)?.1))).min();
    after.map(|(_, reason)| reason)
}

/// `0 ms`, `0.01s`: how long it took.
fn is_time(text: &str) -> bool {
    let unit =
        text.trim_start_matches(|each: char| each.is_ascii_digit() || each == '.' || each == ',').trim();
    unit.len() < text.trim().len() && matches!(unit, "ms" | "s" | "sec" | "seconds" | "\u{b5}s")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;
    use crate::text::Line;

    #[test]
    fn the_reason_of_a_skip_is_read_out_of_its_line() {
        for (line, expected) in [
            ("tests/test_m0.py::test_0 SKIPPED (needs network)   [  0%]", Some(("needs network", None))),
            ("SKIPPED [3] tests/test_a.py:12: needs: network", Some(("needs: network", Some(3)))),
            ("ok 3 - counts # SKIP no boat", Some(("no boat", None))),
            ("test a::b ... ignored, slow", Some(("slow", None))),
            ("test_a (m.A.test_a) ... skipped 'not on a Sunday'", Some(("not on a Sunday", None))),
            ("skipped: no quay", Some(("no quay", None))),
            ("test a::b ... ignored", None),
            ("[  SKIPPED ] Quay.Lands (0 ms)", None),
            ("quay lands skipped (3 ms)", None),
        ] {
            assert_eq!(reason(line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_reported_test_by_test_and_listed_again_counts_once() {
        let mut skips = Skips::default();
        for line in [
            "a SKIPPED (slow) [1%]",
            "b SKIPPED (slow) [2%]",
            "c SKIPPED (late) [3%]",
            "SKIPPED [2] a.py:3: slow",
        ] {
            skips.add(Stored::of(&Line::of(line), Class::Skipped));
        }
        let reported: Vec<(&str, u64)> =
            skips.reasons().iter().map(|each| (&*each.text, each.times())).collect();
        assert_eq!(reported, [("slow", 2), ("late", 1)]);
    }

    #[test]
    fn reasons_and_lines_hold_their_bounds() {
        let mut skips = Skips::default();
        for number in 0..9000 {
            skips.add(Stored::of(&Line::of(&format!("t SKIPPED (number {number})")), Class::Skipped));
        }
        assert_eq!((skips.reasons().len(), skips.beyond()), (REASONS, 8800));
        assert!(skips.bytes <= SKIP_BYTES && skips.kept.len() > 500);
    }
}
