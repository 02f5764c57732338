//! The files: one a day, each line appended by one write, old ones removed.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::budget::Count as _;
use crate::settings::guard::Telemetry;
use crate::text::time::Time;

/// A day's file is put aside when it takes up this share of all bytes, so that old lines can go before new ones.
const SHARE: u64 = 4;

const DAY_SECONDS: i64 = 86_400;

/// The file of a day.
#[derive(Debug)]
struct Open {
    day: String,
    path: PathBuf,
    file: File,
    /// Whether the last write left a piece of a line.
    is_torn: bool,
}

/// A folder of records.
#[derive(Debug)]
pub(super) struct Folder {
    dir: PathBuf,
    max_age_days: u64,
    max_bytes: u64,
    open: Option<Open>,
}

impl Folder {
    /// The folder of these settings, if there is one. Nothing is made yet.
    pub(super) fn of(settings: &Telemetry) -> Option<Self> {
        let Telemetry { dir, max_age_days, max_bytes, .. } = settings;
        let dir = dir.clone()?;
        Some(Self { dir, max_age_days: *max_age_days, max_bytes: *max_bytes, open: None })
    }

    /// Appends lines to the file of the day, `2026-03-01` say.
    pub(super) fn append(&mut self, day: &str, lines: &[u8]) -> io::Result<()> {
        let mut open = match self.open.take().filter(|open| open.day == day && open.is_there()) {
            Some(open) => open,
            None => self.open(day)?,
        };
        let written = open.write(lines);
        let is_full = written.as_ref().is_ok_and(|length| *length >= self.max_bytes.div_euclid(SHARE));
        if is_full {
            self.put_away(&open);
        } else {
            self.open = Some(open);
        }
        written.map(|_| ())
    }

    fn open(&self, day: &str) -> io::Result<Open> {
        make(&self.dir)?;
        let path = self.dir.join(format!("{day}.jsonl"));
        let file = append_to(&path)?;
        self.prune(day);
        Ok(Open { day: day.to_owned(), path, file, is_torn: false })
    }

    /// Gives a day's file another name, the first that is free.
    fn put_away(&self, open: &Open) {
        let free = (1..10_000_u32)
            .map(|number| self.dir.join(format!("{}.{number}.jsonl", open.day)))
            .find(|path| std::fs::symlink_metadata(path).is_err());
        if let Some(free) = free.filter(|_| open.is_there()) {
            let _ = std::fs::rename(&open.path, free);
        }
        self.prune(&open.day);
    }

    /// Removes the files of days that are too long ago, and then the oldest ones until the others fit.
    fn prune(&self, today: &str) {
        let oldest = Time::read(today).map(|today| {
            let age = i64::try_from(self.max_age_days).unwrap_or(i64::MAX);
            today.0.saturating_sub(age.saturating_mul(DAY_SECONDS))
        });
        let mut kept = Vec::new();
        for path in files(&self.dir).unwrap_or_default() {
            let day = day_of(&path).and_then(|day| Time::read(&day));
            if day.zip(oldest).is_some_and(|(day, oldest)| day.0 < oldest) {
                let _ = std::fs::remove_file(&path);
            } else {
                let length = std::fs::symlink_metadata(&path).map_or(0, |file| file.len());
                kept.push((path, length));
            }
        }
        let mut total = kept.iter().fold(0_u64, |sum, (_, length)| sum.saturating_add(*length));
        let own = self.dir.join(format!("{today}.jsonl"));
        for (path, length) in kept.iter().filter(|(path, _)| *path != own) {
            if total <= self.max_bytes {
                break;
            }
            if std::fs::remove_file(path).is_ok() {
                total.down(*length);
            }
        }
    }
}

impl Open {
    /// One write; gives the length of the file. A piece of a line that a full disk left is ended first.
    fn write(&mut self, lines: &[u8]) -> io::Result<u64> {
        let mut whole;
        let lines = if self.is_torn {
            whole = vec![b'\n'];
            whole.extend_from_slice(lines);
            whole.as_slice()
        } else {
            lines
        };
        let written = self.file.write(lines)?;
        let rest = lines.get(written..).unwrap_or_default();
        self.is_torn = !rest.is_empty() && written > 0;
        if !rest.is_empty() {
            return Err(io::Error::new(io::ErrorKind::WriteZero, "a line was written in part"));
        }
        self.file.metadata().map(|file| file.len())
    }

    /// Whether its path still leads to this file.
    fn is_there(&self) -> bool {
        match (std::fs::symlink_metadata(&self.path), self.file.metadata()) {
            (Ok(named), Ok(open)) => is_same(&named, &open),
            _ => false,
        }
    }
}

