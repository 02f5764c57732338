//! LLVM's `lit`, the quiet forms and the verbose ones, of its versions 0.8 and later.
//!
//! `-- Testing: 14 tests, 2 workers --` begins a run and `FAIL: suite :: path (3 of 14)` tells of a test; `-v` shows what
//! a failed one printed up to a line of twenty asterisks, `-a` what every one printed. Lists of what failed, `Testing
//! Time:` and a number for each result end it. A test that lit's own shell does not run can print each of these lines: the
//! numbers that count are the last ones, when all tests were reported before. See `display.py` and `main.py` of lit.

use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Outcome, Part, Place, Seen, Sink,
};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{self, Runner, Spec};
use crate::text::head;

use super::block;
use super::lit_lines::{self, Of, id, is_ruler};
use super::run::Run;

/// The most lines of a traceback below an error of a configuration.
const TRACE_LINES: u32 = 200;

/// What is read.
#[derive(Debug, Default)]
pub(super) enum At {
    /// Results.
    #[default]
    Tests,
    /// A test failed: its name and how it was reported.
    Failed(String, &'static str),
    /// What a failed test printed.
    Block(String, Box<block::Block>),
    /// A test did not fail: `-a` may show what it printed, which begins with one of a few lines.
    Passed,
    /// What it printed.
    Output,
    /// The names of a list, of failures or not.
    List(Of),
    /// Numbers.
    Numbers,
}

/// lit.
#[derive(Debug, Default)]
pub struct Lit {
    pub(super) run: Option<Run>,
    pub(super) at: At,
    /// A ruler was above, or a list's head below one.
    ruler: bool,
    pub(super) list: Option<Of>,
    /// Lines of a configuration's traceback that may follow.
    trace: u32,
}

impl Runner for Lit {
    const SPEC: Spec = Spec {
        name: "lit",
        reads: "LLVM's lit, quiet, verbose and with -a, also before LLVM 11",
        starts: &[
            "-- Testing: ",
            "********************",
            "PASS: ",
            "FLAKYPASS: ",
            "FIXED: ",
            "FAIL: ",
            "XPASS: ",
            "XFAIL: ",
            "TIMEOUT: ",
            "UNRESOLVED: ",
            "UNSUPPORTED: ",
            "SKIPPED: ",
            "NOEXE: ",
            "lit: ",
            "lit.py: ",
            "llvm-lit: ",
            "llvm-lit.py: ",
            "libcxx-lit: ",
            "error: did not dis",
            "error: filter did not match any tests (of ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.run.is_some() || self.ruler || self.list.is_some() || self.trace > 0
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut kit::Run<'_>) -> Seen {
        if self.trace > 0
            && let Some(seen) = self.trace(text, run)
        {
            return seen;
        }
        if let Some(seen) = self.output(text, run) {
            return seen;
        }
        if let Some(announced) = lit_lines::head(text) {
            return self.begin(announced, text.starts_with(' '), run);
        }
        if let Some(result) = lit_lines::result(text) {
            return self.result(&result, run);
        }
        if let Some((place, word, message)) = lit_lines::printed(text) {
            return self.printed(place, word, message, run);
        }
        if let Some(message) = lit_lines::nothing(text) {
            return self.nothing(message, run);
        }
        let ruler = std::mem::replace(&mut self.ruler, is_ruler(text));
        if self.run.is_some() { self.between(text, ruler, run) } else { self.before(text, ruler, run) }
    }

    fn end(&mut self, (): (), run: &mut kit::Run<'_>) {
        self.close(run);
    }
}

impl Lit {
    /// A run begins, or a progress bar is drawn anew.
    fn begin(&mut self, announced: u64, drawn: bool, sink: &mut dyn Sink) -> Seen {
        if let Some(run) = &mut self.run {
            if run.totals().is_none() {
                // A progress bar is in the middle.
                if !drawn || run.announced != Some(announced) {
                    run.begins_again(announced);
                }
                return Seen::Mine(Class::Noise);
            }
            self.close(sink);
        }
        self.open(Some(announced), sink);
        Seen::Mine(Class::Noise)
    }

    pub(super) fn open(&mut self, announced: Option<u64>, sink: &mut dyn Sink) {
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
        self.run = Some(Run::new(announced));
        self.at = At::Tests;
    }

    /// What a test printed, up to its ruler.
    fn output(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        match &mut self.at {
            At::Failed(name, code) if lit_lines::block(text) == Some(name.as_str()) => {
                let block = Box::new(block::Block::new(code));
                self.at = At::Block(std::mem::take(name), block);
                return Some(Seen::Mine(Class::Detail));
            }
            At::Block(..) if is_ruler(text) => {
                self.leave(sink);
                return Some(Seen::Mine(Class::Noise));
            }
            At::Block(_, block) => {
                block.line(text, sink);
                return Some(Seen::Mine(Class::Detail));
            }
            At::Passed => {
                let begins = ["Exit Code: ", "Script:", "Test requires ", "Test is ", "Test does not "];
                if !begins.iter().any(|begin| text.starts_with(begin)) {
                    return None;
                }
                self.at = At::Output;
                if let Some(run) = &mut self.run {
                    run.shows_all = true;
                }
            }
            At::Output if is_ruler(text) => {
                self.at = At::Tests;
                return Some(Seen::Mine(Class::Noise));
            }
            At::Output => {}
            _ => return None,
        }
        Some(Seen::Mine(Class::Other))
    }

