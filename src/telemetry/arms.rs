//! The arms of a trial beside each other, with intervals: how much of a difference is chance.
//!
//! Calls of one session are alike. Where sessions belong to one arm as a whole, a session is the unit, as one would
//! otherwise take many equal calls for much evidence; where each call is dealt by itself, the call is.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::histogram::Histogram;
use super::read::Line;
use super::sums::Sums;
use super::words::{float, microseconds, raise};

/// Sessions are counted apart in so many groups; further ones share a group.
const GROUPS: u64 = 4096;

/// Sessions that are looked at to see whether they belong to one arm.
const SESSIONS: usize = 4096;

/// Students's t at 97.5 percent, by degrees of freedom: the largest that is not above.
const STUDENT: [(u64, f64); 18] = [
    (1, 12.706),
    (2, 4.303),
    (3, 3.182),
    (4, 2.776),
    (5, 2.571),
    (6, 2.447),
    (7, 2.365),
    (8, 2.306),
    (9, 2.262),
    (10, 2.228),
    (12, 2.179),
    (15, 2.131),
    (20, 2.086),
    (30, 2.042),
    (60, 2.0),
    (120, 1.98),
    (500, 1.965),
    (10_000, 1.96),
];

/// One arm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArmTally {
    /// Its sums.
    pub sums: Sums,
    /// Its latencies with what was added to them, in microseconds.
    pub latency: Histogram,
    /// Tokens that clients show of its calls, and their squares.
    tokens: f64,
    squares: f64,
    /// Calls and tokens of groups of sessions.
    groups: BTreeMap<u64, (u64, f64)>,
}

/// A mean and the interval that holds it in 95 of 100 cases; no interval when too little is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The lowest and the highest value.
    pub interval: Option<(f64, f64)>,
}

/// A mean with its variance.
#[derive(Clone, Copy, Debug)]
struct Spread {
    mean: f64,
    variance: f64,
    units: u64,
}

impl Spread {
    fn interval(mean: f64, variance: f64, freedom: u64) -> Mean {
        let wide = STUDENT.iter().rev().find(|(least, _)| *least <= freedom).map(|(_, student)| {
            let half = student * variance.max(0.0).sqrt();
            (mean - half, mean + half)
        });
        Mean { mean, interval: wide }
    }

    fn mean(self) -> Mean {
        Self::interval(self.mean, self.variance, self.units.saturating_sub(1))
    }
}

/// What is a unit of chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Sessions.
    #[default]
    Session,
    /// Calls.
    Call,
}

impl Unit {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Call => "call",
        }
    }
}

/// The calls of trials: those whose mode is `ab`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// Answers over their budget are changed.
    pub hardened: ArmTally,
    /// Nothing is changed.
    pub control: ArmTally,
    /// The arms of sessions.
    sessions: BTreeMap<u64, bool>,
    unit: Unit,
}

impl ArmTally {
    /// Counts a call, or what was fetched later.
    pub(super) fn add(&mut self, line: &Line<'_>, session: u64) {
        self.sums.add(line);
        let fetched = line.event == "fetched";
        let tokens = float(if fetched { line.final_tokens } else { line.sent() });
        self.tokens += tokens;
        let (calls, group) = self.groups.entry(session.rem_euclid(GROUPS)).or_default();
        *group += tokens;
        if !fetched {
            raise(calls, 1);
            self.squares += tokens * tokens;
            self.latency.add(microseconds(line.latency + line.overhead));
        }
    }

    /// Tokens of a call: what its client shows, and what it fetched later.
    fn spread(&self, unit: Unit) -> Option<Spread> {
        let calls = float(self.sums.calls);
        if self.sums.calls == 0 {
            return None;
        }
        let mean = self.tokens / calls;
        let (variance, units) = match unit {
            Unit::Call => {
                let own = (self.tokens - float(self.sums.fetched_tokens)) / calls;
                let least = (calls - 1.0).max(1.0);
                ((self.squares / calls - own * own) / least, self.sums.calls)
            }
            Unit::Session => {
                let units = u64::try_from(self.groups.len()).unwrap_or(u64::MAX);
                let apart = |(calls, tokens): &(u64, f64)| (tokens - mean * float(*calls)).powi(2);
                let sum: f64 = self.groups.values().map(apart).sum();
                let few = float(units) / (float(units) - 1.0).max(1.0);
                (few * sum / (calls * calls), units)
            }
        };
        Some(Spread { mean, variance, units })
    }
}

