//! One line as a terminal would leave it: its rows, without escape sequences, sanitised and bounded.
//!
//! The slow way of a line: only lines with controls, dangerous code points or more than `HELD_BYTES` come here, in
//! pieces of any size. A row ends where the cursor leaves it: at a lone CR, at a cursor movement, when it is erased. It is
//! given out when something is drawn over it, so that the last thing drawn stays the line's last row even if the cursor
//! moved on. A line that moves the cursor was laid out for a screen's width: there a run of 20 blanks ends a row too.
//!
//! A control string (OSC, DCS, ...) is removed when its end comes. If it never does, its content is kept as text:
//! nothing that a line says can be hidden by opening a string.

use std::ops::Range;

use super::ansi::{Effect, Ender, Introducer, Sequence, Step};
use super::held::Held;
use super::safe;

/// In a line with cursor movements this many blanks end a row.
const GAP_BLANKS: usize = 20;

/// The least and the most bytes of a run that are looked at together.
const WINDOW_LEAST: usize = 64;
const WINDOW_MOST: usize = 16 * 1024;

/// Whether the bytes given end with their line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// More bytes of the line may come.
    Part,
    /// The line ends after these bytes.
    Whole,
}

/// Why feeding stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A row is complete and can be lent; call again with the rest.
    Row,
    /// All that could be used was used. A character cut at the end of a part is left over.
    Used,
}

/// How the text that a control string may turn out to be ended.
#[derive(Debug)]
enum Pending {
    /// No string.
    None,
    /// Inside of a string: its content collects aside.
    Inside(Ender),
    /// The string never ended: its content is text and has to be written.
    Text,
}

/// Where one piece of a row stands in the held text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Bytes of [`Rows::text`].
    pub range: Range<usize>,
    /// Whether it is the last piece of its row, which the tail belongs to.
    pub last: bool,
}

/// The machine: one line at a time.
#[derive(Debug)]
pub(super) struct Rows {
    row: Held,
    aside: Held,
    pending: Pending,
    sequence: Sequence,
    in_sequence: bool,
    /// The cursor has left the row: what comes next is drawn over it.
    left: bool,
    /// The line moves the cursor.
    moves: bool,
    /// From where (bytes) the complete row has to be lent; none while it grows.
    lend: Option<usize>,
    /// The row was lent: cleared before more is written.
    stale: bool,
    counts: Counts,
    /// Chars and escapes of the string that collects aside.
    aside_chars: u64,
    aside_escaped: u64,
    /// Chars of the sequence being read.
    sequence_chars: u64,
    /// What an introducer in one character is shown as, should it introduce nothing.
    introduced_by: char,
    /// A byte order mark stood at the line's start.
    mark: bool,
    /// How many bytes are looked at at once: few after a stop, so that many stops do not cost a long look each.
    window: usize,
    scratch: String,
}

/// What was counted in the line so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Decoded chars of the input.
    pub chars: u64,
    /// Of them, chars that make up the present row.
    pub shown: u64,
    /// Of them, chars of removed control sequences that are no colour or painting.
    pub removed: u64,
    /// Code points escaped or replaced, and control sequences removed.
    pub escaped: u64,
}

