//! One snapshot, opened to be read: any part of its text, one frame at a time.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use super::format::{
    Frame, Gap, MAGIC, MAGIC_FAMILY, MOST_FRAME_BYTES, MOST_NOTES_BYTES, Meta, TRAILER_BYTES,
};
use super::frames::{hash_of, unpack};
use crate::budget::Count as _;
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
    reported_gap: bool,
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
        if magic != MAGIC && magic.starts_with(MAGIC_FAMILY) {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let (offset, raw) = (u64::from_le_bytes(offset), u64::from_le_bytes(raw));
        let stored = trailer_at.checked_sub(offset).filter(|_| magic == MAGIC).ok_or_else(damaged)?;
        let notes = unpack(&mut file, &Frame { offset, stored, raw, lines: 0 }, MOST_NOTES_BYTES)?;
        let meta: Meta = serde_json::from_slice(&notes).map_err(|_| damaged())?;
        let held = io::Cursor::new(Vec::new());
        Ok(Self { file, id: id.to_owned(), hash, meta, next: 0, held, reported_gap: false })
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether all of the file is as it was written; one of more bytes than `most` is believed to be.
    pub(super) fn is_sound(&mut self, most: u64) -> bool {
        let Ok(length) = self.file.seek(SeekFrom::End(0)) else { return false };
        let trailer = u64::try_from(TRAILER_BYTES).unwrap_or(0);
        length > most
            || hash_of(&mut self.file, length.saturating_sub(trailer)).is_ok_and(|hash| hash == self.hash)
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

    /// How many failures have a record.
    #[must_use]
    pub fn record_count(&self) -> u64 {
        self.meta.records.iter().fold(0, |sum, frame| sum.saturating_add(frame.lines))
    }

    /// Gives the failures' records, a line of JSON each with its number from 0 on, from a certain one on until `each`
    /// says that it has enough.
    ///
    /// # Errors
    /// When they are damaged, or what `each` says.
    pub fn records(
        &mut self,
        from: u64,
        each: &mut dyn FnMut(u64, &[u8]) -> io::Result<bool>,
    ) -> io::Result<()> {
        let mut number = 0_u64;
        for frame in self.meta.records.clone() {
            let after = number.saturating_add(frame.lines);
            if after <= from {
                number = after;
                continue;
            }
            let records = unpack(&mut self.file, &frame, MOST_FRAME_BYTES)?;
            for record in records.split(|byte| *byte == b'\n').filter(|record| !record.is_empty()) {
                if number >= from && !each(number, record)? {
                    return Ok(());
                }
                number.up(1);
            }
        }
        Ok(())
    }

    /// Lines of the whole input, those that are not stored included.
    #[must_use]
    pub fn all_lines(&self) -> u64 {
        self.meta.lines.saturating_add(self.meta.gap.map_or(0, |(_, gap)| gap.lines))
    }

    /// Goes to the frame that holds a line of the input, counted from 1. Gives the number of the first line that is
    /// read then.
    pub fn seek_line(&mut self, line: u64) -> u64 {
        let mut first = 1_u64;
        self.next = 0;
        self.held = io::Cursor::new(Vec::new());
        self.reported_gap = false;
        for frame in &self.meta.frames {
            if let Some((after, gap)) = self.meta.gap
                && after == self.next
            {
                if first.saturating_add(gap.lines) > line {
                    return first;
                }
                first.up(gap.lines);
                self.reported_gap = true;
            }
            let trailing = first.saturating_add(frame.lines);
            if trailing >= line {
                break;
            }
            first = trailing;
            self.next.up(1);
        }
        first
    }

    /// Goes to a byte of the input, counted from 0. Gives the number of the line that it is in, from 1; nothing when there
    /// is no such byte, or a part of the input is not stored.
    ///
    /// # Errors
    /// When the stored bytes are damaged.
    pub fn seek_byte(&mut self, at: u64) -> io::Result<Option<u64>> {
        if self.meta.gap.is_some() || at > self.meta.bytes {
            return Ok(None);
        }
        let (mut before, mut line) = (0_u64, 1_u64);
        self.next = 0;
        self.held = io::Cursor::new(Vec::new());
        for frame in &self.meta.frames {
            let trailing = before.saturating_add(frame.raw);
            if trailing > at {
                break;
            }
            before = trailing;
            line.up(frame.lines);
            self.next.up(1);
        }
        if at > before {
            self.fill()?;
            let passed = at.saturating_sub(before);
            let held = self.held.get_ref().get(..usize::try_from(passed).map_err(|_| damaged())?);
            let lines = memchr::memchr_iter(b'\n', held.ok_or_else(damaged)?).count();
            line.up(u64::try_from(lines).unwrap_or(u64::MAX));
            self.held.set_position(passed);
        }
        Ok(Some(line))
    }

    /// Reads on up to where something is missing, or to the end: then nothing comes.
    ///
    /// # Errors
    /// When the stored bytes are damaged.
    pub fn read_part(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.held.read(buffer)?;
            if count > 0 || buffer.is_empty() || self.gap_here().is_some() || !self.fill()? {
                return Ok(count);
            }
        }
    }

    /// Goes on after what is missing, if that is what comes next. Gives the number of its first line, too.
    pub fn pass_gap(&mut self) -> Option<(u64, Gap)> {
        let gap = self.gap_here()?;
        self.reported_gap = true;
        let before = self.meta.frames.iter().take(self.next);
        Some((before.fold(1, |sum, frame| sum.saturating_add(frame.lines)), gap))
    }

    fn gap_here(&self) -> Option<Gap> {
        self.meta.gap.filter(|(after, _)| *after == self.next && !self.reported_gap).map(|(_, gap)| gap)
    }

    fn fill(&mut self) -> io::Result<bool> {
        if let Some((_, gap)) = self.pass_gap() {
            let printed = format!("\n[{} lines, {} bytes are not stored]\n", gap.lines, gap.bytes);
            self.held = io::Cursor::new(printed.into_bytes());
            return Ok(true);
        }
        let Some(frame) = self.meta.frames.get(self.next).copied() else { return Ok(false) };
        self.next.up(1);
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
