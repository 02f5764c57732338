//! One snapshot, opened to be read: any part of its text, one frame at a time.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use super::format::{Frame, MAGIC, MOST_FRAME_BYTES, MOST_NOTES_BYTES, Meta, TRAILER_BYTES};
use super::frames::unpack;
use crate::source::{Got, Source};

/// An open snapshot. It can be read to its end, whatever becomes of its name.
#[derive(Debug)]
pub struct Snapshot {
    file: File,
    id: String,
    hash: [u8; 32],
    meta: Meta,
    /// The next frame to be read, and what is left of the one before.
    next: usize,
    held: io::Cursor<Vec<u8>>,
    told_gap: bool,
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the stored run is damaged")
}

impl Snapshot {
    pub(super) fn open(mut file: File, id: &str) -> io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        let trailer_at = length.checked_sub(u64::try_from(TRAILER_BYTES).unwrap_or(0)).ok_or_else(damaged)?;
        file.seek(SeekFrom::Start(trailer_at))?;
        let (mut offset, mut raw, mut hash, mut magic) = ([0; 8], [0; 8], [0; 32], [0; 8]);
        for part in [&mut offset[..], &mut raw, &mut hash, &mut magic] {
            file.read_exact(part)?;
        }
        let (offset, raw) = (u64::from_le_bytes(offset), u64::from_le_bytes(raw));
        let stored = trailer_at.checked_sub(offset).filter(|_| magic == MAGIC).ok_or_else(damaged)?;
        let notes = unpack(&mut file, &Frame { offset, stored, raw, lines: 0 }, MOST_NOTES_BYTES)?;
        let meta: Meta = serde_json::from_slice(&notes).map_err(|_| damaged())?;
        let held = io::Cursor::new(Vec::new());
        Ok(Self { file, id: id.to_owned(), hash, meta, next: 0, held, told_gap: false })
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(super) const fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// What is known of it.
    #[must_use]
    pub const fn meta(&self) -> &Meta {
        &self.meta
    }

    pub(super) fn into_meta(self) -> Meta {
        self.meta
    }

    /// The failures' records, a line of JSON each.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn records(&mut self) -> io::Result<Vec<u8>> {
        let frame = self.meta.records;
        unpack(&mut self.file, &frame, MOST_NOTES_BYTES)
    }

    /// Goes to the frame that holds a line, counted from 1. Gives the number of the first line that is read then.
    pub fn seek_line(&mut self, line: u64) -> u64 {
        let mut first = 1_u64;
        self.next = 0;
        for frame in &self.meta.frames {
            let after = first.saturating_add(frame.lines);
            if after >= line {
                break;
            }
            first = after;
            self.next = self.next.saturating_add(1);
        }
        self.held = io::Cursor::new(Vec::new());
        self.told_gap = self.meta.gap.is_some_and(|(behind, _)| self.next > behind);
        first
    }

    fn fill(&mut self) -> io::Result<bool> {
        if let Some((behind, gap)) = self.meta.gap
            && behind == self.next
            && !self.told_gap
        {
            self.told_gap = true;
            let said = format!("\n[{} lines, {} bytes are not stored]\n", gap.lines, gap.bytes);
            self.held = io::Cursor::new(said.into_bytes());
            return Ok(true);
        }
        let Some(frame) = self.meta.frames.get(self.next).copied() else { return Ok(false) };
        self.next = self.next.saturating_add(1);
        self.held = io::Cursor::new(unpack(&mut self.file, &frame, MOST_FRAME_BYTES)?);
        Ok(true)
    }
}

impl io::Read for Snapshot {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.held.read(buffer)?;
            if count > 0 || buffer.is_empty() || !self.fill()? {
                return Ok(count);
            }
        }
    }
}

impl Source for Snapshot {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        match io::Read::read(self, buffer)? {
            0 => Ok(Got::End),
            count => Ok(Got::Bytes(count)),
        }
    }
}
