//! The logs that a file holds: itself, what it is packed from, or those of an archive.

use std::collections::VecDeque;
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::sync::Arc;

use flate2::Crc;

use super::allowance::Allowance;
use super::kind::{MAGIC_BYTES, Packing};
use super::section::{Section, read_at};
use super::trouble::Trouble;
use super::unpack::{Unpacked, fill};
use super::zip::Archive;
use crate::budget::Count as _;
use crate::source::origin::{Got, Source};
use crate::source::regular::open_at_once;
use crate::source::signals::Signals;
use crate::source::wait::Watch;

/// One log of a file, not read yet.
#[derive(Debug)]
pub struct Log {
    /// Its name in the archive, or none when it is the file itself.
    pub member: Option<String>,
    pieces: Vec<Piece>,
}

/// A stretch of bytes of a log.
#[derive(Debug)]
enum Piece {
    File(Arc<File>, u64, Packing),
    Entry(Archive, usize),
    Refused(Trouble),
}

/// The logs of a file: many of an archive, else one.
///
/// # Errors
/// When it cannot be opened, or is an archive whose directory cannot be read.
pub fn logs_of(path: &Path) -> io::Result<Vec<Log>> {
    let file = Arc::new(open_at_once(path)?);
    // What is no regular file has no places to read at. Of a device of Windows the system reports nothing.
    let regular = file.metadata().ok().filter(Metadata::is_file);
    let size = regular.as_ref().map_or(0, Metadata::len);
    let mut first = [0; MAGIC_BYTES];
    let count = if regular.is_some() { read_at(&file, &mut first, 0)? } else { 0 };
    let packing = Packing::of(first.get(..count).unwrap_or_default());
    if packing != Packing::Zip {
        return Ok(vec![Log { member: None, pieces: vec![Piece::File(file, size, packing)] }]);
    }
    let archive = Archive::open(file, size)?;
    let mut allowance = Allowance::of_file(size);
    let log = |log: super::zip::Contained| {
        let pieces = match allowance.take(log.bytes) {
            Ok(()) => log.entries.iter().map(|entry| Piece::Entry(archive.clone(), *entry)).collect(),
            Err(trouble) => vec![Piece::Refused(trouble)],
        };
        Log { member: Some(log.name), pieces }
    };
    Ok(archive.logs().into_iter().map(log).collect())
}

/// Logs as a source: one after the other, distinguished as files are.
#[derive(Debug)]
pub struct LogSource<'a> {
    waiting: VecDeque<Piece>,
    open: Option<Reading>,
    watch: Watch<'a>,
}

/// A piece that is read.
#[derive(Debug)]
enum Reading {
    Plain(Arc<File>),
    Packed(Box<Packed>),
}

/// Bytes that come out of something.
#[derive(Debug)]
struct Packed {
    /// Where the packed bytes are: what is waited for.
    file: Arc<File>,
    bytes: Unpacked,
    allowance: Allowance,
    begun: Begun,
    check: Option<Check>,
}

/// Whether the first bytes were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begun {
    No,
    Yes,
}

/// What an archive says of an entry.
#[derive(Debug)]
struct Check {
    name: String,
    left: u64,
    crc: u32,
    so_far: Crc,
}

impl<'a> LogSource<'a> {
    /// Reads these logs, watching for signals.
    #[must_use]
    pub fn new(logs: Vec<Log>, signals: Option<&'a Signals>) -> Self {
        Self {
            waiting: logs.into_iter().flat_map(|log| log.pieces).collect(),
            open: None,
            watch: watch(signals),
        }
    }
}

impl Source for LogSource<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let mut reading = match self.open.take() {
            Some(reading) => reading,
            None => match self.waiting.pop_front() {
                Some(piece) => begin(piece)?,
                None => return Ok(Got::End),
            },
        };
        let got = match &mut reading {
            Reading::Plain(file) => read(self.watch, file, buffer)?,
            Reading::Packed(packed) => match asked(self.watch, &packed.file)? {
                Some(got) => got,
                None => Got::Bytes(packed.read(buffer)?),
            },
        };
        match got {
            Got::Bytes(0) if self.waiting.is_empty() => Ok(Got::End),
            Got::Bytes(0) => Ok(Got::NextFile),
            got => {
                self.open = Some(reading);
                Ok(got)
            }
        }
    }
}

