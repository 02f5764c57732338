//! Which files of rows are read: the user's own, those of the project that the user trusts, and those that are named.

use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use super::trust::Trusted;
use crate::cli::exit::{Problem, warn_of};
use crate::cli::surroundings::Surroundings;
use crate::cli::words::shown;
use crate::cli::{patterns, system};
use crate::recognize::rows::{MOST_FILES, Rows};
use crate::source::open_regular;
use crate::text::sanitize;

/// The most bytes of a sample.
const SAMPLE_BYTES: u64 = 16 * 1024 * 1024;

/// The texts of all files: the user's own first, then the project's, then the named ones.
///
/// # Errors
/// A problem of usage: a file that cannot be read, or one that is wrong.
pub(in crate::cli) fn read(named: &[PathBuf], surroundings: &Surroundings) -> Result<Vec<String>, Problem> {
    let mut texts = Vec::new();
    for path in own(surroundings) {
        texts.push(right(&path, text(&path)?)?);
    }
    let projects = of_project(surroundings.folder.as_deref());
    if !projects.is_empty() {
        let trusted = Trusted::read(surroundings);
        for path in projects {
            // Whoever writes a project must not be able to stop weir.
            let Ok(text) = text(&path) else {
                warn_of(&format!("{} cannot be read", shown(&path.to_string_lossy())));
                continue;
            };
            if trusted.holds(&path, &text) {
                texts.push(right(&path, text)?);
            } else {
                let name = shown(&path.to_string_lossy());
                warn_of(&format!("{name} is not read: 'weir trust' says that you know what is in it"));
            }
        }
    }
    for path in named {
        texts.push(right(path, text(path)?)?);
    }
    // A file that is found and named as well is read once.
    let mut seen = HashSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    if texts.len() > MOST_FILES {
        return Err(Problem::usage(format!("more than {MOST_FILES} files of rows")));
    }
    Ok(texts)
}

/// `weir/*.rows` where users keep what they want of programs.
fn own(surroundings: &Surroundings) -> Vec<PathBuf> {
    system::config_folder(surroundings).map(|folder| in_folder(&folder.join("weir"))).unwrap_or_default()
}

/// `.weir/*.rows` of the folder in which weir was called.
pub(super) fn of_project(folder: Option<&Path>) -> Vec<PathBuf> {
    folder.map(|folder| in_folder(&folder.join(".weir"))).unwrap_or_default()
}

fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "rows")).collect();
    paths.sort();
    paths
}

/// The text of a file of rows.
pub(super) fn text(path: &Path) -> Result<String, Problem> {
    patterns::text(path).map_err(|error| patterns::unread(path, "the rows", error))
}

/// The text, if it is right.
pub(super) fn right(path: &Path, text: String) -> Result<String, Problem> {
    rows(path, &text).map(|_| text)
}

/// What the text says.
pub(super) fn rows(path: &Path, text: &str) -> Result<Rows, Problem> {
    Rows::read(text).map_err(|wrong| {
        Problem::unusable(wrong)
            .context(format!("wrong rows in {}", shown(&path.to_string_lossy())))
            .hint("'weir help rows' shows the language")
    })
}

/// A line of a sample without colours, and safe to print.
pub(super) fn plain(line: &str) -> String {
    let mut plain = String::new();
    // Of a line that was drawn over, the last is read.
    let mut rest = line.trim_end().rsplit('\r').next().unwrap_or_default();
    while let Some((before, sequence)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        let end = sequence
            .find(|char: char| char.is_ascii_alphabetic())
            .map_or(sequence.len(), |at| at.saturating_add(1));
        rest = sequence.get(end..).unwrap_or_default();
    }
    plain.push_str(rest);
    sanitize(&plain).0.into_owned()
}

/// What a tool printed: of a file, or of standard input.
pub(super) fn sample(path: Option<&Path>) -> Result<Vec<u8>, Problem> {
    match path.filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            let read = open_regular(path).and_then(read_sample);
            read.map_err(|error| patterns::unread(path, "the sample", error))
        }
        None => read_sample(io::stdin()).map_err(Problem::input),
    }
}

fn read_sample(from: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(SAMPLE_BYTES.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > SAMPLE_BYTES) {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("larger than {SAMPLE_BYTES} bytes")));
    }
    Ok(bytes)
}
