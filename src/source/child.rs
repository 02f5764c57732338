//! A command that we run, read as a source: what it prints to standard output and to standard error comes in the order
//! in which it was printed, through one pipe or pseudo terminal.
//!
//! Standard input is ours, and only the three standard descriptors reach it (`descriptors` knows the exceptions). Its
//! signals are the defaults: the standard library sees to SIGPIPE and the mask, `relay` to what we catch. On a terminal
//! it stays in our group, the foreground group, so that it can read there and hears Ctrl-C itself. Elsewhere it leads a
//! group of its own, which gets every signal that we get. `escalation` knows what follows when one is not obeyed.
//!
//! A command that is started beside others ([`Errand`]) hears none of our signals: it has its group, nothing to read, and
//! somebody who asks for its end.
//!
//! The end is the command's end, not the pipe's: what it left in the background may hold the pipe open for ever. The
//! exit status is looked at without taking it, so that the group's number stays taken while signals are sent to it.
//! What the command printed is not judged here.

use std::ffi::OsString;
use std::io::{self, PipeReader};
use std::os::fd::BorrowedFd;
use std::os::unix::process::CommandExt as _;
use std::process::{self, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::budget::Count as _;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpgrp, getpid, kill_process, kill_process_group, waitid,
};

use super::descriptors;
use super::escalation::{Escalation, GRACE};
use super::family::{family, remaining};
use super::guard::Guard;
use super::in_place::InPlace;
use super::origin::{Ending, Got, How, Source, Terms};
use super::relay::{News, Relay};
use super::start::{started, started_on};
use super::stop::{Errand, Stop};
use super::wait::{has_reader, left, widen};
use group::Group;

/// How long the pipe may stay open when the command has ended.
const LINGER: Duration = Duration::from_millis(500);

/// How long what the command left behind may take to obey after an interrupted run, when it holds no output of ours.
const PARTING: Duration = Duration::from_millis(100);

/// How long a command beside others may take to obey.
const ERRAND_GRACE: Duration = Duration::from_secs(1);

/// The command is looked at this often even if nothing happens: a signal may have been blocked for us from the start.
const GLANCE: Duration = Duration::from_secs(1);

/// A command that has ended, while its output may still be open.
#[derive(Debug)]
struct After {
    how: How,
    /// When nobody waits for the output any more.
    until: Instant,
    /// Bytes that were in the pipe at that time and are still to be read.
    due: u64,
    /// Whether what it left behind was killed.
    killed: bool,
}

/// A running command.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    pid: Pid,
    group: Group,
    /// In a shared group, those who got a signal of ours.
    family: Vec<Pid>,
    /// None when nothing more comes, or nobody wants it.
    output: Option<PipeReader>,
    /// Where our answer goes, when it can be seen whether anybody reads there.
    answer: Option<BorrowedFd<'static>>,
    relay: Relay,
    escalation: Escalation,
    after: Option<After>,
    ending: Option<Ending>,
    /// Who may ask for the end; none when it was asked for.
    stop: Option<Arc<Stop>>,
    guard: Option<Guard>,
}

/// What woke us.
struct Woken {
    readable: bool,
    reader_left: bool,
    /// A signal came, or it is time to look after the command.
    look: bool,
}

impl Child {
    /// Starts a command, the program first, and ends it when it runs longer than its limit.
    ///
    /// # Errors
    /// When it cannot be started: of the kind `NotFound` when there is no such program.
    pub fn spawn(command: &[OsString], terms: Terms) -> io::Result<Self> {
        Self::with(command, terms, GRACE, Group::choose())
    }

    /// Starts a command beside others.
    ///
    /// # Errors
    /// As [`Child::spawn`].
    pub fn beside(errand: &Errand<'_>) -> io::Result<Self> {
        let relay = Relay::of_the_end()?;
        descriptors::keep_all_to_ourselves();
        let (output, process) = started(errand.command, &|command| {
            command.current_dir(errand.folder).stdin(Stdio::null()).process_group(0);
            for name in errand.hidden {
                command.env_remove(name);
            }
        })?;
        let mut child = Self::of((output, process), relay, Group::Own, (errand.limit, ERRAND_GRACE));
        child.stop = Some(Arc::clone(&errand.stop));
        Ok(child)
    }

