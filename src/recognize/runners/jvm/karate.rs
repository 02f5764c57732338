//! Karate: numbers of each feature, numbers of all, and what failed.
//!
//! ```text
//! Karate version: 1.4.1
//! ======================================================
//! elapsed:   2.13 | threads:    1 | thread time: 0.85
//! features:     2 | skipped:    0 | efficiency: 0.40
//! scenarios:    3 | passed:     2 | failed: 1
//! ======================================================
//! >>> failed features:
//! match failed: EQUALS
//!   $ | not equal (NUMBER:NUMBER)
//!
//! features/quay.feature:24
//! <<<
//! ```
//!
//! A scenario is called by its place, which is below the reason. Under a build tool the run is a part of what that
//! tells. Source of the format: karate-core's `Results` and `FeatureResult`.

use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::{
    EveryLine, Remembered, Run, Runner, Shape, Spec, begins, passed_failed, scan, shape,
};

/// The most lines of one reason that are held.
const MOST_HELD: usize = 200;

/// Karate.
#[derive(Debug, Default)]
pub struct Karate {
    totals: Totals,
    /// Scenarios of the features so far, and those of them that failed.
    features: (u64, u64),
    held: Remembered<MOST_HELD>,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// After `Karate version:`.
    Numbers,
    /// After the numbers of all.
    After,
    /// In the list of what failed.
    List,
}

const SCENARIOS: Shape =
    shape("scenarios:{blanks}{total} | passed:{blanks}{passed} | failed:{blanks}{failed}{any}");

impl Runner for Karate {
    const SPEC: Spec = Spec {
        name: "karate",
        reads: "Karate: its numbers and the list of what failed",
        starts: &["Karate version: ", "scenarios: "],
        every_line: EveryLine::InZone,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if content.starts_with("Karate version: ") {
            self.end(*zone, run);
            *zone = Zone::Numbers;
            return run.open();
        }
        let ruler = scan::is_ruler(content, '=', 20);
        match *zone {
            Zone::Outside => self.feature(content, run),
            Zone::Numbers => {
                if let Some((all, failed)) = scenarios(content) {
                    if self.features.0 > all || self.features.1 > failed {
                        // Some of the features were those of a run that was killed.
                        run.forget();
                        run.open();
                    }
                    self.totals = passed_failed(all.saturating_sub(failed), failed);
                    *zone = Zone::After;
                    run.may_have_ended();
                    return Seen::Mine(Class::Totals);
                }
                let known = ruler || content.is_empty() || begins(content, &["elapsed: ", "features: "]);
                if known { Seen::Mine(Class::Noise) } else { Seen::No }
            }
            Zone::After if content == ">>> failed features:" => {
                *zone = Zone::List;
                Seen::Mine(Class::Noise)
            }
            Zone::After => {
                if !ruler || self.totals.failed == Some(0) {
                    self.end(*zone, run);
                }
                if ruler { Seen::Mine(Class::Noise) } else { Seen::No }
            }
            Zone::List if content == "<<<" => {
                self.end(*zone, run);
                Seen::Mine(Class::Noise)
            }
            Zone::List => self.listed(content, run),
        }
    }

    /// The run ended, when its numbers came.
    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        if !matches!(zone, Zone::After | Zone::List) {
            return;
        }
        // A reason without its place.
        let name = self.held.first().filter(|name| !name.is_empty()).cloned();
        if let Some(name) = name {
            run.emit(Event::BlockOpened(Block::Test { id: TestId::bare(&name), kind: FailureKind::Test }));
            self.reason(run);
            run.emit(Event::BlockClosed);
        }
        run.totals(self.totals);
        *self = Self::default();
    }
}

impl Karate {
    /// The numbers of one feature: the run is one that has to end.
    fn feature(&mut self, content: &str, run: &mut Run<'_>) -> Seen {
        let timed = content.contains(" | time: ");
        let Some((all, failed)) = scenarios(content).filter(|_| timed) else { return Seen::No };
        self.features.0.up(all);
        self.features.1.up(failed);
        run.open()
    }

    /// A line of the list: a reason, or the place that ends it.
    fn listed(&mut self, content: &str, run: &mut Run<'_>) -> Seen {
        let Some(place) = located(content) else {
            self.held.push(content);
            return Seen::Mine(Class::Detail);
        };
        let seen = run.fail(TestId::bare(content));
        run.at(place);
        self.reason(run);
        run.close();
        seen
    }

    fn reason(&mut self, run: &mut Run<'_>) {
        let held = std::mem::take(&mut self.held);
        let mut lines = held.iter().filter(|line| !line.is_empty()).peekable();
        let Some(first) = lines.next() else { return };
        // What a match compares is on the next line.
        let compared =
            lines.peek().filter(|line| first.starts_with("match failed: ") && line.contains(" | "));
        match compared {
            Some(second) => run.emit(Event::Message(&format!("{first}: {second}"))),
            None => run.emit(Event::Message(first)),
        }
        for text in std::iter::once(first).chain(lines) {
            run.emit(Event::Decoded { part: Part::Why, text });
        }
    }
}

/// Reads `scenarios:    3 | passed:     2 | failed: 1`: all, and those that failed.
fn scenarios(content: &str) -> Option<(u64, u64)> {
    let read = SCENARIOS.read(content)?;
    let (all, failed) = (read.total?, read.failed?);
    (read.passed?.checked_add(failed) == Some(all)).then_some((all, failed))
}

/// Reads `features/quay.feature:24`.
fn located(content: &str) -> Option<Place<'_>> {
    let (file, line) = content.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    (file.ends_with(".feature") && !file.contains(' ')).then_some(Place { file, line: Some(line) })
}
