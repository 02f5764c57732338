//! The last verdict of a command, beside the snapshots: which failures it had, as numbers alone.
//!
//! One small file for each command and folder, written under a random name and renamed into place. What is damaged, too
//! large or somebody else's counts as never written. The oldest go when there are too many.

use std::collections::BTreeSet;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::StoreError;
use super::format::base32;
use super::shelf::{Shelf, Temporary};
use crate::budget::Count as _;
use crate::report::{REMEMBERED, SLOWEST, Took, Trace};

/// What the name of a file begins with.
const BEGINNING: &str = "last-";
/// Chars of its name after that: 130 bits of a hash.
const NAME_CHARS: usize = 26;
/// The first line; another version's file counts as none.
const HEAD: &str = "weir last 2\n";
/// What the line of a test's time begins with.
const TOOK: &str = "t ";
/// Bytes of a line: two numbers of 16 digits, a blank, a line end.
const LINE_BYTES: usize = 34;
/// The most files that are kept.
const FILES: usize = 500;

/// The place of one command's last verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last {
    store: PathBuf,
    name: String,
}

fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// The sum that ends a file with this text.
fn sum(text: &str) -> String {
    base32(&digest(&[text.as_bytes()]), 16)
}

fn written(traces: &BTreeSet<Trace>, took: &Took) -> String {
    let mut text = HEAD.to_owned();
    for trace in traces {
        text.push_str(&format!("{:016x} {:016x}\n", trace.part, trace.failure));
    }
    for (test, milliseconds) in took {
        text.push_str(&format!("{TOOK}{test:016x} {milliseconds}\n"));
    }
    let sum = sum(&text);
    text + &sum + "\n"
}

fn parsed(text: &str) -> Option<(BTreeSet<Trace>, Took)> {
    let (body, end) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let body = format!("{body}\n");
    if end != sum(&body) {
        return None;
    }
    let number = |word: &str| u64::from_str_radix(word, 16).ok();
    let (mut traces, mut took) = (BTreeSet::new(), Took::new());
    for line in body.strip_prefix(HEAD)?.lines() {
        if let Some(line) = line.strip_prefix(TOOK) {
            let (test, milliseconds) = line.split_once(' ')?;
            took.insert(number(test)?, milliseconds.parse().ok()?);
        } else {
            let (part, failure) = line.split_once(' ')?;
            traces.insert(Trace { part: number(part)?, failure: number(failure)? });
        }
    }
    Some((traces, took))
}

impl Last {
    /// That of what is reported by `parts`, the folder and the words of a command say, in the store at `store`.
    #[must_use]
    pub fn of(store: &Path, parts: &[&[u8]]) -> Self {
        Self { store: store.to_owned(), name: format!("{BEGINNING}{}", base32(&digest(parts), NAME_CHARS)) }
    }

    /// The failures of the last run; nothing when there was none, or it cannot be reported.
    #[must_use]
    pub fn read(&self) -> Option<BTreeSet<Trace>> {
        self.remembered().0
    }

    /// The failures of the last run, as [`Last::read`] gives them, and the times of its slowest tests.
    #[must_use]
    pub fn remembered(&self) -> (Option<BTreeSet<Trace>>, Took) {
        self.stored().map_or_else(Default::default, |(traces, took)| (Some(traces), took))
    }

    fn stored(&self) -> Option<(BTreeSet<Trace>, Took)> {
        let shelf = Shelf::open(&self.store).ok()??;
        let most = REMEMBERED.saturating_add(SLOWEST).saturating_add(4).saturating_mul(LINE_BYTES);
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        let file = shelf.folder.read(&self.name).ok()?;
        let mut text = String::new();
        file.take(most).read_to_string(&mut text).ok()?;
        parsed(&text)
    }