    /// Starts a command in the place of another program: in our group, with all descriptors that we were given.
    ///
    /// # Errors
    /// As [`Child::spawn`].
    pub fn in_place(program: &InPlace<'_>) -> io::Result<Self> {
        let relay = Relay::install(&[Signal::INT, Signal::QUIT])?;
        let running = program.start()?;
        let mut child = Self::of(running, relay, Group::Alone, (None, GRACE));
        child.answer = Some(rustix::stdio::stdout()).filter(|answer| has_reader(*answer));
        Ok(child)
    }

    fn with(command: &[OsString], terms: Terms, grace: Duration, group: Group) -> io::Result<Self> {
        let relay = Relay::install(&[])?;
        descriptors::keep_to_ourselves(command);
        let running = started_on(terms.channel, command, &|command| {
            command.stdin(Stdio::inherit());
            if group == Group::Own {
                command.process_group(0);
            }
        })?;
        let mut child = Self::of(running, relay, group, (terms.limit, grace));
        child.guard = (group == Group::Own).then(|| Guard::over(child.pid)).flatten();
        child.answer = Some(rustix::stdio::stdout()).filter(|answer| has_reader(*answer));
        Ok(child)
    }

    /// A command that was just started, with the time that it is allowed and the time that it has to obey.
    fn of(
        (output, process): (PipeReader, process::Child),
        relay: Relay,
        group: Group,
        (limit, grace): (Option<Duration>, Duration),
    ) -> Self {
        widen(&output);
        Self {
            pid: Pid::from_child(&process),
            process,
            group,
            family: Vec::new(),
            output: Some(output),
            answer: None,
            relay,
            escalation: Escalation::new(Instant::now(), limit, grace),
            after: None,
            ending: None,
            stop: None,
            guard: None,
        }
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

    /// Waits until there is something to do.
    fn wait(&self) -> io::Result<Woken> {
        let now = Instant::now();
        let glance = now.checked_add(GLANCE);
        let lingering = self.after.as_ref().map(|after| after.until);
        let until = [glance, lingering, self.escalation.moment()].into_iter().flatten().min();
        let mut watched = Vec::new();
        if let Some(output) = &self.output {
            watched.push(PollFd::new(output, PollFlags::IN));
        }
        if let Some(answer) = self.answer {
            // Errors and hang-ups are always reported, even if nothing is asked for.
            watched.push(PollFd::from_borrowed_fd(answer, PollFlags::empty()));
        }
        let stop = self.stop.as_ref().map(|stop| stop.descriptor());
        let woken = self.relay.descriptors().chain(stop);
        watched.extend(woken.map(|woken| PollFd::from_borrowed_fd(woken, PollFlags::IN)));
        let count = match poll(&mut watched, until.map(left).as_ref()) {
            Ok(count) => count,
            Err(Errno::INTR | Errno::AGAIN) => 0,
            Err(error) => return Err(error.into()),
        };
        let mut reported = watched.iter().map(PollFd::revents);
        let readable = self.output.is_some() && reported.next().is_some_and(|reported| !reported.is_empty());
        let reader_left = self.answer.is_some()
            && reported.next().is_some_and(|reported| reported.intersects(PollFlags::ERR | PollFlags::HUP));
        // A chatty command must not outlive its time.
        let late = until.is_some_and(|until| until <= Instant::now());
        let look = count == 0 || late || reported.any(|reported| !reported.is_empty());
        Ok(Woken { readable, reader_left, look })
    }

    /// Hands on the signals that came, and what is due.
    fn obey(&mut self) {
        for news in self.relay.news() {
            match news {
                News::End(signal) => self.end_by(signal),
                News::Stop => self.stop(),
                News::Continue => self.pass_on(Signal::CONT),
                // Nobody else in its group may know what it means, and it ends who does not.
                News::ItsOwn(signal) => drop(kill_process(self.pid, signal)),
            }
        }
        if self.stop.as_ref().is_some_and(|stop| stop.is_asked()) {
            self.stop = None;
            self.end_by(Signal::TERM);
        }
        if let Some(signal) = self.escalation.due(Instant::now()) {
            self.send(signal);
        }
    }

    fn end_by(&mut self, signal: Signal) {
        let now = Instant::now();
        if let Some(after) = &mut self.after {
            after.until = now;
            return;
        }
        let besides = self.escalation.ask(now, signal);
        self.pass_on(signal);
        if let Some(besides) = besides {
            self.send(besides);
        }
    }

    /// Stops the command and then ourselves, until somebody lets us go on.
    fn stop(&mut self) {
        self.pass_on(Signal::TSTP);
        let begun = Instant::now();
        let _ = kill_process(getpid(), Signal::STOP);
        let stopped = begun.elapsed();
        self.escalation.delay(stopped);
        if let Some(after) = &mut self.after {
            after.until = after.until.checked_add(stopped).unwrap_or(after.until);
        }
    }

    /// Sends a signal that we got, unless a terminal sent it to the command too.
    fn pass_on(&mut self, signal: Signal) {
        if self.group != Group::Shared || matches!(signal, Signal::TERM | Signal::HUP) {
            self.send(signal);
        }
    }

    /// Sends a signal. Nobody being left to get it is no trouble.
    fn send(&mut self, signal: Signal) {
        let sent = match self.group {
            Group::Own => Some(kill_process_group(self.pid, signal)),
            Group::Alone => Some(kill_process(self.pid, signal)),
            Group::Shared => None,
        };
        if sent.is_some() {
            return;
        }
        // Who is left when a parent has died is nobody's child: those that were known before are looked for again.
        let mut members = remaining(&self.family, getpgrp());
        if self.after.is_none() {
            let living = family(self.pid, getpgrp());
            members.retain(|known| !living.contains(known));
            members.extend(living);
        }
        for process in &members {
            let _ = kill_process(*process, signal);
        }
        self.family = members;
    }

    /// Whether an interrupted command may have left somebody after who has to end.
    fn has_leftovers(&self) -> bool {
        self.was_interrupted() && (self.group == Group::Own || !self.family.is_empty())
    }

    /// Looks whether the command has ended.
    fn look(&mut self) -> io::Result<()> {
        if self.after.is_some() {
            return Ok(());
        }
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let Some(status) = waitid(WaitId::Pid(self.pid), options)? else { return Ok(()) };
        let how = match (self.escalation.timed_out(), status.terminating_signal()) {
            (Some(limit), _) => How::TimedOut(limit),
            (None, Some(signal)) => How::Killed(signal),
            (None, None) => How::Exited(status.exit_status().unwrap_or_default()),
        };
        let now = Instant::now();
        let due = self.output.as_ref().and_then(|output| rustix::io::ioctl_fionread(output).ok());
        let until = now.checked_add(LINGER).unwrap_or(now);
        self.after = Some(After { how, until, due: due.unwrap_or(0), killed: false });
        self.escalation.ended();
        if self.was_interrupted() {
            self.send(Signal::TERM);
        }
        Ok(())
    }

    fn was_interrupted(&self) -> bool {
        self.escalation.interrupted_by().is_some()
    }

    /// The end, when it has come.
    fn end(&mut self) -> Option<Got> {
        if self.ending.is_none() {
            let leftovers = self.has_leftovers();
            let open = self.output.is_some();
            let after = self.after.as_mut()?;
            let leftovers = leftovers && !after.killed;
            let now = Instant::now();
            if !open && leftovers {
                after.until = after.until.min(now.checked_add(PARTING).unwrap_or(now));
            }
            if (open && after.due > 0) || ((open || leftovers) && now < after.until) {
                return None;
            }
            if leftovers {
                after.killed = true;
                after.until = now.checked_add(LINGER).unwrap_or(now);
                self.send(Signal::KILL);
                if open {
                    return None;
                }
            }
            let how = self.after.as_ref()?.how;
            self.ending = Some(Ending { how, left_open: open });
            self.output = None;
            self.guard = None;
            let _ = self.process.try_wait();
        }
        let signal = self.escalation.interrupted_by();
        Some(signal.map_or(Got::End, |signal| Got::Signal(signal.as_raw())))
    }
}

impl Source for Child {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        loop {
            if let Some(end) = self.end() {
                return Ok(end);
            }
            let woken = self.wait()?;
            if woken.look {
                self.obey();
                self.look()?;
            }
            if woken.reader_left {
                // The command finds its pipe closed, as it would without us.
                (self.answer, self.output) = (None, None);
                return Ok(Got::ReaderLeft);
            }
            let Some(output) = self.output.as_ref().filter(|_| woken.readable) else { continue };
            match rustix::io::read(output, &mut *buffer) {
                // So ends a pseudo terminal that nobody holds any more.
                Ok(0) | Err(Errno::IO) => self.output = None,
                Ok(count) => {
                    if let Some(after) = &mut self.after {
                        after.due.down(u64::try_from(count).unwrap_or(u64::MAX));
                    }
                    return Ok(Got::Bytes(count));
                }
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }
}

mod group;
#[cfg(test)]
mod tests;
