//! Keeps a JSON reader within bounds: sits in front of it and passes on the same document with shorter strings.
//!
//! Of a string the first [`STRING_BYTES`] are passed on, of a number the first [`NUMBER_BYTES`]; deeper nesting than
//! [`NESTING`] is an error. What a strict reader would refuse inside of a string and a person would not (bytes that are
//! not UTF-8, half surrogate pairs, control characters) becomes U+FFFD or an escape. Nothing else is checked.

use std::io::{self, BufRead, Read};

use super::limits::{NESTING, NUMBER_BYTES, STRING_BYTES};
use crate::budget::Count as _;

/// The most bytes of the input that are taken at once.
const BLOCK: usize = 8 * 1024;

/// The adapter. Holds one block of the input and what becomes of it.
pub struct BoundedJson<'a> {
    input: &'a mut dyn BufRead,
    in_string: bool,
    /// Bytes of the current string that were passed on, or of the current bare token.
    run: usize,
    /// The escape or character that is being read.
    unit: Vec<u8>,
    depth: usize,
    out: Vec<u8>,
    /// For every byte of `out`: how many bytes of the block it took.
    taken: Vec<u16>,
    given: usize,
    /// Bytes of the input before the block, and those of it that were read.
    offset: u64,
    inside: u16,
    dropped: u64,
}

/// What a unit is so far.
enum Unit {
    Unfinished,
    /// A whole character or escape.
    Whole,
    /// Something a strict reader refuses; the last byte belongs to it unless `spare`.
    Bad {
        spare: bool,
    },
}

impl<'a> BoundedJson<'a> {
    /// Reads from `input`, passing over a byte order mark.
    pub fn new(input: &'a mut dyn BufRead) -> Self {
        if let Ok(bytes) = input.fill_buf()
            && bytes.starts_with(b"\xEF\xBB\xBF")
        {
            input.consume(3);
        }
        Self {
            input,
            in_string: false,
            run: 0,
            unit: Vec::new(),
            depth: 0,
            out: Vec::new(),
            taken: Vec::new(),
            given: 0,
            offset: 0,
            inside: 0,
            dropped: 0,
        }
    }

    /// Bytes of the input that the reader has taken, whatever the pieces in which they came.
    pub fn offset(&self) -> u64 {
        let last = self.given.checked_sub(1).and_then(|last| self.taken.get(last));
        self.offset.saturating_add(u64::from(*last.unwrap_or(&self.inside)))
    }

    /// Bytes of overlong strings that were left out.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    fn refill(&mut self) -> io::Result<()> {
        self.out.clear();
        self.taken.clear();
        self.given = 0;
        while self.out.is_empty() {
            self.offset.up(u64::from(std::mem::take(&mut self.inside)));
            let block = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let block: Vec<u8> = block.iter().take(BLOCK).copied().collect();
            if block.is_empty() {
                return Ok(());
            }
            self.input.consume(block.len());
            for byte in &block {
                self.inside.up(1);
                if self.in_string {
                    self.string(*byte)
                } else {
                    self.bare(*byte)?
                }
                self.taken.resize(self.out.len(), self.inside);
            }
        }
        Ok(())
    }

    /// A byte outside of strings.
    fn bare(&mut self, byte: u8) -> io::Result<()> {
        match byte {
            b'"' => {
                self.in_string = true;
                self.run = 0;
                self.unit.clear();
                self.out.push(byte);
                return Ok(());
            }
            b'{' | b'[' => {
                self.depth.up(1);
                if self.depth > NESTING {
                    let what = format!("objects and arrays nested deeper than {NESTING}");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, what));
                }
            }
            b'}' | b']' => self.depth.down(1),
            b'0'..=b'9' | b'+' | b'-' | b'.' | b'a'..=b'z' | b'A'..=b'Z' => {
                self.run.up(1);
                if self.run > NUMBER_BYTES {
                    return Ok(());
                }
                self.out.push(byte);
                return Ok(());
            }
            _ => {}
        }
        self.run = 0;
        self.out.push(byte);
        Ok(())
    }

    /// A byte inside of a string.
    fn string(&mut self, byte: u8) {
        if self.unit.is_empty() && byte == b'"' {
            self.in_string = false;
            self.run = 0;
            self.out.push(byte);
            return;
        }
        self.unit.push(byte);
        match judge(&self.unit) {
            Unit::Unfinished => {}
            Unit::Whole => self.pass(),
            Unit::Bad { spare } => {
                let last = if spare { self.unit.pop() } else { None };
                // Half a pair, then an escape that is not the other half: the escape stands for itself.
                let escaped = last.is_some() && self.unit.len() == 7 && self.unit.ends_with(b"\\");
                self.unit.clear();
                match byte {
                    0..=0x1F if !spare => self.unit.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
                    _ => self.unit.extend_from_slice("\u{FFFD}".as_bytes()),
                }
                self.pass();
                if escaped {
                    self.unit.push(b'\\');
                }
                if let Some(byte) = last {
                    // A byte that spoilt a unit begins the next one, and can spoil only that one again.
                    self.string(byte);
                }
            }
        }
    }

    /// Passes the unit on when there is room.
    fn pass(&mut self) {
        if self.run.saturating_add(self.unit.len()) <= STRING_BYTES {
            self.run.up(self.unit.len());
            self.out.extend_from_slice(&self.unit);
        } else {
            self.run = STRING_BYTES;
            self.dropped.up(u64::try_from(self.unit.len()).unwrap_or(u64::MAX));
        }
        self.unit.clear();
    }
}

