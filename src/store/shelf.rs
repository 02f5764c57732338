//! The snapshots of a folder: named, listed, opened, and removed when they are old or too many.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::entry::Entry;
use super::error::StoreError;
use super::folder::Folder;
use super::format::{ENDING, Facts, Meta, base32, is_digit, is_id};
use super::frames::Seal;
use super::snapshot::Snapshot;
use crate::budget::Count as _;

/// The word that names the newest snapshot.
pub const LAST_WORD: &str = "last";
/// The least chars of an id that name it.
const LEAST_CHARS: usize = 2;
/// The most snapshots that are kept.
const SNAPSHOTS: usize = 200;
/// How long one is kept, in seconds.
const SECONDS: i64 = 7 * 24 * 60 * 60;
/// After how many seconds a file that nobody holds is left over from a process that was killed.
const LEFT_OVER_SECONDS: i64 = 60;
/// So many ids are named that begin with the same chars.
const NAMED: usize = 5;
/// What the name of a file in the making begins with.
const TEMPORARY: &str = "tmp-";
/// A file of at most this many bytes is looked at whole before it is listed.
const CHECKED_BYTES: u64 = 4 * 1024 * 1024;
/// How often another name is tried.
const TRIES: usize = 16;

/// A file in the making. Its name goes when it goes.
#[derive(Debug)]
pub(super) struct Temporary {
    folder: Arc<Folder>,
    name: String,
}

fn random_name() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(format!("{TEMPORARY}{}", base32(&bytes, 25)))
}

impl Temporary {
    pub(super) fn new(folder: &Arc<Folder>) -> io::Result<(Self, File)> {
        let name = random_name()?;
        // Held as long as the file is open: tells the living from what a killed process left.
        let file = folder.create(&name)?;
        Ok((Self { folder: Arc::clone(folder), name }, file))
    }

    /// Gives the file a further name, one that stays, unless that is taken.
    pub(super) fn link(&self, name: &str) -> io::Result<()> {
        match self.folder.link(&self.name, name) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => self.become_named(name),
            linked => linked,
        }
    }

    /// The same where the file system has no links, as FAT and some network drives: the name is taken by an empty file first,
    /// which whoever reads it meanwhile finds damaged.
    fn become_named(&self, name: &str) -> io::Result<()> {
        drop(self.folder.create(name)?);
        self.folder.rename(&self.name, name).inspect_err(|_| drop(self.folder.remove(name)))
    }

    /// A file that has no name from the beginning on.
    pub(super) fn unnamed(folder: &Arc<Folder>) -> io::Result<File> {
        Self::new(folder).map(|(_, file)| file)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = self.folder.remove(&self.name);
    }
}

/// A snapshot in a list.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// How old it is, in seconds.
    pub age: u64,
    /// Bytes on disk.
    pub stored: u64,
    /// What is known of it.
    pub meta: Meta,
}

/// The folder of snapshots.
#[derive(Clone, Debug)]
pub struct Shelf {
    pub(super) folder: Arc<Folder>,
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn id_of(entry: &Entry) -> Option<&str> {
    entry.name.strip_suffix(ENDING).filter(|id| is_id(id))
}

/// Those of some files that are snapshots.
fn newest_first(entries: Vec<Entry>) -> Vec<Entry> {
    let mut snapshots: Vec<Entry> = entries.into_iter().filter(|entry| id_of(entry).is_some()).collect();
    snapshots.sort_by(|one, other| {
        (other.seconds, other.nanos).cmp(&(one.seconds, one.nanos)).then_with(|| one.name.cmp(&other.name))
    });
    snapshots
}

impl Shelf {
    /// Opens the folder; `None` when there is none yet.
    ///
    /// # Errors
    /// When it is not a folder of ours alone.
    pub fn open(path: &Path) -> Result<Option<Self>, StoreError> {
        match Folder::open(path) {
            Ok(folder) => Ok(Some(Self { folder: Arc::new(folder) })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(StoreError::Folder { path: path.to_owned(), source }),
        }
    }

    /// Whether there is a folder that can be written to, or one can be made.
    ///
    /// # Errors
    /// When neither is.
    pub fn check(path: &Path) -> Result<(), StoreError> {
        let failed = |source| StoreError::Folder { path: path.to_owned(), source };
        let there = Self::open(path)?.is_some();
        let nearest = path.ancestors().find(|folder| there || folder.exists());
        let nearest =
            nearest.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        let status = std::fs::metadata(nearest).map_err(failed)?;
        if !status.is_dir() {
            return Err(failed(io::ErrorKind::NotADirectory.into()));
        }
        #[cfg(unix)]
        rustix::fs::access(nearest, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK)
            .map_err(|wrong| failed(wrong.into()))?;
        Ok(())
    }

    /// The snapshots, newest first. One that cannot be read is left out.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Summary>, StoreError> {
        let mut list = Vec::new();
        for entry in self.snapshots()? {
            let Some(id) = id_of(&entry) else { continue };
            let Ok(mut snapshot) = self.get(id) else { continue };
            if !snapshot.is_sound(CHECKED_BYTES) {
                continue;
            }
            let age = u64::try_from(now().saturating_sub(entry.seconds)).unwrap_or(0);
            list.push(Summary { id: id.to_owned(), age, stored: entry.bytes, meta: snapshot.into_meta() });
        }
        Ok(list)
    }

