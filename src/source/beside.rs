//! A program that is started in the place of another, while its outputs stay what they are: what it prints goes on as it
//! comes, and is seen on its way.
//!
//! It is in the group of the shell, and we are not: a signal for the group reaches it once, and a signal for us alone is
//! passed on. It is not brought to its end by anything else. We end when it has ended and all that it printed was passed
//! on; for what it left behind another process of ours passes on what that still prints.

use std::io::{self, PipeReader};
use std::os::unix::process::CommandExt as _;
use std::process::{self, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getpid, kill_process, setpgid, setrlimit, waitid,
};
use signal_hook::low_level;

use super::descriptors;
use super::in_place::{InPlace, Outputs};
use super::origin::How;
use super::pump::{Ended, Pump, Stopped};
use super::relay::{News, Relay};
use super::wait::left;

/// By this first word we know that we are to pass on what somebody left behind still prints.
pub const PUMP: &str = "weir: what is left of a program";

/// The program is looked at this often even if nothing happens: a signal may have been blocked for us from the start.
const GLANCE: Duration = Duration::from_secs(1);

/// Signals that stay ignored when they are: all that we would pass on.
const MAY_BE_IGNORED: [Signal; 5] = [Signal::INT, Signal::QUIT, Signal::TERM, Signal::TSTP, Signal::CONT];

/// A running program.
pub struct Beside {
    process: process::Child,
    pid: Pid,
    relay: Relay,
    pump: Option<Pumping>,
}

/// What passes on its output.
struct Pumping {
    thread: JoinHandle<Stopped>,
    /// Closed when the program has ended.
    ended: Option<Ended>,
    /// Closed when nothing more is passed on.
    done: PipeReader,
}

/// How it came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How the program ended.
    pub how: How,
    /// Whether the reader of its output left before all of it was passed on.
    pub reader_left: bool,
}

impl Beside {
    /// Starts the program; `sight` sees what was passed on, when that goes through us.
    ///
    /// # Errors
    /// When it cannot be started, or a signal for the group would not reach it as it should. Nothing was started then.
    pub fn start(program: &InPlace<'_>, mut sight: impl FnMut(&[u8]) + Send + 'static) -> io::Result<Self> {
        let own = getpid().as_raw_nonzero().get();
        let (group, session) = group_and_session().ok_or(io::ErrorKind::Unsupported)?;
        if session == own {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let relay = Relay::install(&MAY_BE_IGNORED)?;
        let ((ended, end), (done, doing)) = (io::pipe()?, io::pipe()?);
        let (input, process) = program.start()?;
        // It stays in the group, and a signal for the group is not passed on to who had it already.
        leave_the_group(group == own);
        let pid = Pid::from_child(&process);
        let pump = (program.outputs != Outputs::Neither).then(|| {
            as_large_as_ours(&input);
            let sight = move |bytes: &[u8]| sight(bytes);
            let thread = thread::spawn(move || {
                let pump = Pump { input, out: rustix::stdio::stdout(), ended: Some(ended) };
                let stopped = pump.run(sight);
                drop(doing);
                stopped
            });
            Pumping { thread, ended: Some(end), done }
        });
        Ok(Self { process, pid, relay, pump })
    }

    /// Waits until it has ended and all was passed on.
    ///
    /// # Errors
    /// When the system does not report how it ended.
    pub fn outlast(mut self) -> io::Result<Ran> {
        let mut how = None;
        loop {
            self.obey(how.is_some());
            how = match how {
                None => self.look()?,
                known => known,
            };
            if how.is_some()
                && let Some(pump) = &mut self.pump
            {
                pump.ended = None;
            }
            let is_done = self.pump.as_ref().is_none_or(|pump| pump.thread.is_finished());
            if let Some(how) = how.filter(|_| is_done) {
                let _ = self.process.try_wait();
                let stopped = self.pump.take().map(|pump| pump.thread.join());
                let reader_left = matches!(stopped, Some(Ok(Stopped::ReaderLeft)));
                if let Some(Ok(Stopped::StillOpen(rest))) = stopped {
                    leave_a_pump(rest);
                }
                return Ok(Ran { how, reader_left });
            }
            self.wait(how.is_some());
        }
    }

    /// Waits until there is something to do.
    fn wait(&self, has_ended: bool) {
        let mut watched: Vec<PollFd<'_>> =
            self.relay.descriptors().map(|woken| PollFd::from_borrowed_fd(woken, PollFlags::IN)).collect();
        if let Some(pump) = self.pump.as_ref().filter(|_| has_ended) {
            watched.push(PollFd::new(&pump.done, PollFlags::IN));
        }
        let until = Instant::now().checked_add(GLANCE).map(left);
        // However that ends, everything is looked at again.
        let _ = poll(&mut watched, until.as_ref());
        if has_ended {
            // The thread ends right after it closed its pipe.
            thread::yield_now();
        }
    }

    /// Passes on the signals that came.
    fn obey(&mut self, has_ended: bool) {
        for news in self.relay.news() {
            let signal = match news {
                News::End(signal) if has_ended => {
                    end_by(signal.as_raw());
                    return;
                }
                News::End(signal) | News::ItsOwn(signal) => signal,
                News::Stop => Signal::TSTP,
                News::Continue => Signal::CONT,
            };
            if !has_ended {
                // Nobody being left to get it is no trouble.
                let _ = kill_process(self.pid, signal);
            }
            if news == News::Stop {
                let _ = kill_process(getpid(), Signal::STOP);
            }
        }
    }

    /// How it ended, when it has.
    fn look(&self) -> io::Result<Option<How>> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(self.pid), options)?;
        Ok(status.map(|status| match status.terminating_signal() {
            Some(signal) => How::Killed(signal),
            None => How::Exited(status.exit_status().unwrap_or_default()),
        }))
    }
}

