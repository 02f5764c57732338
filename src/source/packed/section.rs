//! A part of a file, read at its own place: several readers share one open file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::budget::Count as _;

/// A part of a file.
#[derive(Clone, Debug)]
pub(super) struct Section {
    file: Arc<File>,
    at: u64,
    start: u64,
    end: u64,
    /// How many bytes may still be read, over all clones.
    left: Option<Arc<AtomicU64>>,
}

impl Section {
    /// The bytes from `start` on, at most `length` of them.
    pub(super) fn new(file: Arc<File>, start: u64, length: u64) -> Self {
        Self { file, at: start, start, end: start.saturating_add(length), left: None }
    }

    /// The same with a number of bytes that may be read in all; it can be raised while it is read.
    pub(super) fn bounded(self, most: Arc<AtomicU64>) -> Self {
        Self { left: Some(most), ..self }
    }
}

/// Reads at a place, and leaves the file's own place alone.
#[cfg(unix)]
pub(super) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

/// Reads at a place. The system moves the file's own place there: it is put back for who reads on from it.
#[cfg(windows)]
pub(super) fn read_at(mut file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    let place = file.stream_position()?;
    let count = std::os::windows::fs::FileExt::seek_read(file, buffer, at)?;
    file.seek(SeekFrom::Start(place))?;
    Ok(count)
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = usize::try_from(self.end.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let count = buffer.len().min(room);
        let Some(buffer) = buffer.get_mut(..count).filter(|buffer| !buffer.is_empty()) else { return Ok(0) };
        let count = read_at(&self.file, buffer, self.at)?;
        let bytes = u64::try_from(count).unwrap_or(u64::MAX);
        if let Some(left) = &self.left {
            let rest = left.load(Ordering::Relaxed).checked_sub(bytes);
            let rest = rest.ok_or_else(|| io::Error::from(io::ErrorKind::FileTooLarge))?;
            left.store(rest, Ordering::Relaxed);
        }
        self.at.up(bytes);
        Ok(count)
    }
}

impl Seek for Section {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(from) => self.start.checked_add(from),
            SeekFrom::End(from) => self.end.checked_add_signed(from),
            SeekFrom::Current(from) => self.at.checked_add_signed(from),
        };
        let at = at.filter(|at| *at >= self.start).ok_or(io::ErrorKind::InvalidInput)?;
        self.at = at;
        Ok(at.saturating_sub(self.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn file(text: &[u8]) -> Arc<File> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        Arc::new(file)
    }

    #[test]
    fn a_section_is_read_from_its_start_to_its_end() {
        let mut section = Section::new(file(b"0123456789"), 2, 5);
        let mut text = String::new();
        section.read_to_string(&mut text).unwrap();
        assert_eq!(text, "23456");
        assert_eq!(section.seek(SeekFrom::End(-2)).unwrap(), 3);
        text.clear();
        section.read_to_string(&mut text).unwrap();
        assert_eq!(text, "56");
        assert!(section.seek(SeekFrom::End(-6)).is_err());
    }

    #[test]
    fn a_bound_is_over_all_clones() {
        let left = Arc::new(AtomicU64::new(6));
        let mut first = Section::new(file(b"0123456789"), 0, 10).bounded(Arc::clone(&left));
        let mut second = first.clone();
        let mut four = [0; 4];
        assert!(first.read_exact(&mut four).is_ok());
        assert_eq!(second.read_exact(&mut four).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        left.store(4, Ordering::Relaxed);
        assert!(second.read_exact(&mut four).is_ok());
    }
}
