//! The numbers of testthat's reporters, and when they close a run.
//!
//! Every reporter but the compact one prints them once at its end, where the check reporter prints them before its results, too. A test may
//! print the same line: it is elsewhere, or tells other tests than were seen.

use super::Testthat;
use super::testthat::Mode;
use super::testthat_lines::Counts;
use crate::event::{Class, Ended, Event, Opened, Seen, Sink};

/// What the compact reporter printed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Latest {
    /// The name of a file.
    #[default]
    File,
    /// The heading of a result.
    Heading,
    /// Numbers of a test that just ran.
    Progress,
    /// Numbers that can only be its last: nothing ran since those before.
    Closing,
}

impl Testthat {
    /// Tells the numbers that nothing contradicted, before something else begins.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        let last = match self.mode {
            Mode::Progress(_) => self.pending,
            // Without anything but successes the last numbers are marked.
            Mode::Compact(counts) if !counts.only_passed() && self.latest == Latest::Closing => Some(counts),
            Mode::Compact(counts) if counts.failed > 0 => {
                // The log ends, or another run begins, while this one runs.
                sink.emit(Event::Counted {
                    passed: counts.passed,
                    failed: counts.failed.saturating_sub(self.headed.failed),
                    skipped: 0,
                    other: 0,
                });
                sink.emit(Event::SectionEnded(Ended::Failed));
                self.mode = Mode::Idle;
                None
            }
            _ => None,
        };
        if let Some(counts) = last {
            counts.declare(sink);
            self.mode = Mode::Idle;
            self.pending = None;
        }
    }

    pub(super) fn counts(&mut self, counts: Counts, after: &str, indent: usize, sink: &mut dyn Sink) -> Seen {
        if self.pending.is_some() {
            // The table had its numbers: these are another run's.
            self.finish(sink);
        }
        let sum = counts.failed.saturating_add(counts.skipped).saturating_add(counts.passed);
        match self.mode {
            // Of other tests than those in the rows; a run that failed has its failures besides.
            Mode::Progress(true)
                if counts.failed == 0 && self.passed.is_some_and(|passed| passed != counts.passed) =>
            {
                return Seen::No;
            }
            Mode::Progress(true) => {
                self.close(sink);
                self.pending = Some(counts);
                sink.emit(Event::MayHaveEnded);
            }
            // Outside of the closing part these are a test's output.
            Mode::Progress(false) => return Seen::No,
            Mode::Compact(before) => {
                let before = if counts == Counts::default() && before != counts {
                    self.begin(Mode::Compact(counts), indent, Opened::Own, None, sink);
                    counts
                } else {
                    before
                };
                if counts.is_below(before) {
                    // Numbers never fall: these are another run's.
                    self.finish(sink);
                    self.mode = Mode::Idle;
                    return self.counts(counts, after, indent, sink);
                }
                self.close(sink);
                // An option leaves out the skips.
                let skipped = if self.headed.skipped == 0 { counts.skipped } else { self.headed.skipped };
                let headed = Counts { passed: counts.passed, skipped, ..self.headed } == counts;
                let same = counts == before && matches!(self.latest, Latest::Heading | Latest::Progress);
                self.latest = if same && headed { Latest::Closing } else { Latest::Progress };
                self.mode = Mode::Compact(counts);
                sink.emit(Event::MayHaveEnded);
                if after == "Done!" && counts.only_passed() {
                    counts.declare(sink);
                    self.mode = Mode::Idle;
                }
            }
            Mode::Check(announced) if announced != counts => return Seen::No,
            Mode::Check(_) => {
                self.close(sink);
                counts.declare(sink);
                self.mode = Mode::Idle;
            }
            Mode::Bare => {
                self.close(sink);
                // Of a run whose beginning is not here the numbers are all there is.
                sink.emit(Event::Counted {
                    passed: counts.passed,
                    failed: counts.failed.saturating_sub(self.headed.failed),
                    skipped: 0,
                    other: 0,
                });
                counts.declare(sink);
                self.mode = Mode::Idle;
            }
            Mode::Idle => {
                // Anything may print such a line: it claims nothing that is before it.
                let alone = counts.only_passed();
                self.begin(Mode::Check(counts), indent, Opened::Own, Some(sum), sink);
                if alone {
                    counts.declare(sink);
                    self.mode = Mode::Idle;
                }
            }
        }
        Seen::Mine(Class::Totals)
    }
}
