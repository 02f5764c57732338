//! Restores lines: joins those that a console broke, takes out PowerShell's records, and decodes wrong code pages.
//!
//! Lines wait for those after them: a broken line for its rest, the lines of a record for the last one. At most
//! [`records::LINES`] lines wait, and none that is longer than [`LINE_BYTES`].

use std::collections::VecDeque;

use super::mojibake::Mojibake;
use super::records::{self, Records};
use super::stage::Stage;
use super::width::{self, Breaks, Starts, Width};
use crate::budget::Count as _;

/// The longest line that is held, in bytes; a longer one passes unchanged.
const LINE_BYTES: usize = 64 * 1024;
/// After so many lines that are longer than the width, lines are not joined anymore.
const LONGER: u8 = 3;

/// Restores lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// A line without its end.
    partial: Vec<u8>,
    /// Whether the present line is too long.
    passes: bool,
    width: Option<Width>,
    /// The columns of the last width.
    columns: usize,
    starts: Starts,
    longer: u8,
    /// The line that may go on in the next one.
    broken: Option<Broken>,
    joined: u64,
    waiting: VecDeque<String>,
    records: Records,
    mojibake: Mojibake,
}

/// A line that may go on in the next one.
#[derive(Debug)]
struct Broken {
    text: String,
    /// Where its last piece begins.
    last: usize,
    ending: &'static str,
}

impl Lines {
    /// From here on lines of this width are joined.
    pub(super) fn join(&mut self, width: Width, starts: Starts) {
        self.width = Some(width);
        self.columns = width.columns;
        self.starts = starts;
    }

    /// Takes the next bytes, and adds what is ready.
    pub(super) fn add(&mut self, bytes: &[u8], into: &mut Vec<u8>) {
        let mut left = bytes;
        while !left.is_empty() {
            let end = memchr::memchr(b'\n', left).map(|at| at.saturating_add(1));
            let (now, rest) = left.split_at_checked(end.unwrap_or(left.len())).unwrap_or((left, &[]));
            left = rest;
            if self.passes || self.partial.len().saturating_add(now.len()) > LINE_BYTES {
                self.release(into);
                into.append(&mut self.partial);
                into.extend_from_slice(now);
                self.passes = end.is_none();
                continue;
            }
            if end.is_some() && self.lets_pass(now) {
                into.extend_from_slice(now);
                continue;
            }
            self.partial.extend_from_slice(now);
            if end.is_some() {
                self.line(into);
            }
        }
    }

    /// Whether a line passes unchanged and at once, as most do.
    fn lets_pass(&self, line: &[u8]) -> bool {
        let idle = self.partial.is_empty() && self.width.is_none() && self.broken.is_none();
        let text = || std::str::from_utf8(line).unwrap_or_default();
        idle && self.waiting.is_empty() && line.is_ascii() && self.records.are_beside(text())
    }

    /// Adds everything that waits.
    pub(super) fn flush(&mut self, into: &mut Vec<u8>) {
        if !self.partial.is_empty() {
            self.line(into);
        }
        self.release(into);
        self.passes = false;
    }

    /// Reads the line in `partial`.
    fn line(&mut self, into: &mut Vec<u8>) {
        let bytes = std::mem::take(&mut self.partial);
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                self.release(into);
                into.extend_from_slice(error.as_bytes());
                return;
            }
        };
        let Some(width) = self.width else { return self.whole(text, into) };
        let ending = match text.as_bytes() {
            [.., b'\r', b'\n'] => "\r\n",
            [.., b'\n'] => "\n",
            _ => "",
        };
        let line = text.strip_suffix(ending).unwrap_or(&text);
        if width.breaks == Breaks::Anywhere && width::columns(line) > width.columns {
            self.longer.up(1);
            if self.longer >= LONGER {
                self.width = None;
            }
        }
        if let Some(broken) = &mut self.broken {
            let last = broken.text.get(broken.last..).unwrap_or_default();
            let fits = broken.text.len().saturating_add(line.len()) <= LINE_BYTES;
            if fits && width::goes_on(last, line, width) && !self.starts.has(line) {
                broken.last = broken.text.len();
                broken.text.push_str(line);
                broken.ending = ending;
                self.joined.up(1);
                return;
            }
        }
        let may_go_on = width::may_go_on(line, width);
        if self.broken.is_none() && width.breaks == Breaks::Anywhere {
            self.starts.add(line);
        }
        if let Some(broken) = self.broken.take() {
            self.whole(broken.text + broken.ending, into);
        }
        if may_go_on {
            self.broken = Some(Broken { text: line.to_owned(), last: 0, ending });
        } else {
            self.whole(text, into);
        }
    }

    /// Reads a line that does not go on.
    fn whole(&mut self, line: String, into: &mut Vec<u8>) {
        self.waiting.push_back(line);
        self.records.look(&mut self.waiting);
        let known = self.width.is_some_and(|width| width.breaks == Breaks::Window);
        if let Some(columns) = self.records.columns().filter(|_| !known) {
            self.join(Width { columns, breaks: Breaks::Window }, Starts::default());
        }
        while self.waiting.len() > records::LINES || !self.records.waits(&self.waiting) {
            let Some(line) = self.waiting.pop_front() else { break };
            self.ready(&line, into);
        }
    }

    fn ready(&mut self, line: &str, into: &mut Vec<u8>) {
        match self.mojibake.restored(line.as_bytes()) {
            Some(restored) => into.extend_from_slice(restored.as_bytes()),
            None => into.extend_from_slice(line.as_bytes()),
        }
    }

    fn release(&mut self, into: &mut Vec<u8>) {
        if let Some(broken) = self.broken.take() {
            self.whole(broken.text + broken.ending, into);
        }
        while let Some(line) = self.waiting.pop_front() {
            self.ready(&line, into);
        }
    }

    /// What was done so far, each with a number of lines or records.
    pub(super) fn receipts(&self) -> impl Iterator<Item = (Stage, String, u64)> {
        let pages = self.mojibake.receipts();
        let pages = pages.map(|(page, lines)| (Stage::Page, format!("mojibake:{page}"), lines));
        let records = Some((Stage::Record, "powershell".to_owned(), self.records.count()));
        let joined = Some((Stage::Width, format!("wrapped:{}", self.columns), self.joined));
        joined.into_iter().chain(records).chain(pages).filter(|(.., count)| *count > 0)
    }
}
