//! How long runs took, as the runners print it beside their totals. What a test prints never counts.

use crate::event::{Class, Runner};

/// How the lines beside the totals begin on which a runner prints how long it ran.
const BEGINNINGS: [&str; 14] = [
    "Time:",
    "Total time:",
    "Finished in ",
    "Duration:",
    "Duration ",
    "BUILD SUCCESSFUL in ",
    "BUILD FAILED in ",
    "Test run finished after ",
    "Total Test time (real) =",
    "# duration_ms ",
    "duration_ms ",
    "Elapsed time:",
    "Time elapsed:",
    "Ran ",
];

/// How long a run took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Time {
    /// So many milliseconds.
    Exactly(u64),
    /// Tenths of a minute or of an hour: too coarse for a number of milliseconds.
    Roughly,
}

/// The durations of all runs together.
#[derive(Clone, Debug, Default)]
pub(super) struct Durations {
    /// The times, and whose they are; no runner where only the line is known.
    each: Vec<(Option<Runner>, Time)>,
    /// The runner that read something out of a line last, and the line's number.
    reader: Option<(Runner, u64)>,
}

impl Durations {
    /// Takes the time from a line with which a runner prints its totals, or from one beside them.
    #[inline]
    pub(super) fn read(&mut self, number: u64, text: &str, class: Class) {
        let found = match class {
            Class::Totals => with_totals(text),
            // Most lines of these classes begin differently.
            _ => match text.as_bytes().trim_ascii_start().first() {
                Some(b'T' | b'F' | b'D' | b'B' | b'R' | b'E' | b'[' | b'#' | b'd' | 0xc2 | 0xe1..=0xe3) => {
                    beside_totals(text)
                }
                _ => None,
            },
        };
        if let Some(found) = found {
            let runner = self.reader.filter(|(_, line)| *line == number).map(|(runner, _)| runner);
            match self.each.iter_mut().find(|(each, _)| *each == runner) {
                Some((_, sum)) => *sum = sum.and(found),
                None => self.each.push((runner, found)),
            }
        }
    }

    /// This runner read something out of the line of this number.
    pub(super) const fn reads(&mut self, runner: Runner, number: u64) {
        self.reader = Some((runner, number));
    }

    /// The sum, in milliseconds, without the runners that are `beside` what the answer is about; `None` where one time is
    /// only known roughly.
    pub(super) fn in_all(&self, beside: impl Fn(Runner) -> bool) -> Option<u64> {
        let counts = |runner: &Option<Runner>| !runner.is_some_and(&beside);
        let reported = self.each.iter().filter(|(runner, _)| counts(runner)).map(|(_, time)| *time);
        match reported.reduce(Time::and)? {
            Time::Exactly(sum) => Some(sum),
            Time::Roughly => None,
        }
    }
}

impl Time {
    /// Two times, one after the other.
    const fn and(self, more: Self) -> Self {
        match (self, more) {
            (Self::Exactly(one), Self::Exactly(other)) => Self::Exactly(one.saturating_add(other)),
            _ => Self::Roughly,
        }
    }
}

#[inline(never)]
fn beside_totals(text: &str) -> Option<Time> {
    let text = text.trim_start_matches(|each: char| each.is_whitespace() || each == '\u{2139}');
    let text = text.strip_prefix("[INFO]").map_or(text, str::trim_start);
    let first = text.as_bytes().first()?;
    let mut may_be = BEGINNINGS.iter().filter(|beginning| beginning.as_bytes().first() == Some(first));
    match may_be.find_map(|beginning| text.strip_prefix(beginning).map(|rest| (*beginning, rest)))? {
        ("Ran ", rest) => after_word(rest),
        (beginning, rest) if beginning.ends_with("duration_ms ") => {
            fraction(rest.trim(), 1).map(Time::Exactly)
        }
        (_, rest) => time(rest.trim_start()),
    }
}

fn with_totals(text: &str) -> Option<Time> {
    let of_summary = |text: &str| time(text.trim_start().strip_prefix("Summary [")?.trim_start());
    of_summary(text)
        .or_else(|| beside_totals(text))
        .or_else(|| after_word(text))
        .or_else(|| in_brackets(text))
}

/// `in 0.31s`, `finished in 1.2 s`: the last such words count.
fn after_word(text: &str) -> Option<Time> {
    let (at, _) = text.rmatch_indices(" in ").next()?;
    time(text.get(at.saturating_add(4)..)?.trim_start())
}

/// `12 passing (34ms)`, `(1.2s)`: at the end of the line.
fn in_brackets(text: &str) -> Option<Time> {
    let (_, inner) = text.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    time(inner)
}

/// A time: `0.31s`, `1.2 seconds`, `345 ms`, `1m 3.5s`, `00:01.234`. What follows it does not matter.
fn time(text: &str) -> Option<Time> {
    let mut rest = text;
    let mut sum: Option<Time> = None;
    loop {
        let digits = rest.find(|each: char| !each.is_ascii_digit() && each != '.').unwrap_or(rest.len());
        let (number, trailing) = rest.split_at_checked(digits)?;
        if number.is_empty() {
            return sum;
        }
        if let (None, Some(after)) = (sum, trailing.strip_prefix(':')) {
            return on_a_clock(number, after).map(Time::Exactly);
        }
        let trailing = trailing.trim_start();
        let letters = trailing.find(|each: char| !each.is_ascii_alphabetic()).unwrap_or(trailing.len());
        let (unit, after) = trailing.split_at_checked(letters)?;
        let milliseconds = match unit {
            "ms" | "msec" | "milliseconds" | "millisecond" => 1,
            "s" | "sec" | "secs" | "second" | "seconds" => 1_000,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000,
            "h" | "hour" | "hours" => 3_600_000,
            _ => return sum,
        };
        let part = if milliseconds >= 60_000 && number.contains('.') {
            Time::Roughly
        } else {
            Time::Exactly(fraction(number, milliseconds)?)
        };
        sum = Some(sum.unwrap_or(Time::Exactly(0)).and(part));
        rest = after.trim_start();
        // ScalaTest: `2 minutes, 41 seconds`.
        if milliseconds >= 60_000
            && let Some(smaller) =
                rest.strip_prefix(", ").filter(|more| more.starts_with(|each: char| each.is_ascii_digit()))
        {
            rest = smaller;
        }
    }
}

