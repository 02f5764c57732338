//! Turborepo: its numbers of tasks, and those that failed.
//!
//! ```text
//!  Tasks:    1 successful, 2 total
//! Cached:    0 cached, 2 total
//!   Time:    412ms
//! Failed:    ferry#test
//!
//!  ERROR  run failed: command  exited (1)
//! ```
//!
//! What failed in a task is reported by its tool; alone a task is a failure. Source of the format: Turborepo's
//! `turborepo-lib/src/run/summary/execution.rs`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Seen};
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::{Run, Runner, Shape, Spec, begins, shape};

/// Turborepo.
#[derive(Debug, Default)]
pub struct Turbo;

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// `Tasks:` came.
    Summary {
        /// How many tasks went well.
        good: u64,
        /// How many there are.
        all: u64,
        /// How many lines ago that was.
        lines: u8,
        /// `Cached:` was below it.
        cached: bool,
    },
}

/// How many lines the summary has.
const LINES: u8 = 6;

const TASKS: Shape = shape("Tasks:    {passed} successful, {total} total");

impl Runner for Turbo {
    const SPEC: Spec =
        Spec { name: "turbo", reads: "Turborepo: tasks that failed", starts: &["Tasks:    "], ..Spec::NONE };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if let Some(tasks) = TASKS.read(content) {
            self.end(*zone, run);
            let (good, all) = (tasks.passed.unwrap_or(0), tasks.total.unwrap_or(0));
            *zone = Zone::Summary { good, all, lines: 0, cached: false };
            return Seen::Mine(Class::Totals);
        }
        let Zone::Summary { lines, cached, .. } = zone else { return Seen::No };
        lines.up(1);
        if content.starts_with("Cached:    ") && content.ends_with(" total") {
            *cached = true;
            return Seen::Mine(Class::Totals);
        }
        if let Some(tasks) = content.strip_prefix("Failed:    ").filter(|_| *cached) {
            let kind = FailureKind::Build;
            for (at, name) in tasks.split(", ").enumerate() {
                let first = at == 0;
                run.emit(if first {
                    Event::Consequence { name, kind }
                } else {
                    Event::Besides { name, kind }
                });
            }
            *zone = Zone::Outside;
            return Seen::Mine(Class::Detail);
        }
        // `Summary:` names the file that `--summarize` wrote.
        if begins(content, &["Time:    ", "Summary:    "]) {
            return Seen::Mine(Class::Totals);
        }
        let last = *lines >= LINES;
        self.end(std::mem::take(zone), run);
        if last || !content.is_empty() { Seen::No } else { Seen::Inside(Class::Noise) }
    }

    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        match zone {
            Zone::Summary { good, all, cached: true, .. } if good < all => {
                run.consequence("turbo: tasks failed", FailureKind::Build);
            }
            Zone::Summary { all: 1.., cached: true, .. } => all_is_well(run),
            _ => {}
        }
    }
}
