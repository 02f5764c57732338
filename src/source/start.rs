//! Starts a program with its output in one pipe, or on a pseudo terminal.

use std::ffi::OsString;
use std::io::{self, PipeReader};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{self, Command};

use rustix::fs::{Access, Mode, OFlags, access, open};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};

use super::exec::begin_by_exec;
use super::origin::Channel;

/// The size of a pseudo terminal: tools cut their lines to it.
const SIZE: Winsize = Winsize { ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0 };

/// Starts a command, its output in one pipe. `prepare` says how.
pub(super) fn started(
    command: &[OsString],
    prepare: &dyn Fn(&mut Command),
) -> io::Result<(PipeReader, process::Child)> {
    started_on(Channel::Pipe, command, prepare)
}

/// The same, with its output in what is chosen.
pub(super) fn started_on(
    channel: Channel,
    command: &[OsString],
    prepare: &dyn Fn(&mut Command),
) -> io::Result<(PipeReader, process::Child)> {
    match start(channel, command, prepare) {
        // As execvp(3): a file that can be executed and is no program is a script of the shell.
        Err(error) if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            start(channel, &by_shell(command), prepare)
        }
        started => started,
    }
}

/// Starts a program. Our ends of what it writes to are closed when this returns.
fn start(
    channel: Channel,
    command: &[OsString],
    prepare: &dyn Fn(&mut Command),
) -> io::Result<(PipeReader, process::Child)> {
    let (program, arguments) =
        command.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let (output, writer) = match channel {
        Channel::Pipe => {
            let (output, writer) = io::pipe()?;
            (output, OwnedFd::from(writer))
        }
        Channel::Terminal => terminal()?,
    };
    let mut command = Command::new(program);
    command.args(arguments).stdout(writer.try_clone()?).stderr(writer);
    prepare(&mut command);
    begin_by_exec(&mut command);
    Ok((output, command.spawn()?))
}

/// The two ends of a pseudo terminal that changes no byte. It is not the terminal that controls a process: keys and their
/// signals stay with that one.
fn terminal() -> io::Result<(PipeReader, OwnedFd)> {
    let output = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    fcntl_setfd(&output, FdFlags::CLOEXEC)?;
    grantpt(&output)?;
    unlockpt(&output)?;
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let writer = open(ptsname(&output, Vec::new())?.as_c_str(), flags, Mode::empty())?;
    let mut attributes = tcgetattr(&writer)?;
    attributes.make_raw();
    tcsetattr(&writer, OptionalActions::Now, &attributes)?;
    tcsetwinsize(&writer, SIZE)?;
    Ok((PipeReader::from(output), writer))
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
