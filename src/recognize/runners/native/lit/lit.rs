//! LLVM's `lit`, the quiet forms and the verbose ones, of its versions 0.8 and later.
//!
//! `-- Testing: 14 tests, 2 workers --` begins a run and `FAIL: suite :: path (3 of 14)` tells of a test; `-v` shows what
//! a failed one printed up to a line of twenty asterisks, `-a` what every one printed. Lists of what failed, `Testing
//! Time:` and a number for each result end it. A test that lit's own shell does not run can print each of these lines: the
//! numbers that count are the last ones, when all tests were reported before. See `display.py` and `main.py` of lit.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Part, Place, Seen};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{self, EqualNames, Runner, Spec};
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
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.ruler || self.list.is_some() || self.trace > 0
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
        self.declare(run);
    }
}

impl Lit {
    /// A run begins, or a progress bar is drawn anew.
    fn begin(&mut self, announced: u64, drawn: bool, run: &mut kit::Run<'_>) -> Seen {
        if let Some(tests) = &mut self.run {
            if tests.totals().is_none() {
                // A progress bar is in the middle.
                if !drawn || tests.announced != Some(announced) {
                    tests.begins_again(announced);
                }
                return Seen::Mine(Class::Noise);
            }
            self.declare(run);
        }
        self.open(Some(announced), run);
        Seen::Mine(Class::Noise)
    }

    pub(super) fn open(&mut self, announced: Option<u64>, run: &mut kit::Run<'_>) {
        run.begin(announced);
        self.run = Some(Run::new(announced));
        self.at = At::Tests;
    }

    /// What a test printed, up to its ruler.
    fn output(&mut self, text: &str, run: &mut kit::Run<'_>) -> Option<Seen> {
        match &mut self.at {
            At::Failed(name, code) if lit_lines::block(text) == Some(name.as_str()) => {
                run.message_otherwise("");
                let block = Box::new(block::Block::new(code));
                self.at = At::Block(std::mem::take(name), block);
                return Some(Seen::Mine(Class::Detail));
            }
            At::Block(..) if is_ruler(text) => {
                self.leave(run);
                return Some(Seen::Mine(Class::Noise));
            }
            At::Block(_, block) => {
                return Some(block.line(text, run));
            }
            At::Passed => {
                let begins = ["Exit Code: ", "Script:", "Test requires ", "Test is ", "Test does not "];
                if !begins.iter().any(|begin| text.starts_with(begin)) {
                    return None;
                }
                self.at = At::Output;
                if let Some(tests) = &mut self.run {
                    tests.shows_all = true;
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
    pub(super) fn leave(&mut self, run: &mut kit::Run<'_>) {
        if let At::Block(name, block) = std::mem::take(&mut self.at) {
            block.tell(&name, run);
        }
        run.close();
    }

    /// A line of result.
    fn result(&mut self, result: &lit_lines::Result<'_>, run: &mut kit::Run<'_>) -> Seen {
        self.leave(run);
        self.ruler = false;
        if self.run.is_none() {
            // Its beginning is lost.
            self.open(Some(result.all), run);
        }
        let Some(tests) = &mut self.run else { return Seen::No };
        if tests.announced.is_none() {
            tests.announced = Some(result.all);
        }
        if tests.announced != Some(result.all) && tests.other != Some(result.all) {
            return Seen::Inside(Class::Other);
        }
        tests.reported(result);
        let kind = match result.of() {
            Of::Failed(kind) => kind,
            of => {
                self.at = At::Passed;
                return match of {
                    Of::Skipped => run.skip(id(result.name)),
                    // Counted with the totals: a test may print imitations.
                    Of::Passed => Seen::Mine(Class::Passed),
                    _ => Seen::Mine(Class::Other),
                };
            }
        };
        let code = match result.code {
            "XPASS" => "XPASS",
            "TIMEOUT" => "TIMEOUT",
            "UNRESOLVED" => "UNRESOLVED",
            _ => "FAIL",
        };
        self.at = At::Failed(head(result.name, NAME_BYTES).to_owned(), code);
        let seen = run.fail_by_line(id(result.name), kind);
        run.message_otherwise(meaning(code));
        seen
    }

    /// A message of lit's own.
    fn printed(
        &mut self,
        place: Option<Place<'_>>,
        word: &str,
        message: &str,
        run: &mut kit::Run<'_>,
    ) -> Seen {
        match word {
            "warning" => run.warn_at_once(message),
            "error" | "fatal" => {
                self.leave(run);
                self.close_whole(run);
                let (name, traced) = match message.split_once(", traceback: Traceback") {
                    Some((name, _)) => (name, true),
                    None => (message, false),
                };
                let seen = run.fail_whole(name, FailureKind::Collection);
                if let Some(place) = place.filter(|_| !traced) {
                    run.at(place);
                }
                if traced {
                    self.trace = TRACE_LINES;
                } else {
                    run.message(message);
                    run.close();
                }
                seen
            }
            _ => Seen::Mine(Class::Noise),
        }
    }

    /// A line of the traceback below an error of a configuration; `None` after its end.
    fn trace(&mut self, text: &str, run: &mut kit::Run<'_>) -> Option<Seen> {
        self.trace.down(1);
        if text.starts_with(' ') {
            let seen = run.text(Part::Where);
            let inner = text.trim_start().strip_prefix("File \"");
            if let Some((file, rest)) = inner.and_then(|inner| inner.split_once("\", line ")) {
                let line = scan::number(rest).map(|(line, _)| line);
                run.emit(Event::At { place: Place { file, line }, better: true });
            }
            return Some(seen);
        }
        self.trace = 0;
        if text.is_empty() {
            run.close();
            return None;
        }
        let seen = run.why(text);
        run.close();
        Some(seen)
    }

    /// No test was found.
    fn nothing(&mut self, message: &str, run: &mut kit::Run<'_>) -> Seen {
        if message.contains("Suppressing error because '--allow-empty-runs'") {
            return Seen::Mine(Class::Noise);
        }
        self.close_whole(run);
        let name = message.split_once(".  ").map_or(message, |parts| parts.0);
        run.fail_whole_at_once(name, FailureKind::Collection, name)
    }

    /// What is printed next is another run's when this one has all its numbers.
    fn close_whole(&mut self, run: &mut kit::Run<'_>) {
        if self.run.as_ref().is_some_and(|tests| tests.totals().is_some()) {
            self.declare(run);
        }
    }

    /// The run is over.
    pub(super) fn declare(&mut self, run: &mut kit::Run<'_>) {
        self.leave(run);
        let Some(tests) = std::mem::take(self).run else { return };
        let Some(totals) = tests.totals().filter(|_| !tests.is_cut()) else {
            run.emit(Event::Counted { passed: tests.passed, failed: 0, skipped: 0, other: 0 });
            run.emit(Event::SectionEnded(Ended::Replaced));
            run.forget();
            return;
        };
        if totals.failed == Some(0) {
            for name in tests.names.iter().chain(&tests.listed) {
                run.emit(Event::Withdrawn(id(name)));
            }
        }
        if let (Some(passed), Some(failed)) = (totals.passed, totals.failed) {
            run.emit(Event::Counted { passed, failed, skipped: 0, other: 0 });
        }
        run.emit(Event::Declared { totals, level: Level::Section });
        run.forget();
    }
}

/// What a result means whose output is not shown.
fn meaning(code: &str) -> &'static str {
    match code {
        "XPASS" => "passed, but was expected to fail",
        "TIMEOUT" => "timed out",
        "UNRESOLVED" => "unresolved",
        _ => "",
    }
}
