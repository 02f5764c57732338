//! Text on the row: characters without ASCII controls, and bytes that are not characters.

use super::machine::{Drawn, Extent, Rows, WINDOW_LEAST, WINDOW_MOST, chars};
use crate::budget::Count as _;
use crate::text::safe;

impl Rows {
    /// Draws ASCII: `run` bytes without controls, then ASCII and controls that are only shown.
    pub(super) fn plain(&mut self, bytes: &[u8], run: usize) -> (usize, Drawn) {
        if self.make_way_if_shown() == Drawn::Over {
            return (0, Drawn::Over);
        }
        let rest = bytes.get(run..).unwrap_or_default();
        let shown = if rest.first().is_some_and(|byte| safe::is_control(*byte)) {
            let (bell, cancel) = (!self.held_string.ends_with_bell(), !self.held_string.is_open());
            rest.iter().take_while(|byte| is_shown(**byte, bell, cancel)).count()
        } else {
            0
        };
        let used = run.saturating_add(shown);
        let count = u64::try_from(used).unwrap_or(u64::MAX);
        let ascii = bytes.get(..used).unwrap_or(bytes);
        self.last = ascii.last().filter(|byte| !safe::is_control(**byte)).map(|byte| char::from(*byte));
        self.window = if used < self.window { WINDOW_LEAST } else { widened(self.window) };
        if shown == 0 {
            self.write(std::str::from_utf8(ascii).unwrap_or_default(), count);
            return (used, Drawn::On);
        }
        self.counts.chars.up(count);
        if self.held_string.is_open() {
            self.held_string.write_ascii(ascii);
        } else {
            let controls = self.row.held.push_ascii(ascii);
            self.counts.shown.up(count);
            self.counts.escaped.up(controls);
        }
        (used, Drawn::On)
    }

    /// Draws a run of bytes without ASCII controls: text, dangerous characters, or bytes that are not UTF-8.
    pub(super) fn run(&mut self, run: &[u8], extent: Extent) -> (usize, Drawn) {
        let (text, bad) = match std::str::from_utf8(run) {
            Ok(text) => (text, None),
            Err(error) => {
                let valid = run.get(..error.valid_up_to()).unwrap_or_default();
                (std::str::from_utf8(valid).unwrap_or_default(), Some(error.error_len()))
            }
        };
        if !text.is_empty() {
            // More text may follow, unless bytes that are not UTF-8 follow.
            let extent = if matches!(bad, Some(Some(_))) { Extent::Whole } else { extent };
            let (used, drawn) = self.draw(text, extent);
            // A character that the window cuts is not a stop.
            let whole = run.len().saturating_sub(used) < 4;
            self.window = if whole { widened(self.window) } else { WINDOW_LEAST };
            return (used, drawn);
        }
        self.window = WINDOW_LEAST;
        let bytes = run.iter().enumerate();
        let broken =
            bytes.take_while(|(at, byte)| self.is_broken(**byte, run.get(at.saturating_add(1)))).count();
        if broken > 0 {
            let of = run.get(..broken).unwrap_or(run);
            return match self.write_forms(of, |_| "\u{fffd}") {
                Drawn::On => (broken, Drawn::On),
                over => (0, over),
            };
        }
        let length = match bad {
            Some(Some(length)) => length,
            _ if extent == Extent::Part => return (0, Drawn::Short),
            _ => run.len(),
        };
        match (run, length) {
            ([0x9b, ..], 1) => self.introduce(char::REPLACEMENT_CHARACTER),
            ([0x9c, ..], 1) if self.held_string.is_open() => self.close_string(),
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

    /// Whether a byte cannot begin a character, whatever follows, and is only replaced.
    fn is_broken(&self, byte: u8, next: Option<&u8>) -> bool {
        match byte {
            0x9b => next.is_some_and(|next| !is_parameter(*next)),
            0x9c => !self.held_string.is_open(),
            0x80..=0xc1 | 0xf5.. => true,
            _ => false,
        }
    }

    /// Draws text without ASCII controls. Stops after a character that changes how the rest is read, and before a joiner
    /// at the end of the text.
    fn draw(&mut self, text: &str, extent: Extent) -> (usize, Drawn) {
        let mut at = 0_usize;
        loop {
            let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) else {
                return (at, Drawn::On);
            };
            let found = safe::first_unsafe(self.last, rest);
            let safe = found.map_or(rest.len(), |(offset, _)| offset);
            if let Some(safe) = rest.get(..safe).filter(|safe| !safe.is_empty()) {
                if self.make_way_if_shown() == Drawn::Over {
                    return (at, Drawn::Over);
                }
                self.last = safe.chars().next_back();
                self.write(safe, chars(safe));
                at.up(safe.len());
            }
            let Some((_, character)) = found else { continue };
            let next = at.saturating_add(character.len_utf8());
            if safe::is_joiner(character) && next == text.len() && (at > 0 || extent == Extent::Part) {
                return (at, if at > 0 { Drawn::On } else { Drawn::Short });
            }
            match character {
                '\u{feff}' if self.counts.chars == 0 => {
                    self.mark = true;
                    self.counts.escaped.up(1);
                }
                '\u{9b}' if text.as_bytes().get(next).is_none_or(|byte| is_parameter(*byte)) => {
                    self.introduce(character);
                    self.read();
                    return (next, Drawn::On);
                }
                '\u{9c}' if self.held_string.is_open() => {
                    self.close_string();
                    self.read();
                    return (next, Drawn::On);
                }
                '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' if !self.held_string.is_open() => {
                    self.open_string_in_one(character);
                }
                _ => {
                    if self.make_way_if_shown() == Drawn::Over {
                        return (at, Drawn::Over);
                    }
                    let run = text.get(at..).unwrap_or_default();
                    let more = text.get(next..).unwrap_or_default();
                    let length = character.len_utf8().saturating_add(self.dangerous(more));
                    self.write_run(run.get(..length).unwrap_or(run));
                    at.up(length);
                    continue;
                }
            }
            self.read();
            at = next;
        }
    }

    /// How many bytes the next characters have that are only shown in their visible form, after one that was: a joiner or
    /// selector among them has nothing to join.
    fn dangerous(&self, text: &str) -> usize {
        let string = self.held_string.is_open();
        let mut characters = text.chars().peekable();
        let mut length = 0_usize;
        while let Some(character) = characters.next() {
            let alone = match character {
                '\u{9b}' => characters.peek().is_some_and(|next| !matches!(next, '\u{30}'..='\u{3f}')),
                '\u{9c}' => !string,
                '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => string,
                character => safe::is_unsafe_between(None, character, None),
            };
            if !alone {
                break;
            }
            length.up(character.len_utf8());
        }
        length
    }
}

/// Whether a byte of ASCII is only shown. A bell ends some strings; controls that cancel break all of them.
const fn is_shown(byte: u8, bell: bool, cancel: bool) -> bool {
    match byte {
        0x1b | b'\r' | b'\n' | 0x80.. => false,
        0x07 => bell,
        0x18 | 0x1a => cancel,
        _ => true,
    }
}

/// The next window when nothing stopped the last one.
fn widened(window: usize) -> usize {
    window.saturating_mul(2).min(WINDOW_MOST)
}

/// Whether a byte may begin a control sequence that was introduced by one character.
const fn is_parameter(byte: u8) -> bool {
    matches!(byte, 0x30..=0x3f)
}
