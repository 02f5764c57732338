//! The directory of a zip archive, and the bytes of its entries.
//!
//! The crate reads the directory; entries are read here, from a section of the shared file, so that several can be read
//! at once. Stored and deflated entries are read: no other kind of archive comes from a CI.

use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::zip::{CompressionMethod, ZipArchive};

use super::layout;
use super::section::Section;
use super::trouble::Trouble;
use super::unpack::Unpacked;

/// The most bytes of an archive's directory; what is held of it is some times as much.
const DIRECTORY_BYTES: u64 = 4 * 1024 * 1024;

/// An open archive.
#[derive(Clone, Debug)]
pub(super) struct Archive {
    file: Arc<File>,
    zip: ZipArchive<Section>,
}

/// A log of an archive.
#[derive(Debug)]
pub(super) struct Contained {
    pub(super) name: String,
    /// Its entries, in order.
    pub(super) entries: Vec<usize>,
    /// The bytes that the directory says it has.
    pub(super) bytes: u64,
}

/// An entry that is read.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) bytes: Unpacked,
    pub(super) size: u64,
    pub(super) crc: u32,
}

fn error(error: ::zip::result::ZipError) -> io::Error {
    match error {
        ::zip::result::ZipError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

impl Archive {
    /// Reads the directory of an archive of this size.
    pub(super) fn open(file: Arc<File>, size: u64) -> io::Result<Self> {
        let left = Arc::new(AtomicU64::new(DIRECTORY_BYTES));
        let section = Section::new(Arc::clone(&file), 0, size).bounded(Arc::clone(&left));
        let zip = ZipArchive::new(section).map_err(error);
        let zip = zip.map_err(|error| Trouble::Directory(DIRECTORY_BYTES, error).into_error())?;
        left.store(u64::MAX, Ordering::Relaxed);
        Ok(Self { file, zip })
    }

    /// The file.
    pub(super) fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    /// The logs in it, in order.
    pub(super) fn logs(&self) -> Vec<Contained> {
        let mut files = Vec::new();
        let mut sizes = std::collections::BTreeMap::new();
        for at in 0..self.zip.len() {
            let Ok(entry) = self.zip.by_index_data(at) else { continue };
            if entry.is_file() {
                files.push((at, String::from_utf8_lossy(entry.name_raw()).into_owned()));
                sizes.insert(at, entry.size());
            }
        }
        let contained = |log: layout::Planned| {
            let size = |entry| sizes.get(entry).copied().unwrap_or(0);
            let bytes = log.entries.iter().fold(0_u64, |sum, entry| sum.saturating_add(size(entry)));
            Contained { name: log.name, entries: log.entries, bytes }
        };
        layout::plan(&files).into_iter().map(contained).collect()
    }

    /// Begins to read an entry.
    pub(super) fn entry(&mut self, at: usize) -> io::Result<Entry> {
        let entry = self.zip.by_index_raw(at).map_err(error)?;
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if entry.encrypted() {
            return Err(Trouble::Encrypted(name).into_error());
        }
        let deflated = match entry.compression() {
            CompressionMethod::Stored => false,
            CompressionMethod::Deflated => true,
            other => return Err(Trouble::Method(name, other.to_string()).into_error()),
        };
        let start = entry.data_start().unwrap_or(u64::MAX);
        let section = Section::new(Arc::clone(&self.file), start, entry.compressed_size());
        let bytes = Unpacked::entry(deflated, section);
        Ok(Entry { name, bytes, size: entry.size(), crc: entry.crc32() })
    }
}
