//! The first lines of a stream: commands that a shell repeated, and how many lines are held for a decision.

use super::hosts::Hosts;

/// How many lines are enough to know what is before each of them.
const FIRST_LINES: usize = 8;
/// The longest first line that is held, in bytes.
pub(super) const FIRST_BYTES: usize = 4096;

/// How a shell begins a line that repeats a command: its prompt, or the mark of its trace.
pub(super) const PROMPTS: [&[u8]; 3] = [b"$ ", b"+ ", b"PS "];
/// How many such lines may be above a document.
const COMMANDS: usize = 4;

/// How many bytes of commands the text begins with: a document after them may be their output.
pub(super) fn commands(text: &[u8]) -> usize {
    let lines = text.split_inclusive(|byte| *byte == b'\n').take(COMMANDS);
    lines.take_while(|line| PROMPTS.iter().any(|prompt| line.starts_with(prompt))).map(<[u8]>::len).sum()
}

/// The first lines, when something may be before each: the same ones however many more were read.
pub(super) fn first_lines(text: &[u8]) -> Option<&[u8]> {
    let mut ends = memchr::memchr_iter(b'\n', text).map(|end| end.saturating_add(1));
    let first = ends.next().unwrap_or(text.len());
    let line = text.get(..first).unwrap_or_default().trim_ascii_end();
    if first > FIRST_BYTES || !Hosts::may_begin(line) {
        return None;
    }
    let end = ends.nth(FIRST_LINES.saturating_sub(2)).unwrap_or(text.len());
    text.get(..end)
}

/// Whether there are [`FIRST_LINES`] lines.
pub(super) fn is_enough(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', text).count() >= FIRST_LINES
}
