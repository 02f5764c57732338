//! What escape sequences do to the rows.

use super::machine::{Drawn, Rows};
use super::row::GAP_BLANKS;
use crate::budget::Count as _;
use crate::text::ansi::{Effect, Ender, Introducer, Step};

/// The most blanks that do not end a row.
const BLANKS: &str = "                   ";

impl Rows {
    /// Begins a control sequence that one character introduces.
    pub(super) fn introduce(&mut self, character: char) {
        self.introduced_by = character;
        self.begin_sequence(Introducer::ControlInOne);
    }

    pub(super) fn begin_sequence(&mut self, introducer: Introducer) {
        self.sequence.begin(introducer);
        self.sequence_chars = 1;
        self.in_sequence = true;
    }

    /// Begins a string that one character introduces. If the string never ends, that character is shown.
    pub(super) fn open_string_in_one(&mut self, character: char) {
        let ender = if character == '\u{9d}' { Ender::TerminatorOrBell } else { Ender::Terminator };
        self.make_visible(character);
        self.held_string.open(ender);
        self.held_string.write_visible(&self.scratch, 0);
    }

    /// Reads bytes of an escape sequence, up to its end.
    pub(super) fn step_sequence(&mut self, bytes: &[u8]) -> (usize, Drawn) {
        for (at, &byte) in bytes.iter().enumerate() {
            let used = at.saturating_add(1);
            if self.held_string.is_open() && self.sequence.is_fresh() {
                if byte == b'\\' {
                    self.read();
                    self.in_sequence = false;
                    self.close_string();
                    return (used, Drawn::On);
                }
                self.held_string.break_up();
                return (at, Drawn::On);
            }
            let step = self.sequence.step(byte);
            if step == Step::Broken {
                self.give_up();
                return (at, Drawn::On);
            }
            self.read();
            self.sequence_chars.up(1);
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
                self.counts.removed.up(self.sequence_chars);
                self.counts.escaped.up(1);
            }
            Effect::Opens(ender) => self.held_string.open(ender),
            Effect::Moves => {
                self.row.moves = true;
                self.row.leave();
            }
            Effect::Forward(columns) => {
                self.row.moves = true;
                let columns = usize::try_from(columns).unwrap_or(GAP_BLANKS);
                match BLANKS.get(..columns) {
                    Some(blanks) if !self.row.is_left() && !self.row.held.is_blank() => {
                        self.row.held.push(blanks);
                    }
                    _ => self.row.leave(),
                }
            }
            Effect::ErasesRight if !self.row.is_left() => {}
            Effect::Erases | Effect::ErasesRight => {
                self.row.moves = true;
                if !self.row.held.is_blank() {
                    return Drawn::Over;
                }
                self.row.restart();
                self.counts.shown = 0;
            }
        }
        Drawn::On
    }

    /// Gives up a sequence that was cut or broken.
    pub(super) fn give_up(&mut self) {
        self.in_sequence = false;
        if self.sequence.introducer() != Introducer::ControlInOne {
            self.counts.escaped.up(1);
            self.counts.removed.up(self.sequence_chars);
            return;
        }
        // It is not a sequence after all: text of a legacy encoding must not lose characters. It is collected apart,
        // since it may draw over a row.
        let inside = self.held_string.is_open();
        self.make_visible(self.introduced_by);
        self.held_string.write_visible(&self.scratch, 1);
        self.held_string.write(self.sequence.parameters(), self.sequence_chars.saturating_sub(1));
        if !inside {
            self.held_string.hold_back();
        }
    }
}
