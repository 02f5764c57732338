//! One line as a terminal would leave it: its rows, without escape sequences, sanitised and bounded.
//!
//! The slow way of a line: only lines with controls, dangerous code points or more than `HELD_BYTES` come here, in
//! pieces of any size. A row ends where the cursor leaves it: at a lone CR, at a cursor movement, when it is erased. It is
//! passed on when something is drawn over it, so that what was drawn last stays the line's last row even if the cursor
//! moved on. A line that moves the cursor was made for a screen's width: there a run of 20 blanks ends a row too.
//!
//! A control string (OSC, DCS, ...) is removed when its end comes. If that never comes, its content is kept as text:
//! opening a string cannot hide anything on a line.

use super::held_string::HeldString;
use super::row::{Piece, Row};
use crate::budget::Count as _;
use crate::text::ansi::{Introducer, Sequence};
use crate::text::safe::{self, Made};

/// The least and the most bytes of a run that are checked together.
pub(super) const WINDOW_LEAST: usize = 64;
pub(super) const WINDOW_MOST: usize = 16 * 1024;

/// Whether the bytes are the end of their line.
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
    /// A row is complete and can be borrowed; call `feed` again with the rest.
    Row,
    /// All that could be used was used. An incomplete character at the end of a part is left over.
    Used,
}

/// The machine: one line at a time.
#[derive(Debug)]
pub(in crate::text) struct Rows {
    pub(super) row: Row,
    pub(super) held_string: HeldString,
    pub(super) sequence: Sequence,
    pub(super) in_sequence: bool,
    pub(super) counts: Counts,
    /// How many chars the sequence has that is being read.
    pub(super) sequence_chars: u64,
    /// The character that is shown if an introducer of one character introduces nothing.
    pub(super) introduced_by: char,
    /// Whether a byte order mark was at the line's start.
    pub(super) mark: bool,
    /// How many bytes are checked at once: few after a stop, so that many stops do not each cost a long check.
    pub(super) window: usize,
    pub(super) scratch: String,
    /// The last character that was read as text and is shown unchanged: joiners and selectors depend on it.
    pub(super) last: Option<char>,
}

/// What was counted in the line so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::text) struct Counts {
    /// How many decoded chars of the input.
    pub chars: u64,
    /// How many of them are in the present row.
    pub shown: u64,
    /// How many of them are in removed control sequences, except colours and painting.
    pub removed: u64,
    /// How many code points were escaped or replaced, and control sequences removed.
    pub escaped: u64,
}

