//! Decodes UTF-16 into UTF-8, a piece at a time.
//!
//! PowerShell's `>` and `Out-File` write UTF-16 on Windows. It is known by its byte order mark, which `reader` takes off.
//! A surrogate without its other half becomes U+FFFD, as in `char::decode_utf16`; so does a last odd byte. It is weir's
//! own and not `encoding_rs`: when a stream ends with a lone surrogate and an odd byte, that decoder makes one U+FFFD of
//! them, so that a cut log would have another text, and it panics when it is called again after the end.

use crate::budget::Count as _;

/// Which byte of a unit comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The low byte: mark `FF FE`.
    LowFirst,
    /// The high byte: mark `FE FF`.
    HighFirst,
}

/// The most bytes of UTF-8 that one unit may produce: a lost surrogate and a character.
pub(super) const UNIT_BYTES: usize = 6;

/// A decoder with its state between pieces.
#[derive(Debug)]
pub(super) struct Utf16 {
    order: Order,
    /// The first byte of a unit whose second has not come.
    odd: Option<u8>,
    /// A high surrogate that waits for its other half.
    high: Option<u16>,
}

impl Utf16 {
    pub(super) const fn new(order: Order) -> Self {
        Self { order, odd: None, high: None }
    }

    /// Decodes as much as there is room for. Returns how many bytes were read and how many were written.
    pub(super) fn decode(&mut self, input: &[u8], output: &mut [u8]) -> (usize, usize) {
        let mut read = 0_usize;
        let mut written = 0_usize;
        for byte in input {
            if output.len().saturating_sub(written) < UNIT_BYTES {
                break;
            }
            read.up(1);
            let Some(first) = self.odd.take() else {
                self.odd = Some(*byte);
                continue;
            };
            let unit = match self.order {
                Order::LowFirst => u16::from_le_bytes([first, *byte]),
                Order::HighFirst => u16::from_be_bytes([first, *byte]),
            };
            self.unit(unit, output, &mut written);
        }
        (read, written)
    }

    /// The stream ended: writes what was left open, at most [`UNIT_BYTES`]. Returns how many bytes were written.
    pub(super) fn finish(&mut self, output: &mut [u8]) -> usize {
        let mut written = 0_usize;
        if self.high.take().is_some() {
            put(char::REPLACEMENT_CHARACTER, output, &mut written);
        }
        if self.odd.take().is_some() {
            put(char::REPLACEMENT_CHARACTER, output, &mut written);
        }
        written
    }

    fn unit(&mut self, unit: u16, output: &mut [u8], written: &mut usize) {
        if let Some(high) = self.high.take() {
            if let Some(Ok(character)) = char::decode_utf16([high, unit]).next() {
                put(character, output, written);
                return;
            }
            put(char::REPLACEMENT_CHARACTER, output, written);
        }
        if (0xd800..0xdc00).contains(&unit) {
            self.high = Some(unit);
        } else {
            put(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER), output, written);
        }
    }
}

/// Writes a character after the written bytes, if there is room for it.
fn put(character: char, output: &mut [u8], written: &mut usize) {
    let mut bytes = [0_u8; 4];
    let encoded = character.encode_utf8(&mut bytes).as_bytes();
    let end = written.saturating_add(encoded.len());
    if let Some(room) = output.get_mut(*written..end) {
        room.copy_from_slice(encoded);
        *written = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decode(bytes: &[u8], order: Order, piece: usize) -> String {
        let mut decoder = Utf16::new(order);
        let mut text = Vec::new();
        let mut room = [0_u8; 16];
        for part in bytes.chunks(piece) {
            let mut part = part;
            while !part.is_empty() {
                let (read, written) = decoder.decode(part, &mut room);
                text.extend_from_slice(&room[..written]);
                part = &part[read..];
            }
        }
        let written = decoder.finish(&mut room);
        text.extend_from_slice(&room[..written]);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_lost_surrogate_and_an_odd_byte_are_replaced() {
        assert_eq!(decode(&[0x3d, 0xd8, 0x41, 0x00], Order::LowFirst, 1), "\u{fffd}A");
        assert_eq!(decode(&[0xd8, 0x3d, 0x00], Order::HighFirst, 9), "\u{fffd}\u{fffd}");
        assert_eq!(decode(&[0x00, 0xdc], Order::LowFirst, 9), "\u{fffd}");
    }

    proptest! {
        #[test]
        fn it_decodes_as_the_standard_library_does(units in any::<Vec<u16>>(), piece in 1_usize..9) {
            let expected: String = char::decode_utf16(units.iter().copied())
                .map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect();
            let low: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let high: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            prop_assert_eq!(&decode(&low, Order::LowFirst, piece), &expected);
            prop_assert_eq!(&decode(&high, Order::HighFirst, piece), &expected);
        }
    }
}
