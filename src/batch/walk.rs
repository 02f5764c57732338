//! From what was named to the files that hold logs: files, folders, patterns and lists of them.
//!
//! Folders are read in the order of their names, byte by byte. In them, names that begin with a dot, symbolic links and
//! what is no file are left out and counted: so there are no loops, no log comes twice, and nothing is waited for. What
//! is named itself may be a link. A folder of GitHub Actions that repeats a job's log by step is left out as well.

use std::fs::{self, FileType};
use std::io;
use std::ops::ControlFlow::{self, Continue};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::glob::Pattern;
use super::list::{self, Separator};
use crate::budget::Count as _;
use crate::source::packed::repeats_a_job;
use crate::source::{Input, Signals};

/// What is named, and is neither a file nor a folder.
const NO_FILE: &str = "it is no file; pipe it into weir instead";

/// The most folders within each other.
const DEPTH: usize = 200;

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A file, a folder or a pattern.
    Path(PathBuf),
    /// Those that a list names.
    List(Input, Separator),
}

/// What was left out in folders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Skipped {
    /// Names that begin with a dot.
    pub(super) hidden: u64,
    /// Symbolic links.
    pub(super) links: u64,
    /// Pipes, sockets and devices.
    pub(super) special: u64,
    /// Folders that repeat a job's log by step.
    pub(super) steps: u64,
}

/// One find.
#[derive(Debug)]
pub(super) enum Found {
    /// A file that holds logs.
    File(PathBuf),
    /// Something that cannot be read, and why.
    Trouble(PathBuf, String),
}

/// Whether to go on.
pub(super) type Flow = ControlFlow<()>;

/// Looks for logs, and gives each find to `each` until that breaks off.
pub(super) struct Walk<'a> {
    pub(super) each: &'a mut dyn FnMut(Found) -> Flow,
    pub(super) skipped: Skipped,
    pub(super) signals: Option<&'a Signals>,
}

impl std::fmt::Debug for Walk<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Walk").field("skipped", &self.skipped).finish_non_exhaustive()
    }
}

/// One name in a folder.
struct Entry {
    name: std::ffi::OsString,
    kind: io::Result<FileType>,
}

impl Walk<'_> {
    /// Looks at everything that was asked for.
    pub(super) fn all(&mut self, wanted: &[Wanted]) -> Flow {
        for wanted in wanted {
            match wanted {
                Wanted::Path(path) => self.named(path)?,
                Wanted::List(input, separator) => self.listed(input, *separator)?,
            }
        }
        Continue(())
    }

    fn trouble(&mut self, path: &Path, why: impl Into<String>) -> Flow {
        (self.each)(Found::Trouble(path.to_owned(), why.into()))
    }

    fn listed(&mut self, input: &Input, separator: Separator) -> Flow {
        let mut stopped = Continue(());
        let signals = self.signals;
        let read = list::read(input, separator, signals, &mut |path| {
            stopped = match path {
                Ok(path) => self.named(&path),
                Err(why) => self.trouble(&list::name(input), why),
            };
            stopped
        });
        match read {
            Ok(()) => stopped,
            Err(error) => self.trouble(&list::name(input), format!("failed to read the list: {error}")),
        }
    }

    /// A path that was named itself: links are followed.
    fn named(&mut self, path: &Path) -> Flow {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.folder(path, DEPTH),
            Ok(metadata) if metadata.is_file() => (self.each)(Found::File(path.to_owned())),
            Ok(_) => self.trouble(path, NO_FILE),
            Err(error) => {
                // On Windows no file can have a star in its name.
                let is_no_name =
                    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename);
                match Pattern::of(path).filter(|_| is_no_name) {
                    Some(Ok(pattern)) => self.pattern(path, &pattern),
                    Some(Err(why)) => self.trouble(path, why),
                    // Of a device of Windows the system reports nothing.
                    None if fs::File::open(path).is_ok() => self.trouble(path, NO_FILE),
                    None => self.trouble(path, error.to_string()),
                }
            }
        }
    }

    fn pattern(&mut self, path: &Path, pattern: &Pattern) -> Flow {
        let mut found = false;
        let base = pattern.base().to_owned();
        self.matching(&base, pattern, pattern.depth().min(DEPTH), &mut found)?;
        if found { Continue(()) } else { self.trouble(path, "no file of this name, and none matches it") }
    }

    fn matching(&mut self, folder: &Path, pattern: &Pattern, depth: usize, found: &mut bool) -> Flow {
        let Ok(entries) = entries(if folder.as_os_str().is_empty() { Path::new(".") } else { folder }) else {
            return Continue(());
        };
        for entry in entries.into_iter().flatten() {
            if is_hidden(&entry) {
                continue;
            }
            let path = folder.join(&entry.name);
            let is_folder = entry.kind.as_ref().is_ok_and(FileType::is_dir);
            if pattern.matches(&path) {
                *found = true;
                self.named(&path)?;
            } else if is_folder && depth > 1 {
                self.matching(&path, pattern, depth.saturating_sub(1), found)?;
            }
        }
        Continue(())
    }

    fn folder(&mut self, path: &Path, depth: usize) -> Flow {
        if depth == 0 {
            return self.trouble(path, format!("more than {DEPTH} folders within each other"));
        }
        let entries = match entries(path) {
            Ok(entries) => entries,
            Err(error) => return self.trouble(path, format!("failed to read the folder: {error}")),
        };
        let files: Vec<String> = entries
            .iter()
            .flatten()
            .filter(|entry| entry.kind.as_ref().is_ok_and(FileType::is_file))
            .map(|entry| entry.name.to_string_lossy().into_owned())
            .filter(|name| name.starts_with(|first: char| first == '-' || first.is_ascii_digit()))
            .collect();
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.trouble(path, format!("failed to read the folder: {error}"))?;
                    continue;
                }
            };
            let inside = path.join(&entry.name);
            let kind = match &entry.kind {
                _ if is_hidden(&entry) => {
                    self.skipped.hidden.up(1);
                    continue;
                }
                Ok(kind) => *kind,
                Err(error) => {
                    self.trouble(&inside, error.to_string())?;
                    continue;
                }
            };
            if kind.is_dir() {
                if repeats(&inside, &entry.name.to_string_lossy(), &files) {
                    self.skipped.steps.up(1);
                } else {
                    self.folder(&inside, depth.saturating_sub(1))?;
                }
            } else if kind.is_file() {
                (self.each)(Found::File(inside))?;
            } else if kind.is_symlink() {
                self.skipped.links.up(1);
            } else {
                self.skipped.special.up(1);
            }
        }
        Continue(())
    }
}

