//! Starts a program with its output in one pipe.

use std::ffi::OsString;
use std::io::{self, PipeReader};
use std::path::PathBuf;
use std::process::{self, Command};

use rustix::fs::{Access, access};
use rustix::io::Errno;

use super::exec::begin_by_exec;

/// Starts a command, its output in one pipe. `prepare` says how.
pub(super) fn started(
    command: &[OsString],
    prepare: &dyn Fn(&mut Command),
) -> io::Result<(PipeReader, process::Child)> {
    match start(command, prepare) {
        // As execvp(3): a file that can be executed and is no program is a script of the shell.
        Err(error) if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            start(&by_shell(command), prepare)
        }
        started => started,
    }
}

/// Starts a program. Our ends of what it writes to are closed when this returns.
fn start(command: &[OsString], prepare: &dyn Fn(&mut Command)) -> io::Result<(PipeReader, process::Child)> {
    let (program, arguments) =
        command.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let (output, writer) = io::pipe()?;
    let mut command = Command::new(program);
    command.args(arguments).stdout(writer.try_clone()?).stderr(writer);
    prepare(&mut command);
    begin_by_exec(&mut command);
    Ok((output, command.spawn()?))
}

/// The command as a script of the shell.
fn by_shell(command: &[OsString]) -> Vec<OsString> {
    let mut words = vec![OsString::from("/bin/sh")];
    if let Some((program, arguments)) = command.split_first() {
        words.push(found(program).into_os_string());
        words.extend_from_slice(arguments);
    }
    words
}

/// Where a program lies: as it is named, or in the first folder of `PATH` that has it.
pub(super) fn found(program: &OsString) -> PathBuf {
    let named = PathBuf::from(program);
    if named.components().nth(1).is_some() || named.is_absolute() {
        return named;
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .map(|folder| folder.join(&named))
        .find(|path| access(path, Access::EXEC_OK).is_ok())
        .unwrap_or(named)
}
