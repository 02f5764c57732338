//! A command that we run, read as a source: what it prints to standard output and to standard error comes in the order
//! in which it was printed, through one pipe.
//!
//! It and all that it starts are one job (`job`). It stays on our console, so Ctrl-C and Ctrl-Break reach it without
//! us; when it has not ended after a grace, the job is killed. Nothing can ask it to end: when its time is over, the job
//! is killed at once. Its exit code is any 32 bits, and is kept.
//!
//! The end is the command's end, not the pipe's: what it left in the background may hold the pipe open for ever. After
//! an ordinary end that lives on, as it would without us.

use std::ffi::OsString;
use std::io::{self, PipeReader};
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::job::Job;
use super::pump::{Pump, Pumped};
use super::signals::{INTERRUPT, TERMINATE};
use super::{console, program};
use crate::source::origin::{Channel, Ending, Got, How, Source, Terms};
use crate::source::stop::{Errand, Stop};

/// How long the command may take to end after the first Ctrl-C, and after the second; the third leaves no time.
const GRACES: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(1)];

/// How long the pipe may stay open when the command has ended.
const LINGER: Duration = Duration::from_millis(500);

/// The most pieces that are taken after the command's end when that time is over. Many more than thread and pipe hold, so
/// that nothing of the command's own is lost however slowly it is taken: a clock alone could not promise that. And few:
/// one is waited for no longer than [`GLANCE`], so whatever the background prints, it is over 1.3 seconds after the end.
const LATE_PIECES: usize = 64;

/// The command and the console are looked at this often, and a piece of the output is waited for this long.
const GLANCE: Duration = Duration::from_millis(20);

/// A command that has ended, while its output may still be open.
#[derive(Clone, Copy, Debug)]
struct After {
    how: How,
    /// When nobody waits for the output any more.
    until: Instant,
    /// Pieces of the output that had been begun when it ended.
    begun: usize,
}

/// A running command.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    /// None when it was killed, when it was let go, and when it had ended before it could become one.
    job: Option<Job>,
    /// Whether we killed the job while the command ran.
    killed: bool,
    /// None when nothing more comes.
    output: Option<Pump>,
    /// The moment at which the command has run too long, and how long that is.
    limit: Option<(Instant, Duration)>,
    timed_out: Option<Duration>,
    /// How often the console had asked when it started, and how often that was looked at.
    heard: (u32, u32),
    /// When the job is killed because of that.
    kill_at: Option<Instant>,
    /// When the command was looked at.
    looked: Instant,
    after: Option<After>,
    ending: Option<Ending>,
    /// Who may ask for the end.
    stop: Option<Arc<Stop>>,
}

