//! `weir shell LINE`: what Claude Code calls in the place of its shell. Its own lines get the links; everything else goes to
//! the shell as it came.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use rustix::fs::{Access, access};

use super::outputs::{self, AGENT, ERR, LINE, OUT};
use crate::agents::line::{Shape, Shell};
use crate::agents::start_file::{OWN_OUTPUTS, WORD};
use crate::agents::stub::WORKS;
use crate::agents::{Agent, Folders};
use crate::cli::exit::{self, Problem};
use crate::cli::stdout::stdout;

/// The shell of a line that is not Claude Code's, when none is set that the line can be for.
const USUAL: &str = "/bin/bash";

/// Becomes the shell that runs the line; or answers a question of the stub or the start file.
pub(super) fn run(words: &[OsString]) -> ExitCode {
    match words {
        [word] if word == "--works" => print(&format!("{WORKS}\n")),
        [word] if word == "--variables" => variables(),
        [line] => become_shell(line),
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

/// Prints what the start file sets: `WEIR_OUT`, `WEIR_ERR` and `WEIR_LINE`, of the line whose outputs it lends us.
fn variables() -> ExitCode {
    match OWN_OUTPUTS.map(after) {
        [Some(out), Some(err)] => print(&format!("{WORD} {out} {err} {}\n", outputs::new_line())),
        _ => ExitCode::FAILURE,
    }
}

/// What identifies what is after a descriptor of which only the number is known.
#[cfg(target_os = "linux")]
fn after(descriptor: i32) -> Option<String> {
    outputs::identity(rustix::fs::stat(format!("/proc/self/fd/{descriptor}").as_str()))
}

/// The same where opening the name of a descriptor makes another one of it.
#[cfg(not(target_os = "linux"))]
fn after(descriptor: i32) -> Option<String> {
    use std::os::fd::AsFd as _;
    let file = std::fs::File::options().write(true).open(format!("/dev/fd/{descriptor}")).ok()?;
    outputs::of(file.as_fd())
}

fn become_shell(line: &OsStr) -> ExitCode {
    let shape = Shape::of(line.as_bytes()).filter(|_| !outputs::is_off());
    let shims = Folders::of(|name| env::var_os(name)).map(|folders| folders.shims());
    let own = outputs::of(rustix::stdio::stdout()).zip(outputs::of(rustix::stdio::stderr()));
    if let (Some(shape), Some(shims), Some((out, err))) = (shape, shims.filter(|shims| shims.is_dir()), own) {
        let mut command = Command::new(found(shape.shell));
        command.arg("-c").arg(OsString::from_vec(shape.with(line.as_bytes(), &shims)));
        command.env(OUT, out).env(ERR, err).env(LINE, outputs::new_line());
        // When this cannot be, because the line is too long with the folder in it say, it runs as it came.
        let _ = command.env(AGENT, Agent::ClaudeCode.name()).exec();
    }
    let program = shape.map_or_else(usual, |shape| found(shape.shell));
    let cause = Command::new(&program).arg("-c").arg(line).exec();
    exit::not_run(&program.to_string_lossy(), &cause)
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
