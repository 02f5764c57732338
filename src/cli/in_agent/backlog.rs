//! What a tool printed and nobody has judged yet: whoever passes it on never waits for who judges it.
//!
//! A part is in memory as it came. What is more is packed, as memory that was not used before costs more than packing
//! does; and what is still more goes into a file that has no name, until the judge has caught up.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use zstd::bulk::{Compressor, decompress};

use crate::budget::Count as _;
use crate::source::{Ending, Got, Source};

/// Bytes that wait as they came, at most.
const PLAIN_BYTES: usize = 4 * 1024 * 1024;
/// Bytes that wait in memory at most.
const HELD_BYTES: usize = 64 * 1024 * 1024;
/// Bytes that are packed as one.
const BLOCK_BYTES: usize = 64 * 1024;
/// How they are packed: at about 1 GB/s.
const LEVEL: i32 = -7;
/// How long the judge lets a tool print first, in all, when it prints faster than it can be judged.
const PATIENCE: Duration = Duration::from_secs(1);
/// A tool that prints nothing for so long is not that fast.
const GLANCE: Duration = Duration::from_millis(2);

/// Both ends of it.
#[derive(Clone)]
pub(super) struct Backlog(Arc<Shared>);

struct Shared {
    waiting: Mutex<Waiting>,
    /// Something came, or nothing more does.
    news: Condvar,
}

struct Waiting {
    blocks: VecDeque<Block>,
    /// How many times something came.
    came: usize,
    /// Bytes of the blocks, and how many there may be: as they came, and at all.
    held: usize,
    most_plain: usize,
    most: usize,
    spill: Option<Spill>,
    /// What came last, and is no block yet.
    newest: Vec<u8>,
    /// Memory of blocks that were judged.
    spare: Vec<Vec<u8>>,
    packer: Option<Compressor<'static>>,
    /// Where a file can be made.
    folder: PathBuf,
    end: Option<End>,
}

/// A part of the bytes.
enum Block {
    Plain(Vec<u8>),
    Packed(Vec<u8>),
}

/// What comes after the blocks: packed blocks, and the length of each before it.
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
        Self::holding(folder, PLAIN_BYTES, HELD_BYTES)
    }

    fn holding(folder: PathBuf, most_plain: usize, most: usize) -> Self {
        let waiting = Waiting {
            blocks: VecDeque::new(),
            came: 0,
            held: 0,
            most_plain,
            most,
            spill: None,
            newest: Vec::new(),
            spare: Vec::new(),
            packer: None,
            folder,
            end: None,
        };
        Self(Arc::new(Shared { waiting: Mutex::new(waiting), news: Condvar::new() }))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds bytes.
    pub(super) fn add(&self, bytes: &[u8]) {
        let mut waiting = self.lock();
        waiting.came = waiting.came.wrapping_add(1);
        for piece in bytes.chunks(BLOCK_BYTES) {
            if waiting.end.is_none() && waiting.add(piece).is_err() {
                waiting.lose();
            }
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
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.newest.len().saturating_add(bytes.len()) > BLOCK_BYTES {
            self.close()?;
        }
        self.newest.extend_from_slice(bytes);
        Ok(())
    }

    /// Makes a block of what came last.
    fn close(&mut self) -> io::Result<()> {
        let next = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(BLOCK_BYTES));
        let block = std::mem::replace(&mut self.newest, next);
        let Err(block) = self.hold(block, self.most_plain, Block::Plain) else { return Ok(()) };
        let packer = match &mut self.packer {
            Some(packer) => packer,
            none => none.insert(Compressor::new(LEVEL)?),
        };
        let mut packed = packer.compress(&block)?;
        self.reuse(block);
        packed.shrink_to_fit();
        let Err(packed) = self.hold(packed, self.most, Block::Packed) else { return Ok(()) };
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill { file: nameless(&self.folder)?, written: 0, read: 0 }),
        };
        spill.add(&packed)
    }

    /// Holds a block in memory; gives it back when it has no room there.
    fn hold(&mut self, block: Vec<u8>, most: usize, of: fn(Vec<u8>) -> Block) -> Result<(), Vec<u8>> {
        let held = self.held.saturating_add(block.len());
        if self.spill.is_some() || held > most {
            return Err(block);
        }
        self.held = held;
        self.blocks.push_back(of(block));
        Ok(())
    }

    /// Keeps the memory of a block for the next ones.
    fn reuse(&mut self, mut block: Vec<u8>) {
        if block.capacity() >= BLOCK_BYTES && self.spare.len().saturating_mul(BLOCK_BYTES) < self.most_plain {
            block.clear();
            self.spare.push(block);
        }
    }

    fn lose(&mut self) {
        self.end = Some(End::Lost);
        self.blocks.clear();
        self.newest.clear();
        self.spill = None;
    }

    /// Takes a block; none when nothing is there.
    fn take(&mut self) -> io::Result<Option<Block>> {
        if let Some(block) = self.blocks.pop_front() {
            let (Block::Plain(bytes) | Block::Packed(bytes)) = &block;
            self.held.down(bytes.len());
            return Ok(Some(block));
        }
        if let Some(spill) = &mut self.spill {
            let block = spill.take()?;
            if spill.read >= spill.written {
                self.spill = None;
            }
            return Ok(Some(Block::Packed(block)));
        }
        let newest = std::mem::take(&mut self.newest);
        Ok((!newest.is_empty()).then_some(Block::Plain(newest)))
    }
}

