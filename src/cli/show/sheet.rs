//! A bounded sheet: lines of a stored run within the limits, and one line at the end that says how to go on.

use std::io::{self, Write};

use crate::budget::{CEILING_BYTES, Limits};
use crate::text::clip;

/// Chars of the last line at most, however long lines may be.
const LAST_CHARS: u64 = 200;

/// What is printed of one part of a stored run.
pub(super) struct Sheet<'a> {
    out: &'a mut dyn Write,
    limits: Limits,
    chars: u64,
    lines: u64,
    bytes: u64,
}

fn chars(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

impl<'a> Sheet<'a> {
    /// An empty sheet with room for its last line.
    pub(super) fn new(out: &'a mut dyn Write, limits: Limits) -> Self {
        let last = LAST_CHARS.min(limits.line_chars).saturating_add(1);
        let (chars, lines) = (limits.chars.saturating_sub(last), limits.lines.saturating_sub(1));
        Self { out, limits, chars, lines, bytes: CEILING_BYTES.saturating_sub(last.saturating_mul(4)) }
    }

    /// Prints a line of the run, clipped. Gives false when there is no room for it.
    pub(super) fn line(&mut self, text: &str) -> io::Result<bool> {
        let marked = if text.starts_with("weir:") { format!("\\{text}") } else { text.to_owned() };
        self.own(&marked)
    }

    /// Prints a line of weir's own. Gives false when there is no room for it.
    pub(super) fn own(&mut self, text: &str) -> io::Result<bool> {
        let most = usize::try_from(self.limits.line_chars).unwrap_or(usize::MAX);
        let text = clip(text, most).text;
        let cost = chars(&text).saturating_add(1);
        let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX).saturating_add(1);
        if cost > self.chars || self.lines == 0 || bytes > self.bytes {
            return Ok(false);
        }
        self.chars = self.chars.saturating_sub(cost);
        self.lines = self.lines.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(bytes);
        writeln!(self.out, "{text}")?;
        Ok(true)
    }

    /// Prints the last line: what was shown, and the command that goes on when there is more.
    pub(super) fn close(self, shown: &str, next: Option<&str>) -> io::Result<()> {
        let most = usize::try_from(LAST_CHARS.min(self.limits.line_chars)).unwrap_or(usize::MAX);
        let whole =
            next.map_or_else(|| format!("weir: {shown}"), |next| format!("weir: {shown}; rest: {next}"));
        let short = next.map_or_else(|| whole.clone(), |next| format!("weir: rest: {next}"));
        let line = if whole.chars().count() <= most { whole } else { short };
        writeln!(self.out, "{}", clip(&line, most).text)?;
        self.out.flush()
    }
}
