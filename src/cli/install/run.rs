//! Reads, shows what changes, keeps a backup, writes.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use super::clients::{Client, Whose};
use super::diff::diff;
use super::entry::Entry;
use super::wrap::{Wrapped, edited, is_wrapped, unwrap, wrap};
use super::{json, toml};
use crate::cli::exit::{End, Problem};
use crate::cli::words::shown;
use crate::store::redact::Redactor;

/// The most bytes of a configuration.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Into the configuration, or out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// weir comes in front of the server.
    In,
    /// It goes.
    Out,
}

/// A call of `weir proxy install`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Install {
    /// The client.
    pub client: Client,
    /// The server.
    pub name: String,
    /// In or out.
    pub direction: Direction,
    /// The files that are looked at, in this order.
    pub(super) files: Vec<(PathBuf, Whose)>,
    /// The folder in which weir works.
    pub folder: Option<PathBuf>,
    /// Whether nothing is written.
    pub dry: bool,
}

/// A file in which the server is.
struct Found {
    path: PathBuf,
    whose: Whose,
    text: String,
    keys: Vec<String>,
    entry: Entry,
}

/// Does it.
pub(in crate::cli) fn run(job: &Install, out: &mut impl Write) -> Result<End, Problem> {
    let found = find(job)?;
    let file = shown(&found.path.to_string_lossy());
    let backup = backup_path(&found.path, &job.name);
    let new = match job.direction {
        Direction::In => wrapped(job, &found)?,
        Direction::Out => unwrapped(job, &found, &backup)?,
    };
    let mut say = |text: &str| {
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.map_err(|cause| Problem::output("what changes", cause))
    };
    let Some(new) = new.filter(|new| *new != found.text) else {
        let state = if job.direction == Direction::In { "is" } else { "is not" };
        say(&format!("{} {state} behind weir in {file}; nothing changes\n", shown(&job.name)))?;
        return Ok(End::Reported);
    };
    say(&format!("{file}\n{}", hidden(&diff(&found.text, &new))))?;
    if job.dry {
        return Ok(End::Reported);
    }
    let failed = |cause: io::Error| Problem::output(&file, cause);
    if job.direction == Direction::In {
        write(&backup, &found.text).map_err(failed)?;
        say(&format!("backup: {}\n", shown(&backup.to_string_lossy())))?;
    }
    write(&found.path, &new).map_err(failed)?;
    if job.direction == Direction::Out {
        let _ = std::fs::remove_file(&backup);
    }
    Ok(End::Reported)
}

/// The first file that has the server.
fn find(job: &Install) -> Result<Found, Problem> {
    let mut looked = Vec::new();
    for (path, whose) in &job.files {
        // A link stays one: the file that it leads to is written.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let file = shown(&path.to_string_lossy());
        let text = match read(&path) {
            Ok(text) => text,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                looked.push(file);
                continue;
            }
            Err(cause) => return Err(Problem::unusable(cause).context(format!("failed to read {file}"))),
        };
        for keys in job.client.paths(&job.name, job.folder.as_deref()) {
            let entry =
                entry(job.client, &text, &keys).map_err(|wrong| Problem::usage(format!("{file} {wrong}")))?;
            if let Some(entry) = entry {
                return Ok(Found { path, whose: *whose, text, keys, entry });
            }
        }
        looked.push(file);
    }
    Err(Problem::usage(format!("no server {} in {}", shown(&job.name), looked.join(", ")))
        .hint("add it to the client first; --file FILE names another configuration"))
}

/// A text without well-known secrets.
fn hidden(text: &str) -> String {
    String::from_utf8_lossy(&Redactor::default().block(text.as_bytes())).into_owned()
}

