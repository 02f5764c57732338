//! The beginning of a session and its tests' results.

use super::header::{HEADER, SERVICE_MESSAGE};
use super::parts::Part;
use super::pytest::{Doubt, Pytest};
use super::{progress, rule};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Opened, Outcome, Seen, Sink, TestId};
use crate::recognize::kit::scan;
use crate::recognize::runners::python::shared::pytest_id;

/// The most tests in flight that are held (xdist says the start of each).
const MOST_FLIGHTS: usize = 64;

/// The most lines of letters with failures that are held, the most bytes of one, and the most failures that it names.
const MOST_LETTERED: usize = 64;
const LETTERED_BYTES: usize = 400;
const MOST_OF_LINE: u64 = 100;

/// The most tests that `-v` reported as failed whose blocks are waited for.
const MOST_NAMED: usize = 1024;

impl Pytest {
    /// Whether the result of a test would be taken for one whatever else is looked for at present.
    pub(super) fn takes_results(&self) -> bool {
        self.open.is_none()
            && match self.part {
                Part::Outside => true,
                Part::Progress => {
                    let reported_otherwise =
                        self.sugar || self.results.is_some() || self.waits || self.uncovered;
                    !reported_otherwise && self.doubt == Doubt::None && self.nested.is_none()
                }
                _ => false,
            }
    }

    /// The header of a session, while none is open.
    pub(super) fn header(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if !text.starts_with(['=', 'T']) {
            return None;
        }
        let title = rule::title(text.trim_end(), '=');
        if title != Some("test session starts") && !text.starts_with(super::sugar::HEADER) {
            return None;
        }
        self.begin(sink);
        if title.is_some() {
            self.width.learn(text.trim_end());
        }
        self.waits = true;
        self.sugar = title.is_none();
        Some(Seen::Mine(Class::Noise))
    }

    /// A session with `-q` begins: it has no header.
    pub(super) fn begin_quietly(&mut self, sink: &mut dyn Sink) {
        self.begin(sink);
        self.quiet = true;
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
    }

    fn begin(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        self.forget();
        self.part = Part::Progress;
    }

    /// Forgets the session, but that there was one.
    pub(super) fn forget(&mut self) {
        *self = Self { any: true, ..Self::default() };
    }

