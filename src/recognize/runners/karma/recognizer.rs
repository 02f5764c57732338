//! Karma's runs, with its progress and dots reporters, karma-mocha-reporter and karma-spec-reporter.
//!
//! Every line of a run names its browser: a failed spec, an error outside of specs, and what the browser has executed so
//! far. The last such line of each browser is its result; all of them together are told at the end, when no browser
//! misses specs. The reporter like mocha's has a tree instead, a summary, and the failures behind it.
//!
//! What a page logs is printed between quotes and may hold anything: it is passed over up to the closing quote.
//! Neighbours: `lines` reads single lines, `tree` the suites, `body` a failure's text.

use super::body::Body;
use super::failures::Open;
use super::lines::{Results, browser, connected, errored, executed, launched, logged, summed, total};
use super::results::Sums;
use super::tree::{Mark, Tree, mark};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Outcome, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::runners::javascript::{clipped, indent};
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The most lines of one text that a page logs.
const LOGGED_LINES: u32 = 400;
/// Karma.
#[derive(Debug, Default)]
pub struct Karma {
    running: bool,
    pub(super) open: Open,
    /// Lines of a text that a page logs.
    logged: Option<u32>,
    tree: Tree,
    /// The reporter like mocha's: below `FAILED TESTS:`.
    list: bool,
    pub(super) sums: Sums,
}

