//! Takes the bytes of an input while they stream by, and makes a snapshot of them when one is wanted.
//!
//! A short input waits in memory and touches the disk only when it is kept. A longer one is compressed and written by a
//! thread of its own, a few blocks behind the filter. Trouble ends the recording and nothing else.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

use super::error::StoreError;
use super::format::{Facts, Meta};
use super::shelf::Shelf;
use super::spill::Spill;
use super::writer::Writer;
use crate::settings::Redaction;

/// Bytes that are handed to the thread at once; a shorter input has none.
const BLOCK_BYTES: usize = 256 * 1024;
/// How many blocks may wait for the thread.
const WAITING: usize = 8;

/// Where snapshots go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder.
    pub folder: PathBuf,
    /// Bytes that all snapshots together may take up.
    pub quota: u64,
}

type Ended = io::Result<Writer>;

/// The thread that writes, and how blocks get there.
struct Writing {
    sender: SyncSender<Vec<u8>>,
    thread: JoinHandle<Ended>,
    shelf: Shelf,
}

/// A snapshot in the making.
pub struct Recorder {
    place: Place,
    redaction: Redaction,
    pending: Vec<u8>,
    thread: Option<Writing>,
    trouble: Option<StoreError>,
    ends_line: bool,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Recorder").field("place", &self.place).finish_non_exhaustive()
    }
}

fn write_all(blocks: &std::sync::mpsc::Receiver<Vec<u8>>, mut writer: Writer) -> Ended {
    let mut ended = Ok(());
    // What comes after trouble is taken too, so that the filter never waits.
    for block in blocks {
        if ended.is_ok() {
            ended = writer.add(&block);
        }
    }
    ended.map(|()| writer)
}

impl Recorder {
    /// Nothing recorded yet, nothing on the disk.
    #[must_use]
    pub const fn new(place: Place, redaction: Redaction) -> Self {
        Self { place, redaction, pending: Vec::new(), thread: None, trouble: None, ends_line: true }
    }

    /// Takes the next bytes of the input.
    pub fn add(&mut self, bytes: &[u8]) {
        if self.trouble.is_some() {
            return;
        }
        self.ends_line = bytes.last().map_or(self.ends_line, |last| *last == b'\n');
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= BLOCK_BYTES {
            self.send();
        }
    }

    /// Another file begins: its first line is one of its own.
    pub fn separate(&mut self) {
        if !self.ends_line {
            self.add(b"\n");
        }
    }

    fn send(&mut self) {
        if self.thread.is_none() {
            match self.begin() {
                Ok(thread) => self.thread = Some(thread),
                Err(trouble) => return self.give_up(trouble),
            }
        }
        let block = std::mem::replace(&mut self.pending, Vec::with_capacity(BLOCK_BYTES));
        if let Some(Writing { sender, .. }) = &self.thread {
            let _ = sender.send(block);
        }
    }

    fn give_up(&mut self, trouble: StoreError) {
        self.pending = Vec::new();
        self.trouble = Some(trouble);
    }

    fn begin(&self) -> Result<Writing, StoreError> {
        let (shelf, writer) = self.open()?;
        let (sender, blocks) = sync_channel(WAITING);
        let thread = std::thread::Builder::new().name("store".to_owned());
        let thread = thread.spawn(move || write_all(&blocks, writer));
        let thread = thread.map_err(StoreError::file("failed to begin a thread"))?;
        Ok(Writing { sender, thread, shelf })
    }

    fn open(&self) -> Result<(Shelf, Writer), StoreError> {
        let shelf = Shelf::make(&self.place.folder)?;
        let writer = Writer::new(Arc::clone(&shelf.folder), self.redaction, self.place.quota);
        Ok((shelf, writer.map_err(StoreError::file("failed to make a file in the store"))?))
    }

    /// What takes the records that come before the end.
    #[must_use]
    pub fn spill(&self) -> Spill {
        Spill::new(self.place.clone(), self.redaction)
    }

    /// Keeps what was recorded with the failures' records, a line of JSON each without its end, and those that came
    /// before. Gives its id, or nothing when there was trouble.
    pub fn keep(
        &mut self,
        facts: Facts,
        records: &mut dyn Iterator<Item = String>,
        spill: Option<&mut Spill>,
    ) -> Option<String> {
        if self.trouble.is_some() {
            return None;
        }
        match self.try_keep(facts, records, spill) {
            Ok(id) => Some(id),
            Err(trouble) => {
                self.give_up(trouble);
                None
            }
        }
    }

    fn try_keep(
        &mut self,
        facts: Facts,
        records: &mut dyn Iterator<Item = String>,
        spill: Option<&mut Spill>,
    ) -> Result<String, StoreError> {
        let failed = || StoreError::file("failed to write to the store");
        let rest = std::mem::take(&mut self.pending);
        let (shelf, mut writer) = match self.thread.take() {
            Some(Writing { sender, thread, shelf }) => {
                drop(sender);
                let ended =
                    thread.join().unwrap_or_else(|_| Err(io::Error::other("the writing thread ended")));
                (shelf, ended.map_err(failed())?)
            }
            None => self.open()?,
        };
        writer.add(&rest).map_err(failed())?;
        let meta = Meta { facts, ..Meta::default() };
        let hash = writer.end(meta, records, spill.and_then(Spill::end)).map_err(failed())?;
        let id = shelf.name(&writer.temporary, &hash).map_err(failed())?;
        drop(writer);
        shelf.tidy(self.place.quota, &id);
        Ok(id)
    }

    /// What went wrong, if anything did.
    #[must_use]
    pub const fn trouble(&self) -> Option<&StoreError> {
        self.trouble.as_ref()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if let Some(Writing { sender, thread, .. }) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}
