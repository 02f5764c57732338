//! Panics that are printed between status lines (`--nocapture`): why a test failed, if it fails.
//!
//! A panic is no failure by itself: a test may expect it or catch it. Its text waits, bounded, until the status line
//! of the test with the thread's name comes, or until the process dies.

use std::collections::VecDeque;

use super::shapes::{panic_place, split};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;

/// The most panics that wait.
const PANICS: usize = 64;
/// The most lines of one.
const LINES: usize = 8;
/// The most bytes of one.
const BYTES: usize = 4096;

#[derive(Debug, Default)]
struct LoosePanic {
    thread: String,
    text: String,
    lines: usize,
    /// It ends the process.
    ends: bool,
}

/// The most lines of a panic's message that belong to it for certain.
const OWN_LINES: usize = 4;

/// Whether a thread can have a test's name: libtest's threads have, and those that tests begin mostly have none.
fn is_tests(thread: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':');
    !thread.is_empty() && thread != "main" && thread.bytes().all(word)
}

impl LoosePanic {
    /// Its test failed, as far as is known: the panic is all that there is of it.
    fn fails(&self, sink: &mut dyn Sink) {
        let (first, rest) = self.text.split_once('\n').unwrap_or((&self.text, ""));
        sink.emit(Event::BlockOpened(Block::Test { id: split(&self.thread), kind: FailureKind::Test }));
        sink.emit(Event::Instead(first));
        sink.emit(Event::Heading);
        self.tell_place(first, sink);
        sink.emit(Event::Decoded { part: Part::Why, text: rest.trim_end() });
    }

    fn tell(&self, sink: &mut dyn Sink) {
        sink.emit(Event::Decoded { part: Part::Why, text: self.text.trim_end() });
        self.tell_place(self.text.lines().next().unwrap_or(""), sink);
    }

    fn tell_place(&self, first: &str, sink: &mut dyn Sink) {
        if let Some((place, _)) =
            panic_place(first).and_then(|place| scan::place(place.trim_end_matches(':')))
        {
            sink.emit(Event::At { place, better: false });
        }
        if let Some(message) = self.text.lines().nth(1) {
            sink.emit(Event::Message(message));
        }
    }
}

/// Whether the line tells that a thread needed more stack than there is, which ends the process.
fn overflowed(text: &str) -> bool {
    let thread = text.trim_start().strip_prefix("thread '");
    let thread = thread.and_then(|rest| rest.trim_end().strip_suffix(" has overflowed its stack"));
    // Newer versions put the number of the thread after its name.
    let name = thread.map(|thread| {
        let numbered = thread.strip_suffix(')').and_then(|thread| thread.rsplit_once(" ("));
        numbered.filter(|(_, number)| scan::whole_number(number).is_some()).map_or(thread, |(name, _)| name)
    });
    name.is_some_and(|name| name.ends_with('\''))
}

/// The panics that wait for the result of their test, oldest first.
#[derive(Debug, Default)]
pub struct LoosePanics {
    waiting: VecDeque<LoosePanic>,
    open: bool,
}

impl LoosePanics {
    /// Whether the last panic may continue on the next line.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// A new run begins.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.open = false;
    }

    /// Keeps the line when it begins or continues a panic.
    pub fn take(&mut self, text: &str) -> Seen {
        if panic_place(text).is_some() || overflowed(text) {
            let begin = text.trim_start().trim_start_matches("thread '");
            let thread: String = begin.split('\'').next().unwrap_or("").chars().take(NAME_BYTES).collect();
            let ends = overflowed(text);
            if self.waiting.len() >= PANICS {
                if !ends && is_tests(&thread) {
                    // Another recognizer reports it.
                    self.open = false;
                    return Seen::Inside(Class::Other);
                }
                self.waiting.pop_front();
            }
            let text = text.chars().take(BYTES).collect();
            let own = ends || is_tests(&thread);
            self.waiting.push_back(LoosePanic { thread, text, lines: 1, ends });
            self.open = true;
            return if own { Seen::Mine(Class::Other) } else { Seen::Inside(Class::Other) };
        }
        if !self.open {
            return Seen::No;
        }
        // A message may have several paragraphs; a status line and the hint on backtraces end it.
        let ends =
            text.starts_with("note: ") || text.starts_with("test ") || text.starts_with("stack backtrace:");
        if let Some(panic) = self.waiting.back_mut().filter(|_| !ends) {
            panic.lines.up(1);
            if panic.text.len().saturating_add(text.len()) < BYTES && panic.lines <= LINES {
                panic.text.push('\n');
                panic.text.push_str(text);
                // The run's own words on what ends it.
                let message = panic.lines <= OWN_LINES && !text.trim().is_empty() && is_tests(&panic.thread);
                let own = message || panic.ends && text.starts_with("fatal runtime error: ");
                return if own { Seen::Mine(Class::Other) } else { Seen::Inside(Class::Other) };
            }
        }
        self.open = false;
        Seen::No
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The test passed: it expected its panic, or caught it.
    pub fn forget(&mut self, name: &str) {
        self.open = false;
        self.waiting.retain(|panic| panic.thread != name);
    }

    /// The run is over without a result of the tests that panicked: they failed. Leaves the block of the last one open, and
    /// returns whether there was one.
    pub fn fail_tests(&mut self, sink: &mut dyn Sink) -> bool {
        self.open = false;
        let mut reported = false;
        for panic in std::mem::take(&mut self.waiting) {
            if is_tests(&panic.thread) && !panic.ends {
                panic.fails(sink);
                reported = true;
            }
        }
        reported
    }

    /// The test failed: what it panicked with is why.
    pub fn tell(&mut self, name: &str, sink: &mut dyn Sink) {
        self.open = false;
        while let Some(at) = self.waiting.iter().position(|panic| panic.thread == name) {
            let Some(panic) = self.waiting.remove(at) else { break };
            panic.tell(sink);
        }
    }

    /// The thread that ended the process.
    pub fn ended_by(&self) -> Option<&str> {
        self.waiting.back().filter(|panic| panic.ends).map(|panic| panic.thread.as_str())
    }

    /// The process died: the last panic tells why.
    pub fn tell_all(&mut self, sink: &mut dyn Sink) {
        self.open = false;
        if let Some(panic) = self.waiting.pop_back() {
            panic.tell(sink);
        }
        self.waiting.clear();
    }
}
