//! Takes the bytes of an input while they stream by, and makes a snapshot of them when one is wanted.
//!
//! A short input waits in memory and touches the disk only when it is kept. A longer one is compressed and written by a
//! thread of its own, a few blocks behind the filter. Trouble ends the recording and nothing else.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

use super::error::StoreError;
use super::format::{Facts, MOST_RECORDS_BYTES, Meta};
use super::shelf::Shelf;
use super::spill::Spill;
use super::writer::Writer;
use crate::settings::Redaction;
use crate::text::Transcoder;

/// Bytes that are handed to the thread at once; a shorter input has none.
const BLOCK_BYTES: usize = 64 * 1024;
/// How many blocks may wait for the thread: what two reads give.
const WAITING: usize = 8;

/// Where snapshots go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder.
    pub folder: PathBuf,
    /// Bytes that all snapshots together may take up.
    pub quota: u64,
}

/// What is to be done with bytes.
enum Work {
    /// They are text.
    Text(Vec<u8>),
    /// No text comes any more.
    TextEnd,
    /// They are records of failures, whole ones.
    Records(Vec<u8>),
}

/// A file of the store that is being written.
struct Opened {
    shelf: Shelf,
    writer: Writer,
}

impl Opened {
    fn new(place: &Place, redaction: Redaction) -> Result<Self, StoreError> {
        let shelf = Shelf::make(&place.folder)?;
        let writer = Writer::new(Arc::clone(&shelf.folder), redaction, place.quota);
        Ok(Self { shelf, writer: writer.map_err(StoreError::file("failed to make a file in the store"))? })
    }

    fn work(&mut self, work: &Work) -> Result<(), StoreError> {
        let done = match work {
            Work::Text(bytes) => self.writer.add(bytes),
            Work::TextEnd => self.writer.end_text(),
            Work::Records(records) => self.writer.add_records(records),
        };
        done.map_err(StoreError::file("failed to write to the store"))
    }
}

/// Who writes.
enum Hands {
    /// Nobody yet: what came is short.
    Nobody,
    /// The caller's own thread.
    Own(Opened),
    /// A thread, how work gets there, and how emptied blocks come back.
    Thread(SyncSender<Work>, JoinHandle<Result<Opened, StoreError>>, Receiver<Vec<u8>>),
}

/// A snapshot in the making.
pub struct Recorder {
    place: Place,
    redaction: Redaction,
    pending: Vec<u8>,
    hands: Hands,
    /// No more text is taken.
    text_ended: bool,
    trouble: Option<StoreError>,
    /// What waited last ended with the end of a line.
    ended_line: bool,
    encoding: Transcoder,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Recorder").field("place", &self.place).finish_non_exhaustive()
    }
}

fn write_all(
    works: &Receiver<Work>,
    emptied: &Sender<Vec<u8>>,
    opened: Result<Opened, StoreError>,
) -> Result<Opened, StoreError> {
    let mut opened = opened;
    // What comes after trouble is taken too, so that the filter never waits.
    for work in works {
        let done = opened.as_mut().map_or(Ok(()), |opened| opened.work(&work));
        if let Err(trouble) = done {
            opened = Err(trouble);
        }
        if let Work::Text(mut block) | Work::Records(mut block) = work {
            block.clear();
            let _ = emptied.send(block);
        }
    }
    opened
}

impl Recorder {
    /// Nothing recorded yet, nothing on the disk.
    #[must_use]
    pub fn new(place: Place, redaction: Redaction) -> Self {
        let encoding = Transcoder::default();
        Self {
            place,
            redaction,
            pending: Vec::new(),
            hands: Hands::Nobody,
            text_ended: false,
            trouble: None,
            ended_line: true,
            encoding,
        }
    }

    /// Takes the next bytes of the input.
    pub fn add(&mut self, bytes: &[u8]) {
        let mut left = bytes;
        while !left.is_empty() && self.trouble.is_none() && !self.text_ended {
            let room = BLOCK_BYTES.saturating_sub(self.pending.len());
            let (now, later) = left.split_at_checked(room).unwrap_or((left, &[]));
            self.encoding.add(now, &mut self.pending);
            left = later;
            if self.pending.len() >= BLOCK_BYTES {
                self.send();
            }
        }
    }

    /// Another file begins: its first line is one of its own.
    pub fn separate(&mut self) {
        self.encoding.finish(&mut self.pending);
        if !self.pending.last().map_or(self.ended_line, |last| *last == b'\n') {
            self.pending.push(b'\n');
        }
    }

