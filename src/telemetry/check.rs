//! An assertion on what was counted: `oversized<=5%`.

use std::cmp::Ordering;
use std::fmt;

use super::tally::Tally;
use super::words::float;

/// What is held against a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Measured {
    /// A share of all calls.
    Oversized,
    /// A share of all calls with an outcome.
    Outcome(&'static str),
    /// A share of all calls.
    PaginationAdoption,
    /// Bytes.
    AverageResponseBytes,
    /// Percent.
    EstErrorPct,
    /// A number.
    Calls,
    /// A share of all calls.
    Errors,
    /// Percent of the tokens.
    ReductionPct,
    /// Milliseconds that this share of the calls does not pass.
    Latency(f64),
    /// Milliseconds that were added.
    Overhead(f64),
    /// Bytes of what was sent on.
    FinalBytes(f64),
    /// A share of all runs of `weir pack`.
    PackDrops,
}

const MEASURED: [(&str, Measured); 20] = [
    ("oversized", Measured::Oversized),
    ("passed", Measured::Outcome("passed")),
    ("paginated", Measured::Outcome("paginated")),
    ("summarized", Measured::Outcome("summarized")),
    ("chunked", Measured::Outcome("chunked")),
    ("filtered", Measured::Outcome("filtered")),
    ("clipped", Measured::Outcome("clipped")),
    ("paginationAdoption", Measured::PaginationAdoption),
    ("averageResponseBytes", Measured::AverageResponseBytes),
    ("estErrorPct", Measured::EstErrorPct),
    ("calls", Measured::Calls),
    ("errors", Measured::Errors),
    ("reductionPct", Measured::ReductionPct),
    ("p50Latency", Measured::Latency(0.5)),
    ("p95Latency", Measured::Latency(0.95)),
    ("p99Latency", Measured::Latency(0.99)),
    ("p95Overhead", Measured::Overhead(0.95)),
    ("p99Overhead", Measured::Overhead(0.99)),
    ("p95FinalBytes", Measured::FinalBytes(0.95)),
    ("packDrops", Measured::PackDrops),
];

/// Comparisons, those of two signs first.
const COMPARED: [(&str, &[Ordering]); 5] = [
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">=", &[Ordering::Greater, Ordering::Equal]),
    ("==", &[Ordering::Equal]),
    ("<", &[Ordering::Less]),
    (">", &[Ordering::Greater]),
];

/// An assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    name: &'static str,
    measured: Measured,
    sign: &'static str,
    holds: &'static [Ordering],
    bound: f64,
    /// `%` when the bound is a percentage.
    unit: &'static str,
}

/// What became of an assertion.
#[derive(Clone, Debug, PartialEq)]
pub enum Checked {
    /// It holds, with its numbers.
    Holds(String),
    /// It does not, with its numbers.
    Fails(String),
    /// There is nothing to hold it against.
    Nothing,
}

