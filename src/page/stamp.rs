//! When something was created: RFC 3339 and its near relatives, or seconds or milliseconds since the epoch.

use crate::text::json::{Json, Kind};

/// Nanoseconds of a second.
const SECOND: i128 = 1_000_000_000;
/// Numbers from here on count milliseconds: as seconds they would lie beyond the year 5000.
const MILLISECONDS_FROM: f64 = 1e11;

/// The instant that a value tells, in nanoseconds since the epoch.
pub(super) fn stamp(value: Json<'_>) -> Option<i128> {
    match value.kind() {
        Kind::Number => number(value.text()),
        Kind::String => date(value.string()?.trim()),
        _ => None,
    }
}

fn number(text: &str) -> Option<i128> {
    let number: f64 = text.parse().ok()?;
    if !number.is_finite() || number.abs() > 1e15 {
        return None;
    }
    let nanos = if number.abs() >= MILLISECONDS_FROM { number * 1e6 } else { number * 1e9 };
    // Within what 128 bits hold, as judged above.
    #[expect(clippy::cast_possible_truncation, reason = "bounded above")]
    Some(nanos as i128)
}

/// `2024-05-06`, with a time after `T` or a blank, with fractions and an offset or `Z`.
fn date(text: &str) -> Option<i128> {
    let digits = |part: &str| -> Option<i128> {
        let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse().ok())?
    };
    let (year, month, day) = (text.get(..4)?, text.get(5..7)?, text.get(8..10)?);
    if text.get(4..5) != Some("-") || text.get(7..8) != Some("-") {
        return None;
    }
    let (year, month, day) = (digits(year)?, digits(month)?, digits(day)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let midnight = days(year, month, day).checked_mul(86_400)?.checked_mul(SECOND)?;
    let rest = text.get(10..)?;
    if rest.is_empty() {
        return Some(midnight);
    }
    let time = rest.strip_prefix(['T', 't', ' '])?;
    let (hour, minute) = (digits(time.get(..2)?)?, digits(time.get(3..5)?)?);
    let mut rest = time.get(5..)?;
    let mut nanos = hour.checked_mul(60)?.checked_add(minute)?.checked_mul(60)?.checked_mul(SECOND)?;
    if let Some(seconds) = rest.strip_prefix(':') {
        nanos = nanos.checked_add(digits(seconds.get(..2)?)?.checked_mul(SECOND)?)?;
        rest = seconds.get(2..)?;
    }
    if let Some(fraction) = rest.strip_prefix(['.', ',']) {
        let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let padded: String = fraction.get(..length)?.chars().chain("000000000".chars()).take(9).collect();
        nanos = nanos.checked_add(digits(&padded)?)?;
        rest = fraction.get(length..)?;
    }
    midnight.checked_add(nanos)?.checked_sub(offset(rest.trim_start())?.checked_mul(SECOND)?)
}

/// Seconds that a zone is ahead of UTC; none is UTC.
fn offset(zone: &str) -> Option<i128> {
    if matches!(zone, "" | "Z" | "z" | "UTC" | "GMT") {
        return Some(0);
    }
    let (sign, digits) = match zone.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let digits: String = digits.chars().filter(|char| *char != ':').collect();
    let number: i128 = digits.parse().ok()?;
    let minutes = match digits.len() {
        2 => number.checked_mul(60)?,
        4 => number.div_euclid(100).checked_mul(60)?.checked_add(number.rem_euclid(100))?,
        _ => return None,
    };
    minutes.checked_mul(60)?.checked_mul(sign)
}

/// Days since the epoch (Howard Hinnant, "chrono-compatible low-level date algorithms").
fn days(year: i128, month: i128, day: i128) -> i128 {
    let year = if month <= 2 { year.saturating_sub(1) } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let shifted = month.saturating_add(9).rem_euclid(12);
    let of_year =
        shifted.saturating_mul(153).saturating_add(2).div_euclid(5).saturating_add(day).saturating_sub(1);
    let of_era = of_era
        .saturating_mul(365)
        .saturating_add(of_era.div_euclid(4))
        .saturating_sub(of_era.div_euclid(100))
        .saturating_add(of_year);
    era.saturating_mul(146_097).saturating_add(of_era).saturating_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(text: &str) -> Option<i128> {
        stamp(Json::parse(text).unwrap()).map(|nanos| nanos / SECOND)
    }

    #[test]
    fn dates_and_numbers_are_instants() {
        assert_eq!(seconds("\"1970-01-01\""), Some(0));
        assert_eq!(seconds("\"2024-02-29T12:00:00Z\""), Some(1_709_208_000));
        assert_eq!(seconds("\"2024-02-29T14:00:00.999+02:00\""), Some(1_709_208_000));
        assert_eq!(seconds("\"2024-02-29 12:00\""), Some(1_709_208_000));
        assert_eq!(seconds("\"2024-02-29T07:30:00-0430\""), Some(1_709_208_000));
        assert_eq!(seconds("1709208000"), Some(1_709_208_000));
        assert_eq!(seconds("1709208000000"), Some(1_709_208_000));
        assert_eq!(stamp(Json::parse("\"1970-01-01T00:00:00.5Z\"").unwrap()), Some(500_000_000));
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "\"\"",
            "\"yesterday\"",
            "\"2024-13-01\"",
            "\"2024-01-01T\"",
            "\"2024-01-01Tab:cd\"",
            "null",
            "1e300",
            "\"2024é01-01\"",
            "\"2024-01-01T00:00:00 Mars\"",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
