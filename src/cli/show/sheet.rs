//! A bounded sheet: lines of a stored run within the limits, and one line at the end that says how to go on.

use std::io::{self, Write};

use crate::budget::{CEILING_BYTES, Count as _, Limits};
use crate::settings::Settings;
use crate::text::{clip, sanitize};

/// Chars of the last line at most, however long lines may be.
const LAST_CHARS: u64 = 200;
/// Bytes of a char at most.
const CHAR_BYTES: u64 = 4;

/// Bytes of everything that is printed at most.
pub(super) fn ceiling(settings: &Settings) -> u64 {
    settings.bytes.unwrap_or(CEILING_BYTES).min(CEILING_BYTES)
}

/// What is printed of one part of a stored run.
pub(super) struct Sheet<'a> {
    out: &'a mut dyn Write,
    limits: Limits,
    /// Bytes of the whole sheet at most.
    ceiling: u64,
    chars: u64,
    lines: u64,
    bytes: u64,
    /// Full sheets that are left out before anything is printed.
    ahead: u64,
    shown: u64,
    /// Chars and bytes of the line above all others, with its end.
    above: (u64, u64),
}

fn chars(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

impl<'a> Sheet<'a> {
    /// An empty sheet with room for its last line.
    pub(super) fn new(out: &'a mut dyn Write, settings: &Settings) -> Self {
        let (limits, ceiling) = (settings.limits, ceiling(settings));
        let mut sheet =
            Self { out, limits, ceiling, chars: 0, lines: 0, bytes: 0, ahead: 0, shown: 0, above: (0, 0) };
        sheet.turn();
        sheet
    }

    /// A sheet with a line above all others, which counts as none of them. It is left out where there is no room.
    pub(super) fn headed(out: &'a mut dyn Write, settings: &Settings, heading: &str) -> io::Result<Self> {
        let mut sheet = Self::new(out, settings);
        let most = sheet.line_chars();
        let heading = clip(heading, most).text.into_owned();
        let cost = chars(&heading).saturating_add(1);
        let bytes = u64::try_from(heading.len()).unwrap_or(u64::MAX).saturating_add(1);
        // Two rows are worth more than what is above them.
        if sheet.lines > 3 && cost.saturating_mul(3) <= sheet.chars && bytes.saturating_mul(3) <= sheet.bytes
        {
            sheet.above = (cost, bytes);
            sheet.turn();
            writeln!(sheet.out, "{heading}")?;
        }
        Ok(sheet)
    }

    /// The sheet of this number, from 1, of all that are filled.
    pub(super) fn page(self, number: u64) -> Self {
        Self { ahead: number.saturating_sub(1), ..self }
    }

    fn turn(&mut self) {
        let last = LAST_CHARS.min(self.limits.line_chars).saturating_add(1);
        let (above, above_bytes) = self.above;
        self.chars = self.limits.chars.saturating_sub(last).saturating_sub(above);
        self.lines = self.limits.lines.saturating_sub(1).saturating_sub(u64::from(above > 0));
        self.bytes = self.room_of_bytes().saturating_sub(above_bytes);
    }

    /// Bytes of an empty sheet in front of its last line.
    fn room_of_bytes(&self) -> u64 {
        let last = LAST_CHARS.min(self.limits.line_chars).saturating_add(1);
        self.ceiling.saturating_sub(last.saturating_mul(CHAR_BYTES))
    }

    /// Lines that were printed, not counting the last one.
    pub(super) const fn shown(&self) -> u64 {
        self.shown
    }

    /// The most chars of a line: whatever it is, an empty sheet has room for it.
    pub(super) fn line_chars(&self) -> usize {
        let last = LAST_CHARS.min(self.limits.line_chars).saturating_add(2);
        let room = self.limits.chars.saturating_sub(last).min(self.limits.line_chars);
        let room = room.min(self.room_of_bytes().div_euclid(CHAR_BYTES).saturating_sub(1));
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// The most lines that stay together: an empty sheet has room for them, each as long as it may be.
    pub(super) fn block_lines(&self, most: usize) -> usize {
        let line = self.line_chars().saturating_add(1);
        let last = LAST_CHARS.min(self.limits.line_chars).saturating_add(1);
        let room = |room: u64| usize::try_from(room).unwrap_or(usize::MAX).checked_div(line).unwrap_or(0);
        let by_chars = room(self.limits.chars.saturating_sub(last));
        let by_bytes = room(self.room_of_bytes().div_euclid(CHAR_BYTES));
        most.min(by_chars).min(by_bytes).max(1)
    }

    /// Prints a line of the run, clipped. Gives false when there is no room for it.
    pub(super) fn line(&mut self, text: &str) -> io::Result<bool> {
        if text.starts_with("weir:") { self.own(&format!("\\{text}")) } else { self.own(text) }
    }

    /// Prints a line of weir's own. Gives false when there is no room for it.
    pub(super) fn own(&mut self, text: &str) -> io::Result<bool> {
        self.block(&[text])
    }

    /// Prints lines that stay together. Gives false when there is no room for them.
    pub(super) fn block(&mut self, texts: &[&str]) -> io::Result<bool> {
        let most = self.line_chars();
        let mut block = String::new();
        for text in texts {
            let text = sanitize(text).0;
            block.push_str(&clip(&text.replace('\n', " "), most).text);
            block.push('\n');
        }
        let cost = chars(&block);
        let lines = u64::try_from(texts.len()).unwrap_or(u64::MAX);
        let bytes = u64::try_from(block.len()).unwrap_or(u64::MAX);
        let fits = |sheet: &Self| cost <= sheet.chars && lines <= sheet.lines && bytes <= sheet.bytes;
        if !fits(self) {
            if self.ahead == 0 {
                return Ok(false);
            }
            self.ahead.down(1);
            self.turn();
        }
        self.chars.down(cost);
        self.lines.down(lines);
        self.bytes.down(bytes);
        if self.ahead == 0 {
            self.shown.up(1);
            self.out.write_all(block.as_bytes())?;
        }
        Ok(true)
    }

    /// Prints the last line: what was shown, and the first of these ways to go on that has room. None is cut.
    pub(super) fn close(self, shown: &str, next: &[String]) -> io::Result<()> {
        let most = usize::try_from(LAST_CHARS.min(self.limits.line_chars)).unwrap_or(usize::MAX);
        let both = next.iter().map(|next| format!("weir: {shown}; rest: {next}"));
        let bare = next.iter().map(|next| format!("weir: rest: {next}"));
        let fits = |line: &String| line.chars().count() <= most;
        let line = both.chain(bare).find(fits).unwrap_or_else(|| {
            let more = if next.is_empty() { "" } else { "; there is more" };
            format!("weir: {shown}{more}")
        });
        writeln!(self.out, "{}", clip(&line, most).text)?;
        self.out.flush()
    }
}