/// Our group and our session.
#[cfg(all(target_os = "linux", not(weir_portable)))]
fn group_and_session() -> Option<(i32, i32)> {
    // `PID (NAME) STATE PARENT GROUP SESSION`: the name can have anything in it, and a group outside of our container is 0.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut numbers = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(2);
    let mut next = || numbers.next()?.parse().ok();
    Some((next()?, next()?))
}

#[cfg(not(all(target_os = "linux", not(weir_portable))))]
fn group_and_session() -> Option<(i32, i32)> {
    let session = rustix::process::getsid(None).ok()?;
    Some((rustix::process::getpgrp().as_raw_nonzero().get(), session.as_raw_nonzero().get()))
}

/// Leaves the group of the shell for one of our own; `leads` is whether we led it, as the first of a job.
fn leave_the_group(leads: bool) {
    if !leads {
        let _ = setpgid(None, None);
        return;
    }
    // Our number names the group that we leave: somebody else begins the new one.
    let Some(mut other) = ours() else { return };
    other.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut other) = other.spawn() {
        let _ = setpgid(None, Some(Pid::from_child(&other)));
        // It ends at the end of its input.
        let _ = other.wait();
    }
}

/// Another process of ours, that passes on what it reads.
fn ours() -> Option<Command> {
    #[cfg(all(target_os = "linux", not(weir_portable)))]
    let own = Some(std::path::PathBuf::from("/proc/self/exe"));
    #[cfg(not(all(target_os = "linux", not(weir_portable))))]
    let own = std::env::current_exe().ok();
    let mut command = Command::new(own?);
    command.arg0(PUMP).env_clear();
    Some(command)
}

/// Makes a pipe as large as the one that our output is: a program that fills it waits at the same place.
fn as_large_as_ours(input: &PipeReader) {
    #[cfg(all(any(target_os = "linux", target_os = "android"), not(weir_portable)))]
    if let Ok(size) = rustix::pipe::fcntl_getpipe_size(rustix::stdio::stdout()) {
        let _ = rustix::pipe::fcntl_setpipe_size(input, size);
    }
    #[cfg(not(all(any(target_os = "linux", target_os = "android"), not(weir_portable))))]
    let _ = input;
}

/// Starts a process that passes on what is still printed, and is not waited for.
fn leave_a_pump(rest: PipeReader) {
    let Some(mut command) = ours() else { return };
    descriptors::keep_all_to_ourselves();
    command.stdin(rest).stdout(Stdio::inherit()).stderr(Stdio::null());
    let _ = command.spawn();
}

/// Is that process: passes on from standard input to standard output.
pub fn pump_on() {
    use std::os::fd::AsFd as _;
    let input = rustix::stdio::stdin();
    let Ok(input) = input.as_fd().try_clone_to_owned() else { return };
    // Ours is not to hold what it reads from.
    let pump = Pump { input: input.into(), out: rustix::stdio::stdout(), ended: None };
    pump.run(|_: &[u8]| {});
}

/// Ends this process by a signal, as a program ended. Comes back when that cannot be.
pub fn end_by(signal: i32) {
    // The memory of ours is nothing to look at.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    let _ = low_level::emulate_default_handler(signal);
}