/// The milliseconds of a text that is a time and nothing else.
pub(super) fn exact(text: &str) -> Option<u64> {
    let text = text.trim();
    let plain = |each: char| each.is_ascii_digit() || each == '.';
    let (number, unit) = text.split_at_checked(text.find(|each| !plain(each))?)?;
    let known = [
        "ms",
        "msec",
        "milliseconds",
        "millisecond",
        "s",
        "sec",
        "secs",
        "second",
        "seconds",
        "m",
        "min",
        "h",
    ];
    match (!number.is_empty() && known.contains(&unit.trim_start())).then(|| time(text)).flatten()? {
        Time::Exactly(milliseconds) => Some(milliseconds),
        Time::Roughly => None,
    }
}

/// `00:01.234`, `1:02:03`.
fn on_a_clock(first: &str, rest: &str) -> Option<u64> {
    let end =
        rest.find(|each: char| !each.is_ascii_digit() && each != '.' && each != ':').unwrap_or(rest.len());
    let mut seconds: u64 = first.parse().ok()?;
    let mut parts: Vec<&str> = rest.get(..end)?.split(':').collect();
    let last = parts.pop()?;
    for part in parts {
        seconds = seconds.saturating_mul(60).saturating_add(part.parse().ok()?);
    }
    Some(seconds.saturating_mul(60_000).saturating_add(fraction(last, 1_000)?))
}

/// A decimal number of units of so many milliseconds.
fn fraction(text: &str, unit: u64) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let whole: u64 = whole.parse().ok()?;
    let digits: String = part.chars().take_while(char::is_ascii_digit).take(6).collect();
    let scale = 10_u64.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let part: u64 = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    Some(whole.saturating_mul(unit).saturating_add(part.saturating_mul(unit).checked_div(scale)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_runner_that_is_beside_the_answer_does_not_count() {
        let (linter, tests) = (Runner("linter"), Runner("tests"));
        let mut durations = Durations::default();
        durations.reads(linter, 1);
        durations.read(1, "No issues found! (ran in 7.7s)", Class::Totals);
        durations.read(2, "Time: 1.5 s", Class::Noise);
        durations.reads(tests, 3);
        durations.read(3, "== 1 failed in 0.5s ==", Class::Totals);
        assert_eq!(durations.in_all(|_| false), Some(9_700));
        assert_eq!(durations.in_all(|runner| runner == linter), Some(2_000));
    }

    #[test]
    fn runners_tell_how_long_they_ran() {
        for (text, class, expected) in [
            ("============ 40 passed in 0.31s ============", Class::Totals, Some(310)),
            ("== 1 failed, 4 passed in 64.51s (0:01:04) ==", Class::Totals, Some(64_510)),
            ("Run completed in 2 minutes, 41 seconds.", Class::Totals, Some(161_000)),
            ("Run completed in 1 hour, 3 minutes, 2 seconds.", Class::Totals, Some(3_782_000)),
            ("Finished in 2 minutes, 3 examples", Class::Totals, Some(120_000)),
            (
                "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.24s",
                Class::Totals,
                Some(1240),
            ),
            ("Time:        1.412 s", Class::Noise, Some(1412)),
            ("Time:        1.412 s, estimated 2 s", Class::Noise, Some(1412)),
            ("   Duration  443ms (transform 43ms, setup 0ms)", Class::Noise, Some(443)),
            ("[INFO] Total time:  2.345 s", Class::Noise, Some(2345)),
            ("[INFO] Total time:  01:02 min", Class::Noise, Some(62_000)),
            ("BUILD FAILED in 1m 3s", Class::Noise, Some(63_000)),
            ("Ran 3 tests in 0.001s", Class::Totals, Some(1)),
            ("Finished in 0.05 seconds (files took 0.1 seconds to load)", Class::Noise, Some(50)),
            ("Time: 00:00.123, Memory: 4.00 MB", Class::Noise, Some(123)),
            ("     Summary [   0.017s] 3 tests run: 2 passed, 1 failed", Class::Totals, Some(17)),
            ("  3 passing (12ms)", Class::Totals, Some(12)),
            ("# duration_ms 123.45", Class::Noise, Some(123)),
            ("  12 passed (1.1m)", Class::Totals, None),
            ("  12 passed (1m)", Class::Totals, Some(60_000)),
            ("Tests run: 3, Failures: 1", Class::Totals, None),
            ("3 passed in the harbour", Class::Totals, None),
            ("Time flies", Class::Noise, None),
            ("building in 3s", Class::Noise, None),
        ] {
            let mut durations = Durations::default();
            durations.read(1, text, class);
            assert_eq!(durations.in_all(|_| false), expected, "{text}");
        }
    }
}