fn is_hidden(entry: &Entry) -> bool {
    entry.name.as_encoded_bytes().first() == Some(&b'.')
}

/// The names in a folder, sorted; each may be trouble of its own.
fn entries(folder: &Path) -> io::Result<Vec<io::Result<Entry>>> {
    let entry = |entry: fs::DirEntry| Entry { name: entry.file_name(), kind: entry.file_type() };
    let mut entries: Vec<io::Result<Entry>> = fs::read_dir(folder)?.map(|read| read.map(entry)).collect();
    // Trouble comes last: it has no name.
    entries.sort_by(|a, b| match (a, b) {
        (Ok(a), Ok(b)) => a.name.as_encoded_bytes().cmp(b.name.as_encoded_bytes()),
        (Ok(_), Err(_)) => std::cmp::Ordering::Less,
        (Err(_), Ok(_)) => std::cmp::Ordering::Greater,
        (Err(_), Err(_)) => std::cmp::Ordering::Equal,
    });
    Ok(entries)
}

/// Whether a folder repeats one of these job logs by step.
fn repeats(folder: &Path, name: &str, files: &[String]) -> bool {
    if files.is_empty() {
        return false;
    }
    let Ok(inside) = entries(folder) else { return false };
    let files_alone = inside
        .iter()
        .all(|entry| entry.as_ref().is_ok_and(|entry| entry.kind.as_ref().is_ok_and(FileType::is_file)));
    let names: Vec<String> =
        inside.iter().flatten().map(|entry| entry.name.to_string_lossy().into_owned()).collect();
    files_alone && repeats_a_job(name, files.iter().map(String::as_str), names.iter().map(String::as_str))
}

/// How many files there are to read, when no list has to be read for it: for a bar that shows how far it is.
#[must_use]
pub fn count(wanted: &[Wanted]) -> Option<u64> {
    if wanted.iter().any(|wanted| matches!(wanted, Wanted::List(..))) {
        return None;
    }
    let mut files = 0_u64;
    let mut each = |_| {
        files.up(1);
        Continue(())
    };
    // Nothing breaks it off.
    let _ = Walk { each: &mut each, skipped: Skipped::default(), signals: None }.all(wanted);
    Some(files)
}
