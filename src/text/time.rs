//! Points in time as they are written in JSON: RFC 3339, a date, or seconds since 1970. No clock is read.

use serde_json::Value;

use crate::budget::Count as _;

/// Seconds since the beginning of 1970, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub i64);

impl Time {
    /// Reads a text: `2026-03-01`, `2026-03-01T12:00:00Z`, `2026-03-01 12:00:00.5+02:00`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let date = text.get(..10)?;
        let mut parts = date.split('-');
        let (year, month, day) =
            (field(parts.next()?, 4)?, field(parts.next()?, 2)?, field(parts.next()?, 2)?);
        if !(1..=12).contains(&month) || !(1..=days_of(year, month)).contains(&day) {
            return None;
        }
        let midnight = days(year, month, day).saturating_mul(86_400);
        let Some(rest) = text.get(10..).filter(|rest| !rest.is_empty()) else { return Some(Self(midnight)) };
        let rest = rest.strip_prefix(['T', 't', ' '])?;
        let mut clock = rest.get(..8)?.split(':');
        let (hour, minute, second) =
            (field(clock.next()?, 2)?, field(clock.next()?, 2)?, field(clock.next()?, 2)?);
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let zone = rest.get(8..)?;
        let zone = match zone.strip_prefix('.') {
            Some(fraction) => fraction.trim_start_matches(|char: char| char.is_ascii_digit()),
            None => zone,
        };
        let seconds =
            hour.saturating_mul(3600).saturating_add(minute.saturating_mul(60)).saturating_add(second);
        Some(Self(midnight.saturating_add(seconds).saturating_sub(offset(zone)?)))
    }

    /// Reads a value: a text, or seconds since 1970.
    #[must_use]
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Self::read(text),
            Value::Number(number) => number.as_i64().map(Self),
            _ => None,
        }
    }
}

/// Writes milliseconds since 1970 as RFC 3339 in UTC, `2026-03-01T12:00:00.250Z`; a time outside of the years 0 to 9999
/// becomes the nearest one inside.
#[must_use]
pub fn rfc3339(milliseconds: i64) -> String {
    let milliseconds = milliseconds.clamp(FIRST, LAST);
    let (day, clock) = (milliseconds.div_euclid(DAY), milliseconds.rem_euclid(DAY));
    let (year, month, day) = date(day);
    let (seconds, milliseconds) = (clock.div_euclid(1000), clock.rem_euclid(1000));
    let (minutes, second) = (seconds.div_euclid(60), seconds.rem_euclid(60));
    let (hour, minute) = (minutes.div_euclid(60), minutes.rem_euclid(60));
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

/// The milliseconds of a day, and of the first and the last moment that is written.
const DAY: i64 = 86_400_000;
const FIRST: i64 = -62_167_219_200_000;
const LAST: i64 = 253_402_300_799_999;

/// Year, month and day of a number of days since 1970. The year is estimated, and then corrected by its first day.
fn date(day: i64) -> (i64, i64, i64) {
    let mut year = day.saturating_mul(400).div_euclid(146_097).saturating_add(1970);
    while days(year, 1, 1) > day {
        year.down(1);
    }
    while days(year.saturating_add(1), 1, 1) <= day {
        year.up(1);
    }
    let month = (1..=12).rev().find(|month| days(year, *month, 1) <= day).unwrap_or(1);
    (year, month, day.saturating_sub(days(year, month, 1)).saturating_add(1))
}

/// A number of exactly this many digits.
fn field(text: &str, digits: usize) -> Option<i64> {
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// Seconds east of UTC.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "" | "Z" | "z") {
        return Some(0);
    }
    let (sign, rest) = match (zone.strip_prefix('+'), zone.strip_prefix('-')) {
        (Some(rest), _) => (1, rest),
        (_, Some(rest)) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let (hours, minutes) = (field(hours, 2)?, field(minutes, 2)?);
    let seconds = hours.saturating_mul(3600).saturating_add(minutes.saturating_mul(60));
    (hours < 24 && minutes < 60).then_some(seconds.saturating_mul(sign))
}

const fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

const fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a day of the Gregorian calendar: whole years, their leap days, whole months.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let leaps = |year: i64| {
        year.div_euclid(4).saturating_sub(year.div_euclid(100)).saturating_add(year.div_euclid(400))
    };
    let before = year.saturating_sub(1);
    let of_years = year
        .saturating_sub(1970)
        .saturating_mul(365)
        .saturating_add(leaps(before))
        .saturating_sub(leaps(1969));
    let of_months = (1..month).fold(0_i64, |sum, month| sum.saturating_add(days_of(year, month)));
    of_years.saturating_add(of_months).saturating_add(day).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_times_and_zones_are_read() {
        let seconds = |text| Time::read(text).map(|time| time.0);
        assert_eq!(seconds("1970-01-01"), Some(0));
        assert_eq!(seconds("2000-03-01T00:00:00Z"), Some(951_868_800));
        assert_eq!(seconds("2026-11-21T16:15:53.25Z"), Some(1_795_277_753));
        assert_eq!(seconds("2026-11-21 18:15:53+02:00"), Some(1_795_277_753));
        assert_eq!(seconds("1969-12-31T23:59:59-00:00"), Some(-1));
        assert_eq!(Time::of(&serde_json::json!(1_795_277_753)), Some(Time(1_795_277_753)));
    }

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(rfc3339(1_795_277_753_250), "2026-11-21T16:15:53.250Z");
        assert_eq!(rfc3339(-1), "1969-12-31T23:59:59.999Z");
        assert_eq!(
            (rfc3339(i64::MIN), rfc3339(i64::MAX)),
            ("0000-01-01T00:00:00.000Z".to_owned(), "9999-12-31T23:59:59.999Z".to_owned())
        );
        for day in (-700_000..800_000).step_by(97) {
            assert_eq!(Time::read(&rfc3339(day * DAY)), Some(Time(day * 86_400)));
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for wrong in [
            "",
            "now",
            "2026-13-01",
            "2026-02-29",
            "2026-01-01T",
            "2026-01-01T25:00:00Z",
            "2026-01-01T00:00:00+2",
            "é".repeat(9).as_str(),
        ] {
            assert_eq!(Time::read(wrong), None, "{wrong}");
        }
        assert_eq!(Time::of(&serde_json::json!(null)), None);
    }
}
