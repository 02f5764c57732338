//! Keeps bytes that are no run: what is shown page by page, so that every page is of the same text.

use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use super::error::StoreError;
use super::folder::Folder;
use super::format::{FRAME_BYTES, Facts, Meta};
use super::shelf::Shelf;
use super::snapshot::Snapshot;
use super::writer::Writer;
use crate::settings::Redaction;

impl Shelf {
    /// Opens the folder, and makes it when there is none yet.
    ///
    /// # Errors
    /// When it cannot be made, or is not a folder of ours alone.
    pub fn make(path: &Path) -> Result<Self, StoreError> {
        let folder = Folder::make(path);
        let folder = folder.map_err(|source| StoreError::Folder { path: path.to_owned(), source })?;
        Ok(Self { folder: Arc::new(folder) })
    }

    /// Keeps bytes as they are, in which secrets are hidden already; equal ones of equal facts are kept once. `quota`
    /// is what all that is stored may take up, in bytes. Gives the id.
    ///
    /// # Errors
    /// When they cannot be written, or are more than a store takes whole.
    pub fn keep(&self, bytes: &[u8], facts: Facts, quota: u64) -> Result<String, StoreError> {
        self.keep_with(bytes, &[], facts, quota)
    }

    /// Keeps bytes as [`keep`](Self::keep) does, and records beside them, each a line of JSON.
    ///
    /// # Errors
    /// As [`keep`](Self::keep).
    pub fn keep_with(
        &self,
        bytes: &[u8],
        records: &[u8],
        facts: Facts,
        quota: u64,
    ) -> Result<String, StoreError> {
        let id = self
            .write(bytes, records, facts, quota)
            .map_err(StoreError::file("failed to write to the store"))?;
        self.tidy(quota, &id);
        Ok(id)
    }

    fn write(&self, bytes: &[u8], records: &[u8], facts: Facts, quota: u64) -> io::Result<String> {
        let mut writer = Writer::new(Arc::clone(&self.folder), Redaction::Keep, quota)?;
        writer.add(bytes)?;
        if writer.is_cut() {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too long"));
        }
        writer.end_text()?;
        // A frame holds whole records, and not too many of them.
        let mut block = Vec::new();
        for record in records.split_inclusive(|byte| *byte == b'\n') {
            block.extend_from_slice(record);
            if block.len() >= FRAME_BYTES {
                writer.add_records(&block)?;
                block.clear();
            }
        }
        writer.add_records(&block)?;
        let seal = writer.end(Meta { facts, ..Meta::default() }, None)?;
        self.name(&writer.temporary, &seal)
    }
}

impl Snapshot {
    /// All of its bytes, from the first one on.
    ///
    /// # Errors
    /// When they are damaged, not all of them were kept, or they are more than `most`.
    pub fn whole(&mut self, most: u64) -> Result<Vec<u8>, StoreError> {
        let damaged = StoreError::Damaged(self.id().to_owned());
        let (length, gap) = (self.meta().bytes, self.meta().gap);
        if gap.is_some() || length > most {
            let error = io::Error::new(io::ErrorKind::FileTooLarge, "it is too long");
            return Err(StoreError::file("failed to read what is stored")(error));
        }
        self.seek_line(1);
        let mut bytes = Vec::new();
        let read = self.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes);
        let whole = read.is_ok() && u64::try_from(bytes.len()).ok() == Some(length);
        if whole { Ok(bytes) } else { Err(damaged) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_as_they_were_kept_and_equal_ones_are_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::make(&folder.path().join("store")).unwrap();
        let facts = || Facts { command: "weir page".into(), ..Facts::default() };
        let mut long: Vec<u8> = (0..3_000_000_u32).map(|number| (number % 251) as u8).collect();
        long.extend(std::iter::repeat_n(b'a', 2_500_000));
        for bytes in [b"".as_slice(), b"[1,2]", b"a\r\n\nb\0", &long] {
            let id = shelf.keep(bytes, facts(), u64::MAX).unwrap();
            assert_eq!(shelf.keep(bytes, facts(), u64::MAX).unwrap(), id);
            let mut snapshot = shelf.get(&id).unwrap();
            assert!(snapshot.whole(u64::MAX).unwrap() == bytes);
            assert!(snapshot.whole(u64::MAX).unwrap() == bytes);
            assert!(snapshot.whole(bytes.len() as u64).is_ok());
        }
        assert!(shelf.get(&shelf.keep(&long, facts(), 1 << 30).unwrap()).unwrap().whole(5_000_000).is_err());
        assert_eq!(shelf.list().unwrap().len(), 4);
    }
}
