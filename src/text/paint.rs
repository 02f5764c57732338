//! The colours of lines, kept beside their text and printed again on a terminal.
//!
//! The bytes of a stream are read a second time as they come. Of each line with colours the beginning is kept. When a
//! line of the answer is printed, its text is looked for there, and the colours are written again. Only colours are
//! printed: any other sequence, or one that holds anything but numbers, is left out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::budget::Count as _;

/// How many bytes of a line are kept.
const LINE_BYTES: usize = 8 * 1024;
/// How many bytes of all lines are kept; later lines have no colours.
const ALL_BYTES: usize = 8 * 1024 * 1024;
/// The longest sequence, in bytes.
const SEQUENCE_BYTES: usize = 32;
/// The most bytes of the colours in force at the beginning of a line.
const STATE_BYTES: usize = 128;
/// The byte that begins a sequence.
const ESCAPE: u8 = 0x1b;
/// The sequence that ends all colours.
const RESET: &str = "\u{1b}[0m";

/// The colours of a stream's lines, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Paints(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    /// How many lines ended.
    ended: u64,
    /// The line that is being read.
    line: Vec<u8>,
    /// The colours in force at its beginning.
    state: String,
    lines: HashMap<u64, Box<[u8]>>,
    bytes: usize,
}

impl Paints {
    /// Adds the next bytes of the stream.
    pub fn add(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).add(bytes);
    }

    /// Whether no line has colours.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lines.is_empty()
    }

    /// A line's text in its colours; `None` when it has no colours.
    #[must_use]
    pub fn painted(&self, number: u64, text: &str) -> Option<String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.lines.get(&number).and_then(|line| woven(line, text))
    }
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (piece, ends) = match piece.strip_suffix(b"\n") {
                Some(piece) => (piece, true),
                None => (piece, false),
            };
            let room = LINE_BYTES.saturating_sub(self.line.len());
            self.line.extend_from_slice(piece.get(..room.min(piece.len())).unwrap_or_default());
            if ends {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        self.ended.up(1);
        let has_colours = memchr::memchr(ESCAPE, &self.line).is_some();
        if has_colours || !self.state.is_empty() {
            let mut line = self.state.as_bytes().to_vec();
            line.append(&mut self.line);
            if has_colours {
                self.state = in_force(&line);
            }
            if self.bytes.saturating_add(line.len()) <= ALL_BYTES {
                self.bytes.up(line.len());
                self.lines.insert(self.ended, line.into());
            }
        }
        self.line.clear();
    }
}

/// The colours in force after a line.
fn in_force(line: &[u8]) -> String {
    let mut state = String::new();
    for (_, sequence) in parts(line).1 {
        if is_reset(&sequence) {
            state.clear();
        } else if state.len() < STATE_BYTES {
            state.push_str(&sequence);
        }
    }
    state
}

/// Whether all colours end with a sequence: its last number is 0, and no part of a colour.
fn is_reset(sequence: &str) -> bool {
    let numbers = sequence.trim_start_matches("\u{1b}[").trim_end_matches('m');
    let last = numbers.rsplit(';').next().unwrap_or_default();
    last.bytes().all(|byte| byte == b'0')
        && !["38;", "48;", "58;"].iter().any(|color| numbers.contains(color))
}

/// The text of a line, and its colours, each with its place in the text.
fn parts(line: &[u8]) -> (String, Vec<(usize, String)>) {
    let (mut text, mut colours) = (String::new(), Vec::new());
    let mut rest = line;
    while let Some(at) = memchr::memchr(ESCAPE, rest) {
        let (before, sequence) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        text.push_str(&String::from_utf8_lossy(before));
        let length = length_of(sequence);
        if let Some(colour) = sequence.get(..length).and_then(colour) {
            colours.push((text.len(), colour));
        }
        rest = sequence.get(length..).unwrap_or_default();
    }
    text.push_str(&String::from_utf8_lossy(rest));
    (text, colours)
}

