//! What tells why a test failed: assertions and their further lines, last words of a runtime, processes that died.
//!
//! A failed assertion is reported before the status line of its test, so its line opens the block and the status line
//! closes it. What is printed between the two is taken for the rest of a message first and for output later: a
//! message may have many lines, and nothing marks its end.

use super::name::{key, test_id};
use super::tally::Ending;
use super::xctest::{OpenBlock, Section, Xctest};
use super::xctest_lines::{Assertion, assertion, interface_failure, is_expected_failure, is_skip_reason};
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Outcome, Part, Place, Seen, Sink, TestId,
};
use crate::recognize::runners::apple::shared::runtime::{
    Fatal, is_restart, is_signal_exit, log_message, restarted_test,
};
use crate::recognize::runners::apple::swift_testing;

/// How many lines after an assertion's line are taken for its message.
const MESSAGE_LINES: u32 = 24;

/// Whether the line is surely an assertion as XCTest spells it on Linux: of a method that begins as it looks for tests, in a
/// file of Swift.
fn is_linux(read: &Assertion<'_>) -> bool {
    read.place.is_some_and(|place| place.file.ends_with(".swift"))
        && read.id.name.starts_with("test")
        && !read.id.module.contains('/')
}

impl Xctest {
    /// Reasons of skips, expected failures, and Swift Testing's verdicts.
    pub(super) fn apart(&mut self, text: &str, trimmed: &str) -> Option<Seen> {
        if let Some(name) = swift_testing::failed_test(trimmed) {
            self.failed.function(name);
            return Some(Seen::No);
        }
        if is_skip_reason(text) {
            return Some(Seen::Mine(Class::Skipped));
        }
        if is_expected_failure(text) {
            self.running.latest_mut()?.expected = true;
            return Some(Seen::Mine(Class::Other));
        }
        None
    }

    /// Lines that claim a failure.
    pub(super) fn failure(&mut self, text: &str, trimmed: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if is_restart(trimmed) {
            return self.restart(trimmed, sink);
        }
        if is_signal_exit(trimmed) {
            return self.died(trimmed, sink);
        }
        if let Some(read) = assertion(text) {
            let sure = text.contains("error: -[") || is_linux(&read);
            return self.assertion(&read.id, read.place, read.message, sure, sink);
        }
        if let Some((place, message)) = interface_failure(trimmed) {
            return self.interface(place, message, sink);
        }
        let fatal = Fatal::read(trimmed)?;
        self.last_words(&fatal, sink)
    }

    fn assertion(
        &mut self,
        id: &TestId<'_>,
        place: Option<Place<'_>>,
        message: &str,
        sure: bool,
        sink: &mut dyn Sink,
    ) -> Option<Seen> {
        let key = key(id);
        let runs = self.running.holds(key);
        let known = self.tally.is_failing(key);
        if !runs && !known && !(self.running.is_empty() && (sure || self.section != Section::None)) {
            return None;
        }
        self.open_loose();
        self.tally.assert(key);
        self.failed.test(id);
        if self.block.is_none_or(|block| block.key != key) {
            self.close_block(sink);
            let kind = if message.starts_with("Test exceeded execution time allowance") {
                FailureKind::Timeout
            } else {
                FailureKind::Test
            };
            // The line names the test, the place and the reason: nothing heads its failure better.
            if known && !runs {
                let name = format!("{}{}{}", id.module, id.separator, id.name);
                sink.emit(Event::BlockOpened(Block::More { name: &name }));
                sink.emit(Event::Text(Part::Why));
            } else {
                sink.emit(Event::BlockOpened(Block::Test { id: *id, kind }));
                sink.emit(Event::Heading);
            }
            self.block = Some(OpenBlock { key, kind, left: MESSAGE_LINES, headed: true });
        } else {
            if let Some(block) = &mut self.block {
                block.left = MESSAGE_LINES;
            }
            sink.emit(Event::Text(Part::Why));
        }
        self.tell(place, message, sink);
        Some(Seen::Mine(Class::Detail))
    }

    /// A user interface test records its failure in its own list of steps.
    fn interface(&mut self, place: Option<Place<'_>>, message: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let running = self.running.latest()?;
        if self.block.is_none_or(|block| block.key != running.key) {
            let block = OpenBlock { key: running.key, kind: FailureKind::Test, left: 0, headed: false };
            sink.emit(Event::BlockOpened(Block::Test { id: running.id(), kind: FailureKind::Test }));
            self.failed.test(&running.id());
            self.block = Some(block);
            self.tally.claim(block.key);
        }
        sink.emit(Event::Text(Part::Why));
        self.tell(place, message, sink);
        Some(Seen::Mine(Class::Detail))
    }