/// How many chars a text has.
pub(in crate::text) fn chars(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

impl Rows {
    pub(in crate::text) fn new() -> Self {
        Self {
            row: Row::default(),
            held_string: HeldString::new(),
            sequence: Sequence::new(),
            in_sequence: false,
            counts: Counts::default(),
            sequence_chars: 0,
            introduced_by: char::REPLACEMENT_CHARACTER,
            mark: false,
            window: WINDOW_LEAST,
            scratch: String::new(),
            last: None,
        }
    }

    /// Begins a new line.
    pub(in crate::text) fn begin(&mut self) {
        self.row.begin();
        self.held_string.clear();
        self.in_sequence = false;
        self.counts = Counts::default();
        self.mark = false;
        self.last = None;
    }

    /// The held text of the complete row.
    pub(in crate::text) fn text(&self) -> &str {
        self.row.held.text()
    }

    /// The end of the complete row when it is longer than what is held.
    pub(in crate::text) fn tail(&self) -> &str {
        self.row.held.tail()
    }

    /// The next piece of the complete row; `None` when all of it was borrowed.
    pub(in crate::text) fn piece(&mut self) -> Option<Piece> {
        self.row.piece()
    }

    pub(in crate::text) const fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether a byte order mark was dropped at the line's start (counted as escaped).
    pub(in crate::text) const fn had_mark(&self) -> bool {
        self.mark
    }

    /// Takes bytes of the line. Returns how many were used, and why it stopped.
    pub(in crate::text) fn feed(&mut self, bytes: &[u8], extent: Extent) -> (usize, Stop) {
        self.renew();
        let mut at = 0_usize;
        loop {
            if self.held_string.is_broken() && self.write_held_string() == Drawn::Over {
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
                    (run, Made::Plain) => self.plain(rest, run),
                    (run, Made::High) => {
                        let cut = if run == rest.len() { extent } else { Extent::Whole };
                        self.run(rest.get(..run).unwrap_or(rest), cut)
                    }
                }
            };
            at.up(used);
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

    /// The line ended: its last row is complete. Another row may come before it, so the caller repeats this until it
    /// returns `Used`.
    pub(in crate::text) fn end(&mut self) -> Stop {
        self.renew();
        if self.in_sequence {
            self.give_up();
        }
        if self.held_string.is_open() {
            self.held_string.break_up();
        }
        let over = self.held_string.is_broken() && self.write_held_string() == Drawn::Over;
        self.row.complete();
        if over { Stop::Row } else { Stop::Used }
    }

    /// Begins another row, if the last one was complete.
    fn renew(&mut self) {
        if self.row.renew() {
            self.counts.shown = 0;
        }
    }

    /// Makes the row ready to be drawn on, unless it has to be borrowed before.
    fn make_way(&mut self) -> Drawn {
        if self.row.is_in_the_way() {
            return Drawn::Over;
        }
        if self.row.is_left() {
            self.row.restart();
            self.counts.shown = 0;
            self.last = None;
        }
        Drawn::On
    }

    /// The same, unless what comes belongs to a string.
    pub(super) fn make_way_if_shown(&mut self) -> Drawn {
        if self.held_string.is_open() { Drawn::On } else { self.make_way() }
    }

    /// Writes a text of `count` chars.
    pub(super) fn write(&mut self, text: &str, count: u64) {
        self.counts.chars.up(count);
        if self.held_string.is_open() {
            self.held_string.write(text, count);
        } else {
            self.counts.shown.up(count);
            self.row.held.push(text);
        }
    }

    /// Writes one character in its visible form. It was already counted as read.
    pub(super) fn write_escaped(&mut self, character: char) {
        self.last = None;
        self.make_visible(character);
        if self.held_string.is_open() {
            self.held_string.write_visible(&self.scratch, 1);
        } else {
            self.counts.shown.up(1);
            self.counts.escaped.up(1);
            self.row.held.push_whole(&self.scratch);
        }
    }

    /// Reads and writes dangerous characters in their visible forms.
    pub(super) fn write_run(&mut self, characters: &str) {
        self.last = None;
        let count = chars(characters);
        self.counts.chars.up(count);
        if self.held_string.is_open() {
            self.held_string.write_run(characters, count);
        } else {
            self.counts.shown.up(count);
            self.counts.escaped.up(count);
            self.row.held.push_visible(characters);
        }
    }

    /// Reads and writes a run of characters in their visible forms.
    pub(super) fn write_forms<T: Copy>(&mut self, of: &[T], form: impl Fn(T) -> &'static str) -> Drawn {
        if self.make_way_if_shown() == Drawn::Over {
            return Drawn::Over;
        }
        self.last = None;
        let count = u64::try_from(of.len()).unwrap_or(u64::MAX);
        self.counts.chars.up(count);
        if self.held_string.is_open() {
            self.held_string.write_forms(of, form);
        } else {
            self.counts.shown.up(count);
            self.counts.escaped.up(count);
            self.row.held.push_forms(of, form);
        }
        Drawn::On
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
    fn write_held_string(&mut self) -> Drawn {
        if self.make_way() == Drawn::Over {
            return Drawn::Over;
        }
        let (chars, escaped) = self.held_string.take(&mut self.row.held);
        self.counts.shown.up(chars);
        self.counts.escaped.up(escaped);
        Drawn::On
    }

    /// The string ended as it should.
    pub(super) fn close_string(&mut self) {
        if let Some(chars) = self.held_string.close() {
            self.counts.removed.up(chars);
            self.counts.escaped.up(1);
        }
    }

    /// One character was read.
    pub(super) fn read(&mut self) {
        self.counts.chars.up(1);
    }

    /// Reads a control character, which is the first byte.
    fn control(&mut self, bytes: &[u8]) -> (usize, Drawn) {
        let Some(&byte) = bytes.first() else { return (0, Drawn::On) };
        match byte {
            0x1b => return (self.escape(bytes), Drawn::On),
            0x07 if self.held_string.ends_with_bell() => self.close_string(),
            // A carriage return, and the two controls that cancel, break a string.
            b'\r' | 0x18 | 0x1a if self.held_string.is_open() => {
                self.held_string.break_up();
                return (0, Drawn::On);
            }
            b'\r' => self.row.leave(),
            _ => return self.plain(bytes, 0),
        }
        self.read();
        (1, Drawn::On)
    }

    /// An escape sequence begins. Introducers before it that begin no sequence are used together. Returns how many bytes
    /// were used.
    fn escape(&mut self, bytes: &[u8]) -> usize {
        if self.held_string.is_open() && bytes.get(1).is_some_and(|next| *next != b'\\') {
            self.held_string.break_up();
            return 0;
        }
        let mut used = 0_usize;
        if !self.held_string.is_open() && !self.row.is_in_the_way() {
            while let Some(rest) = bytes.get(used..) {
                // How long the introducer is, and how many chars of it count as a removed sequence. The text of a string
                // that never ends is written, and here it is empty.
                let (length, removed) = match rest {
                    [0x1b, 0x1b, ..] => (1, 1),
                    [0x1b, b'[', 0x1b, ..] => (2, 2),
                    [0x1b, b'P' | b'X' | b'^' | b']' | b'_', 0x1b, next, ..] if *next != b'\\' => (2, 0),
                    _ => break,
                };
                if removed == 0 && self.make_way() == Drawn::Over {
                    break;
                }
                self.counts.escaped.up(1);
                self.counts.removed.up(removed);
                self.counts.chars.up(u64::try_from(length).unwrap_or_default());
                used.up(length);
            }
        }
        if bytes.len() > used {
            self.read();
            self.begin_sequence(Introducer::Escape);
            used.up(1);
        }
        used
    }
}

/// What to do after drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    /// Go on.
    On,
    /// The row is complete: the rest of the bytes comes after the row was borrowed.
    Over,
    /// The rest is an incomplete character.
    Short,
}
