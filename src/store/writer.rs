//! Writes the text of one snapshot: hides secrets, cuts frames at line ends, keeps beginning and end of what is too long.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use super::folder::Folder;
use super::format::{FRAME_BYTES, Frame, Gap, LEAST_FRAME_BYTES, Meta};
use super::frames::{Frames, Packer, Seal, WINDOW_LOG};
use super::redact::{LOOKAHEAD_BYTES, Redactor};
use super::shelf::Temporary;
use crate::budget::Count as _;
use crate::settings::Redaction;

/// Raw bytes that are kept of the beginning, when the input is longer than all that is kept.
const HEAD_BYTES: u64 = 512 * 1024 * 1024;
/// Raw bytes of each of two pieces in which the end is kept: the last piece and the one before it.
const TAIL_BYTES: u64 = 256 * 1024 * 1024;

/// Bytes of text that are looked at together: secrets are hidden in them, and they are compressed. A frame has several
/// such pieces, so that hardly anything is left to do when its text ends.
const PIECE_BYTES: usize = 64 * 1024;

/// Parts of the quota: what one snapshot may take up of it. The records that come before the end have what is left.
const QUOTA_PARTS: u64 = 24;
/// Parts for the beginning of the text, and for each of two pieces of its end.
const TEXT_PARTS: u64 = 5;
/// Parts for the failures' records.
const RECORD_PARTS: u64 = 5;

/// The text of a snapshot in the making. Holds a piece of it, and what compression needs.
pub(super) struct Writer {
    folder: Arc<Folder>,
    pub(super) temporary: Temporary,
    redactor: Option<Redactor>,
    packer: Packer,
    pending: Vec<u8>,
    /// The most bytes of text of a frame, in which no secret was hidden.
    frame_bytes: usize,
    /// Bytes of text at which a piece is cut.
    piece_bytes: usize,
    /// Pending bytes at which it is looked where to cut.
    wanted: usize,
    /// Whether the text so far ends with the end of a line.
    ends_line: bool,
    head: Frames,
    /// Frames of the failures' records.
    records: Vec<Frame>,
    older: Option<Frames>,
    newer: Option<Frames>,
    gap: Gap,
    /// After how many frames it is.
    gap_at: usize,
    /// Stored bytes that head and the two pieces of the end may have each.
    most_text: u64,
    /// Stored bytes that the failures' records may have.
    most_records: u64,
    /// Stored bytes before the first record.
    before_records: Option<u64>,
    tail_bytes: u64,
    head_bytes: u64,
}

