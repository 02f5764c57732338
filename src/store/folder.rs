//! The folder of the store: private, never a link, never somebody else's.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use rustix::fs::{AtFlags, FileType, FlockOperation, Mode, OFlags, flock};

use super::entry::{Entry, MOST_ENTRIES};

/// An open folder; every file is reached through it, whatever its path leads to later.
#[derive(Debug)]
pub(super) struct Folder(OwnedFd);

impl Folder {
    /// Opens the folder, and makes it and its parents when they are missing.
    pub(super) fn make(path: &Path) -> io::Result<Self> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        Self::open(path)
    }

    /// Opens a folder that is there.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        let folder = rustix::fs::open(path, flags, Mode::empty())?;
        let status = rustix::fs::fstat(&folder)?;
        if status.st_uid != rustix::process::geteuid().as_raw() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to somebody else"));
        }
        if status.st_mode & 0o022 != 0 {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "others can write to it"));
        }
        Ok(Self(folder))
    }

    /// Makes a new file that is only ours, and is held as long as it is open.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        crate::source::outlive_size_limits();
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDWR;
        let file = File::from(rustix::fs::openat(&self.0, name, flags, Mode::RUSR | Mode::WUSR)?);
        let _ = flock(&file, FlockOperation::NonBlockingLockShared);
        Ok(file)
    }

    /// Opens a file to read: a regular one of ours, not a link.
    pub(super) fn read(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY | OFlags::NONBLOCK;
        let file = rustix::fs::openat(&self.0, name, flags, Mode::empty())?;
        let status = rustix::fs::fstat(&file)?;
        let ours = status.st_uid == rustix::process::geteuid().as_raw();
        if !ours || !FileType::from_raw_mode(status.st_mode).is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not a file of the store"));
        }
        Ok(file.into())
    }

    /// Whether a file is one of ours that nobody holds.
    pub(super) fn is_left(&self, name: &str) -> bool {
        self.read(name).is_ok_and(|file| flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok())
    }

    /// Whether nobody else can read or write an open file.
    pub(super) fn is_private(file: &File) -> io::Result<bool> {
        Ok(rustix::fs::fstat(file)?.st_mode & 0o077 == 0)
    }

    /// When an open file was written or used again, in seconds since the epoch.
    pub(super) fn written(file: &File) -> Option<i64> {
        rustix::fs::fstat(file).ok().map(|status| status.st_mtime)
    }

    /// Gives a file a further name, unless that name is taken.
    pub(super) fn link(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::linkat(&self.0, from, &self.0, to, AtFlags::empty())?)
    }

    /// Gives a file another name, in place of whatever has that name.
    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, from, &self.0, to)?)
    }

    /// Takes a name away.
    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Marks a file as used now.
    pub(super) fn touch(&self, name: &str) {
        let now = rustix::fs::Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_NOW };
        let times = rustix::fs::Timestamps { last_access: now, last_modification: now };
        let _ = rustix::fs::utimensat(&self.0, name, &times, AtFlags::SYMLINK_NOFOLLOW);
    }

    /// The regular files, in no order.
    pub(super) fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in rustix::fs::Dir::read_from(self.0.as_fd())?.take(MOST_ENTRIES) {
            let entry = entry?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            // A file that is removed meanwhile is not there.
            let Ok(status) = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            if FileType::from_raw_mode(status.st_mode).is_file() {
                let blocks = u64::try_from(status.st_blocks).unwrap_or(0).saturating_mul(512);
                let size = u64::try_from(status.st_size).unwrap_or(0);
                let seconds = status.st_mtime;
                let nanos = u32::try_from(status.st_mtime_nsec).unwrap_or(0);
                entries.push(Entry { name: name.to_owned(), bytes: blocks.max(size), seconds, nanos });
            }
        }
        Ok(entries)
    }
}