impl Spill {
    fn add(&mut self, block: &[u8]) -> io::Result<()> {
        let length = u64::try_from(block.len()).unwrap_or(u64::MAX).to_le_bytes();
        for bytes in [&length, block] {
            self.file.write_all(bytes)?;
            self.written.up(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        }
        Ok(())
    }

    fn take(&mut self) -> io::Result<Vec<u8>> {
        let mut length = [0; 8];
        self.read_next(&mut length)?;
        let mut block = vec![0; usize::try_from(u64::from_le_bytes(length)).map_err(io::Error::other)?];
        self.read_next(&mut block)?;
        Ok(block)
    }

    fn read_next(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(bytes, self.read)?;
        self.read.up(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        Ok(())
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
    patience: Duration,
    ending: Option<Ending>,
}

impl Judged {
    /// Of this backlog.
    pub(super) const fn of(backlog: Backlog) -> Self {
        Self { backlog, block: Vec::new(), read: 0, patience: PATIENCE, ending: None }
    }

    /// Lets the tool print first while its blocks have to be packed: it, its reader and who passes on between them need the
    /// processors, and the judge cannot keep up anyway.
    fn wait_for_a_pause(&mut self) {
        let mut seen = None;
        loop {
            let waiting = self.backlog.lock();
            let is_late = waiting.end.is_none() && waiting.held > waiting.most_plain;
            if !is_late || seen == Some(waiting.came) || self.patience.is_zero() {
                return;
            }
            seen = Some(waiting.came);
            drop(waiting);
            thread::sleep(GLANCE);
            self.patience = self.patience.saturating_sub(GLANCE);
        }
    }

    /// Waits for a block; none at the end.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.wait_for_a_pause();
        let mut waiting = self.backlog.lock();
        waiting.reuse(std::mem::take(&mut self.block));
        loop {
            if let Some(block) = waiting.take()? {
                drop(waiting);
                return match block {
                    Block::Plain(bytes) => Ok(Some(bytes)),
                    Block::Packed(bytes) => decompress(&bytes, BLOCK_BYTES).map(Some),
                };
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
        self.read.up(count);
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
        let sizes = [(0, 0, 7000), (0, 1 << 20, 300), (100_000, 250_000, 64), (1 << 24, 1 << 24, 1 << 17)];
        for (plain, most, piece) in sizes {
            let backlog = Backlog::holding(folder.path().to_owned(), plain, most);
            let text: Vec<u8> = (0..=255).cycle().take(1_000_000).collect();
            let (early, late) = text.split_at(900_000);
            early.chunks(1300).for_each(|block| backlog.add(block));
            let judging = std::thread::spawn({
                let judged = Judged::of(backlog.clone());
                move || all(judged, piece).unwrap()
            });
            backlog.add(late);
            backlog.end(None);
            assert!(judging.join().unwrap() == text, "{plain} {most}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_tool_that_prints_without_a_pause_is_judged_while_it_does() {
        let folder = tempfile::tempdir().unwrap();
        let backlog = Backlog::holding(folder.path().to_owned(), 0, 1 << 24);
        let mut judged = Judged { patience: GLANCE * 9, ..Judged::of(backlog.clone()) };
        let (is_judged, mut buffer) = (std::sync::atomic::AtomicBool::new(false), vec![0; 64]);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_judged.load(std::sync::atomic::Ordering::Relaxed) {
                    backlog.add(&[b'a'; BLOCK_BYTES]);
                    thread::sleep(Duration::from_micros(100));
                }
            });
            assert!(matches!(judged.read(&mut buffer), Ok(Got::Bytes(64))));
            is_judged.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    }

    #[test]
    fn what_has_no_place_is_lost_and_the_judge_knows() {
        let backlog = Backlog::holding("/nowhere".into(), 0, 3);
        backlog.add(&[b'a'; BLOCK_BYTES]);
        backlog.add(b"d");
        backlog.end(None);
        assert!(all(Judged::of(backlog), 9).is_err());
    }
}
