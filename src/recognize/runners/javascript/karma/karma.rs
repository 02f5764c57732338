//! Karma's runs, with its progress and dots reporters, karma-mocha-reporter and karma-spec-reporter.
//!
//! Every line of a run names its browser: a failed spec, an error outside of specs, and what the browser has executed so
//! far. The last such line of each browser is its result; all of them together are reported at the end, when no browser
//! misses specs. The reporter like mocha's has a tree instead, a summary, and the failures after it.
//!
//! What a page logs is printed between quotes and may hold anything: it is passed over up to the closing quote.
//! Neighbours: `karma_lines` reads single lines, `tree` the suites, `body` a failure's text.

use super::body::Body;
use super::failures::Open;
use super::karma_lines::{Results, browser, connected, errored, executed, launched, logged, summed, total};
use super::repeats::Reported;
use super::results::Sums;
use super::tree::{Mark, Tree, mark};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// The most lines of one text that a page logs.
const LOGGED_LINES: u32 = 400;

/// What a page logs in more than one line.
#[derive(Clone, Copy, Debug)]
enum Logged {
    /// A text, up to the quote that closes it, and its lines so far.
    Text(u32),
    /// An error: its message, the message again above the frames, and whether frames came.
    Error(u32, bool),
}

/// Karma.
#[derive(Debug, Default)]
pub struct Karma {
    pub(super) open: Open,
    logged: Option<Logged>,
    tree: Tree,
    /// The reporter like mocha's: below `Finished in`, and below `FAILED TESTS:`.
    finished: bool,
    list: bool,
    /// `SUMMARY:` came outside of a run: a log is cut in front, if its numbers follow.
    cut: bool,
    /// Failed specs that were reported.
    reported: Reported,
    pub(super) sums: Sums,
}

