//! Compressed frames, one behind the other in a file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};

use sha2::{Digest as _, Sha256};
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, compress_bound};

use super::format::Frame;

/// Fast enough to keep up with the filter, and still a tenth of most logs.
const LEVEL: i32 = 1;

/// A file that frames are added to.
pub(super) struct Frames {
    pub(super) file: File,
    pub(super) index: Vec<Frame>,
    pub(super) raw: u64,
    pub(super) stored: u64,
}

/// Compresses frames, each with a sum of its own to tell damage.
pub(super) struct Packer {
    compressor: Compressor<'static>,
    room: Vec<u8>,
}

impl Packer {
    pub(super) fn new() -> io::Result<Self> {
        let mut compressor = Compressor::new(LEVEL)?;
        compressor.set_parameter(CParameter::ChecksumFlag(true))?;
        Ok(Self { compressor, room: Vec::new() })
    }

    /// The compressed bytes.
    pub(super) fn pack(&mut self, raw: &[u8]) -> io::Result<&[u8]> {
        self.room.clear();
        self.room.reserve(compress_bound(raw.len()));
        self.compressor.compress_to_buffer(raw, &mut self.room)?;
        Ok(&self.room)
    }
}

impl Frames {
    pub(super) const fn new(file: File) -> Self {
        Self { file, index: Vec::new(), raw: 0, stored: 0 }
    }

    /// Adds a frame.
    pub(super) fn add(&mut self, raw: &[u8], packer: &mut Packer) -> io::Result<()> {
        let frame = self.append(raw, packer)?;
        self.index.push(frame);
        Ok(())
    }

    /// Adds a frame that is no text.
    pub(super) fn append(&mut self, raw: &[u8], packer: &mut Packer) -> io::Result<Frame> {
        let packed = packer.pack(raw)?;
        self.file.write_all(packed)?;
        let length = |bytes: usize| u64::try_from(bytes).unwrap_or(u64::MAX);
        let frame = Frame {
            offset: self.stored,
            stored: length(packed.len()),
            raw: length(raw.len()),
            lines: length(memchr::memchr_iter(b'\n', raw).count()),
        };
        self.stored = self.stored.saturating_add(frame.stored);
        self.raw = self.raw.saturating_add(frame.raw);
        Ok(frame)
    }

    /// Moves the frames of another file behind the own ones, as text.
    pub(super) fn take(&mut self, other: Self) -> io::Result<()> {
        self.raw = self.raw.saturating_add(other.raw);
        let moved = self.take_apart(other)?;
        self.index.extend(moved);
        Ok(())
    }

    /// Moves the frames of another file behind the own ones, as no text. Gives where they are now.
    pub(super) fn take_apart(&mut self, mut other: Self) -> io::Result<Vec<Frame>> {
        other.file.seek(SeekFrom::Start(0))?;
        io::copy(&mut other.file, &mut self.file)?;
        let behind = self.stored;
        self.stored = self.stored.saturating_add(other.stored);
        let moved = |frame: Frame| Frame { offset: frame.offset.saturating_add(behind), ..frame };
        Ok(other.index.into_iter().map(moved).collect())
    }

    /// A hash of everything that was written.
    pub(super) fn hash(&mut self) -> io::Result<[u8; 32]> {
        hash_of(&mut self.file, self.stored)
    }
}

/// A hash of the first bytes of a file.
pub(super) fn hash_of(file: &mut File, bytes: u64) -> io::Result<[u8; 32]> {
    file.seek(SeekFrom::Start(0))?;
    let mut file = file.take(bytes);
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 128 * 1024];
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
