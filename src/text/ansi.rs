//! Escape sequences: where each ends, and what it does to the row.
//!
//! A parser of ECMA-48's grammar, one byte at a time, so that a sequence may be cut by a read anywhere. It knows nothing
//! of text: `rows` feeds it and applies the effect. Strings (OSC, DCS, APC, PM, SOS) are only announced here: their
//! content is text that must not be lost when the string never ends.

use crate::budget::Count as _;

/// What a complete sequence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Changes colours; does not count as removed.
    Colour,
    /// Begins or ends the painting of progress (cursor shown or hidden, synchronised output); does not count as removed.
    Paint,
    /// Moves the cursor away: what comes next draws over the row, or elsewhere.
    Moves,
    /// Erases the row.
    Erases,
    /// Erases from the cursor to the right: nothing, while the cursor is at the row's end.
    ErasesRight,
    /// Moves the cursor this many columns to the right.
    Forward(u32),
    /// Anything else: removed, and counted as a control character.
    Removed,
    /// A string begins, ended by ST, or also by BEL.
    Opens(Ender),
}

/// What ends a control string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ender {
    /// `ESC \` or U+009C.
    Terminator,
    /// The same, or BEL: operating system commands, and application commands as Buildkite writes them.
    TerminatorOrBell,
}

/// The state of the parser after a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The sequence goes on.
    More,
    /// The byte ended the sequence.
    Done(Effect),
    /// The byte does not belong to the sequence, which is given up.
    Broken,
}

/// The most parameter bytes that are read; more are skipped.
const PARAMETER_BYTES: usize = 64;

/// How a sequence was introduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Introducer {
    /// `ESC`.
    Escape,
    /// `ESC [`.
    Control,
    /// The one-character form of `ESC [`, which legacy encodings use for text: it only counts with a parameter.
    ControlInOne,
}

/// A sequence that is being read.
#[derive(Debug)]
pub(super) struct Sequence {
    introducer: Introducer,
    parameters: [u8; PARAMETER_BYTES],
    count: usize,
    intermediate: Option<u8>,
}

impl Sequence {
    pub(super) const fn new() -> Self {
        Self {
            introducer: Introducer::Escape,
            parameters: [0; PARAMETER_BYTES],
            count: 0,
            intermediate: None,
        }
    }

    /// Begins another sequence; the introducing character was read.
    pub(super) fn begin(&mut self, introducer: Introducer) {
        self.introducer = introducer;
        self.count = 0;
        self.intermediate = None;
    }

    pub(super) const fn introducer(&self) -> Introducer {
        self.introducer
    }

    /// Whether nothing follows the introducing `ESC` yet.
    pub(super) fn is_fresh(&self) -> bool {
        self.introducer == Introducer::Escape && self.intermediate.is_none()
    }

    /// The parameter bytes read so far (ASCII).
    pub(super) fn parameters(&self) -> &str {
        let read = self.parameters.get(..self.count).unwrap_or_default();
        std::str::from_utf8(read).unwrap_or_default()
    }

    /// Takes the next byte.
    pub(super) fn step(&mut self, byte: u8) -> Step {
        match self.introducer {
            Introducer::Escape => self.step_escape(byte),
            Introducer::Control | Introducer::ControlInOne => self.step_control(byte),
        }
    }

    fn step_escape(&mut self, byte: u8) -> Step {
        match (self.intermediate, byte) {
            (_, 0x20..=0x2f) => {
                self.intermediate = Some(byte);
                Step::More
            }
            (None, b'[') => {
                self.introducer = Introducer::Control;
                Step::More
            }
            // Buildkite ends its APC with BEL.
            (None, b']' | b'_') => Step::Done(Effect::Opens(Ender::TerminatorOrBell)),
            (None, b'P' | b'X' | b'^') => Step::Done(Effect::Opens(Ender::Terminator)),
            // Save, restore, index, next line, reverse index, reset.
            (None, b'7' | b'8' | b'D' | b'E' | b'M' | b'c') => Step::Done(Effect::Moves),
            // `tput sgr0` resets the character set together with the colours.
            (Some(b'('), b'B') => Step::Done(Effect::Colour),
            (_, 0x30..=0x7e) => Step::Done(Effect::Removed),
            _ => Step::Broken,
        }
    }

    fn step_control(&mut self, byte: u8) -> Step {
        match byte {
            0x30..=0x3f if self.intermediate.is_none() => {
                if let Some(slot) = self.parameters.get_mut(self.count) {
                    *slot = byte;
                    self.count.up(1);
                } else if self.introducer == Introducer::ControlInOne {
                    return Step::Broken;
                }
                Step::More
            }
            0x20..=0x2f if self.introducer == Introducer::Control => {
                self.intermediate = Some(byte);
                Step::More
            }
            0x40..=0x7e if self.introducer == Introducer::Control || self.count > 0 => {
                Step::Done(self.control_effect(byte))
            }
            _ => Step::Broken,
        }
    }

