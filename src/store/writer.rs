//! Writes the text of one snapshot: hides secrets, cuts frames at line ends, keeps beginning and end of what is too long.

use std::io;
use std::sync::Arc;

use super::folder::Folder;
use super::format::{
    FRAME_BYTES, Frame, Gap, LEAST_FRAME_BYTES, MAGIC, MOST_RECORDS_BYTES, Meta, TRAILER_BYTES,
};
use super::frames::{Frames, Packer};
use super::redact::Redactor;
use super::shelf::Temporary;
use crate::settings::Redaction;

/// Raw bytes that are kept of the beginning, when the input is longer than all that is kept.
const HEAD_BYTES: u64 = 512 * 1024 * 1024;
/// Raw bytes of each of two pieces in which the end is kept: the last piece and the one before it.
const TAIL_BYTES: u64 = 256 * 1024 * 1024;

/// The text of a snapshot in the making. Holds a frame of it, and what compression needs.
pub(super) struct Writer {
    folder: Arc<Folder>,
    pub(super) temporary: Temporary,
    redactor: Option<Redactor>,
    packer: Packer,
    pending: Vec<u8>,
    /// Bytes of text at which a frame is cut.
    frame_bytes: usize,
    /// Whether the text so far ends with the end of a line.
    ends_line: bool,
    head: Frames,
    older: Option<Frames>,
    newer: Option<Frames>,
    gap: Gap,
    /// Stored bytes that all frames may have: a third each for head and the two pieces of the end.
    most: u64,
    tail_bytes: u64,
    head_bytes: u64,
}

impl Writer {
    pub(super) fn new(folder: Arc<Folder>, redaction: Redaction, quota: u64) -> io::Result<Self> {
        let (temporary, file) = Temporary::new(&folder)?;
        Ok(Self {
            folder,
            temporary,
            redactor: (redaction == Redaction::Redact).then(Redactor::default),
            packer: Packer::new()?,
            pending: Vec::new(),
            frame_bytes: usize::try_from(quota.div_euclid(16))
                .unwrap_or(FRAME_BYTES)
                .clamp(LEAST_FRAME_BYTES, FRAME_BYTES),
            ends_line: true,
            head: Frames::new(file),
            older: None,
            newer: None,
            gap: Gap::default(),
            most: quota,
            tail_bytes: TAIL_BYTES,
            head_bytes: HEAD_BYTES,
        })
    }

