//! The escapes of a JSON string, a byte at a time.

/// The part of an escape that was read.
#[derive(Debug, Default)]
pub(super) struct Unescaping {
    state: State,
    /// The first half of a surrogate pair.
    high: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Idle,
    /// After a backslash.
    Escape,
    /// How many digits of a number were read, and its value so far.
    Number(u8, u32),
}

impl Unescaping {
    /// Whether the next byte is not part of an escape.
    pub(super) fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    /// The same, and no half of a surrogate pair waits.
    pub(super) fn is_settled(&self) -> bool {
        self.is_idle() && self.high.is_none()
    }

    /// Takes a byte and adds its text. Returns the byte of an escape of one letter that ended.
    pub(super) fn add(&mut self, byte: u8, into: &mut Vec<u8>) -> Option<u8> {
        match self.state {
            State::Idle if byte == b'\\' => self.state = State::Escape,
            State::Idle => {
                self.lone(into);
                into.push(byte);
            }
            State::Escape if byte == b'u' => self.state = State::Number(0, 0),
            State::Escape => {
                self.lone(into);
                self.state = State::Idle;
                let char = match byte {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'b' => 8,
                    b'f' => 12,
                    other => other,
                };
                into.push(char);
                return Some(char);
            }
            State::Number(digits, number) => {
                let Some(digit) = char::from(byte).to_digit(16) else {
                    self.state = State::Idle;
                    self.lone(into);
                    push(char::REPLACEMENT_CHARACTER, into);
                    return None;
                };
                let number = number.wrapping_shl(4) | digit;
                self.state = State::Number(digits.saturating_add(1), number);
                if digits >= 3 {
                    self.state = State::Idle;
                    self.unit(number, into);
                }
            }
        }
        None
    }

    /// The string ended.
    pub(super) fn finish(&mut self, into: &mut Vec<u8>) {
        self.lone(into);
        self.state = State::Idle;
    }

    /// Adds U+FFFD for half a surrogate pair whose other half did not come.
    fn lone(&mut self, into: &mut Vec<u8>) {
        if self.high.take().is_some() {
            push(char::REPLACEMENT_CHARACTER, into);
        }
    }

    fn unit(&mut self, unit: u32, into: &mut Vec<u8>) {
        if let Some(high) = self.high.take() {
            let low = unit.wrapping_sub(0xdc00);
            let pair = high.wrapping_sub(0xd800).wrapping_shl(10) | low;
            match char::from_u32(pair.wrapping_add(0x1_0000)).filter(|_| low < 0x400) {
                Some(char) => return push(char, into),
                None => push(char::REPLACEMENT_CHARACTER, into),
            }
        }
        match unit {
            0xd800..=0xdbff => self.high = Some(unit),
            unit => push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER), into),
        }
    }
}

fn push(char: char, into: &mut Vec<u8>) {
    into.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undone(text: &str) -> String {
        let (mut unescaping, mut into) = (Unescaping::default(), Vec::new());
        for byte in text.bytes() {
            unescaping.add(byte, &mut into);
        }
        unescaping.finish(&mut into);
        String::from_utf8(into).unwrap()
    }

    #[test]
    fn escapes_are_undone() {
        for (text, is) in [
            (r#"a\n\tb\"\\\/\r"#, "a\n\tb\"\\/\r"),
            (r"\u2713 \u00e9\u001b[31m", "✓ é\u{1b}[31m"),
            (r"\ud83d\udea2x", "🚢x"),
            (r"\ud83dx \ud83d\u0041 \ude00 \ud83d", "\u{fffd}x \u{fffd}A \u{fffd} \u{fffd}"),
            (r"\u00zz", "\u{fffd}z"),
            ("é✓", "é✓"),
        ] {
            assert_eq!(undone(text), is, "{text}");
        }
    }
}
