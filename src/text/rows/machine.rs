//! One line as a terminal would leave it: its rows, without escape sequences, sanitised and bounded.
//!
//! The slow way of a line: only lines with controls, dangerous code points or more than `HELD_BYTES` come here, in
//! pieces of any size. A row ends where the cursor leaves it: at a lone CR, at a cursor movement, when it is erased. It is
//! given out when something is drawn over it, so that the last thing drawn stays the line's last row even if the cursor
//! moved on. A line that moves the cursor was laid out for a screen's width: there a run of 20 blanks ends a row too.
//!
//! A control string (OSC, DCS, ...) is removed when its end comes. If it never does, its content is kept as text:
//! nothing that a line says can be hidden by opening a string.

use super::aside::Aside;
use super::row::{Piece, Row};
use crate::text::ansi::{Introducer, Sequence};
use crate::text::safe;

/// The least and the most bytes of a run that are looked at together.
const WINDOW_LEAST: usize = 64;
const WINDOW_MOST: usize = 16 * 1024;

/// Whether the bytes given end with their line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Extent {
    /// More bytes of the line may come.
    Part,
    /// The line ends after these bytes.
    Whole,
}

/// Why feeding stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Stop {
    /// A row is complete and can be lent; call again with the rest.
    Row,
    /// All that could be used was used. A character cut at the end of a part is left over.
    Used,
}

/// The machine: one line at a time.
#[derive(Debug)]
pub(in crate::text) struct Rows {
    pub(super) row: Row,
    pub(super) aside: Aside,
    pub(super) sequence: Sequence,
    pub(super) in_sequence: bool,
    pub(super) counts: Counts,
    /// Chars of the sequence being read.
    pub(super) sequence_chars: u64,
    /// What an introducer in one character is shown as, should it introduce nothing.
    pub(super) introduced_by: char,
    /// A byte order mark stood at the line's start.
    pub(super) mark: bool,
    /// How many bytes are looked at at once: few after a stop, so that many stops do not cost a long look each.
    pub(super) window: usize,
    pub(super) scratch: String,
}

