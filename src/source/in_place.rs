//! A program that is started in the place of another: what somebody called is a link to us, and this is what was meant.
//!
//! It finds what it would find without us: its first word, its group, all descriptors, the signals that are ignored. On Linux
//! it ends when we end, however that comes: we are started first, ask for that and become the program.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, PipeReader, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{self, Command, Stdio};

use super::start::started;

/// By this first word we know that we are to become another program: `NAME PARENT FIRST PROGRAM WORD...`.
pub const BECOME: &str = "weir: start of a program";

/// How a shell reports a program that SIGKILL ended.
#[cfg(all(target_os = "linux", not(weir_portable)))]
const KILLED: i32 = 137;

/// Our own program, as long as we run, wherever its file is.
#[cfg(all(target_os = "linux", not(weir_portable)))]
const SELF: &str = "/proc/self/exe";

/// A program and how it is called.
#[derive(Clone, Copy, Debug)]
pub struct InPlace<'a> {
    /// The file.
    pub program: &'a Path,
    /// The word by which it is called.
    pub first: &'a OsStr,
    /// The words after that.
    pub words: &'a [OsString],
    /// A variable that is set for it.
    pub variable: (&'a str, &'a str),
    /// Which of its outputs we read.
    pub outputs: Outputs,
}

/// Which outputs of a program go into a pipe of ours; the others are as we have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outputs {
    /// Both.
    Both,
    /// Standard output alone.
    Output,
    /// None.
    Neither,
}

impl Outputs {
    fn prepare(self, command: &mut Command) {
        if self != Self::Both {
            command.stderr(Stdio::inherit());
        }
        if self == Self::Neither {
            command.stdout(Stdio::inherit());
        }
    }
}

impl InPlace<'_> {
    /// Starts it, its output in one pipe.
    pub(super) fn start(&self) -> io::Result<(PipeReader, process::Child)> {
        let (name, value) = self.variable;
        #[cfg(all(target_os = "linux", not(weir_portable)))]
        {
            let mut words: Vec<OsString> =
                vec![SELF.into(), process::id().to_string().into(), self.first.into(), self.program.into()];
            words.extend_from_slice(self.words);
            let by_us = started(&words, &|command| {
                command.arg0(BECOME).env(name, value);
                self.outputs.prepare(command);
            });
            match by_us {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                started => return started,
            }
        }
        let words: Vec<OsString> =
            [self.program.into()].into_iter().chain(self.words.iter().cloned()).collect();
        started(&words, &|command| {
            command.arg0(self.first).env(name, value);
            self.outputs.prepare(command);
        })
    }
}

/// Becomes the program; gives why that cannot be.
#[must_use]
pub fn replace(program: &Path, first: &OsStr, words: &[OsString]) -> io::Error {
    if names_no_interpreter(program) {
        // The shell that called us would have run it by itself, and it is a bash. The standard library takes `sh`.
        let bash = ["/bin/bash", "/usr/bin/bash"].into_iter().find(|shell| Path::new(shell).exists());
        if let Some(bash) = bash {
            return Command::new(bash).arg(program).args(words).exec();
        }
    }
    Command::new(program).arg0(first).args(words).exec()
}

/// Whether the file is a text that does not say who runs it: bash looks for a NUL in the first line, too.
fn names_no_interpreter(program: &Path) -> bool {
    let mut beginning = [0; 80];
    let read = File::open(program).and_then(|mut file| file.read(&mut beginning)).unwrap_or(0);
    let line = beginning.get(..read).and_then(|text| text.split(|byte| *byte == b'\n').next());
    line.is_some_and(|line| !line.is_empty() && !line.starts_with(b"#!") && !line.contains(&0))
}

/// Becomes the program that the words of a process named [`BECOME`] name, which ends when its parent does; gives the program
/// and why that cannot be.
#[must_use]
pub fn becomes(words: &[OsString]) -> (OsString, io::Error) {
    let [parent, first, program, words @ ..] = words else {
        return (OsString::new(), io::ErrorKind::InvalidInput.into());
    };
    #[cfg(all(target_os = "linux", not(weir_portable)))]
    {
        use rustix::process::{Signal, getppid, set_parent_process_death_signal};
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        let is_there =
            getppid().is_some_and(|own| OsString::from(own.as_raw_nonzero().to_string()) == *parent);
        if !is_there {
            process::exit(KILLED);
        }
    }
    #[cfg(not(all(target_os = "linux", not(weir_portable))))]
    let _ = parent;
    (program.clone(), replace(Path::new(program), first, words))
}
