//! The bytes that wait to be split into lines: one buffer of fixed size, always UTF-8 or bytes that are read as UTF-8.
//!
//! It knows encodings and newlines, but no lines. Bytes that wait are moved to the front only when there is little room
//! after them. Offsets are in bytes from the first one that waits.

use super::utf16::{Order, Utf16};
use crate::budget::Count as _;

/// The size of the buffer, in bytes.
const BUFFER_BYTES: usize = 256 * 1024;
/// The least room to read into, as long as no more than half of the buffer waits.
pub(super) const SPACE_BYTES: usize = 64 * 1024;

/// What is known of the stream's encoding.
#[derive(Debug)]
enum Encoding {
    /// Nothing yet: its first bytes have to be checked.
    Unknown,
    /// UTF-8, or bytes that are read as UTF-8.
    Utf8,
    /// UTF-16, decoded from `raw`.
    Utf16(Utf16),
}

/// A part of a vector that is in use.
#[derive(Debug, Default)]
struct Store {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl Store {
    fn sized() -> Self {
        Self { bytes: vec![0; BUFFER_BYTES], start: 0, end: 0 }
    }

    #[inline]
    fn waiting(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    fn room(&mut self) -> &mut [u8] {
        self.bytes.get_mut(self.end..).unwrap_or_default()
    }

    fn filled(&mut self, count: usize) {
        self.end = self.end.saturating_add(count).min(self.bytes.len());
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.start = self.start.saturating_add(count).min(self.end);
    }

    /// Moves what waits to the front, unless there is room enough after it.
    fn make_room(&mut self) {
        let room = self.bytes.len().saturating_sub(self.end);
        if self.start == self.end || room < SPACE_BYTES {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end.down(self.start);
            self.start = 0;
        }
    }
}

/// The buffer between reads and lines.
#[derive(Debug)]
pub(super) struct Input {
    store: Store,
    /// How many of the bytes that wait are known to hold no newline.
    scanned: usize,
    /// UTF-16 that waits to be decoded; takes no memory for other streams.
    raw: Store,
    encoding: Encoding,
    /// Whether the stream or one of its files ended.
    ended: bool,
}

impl Input {
    pub(super) fn new() -> Self {
        Self {
            store: Store::sized(),
            scanned: 0,
            raw: Store::default(),
            encoding: Encoding::Unknown,
            ended: false,
        }
    }

    /// The room to read into. After an end, a new stream begins.
    pub(super) fn space(&mut self) -> &mut [u8] {
        if self.ended {
            self.ended = false;
            self.encoding = Encoding::Unknown;
        }
        let store = if matches!(self.encoding, Encoding::Utf16(_)) { &mut self.raw } else { &mut self.store };
        store.make_room();
        store.room()
    }

    /// `count` bytes were read.
    pub(super) fn filled(&mut self, count: usize) {
        match self.encoding {
            Encoding::Utf16(_) => self.raw.filled(count),
            Encoding::Unknown | Encoding::Utf8 => self.store.filled(count),
        }
    }

    /// No more bytes of this stream come.
    pub(super) const fn end(&mut self) {
        self.ended = true;
    }

    pub(super) const fn is_ended(&self) -> bool {
        self.ended
    }

    #[inline]
    pub(super) fn waiting(&self) -> &[u8] {
        self.store.waiting()
    }

    /// `count` bytes that were consumed before, from `offset` bytes before those that wait.
    #[inline]
    pub(super) fn before(&self, offset: usize, count: usize) -> &[u8] {
        let from = self.store.start.saturating_sub(offset);
        self.store.bytes.get(from..from.saturating_add(count)).unwrap_or_default()
    }

    /// Takes bytes from the front.
    #[inline]
    pub(super) fn consume(&mut self, count: usize) {
        self.store.consume(count);
        self.scanned.down(count);
    }

    /// Whether the bytes that wait are UTF-8 and were not searched yet.
    #[inline]
    pub(super) fn is_fresh(&self) -> bool {
        self.scanned == 0 && self.is_utf8()
    }

    /// Whether the bytes that wait are those that were read: nothing is decoded.
    pub(super) const fn is_utf8(&self) -> bool {
        matches!(self.encoding, Encoding::Utf8)
    }

    /// The offset of the next newline.
    pub(super) fn newline(&mut self) -> Option<usize> {
        let unseen = self.store.waiting().get(self.scanned..).unwrap_or_default();
        let found = memchr::memchr(b'\n', unseen).map(|offset| self.scanned.saturating_add(offset));
        self.scanned = found.unwrap_or(self.store.waiting().len());
        found
    }

    /// Decides on the encoding by the stream's first bytes. Returns false when there are too few of them.
    pub(super) fn is_known(&mut self) -> bool {
        if !matches!(self.encoding, Encoding::Unknown) {
            return true;
        }
        let order = match self.store.waiting() {
            [] => return false,
            [0xff] | [0xfe] | [0xef] | [0xef, 0xbb] if !self.ended => return false,
            [0xff, 0xfe, ..] => Order::LowFirst,
            [0xfe, 0xff, ..] => Order::HighFirst,
            bytes => {
                if bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
                    self.consume(3);
                }
                self.encoding = Encoding::Utf8;
                return true;
            }
        };
        let mut raw = Store::sized();
        std::mem::swap(&mut raw, &mut self.store);
        raw.consume(2);
        self.raw = raw;
        self.encoding = Encoding::Utf16(Utf16::new(order));
        true
    }

    /// Decodes more of what was read. Returns false when there is nothing to decode.
    pub(super) fn decode(&mut self) -> bool {
        let Encoding::Utf16(decoder) = &mut self.encoding else { return false };
        self.store.make_room();
        let (read, mut written) = decoder.decode(self.raw.waiting(), self.store.room());
        if self.raw.waiting().is_empty() && self.ended {
            written = decoder.finish(self.store.room());
        }
        self.raw.consume(read);
        self.store.filled(written);
        read > 0 || written > 0
    }
}
