//! Compressed frames, one after the other in a file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};

use crate::budget::Count as _;

use sha2::{Digest as _, Sha256};
use zstd::bulk::Decompressor;
use zstd::stream::raw::{Encoder, Operation as _};
use zstd::zstd_safe::{CParameter, InBuffer, OutBuffer, compress_bound};

use super::format::{Frame, MAGIC, TRAILER_BYTES};

/// Fast enough to keep up with the filter, and still a tenth of most logs.
const LEVEL: i32 = 1;
/// Base-two logarithm of the bytes in which repetitions are found. Compression holds about three times as many bytes;
/// with four times the window a log is hardly smaller.
pub(super) const WINDOW_LOG: u32 = 17;
/// Compressed bytes that are written at once.
const ROOM_BYTES: usize = 32 * 1024;
/// Bytes of a file that are held while they are copied or hashed.
const COPIED_BYTES: usize = 128 * 1024;

/// A file that frames are added to.
pub(super) struct Frames {
    file: File,
    pub(super) index: Vec<Frame>,
    pub(super) raw: u64,
    /// Bytes that were written, those of an open frame included.
    pub(super) stored: u64,
    /// The frame that is being written; without bytes there is none.
    open: Frame,
    /// Of everything that was written. What is written is hashed at once: to read it again would take its time at the
    /// end of the input, when somebody waits.
    hasher: Sha256,
}

/// Compresses frames as their bytes come, each with a sum of its own to tell damage.
pub(super) struct Packer {
    encoder: Encoder<'static>,
    room: Vec<u8>,
}

impl Packer {
    /// One that finds repetitions within [`WINDOW_LOG`] for a text, within less for what is a small part of a file.
    pub(super) fn new(window_log: u32) -> io::Result<Self> {
        let mut encoder = Encoder::new(LEVEL)?;
        encoder.set_parameter(CParameter::WindowLog(window_log))?;
        encoder.set_parameter(CParameter::ChecksumFlag(true))?;
        Ok(Self { encoder, room: Vec::with_capacity(ROOM_BYTES) })
    }

    /// Takes raw bytes. Gives the compressed ones that there are by now.
    fn pack(&mut self, raw: &mut InBuffer<'_>) -> io::Result<&[u8]> {
        self.room.clear();
        self.encoder.run(raw, &mut OutBuffer::around(&mut self.room))?;
        Ok(&self.room)
    }

    /// Compresses what waits. Gives the compressed bytes, and whether those are all.
    fn flush(&mut self) -> io::Result<(&[u8], bool)> {
        self.room.clear();
        let left = self.encoder.flush(&mut OutBuffer::around(&mut self.room))?;
        Ok((&self.room, left == 0))
    }

    /// Ends a frame. Gives its last compressed bytes, and whether those are all.
    fn end(&mut self) -> io::Result<(&[u8], bool)> {
        self.room.clear();
        let left = self.encoder.finish(&mut OutBuffer::around(&mut self.room), false)?;
        Ok((&self.room, left == 0))
    }
}

