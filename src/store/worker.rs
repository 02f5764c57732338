//! What is written for the store while the input streams by: by a thread, and at the end by the caller.
//!
//! Little is left to do when the input has ended, but somebody waits for it. To wake the thread, and to be woken by it, takes
//! longer than to do what is left: so the caller does what the thread has not begun. Trouble ends the writing and nothing
//! else.

use std::io;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::blocks::{Blocks, Records};
use super::error::StoreError;
use super::format::{Facts, Meta};
use super::frames::Frames;
use super::recorder::Place;
use super::shelf::Shelf;
use super::writer::Writer;
use crate::settings::Redaction;

/// How many blocks may wait for the thread: what two reads give.
const WAITING: usize = 8;

/// The name of the thread that writes. A fault in it costs what is stored, and nothing else.
pub const WRITER_THREAD: &str = "store";

/// What is to be done.
pub(super) enum Work {
    /// Bytes of text are written.
    Text(Vec<u8>),
    /// No text comes any more.
    TextEnd,
    /// Records of failures are made and written.
    Records(Records),
}

/// What is known at the end.
pub(super) struct Ending {
    pub(super) facts: Facts,
    /// Records that came before the end.
    pub(super) spilled: Option<Frames>,
}

/// A file of the store that is being written.
pub(super) struct Opened {
    shelf: Shelf,
    writer: Writer,
}

impl Opened {
    pub(super) fn new(place: &Place, redaction: Redaction) -> Result<Self, StoreError> {
        let shelf = Shelf::make(&place.folder)?;
        let writer = Writer::new(Arc::clone(&shelf.folder), redaction, place.quota);
        Ok(Self { shelf, writer: writer.map_err(StoreError::file("failed to make a file in the store"))? })
    }

    pub(super) fn add(&mut self, text: &[u8]) -> Result<(), StoreError> {
        self.writer.add(text).map_err(failed())
    }

    pub(super) fn end_text(&mut self) -> Result<(), StoreError> {
        self.writer.end_text().map_err(failed())
    }

    pub(super) fn add_records(&mut self, block: &[u8]) -> Result<(), StoreError> {
        self.writer.add_records(block).map_err(failed())
    }

    /// Gives the file its id.
    pub(super) fn keep(&mut self, ending: Ending) -> Result<String, StoreError> {
        let Ending { facts, spilled } = ending;
        let meta = Meta { facts, ..Meta::default() };
        let seal = self.writer.end(meta, spilled).map_err(failed())?;
        self.shelf.name(&self.writer.temporary, &seal).map_err(failed())
    }

    /// Removes what has to go now that there is one more, and nothing of it.
    pub(super) fn tidy(self, quota: u64, id: &str) {
        drop(self.writer);
        self.shelf.tidy(quota, id);
    }
}

pub(super) fn failed() -> impl FnOnce(io::Error) -> StoreError {
    StoreError::file("failed to write to the store")
}

fn gone() -> StoreError {
    failed()(io::Error::other("the writing thread ended"))
}

/// What the thread and the caller share, one at a time.
struct Bench {
    place: Place,
    redaction: Redaction,
    /// What is to be done, in its order. Nothing is taken any more after a fault.
    works: Option<Receiver<Work>>,
    /// Records that are being made and written: before anything else.
    records: Option<Blocks>,
    emptied: Sender<Vec<u8>>,
    /// The file, once it was tried to make one.
    opened: Option<Result<Opened, StoreError>>,
    /// What was kept, until what has to go for it is gone.
    kept: Option<String>,
}

impl Bench {
    fn opened(&mut self) -> &mut Result<Opened, StoreError> {
        let (place, redaction) = (&self.place, self.redaction);
        self.opened.get_or_insert_with(|| Opened::new(place, redaction))
    }

    /// Does a part of what comes next; tells whether there was something.
    fn next(&mut self) -> bool {
        if let Some(block) = self.records.as_mut().and_then(Iterator::next) {
            self.done(|opened| opened.add_records(&block));
            return true;
        }
        self.records = None;
        let Some(work) = self.works.as_ref().and_then(|works| works.try_recv().ok()) else {
            return self.tidy();
        };
        match work {
            Work::Text(mut text) => {
                self.done(|opened| opened.add(&text));
                text.clear();
                let _ = self.emptied.send(text);
            }
            Work::TextEnd => self.done(Opened::end_text),
            Work::Records(records) => self.records = Some(Blocks::new(records)),
        }
        true
    }

    /// Does something with the file. What comes after trouble is taken too, so that the filter never waits.
    fn done(&mut self, work: impl FnOnce(&mut Opened) -> Result<(), StoreError>) {
        let opened = self.opened();
        if let Err(trouble) = opened.as_mut().map_or(Ok(()), work) {
            *opened = Err(trouble);
        }
        if opened.is_err() {
            self.records = None;
        }
    }

    /// Removes what has to go for what was kept.
    fn tidy(&mut self) -> bool {
        let Some(id) = self.kept.take() else { return false };
        if let Some(Ok(opened)) = self.opened.take() {
            opened.tidy(self.place.quota, &id);
        }
        true
    }
}