    /// What a control sequence with this final byte does.
    fn control_effect(&self, last: u8) -> Effect {
        let parameters = self.parameters();
        let private = parameters.strip_prefix('?');
        let numbers = private.unwrap_or(parameters);
        if self.intermediate.is_some() || numbers.starts_with(['<', '=', '>', '?']) {
            return Effect::Removed;
        }
        let first: u32 = numbers.split([';', ':']).next().and_then(|digits| digits.parse().ok()).unwrap_or(0);
        match (last, private) {
            (b'm', None) => Effect::Colour,
            (b'K' | b'J', _) if first == 0 => Effect::ErasesRight,
            (b'K' | b'J', _) => Effect::Erases,
            (b'X' | b'P' | b'@', None) => Effect::ErasesRight,
            (b'C' | b'a', None) => Effect::Forward(first.max(1)),
            (b'A' | b'B' | b'D'..=b'I' | b'L' | b'M' | b'S' | b'T' | b'Z', None)
            | (b'`' | b'd' | b'e' | b'f' | b'j' | b'k' | b'r' | b's' | b'u', None) => Effect::Moves,
            (b'h' | b'l', Some("47" | "1047" | "1048" | "1049")) => Effect::Moves,
            (b'h' | b'l', Some("7" | "12" | "25" | "2026")) => Effect::Paint,
            _ => Effect::Removed,
        }
    }
}

/// What follows a colour, or an erasing to the right: the two sequences that change nothing wherever they are in a line
/// without cursor movements. `None` when another sequence comes first, or an unfinished one.
#[inline]
pub(super) fn after_colour(bytes: &[u8]) -> Option<&[u8]> {
    let parameters = bytes.strip_prefix(b"\x1b[")?;
    let length = parameters.iter().position(|byte| !matches!(byte, b'0'..=b';'))?;
    match parameters.split_at_checked(length)? {
        (_, [b'm', rest @ ..]) | ([] | [b'0'], [b'K', rest @ ..]) => Some(rest),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The effect of a sequence that is passed in without its `ESC`.
    fn effect(text: &str) -> Option<Effect> {
        let mut sequence = Sequence::new();
        let (last, before) = text.as_bytes().split_last().unwrap();
        for byte in before {
            assert_eq!(sequence.step(*byte), Step::More, "{text}");
        }
        match sequence.step(*last) {
            Step::Done(effect) => Some(effect),
            Step::More | Step::Broken => None,
        }
    }

    #[test]
    fn colour_is_reported_from_everything_else() {
        for colour in ["[m", "[0m", "[38;2;1;2;3m", "[38:5:1m", "(B"] {
            assert_eq!(effect(colour), Some(Effect::Colour), "{colour}");
        }
        for other in ["[>4;2m", "[?4m", "[6n", "[c", "[>c", "[?2004h", "[ q", "(0", "=", "\\", "[>1u", "[!p"]
        {
            assert_eq!(effect(other), Some(Effect::Removed), "{other}");
        }
    }

    #[test]
    fn movement_and_erasing_are_known() {
        for moves in
            ["[A", "[12B", "[999D", "[1;1H", "[H", "[5G", "[2d", "[s", "[u", "[?1049h", "7", "8", "M"]
        {
            assert_eq!(effect(moves), Some(Effect::Moves), "{moves}");
        }
        for erases in ["[2K", "[1K", "[2J", "[3J"] {
            assert_eq!(effect(erases), Some(Effect::Erases), "{erases}");
        }
        for right in ["[K", "[0K", "[J", "[4X"] {
            assert_eq!(effect(right), Some(Effect::ErasesRight), "{right}");
        }
        assert_eq!(effect("[C"), Some(Effect::Forward(1)));
        assert_eq!(effect("[31C"), Some(Effect::Forward(31)));
        assert_eq!(effect("[?25l"), Some(Effect::Paint));
        assert_eq!(effect("[?2026h"), Some(Effect::Paint));
    }

    #[test]
    fn strings_are_announced_with_what_ends_them() {
        for string in ["]", "_"] {
            assert_eq!(effect(string), Some(Effect::Opens(Ender::TerminatorOrBell)), "{string}");
        }
        for string in ["P", "X", "^"] {
            assert_eq!(effect(string), Some(Effect::Opens(Ender::Terminator)), "{string}");
        }
    }

    #[test]
    fn a_sequence_breaks_at_what_cannot_belong_to_it() {
        for broken in ["[\u{1}", "[3\r", "\u{7}", "(\u{1}"] {
            assert_eq!(effect(broken), None, "{broken:?}");
        }
    }

    #[test]
    fn the_form_in_one_character_needs_a_parameter() {
        let run = |text: &str| {
            let mut sequence = Sequence::new();
            sequence.begin(Introducer::ControlInOne);
            text.bytes().map(|byte| sequence.step(byte)).last()
        };
        assert_eq!(run("31m"), Some(Step::Done(Effect::Colour)));
        assert_eq!(run("F"), Some(Step::Broken));
        assert_eq!(run(" F"), Some(Step::Broken));
        assert_eq!(run(&"1".repeat(PARAMETER_BYTES + 1)), Some(Step::Broken));
    }

    #[test]
    fn parameters_beyond_the_bound_are_passed_over() {
        let long = format!("[{}m", "1;".repeat(500));
        assert_eq!(effect(&long), Some(Effect::Colour));
    }
}
