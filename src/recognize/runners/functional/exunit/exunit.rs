//! ExUnit's runs.
//!
//! Since Elixir 1.15 a run begins with `Running ExUnit with seed`; before, it is certain by a numbered failure with its
//! module, by a line of `--trace`, or by its end, and reaches back to its first points. Failures are reported where they happen,
//! numbered through the run. Totals that do not agree with them were printed by a test, if others follow. Exceptions at
//! the margin end `mix`; inside of a run they count only when its totals never come.
//!
//! Neighbours: `exunit_lines` reads single lines, `body` the text of a failure, `compile` the compiler's diagnostics.

use super::body::Body;
use super::compile::{self, Next, Pending};
use super::exunit_lines::{self, Heading, Sum};
use crate::budget::Count as _;
use crate::event::{Attempt, Class, Event, FailureKind, Level, Part, Seen, TestId};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::points;
use crate::recognize::kit::points::Points;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// ExUnit's points: passed, skipped, invalid.
pub(super) const POINTS: &str = ".*?";
/// ExUnit does not number attempts.
pub(super) const ATTEMPT: Attempt = 0;

/// Where the recognizer is.
#[derive(Debug, Default)]
pub(super) enum State {
    /// Tests run, or there is no run.
    #[default]
    Run,
    /// In the text of a failure.
    Body(Body),
    /// In a diagnostic of the compiler.
    Diagnostic(Pending),
    /// After `== Compilation error in file`, or in the frames below an exception.
    Raised,
    /// After `Finished in`.
    Finished,
    /// After the totals: the seed.
    Closing,
}

/// ExUnit.
#[derive(Debug, Default)]
pub struct Exunit {
    pub(super) state: State,
    pub(super) marked: bool,
    /// A run printed which tags it leaves out or takes in, and its totals did not come.
    pub(super) filtered: bool,
    pub(super) points: Points,
    /// The points since totals that were not confirmed.
    pub(super) fresh: Points,
    /// The number of the last failure, and the highest.
    pub(super) last: u64,
    pub(super) top: u64,
    /// Names of failures, to take them back, and whether totals came since.
    pub(super) reported: Vec<(String, String, bool)>,
    /// Failures since totals that were not confirmed.
    pub(super) failures: u64,
    /// Totals came that nothing confirms.
    pub(super) declared: bool,
    /// A run ended in this stream.
    pub(super) over: bool,
    /// Modules whose `setup_all` failed: each makes as many failures as the module has tests.
    pub(super) modules: u64,
    /// The module whose tests are traced.
    pub(super) module: String,
    /// The traced test that runs.
    pub(super) flight: Option<String>,
    /// A traced test ended; what follows tells how.
    pub(super) ended: bool,
    /// Traced tests of the module that did not fail: they passed unless its `setup_all` failed.
    pub(super) calm: u64,
    /// Lines of the trace.
    pub(super) traced: u64,
    pub(super) held: Option<Sum>,
    /// An exception at the margin, inside of the run.
    pub(super) raised: Option<String>,
    /// Errors of the compiler were reported.
    pub(super) broken: bool,
    /// The application of an umbrella.
    pub(super) application: String,
}

