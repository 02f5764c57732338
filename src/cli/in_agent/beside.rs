//! A tool beside the agent's own output: its bytes go where they went, and when it did not pass, a note is left for the
//! line's own shell.
//!
//! In a pipe what it prints goes through us. The pipe ends when we do, so that a shell that waits for that alone finds the
//! note: `cat <(pytest)`. A file it writes itself, and that is read when it has ended. Whatever happens to the judging, the
//! tool's bytes and its end are as without weir.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::SystemTime;

use rustix::fs::{OFlags, fcntl_getfl};

use super::backlog::{Backlog, Judged};
use super::judge::Judge;
use super::outputs::{ACTIVE, BESIDE, Elsewhere};
use super::wrapped;
use crate::agents::beside::{Failed, Note, add, begin, run_of};
use crate::cli::exit::{self, End};
use crate::cli::job::Job;
use crate::settings::Settings;
use crate::source::{self, Ending, Got, How, InPlace, Outputs, Ran, Source};

/// How far who judges steps back for the tool, its reader and who passes on between them.
#[cfg(all(target_os = "linux", not(weir_portable)))]
const STEP_BACK: i32 = 5;

/// A call of a tool.
pub(super) struct Call<'a> {
    /// The real program.
    pub(super) program: &'a Path,
    /// The word by which it is called.
    pub(super) first: &'a OsStr,
    /// The words after that.
    pub(super) words: &'a [OsString],
}

/// Runs the tool `name`. Nothing, and nothing was started, when that cannot be.
pub(super) fn run(name: &str, call: &Call<'_>, elsewhere: Elsewhere, notes: &Path) -> Option<ExitCode> {
    // Without a place for the store there is a warning, which belongs in an answer alone.
    ["WEIR_STORE", "XDG_STATE_HOME", "HOME"].into_iter().find_map(env::var_os)?;
    let Job::Run { settings, reports, aspects, .. } = wrapped::job(name, call.words, wrapped::agent())?
    else {
        return None;
    };
    let settings = Settings { start: Some(SystemTime::now()), ..settings };
    let judge = Judge { settings, reports, aspects };
    let run = run_of(&env::current_dir().unwrap_or_default(), name, call.words);
    let outputs = match elsewhere {
        Elsewhere::BothIntoAPipe => Outputs::Both,
        Elsewhere::OutputIntoAPipe => Outputs::Output,
        Elsewhere::IntoAFile => Outputs::Neither,
    };
    begin(notes).ok()?;
    // A bug of ours is no reason to print anything here.
    std::panic::set_hook(Box::new(|_| {}));
    let started = InPlace {
        program: call.program,
        first: call.first,
        words: call.words,
        variable: (ACTIVE, "1"),
        outputs,
    };
    let (ran, failed) = match elsewhere {
        Elsewhere::IntoAFile => into_a_file(&started, judge)?,
        Elsewhere::BothIntoAPipe | Elsewhere::OutputIntoAPipe => {
            into_a_pipe(&started, judge, notes.parent().unwrap_or(notes))?
        }
    };
    if let Some(failed) = failed {
        // The line has ended when this cannot be.
        let _ = add(notes, &Note { run, failed });
    }
    if let How::Killed(signal) = ran.how {
        source::end_by(signal);
    }
    Some(exit::finish(Ok(End::Ran(ran.how.status(), None))))
}

/// Notes that a run was answered: what it came to before does not count any more.
pub(super) fn answered(name: &str, words: &[OsString]) {
    if let Some(notes) = env::var_os(BESIDE).map(PathBuf::from) {
        let run = run_of(&env::current_dir().unwrap_or_default(), name, words);
        // No run has gone beside, when there is no file.
        let _ = add(&notes, &Note { run, failed: None });
    }
}

/// What a run came to, as far as it could be judged.
type Found = (Ran, Option<Option<Failed>>);

fn into_a_pipe(started: &InPlace<'_>, judge: Judge, folder: &Path) -> Option<Found> {
    let backlog = Backlog::new(folder.to_owned());
    let sight = {
        let backlog = backlog.clone();
        move |bytes: &[u8]| backlog.add(bytes)
    };
    let running = source::Beside::start(started, sight).ok()?;
    let judging = {
        let backlog = backlog.clone();
        thread::spawn(move || {
            // Elsewhere it would be all of the process.
            #[cfg(all(target_os = "linux", not(weir_portable)))]
            let _ = rustix::process::nice(STEP_BACK);
            let found = judge.run(&mut Judged::of(backlog.clone()));
            backlog.give_up();
            found
        })
    };
    let ran = running.outlast().unwrap_or(Ran { how: How::Exited(1), reader_left: false });
    let ending = Ending { how: ran.how, left_open: false };
    backlog.end((!ran.reader_left).then_some(ending));
    Some((ran, judging.join().ok().flatten()))
}

fn into_a_file(started: &InPlace<'_>, judge: Judge) -> Option<Found> {
    let began = end_of_output();
    let running = source::Beside::start(started, |_: &[u8]| {}).ok()?;
    let ran = running.outlast().unwrap_or(Ran { how: How::Exited(1), reader_left: false });
    let judging = thread::spawn(move || {
        let mut file = written().ok()?;
        file.seek(SeekFrom::Start(began?)).ok()?;
        judge.run(&mut Written { file, how: ran.how })
    });
    Some((ran, judging.join().ok().flatten()))
}

/// Where the tool begins to write: at the end of what is there, or where who wrote before has stopped.
fn end_of_output() -> Option<u64> {
    let output = rustix::stdio::stdout();
    if fcntl_getfl(output).ok()?.contains(OFlags::APPEND) {
        return rustix::fs::fstat(output).ok().and_then(|stat| u64::try_from(stat.st_size).ok());
    }
    rustix::fs::seek(output, rustix::fs::SeekFrom::Current(0)).ok()
}

/// The file that our output is, to be read.
#[cfg(all(any(target_os = "linux", target_os = "android"), not(weir_portable)))]
fn written() -> io::Result<File> {
    File::open("/proc/self/fd/1")
}

/// The file that our output is, to be read: by its name, if it still has that.
#[cfg(not(all(any(target_os = "linux", target_os = "android"), not(weir_portable))))]
fn written() -> io::Result<File> {
    #[cfg(target_vendor = "apple")]
    {
        use std::os::fd::AsFd as _;
        use std::os::unix::ffi::OsStrExt as _;
        let path = rustix::fs::getpath(rustix::stdio::stdout())?;
        let file = File::open(OsStr::from_bytes(path.as_bytes()))?;
        if super::outputs::of(file.as_fd()) == super::outputs::of(rustix::stdio::stdout()) {
            return Ok(file);
        }
    }
    Err(io::ErrorKind::Unsupported.into())
}

/// A file that a tool has written.
struct Written {
    file: File,
    how: How,
}

impl Source for Written {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        match self.file.read(buffer)? {
            0 => Ok(Got::End),
            count => Ok(Got::Bytes(count)),
        }
    }

    fn ending(&self) -> Option<Ending> {
        Some(Ending { how: self.how, left_open: false })
    }
}