fn length(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

impl Frames {
    pub(super) fn new(file: File) -> Self {
        let (index, open) = (Vec::new(), Frame::default());
        Self { file, index, raw: 0, stored: 0, open, hasher: Sha256::new() }
    }

    fn write(&mut self, packed: &[u8]) -> io::Result<()> {
        self.file.write_all(packed)?;
        self.hasher.update(packed);
        self.stored.up(length(packed.len()));
        Ok(())
    }

    /// Raw bytes of the frame that is open.
    pub(super) const fn open_bytes(&self) -> u64 {
        self.open.raw
    }

    /// Adds to the open frame; there is one then.
    pub(super) fn add(&mut self, raw: &[u8], packer: &mut Packer) -> io::Result<()> {
        if self.open.raw == 0 {
            self.open.offset = self.stored;
        }
        let mut left = InBuffer::around(raw);
        while left.pos() < raw.len() {
            let packed = packer.pack(&mut left)?;
            self.write(packed)?;
        }
        loop {
            let (packed, all) = packer.flush()?;
            self.write(packed)?;
            if all {
                break;
            }
        }
        let lines = length(memchr::memchr_iter(b'\n', raw).count());
        self.open.raw.up(length(raw.len()));
        self.open.lines.up(lines);
        self.raw.up(length(raw.len()));
        Ok(())
    }

    /// Ends the open frame, and gives it; nothing when none is open.
    pub(super) fn end_frame(&mut self, packer: &mut Packer) -> io::Result<Option<Frame>> {
        if self.open.raw == 0 {
            return Ok(None);
        }
        loop {
            let (packed, all) = packer.end()?;
            self.write(packed)?;
            if all {
                break;
            }
        }
        let frame = std::mem::take(&mut self.open);
        Ok(Some(Frame { stored: self.stored.saturating_sub(frame.offset), ..frame }))
    }

    /// Ends the open frame of text.
    pub(super) fn end_text_frame(&mut self, packer: &mut Packer) -> io::Result<()> {
        let frame = self.end_frame(packer)?;
        self.index.extend(frame);
        Ok(())
    }

    /// Adds a frame that is no text.
    pub(super) fn append(&mut self, raw: &[u8], packer: &mut Packer) -> io::Result<Frame> {
        self.add(raw, packer)?;
        Ok(self.end_frame(packer)?.unwrap_or_default())
    }

    /// Moves the frames of another file after the own ones, as text.
    pub(super) fn take(&mut self, other: Self) -> io::Result<()> {
        self.raw.up(other.raw);
        let moved = self.take_apart(other)?;
        self.index.extend(moved);
        Ok(())
    }

    /// Moves the frames of another file after the own ones, as no text. Gives where they are now.
    pub(super) fn take_apart(&mut self, mut other: Self) -> io::Result<Vec<Frame>> {
        let after = self.stored;
        other.file.seek(SeekFrom::Start(0))?;
        let mut buffer = vec![0; COPIED_BYTES];
        loop {
            let count = other.file.read(&mut buffer)?;
            if count == 0 {
                break;
            }
            self.write(buffer.get(..count).unwrap_or_default())?;
        }
        let moved = |frame: Frame| Frame { offset: frame.offset.saturating_add(after), ..frame };
        Ok(other.index.into_iter().map(moved).collect())
    }

    /// Writes the trailer after everything else. `notes` is the frame of what is known.
    pub(super) fn seal(&mut self, notes: Frame) -> io::Result<Seal> {
        let hash: [u8; 32] = self.hasher.clone().finalize().into();
        let mut trailer = Vec::with_capacity(TRAILER_BYTES);
        trailer.extend_from_slice(&notes.offset.to_le_bytes());
        trailer.extend_from_slice(&notes.raw.to_le_bytes());
        trailer.extend_from_slice(&hash);
        trailer.extend_from_slice(&MAGIC);
        self.file.write_all(&trailer)?;
        Ok(Seal { bytes: self.stored, hash, trailer })
    }
}

/// What a finished file is known by.
pub(super) struct Seal {
    /// Bytes before the trailer.
    bytes: u64,
    /// A hash of them.
    pub(super) hash: [u8; 32],
    trailer: Vec<u8>,
}

impl Seal {
    /// Whether a file is equal to the sealed one, byte for byte.
    pub(super) fn is_of(&self, file: &mut File) -> bool {
        let whole = self.bytes.saturating_add(length(self.trailer.len()));
        let mut trailer = Vec::new();
        file.metadata().is_ok_and(|known| known.len() == whole)
            && hash_of(file, self.bytes).is_ok_and(|hash| hash == self.hash)
            && file.read_to_end(&mut trailer).is_ok()
            && trailer == self.trailer
    }
}

/// A hash of the first bytes of a file.
pub(super) fn hash_of(file: &mut File, bytes: u64) -> io::Result<[u8; 32]> {
    file.seek(SeekFrom::Start(0))?;
    let mut file = file.take(bytes);
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; COPIED_BYTES];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok(hasher.finalize().into());
        }
        hasher.update(buffer.get(..count).unwrap_or_default());
    }
}

/// Reads and decompresses a frame.
pub(super) fn unpack(file: &mut File, frame: &Frame, most: usize) -> io::Result<Vec<u8>> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "a frame is damaged");
    let raw = usize::try_from(frame.raw).ok().filter(|raw| *raw <= most).ok_or_else(damaged)?;
    let stored = usize::try_from(frame.stored).ok().filter(|stored| *stored <= compress_bound(most));
    let mut packed = Vec::new();
    file.seek(SeekFrom::Start(frame.offset))?;
    let wanted = u64::try_from(stored.ok_or_else(damaged)?).unwrap_or(0);
    file.take(wanted).read_to_end(&mut packed)?;
    let unpacked = Decompressor::new()?.decompress(&packed, raw).map_err(|_| damaged())?;
    if unpacked.len() == raw { Ok(unpacked) } else { Err(damaged()) }
}
