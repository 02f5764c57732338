//! The folder of the store on Windows: never a link, and private because it lies in the user's profile.
//!
//! Who may read a file there is printed by access control lists, and those of a profile let in its user, administrators
//! and the system alone. What lies in it inherits them, so nothing is set and nothing is checked file by file; a
//! folder elsewhere (`WEIR_STORE`) is as private as its owner made it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::entry::{Entry, MOST_ENTRIES};

/// A folder; every file is reached by its path.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

/// A link is opened itself, not what it leads to (`FILE_FLAG_OPEN_REPARSE_POINT` of `CreateFileW`).
const NOT_THROUGH_LINKS: u32 = 0x0020_0000;

impl Folder {
    /// Opens the folder, and makes it and its parents when they are missing.
    pub(super) fn make(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Self::open(path)
    }

    /// Opens a folder that is there.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        // A junction is a link here.
        if !fs::symlink_metadata(path)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self(std::path::absolute(path)?))
    }

    /// Makes a new file, which is held as long as it is open.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).open(self.0.join(name))
    }

    /// Opens a file to read: a regular one, not a link.
    pub(super) fn read(&self, name: &str) -> io::Result<File> {
        self.regular(name, OpenOptions::new().read(true))
    }

    fn regular(&self, name: &str, options: &mut OpenOptions) -> io::Result<File> {
        let file = options.custom_flags(NOT_THROUGH_LINKS).open(self.0.join(name))?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not a file of the store"));
        }
        Ok(file)
    }

    /// Whether a file is one that nobody holds: it can be opened for nobody else to open it.
    pub(super) fn is_left(&self, name: &str) -> bool {
        self.regular(name, OpenOptions::new().read(true).share_mode(0)).is_ok()
    }

    /// Whether nobody else can read or write an open file: the folder sees to that.
    pub(super) fn is_private(_file: &File) -> io::Result<bool> {
        Ok(true)
    }

    /// When an open file was written or used again, in seconds since the epoch.
    pub(super) fn written(file: &File) -> Option<i64> {
        Some(since_the_epoch(file.metadata().ok()?.modified().ok()?).0)
    }

    /// Gives a file a further name, unless that name is taken.
    pub(super) fn link(&self, from: &str, to: &str) -> io::Result<()> {
        fs::hard_link(self.0.join(from), self.0.join(to))
    }

    /// Gives a file another name, in place of whatever has that name.
    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.0.join(from), self.0.join(to))
    }

    /// Takes a name away.
    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    /// Marks a file as used now.
    pub(super) fn touch(&self, name: &str) {
        let file = self.regular(name, OpenOptions::new().write(true));
        let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
    }

    /// The regular files, in no order.
    pub(super) fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.0)?.take(MOST_ENTRIES) {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // A file that is removed meanwhile is not there. What a folder says of an open file is out of date.
            let Ok(metadata) = fs::symlink_metadata(entry.path()) else { continue };
            let Ok(modified) = metadata.modified() else { continue };
            if metadata.is_file() {
                let (seconds, nanos) = since_the_epoch(modified);
                entries.push(Entry { name, bytes: metadata.len(), seconds, nanos });
            }
        }
        Ok(entries)
    }
}

/// Seconds, and nanoseconds besides. What lies before the epoch is as old as it.
fn since_the_epoch(time: SystemTime) -> (i64, u32) {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    (i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_nanos())
}
