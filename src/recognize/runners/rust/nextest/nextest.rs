//! The state machine over nextest's output.
//!
//! A section opens at `Starting N tests` and is summed up by `Summary`; nextest then lists what failed, and with
//! `--failure-output final` shows the output only there. The totals are therefore reported when that closing list has
//! ended, so that everything nextest says of a test is printed before its section closes. In a stress run every iteration
//! is a section.
//!
//! Captured output belongs to the test whoever it imitates: deep in its columns it is taken whole; where it is at
//! the line's beginning (`Flat`) a status line counts only after the blank line that ends a block, and a summary only
//! after its ruler and with a number of tests that the counters bear out.
//!
//! Not handled here: compiler output (rustc's recognizer), JUnit and libtest-json reports, `nextest list`.

use super::captured::{self, Layout, Reader, detail};
use super::status::{self, Status, Word, clipped};
use super::totals::{self, Summary, cancelling, progress, ruler};
use super::tried::Tried;
use super::uncaptured::{Uncaught, gather};
use crate::event::{
    Block, Class, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Seen, Sink, Totals,
};
use crate::recognize::kit::{Run, Runner, Spec};

/// What the lines that come are about.
#[derive(Clone, Debug, Default)]
pub(super) enum Open {
    /// Nothing: only signs matter.
    #[default]
    Nothing,
    /// A test failed, its name and kind are kept; its output may follow.
    Failed(String, FailureKind),
    /// The output of a failed test.
    Block(String, Layout, Reader),
    /// The output of a test that passed.
    Passed(Layout),
    /// The named test runs without capture.
    Uncaptured(String, Option<Uncaught>),
    /// The text of an error of nextest itself.
    Error,
}

/// cargo nextest.
#[derive(Debug, Default)]
pub struct Nextest {
    pub(super) open: Open,
    /// The totals, until the closing list has ended.
    totals: Option<Totals>,
    /// Failures that the totals do not count: setup scripts, no tests at all.
    pub(super) uncounted: u64,
    /// The highest counter seen on a status line.
    finished: u64,
    /// Whether passing tests are shown, so that the counters say how many finished.
    shows_passes: bool,
    announced: Option<u64>,
    /// Whether a test was reported in the open section.
    begun: bool,
    /// The closing list of a stress run follows: its tests were reported per iteration.
    stress_listing: bool,
    /// Tests of which attempts failed.
    tried: Tried,
    blank_before: bool,
    ruler_before: bool,
}

impl Runner for Nextest {
    const SPEC: Spec =
        Spec { name: "cargo nextest", reads: "cargo nextest run", starts: &status::STARTS, ..Spec::NONE };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.open, Open::Nothing) || self.totals.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let seen = self.judge(text, run);
        self.blank_before = text.trim().is_empty();
        self.ruler_before = ruler(text);
        seen
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
        self.settle(run);
    }
}

impl Nextest {
    /// Judges a line by what is open.
    fn judge(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((stream, layout)) = captured::header(text) {
            return self.stream(stream, layout, sink);
        }
        if let Some(seen) = self.inside(text, sink) {
            return seen;
        }
        let seen = self.outside(text, sink);
        if seen == Seen::No {
            // Whatever was open, this line is not part of it.
            self.close(sink);
            self.settle(sink);
        }
        seen
    }

    /// A header of captured output.
    fn stream(&mut self, stream: captured::Stream, layout: Layout, sink: &mut dyn Sink) -> Seen {
        match std::mem::take(&mut self.open) {
            Open::Failed(name, kind) => {
                sink.emit(Event::BlockOpened(Block::Test { id: status::id(&name), kind }));
                let mut reader = Reader::new();
                reader.stream(stream);
                self.open = Open::Block(name, layout, reader);
            }
            Open::Block(name, _, mut reader) => {
                reader.stream(stream);
                self.open = Open::Block(name, layout, reader);
            }
            Open::Nothing | Open::Passed(_) if self.begun => self.open = Open::Passed(layout),
            other => {
                self.open = other;
                return Seen::No;
            }
        }
        Seen::Mine(Class::Noise)
    }

