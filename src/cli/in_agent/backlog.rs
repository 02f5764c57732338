//! What a tool printed and nobody has judged yet: whoever passes it on never waits for who judges it.
//!
//! A part is in memory. What is more goes into a file that has no name, until the judge has caught up.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::source::{Ending, Got, Source};

/// Bytes that wait in memory at most.
const HELD_BYTES: usize = 64 * 1024 * 1024;
/// Bytes that are read from a file at once.
const BLOCK_BYTES: usize = 256 * 1024;

/// Both ends of it.
#[derive(Clone)]
pub(super) struct Backlog(Arc<Shared>);

struct Shared {
    waiting: Mutex<Waiting>,
    /// Something came, or nothing more does.
    news: Condvar,
}

struct Waiting {
    blocks: VecDeque<Vec<u8>>,
    /// Bytes of them, and how many there may be.
    held: usize,
    most: usize,
    spill: Option<Spill>,
    /// Where a file can be made.
    folder: PathBuf,
    end: Option<End>,
}

/// What comes after the blocks.
struct Spill {
    file: File,
    written: u64,
    read: u64,
}

/// Why nothing more comes.
#[derive(Clone, Copy)]
enum End {
    /// All came; and how the tool ended, when that says anything.
    Whole(Option<Ending>),
    /// Something is lost.
    Lost,
}

impl Backlog {
    /// Nothing came yet. Files are made in this folder.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self::holding(folder, HELD_BYTES)
    }

    fn holding(folder: PathBuf, most: usize) -> Self {
        let waiting = Waiting { blocks: VecDeque::new(), held: 0, most, spill: None, folder, end: None };
        Self(Arc::new(Shared { waiting: Mutex::new(waiting), news: Condvar::new() }))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds bytes.
    pub(super) fn add(&self, bytes: &[u8]) {
        let block = bytes.to_vec();
        let mut waiting = self.lock();
        if waiting.end.is_none() && waiting.add(block).is_err() {
            waiting.lose();
        }
        self.0.news.notify_one();
    }

    /// Nothing more comes.
    pub(super) fn end(&self, ending: Option<Ending>) {
        self.lock().end.get_or_insert(End::Whole(ending));
        self.0.news.notify_one();
    }

    /// Nobody judges it any more.
    pub(super) fn give_up(&self) {
        self.lock().lose();
    }
}

impl Waiting {
    fn add(&mut self, block: Vec<u8>) -> io::Result<()> {
        if self.spill.is_none() && self.held.saturating_add(block.len()) <= self.most {
            self.held = self.held.saturating_add(block.len());
            self.blocks.push_back(block);
            return Ok(());
        }
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill { file: nameless(&self.folder)?, written: 0, read: 0 }),
        };
        spill.file.write_all(&block)?;
        spill.written = spill.written.saturating_add(u64::try_from(block.len()).unwrap_or(u64::MAX));
        Ok(())
    }

    fn lose(&mut self) {
        self.end = Some(End::Lost);
        self.blocks.clear();
        self.spill = None;
    }

    /// Takes a block; none when nothing is there.
    fn take(&mut self) -> io::Result<Option<Vec<u8>>> {
        if let Some(block) = self.blocks.pop_front() {
            self.held = self.held.saturating_sub(block.len());
            return Ok(Some(block));
        }
        let Some(spill) = &mut self.spill else { return Ok(None) };
        let mut block = vec![0; BLOCK_BYTES];
        let count = spill.file.read_at(&mut block, spill.read)?;
        block.truncate(count);
        spill.read = spill.read.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
        if spill.read >= spill.written {
            self.spill = None;
        }
        Ok(Some(block))
    }
}

/// A file that is gone as soon as it is closed.
fn nameless(folder: &std::path::Path) -> io::Result<File> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    let path = folder.join(format!("weir-{:016x}", u64::from_le_bytes(random)));
    let file = File::options().read(true).append(true).create_new(true).mode(0o600).open(&path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}

/// The judge's end.
pub(super) struct Judged {
    backlog: Backlog,
    /// What was taken last, and how much of it was read.
    block: Vec<u8>,
    read: usize,
    ending: Option<Ending>,
}

impl Judged {
    /// Of this backlog.
    pub(super) const fn of(backlog: Backlog) -> Self {
        Self { backlog, block: Vec::new(), read: 0, ending: None }
    }

    /// Waits for a block; none at the end.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut waiting = self.backlog.lock();
        loop {
            if let Some(block) = waiting.take()? {
                return Ok(Some(block));
            }
            match waiting.end {
                Some(End::Whole(ending)) => {
                    self.ending = ending;
                    return Ok(None);
                }
                Some(End::Lost) => return Err(io::ErrorKind::UnexpectedEof.into()),
                None => {}
            }
            waiting = self.backlog.0.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Source for Judged {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        while self.read >= self.block.len() {
            let Some(block) = self.next()? else { return Ok(Got::End) };
            (self.block, self.read) = (block, 0);
        }
        let count = self.block.get(self.read..).unwrap_or_default().read(buffer)?;
        self.read = self.read.saturating_add(count);
        Ok(Got::Bytes(count))
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut judged: Judged, piece: usize) -> io::Result<Vec<u8>> {
        let (mut all, mut buffer) = (Vec::new(), vec![0; piece]);
        while let Got::Bytes(count) = judged.read(&mut buffer)? {
            all.extend_from_slice(&buffer[..count]);
        }
        Ok(all)
    }

    #[test]
    fn every_byte_is_judged_in_order_however_much_waits() {
        let folder = tempfile::tempdir().unwrap();
        for (most, piece) in [(0, 7), (10, 3), (1 << 20, 64)] {
            let backlog = Backlog::holding(folder.path().to_owned(), most);
            let text: Vec<u8> = (0..=255).cycle().take(10_000).collect();
            let judging = std::thread::spawn({
                let judged = Judged::of(backlog.clone());
                move || all(judged, piece).unwrap()
            });
            text.chunks(13).for_each(|block| backlog.add(block));
            backlog.end(None);
            assert!(judging.join().unwrap() == text, "{most}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_has_no_place_is_lost_and_the_judge_knows() {
        let backlog = Backlog::holding("/nowhere".into(), 3);
        backlog.add(b"abc");
        backlog.add(b"d");
        backlog.end(None);
        assert!(all(Judged::of(backlog), 9).is_err());
    }
}