/// The length in bytes of the sequence with which these bytes begin.
fn length_of(sequence: &[u8]) -> usize {
    let end = |found: Option<usize>| found.map_or(sequence.len(), |at| at.saturating_add(1));
    match sequence.get(1) {
        Some(b'[') => {
            let last = sequence.iter().skip(2).position(|byte| !(0x20..=0x3f).contains(byte));
            end(last.map(|at| at.saturating_add(2)))
        }
        Some(b']' | b'P' | b'_' | b'^' | b'X') => end(memchr::memchr2(0x07, b'\\', sequence)),
        _ => sequence.len().min(2),
    }
}

/// A sequence that changes colours, written again.
fn colour(sequence: &[u8]) -> Option<String> {
    let inner = sequence.strip_prefix(b"\x1b[")?.strip_suffix(b"m")?;
    let plain = inner.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b';' | b':'));
    let inner = std::str::from_utf8(inner).ok().filter(|inner| plain && inner.len() <= SEQUENCE_BYTES)?;
    Some(format!("\u{1b}[{inner}m"))
}

fn woven(line: &[u8], text: &str) -> Option<String> {
    let (plain, colours) = parts(line);
    let start = plain.rfind(text).filter(|_| !text.is_empty())?;
    let end = start.saturating_add(text.len());
    let mut woven = String::new();
    let mut at = start;
    for (place, colour) in colours.iter().filter(|(place, _)| *place < end) {
        if let Some(between) = plain.get(at..(*place).max(start)) {
            woven.push_str(between);
        }
        at = (*place).max(start);
        woven.push_str(colour);
    }
    if woven.is_empty() {
        return None;
    }
    woven.push_str(plain.get(at..end)?);
    woven.push_str(RESET);
    Some(woven)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted(stream: &[u8], number: u64, text: &str) -> Option<String> {
        let paints = Paints::default();
        // The pieces do not matter.
        stream.chunks(3).for_each(|piece| paints.add(piece));
        paints.painted(number, text)
    }

    #[test]
    fn colours_come_back_and_nothing_else_does() {
        let stream = b"plain\n\x1b[1;31mFAILED\x1b[0m a\x1b[2K\x1b]0;title\x07b\x1b[5n \xc3\xa9\n";
        assert_eq!(painted(stream, 1, "plain"), None);
        let expected = "\u{1b}[1;31mFAILED\u{1b}[0m ab \u{e9}\u{1b}[0m";
        assert_eq!(painted(stream, 2, "FAILED ab \u{e9}").as_deref(), Some(expected));
        // A part of the line, and a text that is not in it.
        assert_eq!(painted(stream, 2, "LED").as_deref(), Some("\u{1b}[1;31mLED\u{1b}[0m"));
        assert_eq!(painted(stream, 2, "other"), None);
    }

    #[test]
    fn a_colour_lasts_over_lines_until_it_is_reset() {
        let stream = b"\x1b[31mone\ntwo\nthree\x1b[m\nfour\n";
        assert_eq!(painted(stream, 2, "two").as_deref(), Some("\u{1b}[31mtwo\u{1b}[0m"));
        assert!(painted(stream, 3, "three").is_some());
        assert_eq!(painted(stream, 4, "four"), None);
        // Pygments ends its colours so; the other 0 is black of 256 colours.
        assert_eq!(painted(b"\x1b[31mone\x1b[39;49;00m\ntwo\n", 2, "two"), None);
        assert!(painted(b"\x1b[38;5;0mone\ntwo\n", 2, "two").is_some());
    }

    #[test]
    fn a_sequence_that_only_looks_like_a_colour_is_left_out() {
        for sequence in ["\u{1b}[?1m", "\u{1b}[>4;2m", "\u{1b}[1 m", "\u{1b}[1;2"] {
            let stream = format!("{sequence}a\u{1b}[32mb\n");
            let painted = painted(stream.as_bytes(), 1, "b");
            assert_eq!(painted.as_deref(), Some("\u{1b}[32mb\u{1b}[0m"), "{sequence:?}");
        }
        assert_eq!(painted(format!("\u{1b}[{}ma\n", "1;".repeat(40)).as_bytes(), 1, "a"), None);
    }
}
