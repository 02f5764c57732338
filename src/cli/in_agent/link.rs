//! A link in the place of a tool: the tool itself, unless its output goes straight to the agent and it runs tests or builds.
//!
//! In a pipe, a substitution or a redirection nothing is changed: this process becomes the real program, with the same words,
//! descriptors and environment; or it passes on every byte (`beside`), when the line's own shell reports what did not pass.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use rustix::fs::{Access, access};

use super::beside::Call;
use super::{beside, outputs, wrapped};
use crate::agents::calls;
use crate::cli::exit;
use crate::source;

/// The end of the path of every folder of links, of whatever weir they are.
const LINKS: &str = "weir/agents/bin";

/// Does what the tool `name` does, called by `first` and these words.
pub(super) fn act(name: &str, first: &OsStr, words: &[OsString]) -> ExitCode {
    let Some(program) = real(name) else { return exit::not_found(name) };
    let first = first_word(name, first, &program);
    if is_ours(name, words) {
        if outputs::are_the_lines() {
            if let Some(ended) = wrapped::run(name, &program, first, words) {
                return exit::finish(ended);
            }
        } else if let Some(elsewhere) = outputs::elsewhere()
            && let Some(notes) = env::var_os(outputs::BESIDE).map(PathBuf::from)
            && let Some(ended) =
                beside::run(name, &Call { program: &program, first, words }, elsewhere, &notes)
        {
            return ended;
        }
    }
    let cause = source::replace(&program, first, words);
    exit::not_run(&program.to_string_lossy(), &cause)
}

/// Becomes the program of a run that is wrapped.
pub(super) fn become_it(words: &[OsString]) -> ExitCode {
    let (program, cause) = source::becomes(words);
    exit::not_run(&program.to_string_lossy(), &cause)
}

/// Whether weir has a part in this call, as far as its words and the environment say.
fn is_ours(name: &str, words: &[OsString]) -> bool {
    env::var_os(outputs::OUT).is_some()
        && env::var_os(outputs::ACTIVE).is_none()
        && !outputs::is_off()
        && calls::runs(name, words)
}

/// The word by which the program is called. Python looks for its own files beside the program of that name in `PATH`, which
/// would be the link.
fn first_word<'a>(name: &str, first: &'a OsStr, program: &'a Path) -> &'a OsStr {
    if name.starts_with("python") { program.as_os_str() } else { first }
}

/// Passes on what a program left behind still prints.
pub(super) fn pump() -> ExitCode {
    source::pump_on();
    ExitCode::SUCCESS
}

/// The program that is meant: the first of this name in `PATH` that can be executed and is no link to a weir.
fn real(name: &str) -> Option<PathBuf> {
    let own = own_file();
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .filter(|folder| !folder.ends_with(LINKS))
        .map(|folder| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder }.join(name))
        .find(|path| {
            access(path, Access::EXEC_OK).is_ok()
                && path.metadata().is_ok_and(|file| file.is_file() && own != Some((file.dev(), file.ino())))
        })
}

/// Device and inode of our own program.
fn own_file() -> Option<(u64, u64)> {
    let file = Path::new("/proc/self/exe").metadata();
    let file = file.or_else(|_| env::current_exe().and_then(|path| path.metadata()));
    file.map(|file: std::fs::Metadata| (file.dev(), file.ino())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_python_is_called_by_its_path() {
        let program = Path::new("/usr/bin/python3");
        assert_eq!(first_word("python3", OsStr::new("python3"), program), "/usr/bin/python3");
        assert_eq!(first_word("cargo", OsStr::new("cargo"), Path::new("/bin/cargo")), "cargo");
    }
}
