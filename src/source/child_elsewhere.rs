//! A command where descriptors cannot be waited for: read to the end of its output, then to its own end.
//!
//! There are no signals to hand on, and no groups. A time limit is refused.

use std::ffi::OsString;
use std::io::{self, PipeReader, Read as _};
use std::process::{self, Command, Stdio};
use std::time::Duration;

use super::origin::{Ending, Got, How, Source};

/// A running command.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    output: PipeReader,
    ending: Option<Ending>,
}

impl Child {
    /// Starts a command, the program first.
    ///
    /// # Errors
    /// When it cannot be started, and when there is a limit.
    pub fn spawn(command: &[OsString], limit: Option<Duration>) -> io::Result<Self> {
        let Some((program, arguments)) = command.split_first().filter(|_| limit.is_none()) else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let (output, writer) = io::pipe()?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::inherit()).stdout(writer.try_clone()?).stderr(writer);
        Ok(Self { process: command.spawn()?, output, ending: None })
    }

    /// Waits for the command's end, whatever it still prints.
    ///
    /// # Errors
    /// When the system does not tell how it ended.
    pub fn outlast(&mut self) -> io::Result<Ending> {
        let mut unwanted = vec![0; 64 * 1024];
        loop {
            if let Some(ending) = self.ending {
                return Ok(ending);
            }
            self.read(&mut unwanted)?;
        }
    }
}

impl Source for Child {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        loop {
            match self.output.read(buffer) {
                Ok(0) => break,
                Ok(count) => return Ok(Got::Bytes(count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let status = self.process.wait()?.code().unwrap_or(1);
        self.ending = Some(Ending { how: How::Exited(status), left_open: false });
        Ok(Got::End)
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }
}