impl Child {
    /// Starts a command, the program first, and ends it when it runs longer than `limit`.
    ///
    /// # Errors
    /// When it cannot be started: of the kind `NotFound` when there is no such program.
    pub fn spawn(command: &[OsString], terms: Terms) -> io::Result<Self> {
        if terms.channel == Channel::Terminal {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "there is no pseudo terminal on Windows"));
        }
        Self::start(command, terms.limit, &|command| {
            command.stdin(Stdio::inherit());
        })
    }

    /// Starts a command beside others.
    ///
    /// # Errors
    /// As [`Child::spawn`].
    pub fn beside(errand: &Errand<'_>) -> io::Result<Self> {
        let mut child = Self::start(errand.command, errand.limit, &|command| {
            command.current_dir(errand.folder).stdin(Stdio::null());
            for name in errand.hidden {
                command.env_remove(name);
            }
        })?;
        child.stop = Some(Arc::clone(&errand.stop));
        Ok(child)
    }

    fn start(
        command: &[OsString],
        limit: Option<Duration>,
        prepare: &dyn Fn(&mut Command),
    ) -> io::Result<Self> {
        let (word, arguments) =
            command.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        console::listen()?;
        let heard = console::times();
        let (output, writer) = io::pipe()?;
        let mut command = Command::new(program::found(word));
        command.args(arguments).stdout(writer.try_clone()?).stderr(writer);
        prepare(&mut command);
        let process = command.spawn()?;
        // Our ends of what it writes to are closed with this.
        drop(command);
        Self::watch(process, output, limit, heard)
    }

    /// Watches a process that was just started, when the console had asked `heard` times.
    fn watch(
        mut process: process::Child,
        output: PipeReader,
        limit: Option<Duration>,
        heard: u32,
    ) -> io::Result<Self> {
        let job = Job::of(&mut process).inspect_err(|_| drop(process.kill()))?;
        let now = Instant::now();
        Ok(Self {
            process,
            job,
            killed: false,
            output: Some(Pump::start(output)?),
            limit: limit.and_then(|limit| now.checked_add(limit).zip(Some(limit))),
            timed_out: None,
            heard: (heard, heard),
            kill_at: None,
            looked: now,
            after: None,
            ending: None,
            stop: None,
        })
    }

    /// Waits for the command's end, whatever it still prints.
    ///
    /// # Errors
    /// When the system does not report how it ended.
    pub fn outlast(&mut self) -> io::Result<Ending> {
        let mut unwanted = vec![0; 64 * 1024];
        loop {
            if let Some(ending) = self.ending {
                return Ok(ending);
            }
            self.read(&mut unwanted)?;
        }
    }

    /// Hears the console, keeps the time, and looks whether the command has ended.
    fn look(&mut self) -> io::Result<()> {
        let now = Instant::now();
        self.looked = now;
        if self.after.is_some() {
            return Ok(());
        }
        let (before, _) = self.heard;
        let times = console::times();
        if times != self.heard.1 {
            self.heard.1 = times;
            let asked = usize::try_from(times.saturating_sub(before)).unwrap_or(usize::MAX);
            let grace = GRACES.get(asked.saturating_sub(1)).copied().unwrap_or_default();
            self.kill_at = now.checked_add(grace);
        }
        if let Some((_, allowed)) = self.limit.filter(|(limit, _)| *limit <= now) {
            self.limit = None;
            self.timed_out = Some(allowed);
            self.kill();
        }
        if self.stop.as_ref().is_some_and(|stop| stop.is_asked()) {
            self.kill();
        }
        if self.kill_at.is_some_and(|when| when <= now) {
            self.kill();
        }
        let Some(status) = self.process.try_wait()? else { return Ok(()) };
        let how = match (self.timed_out, status.code()) {
            (Some(limit), _) => How::TimedOut(limit),
            (None, _) if self.killed => How::Killed(INTERRUPT),
            (None, code) => How::Exited(code.unwrap_or(1)),
        };
        let until = now.checked_add(LINGER).unwrap_or(now);
        let begun = self.output.as_ref().map_or(0, Pump::begun);
        self.after = Some(After { how, until, begun });
        Ok(())
    }

    fn kill(&mut self) {
        if let Some(job) = self.job.take() {
            job.kill();
            self.killed = true;
        }
    }

    /// The signal that asks the same elsewhere, when the run was ended early.
    fn ended_early_by(&self) -> Option<i32> {
        let interrupted = self.heard.1 != self.heard.0;
        interrupted.then_some(INTERRUPT).or(self.timed_out.map(|_| TERMINATE))
    }

    /// The end, when it has come: the command's own, and either the pipe's or that of our patience.
    fn end(&mut self, quiet: bool) -> Option<Got> {
        if self.ending.is_none() {
            let after = self.after?;
            if let Some(output) = &self.output {
                let flood = output.begun().saturating_sub(after.begun) > LATE_PIECES;
                if Instant::now() < after.until || !(quiet || flood) {
                    return None;
                }
            }
            self.ending = Some(Ending { how: after.how, left_open: self.output.is_some() });
            self.output = None;
            match self.job.take() {
                Some(job) if self.ended_early_by().is_some() => job.kill(),
                Some(job) => job.let_go(),
                None => {}
            }
        }
        Some(self.ended_early_by().map_or(Got::End, Got::Signal))
    }
}

