//! What a run printed, as far as its agent would have shown it: for `weir stats --agents`, and only when somebody asked for that.
//!
//! No text is kept beyond the run: at its end it becomes a few numbers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use memchr::memmem;

use crate::agents::cut::Cut;
use crate::budget::Count as _;
use crate::report::{Report, State};
use crate::source::{Ending, Got, Source};

/// The most failures that are looked for in an output.
const MOST_NAMES: usize = 2000;

/// What is heard of a run, shared by who reads it and who judges it.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Heard(Arc<Mutex<Ears>>);

#[derive(Debug)]
struct Ears {
    cut: Cut,
    chars: u64,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    names: Vec<String>,
}

/// The numbers of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Chars of the output.
    pub(super) raw: u64,
    /// Chars of it that the agent would have shown.
    pub(super) without: u64,
    /// Failures.
    pub(super) failures: u64,
    /// Failures that the agent would not have shown.
    pub(super) hidden: u64,
    /// Those of them that the answer names.
    pub(super) kept: u64,
}

impl PartialEq for Heard {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Heard {}

impl Heard {
    /// Nothing yet, of a run whose agent cuts so.
    pub(super) fn new(cut: Cut) -> Self {
        let ears = Ears { cut, chars: 0, head: Vec::new(), tail: VecDeque::new(), names: Vec::new() };
        Self(Arc::new(Mutex::new(ears)))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Ears) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn bytes(&self, bytes: &[u8]) {
        self.with(|ears| ears.hear(bytes));
    }

    /// The failures, when the report is finished.
    pub(in crate::cli) fn failures(&self, report: &Report) {
        let failures = report.failures();
        let live = failures.records().iter().filter(|failure| failure.state == State::Live);
        let names = live.map(|failure| failures.shown(failure).to_owned()).collect();
        self.with(|ears| ears.names = names);
    }

    /// The numbers, with the answer and with how the run ended.
    pub(super) fn numbers(&self, answer: &[u8], succeeded: bool) -> Numbers {
        self.with(|ears| ears.numbers(answer, succeeded))
    }
}

impl Ears {
    fn hear(&mut self, bytes: &[u8]) {
        let begins = bytes.iter().filter(|byte| *byte & 0b1100_0000 != 0b1000_0000).count();
        self.chars.up(u64::try_from(begins).unwrap_or(u64::MAX));
        let most = self.cut.most_bytes();
        let room = most.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(room));
        let from = bytes.len().saturating_sub(most);
        self.tail.extend(bytes.get(from..).unwrap_or_default());
        let over = self.tail.len().saturating_sub(most);
        self.tail.drain(..over);
    }

    fn numbers(&mut self, answer: &[u8], succeeded: bool) -> Numbers {
        let most = self.cut.chars(succeeded);
        let failures = u64::try_from(self.names.len()).unwrap_or(u64::MAX);
        let mut numbers =
            Numbers { raw: self.chars, without: self.chars.min(most), failures, ..Numbers::default() };
        if self.chars <= most {
            return numbers;
        }
        let (first, last) = self.cut.shown(succeeded);
        let head = beginning(&self.head, first);
        let tail = end(self.tail.make_contiguous(), last);
        for name in self.names.iter().take(MOST_NAMES) {
            let name = short(name);
            let is_in = |text: &[u8]| memmem::find(text, name.as_bytes()).is_some();
            if !is_in(head) && !is_in(tail) {
                numbers.hidden.up(1);
                numbers.kept.up(u64::from(is_in(answer)));
            }
        }
        numbers
    }
}

/// The part of a name that every mention of the test has.
fn short(name: &str) -> &str {
    name.rsplit("::").next().filter(|short| !short.is_empty()).unwrap_or(name)
}

/// The first chars of a text.
fn beginning(text: &[u8], chars: u64) -> &[u8] {
    let mut left = chars;
    let end = text.iter().position(|byte| {
        let begins = byte & 0b1100_0000 != 0b1000_0000;
        let is_over = begins && left == 0;
        left.down(u64::from(begins));
        is_over
    });
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// The last chars of a text.
fn end(text: &[u8], chars: u64) -> &[u8] {
    let mut left = chars;
    let mut from = text.len();
    for (at, byte) in text.iter().enumerate().rev() {
        if left == 0 {
            break;
        }
        from = at;
        left.down(u64::from(byte & 0b1100_0000 != 0b1000_0000));
    }
    text.get(from..).unwrap_or_default()
}

/// A source that is heard.
pub(in crate::cli) struct HeardSource<'a> {
    source: &'a mut dyn Source,
    heard: Option<Heard>,
}

impl<'a> HeardSource<'a> {
    /// Nobody hears it, or somebody does.
    pub(in crate::cli) fn new(source: &'a mut dyn Source, heard: Option<Heard>) -> Self {
        Self { source, heard }
    }
}

impl Source for HeardSource<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<Got> {
        let got = self.source.read(buffer)?;
        if let (Some(heard), Got::Bytes(count)) = (&self.heard, &got) {
            heard.bytes(buffer.get(..*count).unwrap_or_default());
        }
        Ok(got)
    }

    fn ending(&self) -> Option<Ending> {
        self.source.ending()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Agent;

    fn heard(agent: Agent, output: &str, names: &[&str]) -> Heard {
        let heard = Heard::new(Cut::of(agent, None));
        for block in output.as_bytes().chunks(777) {
            heard.bytes(block);
        }
        heard.with(|ears| ears.names = names.iter().map(|name| (*name).to_owned()).collect());
        heard
    }

    #[test]
    fn a_failure_in_the_middle_is_hidden_and_one_at_either_end_is_not() {
        let pad = "é".repeat(7000);
        let output = format!("first{pad}middle{pad}last");
        let names = ["t::first", "t::middle", "t::last"];
        let numbers = heard(Agent::ClaudeCode, &output, &names).numbers(b"FAIL t::middle", false);
        assert_eq!(numbers, Numbers { raw: 14_015, without: 10_000, failures: 3, hidden: 1, kept: 1 });
        let lost = heard(Agent::ClaudeCode, &output, &names).numbers(b"nothing", false);
        assert_eq!((lost.hidden, lost.kept), (1, 0));
        let passed = heard(Agent::ClaudeCode, &output, &names).numbers(b"", true);
        assert_eq!((passed.without, passed.hidden), (14_015, 0));
    }

    #[test]
    fn a_short_output_hides_nothing() {
        let numbers = heard(Agent::Codex, "FAIL a", &["a", "b"]).numbers(b"", false);
        assert_eq!(numbers, Numbers { raw: 6, without: 6, failures: 2, ..Numbers::default() });
    }

    #[test]
    fn chars_are_counted_from_both_ends() {
        assert_eq!(
            (beginning("aéb".as_bytes(), 2), end("aéb".as_bytes(), 2)),
            ("aé".as_bytes(), "éb".as_bytes())
        );
        assert_eq!((beginning(b"ab", 9), end(b"ab", 9), end(b"ab", 0)), (&b"ab"[..], &b"ab"[..], &b""[..]));
    }
}