fn read(path: &Path) -> io::Result<String> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut text = String::new();
    File::open(path)?.take(MOST_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

fn entry(client: Client, text: &str, keys: &[String]) -> Result<Option<Entry>, String> {
    if client == Client::Codex { toml::find(text, keys) } else { json::find(text, keys) }
}

/// The text with weir in front of the server; none when it is there already.
fn wrapped(job: &Install, found: &Found) -> Result<Option<String>, Problem> {
    let weir = match found.whose {
        // Whoever shares the project has weir elsewhere.
        Whose::Project => "weir".to_owned(),
        Whose::User => own_path(),
    };
    let Found { text, entry, .. } = found;
    new_text(job, found, wrap(text, entry, job.client.form(), &weir))
}

fn new_text(job: &Install, found: &Found, done: Result<Wrapped, String>) -> Result<Option<String>, Problem> {
    match done {
        Ok(Wrapped::Edits(edits)) => Ok(Some(edited(&found.text, &edits))),
        Ok(Wrapped::Already) => Ok(None),
        Err(wrong) => {
            let file = shown(&found.path.to_string_lossy());
            Err(Problem::usage(format!("the server {} in {file} {wrong}", shown(&job.name))))
        }
    }
}

/// This program, by its path: what starts clients often has another PATH.
pub(in crate::cli) fn own_path() -> String {
    let path = std::env::current_exe().ok();
    path.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or_else(|| "weir".to_owned())
}

/// The text without weir; none when it is not there. The backup tells what was there byte for byte, also when other
/// parts of the file changed since; without one, weir's own words do.
fn unwrapped(job: &Install, found: &Found, backup: &Path) -> Result<Option<String>, Problem> {
    let form = job.client.form();
    if !is_wrapped(&found.entry, form) {
        return Ok(None);
    }
    if let Some(restored) = read(backup).ok().and_then(|old| restored(job, found, &old)) {
        return Ok(Some(restored));
    }
    new_text(job, found, unwrap(&found.text, &found.entry, form))
}

/// The text with the server as the backup has it, when the server is still what was made of it.
fn restored(job: &Install, found: &Found, old: &str) -> Option<String> {
    let form = job.client.form();
    let old_entry = entry(job.client, old, &found.keys).ok()??;
    let command = found.entry.text("command").map(str::to_owned);
    let first = |entry: &Entry| match &entry.field("command")?.part {
        super::entry::Part::List(elements) => elements.first()?.1.clone(),
        super::entry::Part::Text(_) | super::entry::Part::Other => None,
    };
    let weir = command.or_else(|| first(&found.entry))?;
    let Ok(Wrapped::Edits(edits)) = wrap(old, &old_entry, form, &weir) else { return None };
    let made = edited(old, &edits);
    if made == found.text {
        return Some(old.to_owned());
    }
    // Each change is taken back where it is: the fields that were changed are as they were made.
    let made_entry = entry(job.client, &made, &found.keys).ok()??;
    let span = |text: &str, entry: &Entry| {
        let start = entry.fields.iter().map(|field| field.key.start).min()?;
        let end = entry.fields.iter().map(|field| field.value.end).max()?;
        Some((start..end, text.get(start..end)?.to_owned()))
    };
    let (_, made_text) = span(&made, &made_entry)?;
    let (_, old_text) = span(old, &old_entry)?;
    let (range, now) = span(&found.text, &found.entry)?;
    (now == made_text).then(|| edited(&found.text, &[(range, old_text)]))
}

/// The backup of a file, beside it.
fn backup_path(path: &Path, name: &str) -> PathBuf {
    let plain = |char: char| if char.is_ascii_alphanumeric() || "-_".contains(char) { char } else { '_' };
    let name: String = name.chars().take(60).map(plain).collect();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{file}.weir-{name}.backup"))
}

/// Writes a file as a whole or not at all, readable to those who could read it before; a new one to its user alone.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{file}.weir-{}", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let write = || {
        let mut new = options.open(&beside)?;
        new.write_all(text.as_bytes())?;
        if let Ok(old) = std::fs::metadata(path) {
            new.set_permissions(old.permissions())?;
        }
        new.sync_all()?;
        std::fs::rename(&beside, path)
    };
    let written = write();
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
