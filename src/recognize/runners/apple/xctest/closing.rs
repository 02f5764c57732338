//! What xcodebuild says when all tests ran: its list of failing tests, and the marker of the whole.
//!
//! The list is the only word about a failure whose own lines never came: a parallel run's, or that of a process
//! that died. Everything else on it was reported before and is not reported again. The marker itself belongs to xcodebuild's
//! own recognizer; here it ends a parallel run.

use super::failed::Failed;
use super::name::{key, test_id};
use super::xctest::{Section, Xctest};
use crate::event::{Class, Ended, Event, FailureKind, Grade, Outcome, Seen, Sink};

/// What `** TEST ... **` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    Succeeded,
    Failed,
}

impl Xctest {
    /// Lines of xcodebuild around the tests.
    pub(super) fn ending(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if text.starts_with("** TEST ") && !text.starts_with("** TEST BUILD ") {
            let passed = text.contains(" SUCCEEDED **");
            if passed && !self.running.is_empty() {
                // No run succeeds while a test runs: the test says so.
                return Some(Seen::Mine(Class::Other));
            }
            self.marker(if passed { Marker::Succeeded } else { Marker::Failed }, sink);
            return Some(Seen::No);
        }
        if is_formatted_success(text.trim()) {
            self.marker(Marker::Succeeded, sink);
            return Some(Seen::No);
        }
        match text.trim_end() {
            // While a test runs this is its output, unless xcodebuild printed before that testing is over.
            "Failing tests:" if self.running.is_empty() || self.closing => {
                self.close_block(sink);
                self.listing = true;
                Some(Seen::Mine(Class::Totals))
            }
            "Testing failed:" => {
                self.closing = true;
                Some(Seen::No)
            }
            "Command line invocation:" => {
                self.close_block(sink);
                self.running.clear();
                self.failed = Failed::default();
                self.announced = false;
                self.closing = false;
                self.succeeded = false;
                Some(Seen::No)
            }
            other if other.starts_with("Test session results") => {
                self.closing = true;
                Some(Seen::No)
            }
            _ => None,
        }
    }

    fn marker(&mut self, result: Marker, sink: &mut dyn Sink) {
        self.succeeded = result == Marker::Succeeded;
        if self.section != Section::Parallel {
            return;
        }
        let ended = match (result, self.tally.failing()) {
            (Marker::Succeeded, 0) => Ended::Passed,
            (Marker::Failed, failing) if failing > 0 => Ended::Failed,
            // The two disagree, or nobody knows why: the section stays open with what it has.
            _ => return,
        };
        sink.emit(Event::SectionEnded(ended));
        self.section = Section::None;
    }

    /// A line of the list of failing tests; `None` when the list is over.
    pub(super) fn entry(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let name = text.trim();
        let indented = text.starts_with([' ', '\t']);
        if name.is_empty()
            || !indented
            || (name.contains(' ') && !name.starts_with("-[") && !name.contains('('))
        {
            self.listing = false;
            return name.is_empty().then_some(Seen::Mine(Class::Noise));
        }
        if name.ends_with(':') && !name.contains('(') {
            return Some(Seen::Mine(Class::Totals));
        }
        let id = test_id(name)?;
        let key = key(&id);
        let running = self.running.get(key);
        // A test that began and is listed, but never ended: its process died.
        let (id, kind) = match running {
            Some(running) => (running.id(), FailureKind::Crash),
            None if self.failed.knows(&id) => return Some(Seen::Mine(Class::Detail)),
            None => (id, FailureKind::Test),
        };
        let outcome = Outcome::Failed(kind);
        sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
        sink.emit(Event::Heading);
        self.failed.test(&id);
        self.running.end(key);
        self.tally.claim(key);
        if self.section == Section::None {
            self.section = Section::Listed;
        }
        Some(Seen::Mine(Class::Detail))
    }
}

/// The marker as xcpretty and xcbeautify print it.
fn is_formatted_success(text: &str) -> bool {
    let words = text.strip_prefix("\u{25b8} ").unwrap_or(text);
    words == "Test Succeeded" || words == "Test Execute Succeeded"
}
