//! The links and the files by which shells find weir.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::agents::{chain_file, for_bash_env};
use super::file::write_own;
use crate::agents::{Agent, Beside, Folders, start_file, stub, tools};

/// The weir that is running, by the path that is likely to last: that in `PATH` when it is the same, as a new version
/// will be there, too.
pub(in crate::cli) fn program_in(path: Option<&OsStr>) -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let real = fs::canonicalize(&own).unwrap_or_else(|_| own.clone());
    let named = std::env::split_paths(path.unwrap_or_default())
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(real.file_name().unwrap_or(OsStr::new("weir"))));
    let same = |candidate: &PathBuf| fs::canonicalize(candidate).is_ok_and(|found| found == real);
    Some(named.into_iter().find(same).unwrap_or(own))
}

/// The folder of links made as it should be, and the files beside it. Runs beside the output of the `reported` agents are
/// reported.
///
/// # Errors
/// When something cannot be written.
pub(super) fn make(program: &Path, folders: &Folders, reported: &[Agent]) -> io::Result<()> {
    let shims = folders.shims();
    fs::create_dir_all(&shims)?;
    for name in tools::names() {
        link(program, &shims.join(name))?;
    }
    // A link of a tool that is not known any more goes.
    for entry in fs::read_dir(&shims)? {
        let path = entry?.path();
        let is_known = tools::names().any(|name| path.file_name() == Some(OsStr::new(name)));
        if !is_known && fs::read_link(&path).is_ok() {
            fs::remove_file(path)?;
        }
    }
    write_files(program, folders, reported)
}

/// The files alone.
///
/// # Errors
/// When one cannot be written.
pub(super) fn write_files(program: &Path, folders: &Folders, reported: &[Agent]) -> io::Result<()> {
    let claude = reported.contains(&Agent::ClaudeCode);
    let beside = if claude { Beside::Reported } else { Beside::Silent };
    let start = start_file::text(program, &folders.shims(), reported);
    write_own(&folders.start_file(), start.as_bytes(), 0o644)?;
    write_own(&folders.stub(), stub::text(program, beside).as_bytes(), 0o755)
}

/// A link to weir; one that is right stays.
#[cfg(unix)]
fn link(program: &Path, path: &Path) -> io::Result<()> {
    if fs::read_link(path).is_ok_and(|to| to == program) {
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.weir-{}", std::process::id()));
    let _ = fs::remove_file(&beside);
    std::os::unix::fs::symlink(program, &beside)?;
    fs::rename(&beside, path).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

#[cfg(not(unix))]
fn link(_program: &Path, _path: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "weir works only in shells of Unix"))
}

/// The file that an agent's shell starts with: weir's own, or one that calls the user's, too.
pub(in crate::cli) fn start_of(agent: Agent, folders: &Folders, chained: Option<&str>) -> PathBuf {
    match (chained, agent) {
        (Some(_), _) => chain_file(agent, folders),
        (None, Agent::ClaudeCode) => folders.stub(),
        (None, _) => folders.start_file(),
    }
}

/// Writes the file through which what the user's setting named is called, too.
///
/// # Errors
/// When it cannot be written.
pub(super) fn make_chain(agent: Agent, folders: &Folders, chained: &str) -> io::Result<()> {
    let path = chain_file(agent, folders);
    let (text, mode) = match agent {
        Agent::ClaudeCode => (prefix_chain(&folders.stub(), chained), 0o755),
        _ => (start_chain(&folders.start_file(), chained), 0o644),
    };
    write_own(&path, text.as_bytes(), mode)
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A start file that reads the user's first. Bash expands the name, so it stays in double quotes.
fn start_chain(start: &Path, chained: &str) -> String {
    let own = quoted(&start.to_string_lossy());
    let theirs = chained.replace('"', "\\\"");
    format!(
        "# The start file of before, then weir's. 'weir setup AGENT --remove' takes weir out.\n\
         if [ -r \"{theirs}\" ]; then . \"{theirs}\"; fi\n\
         if [ -r {own} ]; then . {own}; fi\n"
    )
}

/// A prefix that calls the user's with a line in which weir's stub gets the line. As Claude Code does, the user's is one
/// name unless there is a blank and a dash in it.
fn prefix_chain(stub: &Path, chained: &str) -> String {
    let stub = quoted(&quoted(&stub.to_string_lossy()));
    let call = match chained.rfind(" -") {
        Some(at) if at > 0 => {
            let (name, words) = chained.split_at(at);
            format!("{} {}", quoted(name), words.trim_start())
        }
        _ => quoted(chained),
    };
    format!(
        "#!/bin/sh\n\
         # The prefix of before, then weir's. 'weir setup claude-code --remove' takes weir out.\n\
         line=$(printf '%s_' \"$1\" | sed \"s/'/'\\\\\\\\''/g\")\n\
         exec {call} {stub}\" '${{line%_}}'\"\n"
    )
}

/// Removes the links and the files, but for backups.
///
/// # Errors
/// When something cannot be removed.
pub(super) fn remove(folders: &Folders) -> io::Result<()> {
    let gone = |removed: io::Result<()>| match removed {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    };
    for folder in
        [folders.shims(), folders.lines(), folders.root().join("chains"), folders.root().join("stats")]
    {
        gone(fs::remove_dir_all(folder))?;
    }
    for file in [folders.start_file(), folders.stub()] {
        gone(fs::remove_file(file))?;
    }
    let _ = fs::remove_dir(folders.backups());
    let mut folder = folders.root();
    let _ = fs::remove_dir(folder);
    // Those above it go when there is nothing else in them, down to the home.
    for name in ["weir", "share", ".local"] {
        folder = folder.parent().unwrap_or(folder);
        if folder.file_name() != Some(OsStr::new(name)) || fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

/// Whether a value of `BASH_ENV` or of a prefix leads to a file of weir's own.
pub(in crate::cli) fn is_own(value: &str, folders: &Folders) -> bool {
    let root = folders.root().to_string_lossy();
    value.starts_with(&*root) || value.starts_with(&for_bash_env(&root))
}
