//! An answer on its way out, counted as its agent counts.

use std::io::{self, Write};

use crate::agents::agent::Unit;
use crate::agents::share::Amount;
use crate::budget::Count as _;

/// Writes through, and counts.
#[derive(Debug)]
pub(super) struct Counted<W> {
    out: W,
    unit: Unit,
    written: Amount,
    kept: Option<Vec<u8>>,
}

impl<W: Write> Counted<W> {
    /// Nothing was written yet.
    pub(super) const fn new(out: W, unit: Unit) -> Self {
        Self { out, unit, written: Amount { size: 0, lines: 0 }, kept: None }
    }

    /// The same, and what is written is kept.
    pub(super) fn keeping(self) -> Self {
        Self { kept: Some(Vec::new()), ..self }
    }

    /// What was written, when it is kept.
    pub(super) fn kept(&self) -> &[u8] {
        self.kept.as_deref().unwrap_or_default()
    }

    /// What was written.
    pub(super) const fn written(&self) -> Amount {
        self.written
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        for byte in bytes.iter().take(count) {
            // The bytes of a char but for its first.
            let begins = self.unit == Unit::Bytes || byte & 0b1100_0000 != 0b1000_0000;
            self.written.size.up(u64::from(begins));
            self.written.lines.up(u64::from(*byte == b'\n'));
        }
        if let Some(kept) = &mut self.kept {
            kept.extend(bytes.iter().take(count));
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chars_or_bytes_are_counted_and_lines() {
        for (unit, size) in [(Unit::Chars, 5), (Unit::Bytes, 8)] {
            let mut out = Counted::new(Vec::new(), unit);
            out.write_all("a\u{e4}\u{20ac}\n\n".as_bytes()).unwrap();
            assert_eq!(out.written(), Amount { size, lines: 2 });
        }
    }
}
