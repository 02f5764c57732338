//! How long a run took: from the time stamp of a log's first line to that of its last one.
//!
//! CI services put a stamp before every line (`2026-01-02T03:04:05.678Z `, in brackets or after `gh`'s job and step).
//! Where there are none, nobody knows, and nothing is made up.

use crate::budget::Count as _;

/// Bytes of the beginning and of the end of a log that are looked at.
const LOOKED_AT: usize = 4 * 1024;

/// The beginning and the end of a stream.
#[derive(Debug, Default)]
pub(super) struct Span {
    first: Vec<u8>,
    last: Vec<u8>,
    bytes: u64,
}

impl Span {
    /// Takes the next bytes.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.bytes.up(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        let room = LOOKED_AT.saturating_sub(self.first.len()).min(bytes.len());
        self.first.extend_from_slice(bytes.get(..room).unwrap_or_default());
        let fresh = bytes.get(bytes.len().saturating_sub(LOOKED_AT)..).unwrap_or_default();
        let old = self.last.len().saturating_add(fresh.len()).saturating_sub(LOOKED_AT);
        self.last.drain(..old.min(self.last.len()));
        self.last.extend_from_slice(fresh);
    }

    /// All bytes that went by.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// From the first stamp to the last, in seconds to the millisecond; none when the first line has no stamp.
    pub(super) fn seconds(&self) -> Option<f64> {
        let filled = |line: &&[u8]| !line.trim_ascii().is_empty();
        let first = self.first.split(|byte| *byte == b'\n').find(filled)?;
        let begin = stamp(first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first))?;
        let end = self.last.split(|byte| *byte == b'\n').rev().find_map(stamp)?;
        let millis = u32::try_from(end.checked_sub(begin)?).ok()?;
        Some(f64::from(millis) / 1000.0)
    }
}

/// The time stamp at the start of a line, in milliseconds of the Unix clock.
fn stamp(line: &[u8]) -> Option<i64> {
    let line = line.get(..LOOKED_AT.min(line.len()))?;
    // `gh run view --log` puts the job and the step before it, each ended by a tab.
    let line = line.splitn(3, |byte| *byte == b'\t').last()?;
    let line = line.strip_prefix(b"[").unwrap_or(line);
    let mut rest = line;
    let mut field = |digits: usize, before: &[u8]| -> Option<i64> {
        let (first, after) = match before.split_first() {
            None => (None, rest),
            Some(_) => rest.split_first().map(|(first, after)| (Some(*first), after))?,
        };
        if first.is_some_and(|first| !before.contains(&first)) {
            return None;
        }
        let (number, after) = after.split_at_checked(digits)?;
        rest = after;
        digits_of(number)
    };
    let (year, month, day) = (field(4, b"")?, field(2, b"-")?, field(2, b"-")?);
    let (hour, minute, second) = (field(2, b"T ")?, field(2, b":")?, field(2, b":")?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut millis = 0;
    if let Some(fraction) = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b",")) {
        let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, after) = fraction.split_at_checked(digits)?;
        let three: Vec<u8> = number.iter().copied().chain([b'0'; 3]).take(3).collect();
        millis = digits_of(&three)?;
        rest = after;
    }
    let offset = match rest.split_first() {
        Some((sign @ (b'+' | b'-'), zone)) => {
            let (hours, zone) = zone.split_at_checked(2)?;
            let minutes = zone.strip_prefix(b":").unwrap_or(zone).get(..2)?;
            let offset = digits_of(hours)?.checked_mul(60)?.checked_add(digits_of(minutes)?)?;
            if *sign == b'-' { offset.checked_neg()? } else { offset }
        }
        _ => 0,
    };
    let days = days_since_1970(year, month, day)?;
    let minutes = days.checked_mul(24)?.checked_add(hour)?.checked_mul(60)?.checked_add(minute)?;
    let seconds = minutes.checked_sub(offset)?.checked_mul(60)?.checked_add(second)?;
    seconds.checked_mul(1000)?.checked_add(millis)
}

fn digits_of(number: &[u8]) -> Option<i64> {
    let digits = number.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(number).ok().filter(|_| digits)?.parse().ok()
}

/// Days from 1970-01-01 to a date of the Gregorian calendar, counted in years that begin in March.
fn days_since_1970(year: i64, month: i64, day: i64) -> Option<i64> {
    let before_march = i64::from(month < 3);
    let year = year.checked_sub(before_march)?;
    let months = month.checked_sub(3)?.checked_add(before_march.checked_mul(12)?)?;
    let in_year = months.checked_mul(153)?.checked_add(2)?.div_euclid(5).checked_add(day)?.checked_sub(1)?;
    let leaps = year.div_euclid(4).checked_sub(year.div_euclid(100))?.checked_add(year.div_euclid(400))?;
    year.checked_mul(365)?.checked_add(leaps)?.checked_add(in_year)?.checked_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Option<f64> {
        let mut span = Span::default();
        for piece in text.as_bytes().chunks(7) {
            span.add(piece);
        }
        assert_eq!(span.bytes(), text.len() as u64);
        span.seconds()
    }

    #[test]
    fn a_run_lasts_from_its_first_stamp_to_its_last() {
        assert_eq!(seconds("2026-01-02T03:04:05.678Z a\nb\n2026-01-02T03:05:06.1789Z c\n"), Some(60.5));
        assert_eq!(seconds("\u{feff}2024-02-28T23:59:59Z a\n2024-03-01T00:00:00Z c"), Some(86401.0));
        assert_eq!(seconds("[2026-01-02T03:04:05.678Z] a\n[2026-01-02T03:04:05.679Z] c"), Some(0.001));
        assert_eq!(
            seconds("job\tstep\t2026-01-02T03:04:05Z a\njob\tstep\t2026-01-02T04:04:05Z b"),
            Some(3600.0)
        );
        assert_eq!(seconds("2026-01-02 03:04:05+02:00 a\n2026-01-02 03:04:05Z b"), Some(7200.0));
        let long = format!("2026-01-02T03:04:05Z a\n{}2026-01-02T03:04:06Z b\n", "x\n".repeat(9000));
        assert_eq!(seconds(&long), Some(1.0));
    }

    #[test]
    fn nothing_is_made_up() {
        for text in [
            "",
            "\n\n",
            "a\n2026-01-02T03:04:05Z b\n",
            "2026-13-02T03:04:05Z a\n",
            "2026-01-02T03:04:05Z a\n2025-01-02T03:04:05Z b\n",
            "2026-01-02T03:04",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
