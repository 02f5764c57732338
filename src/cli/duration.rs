//! A length of time as it is typed: a number and a unit.

use std::time::Duration;

use super::exit::Problem;
use super::words::shown;

/// Units and their milliseconds; a number without one is seconds, as for `timeout(1)`.
const UNITS: [(&str, f64); 6] =
    [("ms", 1.0), ("s", 1e3), ("m", 60e3), ("h", 3600e3), ("d", 86_400e3), ("", 1e3)];

/// The longest time that is distinguished from for ever: ten thousand days, in milliseconds.
const LONGEST: f64 = 864e9;

/// The milliseconds of `90`, `90s`, `1.5h`.
pub(super) fn milliseconds(word: &str) -> Option<f64> {
    let digits = word.find(|char: char| !char.is_ascii_digit() && char != '.').unwrap_or(word.len());
    let (number, unit) = word.split_at_checked(digits).unwrap_or((word, ""));
    let milliseconds = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, each)| each);
    let number =
        number.parse::<f64>().ok().filter(|_| number.starts_with(|char: char| char.is_ascii_digit()));
    let (number, each) = number.zip(milliseconds)?;
    Some((number * each).min(LONGEST))
}

/// Reads what `--timeout` was given: `90`, `90s`, `1.5h`.
pub(super) fn duration(word: &str) -> Result<Duration, Problem> {
    let Some(wanted) = milliseconds(word) else {
        return Err(Problem::usage(format!("--timeout must be a time, not {}", shown(word)))
            .hint("a number and ms, s, m, h or d: 90s, 1.5h; without a unit seconds"));
    };
    if wanted < 1.0 {
        return Err(Problem::usage(format!("--timeout must be more than nothing, not {}", shown(word))));
    }
    Ok(Duration::from_secs_f64(wanted / 1e3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_and_a_unit() {
        for (word, milliseconds) in [
            ("90", 90_000),
            ("90s", 90_000),
            ("0.5s", 500),
            ("1ms", 1),
            ("5m", 300_000),
            ("1.5h", 5_400_000),
            ("2d", 172_800_000),
        ] {
            assert_eq!(duration(word), Ok(Duration::from_millis(milliseconds)), "{word}");
        }
        assert_eq!(duration(&"9".repeat(400)), Ok(Duration::from_secs(864_000_000)));
    }

    #[test]
    fn anything_else_is_refused() {
        for word in
            ["", "s", "-1", "+1", "1e3", "inf", "NaN", "1 s", "1S", "1min", ".5", "1.2.3", "1m30s", "५"]
        {
            let printed = duration(word).unwrap_err().to_string();
            assert!(printed.starts_with("--timeout must be a time, not '"), "{word}: {printed}");
        }
        for word in ["0", "0s", "0.0h", "0.5ms"] {
            let printed = duration(word).unwrap_err().to_string();
            assert_eq!(printed, format!("--timeout must be more than nothing, not '{word}'"));
        }
    }
}