    /// Remembers the failures of this run; nothing when they are too many: then the next run compares with none.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn write(&self, traces: Option<&BTreeSet<Trace>>, took: &Took) -> Result<(), StoreError> {
        let failed = || StoreError::file("failed to write to the store");
        let Some(traces) = traces else {
            let shelf = Shelf::open(&self.store)?;
            return match shelf.map(|shelf| shelf.folder.remove(&self.name)) {
                Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => Err(failed()(error)),
                _ => Ok(()),
            };
        };
        let shelf = Shelf::make(&self.store)?;
        let (temporary, mut file) = Temporary::new(&shelf.folder).map_err(failed())?;
        file.write_all(written(traces, took).as_bytes()).map_err(failed())?;
        shelf.replace(&temporary, &self.name).map_err(failed())?;
        self.tidy(&shelf);
        Ok(())
    }

    /// Forgets the last runs of all commands. Gives of how many.
    ///
    /// # Errors
    /// When one of them cannot be removed.
    pub fn forget_all(shelf: &Shelf) -> Result<u64, StoreError> {
        let failed = || StoreError::file("failed to forget a last run");
        let mut gone = 0_u64;
        for entry in shelf.folder.entries().map_err(failed())? {
            if !entry.name.starts_with(BEGINNING) {
                continue;
            }
            match shelf.folder.remove(&entry.name) {
                Ok(()) => gone.up(1),
                // Somebody else was faster.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed()(error)),
            }
        }
        Ok(gone)
    }

    /// Removes the oldest when there are too many.
    fn tidy(&self, shelf: &Shelf) {
        let Ok(mut entries) = shelf.folder.entries() else { return };
        entries.retain(|entry| entry.name.starts_with(BEGINNING) && entry.name != self.name);
        entries.sort_by_key(|entry| std::cmp::Reverse((entry.seconds, entry.nanos)));
        for entry in entries.iter().skip(FILES.saturating_sub(1)) {
            let _ = shelf.folder.remove(&entry.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn traces() -> BTreeSet<Trace> {
        [Trace { part: 1, failure: u64::MAX }, Trace { part: 0, failure: 7 }].into()
    }

    fn took() -> Took {
        [(7, 120), (u64::MAX, 86_400_000)].into()
    }

    #[cfg(unix)]
    #[test]
    fn what_was_remembered_is_read_again_and_only_ours_to_read() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store");
        let last = Last::of(&store, &[b"/work", b"cargo", b"test"]);
        assert_eq!(last.read(), None);
        last.write(Some(&traces()), &took()).unwrap();
        assert_eq!(last.remembered(), (Some(traces()), took()));
        assert_eq!(Last::of(&store, &[b"/work", b"cargot", b"est"]).read(), None);
        let file = store.join(&last.name);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        last.write(Some(&BTreeSet::new()), &Took::new()).unwrap();
        assert_eq!(last.read(), Some(BTreeSet::new()));
        last.write(None, &Took::new()).unwrap();
        assert_eq!((last.read(), fs::read_dir(&store).unwrap().count()), (None, 0));
    }

    #[cfg(unix)]
    #[test]
    fn a_damaged_or_foreign_file_counts_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let last = Last::of(folder.path(), &[b"x"]);
        last.write(Some(&traces()), &took()).unwrap();
        let file = folder.path().join(&last.name);
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            fs::write(&file, &whole[..at]).unwrap();
            assert_eq!(last.read(), None, "cut at {at}");
            let mut bent = whole.clone();
            bent[at] ^= 1;
            fs::write(&file, bent).unwrap();
            assert_eq!(last.read(), None, "bent at {at}");
        }
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", &file).unwrap();
        assert_eq!(last.read(), None);
        last.write(Some(&traces()), &took()).unwrap();
        assert_eq!(last.read(), Some(traces()));
    }

    #[test]
    fn the_oldest_go_when_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..FILES + 20 {
            fs::write(folder.path().join(format!("{BEGINNING}{number}")), "").unwrap();
        }
        Last::of(folder.path(), &[b"x"]).write(Some(&traces()), &took()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), FILES);
        assert_eq!(Last::of(folder.path(), &[b"x"]).read(), Some(traces()));
    }
}
