//! Bytes in a text: what they are and how many, instead of the bytes.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use crate::budget::Count as _;

/// Chars from which a word of base64 letters alone is taken for bytes.
const LEAST: usize = 200;

/// What bytes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Blob {
    /// How many.
    pub(super) bytes: usize,
    /// Their media type.
    pub(super) mime: String,
}

/// What the first bytes of files are.
const MAGIC: [(&[u8], &str); 12] = [
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
    (b"BM", "image/bmp"),
    (b"RIFF", "application/riff"),
    (b"OggS", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\x7fELF", "application/x-elf"),
    (b"\xfd7zXZ", "application/x-xz"),
];

/// The media type of bytes that begin so.
pub(super) fn mime(start: &[u8]) -> &'static str {
    MAGIC
        .iter()
        .find(|(magic, _)| start.starts_with(magic))
        .map_or("application/octet-stream", |(_, mime)| mime)
}

/// What a text is when it is no text but bytes in base64, in a `data:` address or alone.
pub(super) fn blob(text: &str) -> Option<Blob> {
    if let Some(rest) = text.strip_prefix("data:") {
        let (head, body) = rest.split_once(',')?;
        let mime = head.split(';').next().filter(|mime| mime.contains('/') && mime.len() < 100);
        return match head.strip_suffix(";base64") {
            Some(_) => Some(Blob { bytes: decoded(body)?, mime: mime.unwrap_or("text/plain").to_owned() }),
            None => None,
        };
    }
    if text.len() < LEAST {
        return None;
    }
    let bytes = decoded(text)?;
    // A word of one letter, or of digits, is no file.
    let kinds = [u8::is_ascii_lowercase, u8::is_ascii_uppercase, u8::is_ascii_digit];
    if !kinds.iter().all(|kind| text.bytes().any(|byte| kind(&byte))) {
        return None;
    }
    let start = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).take(16).collect::<Vec<u8>>();
    let start = STANDARD.decode(&start).or_else(|_| URL_SAFE.decode(&start)).unwrap_or_default();
    Some(Blob { bytes, mime: mime(&start).to_owned() })
}

/// How many bytes a text in base64 stands for; line ends are allowed.
fn decoded(text: &str) -> Option<usize> {
    let (mut letters, mut padding) = (0_usize, 0_usize);
    for byte in text.bytes() {
        match byte {
            b'=' => padding.up(1),
            b'\r' | b'\n' => {}
            _ if padding > 0 => return None,
            byte if byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte) => letters.up(1),
            _ => return None,
        }
    }
    let whole = padding <= 2 && letters.saturating_add(padding).is_multiple_of(4);
    whole.then(|| letters.saturating_mul(3).div_euclid(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_bytes_and_words_are_none() {
        let bytes: Vec<u8> = b"\x89PNG\r\n\x1a\n"
            .iter()
            .copied()
            .chain((0..400_u32).map(|number| (number * 7 % 256) as u8))
            .collect();
        let text = STANDARD.encode(&bytes);
        let png = Some(Blob { bytes: 408, mime: "image/png".into() });
        assert_eq!(blob(&text), png);
        assert_eq!(blob(&format!("data:image/png;base64,{text}")), png);
        for text in [
            "",
            "word",
            &"a".repeat(400),
            &"0123456789abcdef".repeat(20),
            "data:text/plain,hi",
            &"A b1 ".repeat(100),
        ] {
            assert_eq!(blob(text), None, "{text}");
        }
    }
}