    /// Judges a line inside captured or uncaptured output, an error's text, or between a failure and its output.
    /// `None` when the line is outside.
    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let ends = self.ends(text);
        match &mut self.open {
            Open::Nothing => None,
            _ if ends => None,
            Open::Failed(name, kind) => {
                if let Some(message) = detail(text, Layout::Indented) {
                    sink.emit(Event::BlockOpened(Block::Test { id: status::id(name), kind: *kind }));
                    sink.emit(Event::Message(message));
                    sink.emit(Event::Text(Part::Why));
                    return Some(Seen::Mine(Class::Detail));
                }
                text.trim().is_empty().then_some(Seen::Mine(Class::Noise))
            }
            Open::Block(name, layout, reader) => {
                if let Some(message) = detail(text, *layout) {
                    reader.tell(message, sink);
                    sink.emit(Event::Text(Part::Why));
                    return Some(Seen::Mine(Class::Detail));
                }
                let test = name.split_once(' ').map_or(name.as_str(), |(_, test)| test);
                match (*layout, text.strip_prefix(captured::INDENT)) {
                    (Layout::Indented, Some(inner)) => Some(Seen::Mine(reader.line(inner, test, sink))),
                    (Layout::Indented, None) if text.trim().is_empty() => {
                        Some(Seen::Mine(reader.line("", test, sink)))
                    }
                    (Layout::Indented, None) => None,
                    (Layout::Repainted, _) => Some(Seen::Mine(reader.line(text.trim(), test, sink))),
                    (Layout::Flat, _) => {
                        let class = reader.line(text, test, sink);
                        let frame = class == Class::Noise;
                        Some(if frame { Seen::Mine(class) } else { Seen::Inside(class) })
                    }
                }
            }
            Open::Passed(layout) => match layout {
                Layout::Indented if text.starts_with(captured::INDENT) || text.trim().is_empty() => {
                    Some(Seen::Mine(Class::Other))
                }
                Layout::Indented => None,
                Layout::Repainted => Some(Seen::Mine(Class::Other)),
                Layout::Flat if captured::frame_of_libtest(text) => Some(Seen::Mine(Class::Noise)),
                Layout::Flat => Some(Seen::Inside(Class::Other)),
            },
            Open::Uncaptured(_, uncaught) => {
                if captured::frame_of_libtest(text) {
                    return Some(Seen::Mine(Class::Noise));
                }
                gather(uncaught, text);
                Some(Seen::Inside(Class::Other))
            }
            Open::Error => {
                if text.starts_with(' ') || text.trim().is_empty() || text.starts_with("Caused by:") {
                    sink.emit(Event::Text(Part::Why));
                    return Some(Seen::Mine(Class::Detail));
                }
                None
            }
        }
    }

    /// Whether the line ends what is open because it is nextest's own.
    fn ends(&self, text: &str) -> bool {
        let flat = match self.open {
            Open::Nothing => return false,
            Open::Block(_, Layout::Repainted, _) | Open::Passed(Layout::Repainted) => return self.own(text),
            Open::Block(_, layout, _) | Open::Passed(layout) => layout == Layout::Flat,
            Open::Uncaptured(ref name, _) => match status::parse(text) {
                // Without capture one test runs at a time: a status line of another one is output.
                Some(status) => return status.name == name,
                None => true,
            },
            Open::Failed(..) | Open::Error => return self.own(text),
        };
        // A block ends with a blank line; the closing list and the summary's ruler follow it as well.
        let apart = self.blank_before || self.ruler_before;
        if !apart || !self.own(text) {
            return false;
        }
        !flat || self.plausible(text)
    }

    /// Whether the line has the shape of one of nextest's own.
    fn own(&self, text: &str) -> bool {
        status::parse(text).is_some()
            || totals::starting(text).is_some()
            || (self.ruler_before && totals::summary(text).is_some())
            || totals::stress_summary(text)
            || totals::iteration_begins(text)
            || totals::iteration_ends(text).is_some()
            || cancelling(text)
            || progress(text)
            || matches!(text, "error: test run failed" | "error: setup script failed")
    }

    /// Whether a summary that is among captured output can be the real one: it counts what the counters counted.
    fn plausible(&self, text: &str) -> bool {
        match totals::summary(text) {
            Some(Summary { run, .. }) if self.finished > 0 => {
                if self.shows_passes {
                    run == self.finished
                } else {
                    run >= self.finished
                }
            }
            Some(Summary { run, .. }) => self.announced.is_none_or(|announced| run <= announced),
            None => true,
        }
    }

    /// Judges a line outside of any output.
    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(status) = status::parse(text) {
            return self.status(status, sink);
        }
        if let Some(announced) = totals::starting(text) {
            self.close(sink);
            self.settle(sink);
            *self = Self { announced: Some(announced), ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: Some(announced), label: "" });
            return Seen::Mine(Class::Noise);
        }
        if totals::iteration_begins(text) {
            self.close(sink);
            self.settle(sink);
            if self.begun {
                *self = Self { announced: self.announced, ..Self::default() };
                let announced = self.announced;
                sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(summary) = totals::summary(text).or_else(|| totals::iteration_ends(text)) {
            self.close(sink);
            self.totals = Some(summary.totals);
            self.tried.summed_up(summary.flaky);
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if totals::stress_summary(text) {
            self.close(sink);
            self.stress_listing = true;
            return Seen::Mine(Class::Totals);
        }
        if ruler(text) && (self.begun || self.totals.is_some()) {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if text.is_empty() && self.totals.is_some() {
            return Seen::Mine(Class::Noise);
        }
        if progress(text) || text.trim_start().starts_with("Nextest run ID ") || cancelling(text) {
            return Seen::Mine(Class::Noise);
        }
        self.words(text, sink)
    }

    /// A status line, in the run or in the closing list.
    fn status(&mut self, status: Status<'_>, sink: &mut dyn Sink) -> Seen {
        let uncaught = self.close(sink);
        let grade = if self.totals.is_some() { Grade::Listed } else { Grade::Line };
        let id = status::id(status.name);
        let attempt = status.attempt;
        self.finished = self.finished.max(status.finished.unwrap_or(0));
        if self.stress_listing {
            return Seen::Mine(Class::Noise);
        }
        match status.word {
            Word::Running | Word::SetupRunning | Word::SetupPassed => return Seen::Mine(Class::Noise),
            Word::Started => {
                self.begun = true;
                self.open = Open::Uncaptured(clipped(status.name), None);
                sink.emit(Event::Started(id));
                return Seen::Mine(Class::Noise);
            }
            Word::SetupFailed => {
                self.begun = true;
                let script = status.name.split_once(": ").map_or(status.name, |(script, _)| script);
                self.whole(script, FailureKind::Setup, sink);
                self.open = Open::Block(clipped(script), Layout::Indented, Reader::new());
                return Seen::Mine(Class::Detail);
            }
            Word::Passed | Word::Failed(_) | Word::Skipped => self.begun = true,
        }
        let outcome = match status.word {
            Word::Failed(kind) => Outcome::Failed(kind),
            Word::Skipped => Outcome::Skipped,
            _ => Outcome::Passed,
        };
        let open_attempt = self.tried.reported(status.name, outcome, attempt, grade);
        if outcome == Outcome::Passed && grade == Grade::Listed && !open_attempt {
            // `FLAKY`, `SLOW`, `LEAK`: it was reported when it passed.
            return Seen::Mine(Class::Passed);
        }
        sink.emit(Event::Finished { id, outcome, grade, attempt, alias: "" });
        match outcome {
            Outcome::Failed(kind) => {
                sink.emit(Event::Heading);
                if let Some(uncaught) = uncaught {
                    uncaught.tell(sink);
                }
                self.open = Open::Failed(clipped(status.name), kind);
                Seen::Mine(Class::Detail)
            }
            Outcome::Skipped => Seen::Mine(Class::Skipped),
            Outcome::Passed | Outcome::Other => {
                self.shows_passes |= grade == Grade::Line;
                Seen::Mine(Class::Passed)
            }
        }
    }

    /// Closes what is open; gives the panic of uncaptured output, if there was one.
    pub(super) fn close(&mut self, sink: &mut dyn Sink) -> Option<Uncaught> {
        match std::mem::take(&mut self.open) {
            Open::Block(..) | Open::Error => {
                sink.emit(Event::BlockClosed);
                None
            }
            Open::Uncaptured(_, uncaught) => uncaught,
            Open::Nothing | Open::Failed(..) | Open::Passed(_) => None,
        }
    }

    /// Tells the totals that waited for the end of the closing list.
    pub(super) fn settle(&mut self, sink: &mut dyn Sink) {
        let Some(mut totals) = self.totals.take() else { return };
        if self.uncounted > 0 {
            totals.errors = Some(self.uncounted);
            self.uncounted = 0;
        }
        self.tried.settle(&totals, sink);
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}