    /// Takes the next bytes.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.ends_line = bytes.last().map_or(self.ends_line, |last| *last == b'\n');
        let mut left = bytes;
        while !left.is_empty() {
            let room = self.frame_bytes.saturating_sub(self.pending.len());
            let (now, later) = left.split_at_checked(room).unwrap_or((left, &[]));
            self.pending.extend_from_slice(now);
            left = later;
            if self.pending.len() >= self.frame_bytes {
                self.cut()?;
            }
        }
        Ok(())
    }

    /// Whether something of the middle is not kept, or may not be.
    pub(super) const fn is_cut(&self) -> bool {
        self.newer.is_some()
    }

    /// Writes what is pending up to its last line end; in a line without end, up to where no secret goes on.
    fn cut(&mut self) -> io::Result<()> {
        let text = &self.pending;
        let at = |byte: u8| memchr::memrchr(byte, text).map(|at| at.saturating_add(1));
        let end = at(b'\n').or_else(|| at(b',').max(at(b'}'))).or_else(|| at(b' ')).unwrap_or(text.len());
        self.write(end)
    }

    fn write(&mut self, end: usize) -> io::Result<()> {
        let pending = std::mem::take(&mut self.pending);
        let (now, later) = pending.split_at_checked(end).unwrap_or((&pending, &[]));
        self.pending.reserve(self.frame_bytes);
        self.pending.extend_from_slice(later);
        if now.is_empty() {
            return Ok(());
        }
        match &mut self.redactor {
            Some(redactor) => {
                let shown = redactor.block(now);
                self.frame(&shown)
            }
            None => self.frame(now),
        }
    }

    fn frame(&mut self, text: &[u8]) -> io::Result<()> {
        let third = self.most.div_euclid(3);
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        let fits = self.head.raw.saturating_add(length) <= self.head_bytes && self.head.stored < third;
        if self.newer.is_none() && (fits || self.head.index.is_empty()) {
            return self.head.add(text, &mut self.packer);
        }
        let full = |tail: &Frames| tail.raw >= self.tail_bytes || tail.stored >= third;
        if self.newer.as_ref().is_none_or(full) {
            let fresh = Frames::new(Temporary::unnamed(&self.folder)?);
            if let Some(lost) = std::mem::replace(&mut self.older, self.newer.replace(fresh)) {
                self.gap.bytes = self.gap.bytes.saturating_add(lost.raw);
                let lines = lost.index.iter().fold(0_u64, |sum, frame| sum.saturating_add(frame.lines));
                self.gap.lines = self.gap.lines.saturating_add(lines);
            }
        }
        match &mut self.newer {
            Some(newer) => newer.add(text, &mut self.packer),
            None => Ok(()),
        }
    }

    /// Writes the rest, the records and what is known. Gives the hash of all of it.
    pub(super) fn end(
        &mut self,
        mut meta: Meta,
        records: &mut dyn Iterator<Item = String>,
        spilled: Option<Frames>,
    ) -> io::Result<[u8; 32]> {
        while !self.pending.is_empty() {
            self.write(self.pending.len())?;
        }
        let before = self.head.index.len();
        for tail in [self.older.take(), self.newer.take()].into_iter().flatten() {
            self.head.take(tail)?;
        }
        let sum = |of: fn(&Frame) -> u64, frames: &[Frame]| {
            frames.iter().fold(0_u64, |sum, frame| sum.saturating_add(of(frame)))
        };
        meta.bytes = sum(|frame| frame.raw, &self.head.index);
        meta.lines = sum(|frame| frame.lines, &self.head.index);
        meta.redacted = self.redactor.as_ref().map_or(0, Redactor::redacted);
        meta.gap = (self.gap.bytes > 0).then_some((before, self.gap));
        meta.frames.clone_from(&self.head.index);
        meta.lines = meta.lines.saturating_add(u64::from(!self.ends_line));
        meta.records = self.records(records)?;
        if let Some(spilled) = spilled {
            meta.records.extend(self.head.take_apart(spilled)?);
        }
        let notes = serde_json::to_vec(&meta)?;
        let notes = self.head.append(&notes, &mut self.packer)?;
        let hash = self.head.hash()?;
        let mut trailer = Vec::with_capacity(TRAILER_BYTES);
        trailer.extend_from_slice(&notes.offset.to_le_bytes());
        trailer.extend_from_slice(&notes.raw.to_le_bytes());
        trailer.extend_from_slice(&hash);
        trailer.extend_from_slice(&MAGIC);
        io::Write::write_all(&mut self.head.file, &trailer)?;
        Ok(hash)
    }

    /// Writes records in frames of whole ones. Those beyond the bound are left out.
    fn records(&mut self, records: &mut dyn Iterator<Item = String>) -> io::Result<Vec<Frame>> {
        let (mut frames, mut all) = (Vec::new(), 0_u64);
        let mut pending = Vec::new();
        for record in records {
            all = all.saturating_add(u64::try_from(record.len()).unwrap_or(u64::MAX));
            if all > MOST_RECORDS_BYTES {
                break;
            }
            pending.extend_from_slice(record.as_bytes());
            pending.push(b'\n');
            if pending.len() >= FRAME_BYTES {
                frames.push(self.head.append(&pending, &mut self.packer)?);
                pending.clear();
            }
        }
        if !pending.is_empty() {
            frames.push(self.head.append(&pending, &mut self.packer)?);
        }
        Ok(frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::format::Facts;
    use crate::store::shelf::Shelf;
    use std::io::Read as _;

    #[test]
    fn beginning_and_end_of_an_input_that_is_too_long_are_kept_with_the_gap_said() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::make(&folder.path().join("store")).unwrap();
        let mut writer = Writer::new(Arc::clone(&shelf.folder), Redaction::Redact, u64::MAX).unwrap();
        (writer.head_bytes, writer.tail_bytes) = (2 << 20, 1 << 20);
        let input: String = (0..1_000_000).map(|number| format!("line {number}\n")).collect();
        writer.add(input.as_bytes()).unwrap();
        let meta = Meta { facts: Facts::default(), ..Meta::default() };
        let hash = writer.end(meta, &mut std::iter::once("{}".to_owned()), None).unwrap();
        let id = shelf.name(&writer.temporary, &hash).unwrap();
        drop(writer);
        let mut snapshot = shelf.get(&id).unwrap();
        let (_, gap) = snapshot.meta().gap.unwrap();
        assert_eq!(snapshot.meta().lines + gap.lines, 1_000_000);
        assert_eq!(snapshot.meta().bytes + gap.bytes, input.len() as u64);
        let mut records = Vec::new();
        snapshot
            .records(0, &mut |_, record| {
                records.push(record.to_vec());
                Ok(true)
            })
            .unwrap();
        assert_eq!(records, [b"{}".to_vec()]);
        let mut text = String::new();
        snapshot.read_to_string(&mut text).unwrap();
        let (head, tail) = text.split_once(" are not stored]\n").unwrap();
        let (head, _) = head.rsplit_once("\n[").unwrap();
        assert!(
            input.starts_with(head) && input.ends_with(tail) && head.len() > 1 << 20 && tail.len() > 1 << 20
        );
        assert_eq!(std::fs::read_dir(folder.path().join("store")).unwrap().count(), 1);
    }
}