    fn tell(&self, place: Option<Place<'_>>, message: &str, sink: &mut dyn Sink) {
        if let Some(place) = place {
            sink.emit(Event::At { place, better: false });
        }
        if !message.is_empty() {
            sink.emit(Event::Message(message));
        }
    }

    /// A runtime's last words, of the test that runs. Inside a block they are part of a message: an assertion may
    /// quote anything.
    fn last_words(&mut self, fatal: &Fatal<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        let running = self.running.latest()?;
        if let Some(block) = self.block.filter(|block| block.key == running.key) {
            let part = if block.kind == FailureKind::Crash { Part::Where } else { Part::Why };
            sink.emit(Event::Text(part));
            return Some(Seen::Mine(Class::Detail));
        }
        let block = OpenBlock { key: running.key, kind: FailureKind::Crash, left: 0, headed: true };
        sink.emit(Event::BlockOpened(Block::Test { id: running.id(), kind: block.kind }));
        sink.emit(Event::Heading);
        self.block = Some(block);
        self.tell(fatal.place, fatal.message, sink);
        Some(Seen::Mine(Class::Detail))
    }

    /// xcodebuild starts the process anew; the test that ran is lost.
    fn restart(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let named = restarted_test(text).and_then(test_id);
        if self.running.is_empty() && self.section == Section::None {
            return None;
        }
        match named {
            Some(named) => {
                let known = self.running.get(key(&named)).map(|running| running.attempt);
                self.crash(&named, known.unwrap_or_default(), sink);
            }
            None if !self.running.is_empty() => self.crash_latest(sink),
            None => {
                sink.emit(Event::BlockOpened(Block::Whole { name: text, kind: FailureKind::Crash }));
                sink.emit(Event::Text(Part::Why));
            }
        }
        self.close_block(sink);
        self.running.clear();
        self.suites.clear();
        self.restarted = self.section == Section::Process;
        Some(Seen::Mine(Class::Detail))
    }

    /// SwiftPM says that the test process died.
    fn died(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if !self.running.is_empty() {
            self.crash_latest(sink);
        } else if !self.suites.is_empty() {
            sink.emit(Event::BlockOpened(Block::Whole { name: text, kind: FailureKind::Crash }));
            sink.emit(Event::Text(Part::Why));
        } else {
            return None;
        }
        self.close_block(sink);
        sink.emit(Event::SectionEnded(Ended::Crash));
        self.section = Section::None;
        self.running.clear();
        self.suites.clear();
        Some(Seen::Mine(Class::Detail))
    }

    fn crash_latest(&mut self, sink: &mut dyn Sink) {
        if let Some(running) = self.running.latest().cloned() {
            self.crash(&running.id(), running.attempt, sink);
        }
    }

    /// The current line tells that this test's process died. Ids keep the spelling under which the test began.
    pub(super) fn crash(&mut self, id: &TestId<'_>, attempt: u32, sink: &mut dyn Sink) {
        let key = key(id);
        let held = self.running.get(key);
        let id = held.map_or(*id, |running| running.id());
        if self.block.is_none_or(|block| block.key != key) {
            sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Crash }));
            sink.emit(Event::Heading);
            self.block = Some(OpenBlock { key, kind: FailureKind::Crash, left: 0, headed: true });
        } else {
            sink.emit(Event::Text(Part::Why));
        }
        let outcome = Outcome::Failed(FailureKind::Crash);
        sink.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt, alias: "" });
        self.failed.test(&id);
        self.tally.end(key, Ending::Failed, attempt);
    }

    /// Any other line while a failed test still runs.
    pub(super) fn continued(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let block = self.block.as_mut()?;
        if text.trim().is_empty() {
            return Some(Seen::Inside(Class::Noise));
        }
        if block.kind == FailureKind::Crash {
            sink.emit(Event::Text(Part::Where));
            return Some(Seen::Inside(Class::Detail));
        }
        if block.left > 0 && log_message(text).is_none() && !text.trim_start().starts_with("t = ") {
            block.left.down(1);
            sink.emit(Event::Text(Part::Why));
            return Some(Seen::Inside(Class::Detail));
        }
        block.left = 0;
        sink.emit(Event::Text(Part::Output));
        Some(Seen::Inside(Class::Other))
    }
}