/// What was counted in the line so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::text) struct Counts {
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
pub(in crate::text) fn chars(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

impl Rows {
    pub(in crate::text) fn new() -> Self {
        Self {
            row: Row::default(),
            aside: Aside::new(),
            sequence: Sequence::new(),
            in_sequence: false,
            counts: Counts::default(),
            sequence_chars: 0,
            introduced_by: char::REPLACEMENT_CHARACTER,
            mark: false,
            window: WINDOW_LEAST,
            scratch: String::new(),
        }
    }

    /// Begins a new line.
    pub(in crate::text) fn begin(&mut self) {
        self.row.begin();
        self.aside.clear();
        self.in_sequence = false;
        self.counts = Counts::default();
        self.mark = false;
    }

    /// The held text of the complete row.
    pub(in crate::text) fn text(&self) -> &str {
        self.row.held.text()
    }

    /// The end of the complete row when it is longer than what is held.
    pub(in crate::text) fn tail(&self) -> &str {
        self.row.held.tail()
    }

    /// The next piece of the complete row, or none when all of it was lent.
    pub(in crate::text) fn piece(&mut self) -> Option<Piece> {
        self.row.piece()
    }

    /// What was counted so far.
    pub(in crate::text) const fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether a byte order mark was dropped at the line's start (counted as escaped).
    pub(in crate::text) const fn had_mark(&self) -> bool {
        self.mark
    }

    /// Takes bytes of the line. Gives how many were used, and why it stopped.
    pub(in crate::text) fn feed(&mut self, bytes: &[u8], extent: Extent) -> (usize, Stop) {
        self.renew();
        let mut at = 0_usize;
        loop {
            if self.aside.is_broken() && self.write_aside() == Drawn::Over {
                self.row.complete();
                return (at, Stop::Row);
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
                Drawn::Over => {
                    self.row.complete();
                    return (at, Stop::Row);
                }
                Drawn::Short => return (at, Stop::Used),
            }
        }
    }

    /// The line ended: its last row is complete. A row may come before it, so this is repeated until it gives `Used`.
    pub(in crate::text) fn end(&mut self) -> Stop {
        self.renew();
        if self.in_sequence {
            self.give_up();
        }
        if self.aside.is_open() {
            self.aside.break_up();
        }
        let over = self.aside.is_broken() && self.write_aside() == Drawn::Over;
        self.row.complete();
        if over { Stop::Row } else { Stop::Used }
    }

    /// Begins another row, if the last one was complete.
    fn renew(&mut self) {
        if self.row.renew() {
            self.counts.shown = 0;
        }
    }

    /// Makes the row ready to be drawn on: not if it has to be lent before.
    fn make_way(&mut self) -> Drawn {
        if self.row.is_in_the_way() {
            return Drawn::Over;
        }
        if self.row.is_left() {
            self.row.restart();
            self.counts.shown = 0;
        }
        Drawn::On
    }

    /// The same, unless what comes belongs to a string.
    fn make_way_if_shown(&mut self) -> Drawn {
        if self.aside.is_open() { Drawn::On } else { self.make_way() }
    }

    fn write(&mut self, text: &str) {
        let count = chars(text);
        self.counts.chars = self.counts.chars.saturating_add(count);
        if self.aside.is_open() {
            self.aside.write(text, count);
        } else {
            self.counts.shown = self.counts.shown.saturating_add(count);
            self.row.held.push(text);
        }
    }

    /// Writes one character in its visible form. It was counted as read.
    fn write_escaped(&mut self, character: char) {
        self.make_visible(character);
        if self.aside.is_open() {
            self.aside.write_visible(&self.scratch, 1);
        } else {
            self.counts.shown = self.counts.shown.saturating_add(1);
            self.counts.escaped = self.counts.escaped.saturating_add(1);
            self.row.held.push_whole(&self.scratch);
        }
    }

    /// Puts a character's visible form into `scratch`.
    pub(super) fn make_visible(&mut self, character: char) {
        self.scratch.clear();
        if character == char::REPLACEMENT_CHARACTER {
            self.scratch.push(character);
        } else {
            safe::escape(character, &mut self.scratch);
        }
    }

    /// Writes what turned out not to be a string.
    fn write_aside(&mut self) -> Drawn {
        if self.make_way() == Drawn::Over {
            return Drawn::Over;
        }
        let (chars, escaped) = self.aside.take(&mut self.row.held);
        self.counts.shown = self.counts.shown.saturating_add(chars);
        self.counts.escaped = self.counts.escaped.saturating_add(escaped);
        Drawn::On
    }

    /// The string ended as it should.
    pub(super) fn close_string(&mut self) {
        if let Some(chars) = self.aside.close() {
            self.counts.removed = self.counts.removed.saturating_add(chars);
            self.counts.escaped = self.counts.escaped.saturating_add(1);
        }
    }

    /// One character was read.
    pub(super) fn read(&mut self) {
        self.counts.chars = self.counts.chars.saturating_add(1);
    }

    /// A control character stands first.
    fn control(&mut self, bytes: &[u8]) -> (usize, Drawn) {
        let Some(&byte) = bytes.first() else { return (0, Drawn::On) };
        match byte {
            0x1b => self.begin_sequence(Introducer::Escape),
            0x07 if self.aside.ends_with_bell() => self.close_string(),
            // A carriage return, and the two that cancel, break a string.
            b'\r' | 0x18 | 0x1a if self.aside.is_open() => {
                self.aside.break_up();
                return (0, Drawn::On);
            }
            b'\r' => self.row.leave(),
            _ => {
                if self.make_way_if_shown() == Drawn::Over {
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
            // A character that the window cuts is no stop.
            let whole = run.len().saturating_sub(used) < 4;
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
            ([0x9c, ..], 1) if self.aside.is_open() => self.close_string(),
            _ => {
                if self.make_way_if_shown() == Drawn::Over {
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
                if self.make_way_if_shown() == Drawn::Over {
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
                '\u{9c}' if self.aside.is_open() => {
                    self.close_string();
                    self.read();
                    return (next, Drawn::On);
                }
                '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' if !self.aside.is_open() => {
                    self.open_string_in_one(character);
                }
                _ => {
                    if self.make_way_if_shown() == Drawn::Over {
                        return (at, Drawn::Over);
                    }
                    self.write_escaped(character);
                }
            }
            self.read();
            at = next;
        }
    }
}

/// How far drawing got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    /// Go on.
    On,
    /// The row is complete: what was used is used, the rest comes after the row was lent.
    Over,
    /// The rest is a cut character.
    Short,
}