    /// A block, or a failure without one, ends.
    pub(super) fn leave(&mut self, sink: &mut dyn Sink) {
        match std::mem::take(&mut self.at) {
            At::Block(name, block) => block.close(&name, sink),
            At::Failed(_, code) => {
                if let Some(message) = meaning(code) {
                    sink.emit(Event::Message(message));
                }
                sink.emit(Event::BlockClosed);
            }
            _ => {}
        }
    }

    /// A line of result.
    fn result(&mut self, result: &lit_lines::Result<'_>, sink: &mut dyn Sink) -> Seen {
        self.leave(sink);
        self.ruler = false;
        if self.run.is_none() {
            // Its beginning is lost.
            self.open(Some(result.all), sink);
        }
        let Some(run) = &mut self.run else { return Seen::No };
        if run.announced.is_none() {
            run.announced = Some(result.all);
        }
        if run.announced != Some(result.all) && run.other != Some(result.all) {
            return Seen::Inside(Class::Other);
        }
        run.reported(result);
        let outcome = match result.of() {
            Of::Failed(kind) => Outcome::Failed(kind),
            Of::Skipped => Outcome::Skipped,
            of => {
                // Counted with the totals: a test may print imitations.
                self.at = At::Passed;
                return Seen::Mine(if of == Of::Passed { Class::Passed } else { Class::Other });
            }
        };
        sink.emit(Event::finished(id(result.name), outcome));
        if outcome == Outcome::Skipped {
            self.at = At::Passed;
            return Seen::Mine(Class::Skipped);
        }
        sink.emit(Event::Heading);
        let code = match result.code {
            "XPASS" => "XPASS",
            "TIMEOUT" => "TIMEOUT",
            "UNRESOLVED" => "UNRESOLVED",
            _ => "FAIL",
        };
        self.at = At::Failed(head(result.name, NAME_BYTES).to_owned(), code);
        Seen::Mine(Class::Detail)
    }

    /// A message of lit's own.
    fn printed(&mut self, place: Option<Place<'_>>, word: &str, message: &str, sink: &mut dyn Sink) -> Seen {
        match word {
            "warning" => {
                sink.emit(Event::BlockOpened(Block::Warning { key: message }));
                sink.emit(Event::Text(Part::Why));
                sink.emit(Event::BlockClosed);
                Seen::Mine(Class::Warning)
            }
            "error" | "fatal" => {
                self.leave(sink);
                self.close_whole(sink);
                let (name, traced) = match message.split_once(", traceback: Traceback") {
                    Some((name, _)) => (name, true),
                    None => (message, false),
                };
                sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Collection }));
                sink.emit(Event::Heading);
                if let Some(place) = place.filter(|_| !traced) {
                    sink.emit(Event::At { place, better: false });
                }
                if traced {
                    self.trace = TRACE_LINES;
                } else {
                    sink.emit(Event::Message(message));
                    sink.emit(Event::BlockClosed);
                }
                Seen::Mine(Class::Detail)
            }
            _ => Seen::Mine(Class::Noise),
        }
    }

    /// A line of the traceback below an error of a configuration; `None` after its end.
    fn trace(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        self.trace.down(1);
        if text.starts_with(' ') {
            sink.emit(Event::Text(Part::Where));
            let inner = text.trim_start().strip_prefix("File \"");
            if let Some((file, rest)) = inner.and_then(|inner| inner.split_once("\", line ")) {
                let line = scan::number(rest).map(|(line, _)| line);
                sink.emit(Event::At { place: Place { file, line }, better: true });
            }
            return Some(Seen::Mine(Class::Detail));
        }
        self.trace = 0;
        if text.is_empty() {
            sink.emit(Event::BlockClosed);
            return None;
        }
        sink.emit(Event::Text(Part::Why));
        sink.emit(Event::Message(text));
        sink.emit(Event::BlockClosed);
        Some(Seen::Mine(Class::Detail))
    }

    /// No test was found.
    fn nothing(&mut self, message: &str, sink: &mut dyn Sink) -> Seen {
        if message.contains("Suppressing error because '--allow-empty-runs'") {
            return Seen::Mine(Class::Noise);
        }
        self.close_whole(sink);
        let name = message.split_once(".  ").map_or(message, |parts| parts.0);
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Collection }));
        sink.emit(Event::Heading);
        sink.emit(Event::Message(name));
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    /// What is printed next is another run's when this one has all its numbers.
    fn close_whole(&mut self, sink: &mut dyn Sink) {
        if self.run.as_ref().is_some_and(|run| run.totals().is_some()) {
            self.close(sink);
        }
    }

    /// The run is over.
    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        if self.trace > 0 {
            sink.emit(Event::BlockClosed);
        }
        self.leave(sink);
        let Some(run) = std::mem::take(self).run else { return };
        let Some(totals) = run.totals().filter(|_| !run.is_cut()) else {
            sink.emit(Event::Counted { passed: run.passed, failed: 0, skipped: 0, other: 0 });
            sink.emit(Event::SectionEnded(Ended::Replaced));
            return;
        };
        if totals.failed == Some(0) {
            for name in run.names.iter().chain(&run.listed) {
                sink.emit(Event::Withdrawn(id(name)));
            }
        }
        if let (Some(passed), Some(failed)) = (totals.passed, totals.failed) {
            sink.emit(Event::Counted { passed, failed, skipped: 0, other: 0 });
        }
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}

/// What a result means whose output is not shown.
fn meaning(code: &str) -> Option<&'static str> {
    match code {
        "XPASS" => Some("passed, but was expected to fail"),
        "TIMEOUT" => Some("timed out"),
        "UNRESOLVED" => Some("unresolved"),
        _ => None,
    }
}
