//! Bytes of a stream as UTF-8, a piece at a time, for callers that need no lines: UTF-16, known by its mark, is decoded,
//! all else stays unchanged. It is weir's own and not `encoding_rs_io`: that one reads from a reader, and here bytes are
//! pushed.

use super::utf16::{Order, UNIT_BYTES, Utf16};

/// How many bytes are decoded at once.
const PIECE_BYTES: usize = 4096;

/// What is known of the stream.
#[derive(Debug, Default)]
enum Kind {
    /// Nothing yet: its first byte may be that of a mark.
    #[default]
    Unknown,
    /// The first byte of a mark came.
    Half(u8),
    Plain,
    Utf16(Utf16),
}

/// Makes UTF-8 of a stream.
#[derive(Debug, Default)]
pub struct Transcoder(Kind);

impl Transcoder {
    /// Whether bytes of the stream may be changed or held back.
    #[must_use]
    pub const fn is_at_work(&self) -> bool {
        !matches!(self.0, Kind::Plain)
    }

    /// Whether the stream is UTF-16.
    #[must_use]
    pub const fn is_decoding(&self) -> bool {
        matches!(self.0, Kind::Utf16(_))
    }

    /// Adds the next bytes of the stream to `into`.
    pub fn add(&mut self, bytes: &[u8], into: &mut Vec<u8>) {
        match (&mut self.0, bytes) {
            (_, []) => {}
            (Kind::Plain, _) => into.extend_from_slice(bytes),
            (Kind::Utf16(decoder), _) => decode(decoder, bytes, into),
            (Kind::Unknown, [first @ (0xff | 0xfe), rest @ ..]) => {
                self.0 = Kind::Half(*first);
                self.add(rest, into);
            }
            (Kind::Unknown, _) => {
                self.0 = Kind::Plain;
                into.extend_from_slice(bytes);
            }
            (Kind::Half(first), [second, rest @ ..]) => {
                let order = match (*first, *second) {
                    (0xff, 0xfe) => Some(Order::LowFirst),
                    (0xfe, 0xff) => Some(Order::HighFirst),
                    _ => None,
                };
                let first = *first;
                match order {
                    Some(order) => {
                        self.0 = Kind::Utf16(Utf16::new(order));
                        self.add(rest, into);
                    }
                    None => {
                        self.0 = Kind::Plain;
                        into.push(first);
                        into.extend_from_slice(bytes);
                    }
                }
            }
        }
    }

    /// The stream ended: adds what was held back. Another stream may follow.
    pub fn finish(&mut self, into: &mut Vec<u8>) {
        match std::mem::take(&mut self.0) {
            Kind::Half(first) => into.push(first),
            Kind::Utf16(mut decoder) => {
                let mut last = [0; UNIT_BYTES];
                let count = decoder.finish(&mut last);
                into.extend_from_slice(last.get(..count).unwrap_or_default());
            }
            Kind::Unknown | Kind::Plain => {}
        }
    }
}

fn decode(decoder: &mut Utf16, bytes: &[u8], into: &mut Vec<u8>) {
    let mut piece = [0; PIECE_BYTES];
    let mut left = bytes;
    while !left.is_empty() {
        let (read, written) = decoder.decode(left, &mut piece);
        into.extend_from_slice(piece.get(..written).unwrap_or_default());
        left = left.get(read.max(1)..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transcoded(bytes: &[u8], piece: usize) -> Vec<u8> {
        let (mut transcoder, mut text) = (Transcoder::default(), Vec::new());
        for piece in bytes.chunks(piece) {
            transcoder.add(piece, &mut text);
        }
        transcoder.finish(&mut text);
        text
    }

    #[test]
    fn utf_16_becomes_utf_8_and_all_else_stays() {
        let text = "é\nb🦀\r\n".repeat(3000);
        for piece in [1, 2, 3, 1000, 100_000] {
            let marked = format!("\u{feff}{text}");
            let low: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let high: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert!(
                transcoded(&low, piece) == text.as_bytes() && transcoded(&high, piece) == text.as_bytes()
            );
            for plain in
                [b"".as_slice(), b"\xff", b"\xff\xffa", b"\xfea", b"\xef\xbb\xbfa\n", text.as_bytes()]
            {
                assert!(transcoded(plain, piece) == plain);
            }
        }
    }
}