    /// Opens a snapshot.
    ///
    /// # Errors
    /// When there is none of this id, its time is over, or it is damaged.
    pub fn get(&self, id: &str) -> Result<Snapshot, StoreError> {
        if !is_id(id) {
            return Err(StoreError::unknown(id));
        }
        let file = match self.folder.read(&format!("{id}{ENDING}")) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(StoreError::unknown(id)),
            Err(_) => return Err(StoreError::Damaged(id.to_owned())),
        };
        if Folder::written(&file).is_none_or(|written| now().saturating_sub(written) > SECONDS) {
            return Err(StoreError::Expired(id.to_owned()));
        }
        Snapshot::open(file, id).map_err(|error| match error.kind() {
            io::ErrorKind::Unsupported => StoreError::OtherVersion(id.to_owned()),
            _ => StoreError::Damaged(id.to_owned()),
        })
    }

    /// Opens the snapshot that a word names: its id, the beginning of one id alone, or `last`.
    ///
    /// # Errors
    /// As [`Shelf::get`]; when several ids begin so.
    pub fn find(&self, word: &str) -> Result<Snapshot, StoreError> {
        match self.get(word) {
            // What has the form of a whole id is one, unless there is none of it.
            Err(StoreError::Unknown(_)) => self.get(&self.id_named(word)?),
            found => found,
        }
    }