#[cfg(unix)]
fn is_same(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(windows)]
fn is_same(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    one.created().ok() == other.created().ok()
}

/// Makes a folder that only its user can read; one that is there stays as it is.
fn make(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(dir)
}

/// Opens a file to append to, or makes it. A link is not followed, and nothing but a regular file is written to: a pipe
/// could keep us waiting.
fn append_to(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        crate::source::outlive_size_limits();
        let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY;
        options.mode(0o600).custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    }
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    Ok(file)
}

/// The files of records in a folder, the oldest first.
pub(super) fn files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(dir)?.filter_map(Result::ok);
    let mut files: Vec<_> = entries.map(|entry| entry.path()).filter(|path| day_of(path).is_some()).collect();
    files.sort_by_key(|path| order(path));
    Ok(files)
}

/// By day, and within a day by number; the one without a number is the newest.
fn order(path: &Path) -> (String, u32) {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let number = stem.get(11..).and_then(|number| number.parse().ok());
    (stem.chars().take(10).collect(), number.unwrap_or(u32::MAX))
}

/// The day of a file of records: `2026-03-01` of `2026-03-01.jsonl` and of `2026-03-01.2.jsonl`.
pub(super) fn day_of(path: &Path) -> Option<String> {
    let stem = path.file_name()?.to_str()?.strip_suffix(".jsonl")?;
    let (day, rest) = stem.split_at_checked(10)?;
    let number = rest
        .strip_prefix('.')
        .map(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    (Time::read(day).is_some() && (rest.is_empty() || number == Some(true))).then(|| day.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(dir: &Path, max_age_days: u64, max_bytes: u64) -> Folder {
        Folder { dir: dir.to_owned(), max_age_days, max_bytes, open: None }
    }

    fn names(dir: &Path) -> Vec<String> {
        let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        files(dir).unwrap().into_iter().map(name).collect()
    }

    #[test]
    fn every_day_has_its_file_and_old_days_go() {
        let dir = tempfile::tempdir().unwrap();
        let mut folder = folder(dir.path(), 2, 1 << 20);
        for day in ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"] {
            folder.append(day, b"{}\n").unwrap();
        }
        assert_eq!(names(dir.path()), ["2026-03-02.jsonl", "2026-03-03.jsonl", "2026-03-04.jsonl"]);
    }

    #[test]
    fn all_files_together_keep_to_their_bytes_and_the_oldest_lines_go() {
        let dir = tempfile::tempdir().unwrap();
        let mut folder = folder(dir.path(), 30, 4000);
        for number in 0..400 {
            folder.append("2026-03-01", format!("{{\"number\": {number:06}}}\n").as_bytes()).unwrap();
        }
        let texts: Vec<String> =
            files(dir.path()).unwrap().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let all = texts.concat();
        assert!((2000..=5200).contains(&all.len()), "{}", all.len());
        assert!(all.ends_with("000399}\n") && !all.contains("000000"), "{all}");
        assert!(texts.iter().all(|text| text.ends_with("}\n")));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_its_users_alone_and_one_that_was_removed_is_made_again() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let inner = dir.path().join("a/b");
        let mut folder = folder(&inner, 30, 1 << 20);
        folder.append("2026-03-01", b"1\n").unwrap();
        let file = inner.join("2026-03-01.jsonl");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(&inner)), (0o600, 0o700));
        std::fs::remove_file(&file).unwrap();
        folder.append("2026-03-01", b"2\n").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "2\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_and_a_link_in_the_place_of_the_file_are_refused_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let made = std::process::Command::new("mkfifo").arg(dir.path().join("2026-03-01.jsonl")).status();
        assert!(made.unwrap().success());
        std::os::unix::fs::symlink("/dev/null", dir.path().join("2026-03-02.jsonl")).unwrap();
        let mut folder = folder(dir.path(), 30, 1 << 20);
        assert!(folder.append("2026-03-01", b"1\n").is_err() && folder.append("2026-03-02", b"1\n").is_err());
    }

    #[test]
    fn only_files_of_days_are_records() {
        let day = |name: &str| day_of(Path::new(name));
        assert_eq!(day("a/2026-03-01.jsonl").as_deref(), Some("2026-03-01"));
        assert_eq!(day("2026-03-01.12.jsonl").as_deref(), Some("2026-03-01"));
        for name in [
            "2026-03-01.jsonl.gz",
            "2026-13-01.jsonl",
            "notes.jsonl",
            "2026-03-01..jsonl",
            "2026-03-01x.jsonl",
        ] {
            assert_eq!(day(name), None, "{name}");
        }
    }
}