impl Runner for Karma {
    const SPEC: Spec = Spec {
        name: "karma",
        reads: "Karma: progress, dots, mocha and spec reporters",
        starts: &[
            "START:",
            "SUMMARY:",
            "Chrome ",
            "HeadlessChrome ",
            "Firefox ",
            "Edge ",
            "Safari ",
            "PhantomJS ",
            "jsdom ",
        ],
        inside: &[" FAILED"],
        // Lines of its own that end alike; none of them is a pass alone.
        passes: &[
            PassShape { start: "", end: " secs)" },
            PassShape { start: "", end: " sec)" },
            PassShape { start: "", end: ":9876/" },
            PassShape { start: "", end: "Giving up." },
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.cut
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        if let Some(logged) = self.logged.take()
            && let Some(seen) = self.goes_on(logged, text)
        {
            return seen;
        }
        if text.is_empty() && line.judged().starts_with("  ") && self.indented_blank() {
            return Seen::Mine(Class::Noise);
        }
        if text.ends_with('/') && text.contains("[karma") && text.contains(" server started at http") {
            // karma-mocha-reporter prints its first line before the server does.
            if !self.sums.is_empty() {
                self.declare(run);
                *self = Self::default();
            }
            return run.begin_once();
        }
        if text.contains(":ERROR [launcher]: ") && text.ends_with("Giving up.") {
            return self.gives_up(text, run);
        }
        if let Some(count) = launched(text).filter(|_| run.is_running()) {
            self.sums.launched = count;
            return Seen::Mine(Class::Noise);
        }
        if let Some(message) = errored(text).filter(|_| run.is_running()) {
            self.end_open(run);
            run.consequence(message, FailureKind::Suite);
            return Seen::Mine(Class::Detail);
        }
        if let Some(connected) = connected(text) {
            run.begin_once();
            self.sums.know(connected);
            return Seen::Mine(Class::Noise);
        }
        if let Some(seen) = self.of_browser(text, run) {
            return seen;
        }
        if text == "START:" {
            // The files changed, and it runs again.
            if self.sums.has_run() {
                self.declare(run);
                *self = Self::default();
            }
            return run.begin_once();
        }
        if !run.is_running() {
            if !(std::mem::take(&mut self.cut) && summed(text).is_some()) {
                self.cut = text == "SUMMARY:";
                return Seen::No;
            }
            run.begin_once();
            self.sums.summary = Some(Totals::default());
        }
        self.inside(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl Karma {
    /// `21 11 2026 10:00:00.000:ERROR [launcher]: ChromeHeadless failed 2 times (cannot start). Giving up.`
    fn gives_up(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        run.begin_once();
        self.end_open(run);
        let name = self.sums.error(text.split_once("[launcher]: ").map_or(text, |(_, name)| name));
        run.may_have_ended();
        run.fail_whole_at_once(&name, FailureKind::Crash, "")
    }

    /// A line that begins with a browser's name, or with the numbers alone.
    fn of_browser(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (name, rest) = match browser(text) {
            Some(parts) => parts,
            None if run.is_running() && text.starts_with("Executed ") => ("", text),
            None => return None,
        };
        if let Some(results) = executed(rest.strip_prefix(": ").unwrap_or(rest)) {
            return Some(self.executed(name, results, run));
        }
        let rest = rest.strip_prefix(' ')?;
        if logged(rest).is_some() {
            return run.is_running().then(|| self.log(rest));
        }
        if rest == "ERROR" {
            run.begin_once();
            self.end_open(run);
            self.open = Open::Error(clipped(text), None);
            return Some(Seen::Mine(Class::Detail));
        }
        let spec = rest.strip_suffix(" FAILED").map(str::trim).filter(|spec| !spec.is_empty())?;
        run.begin_once();
        self.end_open(run);
        self.sums.know(name);
        // The same spec fails in one browser and passes in the next.
        let module = if self.sums.are_several() { name } else { "" };
        let separator = if module.is_empty() { "" } else { " " };
        let id = TestId { module, separator, name: spec };
        let name = self.reported.by_browser(id);
        self.open = Open::Spec(Body::default());
        Some(run.fail(TestId { name: &name, ..id }))
    }

    fn executed(&mut self, name: &str, results: Results, run: &mut Run<'_>) -> Seen {
        if self.sums.goes_back(name, results) {
            // Another run in the same log.
            self.declare(run);
            run.emit(Event::SectionEnded(Ended::Replaced));
            *self = Self::default();
        }
        run.begin_once();
        self.end_open(run);
        self.sums.take(name, results);
        if results.is_complete() || results.broken {
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        Seen::Mine(Class::Noise)
    }

    fn log(&mut self, text: &str) -> Seen {
        let printed = logged(text).unwrap_or(text);
        let open = printed.starts_with('\'') && (printed.len() == 1 || !printed.ends_with('\''));
        // Other values may be after the text.
        let ended = printed.get(1..).is_some_and(|rest| rest.contains("', "));
        let thrown = !printed.starts_with('\'')
            && printed.split(": ").next().is_some_and(|class| class.ends_with("Error"));
        self.logged = match open && !ended {
            true => Some(Logged::Text(0)),
            false => thrown.then_some(Logged::Error(0, false)),
        };
        Seen::Inside(Class::Other)
    }

    /// A further line of what a page logs.
    fn goes_on(&mut self, logged: Logged, text: &str) -> Option<Seen> {
        match logged {
            Logged::Text(lines) => {
                // Other values may be after the text.
                if !text.ends_with('\'') && !text.contains("', ") && lines < LOGGED_LINES {
                    self.logged = Some(Logged::Text(lines.saturating_add(1)));
                }
            }
            Logged::Error(lines, framed) => {
                let frame = text.trim_start().starts_with("at ") || text.contains("@http");
                let runners = text.is_empty()
                    || indent(text) > 0
                    || framed
                    || text.ends_with(':')
                    || text.starts_with("Executed ")
                    || text.starts_with("Finished in ")
                    || browser(text).is_some()
                    || logged_by_karma(text)
                    || lines >= LOGGED_LINES;
                if runners && !frame {
                    return None;
                }
                self.logged = Some(Logged::Error(lines.saturating_add(1), frame));
            }
        }
        Some(Seen::Inside(Class::Other))
    }

    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.is_empty() {
            if matches!(self.open, Open::Listed(..) | Open::Reason(..)) {
                self.end_open(run);
            }
            return Seen::Mine(Class::Noise);
        }
        if logged(text).is_some() && indent(text) == 0 {
            return self.log(text);
        }
        if let Some(failed) = total(text) {
            self.end_open(run);
            self.sums.ended = Some(failed);
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if let Some(seen) = self.text(text, run) {
            return seen;
        }
        let finished = std::mem::replace(&mut self.finished, is_finished(text));
        match text {
            "SUMMARY:" if finished => {
                self.sums.summary = Some(Totals::default());
                return Seen::Mine(Class::Noise);
            }
            "FAILED TESTS:" => {
                self.list = true;
                self.tree.clear();
                self.reported.list();
                return Seen::Mine(Class::Noise);
            }
            _ => {}
        }
        self.sums.tree.hidden |= text.starts_with("Reserved name for ");
        if let Some(counted) = summed(text).filter(|_| self.sums.summary.is_some()) {
            self.sums.sum(counted);
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        let blanks = indent(text);
        match mark(text.trim_start()) {
            // The first mark of a tree does not be after the results of all browsers: it is another runner's.
            Some(_) if self.sums.is_complete_without_tree() && !self.list => Seen::No,
            Some((mark, name)) if blanks >= 2 => self.marked(blanks, mark, name, run),
            _ => {
                self.tree.title(text);
                Seen::No
            }
        }
    }

    /// A line of the tree with a spec's mark.
    fn marked(&mut self, blanks: usize, mark: Mark, name: &str, run: &mut Run<'_>) -> Seen {
        self.end_open(run);
        let module = self.tree.module(blanks);
        let separator = if module.is_empty() { "" } else { " " };
        let id = TestId { module: &module, separator, name };
        match mark {
            Mark::Passed => {
                self.leave();
                self.sums.tree.passed.up(1);
                run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                Seen::Mine(Class::Passed)
            }
            Mark::Skipped => {
                self.leave();
                run.skip(id)
            }
            Mark::Failed => {
                let name = self.reported.by_mark(self.list, id);
                if !self.list {
                    self.sums.tree.failed.up(1);
                }
                let body = Body::default();
                self.open = if self.list {
                    Open::Listed(body, blanks, (module.clone(), clipped(&name)), Vec::new())
                } else {
                    Open::Spec(body)
                };
                run.fail(TestId { name: &name, ..id })
            }
        }
    }

    /// Specs go on: what looked like a summary was printed by one of them.
    fn leave(&mut self) {
        (self.list, self.sums.summary) = (false, None);
    }

    /// Tells the results of all browsers, when none misses specs.
    fn declare(&mut self, run: &mut Run<'_>) {
        self.end_open(run);
        if !run.is_running() {
            return;
        }
        // Of a text that is still open nobody knows what it hides.
        let open = matches!(self.logged, Some(Logged::Text(_)));
        let Some(failed) = self.sums.totals().filter(|_| !open).and_then(|totals| totals.failed) else {
            if let Some(totals) = self.sums.unexplained() {
                run.emit(Event::Declared { totals, level: Level::Section });
            }
            self.reported.withdraw_repeated(self.sums.failed(), run);
            return run.forget();
        };
        let reporters = self.reported.reporters(failed);
        if reporters == 1 {
            self.reported.withdraw_repeated(failed, run);
        }
        self.reported.withdraw(reporters, run);
        for error in self.sums.repeated_errors(usize::try_from(reporters).unwrap_or(1)) {
            run.emit(Event::Withdrawn(TestId::bare(&error)));
        }
        if let Some(totals) = self.sums.totals() {
            run.emit(Event::Declared { totals, level: Level::Section });
        }
        run.forget();
    }
}

/// `Finished in 0.012 secs / 0.010 secs @ 10:00:00 GMT+0000`, above the summary of the reporter like mocha's.
fn is_finished(text: &str) -> bool {
    text.strip_prefix("Finished in ")
        .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()) && rest.contains(" / "))
}

/// `21 11 2026 10:00:00.000:INFO [karma-server]: ...`
fn logged_by_karma(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit()) && text.contains("]: ")
}
