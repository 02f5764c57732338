//! `weir shell LINE`: what Claude Code calls in the place of its shell. Its own lines get the links; everything else goes to
//! the shell as it came.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::FileExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use rustix::fs::{Access, access};

use super::outputs::{self, AGENT, BESIDE, ERR, LINE, OUT};
use crate::agents::beside::{self, Rest};
use crate::agents::last_command::LastCommand;
use crate::agents::line::{Shape, Shell};
use crate::agents::start_file::{OWN_OUTPUTS, WORD};
use crate::agents::stub::WORKS;
use crate::agents::{Agent, Beside, Folders, trap};
use crate::cli::exit::{self, Problem};
use crate::cli::stdout::stdout;

/// The shell of a line that is not Claude Code's, when none is set that the line can be for.
const USUAL: &str = "/bin/bash";
/// Our standard output as a file.
const OUTPUT: &str = "/dev/fd/1";

/// Becomes the shell that runs the line; or answers a question of the stub or the start file.
pub(super) fn run(words: &[OsString]) -> ExitCode {
    match words {
        [word] if word == "--works" => print(&format!("{WORKS}\n")),
        [word] if word == "--variables" => variables(None),
        [word, line] if word == "--variables" => variables(Some(line)),
        [word, code, rest] if word == "--notes" => notes(code, rest),
        [word, line] if word == "--beside" => become_shell(line, Beside::Reported),
        [line] => become_shell(line, Beside::Silent),
        _ => exit::finish(Err(Problem::usage("'weir shell' takes one line").hint(
            "it is called by coding agents that 'weir setup' prepared; 'weir --help' lists the commands",
        ))),
    }
}

fn print(text: &str) -> ExitCode {
    let mut out = stdout();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    exit::finish(
        written.map(|()| exit::End::Reported).map_err(|cause| Problem::output("to standard output", cause)),
    )
}

/// Prints what the start file sets: the variables of the line whose outputs it lends us, as they are set already if they are;
/// and what a trap needs, when the line is to have one.
fn variables(line: Option<&OsStr>) -> ExitCode {
    let [Some(own_out), Some(own_err)] = OWN_OUTPUTS.map(after) else { return ExitCode::FAILURE };
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let out = set(OUT).unwrap_or_else(|| own_out.clone());
    let err = set(ERR).unwrap_or_else(|| own_err.clone());
    let name = set(LINE).unwrap_or_else(outputs::new_line);
    let is_own = (&out, &err) == (&own_out, &own_err);
    let read = line.filter(|_| is_own).and_then(OsStr::to_str).and_then(LastCommand::of);
    let notes = read.filter(|read| read.diverts && read.stays).and_then(|_| notes_of(&name));
    let notes = notes.map_or_else(String::new, |(path, rest)| format!(" {} {}", rest.word(), path.display()));
    print(&format!("{WORD} {out} {err} {name}{notes}\n"))
}

/// What identifies what is after a descriptor of which only the number is known.
#[cfg(all(target_os = "linux", not(weir_portable)))]
fn after(descriptor: i32) -> Option<String> {
    outputs::identity(rustix::fs::stat(format!("/proc/self/fd/{descriptor}").as_str()))
}

/// The same where opening the name of a descriptor makes another one of it.
#[cfg(not(all(target_os = "linux", not(weir_portable))))]
fn after(descriptor: i32) -> Option<String> {
    use std::os::fd::AsFd as _;
    let file = std::fs::File::options().write(true).open(format!("/dev/fd/{descriptor}")).ok()?;
    outputs::of(file.as_fd())
}

/// The file of the line's notes: that of the shell around this one, when it can be used here.
fn notes_of(line: &str) -> Option<(PathBuf, Rest)> {
    if let Some(path) = env::var_os(BESIDE).map(PathBuf::from).filter(|path| beside::is_usable(path)) {
        return Some((path, Rest::Stays));
    }
    let lines = Folders::of(|name| env::var_os(name)).map(|folders| folders.lines());
    let path = beside::file_of(lines.as_deref(), &env::temp_dir(), line)?;
    path.to_str().is_some_and(|path| !path.contains('\n')).then_some((path, Rest::Goes))
}