    /// Opens the newest snapshot of which this holds.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn newest(&self, holds: &dyn Fn(&Facts) -> bool) -> Result<Option<Snapshot>, StoreError> {
        let snapshots = self.snapshots()?;
        let mut opened = snapshots.iter().filter_map(id_of).filter_map(|id| self.get(id).ok());
        Ok(opened.find(|snapshot| holds(&snapshot.meta().facts)))
    }

    /// The id that a word names. A word that names none may be the id of one that has gone.
    fn id_named(&self, word: &str) -> Result<String, StoreError> {
        let short = (LEAST_CHARS..26).contains(&word.len()) && word.bytes().all(is_digit);
        if word != LAST_WORD && !short {
            return Ok(word.to_owned());
        }
        let snapshots = self.snapshots()?;
        let mut ids = snapshots.iter().filter_map(id_of);
        if word == LAST_WORD {
            return ids.next().map(str::to_owned).ok_or(StoreError::Empty);
        }
        let those: Vec<&str> = ids.filter(|id| id.starts_with(word)).collect();
        match those.as_slice() {
            [] => Ok(word.to_owned()),
            [one] => Ok((*one).to_owned()),
            several if several.contains(&word) => Ok(word.to_owned()),
            several => {
                let named: Vec<String> = several.iter().take(NAMED).map(|id| (*id).to_owned()).collect();
                Err(StoreError::Ambiguous {
                    word: word.to_owned(),
                    number: several.len(),
                    ids: named.join(", "),
                })
            }
        }
    }

    /// How many snapshots there are.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn count(&self) -> Result<u64, StoreError> {
        Ok(u64::try_from(self.snapshots()?.len()).unwrap_or(u64::MAX))
    }

    /// Removes one snapshot, or all of them. Gives how many went.
    ///
    /// # Errors
    /// When there is none of this id, or it cannot be removed.
    pub fn purge(&self, word: Option<&str>) -> Result<u64, StoreError> {
        let id = word.map(|word| self.id_named(word)).transpose()?;
        let id = id.as_deref();
        let mut gone = 0_u64;
        for entry in self.snapshots()? {
            if id.is_none_or(|id| id_of(&entry) == Some(id)) {
                self.folder.remove(&entry.name).map_err(StoreError::file("failed to remove a stored run"))?;
                gone.up(1);
            }
        }
        match id {
            Some(id) if gone == 0 => Err(StoreError::unknown(id)),
            _ => Ok(gone),
        }
    }

    fn snapshots(&self) -> Result<Vec<Entry>, StoreError> {
        let all = self.folder.entries().map_err(StoreError::file("failed to read the store"))?;
        Ok(newest_first(all))
    }

    /// Gives a finished file its id: the first digits of its hash, more of them when those are taken by another.
    pub(super) fn name(&self, temporary: &Temporary, seal: &Seal) -> io::Result<String> {
        for chars in 8..8_usize.saturating_add(TRIES) {
            let id = base32(&seal.hash, chars);
            let name = format!("{id}{ENDING}");
            for _ in 0..2 {
                match temporary.link(&name) {
                    Ok(()) => return Ok(id),
                    Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                    Err(_) => {}
                }
                let Ok(mut file) = self.folder.read(&name) else { break };
                if seal.is_of(&mut file) {
                    self.folder.touch(&name);
                    return Ok(id);
                }
                match Snapshot::open(file, &id) {
                    Ok(other) if *other.hash() != seal.hash => break,
                    Err(error) if error.kind() == io::ErrorKind::Unsupported => break,
                    Ok(_) | Err(_) => {}
                }
                // A damaged file of this name holds nothing that anybody can read.
                self.folder.remove(&name)?;
            }
        }
        Err(io::Error::other("every name is taken"))
    }

    /// Gives a finished file a name, in place of whatever has that name.
    pub(super) fn replace(&self, temporary: &Temporary, name: &str) -> io::Result<()> {
        self.folder.rename(&temporary.name, name)
    }

    /// Removes what is too old, too much or too many, oldest first, and what killed processes left.
    pub(super) fn tidy(&self, quota: u64, keep: &str) {
        let now = now();
        let Ok(entries) = self.folder.entries() else { return };
        for entry in entries.iter().filter(|entry| entry.name.starts_with(TEMPORARY)) {
            let old = now.saturating_sub(entry.seconds) > LEFT_OVER_SECONDS;
            if old && self.folder.is_left(&entry.name) {
                let _ = self.folder.remove(&entry.name);
            }
        }
        let mut snapshots = newest_first(entries);
        snapshots.sort_by_key(|entry| id_of(entry) != Some(keep));
        let (mut bytes, mut count) = (0_u64, 0_usize);
        for entry in snapshots {
            bytes.up(entry.bytes);
            count.up(1);
            let old = now.saturating_sub(entry.seconds) > SECONDS;
            if id_of(&entry) != Some(keep) && (old || bytes > quota || count > SNAPSHOTS) {
                bytes.down(entry.bytes);
                let _ = self.folder.remove(&entry.name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_gets_its_name_where_there_are_no_links_unless_that_is_taken() {
        let place = tempfile::tempdir().unwrap();
        let folder = Arc::new(Folder::make(&place.path().join("store")).unwrap());
        for (text, taken) in [("first", false), ("second", true)] {
            let (temporary, mut file) = Temporary::new(&folder).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            let named = temporary.become_named("name").map_err(|error| error.kind());
            assert_eq!(named, if taken { Err(io::ErrorKind::AlreadyExists) } else { Ok(()) });
        }
        assert_eq!(io::read_to_string(folder.read("name").unwrap()).unwrap(), "first");
        assert_eq!(folder.entries().unwrap().len(), 1);
    }
}