/// What the bytes of a unit make. At most 12 bytes: a pair of surrogates.
fn judge(unit: &[u8]) -> Unit {
    match unit {
        [b'\\'] => Unit::Unfinished,
        [b'\\', b'u', digits @ ..] => escape(digits),
        [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't'] => Unit::Whole,
        [b'\\', _] => Unit::Bad { spare: false },
        [0..=0x1F] => Unit::Bad { spare: false },
        [byte] if byte.is_ascii() => Unit::Whole,
        _ => match std::str::from_utf8(unit) {
            Ok(_) => Unit::Whole,
            Err(error) if error.error_len().is_none() => Unit::Unfinished,
            Err(_) => Unit::Bad { spare: unit.len() > 1 },
        },
    }
}

/// `\u` and what follows it, the second half of a pair included.
fn escape(digits: &[u8]) -> Unit {
    let (first, second) = digits.split_at_checked(4).unwrap_or((digits, &[]));
    if first.last().is_some_and(|digit| !digit.is_ascii_hexdigit()) {
        return Unit::Bad { spare: true };
    }
    if first.len() < 4 {
        return Unit::Unfinished;
    }
    match (code(first), second) {
        (0xD800..=0xDBFF, [] | [b'\\'] | [b'\\', b'u']) => Unit::Unfinished,
        (0xD800..=0xDBFF, [b'\\', b'u', low @ ..]) => {
            if low.last().is_some_and(|digit| !digit.is_ascii_hexdigit()) {
                Unit::Bad { spare: true }
            } else if low.len() < 4 {
                Unit::Unfinished
            } else if matches!(code(low), 0xDC00..=0xDFFF) {
                Unit::Whole
            } else {
                Unit::Bad { spare: false }
            }
        }
        (0xD800..=0xDBFF, _) => Unit::Bad { spare: true },
        (0xDC00..=0xDFFF, _) => Unit::Bad { spare: false },
        _ => Unit::Whole,
    }
}

fn code(hex: &[u8]) -> u32 {
    std::str::from_utf8(hex).ok().and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0)
}

impl Read for BoundedJson<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.given >= self.out.len() {
            self.refill()?;
        }
        let available = self.out.get(self.given..).unwrap_or(&[]);
        let count = available.len().min(into.len());
        for (to, from) in into.iter_mut().zip(available) {
            *to = *from;
        }
        self.given.up(count);
        Ok(count)
    }
}

impl BoundedJson<'_> {
    /// Whether nothing but blanks is left. Takes the blanks.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn at_end(&mut self) -> io::Result<bool> {
        loop {
            if self.given >= self.out.len() {
                self.refill()?;
            }
            match self.out.get(self.given) {
                None => return Ok(true),
                Some(byte) if byte.is_ascii_whitespace() => self.given.up(1),
                Some(_) => return Ok(false),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(text: &[u8]) -> String {
        let mut input = io::BufReader::with_capacity(5, text);
        let mut out = String::new();
        BoundedJson::new(&mut input).read_to_string(&mut out).unwrap();
        out
    }

    #[test]
    fn a_document_within_bounds_passes_unchanged() {
        let text = r#"{"a é": [1.5e3, true, null, "\"\\\u00e9\ud83d\ude00/"], "b": {}}"#;
        assert_eq!(through(text.as_bytes()), text);
        assert_eq!(through(b"\xEF\xBB\xBF[]"), "[]");
    }

    #[test]
    fn what_a_strict_reader_refuses_in_a_string_is_replaced() {
        assert_eq!(through(b"[\"a\xFFb\"]"), "[\"a\u{FFFD}b\"]");
        assert_eq!(through(b"[\"\xE2\x82\"]"), "[\"\u{FFFD}\"]");
        assert_eq!(through(br#"["\ud800x"]"#), "[\"\u{FFFD}x\"]");
        assert_eq!(through(br#"["\ud800\n\ud800\"x"]"#), "[\"\u{FFFD}\\n\u{FFFD}\\\"x\"]");
        assert_eq!(through(br#"["\udc00"]"#), "[\"\u{FFFD}\"]");
        assert_eq!(through(b"[\"a\nb\\q\"]"), "[\"a\\u000ab\u{FFFD}\"]");
        assert_eq!(through(br#"["\u12"]"#), "[\"\u{FFFD}\"]");
    }

    #[test]
    fn a_string_is_cut_at_its_bound_and_never_inside_of_an_escape() {
        for (length, kept) in [
            (STRING_BYTES - 1, STRING_BYTES - 1),
            (STRING_BYTES, STRING_BYTES),
            (STRING_BYTES + 1, STRING_BYTES),
        ] {
            assert_eq!(
                through(format!("[\"{}\"]", "x".repeat(length)).as_bytes()),
                format!("[\"{}\"]", "x".repeat(kept))
            );
        }
        let escapes = through(format!("[\"{}\"]", "\\u0041".repeat(STRING_BYTES)).as_bytes());
        assert_eq!(escapes.len(), 4 + STRING_BYTES / 6 * 6);
    }

    #[test]
    fn a_number_is_cut_and_deep_nesting_refused() {
        assert_eq!(
            through(format!("[{}]", "1".repeat(1000)).as_bytes()),
            format!("[{}]", "1".repeat(NUMBER_BYTES))
        );
        let fits = format!("{}{}", "[".repeat(NESTING), "]".repeat(NESTING));
        assert_eq!(through(fits.as_bytes()), fits);
        let deep = "[".repeat(NESTING + 1);
        let mut input = deep.as_bytes();
        assert!(BoundedJson::new(&mut input).read_to_end(&mut Vec::new()).is_err());
    }
}