impl Recognizer for Karma {
    fn runner(&self) -> Runner {
        Runner("karma")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "START:",
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
            path: false,
        }
    }

    fn attention(&self) -> Attention {
        if self.running { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(lines) = self.logged.take() {
            // Other values may stand behind the text.
            if !text.ends_with('\'') && !text.contains("', ") && lines < LOGGED_LINES {
                self.logged = Some(lines.saturating_add(1));
            }
            return Seen::Inside(Class::Other);
        }
        if text.ends_with('/') && text.contains("[karma") && text.contains(" server started at http") {
            // karma-mocha-reporter prints its first line before the server does.
            if !self.sums.is_empty() {
                self.declare(sink);
                *self = Self::default();
            }
            self.begin(sink);
            return Seen::Mine(Class::Noise);
        }
        if text.contains(":ERROR [launcher]: ") && text.ends_with("Giving up.") {
            return self.gives_up(text, sink);
        }
        if let Some(count) = launched(text).filter(|_| self.running) {
            self.sums.launched = count;
            return Seen::Mine(Class::Noise);
        }
        if let Some(message) = errored(text).filter(|_| self.running) {
            self.close(sink);
            sink.emit(Event::Consequence { name: message, kind: FailureKind::Suite });
            return Seen::Mine(Class::Detail);
        }
        if let Some(connected) = connected(text) {
            self.begin(sink);
            self.sums.know(connected);
            return Seen::Mine(Class::Noise);
        }
        if let Some(seen) = self.of_browser(text, sink) {
            return seen;
        }
        if text == "START:" {
            self.begin(sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.running {
            return Seen::No;
        }
        self.inside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.declare(sink);
    }
}

impl Karma {
    fn begin(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    /// `21 11 2026 10:00:00.000:ERROR [launcher]: ChromeHeadless failed 2 times (cannot start). Giving up.`
    fn gives_up(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.begin(sink);
        self.close(sink);
        let name = self.sums.error(text.split_once("[launcher]: ").map_or(text, |(_, name)| name));
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Crash }));
        sink.emit(Event::Heading);
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    /// A line that begins with a browser's name, or with the numbers alone.
    fn of_browser(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (name, rest) = match browser(text) {
            Some(parts) => parts,
            None if self.running && text.starts_with("Executed ") => ("", text),
            None => return None,
        };
        if let Some(results) = executed(rest.strip_prefix(": ").unwrap_or(rest)) {
            return Some(self.executed(name, results, sink));
        }
        let rest = rest.strip_prefix(' ')?;
        if logged(rest).is_some() {
            return self.running.then(|| self.log(rest));
        }
        if rest == "ERROR" {
            self.begin(sink);
            self.close(sink);
            self.open = Open::Error(clipped(text), None);
            return Some(Seen::Mine(Class::Detail));
        }
        let spec = rest.strip_suffix(" FAILED").map(str::trim).filter(|spec| !spec.is_empty())?;
        self.begin(sink);
        self.close(sink);
        self.sums.know(name);
        // The same spec fails in one browser and passes in the next.
        let module = if self.sums.are_several() { name } else { "" };
        let separator = if module.is_empty() { "" } else { " " };
        let id = TestId { module, separator, name: spec };
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        self.open = Open::Spec(Body::default());
        Some(Seen::Mine(Class::Detail))
    }

    fn executed(&mut self, name: &str, results: Results, sink: &mut dyn Sink) -> Seen {
        if self.sums.goes_back(name, results) {
            // Another run in the same log.
            self.declare(sink);
            sink.emit(Event::SectionEnded(Ended::Replaced));
            *self = Self::default();
        }
        self.begin(sink);
        self.close(sink);
        self.sums.take(name, results);
        if results.is_complete() || results.broken {
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        Seen::Mine(Class::Noise)
    }

    fn log(&mut self, text: &str) -> Seen {
        let said = logged(text).unwrap_or(text);
        let open = said.starts_with('\'') && (said.len() == 1 || !said.ends_with('\''));
        // Other values may stand behind the text.
        let ended = said.get(1..).is_some_and(|rest| rest.contains("', "));
        self.logged = (open && !ended).then_some(0);
        Seen::Inside(Class::Other)
    }

    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.is_empty() {
            if matches!(self.open, Open::Listed(..) | Open::Reason(..)) {
                self.close(sink);
            }
            return Seen::Mine(Class::Noise);
        }
        if logged(text).is_some() && indent(text) == 0 {
            return self.log(text);
        }
        if let Some(failed) = total(text) {
            self.close(sink);
            self.sums.ended = Some(failed);
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if let Some(seen) = self.text(text, sink) {
            return seen;
        }
        match text {
            "SUMMARY:" => {
                self.sums.summary = Some(Totals::default());
                return Seen::Mine(Class::Noise);
            }
            "FAILED TESTS:" => {
                self.list = true;
                self.tree.clear();
                return Seen::Mine(Class::Noise);
            }
            _ => {}
        }
        if let Some(counted) = summed(text).filter(|_| self.sums.summary.is_some()) {
            self.sums.sum(counted);
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        let blanks = indent(text);
        match mark(text.trim_start()) {
            Some((mark, name)) if blanks >= 2 => self.marked(blanks, mark, name, sink),
            _ => {
                self.tree.title(text);
                Seen::No
            }
        }
    }

    /// A line of the tree with a spec's mark.
    fn marked(&mut self, blanks: usize, mark: Mark, name: &str, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        let module = self.tree.module(blanks);
        let separator = if module.is_empty() { "" } else { " " };
        let id = TestId { module: &module, separator, name };
        match mark {
            Mark::Passed => {
                self.leave();
                sink.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                Seen::Mine(Class::Passed)
            }
            Mark::Skipped => {
                self.leave();
                sink.emit(Event::finished(id, Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            Mark::Failed => {
                sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                sink.emit(Event::Heading);
                let body = Body::default();
                self.open = if self.list {
                    Open::Listed(body, blanks, (module.clone(), clipped(name)), Vec::new())
                } else {
                    Open::Spec(body)
                };
                Seen::Mine(Class::Detail)
            }
        }
    }

    /// Specs go on: what looked like a summary was printed by one of them.
    fn leave(&mut self) {
        (self.list, self.sums.summary) = (false, None);
    }

    /// Tells the results of all browsers, when none misses specs.
    fn declare(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if !std::mem::take(&mut self.running) {
            return;
        }
        // Of a text that is still open nobody knows what it hides.
        if let Some(totals) = self.sums.totals().filter(|_| self.logged.is_none()) {
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::failures::OUTSIDE;
    use super::*;
    use crate::recognize::scan::drive;

    const CHROME: &str = "Chrome Headless 120.0.6099.71 (Linux 0.0.0)";

    fn said(log: &str) -> String {
        drive(&mut Karma::default(), log).join("\n")
    }

    #[test]
    fn a_browser_that_misses_specs_has_no_result() {
        let end = ": Executed 2 of 3 SUCCESS (0 secs / 0.01 secs)\n";
        assert!(!said(&format!("{CHROME}{end}")).contains("Declared"));
        assert!(
            said(&format!("{CHROME}{}", end.replace("2 of", "3 of").replace("0 secs /", "0.1 secs /")))
                .contains("passed: Some(3), failed: Some(0)")
        );
    }

    #[test]
    fn what_a_page_logs_is_passed_over() {
        let log = format!(
            "{CHROME}: Executed 0 of 1 SUCCESS (0 secs / 0 secs)\n{CHROME} LOG: 'a\n{CHROME} b FAILED\nend'\n"
        );
        assert!(!said(&log).contains("BlockOpened"), "{}", said(&log));
    }

    #[test]
    fn two_errors_outside_of_specs_are_two_failures() {
        let error = |name| format!("{CHROME} ERROR\n  {OUTSIDE}\n  Error: {name}\n");
        let said = said(&format!(
            "{}{}{CHROME}: Executed 1 of 1 ERROR (0.1 secs / 0.1 secs)\n",
            error("a"),
            error("b")
        ));
        assert!(said.contains("errors: Some(2)") && said.contains("name: \"Error: b\""), "{said}");
    }
}