/// Takes what is shared. After a fault of the other there is nothing any more.
fn lock(bench: &Mutex<Bench>) -> MutexGuard<'_, Bench> {
    bench.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the writing when the thread ends by a fault, so that the filter does not wait for it.
struct Fault<'a>(&'a Mutex<Bench>);

impl Drop for Fault<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut bench = lock(self.0);
            bench.works = None;
            bench.records = None;
            bench.opened = Some(Err(gone()));
        }
    }
}

/// A thread that writes, and its caller's end of it.
pub(super) struct Worker {
    works: SyncSender<Work>,
    /// One for each work, and one when there is something to remove. The thread ends with it.
    calls: Sender<()>,
    /// Blocks that were written.
    emptied: Receiver<Vec<u8>>,
    bench: Arc<Mutex<Bench>>,
}

impl Worker {
    /// Begins a thread, which makes the file, too: the filter waits for nothing.
    pub(super) fn begin(place: Place, redaction: Redaction) -> Result<Self, StoreError> {
        let (works, taken) = sync_channel(WAITING);
        let (back, emptied) = channel();
        let (calls, called) = channel();
        let works_taken = Some(taken);
        let bench = Bench {
            place,
            redaction,
            works: works_taken,
            records: None,
            emptied: back,
            opened: None,
            kept: None,
        };
        let bench = Arc::new(Mutex::new(bench));
        let shared = Arc::clone(&bench);
        let thread = std::thread::Builder::new().name(WRITER_THREAD.to_owned());
        let thread = thread.spawn(move || {
            let fault = Fault(&shared);
            for () in called {
                while lock(fault.0).next() {}
            }
        });
        thread.map_err(StoreError::file("failed to begin a thread"))?;
        Ok(Self { works, calls, emptied, bench })
    }

    /// Has something done. Waits while too much is waiting already.
    pub(super) fn add(&self, work: Work) {
        let _ = self.works.send(work);
        let _ = self.calls.send(());
    }

    /// A block that was written, emptied, if there is one.
    pub(super) fn emptied(&self) -> Option<Vec<u8>> {
        self.emptied.try_recv().ok()
    }

    /// Frees the blocks that were written.
    pub(super) fn free(&self) {
        self.emptied.try_iter().for_each(drop);
    }

    /// Does what is left, and gives what was written its id. What has to go for it goes while the answer is being written.
    pub(super) fn keep(&self, ending: Ending) -> Result<String, StoreError> {
        let mut bench = lock(&self.bench);
        while bench.next() {}
        let id = match bench.opened() {
            Ok(opened) => opened.keep(ending)?,
            Err(_) => return Err(bench.opened.take().and_then(Result::err).unwrap_or_else(gone)),
        };
        bench.kept = Some(id.clone());
        drop(bench);
        let _ = self.calls.send(());
        Ok(id)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut bench = lock(&self.bench);
        bench.tidy();
        bench.works = None;
        bench.records = None;
        bench.opened = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn begun(folder: &std::path::Path) -> Worker {
        let place = Place { folder: folder.join("store"), quota: u64::MAX };
        Worker::begin(place, Redaction::Redact).unwrap()
    }

    #[test]
    fn a_fault_of_the_thread_ends_the_writing_and_nobody_waits() {
        let folder = tempfile::tempdir().unwrap();
        let worker = begun(folder.path());
        let shared = Arc::clone(&worker.bench);
        let faulty = std::thread::spawn(move || {
            let _fault = Fault(&shared);
            let _bench = lock(&shared);
            std::panic::resume_unwind(Box::new("a fault"));
        });
        faulty.join().unwrap_err();
        for _ in 0..100 {
            worker.add(Work::Text(b"a line\n".to_vec()));
        }
        worker.add(Work::TextEnd);
        let ending = Ending { facts: Facts::default(), spilled: None };
        assert!(worker.keep(ending).unwrap_err().to_string().contains("failed to write to the store"));
    }

    #[test]
    fn what_the_thread_has_not_begun_is_done_by_the_caller_in_its_order() {
        let folder = tempfile::tempdir().unwrap();
        let mut ids = Vec::new();
        for pause in [0, 30] {
            let worker = begun(folder.path());
            for number in 0..5 {
                worker.add(Work::Text(format!("line {number}\n").repeat(9_000).into_bytes()));
            }
            worker.add(Work::TextEnd);
            std::thread::sleep(Duration::from_millis(pause));
            ids.push(worker.keep(Ending { facts: Facts::default(), spilled: None }).unwrap());
        }
        assert_eq!(ids.first(), ids.last());
    }

    #[test]
    fn what_is_not_kept_is_gone_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let worker = begun(folder.path());
        let began = Instant::now();
        while std::fs::read_dir(folder.path().join("store")).map_or(0, Iterator::count) == 0 {
            worker.add(Work::Text(b"a line\n".to_vec()));
            assert!(began.elapsed() < Duration::from_secs(60), "the thread makes no file");
        }
        drop(worker);
        assert_eq!(std::fs::read_dir(folder.path().join("store")).unwrap().count(), 0);
    }
}