fn begin(piece: Piece) -> io::Result<Reading> {
    let (file, bytes, allowance, check) = match piece {
        Piece::Refused(trouble) => return Err(trouble.into_error()),
        Piece::File(file, _, Packing::Plain) => return Ok(Reading::Plain(file)),
        Piece::File(file, size, packing) => {
            let bytes = Unpacked::new(packing, Section::new(Arc::clone(&file), 0, size))?;
            (file, bytes, Allowance::of_file(size), None)
        }
        Piece::Entry(mut archive, at) => {
            let entry = archive.entry(at)?;
            let check = Check { name: entry.name, left: entry.size, crc: entry.crc, so_far: Crc::new() };
            // Its size was allowed when the archive was opened.
            (archive.file(), entry.bytes, Allowance::of(u64::MAX), Some(check))
        }
    };
    Ok(Reading::Packed(Box::new(Packed { file, bytes, allowance, begun: Begun::No, check })))
}

impl Packed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        if self.begun == Begun::No {
            self.begun = Begun::Yes;
            let most = buffer.len().min(MAGIC_BYTES);
            let first = buffer.get_mut(..most).unwrap_or_default();
            count = fill(&mut self.bytes, first)?;
            match Packing::of(first.get(..count).unwrap_or_default()) {
                Packing::Plain => {}
                packing => return Err(Trouble::Nested(packing).into_error()),
            }
        }
        let rest = buffer.get_mut(count..).unwrap_or_default();
        // What the first bytes left free is filled by the same call: a small log is one piece.
        let more = io::Read::read(&mut self.bytes, rest)?;
        count.up(more);
        let bytes = u64::try_from(count).unwrap_or(u64::MAX);
        self.allowance.take(bytes).map_err(Trouble::into_error)?;
        if let Some(check) = &mut self.check {
            check.take(buffer.get(..count).unwrap_or_default())?;
        }
        Ok(count)
    }
}

impl Check {
    /// Takes the next bytes of the entry; none are its end.
    fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            let whole = self.left == 0 && self.so_far.sum() == self.crc;
            let damage = || io::Error::other(format!("{} is not what was packed", self.name));
            return if whole { Ok(()) } else { Err(Trouble::Damaged(Packing::Zip, damage()).into_error()) };
        }
        let count = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let left = self.left.checked_sub(count);
        self.left = left.ok_or_else(|| Trouble::MoreThanPrinted(self.name.clone()).into_error())?;
        self.so_far.update(bytes);
        Ok(())
    }
}

#[cfg(unix)]
fn watch(signals: Option<&Signals>) -> Watch<'_> {
    Watch::new(signals, None)
}

#[cfg(unix)]
fn read(watch: Watch<'_>, file: &File, buffer: &mut [u8]) -> io::Result<Got> {
    use std::os::fd::AsFd as _;
    watch.read(file.as_fd(), buffer)
}

/// Whether a signal asks for something before the next bytes.
#[cfg(unix)]
fn asked(watch: Watch<'_>, file: &File) -> io::Result<Option<Got>> {
    use std::os::fd::AsFd as _;
    watch.wait(file.as_fd())
}

#[cfg(windows)]
fn watch(signals: Option<&Signals>) -> Watch<'_> {
    Watch::new(signals)
}

#[cfg(windows)]
fn read(watch: Watch<'_>, file: &File, buffer: &mut [u8]) -> io::Result<Got> {
    let mut file: &File = file;
    watch.read(&mut file, buffer)
}

#[cfg(windows)]
fn asked(watch: Watch<'_>, _file: &File) -> io::Result<Option<Got>> {
    Ok(watch.asked())
}