impl Trial {
    /// Counts a call of a trial, or what was fetched later.
    pub(super) fn add(&mut self, line: &Line<'_>) {
        let session = number_of(&line.session);
        let control = line.arm == "control";
        if line.event != "fetched" {
            if let Some(known) = self.sessions.get(&session) {
                if *known != control {
                    self.unit = Unit::Call;
                }
            } else if self.sessions.len() < SESSIONS {
                self.sessions.insert(session, control);
            }
        }
        let arm = if control { &mut self.control } else { &mut self.hardened };
        arm.add(line, session);
    }

    /// What is taken for one piece of evidence.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// Tokens of a call of an arm; none without calls.
    #[must_use]
    pub fn tokens(&self, arm: &ArmTally) -> Option<Mean> {
        arm.spread(self.unit).map(Spread::mean)
    }

    /// How many tokens a hardened call has more than one of the other arm; below zero, fewer.
    #[must_use]
    pub fn difference(&self) -> Option<Mean> {
        let (one, other) = (self.hardened.spread(self.unit)?, self.control.spread(self.unit)?);
        let freedom = one.units.min(other.units).saturating_sub(1);
        Some(Spread::interval(one.mean - other.mean, one.variance + other.variance, freedom))
    }
}

/// A number for a session.
fn number_of(session: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    session.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(session: &str, arm: &'static str, tokens: u64) -> Line<'static> {
        Line {
            event: "call".into(),
            session: session.to_owned().into(),
            mode: "ab".into(),
            arm: arm.into(),
            estimated_tokens: tokens.max(1000),
            final_tokens: tokens,
            ..Line::default()
        }
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6
    }

    #[test]
    fn calls_that_are_dealt_one_by_one_have_the_interval_of_two_means() {
        let mut trial = Trial::default();
        for (arm, tokens) in [
            ("hardened", 100),
            ("hardened", 200),
            ("hardened", 300),
            ("control", 1000),
            ("control", 3000),
            ("control", 2000),
        ] {
            trial.add(&call("one", arm, tokens));
        }
        assert_eq!(trial.unit(), Unit::Call);
        // Variances of the means: 100^2 / 3 and 1000^2 / 3; 2 degrees of freedom.
        let own = trial.tokens(&trial.hardened).unwrap();
        let (low, high) = own.interval.unwrap();
        let half = 4.303 * (10_000.0_f64 / 3.0).sqrt();
        assert!(near(own.mean, 200.0) && near(low, 200.0 - half) && near(high, 200.0 + half), "{own:?}");
        let difference = trial.difference().unwrap();
        let half = 4.303 * (10_000.0_f64 / 3.0 + 1_000_000.0 / 3.0).sqrt();
        let (low, high) = difference.interval.unwrap();
        assert!(near(difference.mean, -1800.0) && near(low, -1800.0 - half) && near(high, -1800.0 + half));
    }

    #[test]
    fn many_equal_calls_of_few_sessions_are_little_evidence() {
        let mut trial = Trial::default();
        for _ in 0..1000 {
            trial.add(&call("a", "hardened", 100));
            trial.add(&call("b", "hardened", 300));
            trial.add(&call("c", "control", 1000));
        }
        assert_eq!(trial.unit(), Unit::Session);
        let own = trial.tokens(&trial.hardened).unwrap();
        // Two sessions: the mean of 100 and 300, and 12.7 times its error of 100.
        assert!(near(own.mean, 200.0) && near(own.interval.unwrap().1, 200.0 + 12.706 * 100.0), "{own:?}");
        assert_eq!(trial.tokens(&trial.control).unwrap().interval, None);
        assert_eq!(trial.difference().unwrap().interval, None);
    }

    #[test]
    fn what_was_fetched_later_belongs_to_its_arm() {
        let mut trial = Trial::default();
        trial.add(&call("a", "hardened", 100));
        trial.add(&Line { event: "fetched".into(), ..call("a", "hardened", 250) });
        assert!(near(trial.tokens(&trial.hardened).unwrap().mean, 350.0));
        assert_eq!((trial.hardened.sums.calls, trial.tokens(&trial.control)), (1, None));
    }
}