impl Runner for Exunit {
    const SPEC: Spec = Spec {
        name: "exunit",
        reads: "mix test and Elixir's compiler",
        starts: &[
            "..",
            ".*",
            "*.",
            "**",
            "?.",
            "??",
            "*?",
            "?*",
            ".?",
            "Running ExUnit with seed",
            "Excluding tags: [",
            "Including tags: [",
            "==> ",
            "== Compilation error in file ",
            "1) ",
            "Finished in ",
            compile::WARNED,
            compile::REFUSED,
            "error: ",
            "warning: ",
            "* test ",
            "* doctest ",
            "* property ",
        ],
        heads: &["Running ExUnit with seed: "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.marked || !matches!(self.state, State::Run)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.counted();
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::Body(body) => self.body(body, text, run),
            State::Diagnostic(pending) => self.diagnostic(pending, text, run),
            State::Raised => self.raised(text, run),
            State::Finished => self.finished(text, run),
            State::Closing if text.trim().is_empty() => {
                self.state = State::Closing;
                Seen::No
            }
            State::Closing if text.starts_with("Randomized with seed ") => Seen::Mine(Class::Noise),
            State::Closing => self.run(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let State::Body(body) = &mut self.state {
            body.finish(run);
        }
        if let Some(sum) = self.held.take() {
            if !run.is_running() && self.points.all() > sum.tests {
                // The first points were somebody else's.
                run.emit(Event::MayHaveBegunBefore);
            }
            self.open(run);
            run.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
        } else if self.filtered && !run.is_running() {
            // Tests began, and what became of them is not in the log.
            self.open(run);
        } else if run.is_running() && !self.declared {
            self.tell_calm(run);
            if let Some(name) = self.flight.take() {
                run.emit(Event::Started(self.id(&name)));
            }
            if let Some(raised) = self.raised.take() {
                run.instead(&raised);
                run.fail_whole_at_once("mix test", FailureKind::Crash, &raised);
            }
        }
    }
}

impl Exunit {
    pub(super) fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, heading)) = exunit_lines::heading(text)
            && (number == self.last.saturating_add(1)
                || number == self.top.saturating_add(1)
                || number == 1 && self.last <= 2
                || number >= self.last && matches!(heading, Heading::Module(_)))
        {
            return self.failure(number, heading, run);
        }
        if let Some((name, trace)) = exunit_lines::trace(text) {
            return self.trace(name, trace, run);
        }
        if text.is_empty() {
            return Seen::No;
        }
        self.tell_ended();
        if points::begins(text, POINTS) && !text.starts_with("** ") {
            if !self.marked && !run.is_running() {
                run.emit(Event::MayHaveBegun);
            }
            self.marked = true;
            self.points.read(text, POINTS);
            self.fresh.read(text, POINTS);
            let pure = text.trim_end().bytes().all(|byte| POINTS.as_bytes().contains(&byte));
            return if run.is_running() && pure { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if exunit_lines::is_finished(text) {
            self.state = State::Finished;
            return if run.is_running() { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        if let Some(kind) = compile::warned(text) {
            return run.fail_whole_at_once(text.trim_end(), kind, "");
        }
        if let Some(seen) = self.header(text, run) {
            return seen;
        }
        if let Some(pending) = Pending::read(text) {
            self.state = State::Diagnostic(pending);
            return Seen::No;
        }
        if (run.is_running() || self.marked)
            && let Some(module) = exunit_lines::traced_module(text)
        {
            self.tell_calm(run);
            module.clone_into(&mut self.module);
        }
        Seen::No
    }

    fn header(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if text.starts_with("Running ExUnit with seed: ") {
            if self.declared {
                self.forget(run);
            }
            self.open(run);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(file) = text.strip_prefix("== Compilation error in file ") {
            let file = file.trim_end().strip_suffix(" ==")?;
            self.state = State::Raised;
            if !self.broken {
                run.fail_whole(file, FailureKind::Collection);
            }
            return Some(Seen::Mine(Class::Detail));
        }
        if text.starts_with("** (") && text.contains(") ") {
            return Some(self.exception(text, run));
        }
        if let Some(application) = text.strip_prefix("==> ").map(str::trim_end) {
            let plain = application.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if plain && self.declared {
                self.forget(run);
            }
            if plain && !run.is_running() {
                application.clone_into(&mut self.application);
            }
            return None;
        }
        if text.starts_with("Excluding tags: [") || text.starts_with("Including tags: [") {
            self.tell_cut(run);
            self.filtered = true;
            if !self.marked && !run.is_running() {
                run.emit(Event::MayHaveBegun);
                self.marked = true;
            }
            return Some(Seen::Mine(Class::Noise));
        }
        if text.starts_with("There are no tests to run") || text.starts_with("The --only option was given") {
            self.filtered = false;
            return None;
        }
        let noise = ["Randomized with seed ", "Top "];
        (run.is_running() && noise.iter().any(|word| text.starts_with(word)))
            .then_some(Seen::Mine(Class::Noise))
    }

    /// An exception at the margin.
    fn exception(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if run.is_running() && !self.declared {
            self.raised.get_or_insert_with(|| text.trim_end().to_owned());
            return Seen::No;
        }
        if text.starts_with("** (Mix) ") {
            run.consequence(text.trim_end(), FailureKind::Build);
            return Seen::Mine(Class::Detail);
        }
        let loads = ["** (CompileError) ", "** (SyntaxError) ", "** (TokenMissingError) ", "** (EXIT"];
        if self.over && !loads.iter().any(|class| text.starts_with(class)) {
            // A process that outlived its test says so through the logger.
            return Seen::No;
        }
        self.state = State::Raised;
        let seen = run.fail_whole("mix", FailureKind::Crash);
        tell_exception(text, run);
        seen
    }

    /// Below the heading of a compilation error or an exception.
    fn raised(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        if text.starts_with("** (") {
            self.state = State::Raised;
            if !self.broken {
                tell_exception(text, run);
                run.text(Part::Why);
            }
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("  ") && !content.is_empty() {
            self.state = State::Raised;
            if !self.broken {
                let frame = content.starts_with('(') || exunit_lines::frame(content).is_some();
                run.text(if frame { Part::Where } else { Part::Why });
            }
            return Seen::Mine(Class::Detail);
        }
        run.close();
        self.run(text, run)
    }

    fn diagnostic(&mut self, pending: Pending, text: &str, run: &mut Run<'_>) -> Seen {
        match pending.next(text, run) {
            Next::Wait(pending) => {
                self.state = State::Diagnostic(pending);
                Seen::No
            }
            Next::Reported(seen, error) => {
                self.broken |= error;
                seen
            }
            Next::Foreign => self.run(text, run),
        }
    }

    pub(super) fn open(&self, run: &mut Run<'_>) {
        if !run.is_running() {
            run.begin(None);
            run.emit(Event::SectionLabel(&self.application));
            run.emit(Event::BeganThere);
        }
    }

    /// The run is over.
    pub(super) fn forget(&mut self, run: &mut Run<'_>) {
        run.forget();
        *self = Self::default();
    }

    fn failure(&mut self, number: u64, heading: Heading<'_>, run: &mut Run<'_>) -> Seen {
        self.open(run);
        self.ended = false;
        self.last = if number == 0 { self.last } else { number };
        self.top = self.top.max(number);
        self.failures.up(1);
        self.state = State::Body(Body::default());
        match heading {
            Heading::Test { module, name } => {
                if self.reported.len() < NAMES {
                    self.reported.push((module.to_owned(), name.to_owned(), true));
                }
                run.fail(TestId { module, separator: " ", name })
            }
            Heading::Module(name) => {
                self.modules.up(1);
                if self.module == name || self.module.is_empty() {
                    self.calm = 0;
                }
                run.fail_whole(name, FailureKind::Setup)
            }
        }
    }

    /// In the text of a failure: indented by five blanks.
    fn body(&mut self, mut body: Body, text: &str, run: &mut Run<'_>) -> Seen {
        let blank = text.trim().is_empty();
        if (blank || text.starts_with("     ")) && exunit_lines::heading(text).is_none() {
            let seen = body.line(text, run);
            self.state = State::Body(body);
            return seen;
        }
        body.finish(run);
        run.close();
        self.run(text, run)
    }
}

/// Tells message and place of `** (CompileError) lib/a.ex:3: undefined function`.
fn tell_exception(text: &str, run: &mut Run<'_>) {
    let text = text.trim_end();
    run.message(text);
    if let Some((place, _)) = text.split_once(") ").and_then(|(_, rest)| exunit_lines::frame(rest)) {
        run.at(place);
    }
}
