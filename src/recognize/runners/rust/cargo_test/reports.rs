//! The report of failures at the end of a binary's output: blocks, and the closing list of names.

use super::block::OpenBlock;
use super::cargo_test::{CargoTest, Phase};
use super::shapes::{block_name, is_name, panic_place, split};
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::scan;
use crate::text::Line;

impl CargoTest {
    /// A line inside the report of failures: blocks, the closing list, or what a block holds.
    pub(super) fn in_reports(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(name) = block_name(text) {
            if self.prints_a_block(name, sink) {
                self.block.nested = true;
                self.phase = Phase::Output;
                sink.emit(Event::Text(Part::Output));
                return Seen::Inside(Class::Detail);
            }
            self.block = OpenBlock::of(name);
            self.list.forget();
            if self.successes {
                self.phase = Phase::Ignored;
                return Seen::Mine(Class::Noise);
            }
            self.phase = Phase::Output;
            sink.emit(Event::BlockOpened(Block::Test { id: split(name), kind: FailureKind::Test }));
            sink.emit(Event::Heading);
            return Seen::Mine(Class::Detail);
        }
        match self.phase {
            Phase::List => self.in_list(text, sink),
            Phase::Message | Phase::Frames | Phase::Output => self.in_block(text, sink),
            Phase::Ignored if text == "successes:" || text == "failures:" => self.begin_list(text, sink),
            Phase::Ignored => Seen::Inside(Class::Other),
            Phase::Reports if text == "successes:" || text == "failures:" => self.begin_list(text, sink),
            Phase::Reports => Seen::No,
            Phase::Outside | Phase::Running => Seen::No,
        }
    }

    /// Whether the block of a test that did not fail is in another one: a test prints what a harness printed.
    fn prints_a_block(&mut self, name: &str, sink: &mut dyn Sink) -> bool {
        let inside = matches!(self.phase, Phase::Message | Phase::Frames | Phase::Output | Phase::List);
        if !inside || self.alone || self.successes || !self.roster.rules_out(name, self.announced) {
            return false;
        }
        self.phase != Phase::List || self.reopen(sink)
    }

    /// `failures:` inside the reports: the list, or, after successes, the next reports.
    pub(super) fn begin_list(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let successes = text == "successes:";
        let next_reports = self.successes && !successes;
        self.successes = successes;
        self.block.left = self.phase;
        self.phase = if next_reports { Phase::Reports } else { Phase::List };
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Noise)
    }

    /// The list holds names and nothing else: what looked like it was printed by the test of the last block, which goes
    /// on. False when there is none.
    pub(super) fn reopen(&mut self, sink: &mut dyn Sink) -> bool {
        if self.alone || self.successes || self.block.name.is_empty() {
            return false;
        }
        self.list.forget();
        sink.emit(Event::BlockOpened(Block::Test { id: split(&self.block.name), kind: FailureKind::Test }));
        self.phase = self.block.left;
        true
    }

    fn in_list(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text == "failures:" {
            self.successes = false;
            return Seen::Mine(Class::Noise);
        }
        let Some(name) = text.strip_prefix("    ").filter(|name| is_name(name) && !name.starts_with(' '))
        else {
            if text.trim().is_empty() {
                return Seen::No;
            }
            if self.reopen(sink) {
                return self.in_block(text, sink);
            }
            // The list is over: what follows names no test.
            self.phase = Phase::Reports;
            return Seen::No;
        };
        if self.successes {
            return Seen::Mine(Class::Noise);
        }
        self.list.add(name, sink);
        Seen::Mine(Class::Noise)
    }

    /// A line with which a part of the block ends, or the block.
    fn beyond_part(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if text == "failures:" {
            return Some(self.begin_list(text, sink));
        }
        if let Some(place) = panic_place(text) {
            if self.block.is_another(text) {
                sink.emit(Event::Text(Part::Output));
                return Some(Seen::Inside(Class::Detail));
            }
            self.phase = Phase::Message;
            sink.emit(Event::Text(Part::Why));
            if let Some((place, _)) = scan::place(place.trim_end_matches(':')) {
                self.block.panicked(text, place, sink);
                self.block.expect_message();
            } else if let Some((message, old_place)) = place.rsplit_once(", ") {
                // Before Rust 1.73 message and place was on one line.
                sink.emit(Event::Message(message.trim_matches('\'')));
                if let Some((place, _)) = scan::place(old_place) {
                    self.block.panicked(text, place, sink);
                }
            }
            return Some(Seen::Mine(Class::Detail));
        }
        if text.starts_with("note: run with `RUST_BACKTRACE")
            || text.starts_with("note: Some details are omitted")
        {
            self.phase = Phase::Output;
            return Some(Seen::Mine(Class::Noise));
        }
        if text.starts_with("stack backtrace:") {
            self.phase = Phase::Frames;
        }
        None
    }

    fn in_block(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        // What a line is that leaves its part of the block is reported by how it begins: most lines are none of these.
        let begin = scan::trim_start(text).as_bytes().first();
        if let Some(b'f' | b't' | b'n' | b's') = begin
            && let Some(seen) = self.beyond_part(text, sink)
        {
            return seen;
        }
        let part = match self.phase {
            Phase::Message => Part::Why,
            Phase::Frames => Part::Where,
            _ if !matches!(begin, Some(b'E' | b'e' | b'n' | b'T' | b'C')) => Part::Output,
            _ if text.starts_with("Error: ")
                || text.starts_with("error: test did not panic")
                || text.starts_with("note: test did not panic") =>
            {
                Part::Why
            }
            _ if text.starts_with("note: panic did not contain expected string") => {
                self.phase = Phase::Message;
                Part::Why
            }
            _ if text.starts_with("error[")
                || text.starts_with("error: ")
                || text.starts_with("Test executable failed")
                || text.starts_with("Couldn't compile") =>
            {
                Part::Why
            }
            _ => Part::Output,
        };
        if begin.is_none() {
            // A blank line may be inside a message of several paragraphs: it is kept by the lines round it.
            if part == Part::Where {
                self.phase = Phase::Output;
            }
            return Seen::Inside(Class::Detail);
        }
        self.block.text(text, sink);
        sink.emit(Event::Text(part));
        Seen::Inside(Class::Detail)
    }
}
