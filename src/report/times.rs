//! How long tests took, where their runners print it on the line that reports them. What a test prints never counts.
//!
//! The times of failures are always read. Those of all other tests are read only when the slowest are wanted, or the next
//! run is to be compared with this one: most lines report a test that passed.

use super::durations::exact;
use super::failures::FailureLog;
use crate::event::TestId;

/// How many of the slowest tests are kept.
pub const SLOWEST: usize = 200;

/// Whose time the present line may have.
#[derive(Debug, Default, PartialEq, Eq)]
enum Waiting {
    #[default]
    Nobody,
    /// A test that did not fail: its name is remembered.
    Other,
    /// The failure of this number.
    Failure(usize),
}

/// A slow test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slow {
    /// Milliseconds.
    pub took_ms: u64,
    /// Its name.
    pub name: Box<str>,
}

#[derive(Debug, Default)]
pub(super) struct Times {
    /// Whether all tests are looked at.
    wanted: bool,
    waiting: Waiting,
    /// The name of the test that waits.
    name: String,
    /// Where its last part begins.
    last: usize,
    /// The slowest, in no order.
    slow: Vec<Slow>,
    /// The least time among them, in milliseconds, once there are [`SLOWEST`] of them.
    least: u64,
}

impl Times {
    /// All tests are looked at from here on.
    pub(super) const fn want(&mut self) {
        self.wanted = true;
    }

    #[inline]
    pub(super) const fn wanted(&self) -> bool {
        self.wanted
    }

    /// A test finished and did not fail.
    #[inline]
    pub(super) fn see(&mut self, id: TestId<'_>) {
        if self.wanted {
            self.name.clear();
            for part in [id.module, id.separator] {
                self.name.push_str(part);
            }
            self.last = self.name.len();
            self.name.push_str(id.name);
            self.waiting = Waiting::Other;
        }
    }

    /// This failure was reported.
    pub(super) const fn see_failure(&mut self, at: usize) {
        self.waiting = Waiting::Failure(at);
    }

    /// A line is over: if a test waits, this is its line.
    #[inline]
    pub(super) fn line(&mut self, text: &str, failures: &mut FailureLog) {
        if self.waiting != Waiting::Nobody {
            self.read(text, failures);
        }
    }

    fn read(&mut self, text: &str, failures: &mut FailureLog) {
        match std::mem::take(&mut self.waiting) {
            Waiting::Nobody => {}
            Waiting::Other => {
                let name = self.name.get(self.last..).unwrap_or_default();
                if let Some(took_ms) = of(text, name) {
                    let name = std::mem::take(&mut self.name);
                    self.add(took_ms, &name);
                    self.name = name;
                }
            }
            Waiting::Failure(at) => {
                let Some(failure) = failures.get(at) else { return };
                let Some(took_ms) = of(text, failures.id(failure).name) else { return };
                if self.wanted {
                    let name = failures.shown(failure).to_owned();
                    self.add(took_ms, &name);
                }
                if let Some(failure) = failures.get_mut(at) {
                    failure.took_ms = u32::try_from(took_ms).ok();
                }
            }
        }
    }

    fn add(&mut self, took_ms: u64, name: &str) {
        if took_ms == 0 || took_ms <= self.least {
            return;
        }
        if let Some(known) = self.slow.iter_mut().find(|slow| &*slow.name == name) {
            known.took_ms = took_ms;
            return;
        }
        if self.slow.len() >= SLOWEST
            && let Some(least) =
                self.slow.iter().enumerate().min_by_key(|(_, slow)| slow.took_ms).map(|(at, _)| at)
        {
            self.slow.swap_remove(least);
            self.least = self.slow.iter().map(|slow| slow.took_ms).min().unwrap_or(0);
        }
        self.slow.push(Slow { took_ms, name: name.into() });
    }

    /// The slowest tests, slowest first; equally slow ones by their names.
    pub(super) fn slowest(&self) -> Vec<Slow> {
        let mut all = self.slow.clone();
        all.sort_by(|one, other| other.took_ms.cmp(&one.took_ms).then_with(|| one.name.cmp(&other.name)));
        all
    }
}

/// The time that a line prints beside the name of its test, in milliseconds: in brackets or at the end after it, in
/// brackets before it.
fn of(text: &str, name: &str) -> Option<u64> {
    let at = text.rfind(name).filter(|_| !name.is_empty())?;
    let before = text.get(..at)?;
    let trailing = text.get(at.saturating_add(name.len())..)?.trim_end();
    after(trailing).or_else(|| in_front(before))
}

/// ` (0.01s)`, ` [5 ms]`, ` ... ok (3ms)`, ` 12ms`, ` Passed 0.01 sec`, ` = 0.02 s`.
fn after(trailing: &str) -> Option<u64> {
    let trailing = trailing.strip_suffix(['.', ':']).unwrap_or(trailing);
    if let Some(inner) = trailing.strip_suffix([')', ']']) {
        let open = inner.rfind(['(', '['])?;
        return exact(inner.get(open.saturating_add(1)..)?.trim_start_matches("< "));
    }
    let mut words = trailing.rsplit(' ').filter(|word| !word.is_empty());
    let last = words.next()?;
    exact(last).or_else(|| exact(&format!("{} {last}", words.next()?)))
}

/// `FAIL [   0.005s] `.
fn in_front(before: &str) -> Option<u64> {
    let (_, inner) = before.split_once('[')?;
    let (inner, _) = inner.split_once(']')?;
    exact(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_prints_the_time_of_a_test_beside_its_name() {
        for (text, name, expected) in [
            ("--- FAIL: TestA/x (1.25s)", "x", Some(1250)),
            ("        FAIL [   0.312s] shop::it a::b", "b", Some(312)),
            ("    \u{2715} adds (5 ms)", "adds", Some(5)),
            ("   \u{d7} adds 12ms", "adds", Some(12)),
            ("      1) adds (52ms)", "adds", Some(52)),
            ("1/3 Test #1: reads ..........   Passed    0.02 sec", "reads", Some(20)),
            ("[  FAILED  ] Shop.Adds (3 ms)", "Adds", Some(3)),
            ("CartTest#test_a = 1.50 s = F", "test_a", None),
            ("  Failed Shop.Adds [1 s]", "Adds", Some(1000)),
            ("test a ... FAILED", "a", None),
            ("adds (5 ms)", "adds (5 ms)", None),
            ("FAILED t.py::test_a[5ms] - no", "test_a[5ms]", None),
            ("something else (5 ms)", "adds", None),
        ] {
            assert_eq!(of(text, name), expected, "{text}");
        }
    }

    #[test]
    fn the_slowest_are_known_however_many_there_are() {
        let mut times = Times::default();
        times.want();
        let mut failures = FailureLog::new(crate::budget::Mode::Standard.limits());
        for number in 0..1000_u32 {
            let name = format!("t{number}");
            times.see(TestId::bare(&name));
            times.line(&format!("ok {name} ({}ms)", number.wrapping_mul(37) % 1000), &mut failures);
        }
        let slowest = times.slowest();
        assert_eq!(slowest.len(), SLOWEST);
        let took: Vec<u64> = slowest.iter().map(|slow| slow.took_ms).collect();
        assert_eq!(took, (800..1000).rev().collect::<Vec<u64>>());
    }
}
