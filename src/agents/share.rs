//! The room of a line, shared by the answers of its commands: each takes a part of what is left, and gives back what it did
//! not need.
//!
//! What was taken is in a small file for each line, locked while it is changed. Without one an answer takes so little that
//! others may follow.

use std::fs::{self, File};
use std::io::{self, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::agent::Ceiling;

/// The part of what is left that an answer takes, in percent.
const PART: u64 = 60;
/// The same when nobody knows what is left.
const SMALL_PART: u64 = 30;
/// An answer takes at least this much.
const LEAST: u64 = 400;
/// An answer takes at least so many lines.
const LEAST_LINES: u64 = 4;
/// The longest name of a line.
const LONGEST_NAME: usize = 100;
/// Files of lines that are older are taken away.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);
/// So many files are looked at.
const LOOKED_AT: usize = 1000;

/// An amount of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Chars, or bytes where the agent counts these.
    pub size: u64,
    /// Lines.
    pub lines: u64,
}

impl Amount {
    fn plus(self, other: Self) -> Self {
        Self { size: self.size.saturating_add(other.size), lines: self.lines.saturating_add(other.lines) }
    }

    fn minus(self, other: Self) -> Self {
        Self { size: self.size.saturating_sub(other.size), lines: self.lines.saturating_sub(other.lines) }
    }
}

/// What one answer has taken.
#[derive(Debug)]
pub struct Share {
    file: Option<PathBuf>,
    taken: Amount,
}

impl Share {
    /// Takes the share of an answer in the line of this name; `folder` is where the files of lines are.
    #[must_use]
    pub fn take(folder: Option<&Path>, line: &str, ceiling: Ceiling) -> Self {
        let all = Amount { size: ceiling.size, lines: ceiling.lines.unwrap_or(u64::MAX) };
        let file = folder.filter(|_| is_name(line)).map(|folder| folder.join(line));
        let mut taken = part(all, SMALL_PART);
        let file = file.filter(|file| {
            let changed = change(file, |used| {
                taken = part(all.minus(used), PART);
                used.plus(taken)
            });
            changed.is_ok()
        });
        Self { file, taken }
    }

    /// The most that the answer may hold.
    #[must_use]
    pub const fn room(&self) -> Amount {
        self.taken
    }

    /// Gives back what the answer did not need.
    pub fn settle(self, needed: Amount) {
        let Some(file) = self.file else { return };
        // Nothing can be done about it: the next answer is shorter than it could be.
        let _ = change(&file, |used| used.minus(self.taken).plus(needed));
    }
}

/// So many percent of what is left, but no less than the least.
fn part(left: Amount, percent: u64) -> Amount {
    let of = |all: u64| match all {
        u64::MAX => all,
        all => all.saturating_mul(percent) / 100,
    };
    Amount { size: of(left.size).max(LEAST), lines: of(left.lines).max(LEAST_LINES) }
}

/// Whether a line's name is a file's name: nothing that leads elsewhere.
fn is_name(line: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !line.is_empty() && line.len() <= LONGEST_NAME && line.bytes().all(plain)
}

/// Changes what is written down, while nobody else does.
fn change(path: &Path, new: impl FnOnce(Amount) -> Amount) -> io::Result<()> {
    let mut file = open(path)?;
    file.lock()?;
    let mut text = String::new();
    Read::by_ref(&mut file).take(100).read_to_string(&mut text)?;
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse().unwrap_or(u64::MAX));
    let mut next = || numbers.next().unwrap_or(0);
    let used = Amount { size: next(), lines: next() };
    let new = new(used);
    file.set_len(0)?;
    file.rewind()?;
    // The lock goes with the file.
    file.write_all(format!("{} {}\n", new.size, new.lines).as_bytes())
}

/// Opens the file of a line; a new one is the time to take away old ones.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        opened => return opened,
    }
    if let Some(folder) = path.parent() {
        prepare(folder)?;
    }
    options.create(true).truncate(false).open(path)
}

/// Makes the folder of lines' files, and takes away old ones.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    make(folder)?;
    sweep(folder);
    Ok(())
}

/// Makes the folder; nobody else looks into it.
fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Takes away the files of lines that have long ended.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(LOOKED_AT) {
        let age = entry.metadata().and_then(|file| file.modified()).ok().and_then(|when| when.elapsed().ok());
        if age.is_some_and(|age| age > OLD) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::agent::Unit;
    use super::*;

    const CEILING: Ceiling = Ceiling { size: 10_000, lines: Some(100), unit: Unit::Chars };

    fn amount(size: u64, lines: u64) -> Amount {
        Amount { size, lines }
    }

    #[test]
    fn each_answer_takes_a_part_of_what_is_left_and_gives_back_what_it_does_not_need() {
        let folder = tempfile::tempdir().unwrap();
        let lines = folder.path().join("a").join("lines");
        let take = |line: &str| Share::take(Some(&lines), line, CEILING);
        let first = take("one");
        assert_eq!(first.room(), amount(6_000, 60));
        let beside = take("one");
        assert_eq!(beside.room(), amount(2_400, 24));
        first.settle(amount(1_000, 10));
        assert_eq!(take("one").room(), amount(3_960, 39));
        beside.settle(amount(0, 0));
        assert_eq!(take("two").room(), amount(6_000, 60));
    }

    #[test]
    fn the_least_is_given_when_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let shares: Vec<Amount> =
            (0..9).map(|_| Share::take(Some(folder.path()), "one", CEILING).room()).collect();
        assert_eq!(shares.last(), Some(&amount(LEAST, LEAST_LINES)));
        assert!(shares.is_sorted_by(|one, next| one.size >= next.size));
    }

    #[test]
    fn without_a_file_an_answer_takes_little() {
        let little = amount(3_000, 30);
        assert_eq!(Share::take(None, "one", CEILING).room(), little);
        let folder = tempfile::tempdir().unwrap();
        let long = "x".repeat(LONGEST_NAME + 1);
        for line in ["", "../one", "a/b", "a b", ".", &long] {
            assert_eq!(Share::take(Some(folder.path()), line, CEILING).room(), little, "{line}");
        }
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert_eq!(Share::take(Some(&file), "one", CEILING).room(), little);
        let all = Share::take(None, "one", Ceiling { lines: None, ..CEILING });
        assert_eq!(all.room(), amount(3_000, u64::MAX));
    }

    #[test]
    fn old_lines_are_taken_away_when_a_new_one_begins() {
        let folder = tempfile::tempdir().unwrap();
        let (old, young) = (folder.path().join("old"), folder.path().join("young"));
        for path in [&old, &young] {
            fs::write(path, "1 1").unwrap();
        }
        let then = std::time::SystemTime::now() - OLD - Duration::from_secs(60);
        File::options().write(true).open(&old).unwrap().set_modified(then).unwrap();
        let _ = Share::take(Some(folder.path()), "new", CEILING);
        assert!(!old.exists() && young.exists());
    }

    #[test]
    fn what_cannot_be_read_counts_as_all() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("one"), "many lines\n").unwrap();
        assert_eq!(Share::take(Some(folder.path()), "one", CEILING).room(), amount(LEAST, LEAST_LINES));
    }
}
