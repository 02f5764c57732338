//! A server that is a process: lines go to its standard input and come from its standard output. Its standard error is
//! ours.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::group;

/// A child, and how it ended once its status was taken: its number may be another's then.
#[derive(Debug)]
struct Held {
    child: Child,
    ended: Option<i32>,
}

/// A running server.
#[derive(Debug)]
pub struct Process {
    child: Mutex<Held>,
    /// None when it is closed.
    input: Mutex<Option<ChildStdin>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    /// Starts a server, the program first, and gives what it prints.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &[OsString]) -> io::Result<(Self, ChildStdout)> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        group::lead(&mut command);
        let mut child = command.spawn()?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (input, output) = streams.ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok((Self { child: Mutex::new(Held { child, ended: None }), input: Mutex::new(Some(input)) }, output))
    }

    /// Writes a line, its line end included.
    ///
    /// # Errors
    /// When the server does not read any more.
    pub fn send(&self, line: &[u8]) -> io::Result<()> {
        let mut input = locked(&self.input);
        let open = input.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))?;
        let written = open.write_all(line);
        if written.is_err() {
            *input = None;
        }
        written
    }

    /// Closes its standard input, unless a line is just being written to it.
    pub fn close_input(&self) {
        match self.input.try_lock() {
            Ok(mut input) => *input = None,
            Err(TryLockError::Poisoned(input)) => *input.into_inner() = None,
            Err(TryLockError::WouldBlock) => {}
        }
    }

    /// Asks it and what it started to end.
    pub fn terminate(&self) {
        let mut held = locked(&self.child);
        if held.ended.is_none() {
            group::terminate(&mut held.child);
        }
    }

    /// Ends it and what it started.
    pub fn kill(&self) {
        let mut held = locked(&self.child);
        if held.ended.is_none() {
            group::kill(&mut held.child);
        }
    }

    /// Its exit status, 128 + n when signal n ended it; none while it runs.
    pub fn status(&self) -> Option<i32> {
        let mut held = locked(&self.child);
        held.ended.or_else(|| group::status(&mut held.child))
    }

    /// Takes the status of a child that has ended, so that the system forgets it. Does not wait.
    pub fn reap(&self) {
        let mut held = locked(&self.child);
        if held.ended.is_none()
            && let Some(status) = group::status(&mut held.child)
            && held.child.try_wait().is_ok_and(|taken| taken.is_some())
        {
            held.ended = Some(status);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        self.reap();
    }
}