    /// The input is over. Its last bytes are written while the answer is being made.
    pub fn ended(&mut self) {
        if std::mem::replace(&mut self.text_ended, true) {
            return;
        }
        self.encoding.finish(&mut self.pending);
        if let Hands::Thread(works, ..) = &self.hands {
            let _ = works.send(Work::Text(std::mem::take(&mut self.pending)));
            let _ = works.send(Work::TextEnd);
        }
    }

    fn send(&mut self) {
        if matches!(self.hands, Hands::Nobody) {
            match self.begin() {
                Ok(hands) => self.hands = hands,
                Err(trouble) => return self.give_up(trouble),
            }
        }
        self.ended_line = self.pending.last().is_none_or(|last| *last == b'\n');
        if let Hands::Thread(works, _, emptied) = &self.hands {
            // Memory that was in use already is faster than fresh one.
            let next = emptied.try_recv().unwrap_or_else(|_| Vec::with_capacity(BLOCK_BYTES));
            let _ = works.send(Work::Text(std::mem::replace(&mut self.pending, next)));
        }
    }

    fn give_up(&mut self, trouble: StoreError) {
        self.pending = Vec::new();
        self.trouble = Some(trouble);
    }

    /// Begins a thread, which makes the file, too: the filter waits for nothing.
    fn begin(&self) -> Result<Hands, StoreError> {
        let (place, redaction) = (self.place.clone(), self.redaction);
        let (works, taken) = sync_channel(WAITING);
        let (emptied, back) = channel();
        let thread = std::thread::Builder::new().name("store".to_owned());
        let thread =
            thread.spawn(move || write_all(&taken, &emptied, Opened::new(&place, redaction)));
        Ok(Hands::Thread(works, thread.map_err(StoreError::file("failed to begin a thread"))?, back))
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
        self.ended();
        if matches!(self.hands, Hands::Nobody) {
            let mut opened = Opened::new(&self.place, self.redaction)?;
            opened.work(&Work::Text(std::mem::take(&mut self.pending)))?;
            opened.work(&Work::TextEnd)?;
            self.hands = Hands::Own(opened);
        }
        self.hand_over(records)?;
        let Opened { shelf, mut writer } = match std::mem::replace(&mut self.hands, Hands::Nobody) {
            Hands::Nobody => Opened::new(&self.place, self.redaction)?,
            Hands::Own(opened) => opened,
            Hands::Thread(works, thread, _) => {
                drop(works);
                thread.join().map_err(|_| StoreError::file("the writing thread ended")(io::ErrorKind::Other.into()))??
            }
        };
        let meta = Meta { facts, ..Meta::default() };
        let hash = writer.end(meta, spill.and_then(Spill::end)).map_err(failed())?;
        let id = shelf.name(&writer.temporary, &hash).map_err(failed())?;
        drop(writer);
        shelf.tidy(self.place.quota, &id);
        Ok(id)
    }

    /// Hands records over, several together. Those beyond the bound are left out.
    fn hand_over(&mut self, records: &mut dyn Iterator<Item = String>) -> Result<(), StoreError> {
        let (mut block, mut all) = (Vec::new(), 0_u64);
        for record in records {
            all = all.saturating_add(u64::try_from(record.len()).unwrap_or(u64::MAX));
            if all > MOST_RECORDS_BYTES {
                break;
            }
            block.extend_from_slice(record.as_bytes());
            block.push(b'\n');
            if block.len() >= BLOCK_BYTES {
                block = self.work(Work::Records(block))?;
            }
        }
        if !block.is_empty() {
            self.work(Work::Records(block))?;
        }
        Ok(())
    }

    /// Has work done by whom it is for. Gives an empty block.
    fn work(&mut self, work: Work) -> Result<Vec<u8>, StoreError> {
        match &mut self.hands {
            Hands::Nobody => {}
            Hands::Own(opened) => opened.work(&work)?,
            Hands::Thread(works, _, emptied) => {
                let _ = works.send(work);
                return Ok(emptied.try_recv().unwrap_or_default());
            }
        }
        Ok(Vec::new())
    }

    /// What went wrong, if anything did.
    #[must_use]
    pub const fn trouble(&self) -> Option<&StoreError> {
        self.trouble.as_ref()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if let Hands::Thread(works, thread, _) = std::mem::replace(&mut self.hands, Hands::Nobody) {
            drop(works);
            let _ = thread.join();
        }
    }
}