/// Prints what ran beside the output of the line whose shell ends with this code, if our output is still its own.
fn notes(code: &OsStr, rest: &OsStr) -> ExitCode {
    let code = code.to_str().and_then(|code| code.parse().ok());
    let (Some(path), Some(code), Some(rest)) =
        (env::var_os(BESIDE).map(PathBuf::from), code, rest.to_str().and_then(Rest::of))
    else {
        return ExitCode::FAILURE;
    };
    let is_own = outputs::of(rustix::stdio::stdout()).is_some_and(|own| outputs::is_the_lines(&own));
    match beside::take(&path, rest) {
        Ok(notes) if is_own => {
            let text = beside::printed(notes, code);
            let end = if !text.is_empty() && is_in_a_line() { "\n" } else { "" };
            print(&format!("{end}{text}"))
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Whether what was written before does not end with a line, as far as that can be seen: in a file, as Claude Code has it.
fn is_in_a_line() -> bool {
    let last = || -> std::io::Result<u8> {
        // Others are not opened: that may wait, or cannot be.
        if !std::fs::metadata(OUTPUT)?.is_file() {
            return Ok(b'\n');
        }
        let (file, mut last) = (std::fs::File::open(OUTPUT)?, [b'\n'; 1]);
        let end = file.metadata()?.len();
        file.read_exact_at(&mut last, end.saturating_sub(1))?;
        Ok(last.first().copied().unwrap_or(b'\n'))
    };
    last().is_ok_and(|last| last != b'\n')
}

fn become_shell(line: &OsStr, reported: Beside) -> ExitCode {
    let shape = Shape::of(line.as_bytes()).filter(|_| !outputs::is_off());
    let shims = Folders::of(|name| env::var_os(name)).map(|folders| folders.shims());
    let own = outputs::of(rustix::stdio::stdout()).zip(outputs::of(rustix::stdio::stderr()));
    if let (Some(shape), Some(shims), Some((out, err))) = (shape, shims.filter(|shims| shims.is_dir()), own) {
        let mut command = Command::new(found(shape.shell));
        let name = outputs::new_line();
        let notes = (reported == Beside::Reported).then(|| trap_of(shape, line, &shims, &name)).flatten();
        let trap = notes.as_ref().map(|(trap, _)| trap.as_str());
        command.arg("-c").arg(OsString::from_vec(shape.with(line.as_bytes(), &shims, trap)));
        command.env(OUT, out).env(ERR, err).env(LINE, name);
        if let Some((_, path)) = &notes {
            command.env(BESIDE, path);
        }
        // When this cannot be, because the line is too long with the folder in it say, it runs as it came.
        let _ = command.env(AGENT, Agent::ClaudeCode.name()).exec();
    }
    let program = shape.map_or_else(usual, |shape| found(shape.shell));
    let cause = Command::new(&program).arg("-c").arg(line).exec();
    exit::not_run(&program.to_string_lossy(), &cause)
}

/// The trap of a line of Claude Code's, and the file of its notes; nothing when it is to have none. Its last command is one
/// that the shell runs itself.
fn trap_of(shape: Shape, line: &OsStr, shims: &Path, name: &str) -> Option<(String, PathBuf)> {
    let read = LastCommand::of(&shape.command(line.as_bytes())?)?;
    let path = beside::file_of(Some(&shims.with_file_name("lines")), &env::temp_dir(), name)
        .filter(|_| read.diverts)?;
    Some((trap::command(&env::current_exe().ok()?, Rest::Goes.word()), path))
}

/// The user's shell when it is a bash or a zsh, else the usual one: as the stub does without weir.
fn usual() -> PathBuf {
    let known = |shell: &Path| shell.ends_with("bash") || shell.ends_with("zsh");
    user_shell().filter(|shell| known(shell)).unwrap_or_else(|| USUAL.into())
}

/// The shell of this name: the user's own, the first in `PATH`, or the one at the usual place.
fn found(shell: Shell) -> PathBuf {
    let name = shell.name();
    let runs = |path: &Path| access(path, Access::EXEC_OK).is_ok();
    let own = user_shell().filter(|own| own.ends_with(name) && runs(own));
    let in_path = || {
        let folders = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&folders)
            .map(|folder| folder.join(name))
            .find(|path| path.is_absolute() && runs(path))
    };
    own.or_else(in_path).unwrap_or_else(|| Path::new("/bin").join(name))
}

fn user_shell() -> Option<PathBuf> {
    env::var_os("SHELL").map(PathBuf::from)
}
