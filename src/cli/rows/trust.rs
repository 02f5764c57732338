//! Which files of rows of a project are trusted: those whose bytes the user has seen.
//!
//! `weir/trusted` in the user's configuration has a line for each: the sum of its bytes, and its path. A file that changes is
//! another one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::args::TrustArgs;
use super::files;
use crate::cli::exit::Problem;
use crate::cli::setup::file::sum;
use crate::cli::surroundings::Surroundings;
use crate::cli::system;
use crate::cli::words::shown;

/// The list of what is trusted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Trusted {
    /// Sums and paths.
    lines: Vec<(String, String)>,
}

impl Trusted {
    /// The list of this user. Without a place for it nothing is trusted.
    pub(super) fn read(surroundings: &Surroundings) -> Self {
        list(surroundings).map(|path| Self::of(&path)).unwrap_or_default()
    }

    fn of(list: &Path) -> Self {
        let text = fs::read_to_string(list).unwrap_or_default();
        let line = |line: &str| line.split_once(' ').map(|(sum, path)| (sum.to_owned(), path.to_owned()));
        Self { lines: text.lines().filter_map(line).collect() }
    }

    /// Whether the file at this path is trusted with this text.
    pub(super) fn holds(&self, path: &Path, text: &str) -> bool {
        let (sum, path) = (sum(text.as_bytes()), whole(path));
        self.lines.iter().any(|line| line.0 == sum && line.1 == path)
    }

    fn write(&self, list: &Path) -> io::Result<()> {
        if let Some(folder) = list.parent() {
            fs::create_dir_all(folder)?;
        }
        let text: String = self.lines.iter().map(|(sum, path)| format!("{sum} {path}\n")).collect();
        let beside = list.with_extension(format!("{}", std::process::id()));
        fs::write(&beside, text).and_then(|()| fs::rename(&beside, list))
    }
}

fn list(surroundings: &Surroundings) -> Option<PathBuf> {
    Some(system::config_folder(surroundings)?.join("weir").join("trusted"))
}

/// The path by which a file is known.
fn whole(path: &Path) -> String {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()).to_string_lossy().into_owned()
}

/// What `weir trust` does.
#[derive(Debug, PartialEq, Eq)]
pub struct Trust {
    remove: bool,
    files: Vec<PathBuf>,
    list: PathBuf,
}

/// Decides which files are meant.
pub(super) fn resolve(typed: &TrustArgs, surroundings: &Surroundings) -> Result<Trust, Problem> {
    let list = list(surroundings).ok_or_else(|| {
        Problem::usage("there is no place to note what is trusted: HOME is not set to a folder")
    })?;
    let files = if typed.files.is_empty() {
        files::of_project(surroundings.folder.as_deref())
    } else {
        typed.files.clone()
    };
    if files.is_empty() {
        return Err(Problem::usage("there is no .weir/*.rows in this folder"));
    }
    Ok(Trust { remove: typed.remove, files, list })
}

impl Trust {
    /// Does it, and says what was done.
    pub(super) fn done(&self) -> Result<String, Problem> {
        let mut trusted = Trusted::of(&self.list);
        let mut text = String::new();
        for path in &self.files {
            let known = whole(path);
            let name = shown(&path.to_string_lossy()).to_string();
            trusted.lines.retain(|line| line.1 != known);
            if self.remove {
                text.push_str(&format!("{name} is not read any more\n"));
                continue;
            }
            let content = files::text(path)?;
            let rows = files::rows(path, &content)?;
            trusted.lines.push((sum(content.as_bytes()), known));
            text.push_str(&format!("{name} is read from now on: {}\n", super::check::summary(&rows)));
        }
        trusted.write(&self.list).map_err(|cause| Problem::output("what is trusted", cause))?;
        Ok(text)
    }
}