/// The chars of a text.
pub(super) fn chars(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

impl Rows {
    pub(super) fn new() -> Self {
        Self {
            row: Held::default(),
            aside: Held::default(),
            pending: Pending::None,
            sequence: Sequence::new(),
            in_sequence: false,
            left: false,
            moves: false,
            lend: None,
            stale: false,
            counts: Counts::default(),
            aside_chars: 0,
            aside_escaped: 0,
            sequence_chars: 0,
            introduced_by: char::REPLACEMENT_CHARACTER,
            mark: false,
            window: WINDOW_LEAST,
            scratch: String::new(),
        }
    }

    /// Begins a new line.
    pub(super) fn begin(&mut self) {
        self.row.clear();
        self.aside.clear();
        self.pending = Pending::None;
        self.in_sequence = false;
        self.left = false;
        self.moves = false;
        self.lend = None;
        self.stale = false;
        self.counts = Counts::default();
        self.aside_chars = 0;
        self.aside_escaped = 0;
        self.mark = false;
    }

    /// The held text of the complete row.
    pub(super) fn text(&self) -> &str {
        self.row.text()
    }

    /// The end of the complete row when it is longer than what is held.
    pub(super) fn tail(&self) -> &str {
        self.row.tail()
    }

    /// What was counted so far.
    pub(super) const fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether a byte order mark was dropped at the line's start (counted as escaped).
    pub(super) const fn had_mark(&self) -> bool {
        self.mark
    }

    /// Takes bytes of the line. Gives how many were used, and why it stopped.
    pub(super) fn feed(&mut self, bytes: &[u8], extent: Extent) -> (usize, Stop) {
        if self.stale {
            self.restart();
        }
        let mut at = 0_usize;
        loop {
            if matches!(self.pending, Pending::Text) {
                if self.is_overdrawn() {
                    return (at, self.complete());
                }
                self.write_aside();
            }
            let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) else {
                return (at, Stop::Used);
            };
            let (used, drawn) = if self.in_sequence {
                self.step_sequence(rest)
            } else {
                let view = rest.get(..self.window).unwrap_or(rest);
                match safe::before_control(view) {
                    (0, _) => self.control(rest),
                    (run, _) => {
                        let cut = if run == rest.len() { extent } else { Extent::Whole };
                        self.run(rest.get(..run).unwrap_or(rest), cut)
                    }
                }
            };
            at = at.saturating_add(used);
            match drawn {
                Drawn::On => {}
                Drawn::Over => return (at, self.complete()),
                Drawn::Short => return (at, Stop::Used),
            }
        }
    }

    /// The line ended: its last row is complete. A row may come before it, so this is repeated until it gives `Used`.
    pub(super) fn end(&mut self) -> Stop {
        if self.stale {
            self.restart();
        }
        if self.in_sequence {
            self.give_up();
        }
        if self.is_aside() {
            self.break_string();
        }
        if matches!(self.pending, Pending::Text) {
            if self.is_overdrawn() {
                return self.complete();
            }
            self.write_aside();
        }
        self.complete();
        Stop::Used
    }

    /// The next piece of the complete row, or none when all of it was lent.
    pub(super) fn piece(&mut self) -> Option<Piece> {
        let from = self.lend?;
        let text = self.row.text();
        let rest = text.get(from..).unwrap_or_default();
        if !self.moves {
            self.lend = None;
            return Some(Piece { range: from..text.len(), last: true });
        }
        let start = from.saturating_add(rest.len().saturating_sub(after_gap(rest).len()));
        let rest = text.get(start..).unwrap_or_default();
        let length = gap(rest).unwrap_or(rest.len());
        let end = start.saturating_add(length);
        let beyond = text.get(end..).unwrap_or_default();
        let last = beyond.trim_start_matches(' ').is_empty();
        self.lend = (!last).then_some(end);
        Some(Piece { range: start..end, last })
    }

    /// Marks the row as complete, to be lent.
    fn complete(&mut self) -> Stop {
        self.lend = Some(0);
        self.stale = true;
        Stop::Row
    }

    fn restart(&mut self) {
        self.row.clear();
        self.counts.shown = 0;
        self.stale = false;
        self.left = false;
    }

    /// Whether writing now would draw over a row that has to be lent before. An empty one is forgotten.
    fn is_overdrawn(&mut self) -> bool {
        if !self.left {
            return false;
        }
        if self.row.is_blank() {
            self.restart();
            return false;
        }
        true
    }

    /// Whether text goes into a string that may never end.
    const fn is_aside(&self) -> bool {
        matches!(self.pending, Pending::Inside(_))
    }

    fn write(&mut self, text: &str) {
        let count = chars(text);
        self.counts.chars = self.counts.chars.saturating_add(count);
        if self.is_aside() {
            self.aside_chars = self.aside_chars.saturating_add(count);
            self.aside.push(text);
        } else {
            self.counts.shown = self.counts.shown.saturating_add(count);
            self.row.push(text);
        }
    }

    /// Writes one character in its visible form. It was counted as read.
    fn write_escaped(&mut self, character: char) {
        self.scratch.clear();
        if character == char::REPLACEMENT_CHARACTER {
            self.scratch.push(character);
        } else {
            safe::escape(character, &mut self.scratch);
        }
        if self.is_aside() {
            self.aside_chars = self.aside_chars.saturating_add(1);
            self.aside_escaped = self.aside_escaped.saturating_add(1);
            self.aside.push_whole(&self.scratch);
        } else {
            self.counts.shown = self.counts.shown.saturating_add(1);
            self.counts.escaped = self.counts.escaped.saturating_add(1);
            self.row.push_whole(&self.scratch);
        }
    }

    /// One character was read.
    fn read(&mut self) {
        self.counts.chars = self.counts.chars.saturating_add(1);
    }

    /// A control character stands first.
    fn control(&mut self, bytes: &[u8]) -> (usize, Drawn) {
        let Some(&byte) = bytes.first() else { return (0, Drawn::On) };
        match (byte, &self.pending) {
            (0x1b, _) => {
                self.begin_sequence(Introducer::Escape);
            }
            (0x07, Pending::Inside(Ender::TerminatorOrBell)) => self.close_string(),
            // A carriage return, and the two that cancel, break a string.
            (b'\r' | 0x18 | 0x1a, Pending::Inside(_)) => {
                self.break_string();
                return (0, Drawn::On);
            }
            (b'\r', _) => self.left = true,
            _ => {
                if !self.is_aside() && self.is_overdrawn() {
                    return (0, Drawn::Over);
                }
                self.write_escaped(char::from(byte));
            }
        }
        self.read();
        (1, Drawn::On)
    }

    /// A run of bytes without ASCII controls: text, dangerous characters, or no UTF-8 at all.
    fn run(&mut self, run: &[u8], extent: Extent) -> (usize, Drawn) {
        let (text, bad) = match std::str::from_utf8(run) {
            Ok(text) => (text, None),
            Err(error) => {
                let valid = run.get(..error.valid_up_to()).unwrap_or_default();
                (std::str::from_utf8(valid).unwrap_or_default(), Some(error.error_len()))
            }
        };
        if !text.is_empty() {
            let (used, drawn) = self.draw(text);
            let whole = used == run.len();
            self.window = if whole { self.window.saturating_mul(2).min(WINDOW_MOST) } else { WINDOW_LEAST };
            return (used, drawn);
        }
        self.window = WINDOW_LEAST;
        let length = match bad {
            Some(Some(length)) => length,
            _ if extent == Extent::Part => return (0, Drawn::Short),
            _ => run.len(),
        };
        match (run, length) {
            ([0x9b, ..], 1) => self.introduce(char::REPLACEMENT_CHARACTER),
            ([0x9c, ..], 1) if self.is_aside() => self.close_string(),
            _ => {
                if !self.is_aside() && self.is_overdrawn() {
                    return (0, Drawn::Over);
                }
                self.write_escaped(char::REPLACEMENT_CHARACTER);
            }
        }
        self.read();
        (length, Drawn::On)
    }

    /// Text without ASCII controls. Stops after a character that changes how the rest is read.
    fn draw(&mut self, text: &str) -> (usize, Drawn) {
        let mut at = 0_usize;
        loop {
            let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) else {
                return (at, Drawn::On);
            };
            let found = safe::first_unsafe(rest);
            let safe = found.map_or(rest.len(), |(offset, _)| offset);
            if safe > 0 {
                if !self.is_aside() && self.is_overdrawn() {
                    return (at, Drawn::Over);
                }
                self.write(rest.get(..safe).unwrap_or_default());
                at = at.saturating_add(safe);
            }
            let Some((_, character)) = found else { continue };
            let next = at.saturating_add(character.len_utf8());
            match character {
                '\u{feff}' if self.counts.chars == 0 => {
                    self.mark = true;
                    self.counts.escaped = self.counts.escaped.saturating_add(1);
                }
                '\u{9b}' => {
                    self.introduce(character);
                    self.read();
                    return (next, Drawn::On);
                }
                '\u{9c}' if self.is_aside() => {
                    self.close_string();
                    self.read();
                    return (next, Drawn::On);
                }
                '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' if !self.is_aside() => {
                    self.open_string_in_one(character);
                }
                _ => {
                    if !self.is_aside() && self.is_overdrawn() {
                        return (at, Drawn::Over);
                    }
                    self.write_escaped(character);
                }
            }
            self.read();
            at = next;
        }
    }

    fn introduce(&mut self, character: char) {
        self.introduced_by = character;
        self.begin_sequence(Introducer::ControlInOne);
    }

    fn begin_sequence(&mut self, introducer: Introducer) {
        self.sequence.begin(introducer);
        self.sequence_chars = 1;
        self.in_sequence = true;
    }

    fn open_string_in_one(&mut self, character: char) {
        let ender = if character == '\u{9d}' { Ender::TerminatorOrBell } else { Ender::Terminator };
        self.pending = Pending::Inside(ender);
        self.scratch.clear();
        safe::escape(character, &mut self.scratch);
        self.aside.push_whole(&self.scratch);
        self.aside_chars = 1;
    }

    /// The string ended as it should: it leaves no trace but a count.
    fn close_string(&mut self) {
        // Progress for the terminal's own bar (ConEmu's OSC 9;4, which cargo sends too) is no content.
        if !self.aside.text().starts_with("9;4;") {
            self.counts.removed = self.counts.removed.saturating_add(self.aside_chars);
            self.counts.escaped = self.counts.escaped.saturating_add(1);
        }
        self.forget_aside();
    }

    /// The string will not end: its content is text after all, only its introducer is lost.
    fn break_string(&mut self) {
        self.aside_escaped = self.aside_escaped.saturating_add(1);
        self.pending = Pending::Text;
    }

    /// Writes the content of a string that never ended.
    fn write_aside(&mut self) {
        self.row.append(&self.aside);
        self.counts.shown = self.counts.shown.saturating_add(self.aside_chars);
        self.counts.escaped = self.counts.escaped.saturating_add(self.aside_escaped);
        self.forget_aside();
    }

    fn forget_aside(&mut self) {
        self.aside.clear();
        self.aside_chars = 0;
        self.aside_escaped = 0;
        self.pending = Pending::None;
    }

    /// Bytes of an escape sequence, to its end.
    fn step_sequence(&mut self, bytes: &[u8]) -> (usize, Drawn) {
        for (at, &byte) in bytes.iter().enumerate() {
            let used = at.saturating_add(1);
            if self.is_aside() && self.sequence.is_fresh() {
                if byte == b'\\' {
                    self.read();
                    self.in_sequence = false;
                    self.close_string();
                    return (used, Drawn::On);
                }
                self.break_string();
                return (at, Drawn::On);
            }
            let step = self.sequence.step(byte);
            if step == Step::Broken {
                self.give_up();
                return (at, Drawn::On);
            }
            self.read();
            self.sequence_chars = self.sequence_chars.saturating_add(1);
            if let Step::Done(effect) = step {
                self.in_sequence = false;
                return (used, self.apply(effect));
            }
        }
        (bytes.len(), Drawn::On)
    }

    fn apply(&mut self, effect: Effect) -> Drawn {
        match effect {
            Effect::Colour | Effect::Paint => {}
            Effect::Removed => {
                self.counts.removed = self.counts.removed.saturating_add(self.sequence_chars);
                self.counts.escaped = self.counts.escaped.saturating_add(1);
            }
            Effect::Opens(ender) => self.pending = Pending::Inside(ender),
            Effect::Moves => {
                self.moves = true;
                self.left = true;
            }
            Effect::Forward(columns) => {
                self.moves = true;
                let columns = usize::try_from(columns).unwrap_or(GAP_BLANKS);
                match BLANKS.get(..columns) {
                    Some(blanks) if !self.left && !self.row.is_blank() => self.row.push(blanks),
                    _ => self.left = true,
                }
            }
            Effect::ErasesRight if !self.left => {}
            Effect::Erases | Effect::ErasesRight => {
                self.moves = true;
                if !self.row.is_blank() {
                    return Drawn::Over;
                }
                self.restart();
            }
        }
        Drawn::On
    }

    /// A sequence that was cut or broken.
    fn give_up(&mut self) {
        self.in_sequence = false;
        if self.sequence.introducer() != Introducer::ControlInOne {
            self.counts.escaped = self.counts.escaped.saturating_add(1);
            self.counts.removed = self.counts.removed.saturating_add(self.sequence_chars);
            return;
        }
        // No sequence after all: text of a legacy encoding must not lose characters. Collected aside, since it may
        // draw over a row.
        let inside = self.is_aside();
        self.pending = match self.pending {
            Pending::Inside(ender) => Pending::Inside(ender),
            Pending::None | Pending::Text => Pending::Inside(Ender::Terminator),
        };
        self.write_escaped(self.introduced_by);
        self.aside.push(self.sequence.parameters());
        self.aside_chars = self.aside_chars.saturating_add(self.sequence_chars.saturating_sub(1));
        if !inside {
            self.pending = Pending::Text;
        }
    }
}

/// As many blanks as do not end a row.
const BLANKS: &str = "                   ";

/// How far drawing got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    /// Go on.
    On,
    /// The row is complete: what was used is used, the rest comes after the row was lent.
    Over,
    /// The rest is a cut character.
    Short,
}

/// Where the first run of [`GAP_BLANKS`] blanks begins (bytes).
fn gap(text: &str) -> Option<usize> {
    let mut run = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        run = if byte == b' ' { run.saturating_add(1) } else { 0 };
        if run == GAP_BLANKS {
            return Some(at.saturating_add(1).saturating_sub(GAP_BLANKS));
        }
    }
    None
}

/// The text without the gap it begins with, if it does.
fn after_gap(text: &str) -> &str {
    if gap(text) == Some(0) { text.trim_start_matches(' ') } else { text }
}
