//! Takes the bytes of an input while they stream by, and makes a snapshot of them when one is wanted.
//!
//! A short input waits in memory and touches the disk only when it is kept. A longer one is compressed and written by a
//! thread of its own, a few blocks after the filter. Trouble ends the recording and nothing else.

use std::io;
use std::path::PathBuf;

use super::blocks::{Blocks, Records};
use super::error::StoreError;
use super::format::Facts;
use super::spill::Spill;
use super::worker::{Ending, Opened, Work, Worker, failed};
use crate::settings::Redaction;
use crate::text::Transcoder;

/// Bytes that are handed to the thread at once; a shorter input has none.
const BLOCK_BYTES: usize = 64 * 1024;

/// Where snapshots go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder.
    pub folder: PathBuf,
    /// Bytes that all snapshots together may take up.
    pub quota: u64,
}

/// Who writes.
enum Hands {
    /// Nobody yet: what came is short.
    Nobody,
    /// The caller alone.
    Own(Box<Opened>),
    /// A thread beside the caller.
    Thread(Worker),
}

/// A snapshot in the making.
pub struct Recorder {
    place: Place,
    redaction: Redaction,
    pending: Vec<u8>,
    hands: Hands,
    /// No more text is taken.
    text_ended: bool,
    /// The records were handed over.
    has_records: bool,
    trouble: Option<StoreError>,
    /// What waited last ended with the end of a line.
    ended_line: bool,
    encoding: Transcoder,
    /// The marks of those who may have it over HTTP.
    owners: Vec<String>,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Recorder").field("place", &self.place).finish_non_exhaustive()
    }
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
            has_records: false,
            trouble: None,
            ended_line: true,
            encoding,
            owners: Vec::new(),
        }
    }

    /// What is stored is for those of these marks.
    #[must_use]
    pub fn owned(mut self, owners: Vec<String>) -> Self {
        self.owners = owners;
        self
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
        if let Hands::Thread(writing) = &self.hands {
            writing.add(Work::Text(std::mem::take(&mut self.pending)));
            writing.add(Work::TextEnd);
            // The answer needs their memory.
            writing.free();
        }
    }

    fn send(&mut self) {
        if matches!(self.hands, Hands::Nobody) {
            match Worker::begin(self.place.clone(), self.redaction) {
                Ok(writing) => self.hands = Hands::Thread(writing),
                Err(trouble) => return self.give_up(trouble),
            }
        }
        self.ended_line = self.pending.last().is_none_or(|last| *last == b'\n');
        if let Hands::Thread(writing) = &self.hands {
            // Memory that was in use already is faster than fresh one.
            let next = writing.emptied().unwrap_or_else(|| Vec::with_capacity(BLOCK_BYTES));
            writing.add(Work::Text(std::mem::replace(&mut self.pending, next)));
        }
    }

    fn give_up(&mut self, trouble: StoreError) {
        self.pending = Vec::new();
        self.trouble = Some(trouble);
    }

    /// What takes the records that come before the end.
    #[must_use]
    pub fn spill(&self) -> Spill {
        Spill::new(self.place.clone(), self.redaction)
    }

    /// The input is over and will hardly be shown whole. A thread that writes makes the records now, while the answer is
    /// being made; without one they are made when all is kept.
    pub fn expect_records(&mut self, records: impl FnOnce() -> Records) {
        self.ended();
        if let (None, Hands::Thread(writing), false) = (&self.trouble, &self.hands, self.has_records) {
            writing.add(Work::Records(records()));
            self.has_records = true;
        }
    }

    /// Keeps what was recorded with the failures' records, unless they are being made already, and those that came before.
    /// Gives its id, or nothing when there was trouble.
    pub fn keep(
        &mut self,
        facts: Facts,
        records: impl FnOnce() -> Records,
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
        records: impl FnOnce() -> Records,
        spill: Option<&mut Spill>,
    ) -> Result<String, StoreError> {
        self.ended();
        if matches!(self.hands, Hands::Nobody) {
            let mut opened = Opened::new(&self.place, self.redaction)?;
            opened.add(&std::mem::take(&mut self.pending))?;
            opened.end_text()?;
            self.hands = Hands::Own(Box::new(opened));
        }
        let records = (!std::mem::replace(&mut self.has_records, true)).then(records);
        let facts = Facts { owners: self.owners.clone(), ..facts };
        let ending = Ending { facts, spilled: spill.and_then(Spill::end) };
        match std::mem::replace(&mut self.hands, Hands::Nobody) {
            Hands::Thread(writing) => {
                records.into_iter().for_each(|records| writing.add(Work::Records(records)));
                let id = writing.keep(ending);
                self.hands = Hands::Thread(writing);
                id
            }
            Hands::Own(mut opened) => {
                for block in records.into_iter().flat_map(Blocks::new) {
                    opened.add_records(&block)?;
                }
                let id = opened.keep(ending)?;
                opened.tidy(self.place.quota, &id);
                Ok(id)
            }
            Hands::Nobody => Err(failed()(io::ErrorKind::NotFound.into())),
        }
    }

    /// What went wrong, if anything did.
    #[must_use]
    pub const fn trouble(&self) -> Option<&StoreError> {
        self.trouble.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::blocks::each_of;
    use crate::store::shelf::Shelf;
    use std::io::Read as _;

    const SECRET: &str = "ghp_0123456789abcdefABCDEF0123456789abcd";

    fn kept(place: &Place, text: &[u8], piece: usize, early: bool) -> String {
        let mut recorder = Recorder::new(place.clone(), Redaction::Redact);
        text.chunks(piece).for_each(|piece| recorder.add(piece));
        let records = || each_of((0..20_000).map(|number| format!("{{\"number\":{number}}}")));
        if early {
            recorder.expect_records(records);
        }
        recorder.keep(Facts::default(), records, None).unwrap()
    }

    #[test]
    fn however_bytes_and_records_come_the_stored_run_is_the_same_and_whole() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place { folder: folder.path().join("store"), quota: u64::MAX };
        for lines in [1_000_u32, 150_000] {
            let line = |number: u32| match number % 5_000 {
                7 => format!("line {number} {SECRET}\n"),
                _ => format!("line {number} is {}\n", number.wrapping_mul(2_654_435_769)),
            };
            let text: String = (0..lines).map(line).collect();
            let id = kept(&place, text.as_bytes(), 1 << 20, false);
            for piece in [1, 4096, 65_536, 100_000] {
                assert_eq!(kept(&place, text.as_bytes(), piece, piece > 10_000), id);
            }
            let shelf = Shelf::open(&place.folder).unwrap().unwrap();
            let mut snapshot = shelf.get(&id).unwrap();
            let mut stored = String::new();
            snapshot.read_to_string(&mut stored).unwrap();
            assert!(stored == text.replace(SECRET, "[redacted:github-token]"));
            assert_eq!(snapshot.record_count(), 20_000);
            assert_eq!(snapshot.seek_line(u64::from(lines) - 1) > 1, lines > 100_000);
        }
    }

    #[test]
    fn records_that_are_expected_are_made_by_the_thread_that_writes() {
        let folder = tempfile::tempdir().unwrap();
        let mut recorder =
            Recorder::new(Place { folder: folder.path().join("store"), quota: u64::MAX }, Redaction::Redact);
        recorder.add(&b"a line\n".repeat(100_000));
        let (by, made) = std::sync::mpsc::channel();
        recorder.expect_records(|| {
            each_of(std::iter::once_with(move || {
                by.send(std::thread::current().name().map(str::to_owned)).unwrap();
                "{}".to_owned()
            }))
        });
        assert_eq!(made.recv().unwrap().as_deref(), Some(crate::store::WRITER_THREAD));
        assert!(recorder.keep(Facts::default(), || unreachable!("they are made already"), None).is_some());
    }

    #[test]
    fn nothing_stays_of_what_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place { folder: folder.path().join("store"), quota: u64::MAX };
        let mut recorder = Recorder::new(place.clone(), Redaction::Redact);
        recorder.add(&b"a line\n".repeat(100_000));
        recorder.expect_records(|| each_of(std::iter::repeat_n("{}".to_owned(), 1_000_000)));
        drop(recorder);
        assert_eq!(std::fs::read_dir(&place.folder).unwrap().count(), 0);
    }
}
