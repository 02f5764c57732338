//! busted's handler that prints as GoogleTest does, with files and lines for suites.
//!
//! What a test says is between its `RUN` and its result; a hook that fails is reported by the closing list alone. See `outputHandlers/gtest.lua`.

use super::busted_lines::{self, Bracket, Mark, Test};
use crate::event::{Block, Class, Event, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

/// The most lines of a test that are kept.
const LINES: usize = 60;

/// busted, in the form of GoogleTest.
#[derive(Debug, Default)]
pub struct BustedScanned {
    /// The test that runs, as its line names it.
    test: Option<String>,
    printed: Vec<String>,
    /// Failures that were reported, and those of the closing list.
    names: Names,
    listed: Names,
    /// Numbers, once all tests ran.
    totals: Option<Totals>,
    /// Others' lines came after them: what looks like sums from there on is not this run's.
    left: bool,
}

impl Runner for BustedScanned {
    const SPEC: Spec = Spec {
        name: "busted",
        reads: "busted with -o gtest",
        starts: &["[==========] Running tests from scanned files."],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let read = busted_lines::bracket(text);
        if read == Some(Bracket::Header) && (!run.is_running() || self.totals.is_some()) {
            self.declare(run);
            return run.begin(None);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if self.totals.is_some() {
            if !matches!(read, Some(Bracket::Run(_))) {
                return self.closing(read, text, run);
            }
            // Tests go on: a hook printed the numbers.
            (self.totals, self.left) = (None, false);
        }
        match read {
            Some(Bracket::Run(test)) if self.test.is_none() => {
                self.test = Some(head(test.name, LINE_BYTES).to_owned());
                self.printed.clear();
                run.emit(Event::Started(busted_lines::id(test.place.file, test.name)));
                Seen::Mine(Class::Noise)
            }
            Some(Bracket::Result(mark, test)) if test.timed && self.runs(test.name) => {
                self.result(mark, test, run)
            }
            Some(Bracket::Ruler) if self.test.is_none() => Seen::Mine(Class::Noise),
            Some(Bracket::Ran) if self.test.is_none() => {
                let none = Some(0);
                self.totals = Some(Totals {
                    passed: none,
                    failed: none,
                    errors: none,
                    skipped: none,
                    ..Totals::default()
                });
                run.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            _ => {
                if !text.is_empty() && self.printed.len() < LINES {
                    self.printed.push(head(text, LINE_BYTES).to_owned());
                }
                Seen::Inside(Class::Other)
            }
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl BustedScanned {
    fn runs(&self, name: &str) -> bool {
        self.test.as_deref().is_none_or(|running| running == head(name, LINE_BYTES))
    }

    /// The result of the test that ran.
    fn result(&mut self, mark: Mark, test: Test<'_>, run: &mut Run<'_>) -> Seen {
        self.test = None;
        let id = busted_lines::id(test.place.file, test.name);
        match mark {
            Mark::Passed => {
                run.emit(Event::finished(id, Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Mark::Skipped => {
                run.emit(Event::finished(id, Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            Mark::Failed | Mark::Error => {
                let name = self.names.next_of(id);
                self.tell(test, &name, run);
                Seen::Mine(Class::Detail)
            }
        }
    }

    /// Opens the block of a failure and tells what was printed before.
    fn tell(&mut self, test: Test<'_>, name: &str, run: &mut Run<'_>) {
        let id = busted_lines::id(test.place.file, name);
        run.emit(Event::BlockOpened(Block::Test { id, kind: busted_lines::kind(test.name) }));
        run.emit(Event::Heading);
        run.emit(Event::At { place: test.place, better: false });
        let mut reported = false;
        for printed in self.printed.drain(..) {
            let says = busted_lines::message(&printed)
                .filter(|(place, _)| place.file == test.place.file && !reported);
            if let Some((place, message)) = says {
                reported = true;
                run.emit(Event::At { place, better: true });
                run.emit(Event::Message(message));
            }
            let part = if reported { Part::Why } else { Part::Output };
            run.emit(Event::Decoded { part, text: &printed });
        }
        run.emit(Event::BlockClosed);
    }

    /// A line after the last test: sums and lists.
    fn closing(&mut self, read: Option<Bracket<'_>>, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(totals) = &mut self.totals else { return Seen::No };
        if self.left {
            return Seen::No;
        }
        match read {
            Some(Bracket::Sum(mark, number)) => {
                let slot = match mark {
                    Mark::Passed => &mut totals.passed,
                    Mark::Skipped => &mut totals.skipped,
                    Mark::Failed => &mut totals.failed,
                    Mark::Error => &mut totals.errors,
                };
                *slot = Some(number);
                run.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            Some(Bracket::Result(Mark::Skipped, _)) => {
                run.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            Some(Bracket::Result(mark, test)) if mark != Mark::Passed && !test.timed => {
                self.listed(test, run);
                run.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Detail)
            }
            None if last_words(text) => {
                run.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            _ => {
                self.left = !text.is_empty();
                Seen::No
            }
        }
    }

    /// A failure of the closing list: most were reported before.
    fn listed(&mut self, test: Test<'_>, run: &mut Run<'_>) {
        let id = busted_lines::id(test.place.file, test.name);
        let reported = self.names.knows(&shown(id));
        let name = self.listed.next_of(id);
        if reported {
            return;
        }
        self.tell(test, &name, run);
    }

    fn declare(&mut self, run: &mut Run<'_>) {
        if let Some(totals) = self.totals.take() {
            run.totals(totals);
        }
        *self = Self::default();
    }
}

/// A name as it is remembered.
fn shown(id: TestId<'_>) -> String {
    format!("{}{}{}", id.module, id.separator, id.name)
}

/// Reads ` 3 FAILED TESTS`, ` 1 ERROR`.
fn last_words(text: &str) -> bool {
    let words = text.strip_prefix(' ').and_then(scan::number).map(|(_, words)| words);
    words.is_some_and(|words| {
        [" SKIPPED TEST", " FAILED TEST", " ERROR"].iter().any(|word| words.trim_end_matches('S') == *word)
    })
}
