//! What runs beside the agent's own output came to: notes in a file of the line, and the lines that its shell prints at its
//! end.
//!
//! A run whose output goes into a pipe or a file leaves a note. The same command in the same folder counts once, the last
//! time. The file is there from the first run on, and whoever prints takes it away: a run that ends later finds none, and
//! says nothing.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::share;

/// The most lines that are printed, and a line that counts the rest.
const MOST_LINES: usize = 3;
/// The most chars of a verdict in a line: what follows it has at most 100.
pub const VERDICT_CHARS: u64 = 200;
/// The most bytes of notes that are read.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// Whether runs beside the agent's own output are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Beside {
    /// They are not.
    #[default]
    Silent,
    /// They are, when they did not pass.
    Reported,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The command and its folder.
    pub run: u64,
    /// Nothing, when it passed or was answered.
    pub failed: Option<Failed>,
}

/// A run that did not pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// Its verdict, a line.
    pub verdict: String,
    /// The stored run.
    pub id: Option<String>,
    /// Whether the reader of its output left before the end, which ended it.
    pub reader_left: bool,
}

/// By what a command is known when it runs again.
#[must_use]
pub fn run_of(folder: &Path, name: &str, words: &[std::ffi::OsString]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (folder, name, words).hash(&mut hasher);
    hasher.finish()
}

/// A folder that sandboxes leave writable which let nothing be written to the disk.
const IN_MEMORY: &str = "/dev/shm";

/// The file of a line: below the folder of lines, or in the first other one that a sandbox does not forbid.
#[must_use]
pub fn file_of(lines: Option<&Path>, temporary: &Path, line: &str) -> Option<PathBuf> {
    file_in(lines, &[temporary, Path::new(IN_MEMORY)], line)
}

fn file_in(lines: Option<&Path>, others: &[&Path], line: &str) -> Option<PathBuf> {
    let name = format!("{line}.beside");
    let own = lines.filter(|folder| share::prepare(folder).is_ok()).map(|folder| folder.join(&name));
    let others = others.iter().map(|folder| folder.join(format!("weir-{name}")));
    own.into_iter().chain(others).find(|path| is_usable(path))
}

/// Whether the file is there or can be made. It is tried, as a sandbox shows in no other way.
#[must_use]
pub fn is_usable(path: &Path) -> bool {
    match options().create_new(true).open(path) {
        Ok(_) => fs::remove_file(path).is_ok(),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => options().open(path).is_ok(),
        Err(_) => false,
    }
}

/// How the file is opened: by its user alone, and never where a link leads.
fn options() -> fs::OpenOptions {
    let mut options = File::options();
    options.read(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(i32::try_from(flags.bits()).unwrap_or_default());
    }
    options
}

/// A run begins: the file is there from now on.
///
/// # Errors
/// When it cannot be made.
pub fn begin(path: &Path) -> io::Result<()> {
    options().create(true).open(path).map(drop)
}

/// Adds a note, unless the line has ended.
///
/// # Errors
/// When the file is gone, or cannot be written.
pub fn add(path: &Path, note: &Note) -> io::Result<()> {
    let mut text = serde_json::to_vec(note).map_err(io::Error::other)?;
    text.push(b'\n');
    let mut file = options().open(path)?;
    file.lock()?;
    // The lock goes with the file.
    file.write_all(&text)
}

/// What becomes of the file when its notes are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// It stays, empty: the shell around this one has it, too.
    Stays,
    /// It goes.
    Goes,
}

