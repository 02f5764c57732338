//! How a file is packed, by its first bytes.

/// How many first bytes are enough to know.
pub(super) const MAGIC_BYTES: usize = 6;

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Packing {
    /// It is not: bytes as they are.
    Plain,
    /// gzip (RFC 1952).
    Gzip,
    /// xz (the .xz file format, 1.2.1).
    Xz,
    /// Zstandard (RFC 8878).
    Zstd,
    /// zip (PKWARE's APPNOTE.TXT).
    Zip,
}

impl Packing {
    /// What these first bytes of a file show.
    #[must_use]
    pub fn of(first: &[u8]) -> Self {
        match first {
            // The only method that gzip ever had is deflate, 8.
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            // A frame, or one that is to be skipped: parallel writers begin with it.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            // An entry, or the end of an archive without one.
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            _ => Self::Plain,
        }
    }

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Gzip => "gzip",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Zip => "zip",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_known_by_the_first_bytes() {
        for (first, packing) in [
            (&b"\x1f\x8b\x08\x00"[..], Packing::Gzip),
            (b"\x1f\x8b\x07\x00", Packing::Plain),
            (b"\x1f\x8b", Packing::Plain),
            (b"\xfd7zXZ\0", Packing::Xz),
            (b"\xfd7zXZ", Packing::Plain),
            (b"\x28\xb5\x2f\xfd", Packing::Zstd),
            (b"\x50\x2a\x4d\x18", Packing::Zstd),
            (b"PK\x03\x04", Packing::Zip),
            (b"PK\x05\x06", Packing::Zip),
            (b"PKG: 3", Packing::Plain),
            (b"", Packing::Plain),
        ] {
            assert_eq!(Packing::of(first), packing, "{first:?}");
        }
    }
}
