//! The first lines of a stream: commands that a shell repeated, and how many lines are waited for.

use super::hosts::Hosts;

/// By so many lines it is known what is before each of them.
const FIRST_LINES: usize = 8;
/// The longest first line that is waited for.
pub(super) const FIRST_BYTES: usize = 4096;

/// How a shell begins a line that repeats a command: its prompt, or what it traces commands with.
pub(super) const PROMPTS: [&[u8]; 3] = [b"$ ", b"+ ", b"PS "];
/// How many such lines may be above a document.
const COMMANDS: usize = 4;

/// Bytes of the commands with which the text begins: a document may be what they printed.
pub(super) fn commands(text: &[u8]) -> usize {
    let lines = text.split_inclusive(|byte| *byte == b'\n').take(COMMANDS);
    lines.take_while(|line| PROMPTS.iter().any(|prompt| line.starts_with(prompt))).map(<[u8]>::len).sum()
}

/// The first lines, when something may be before them: the same however many more were read.
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

/// Whether there are so many lines.
pub(super) fn is_enough(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', text).count() >= FIRST_LINES
}