    /// Opens the section of a session whose header was seen.
    pub(super) fn ensure_open(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.waits) {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: self.announced, label: "" });
        }
    }

    /// Decides whether a second header is that of another session, or was printed by a test.
    ///
    /// A session always tells its platform next, unless reported not to, and its root directory. Sessions of a test run in a
    /// directory that pytest made for the test.
    pub(super) fn settle_doubt(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        match self.doubt {
            Doubt::None => return None,
            Doubt::Header if text.starts_with("platform ") => {
                self.doubt = Doubt::Platform;
                return Some(self.output(sink));
            }
            Doubt::Platform if text.starts_with("cachedir: ") => return Some(self.output(sink)),
            Doubt::Header | Doubt::Platform => {}
        }
        let platform = self.doubt == Doubt::Platform;
        self.doubt = Doubt::None;
        let root = text.strip_prefix("rootdir: ").or_else(|| text.strip_prefix("rootdir="));
        let another = match root {
            Some(root) => platform && !root.contains("/pytest-of-") && !root.contains("\\pytest-of-"),
            None => !platform && !self.has_platform && collected(text).is_some() && !self.is_output(),
        };
        if another {
            self.ensure_open(sink);
            self.close(sink);
            sink.emit(Event::SectionEnded(crate::event::Ended::Replaced));
            let width = self.width;
            self.begin(sink);
            self.width = width;
            self.waits = true;
            self.has_platform = platform;
            return None;
        }
        self.nested = Some(collected(text).flatten());
        Some(self.output(sink))
    }

    /// The line without the service message that teamcity-messages writes after a name or a result on the same line.
    ///
    /// The messages repeat the report, so they belong to the session: one that comes while it still collects opens it.
    pub(super) fn without_message<'a>(&mut self, text: &'a str, sink: &mut dyn Sink) -> &'a str {
        if self.part > Part::Progress || self.open.is_some() {
            return text;
        }
        let Some(at) = scan::find(text, SERVICE_MESSAGE) else { return text };
        let Some(own) = text.get(..at).filter(|own| !own.is_empty()) else { return text };
        if own.starts_with("collecting") {
            self.ensure_open(sink);
        }
        own
    }

    /// A line between header and report.
    pub(super) fn progress(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let collects = !self.quiet && self.percent.is_none() && text.starts_with("collected ");
        if (self.waits || (collects && self.announced.is_none()))
            && let Some(seen) = self.before_tests(text, sink)
        {
            return seen;
        }
        if let Some(seen) = self.trouble_in_progress(text, sink) {
            return seen;
        }
        if let Some(letters) = progress::letters(text) {
            return self.letters(letters, text, sink);
        }
        if let Some(named) = progress::named(text) {
            self.ensure_open(sink);
            return self.named(named, sink);
        }
        self.flight(text, sink)
    }

    /// The header and the collection.
    fn before_tests(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(announced) = collected(text) {
            self.announced = announced;
            self.distributed = self.distributed || !text.contains("collected ");
            self.ensure_open(sink);
            return Some(Seen::Mine(Class::Noise));
        }
        self.distributed = self.distributed || text.contains(" workers") || text.starts_with("created: ");
        self.has_platform = self.has_platform || text.starts_with("platform ");
        let gateways = text.starts_with("gw") && text.contains(" I");
        (gateways || HEADER.iter().any(|each| text.starts_with(each))).then_some(Seen::Mine(Class::Noise))
    }

    pub(super) fn letters(&mut self, letters: progress::Letters, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.nested.is_some() {
            return Seen::No;
        }
        self.ensure_open(sink);
        self.forget_uncovered(sink);
        self.percent = letters.percent.or(self.percent);
        let counted = self.counted.saturating_add(letters.sum());
        // Points that a test printed look like results: there are never more results than tests, but for errors.
        if self.announced.is_some_and(|announced| counted > announced) && letters.failed == 0 {
            return Seen::Mine(Class::Noise);
        }
        self.counted = counted;
        let progress::Letters { passed, failed, skipped, other, .. } = letters;
        sink.emit(Event::Counted { passed, failed, skipped, other });
        if failed > 0 && self.lettered.len() < MOST_LETTERED {
            self.lettered.push((crate::text::head(text.trim(), LETTERED_BYTES).to_owned(), failed));
        }
        Seen::Mine(Class::Noise)
    }

    /// The session broke off before its report: what letters reported has no other name than their line.
    pub(super) fn tell_letters(&mut self, sink: &mut dyn Sink) {
        for (line, failed) in std::mem::take(&mut self.lettered) {
            let name = pytest_id::file_of(&line);
            for number in 1..=failed.min(MOST_OF_LINE) {
                let again = format!("{name} ({number})");
                let name = if number == 1 { name } else { again.as_str() };
                let kind = FailureKind::Test;
                sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(name), kind }));
                sink.emit(Event::Instead(&line));
                sink.emit(Event::Heading);
                sink.emit(Event::Message("a test failed, and the session ended before its report"));
                sink.emit(Event::BlockClosed);
            }
        }
    }

    /// A line of `-v`, inside or outside of a session.
    pub(super) fn named(&mut self, named: progress::Named<'_>, sink: &mut dyn Sink) -> Seen {
        self.forget_uncovered(sink);
        self.percent = named.percent.or(self.percent);
        self.land(named.id);
        let Some(outcome) = named.outcome else { return Seen::Mine(Class::Passed) };
        let failed = matches!(outcome, Outcome::Failed(_));
        if self.nested.is_some() && !failed {
            return Seen::No;
        }
        let mut full = String::new();
        let id = if !named.subtest.is_empty() {
            full.push_str(named.id);
            full.push(' ');
            full.push_str(named.subtest);
            full.as_str()
        } else if outcome == Outcome::Failed(FailureKind::Setup) && self.recent.contains(named.id) {
            // The test reported its own result before: this is its tear-down.
            full.push_str(named.id);
            full.push_str(super::summary::TEARDOWN);
            full.as_str()
        } else {
            named.id
        };
        sink.emit(Event::finished(pytest_id::split(id), outcome));
        self.recent.push(named.id);
        match outcome {
            Outcome::Passed => Seen::Mine(Class::Passed),
            Outcome::Skipped => Seen::Mine(Class::Skipped),
            Outcome::Other => Seen::Mine(Class::Other),
            Outcome::Failed(_) => {
                sink.emit(Event::Heading);
                let mut heading = String::new();
                pytest_id::heading(named.id, &mut heading);
                if !named.subtest.is_empty() {
                    heading.push(' ');
                    heading.push_str(named.subtest);
                }
                if named.subtest.is_empty() && self.nested.is_none() {
                    self.expect_block(named.id, id, outcome, &heading);
                }
                if !self.reported.contains(&heading) {
                    self.reported.push(&heading);
                }
                Seen::Mine(Class::Detail)
            }
        }
    }

    /// The block of a failed test comes later, under a heading without its file.
    fn expect_block(&mut self, named: &str, id: &str, outcome: Outcome, heading: &str) {
        let heading = match outcome {
            Outcome::Failed(FailureKind::Setup) if named == id => format!("ERROR at setup of {heading}"),
            Outcome::Failed(FailureKind::Test) => heading.to_owned(),
            _ => return,
        };
        let room = self.named_failed.len() < MOST_NAMED && id.len() <= pytest_id::LONGEST;
        match self.named_failed.get_mut(&heading) {
            Some(known) => {
                known.take_if(|known| known != id);
            }
            None if room => {
                self.named_failed.insert(heading, Some(id.to_owned()));
            }
            None => {}
        }
    }

    /// The name of a test that begins (its result follows its output), or a result on a line of its own.
    fn flight(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.nested.is_some() {
            return Seen::No;
        }
        if text.starts_with("[gw") || text.starts_with("replacing crashed worker ") {
            return Seen::Mine(Class::Noise);
        }
        if let Some(seen) = self.landing(text, sink) {
            return seen;
        }
        if text.starts_with("Feature: ") {
            self.gherkin = true;
            return Seen::No;
        }
        if let Some((id, rest)) = pytest_id::leading(text)
            && text.contains(".py::")
        {
            self.gherkin = false;
            if !self.distributed {
                self.flights.clear();
            }
            // Only a line that ends with the name is surely a beginning; with output after it may be prose.
            if self.flights.len() < MOST_FLIGHTS {
                self.flights.push(id.to_owned());
            }
            if rest.trim().is_empty() {
                return Seen::Mine(Class::Noise);
            }
            if let Some(seen) = self.landing(rest.trim_start(), sink) {
                return seen;
            }
        }
        Seen::No
    }

    /// A result that output is before or after, of the only test that runs: `PASSED`, `PASSEDclosing the store`, `donePASSED`.
    ///
    /// Only a result that is alone is believed whatever it says. A pass with output around it is not reported, a failure is.
    fn landing(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (bare, percent) = progress::without_progress(text);
        let bare = if self.gherkin { progress::scenario(bare).unwrap_or(bare) } else { bare };
        let alone = progress::word(bare).filter(|(outcome, subtest, rest)| {
            // A skip and what was expected to fail have their reason after them.
            let reasoned = matches!(outcome, Some(Outcome::Skipped | Outcome::Other))
                && rest.starts_with(" (")
                && rest.ends_with(')');
            subtest.is_empty() && (rest.is_empty() || reasoned)
        });
        if self.distributed {
            return None;
        }
        let id = match (self.flights.as_slice(), alone) {
            ([id], _) => id.clone(),
            // The output before looked like a result: the last one counts.
            ([], Some(_)) => self.recent.last()?.to_owned(),
            _ => return None,
        };
        if let Some((outcome, _, _)) = alone {
            return Some(self.named(progress::Named { id: &id, subtest: "", outcome, percent }, sink));
        }
        let outcome = progress::glued(bare)?;
        self.flights.clear();
        if matches!(outcome, Outcome::Failed(_)) {
            return Some(
                self.named(progress::Named { id: &id, subtest: "", outcome: Some(outcome), percent }, sink),
            );
        }
        None
    }

    /// A line of a session outside of one: the beginning of the log is missing.
    pub(super) fn stray(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(named) = progress::named(text)
            && (named.percent.is_some() || !self.any)
        {
            return self.named(named, sink);
        }
        if !self.any
            && let Some(rest) = text.strip_prefix("FAILED ")
            && let (id, message) = pytest_id::listed(rest, |_| false)
            && pytest_id::leading(id).is_some()
        {
            let outcome = Outcome::Failed(FailureKind::Test);
            sink.emit(Event::finished(pytest_id::split(id), outcome));
            sink.emit(Event::Heading);
            if !message.is_empty() {
                sink.emit(Event::Message(message));
            }
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }
}