impl Source for Child {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let mut quiet = false;
        loop {
            if quiet || self.looked.elapsed() >= GLANCE {
                self.look()?;
            }
            if let Some(end) = self.end(quiet) {
                return Ok(end);
            }
            let Some(output) = &mut self.output else {
                // It closed its output, and has not ended yet.
                std::thread::sleep(Duration::from_millis(2));
                quiet = true;
                continue;
            };
            match output.take(buffer, GLANCE)? {
                Pumped::Bytes(count) => return Ok(Got::Bytes(count)),
                Pumped::Nothing => quiet = true,
                Pumped::End => self.output = None,
            }
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::thread;

    use super::*;

    fn run(line: &str, limit: Option<Duration>) -> (String, Ending) {
        let words = ["cmd", "/d", "/c", line].map(OsString::from);
        read(Child::spawn(&words, Terms { limit, ..Terms::default() }).unwrap())
    }

    /// A command that has ended with this code before it is watched.
    fn ended(code: i32) -> process::Child {
        let mut process = Command::new("cmd").args(["/d", "/c", &format!("exit {code}")]).spawn().unwrap();
        process.wait().unwrap();
        process
    }

    fn read(mut child: Child) -> (String, Ending) {
        let (mut text, mut buffer) = (Vec::new(), [0; 64]);
        while let Got::Bytes(count) = child.read(&mut buffer).unwrap() {
            text.extend_from_slice(&buffer[..count]);
        }
        (String::from_utf8(text).unwrap(), child.ending().unwrap())
    }

    #[test]
    fn both_outputs_come_through_one_pipe_and_the_exit_code_is_kept() {
        let (text, ending) = run("echo one& echo two>&2& echo three& exit 7", None);
        assert_eq!(text, "one\r\ntwo\r\nthree\r\n");
        assert_eq!(ending, Ending { how: How::Exited(7), left_open: false });
    }

    #[test]
    fn an_exit_code_has_32_bits() {
        for code in [0xC000_0005_u32, 256, u32::MAX] {
            let code = code.cast_signed();
            let (_, ending) = run(&format!("exit {code}"), None);
            assert_eq!(ending.how, How::Exited(code));
        }
    }

    #[test]
    fn what_takes_too_long_is_ended_with_what_it_started() {
        let limit = Duration::from_millis(1500);
        let begun = Instant::now();
        let (_, ending) = run("cmd /d /c ping -n 60 127.0.0.1", Some(limit));
        // Nobody is left who holds the pipe.
        assert_eq!(ending, Ending { how: How::TimedOut(limit), left_open: false });
        assert!(begun.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_command_that_ended_before_it_could_be_made_a_job_is_reported_with_its_output() {
        let (output, mut writer) = io::pipe().unwrap();
        writer.write_all(b"ended\n").unwrap();
        drop(writer);
        let (text, ending) = read(Child::watch(ended(3), output, None, console::times()).unwrap());
        assert_eq!(text, "ended\n");
        assert_eq!(ending, Ending { how: How::Exited(3), left_open: false });
    }

    #[test]
    fn what_drips_from_the_background_is_not_waited_for() {
        let (output, mut writer) = io::pipe().unwrap();
        writer.write_all(b"its own\n").unwrap();
        let drip = thread::spawn(move || {
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_secs(20) && writer.write_all(b"drip\n").is_ok() {
                thread::sleep(Duration::from_millis(2));
            }
        });
        let begun = Instant::now();
        let (text, ending) = read(Child::watch(ended(0), output, None, console::times()).unwrap());
        assert!(begun.elapsed() < Duration::from_secs(10));
        assert!(text.starts_with("its own\ndrip\n"));
        assert_eq!(ending, Ending { how: How::Exited(0), left_open: true });
        drip.join().unwrap();
    }

    #[test]
    fn a_program_that_is_not_there_is_not_found() {
        let error = Child::spawn(&["no-such-program-here".into()], Terms::default()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
