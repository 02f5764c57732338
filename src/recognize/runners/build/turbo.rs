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

use crate::event::{Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// Turborepo.
#[derive(Debug, Default)]
pub struct Turbo {
    /// `Tasks:` came: tasks that went well, and all; how many lines ago.
    tasks: Option<(u64, u64)>,
    lines: u8,
    /// `Cached:` was below it.
    cached: bool,
}

/// How many lines the summary has.
const LINES: u8 = 6;

impl Recognizer for Turbo {
    fn runner(&self) -> Runner {
        Runner("turbo")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Tasks:    "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.tasks.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let content = line.judged().trim();
        if let Some(tasks) = content.strip_prefix("Tasks:    ").and_then(numbers) {
            self.finish(sink);
            *self = Self { tasks: Some(tasks), ..Self::default() };
            return Seen::Mine(Class::Totals);
        }
        if self.tasks.is_none() {
            return Seen::No;
        }
        self.lines = self.lines.saturating_add(1);
        if content.starts_with("Cached:    ") && content.ends_with(" total") {
            self.cached = true;
            return Seen::Mine(Class::Totals);
        }
        if let Some(tasks) = content.strip_prefix("Failed:    ").filter(|_| self.cached) {
            let kind = FailureKind::Build;
            for (at, name) in tasks.split(", ").enumerate() {
                let first = at == 0;
                sink.emit(if first {
                    Event::Consequence { name, kind }
                } else {
                    Event::Besides { name, kind }
                });
            }
            self.tasks = None;
            return Seen::Mine(Class::Detail);
        }
        // `Summary:` names the file that `--summarize` wrote.
        let summary = ["Time:    ", "Summary:    "].iter().any(|begin| content.starts_with(begin));
        if summary || self.lines >= LINES || !content.is_empty() {
            if !summary {
                self.finish(sink);
                return Seen::No;
            }
            return Seen::Mine(Class::Totals);
        }
        self.finish(sink);
        Seen::Inside(Class::Noise)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}

impl Turbo {
    fn finish(&mut self, sink: &mut dyn Sink) {
        let Some((good, all)) = self.tasks.take() else { return };
        if !self.cached {
            return;
        }
        if good < all {
            sink.emit(Event::Consequence { name: "turbo: tasks failed", kind: FailureKind::Build });
        } else if all > 0 {
            all_is_well(sink);
        }
    }
}

/// Reads `1 successful, 2 total`.
fn numbers(printed: &str) -> Option<(u64, u64)> {
    let (good, rest) = scan::number(printed)?;
    let (all, " total") = scan::number(rest.strip_prefix(" successful, ")?)? else { return None };
    Some((good, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Turbo::default(), text).join("\n")
    }

    #[test]
    fn tasks_that_failed_are_named() {
        let all = all(
            " Tasks:    1 successful, 3 total\nCached:    0 cached, 3 total\n  Time:    412ms\nFailed:    ferry#test, tug#test\n\n ERROR  run failed\n",
        );
        assert!(all.contains("Consequence { name: \"ferry#test\""), "{all}");
        assert!(all.contains("Besides { name: \"tug#test\""), "{all}");
    }

    #[test]
    fn all_went_well_when_all_tasks_did() {
        assert!(
            all(" Tasks:    2 successful, 2 total\nCached:    0 cached, 2 total\n  Time:    412ms\n\n")
                .contains("SectionEnded(Passed)")
        );
        assert!(
            all(" Tasks:    1 successful, 2 total\nCached:    0 cached, 2 total\n  Time:    412ms\n\n")
                .contains("turbo: tasks failed")
        );
        assert!(!all(" Tasks:    2 successful, 2 total\nnothing\n").contains("Section"));
    }
}