/// Takes all notes.
///
/// # Errors
/// When they cannot be read.
pub fn take(path: &Path, rest: Rest) -> io::Result<Vec<Note>> {
    let mut file = options().open(path)?;
    file.lock()?;
    let mut text = String::new();
    io::Read::by_ref(&mut file).take(MOST_BYTES).read_to_string(&mut text)?;
    match rest {
        Rest::Stays => file.set_len(0)?,
        Rest::Goes => fs::remove_file(path)?,
    }
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// What is printed of the notes when the shell ends with this code; nothing when every run passed.
#[must_use]
pub fn printed(notes: Vec<Note>, code: i32) -> String {
    let mut runs: Vec<Note> = Vec::new();
    for note in notes {
        // It counts alone when it runs again.
        runs.retain(|known| known.run != note.run);
        runs.push(note);
    }
    let failed: Vec<Failed> = runs.into_iter().filter_map(|note| note.failed).collect();
    let mut text = String::new();
    for run in failed.iter().take(MOST_LINES) {
        text.push_str(&run.verdict);
        if run.reader_left {
            text.push_str("; its reader left before the end");
        } else if code == 0 {
            text.push_str("; this line's exit 0 hides it");
        }
        if let Some(id) = &run.id {
            text.push_str(&format!("; all of it: weir show {id}"));
        }
        text.push('\n');
    }
    match failed.len().saturating_sub(MOST_LINES) {
        0 => {}
        1 => text.push_str("weir: and 1 more run beside this output did not pass\n"),
        more => text.push_str(&format!("weir: and {more} more runs beside this output did not pass\n")),
    }
    text
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn failed(run: u64, id: Option<&str>) -> Note {
        let verdict = format!("weir: FAILED {run} failed (pytest; exit 1)");
        Note { run, failed: Some(Failed { verdict, id: id.map(str::to_owned), reader_left: false }) }
    }

    #[test]
    fn a_line_says_what_hides_the_failure_and_where_all_of_it_is() {
        let note = failed(3, Some("3f2a"));
        let begins = "weir: FAILED 3 failed (pytest; exit 1)";
        assert_eq!(
            printed(vec![note.clone()], 0),
            format!("{begins}; this line's exit 0 hides it; all of it: weir show 3f2a\n")
        );
        assert_eq!(printed(vec![note.clone()], 1), format!("{begins}; all of it: weir show 3f2a\n"));
        assert_eq!(printed(vec![failed(3, None)], 1), format!("{begins}\n"));
        let mut left = note;
        left.failed.as_mut().unwrap().reader_left = true;
        assert_eq!(
            printed(vec![left], 0),
            format!("{begins}; its reader left before the end; all of it: weir show 3f2a\n")
        );
    }

    #[test]
    fn a_command_that_runs_again_counts_the_last_time() {
        let passed = |run| Note { run, failed: None };
        assert_eq!(printed(vec![failed(1, None), passed(1)], 0), "");
        assert_eq!(printed(vec![passed(1), failed(1, None)], 2).lines().count(), 1);
        assert_eq!(printed(vec![failed(1, None), passed(2), failed(1, None)], 2).lines().count(), 1);
        assert_eq!(printed(Vec::new(), 0), "");
    }

    #[test]
    fn three_lines_are_printed_and_the_rest_is_counted() {
        let many = |count| printed((0..count).map(|run| failed(run, None)).collect(), 1);
        assert_eq!(many(3).lines().count(), 3);
        let last = |count| many(count).lines().last().unwrap().to_owned();
        assert_eq!(last(4), "weir: and 1 more run beside this output did not pass");
        assert_eq!(
            (many(9).lines().count(), last(9)),
            (4, "weir: and 6 more runs beside this output did not pass".to_owned())
        );
    }

    #[test]
    fn notes_are_there_until_somebody_takes_them() {
        let folder = tempfile::tempdir().unwrap();
        let lines = folder.path().join("a/lines");
        let path = file_of(Some(&lines), folder.path(), "1-2-3").unwrap();
        assert_eq!(path, lines.join("1-2-3.beside"));
        assert!(!path.exists() && add(&path, &failed(1, None)).is_err());
        begin(&path).unwrap();
        assert!(is_usable(&path) && path.exists());
        add(&path, &failed(1, None)).unwrap();
        add(&path, &failed(2, Some("a"))).unwrap();
        assert_eq!(take(&path, Rest::Stays).unwrap(), [failed(1, None), failed(2, Some("a"))]);
        add(&path, &failed(3, None)).unwrap();
        assert_eq!(take(&path, Rest::Goes).unwrap(), [failed(3, None)]);
        assert!(add(&path, &failed(4, None)).is_err() && !path.exists());
    }

    #[test]
    fn another_folder_is_taken_when_that_of_lines_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let path = file_in(Some(&file), &[&file, folder.path()], "1-2-3").unwrap();
        assert_eq!(path, folder.path().join("weir-1-2-3.beside"));
        assert_eq!(file_in(Some(&file), &[&file], "1-2-3"), None);
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), &path).unwrap();
        assert!(!is_usable(&path) && begin(&path).is_err());
    }

    #[test]
    fn a_command_is_known_by_its_words_and_its_folder() {
        let run = |folder: &str, words: &[&str]| {
            let words: Vec<std::ffi::OsString> = words.iter().map(Into::into).collect();
            run_of(Path::new(folder), "make", &words)
        };
        assert_eq!(run("/a", &["x", "y"]), run("/a", &["x", "y"]));
        assert_ne!(run("/a", &["x", "y"]), run("/a", &["xy"]));
        assert_ne!(run("/a", &["x"]), run("/b", &["x"]));
    }
}