impl Check {
    /// The names of what can be checked.
    pub fn names() -> impl Iterator<Item = &'static str> {
        MEASURED.iter().map(|(name, _)| *name)
    }

    /// The name of what is checked.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Reads `oversized<=5%`. Blanks may be between its parts.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let start = word.find(['<', '>', '='])?;
        let (name, rest) = word.split_at_checked(start)?;
        let (name, measured) = MEASURED.iter().find(|(known, _)| *known == name.trim())?;
        let (sign, holds) = COMPARED.iter().find(|(sign, _)| rest.starts_with(sign))?;
        let number = rest.strip_prefix(sign)?.trim();
        let (digits, unit) = match number.strip_suffix('%') {
            Some(digits) => (digits.trim_end(), "%"),
            None => (number, ""),
        };
        let is_plain = digits.starts_with(|char: char| char.is_ascii_digit())
            && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let bound = digits.parse::<f64>().ok().filter(|_| is_plain)?;
        let percent = matches!(
            measured,
            Measured::Oversized
                | Measured::Outcome(_)
                | Measured::PaginationAdoption
                | Measured::EstErrorPct
                | Measured::Errors
                | Measured::ReductionPct
                | Measured::PackDrops
        );
        // A share is a percentage, or at most 1: what always holds is no check.
        let is_share = percent && !matches!(measured, Measured::EstErrorPct | Measured::ReductionPct);
        if (!percent && !unit.is_empty()) || (is_share && unit.is_empty() && bound > 1.0) {
            return None;
        }
        Some(Self { name, measured: *measured, sign, holds, bound, unit })
    }

    /// Holds it against what was counted.
    #[must_use]
    pub fn against(&self, tally: &Tally) -> Checked {
        let calls = tally.sums.calls;
        if calls == 0 && !matches!(self.measured, Measured::Calls | Measured::PackDrops) {
            return Checked::Nothing;
        }
        // A share is held against a percentage exactly: 5 of 100 are 5 %.
        let percent = if self.unit.is_empty() { 1.0 } else { 100.0 };
        let share = |count: u64| (tally.share(count) * percent, format!(" ({count} of {calls} calls)"));
        let time = |time: Option<u64>| time.map(|time| (float(time) / 1000.0, " ms".to_owned()));
        let measured = match self.measured {
            Measured::Oversized => Some(share(tally.sums.oversized)),
            Measured::Outcome(name) => Some(share(tally.outcome(name))),
            Measured::PaginationAdoption => Some(share(tally.outcome("paginated"))),
            Measured::AverageResponseBytes => Some((tally.average_bytes(), String::new())),
            Measured::EstErrorPct => {
                tally.error().map(|error| (error, format!(" ({} counted)", tally.counted)))
            }
            Measured::Calls => Some((float(calls), String::new())),
            Measured::Errors => Some(share(tally.sums.errors)),
            Measured::ReductionPct => tally.sums.reduction().map(|percent| (percent, String::new())),
            Measured::Latency(part) => time(tally.latency.quantile(part)),
            Measured::Overhead(part) => time(tally.overhead.quantile(part)),
            Measured::FinalBytes(part) => {
                tally.size_after.quantile(part).map(|size| (float(size), String::new()))
            }
            Measured::PackDrops if tally.packs.runs == 0 => None,
            Measured::PackDrops => {
                let (drops, runs) = (tally.packs.with_drops, tally.packs.runs);
                Some((tally.packs.share() * percent, format!(" ({drops} of {runs} runs)")))
            }
        };
        let Some((value, more)) = measured else { return Checked::Nothing };
        let exact = (value * 1e9).round().total_cmp(&(self.bound * 1e9).round());
        let shown = (value * 100.0).round() / 100.0;
        let unit = self.unit;
        let text = format!("{} {shown}{unit}{more}", self.name);
        if self.holds.contains(&exact) {
            Checked::Holds(format!("{text} is {self}"))
        } else {
            Checked::Fails(format!("{text} is not {self}"))
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}{}", self.sign, self.bound, self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sums;
    use super::*;

    fn tally(calls: u64, oversized: u64) -> Tally {
        Tally { sums: Sums { calls, oversized, ..Sums::default() }, ..Tally::default() }
    }

    fn against(word: &str, tally: &Tally) -> Checked {
        Check::parse(word).unwrap().against(tally)
    }

    #[test]
    fn five_of_a_hundred_are_five_percent_and_six_are_more() {
        let five = against("oversized<=5%", &tally(100, 5));
        assert_eq!(five, Checked::Holds("oversized 5% (5 of 100 calls) is <= 5%".to_owned()));
        let six = against("oversized <= 5%", &tally(100, 6));
        assert_eq!(six, Checked::Fails("oversized 6% (6 of 100 calls) is not <= 5%".to_owned()));
        assert!(matches!(against("oversized<0.06", &tally(100, 6)), Checked::Fails(_)));
        assert!(matches!(against("oversized==6%", &tally(100, 6)), Checked::Holds(_)));
        assert!(matches!(against("calls>=0", &tally(0, 0)), Checked::Holds(_)));
    }

    #[test]
    fn without_calls_there_is_nothing_to_hold_it_against() {
        assert_eq!(against("oversized<=5%", &tally(0, 0)), Checked::Nothing);
        assert_eq!(against("estErrorPct<=20%", &tally(5, 0)), Checked::Nothing);
    }

    #[test]
    fn what_is_no_assertion_is_none() {
        for word in [
            "",
            "oversized",
            "oversized<<5",
            "oversized<=",
            "oversized<=five",
            "oversized=5",
            "oversized<=5",
            "large<=5",
            "<=5",
            "calls>5%",
            "oversized<=-1",
            "oversized<=1e3",
            "oversized<=5%%",
        ] {
            assert_eq!(Check::parse(word), None, "{word}");
        }
    }
}