/// Reads `collected 171 items / 1 error / 3 deselected / 168 selected` and xdist's `4 workers [171 items]`, `gw0 [171] / gw1 [171]`.
///
/// The outer option says whether the line is one; the inner is the number of tests that will run.
pub(super) fn collected(text: &str) -> Option<Option<u64>> {
    let text = text.trim_end();
    let text = text.strip_prefix("collecting ... ").unwrap_or(text);
    if let Some(rest) = text.strip_prefix("collected ") {
        let (items, rest) = scan::number(rest)?;
        let rest = rest.strip_prefix(" items").or_else(|| rest.strip_prefix(" item"))?;
        let mut announced = items;
        let mut failed_or_skipped = 0_u64;
        for part in rest.split(" / ") {
            let Some((number, what)) = scan::number(part.trim()) else { continue };
            match what {
                " selected" => announced = number,
                // Modules that are no items, and have their results in the totals.
                " skipped" | " error" | " errors" => {
                    failed_or_skipped.up(number);
                }
                _ => {}
            }
        }
        return Some(Some(announced.saturating_add(failed_or_skipped)));
    }
    if text.starts_with("gw") {
        let (_, rest) = text.split_once(" [")?;
        let (number, _) = rest.split_once(']')?;
        return scan::whole_number(number).map(Some);
    }
    let (_, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" workers [").or_else(|| rest.strip_prefix(" worker ["))?;
    let (number, rest) = scan::number(rest)?;
    rest.starts_with(" item").then_some(Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_tests_that_will_run_is_announced() {
        assert_eq!(collected("collected 171 items"), Some(Some(171)));
        assert_eq!(collected("collecting ... collected 1 item"), Some(Some(1)));
        assert_eq!(collected("collected 9 items / 1 error / 3 deselected / 6 selected"), Some(Some(7)));
        assert_eq!(collected("collected 466 items / 2 errors / 14 skipped"), Some(Some(482)));
        assert_eq!(collected("4 workers [171 items]"), Some(Some(171)));
        assert_eq!(collected("gw0 [171] / gw1 [171]"), Some(Some(171)));
        assert_eq!(collected("collected data of 3 sensors"), None);
    }
}