fn in_file(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

impl Writer {
    pub(super) fn new(folder: Arc<Folder>, redaction: Redaction, quota: u64) -> io::Result<Self> {
        let (temporary, file) = Temporary::new(&folder)?;
        let share = usize::try_from(quota.div_euclid(16)).unwrap_or(FRAME_BYTES);
        let frame_bytes = share.clamp(LEAST_FRAME_BYTES, FRAME_BYTES);
        let piece_bytes = frame_bytes.min(PIECE_BYTES);
        Ok(Self {
            folder,
            temporary,
            redactor: (redaction == Redaction::Redact).then(Redactor::default),
            packer: Packer::new(WINDOW_LOG)?,
            pending: Vec::new(),
            frame_bytes,
            piece_bytes,
            wanted: piece_bytes,
            ends_line: true,
            head: Frames::new(file),
            records: Vec::new(),
            older: None,
            newer: None,
            gap: Gap::default(),
            gap_at: 0,
            most_text: quota.div_euclid(QUOTA_PARTS).saturating_mul(TEXT_PARTS),
            most_records: quota.div_euclid(QUOTA_PARTS).saturating_mul(RECORD_PARTS),
            before_records: None,
            tail_bytes: TAIL_BYTES,
            head_bytes: HEAD_BYTES,
        })
    }

    /// Takes the next bytes.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.ends_line = bytes.last().map_or(self.ends_line, |last| *last == b'\n');
        let mut left = bytes;
        while !left.is_empty() {
            let room = self.wanted.saturating_sub(self.pending.len());
            let (now, later) = left.split_at_checked(room).unwrap_or((left, &[]));
            self.pending.extend_from_slice(now);
            left = later;
            if self.pending.len() >= self.wanted {
                self.cut()?;
            }
        }
        Ok(())
    }

    /// Whether something of the middle is not kept, or may not be.
    pub(super) const fn is_cut(&self) -> bool {
        self.newer.is_some()
    }

    /// Writes what is pending up to the end of one of its last lines; of a line without end, what holds no secret that goes
    /// on.
    fn cut(&mut self) -> io::Result<()> {
        let line_end = Redactor::cut(&self.pending);
        let long = self.piece_bytes.saturating_add(LOOKAHEAD_BYTES);
        if line_end.is_none() && self.pending.len() < long {
            self.wanted = long;
            return Ok(());
        }
        self.wanted = self.piece_bytes;
        let mut pending = std::mem::take(&mut self.pending);
        let after = match (line_end, &mut self.redactor) {
            (Some(end), Some(redactor)) => {
                let (shown, end) = redactor.lines(&pending, end);
                self.text(&shown)?;
                end
            }
            (Some(end), None) => {
                self.text(pending.get(..end).unwrap_or_default())?;
                end
            }
            (None, Some(redactor)) => {
                let (shown, end) = redactor.beginning(&pending);
                self.text(&shown)?;
                end
            }
            (None, None) => {
                self.text(&pending)?;
                pending.len()
            }
        };
        pending.drain(..after.min(pending.len()));
        self.pending = pending;
        Ok(())
    }

    /// Writes text, in which no secret is any more, into the frame that is open.
    fn text(&mut self, text: &[u8]) -> io::Result<()> {
        let (frame_bytes, piece) = (in_file(self.frame_bytes), in_file(self.piece_bytes));
        if self.newer.as_ref().unwrap_or(&self.head).open_bytes() == 0 {
            self.choose(frame_bytes)?;
        }
        let frames = self.newer.as_mut().unwrap_or(&mut self.head);
        frames.add(text, &mut self.packer)?;
        if frames.open_bytes().saturating_add(piece) > frame_bytes {
            frames.end_text_frame(&mut self.packer)?;
        }
        Ok(())
    }

    /// Chooses where the next frame goes: to the head while there is room, then to a tail that takes more.
    fn choose(&mut self, frame_bytes: u64) -> io::Result<()> {
        let head = &self.head;
        let fits = head.raw.saturating_add(frame_bytes) <= self.head_bytes && head.stored < self.most_text;
        if self.newer.is_none() && (fits || head.index.is_empty()) {
            return Ok(());
        }
        let full = |tail: &Frames| tail.raw >= self.tail_bytes || tail.stored >= self.most_text;
        if self.newer.as_ref().is_none_or(full) {
            let fresh = Frames::new(Temporary::unnamed(&self.folder)?);
            if let Some(lost) = std::mem::replace(&mut self.older, self.newer.replace(fresh)) {
                self.gap.bytes.up(lost.raw);
                let lines = lost.index.iter().fold(0_u64, |sum, frame| sum.saturating_add(frame.lines));
                self.gap.lines.up(lines);
            }
        }
        Ok(())
    }

    /// Writes the rest of the text, after which none comes.
    pub(super) fn end_text(&mut self) -> io::Result<()> {
        let last = std::mem::take(&mut self.pending);
        let shown = match &mut self.redactor {
            Some(redactor) => redactor.block(&last),
            None => Cow::Borrowed(&*last),
        };
        if !last.is_empty() {
            self.text(&shown)?;
        }
        self.newer.as_mut().unwrap_or(&mut self.head).end_text_frame(&mut self.packer)
    }

    /// Takes whole records of failures, lines of JSON, when the text has ended. They come in frames of whole ones. Those
    /// beyond their share of the quota are left out; `weir show` tells how many have none.
    pub(super) fn add_records(&mut self, records: &[u8]) -> io::Result<()> {
        self.join_tails()?;
        let before = *self.before_records.get_or_insert(self.head.stored);
        if self.head.stored.saturating_sub(before) >= self.most_records {
            return Ok(());
        }
        self.head.add(records, &mut self.packer)?;
        if self.head.open_bytes() >= in_file(FRAME_BYTES) {
            let frame = self.head.end_frame(&mut self.packer)?;
            self.records.extend(frame);
        }
        Ok(())
    }

    /// Moves the end of the text after its beginning.
    fn join_tails(&mut self) -> io::Result<()> {
        if self.newer.is_some() {
            self.gap_at = self.head.index.len();
        }
        for tail in [self.older.take(), self.newer.take()].into_iter().flatten() {
            self.head.take(tail)?;
        }
        Ok(())
    }

    /// Writes what is known, when the text has ended. Gives what it is known by.
    pub(super) fn end(&mut self, mut meta: Meta, spilled: Option<Frames>) -> io::Result<Seal> {
        self.join_tails()?;
        let frame = self.head.end_frame(&mut self.packer)?;
        self.records.extend(frame);
        let sum = |of: fn(&Frame) -> u64, frames: &[Frame]| {
            frames.iter().fold(0_u64, |sum, frame| sum.saturating_add(of(frame)))
        };
        meta.bytes = sum(|frame| frame.raw, &self.head.index);
        meta.lines = sum(|frame| frame.lines, &self.head.index);
        meta.redacted = self.redactor.as_ref().map_or(0, Redactor::redacted);
        meta.gap = (self.gap.bytes > 0).then_some((self.gap_at, self.gap));
        meta.frames = std::mem::take(&mut self.head.index);
        meta.lines.up(u64::from(!self.ends_line));
        meta.records = std::mem::take(&mut self.records);
        if let Some(spilled) = spilled {
            meta.records.extend(self.head.take_apart(spilled)?);
        }
        let notes = serde_json::to_vec(&meta)?;
        let notes = self.head.append(&notes, &mut self.packer)?;
        self.head.seal(notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::format::Facts;
    use crate::store::shelf::Shelf;
    use std::io::Read as _;

    #[test]
    fn beginning_and_end_of_an_input_that_is_too_long_are_kept_with_the_gap_printed() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::make(&folder.path().join("store")).unwrap();
        let mut writer = Writer::new(Arc::clone(&shelf.folder), Redaction::Redact, u64::MAX).unwrap();
        (writer.head_bytes, writer.tail_bytes) = (2 << 20, 1 << 20);
        let input: String = (0..1_000_000).map(|number| format!("line {number}\n")).collect();
        writer.add(input.as_bytes()).unwrap();
        let meta = Meta { facts: Facts::default(), ..Meta::default() };
        writer.end_text().unwrap();
        writer.add_records(b"{}\n").unwrap();
        let seal = writer.end(meta, None).unwrap();
        let id = shelf.name(&writer.temporary, &seal).unwrap();
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
