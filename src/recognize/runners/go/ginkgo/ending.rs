//! How a suite ends: its list of failures and its numbers, which count once nothing goes on after them.
//!
//! A spec may print all of that. What it printed is forgotten when further specs follow; what blocks it printed are taken
//! back when the numbers that count in the end know nothing of them.

use super::ginkgo_lines::{self, Counts};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Grade, Outcome, Part, TestId, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::clipped;

/// A line of the closing list.
#[derive(Debug)]
struct Listed {
    kind: FailureKind,
    shown: String,
    name: String,
    place: Option<(String, u64)>,
}

/// The end of a suite as far as it was read.
#[derive(Debug, Default)]
pub struct Ending {
    list: Vec<Listed>,
    /// How many failures the list was printed to have.
    printed: u64,
    /// The list goes on.
    pub listing: bool,
    /// Its numbers, and whether the suite passed.
    pub numbers: Option<(Option<Counts>, bool)>,
    reason: String,
    /// The short form says no more than that all went well: how many specs passed, if that is known, and how many there are.
    pub short: Option<(Option<u64>, u64)>,
}

impl Ending {
    pub fn summarizing(&mut self, printed: u64) {
        *self = Self { printed, listing: true, ..Self::default() };
    }

    /// A line of the list; false when it is none.
    pub fn listed(&mut self, text: &str) -> bool {
        if text.trim().is_empty() {
            return true;
        }
        if let Some((kind, shown)) = ginkgo_lines::listed(text) {
            if self.list.len() < NAMES {
                let shown = clipped(shown.trim());
                let name = ginkgo_lines::plain_name(&shown);
                self.list.push(Listed { kind, shown, name, place: None });
            }
            return true;
        }
        let place = ginkgo_lines::place_of(text);
        if let (Some(place), Some(last)) = (place, self.list.last_mut()) {
            last.place = Some((clipped(place.file), place.line.unwrap_or(0)));
            return true;
        }
        self.listing = false;
        false
    }

    pub fn numbers(&mut self, counts: Option<Counts>, passed: bool, reason: &str) {
        self.listing = false;
        self.numbers = Some((counts, passed));
        self.reason = clipped(reason);
    }

    pub const fn is_whole(&self) -> bool {
        self.numbers.is_some() || self.short.is_some()
    }

    /// How many specs passed, when all went well.
    pub fn passes(&self) -> Option<u64> {
        match self.numbers {
            Some((Some(counts), true)) => Some(counts.passed),
            Some(_) => None,
            None => self.short.and_then(|(passed, _)| passed),
        }
    }

    pub fn failed(&self) -> bool {
        matches!(self.numbers, Some((_, false)))
    }

    /// Tells what the suite came to. `told` are the names of the blocks that were reported.
    pub fn declare(self, suite: &str, total: u64, reported: &[String], run: &mut Run<'_>) {
        let Some((counts, passed)) = self.numbers else {
            return self.declare_short(reported, run);
        };
        let of_suite = reported.iter().filter(|name| ginkgo_lines::is_of_suite(name)).count();
        let mut of_suite = u64::try_from(of_suite).unwrap_or(u64::MAX);
        let counts = counts.unwrap_or(Counts { skipped: total, ..Counts::default() });
        if passed {
            for name in reported {
                let id = TestId::bare(name);
                let flaked = counts.flaked > 0 && self.list.iter().any(|each| each.name == *name);
                if flaked {
                    run.emit(Event::finished(id, Outcome::Passed));
                } else {
                    run.emit(Event::Withdrawn(id));
                }
            }
            let flaked = if counts.flaked > 0 { reported.len() } else { 0 };
            let named = u64::try_from(flaked).unwrap_or(u64::MAX).min(counts.passed);
            return all(counts, 0, named, run);
        }
        self.withdraw_others(counts.failed, reported, run);
        for each in &self.list {
            if !reported.contains(&each.name) {
                of_suite.up(u64::from(ginkgo_lines::is_of_suite(&each.name)));
                each.tell(run);
            }
        }
        let cut_short = self.reason.starts_with("Interrupted") || self.reason.contains("Timeout");
        if counts.failed == 0 && of_suite == 0 || !self.reason.is_empty() && !cut_short {
            // A suite that was interrupted, or whose specs must not be pending.
            let why = if self.reason.is_empty() { "FAIL! without a failed spec" } else { &self.reason };
            run.instead(&format!("FAIL! - {why}"));
            run.fail_whole_at_once(suite, FailureKind::Suite, why);
            of_suite.up(1);
        }
        let never_ran = reported.iter().any(|name| name.ends_with("BeforeSuite]")) && counts.passed == 0;
        let specs = reported.iter().filter(|name| !ginkgo_lines::is_of_suite(name)).count();
        if never_ran && specs == 0 {
            // Version 1 counts specs as failed that never ran.
            let skipped = counts.skipped.saturating_add(counts.failed);
            return all(Counts { failed: 0, skipped, ..counts }, of_suite, 0, run);
        }
        all(counts, of_suite, 0, run);
    }

    /// Blocks that the whole list does not know were printed by specs.
    fn withdraw_others(&self, failed: u64, reported: &[String], run: &mut Run<'_>) {
        let listed = u64::try_from(self.list.len()).unwrap_or(u64::MAX);
        let specs = reported.iter().filter(|name| !ginkgo_lines::is_of_suite(name));
        let more = u64::try_from(specs.clone().count()).unwrap_or(u64::MAX) > failed;
        if self.printed == 0 || self.printed != listed || !more {
            return;
        }
        for name in specs {
            if !self.list.iter().any(|each| each.name == *name) {
                run.emit(Event::Withdrawn(TestId::bare(name)));
            }
        }
    }

    fn declare_short(self, reported: &[String], run: &mut Run<'_>) {
        let Some((passed, total)) = self.short else { return };
        for name in reported {
            run.emit(Event::Withdrawn(TestId::bare(name)));
        }
        let skipped = passed.map(|passed| total.saturating_sub(passed));
        let sure = passed.unwrap_or_default();
        run.emit(Event::Counted { passed: sure, failed: 0, skipped: 0, other: 0 });
        run.totals(Totals { passed, failed: Some(0), skipped, total: Some(total), ..Totals::default() });
    }
}

impl Listed {
    fn tell(&self, run: &mut Run<'_>) {
        let id = TestId::bare(&self.name);
        let outcome = Outcome::Failed(self.kind);
        run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
        let line = format!("[FAIL] {}", self.shown);
        run.instead(&line);
        run.emit(Event::Heading);
        if let Some((file, line)) = &self.place {
            let place = crate::event::Place { file, line: Some(*line) };
            run.emit(Event::At { place, better: true });
            run.emit(Event::Decoded { part: Part::Why, text: &format!("{file}:{line}") });
        }
        run.emit(Event::BlockClosed);
    }
}

/// Tells numbers. `named` of those that passed were reported by name.
fn all(counts: Counts, of_suite: u64, named: u64, run: &mut Run<'_>) {
    let passed = counts.passed.saturating_sub(named);
    run.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
    run.totals(Totals {
        passed: Some(counts.passed),
        failed: Some(counts.failed),
        errors: (of_suite > 0).then_some(of_suite),
        skipped: Some(counts.skipped),
        ..Totals::default()
    });
}
