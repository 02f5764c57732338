//! Records of failures that no memory is held for, on their way to the store.
//!
//! They come one by one while the input streams by, each perhaps several times: as a status line, as a block, in the
//! closing list. Only numbers of the names are held, to keep each record once. Trouble ends the writing and nothing else.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io;

use super::format::FRAME_BYTES;
use super::frames::{Frames, Packer};
use super::recorder::Place;
use super::redact::Redactor;
use super::shelf::{Shelf, Temporary};
use crate::settings::Redaction;

/// The most records.
const RECORDS: usize = 1_000_000;
/// The most bytes of one record.
const RECORD_BYTES: usize = 64 * 1024;
/// Bytes of records that are written together.
const PIECE_BYTES: usize = 32 * 1024;
/// Base-two logarithm of the bytes in which repetitions are found: records come when memory is short already.
const WINDOW_LOG: u32 = 15;

/// Records in the making. Holds at most a piece of them, what compression needs, and eight bytes of each one's name.
pub struct Spill {
    place: Place,
    redactor: Option<Redactor>,
    hasher: RandomState,
    seen: HashSet<u64>,
    pending: Vec<u8>,
    written: Option<(Frames, Packer)>,
    /// What was written, when no more is taken.
    closed: Option<Frames>,
    /// Nothing is taken any more.
    full: bool,
    /// It could not be written: only frames that were ended before are whole.
    trouble: bool,
}

impl std::fmt::Debug for Spill {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Spill").field("records", &self.seen.len()).finish_non_exhaustive()
    }
}

impl Spill {
    pub(super) fn new(place: Place, redaction: Redaction) -> Self {
        Self {
            place,
            redactor: (redaction == Redaction::Redact).then(Redactor::default),
            hasher: RandomState::new(),
            seen: HashSet::new(),
            pending: Vec::new(),
            written: None,
            closed: None,
            full: false,
            trouble: false,
        }
    }

    /// Takes the record of the failure of this name, one line without its end, unless it was there before.
    pub fn add(&mut self, name: &str, record: impl FnOnce() -> String) {
        if self.full || self.seen.len() >= RECORDS || !self.seen.insert(self.hasher.hash_one(name)) {
            return;
        }
        let record = record();
        if record.len() > RECORD_BYTES {
            return;
        }
        self.pending.extend_from_slice(record.as_bytes());
        self.pending.push(b'\n');
        if self.pending.len() >= PIECE_BYTES {
            self.trouble = self.flush().is_err();
            self.full |= self.trouble;
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.written.is_none() {
            let shelf = Shelf::make(&self.place.folder).map_err(io::Error::other)?;
            self.written = Some((Frames::new(Temporary::unnamed(&shelf.folder)?), Packer::new(WINDOW_LOG)?));
        }
        let Some((frames, packer)) = &mut self.written else { return Ok(()) };
        if frames.stored > self.place.quota.div_euclid(8) {
            self.full = true;
            return Ok(());
        }
        match &mut self.redactor {
            Some(redactor) => frames.add(&redactor.block(&self.pending), packer)?,
            None => frames.add(&self.pending, packer)?,
        }
        self.pending.clear();
        let whole = usize::try_from(frames.open_bytes()).is_ok_and(|bytes| bytes >= FRAME_BYTES);
        if whole { frames.end_text_frame(packer) } else { Ok(()) }
    }

    /// No more is taken, and the memory is free that taking needs.
    pub fn close(&mut self) {
        self.trouble |= !self.full && !self.pending.is_empty() && self.flush().is_err();
        self.full = true;
        self.seen = HashSet::new();
        self.pending = Vec::new();
        if let Some((mut frames, mut packer)) = self.written.take() {
            if !self.trouble {
                let _ = frames.end_text_frame(&mut packer);
            }
            self.closed = Some(frames);
        }
    }

    /// All that was taken; nothing when there was nothing.
    pub(super) fn end(&mut self) -> Option<Frames> {
        self.close();
        self.closed.take()
    }
}
