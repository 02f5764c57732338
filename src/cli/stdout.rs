//! Standard output as a stream that keeps its word: what it took is written, or it says why not.
//!
//! The standard library's handle treats a closed descriptor as success and gives up when the descriptor does not
//! block (a neighbour that shares it can set that at any time). This one writes to the descriptor itself, waits when
//! it is not ready and goes on after an interruption. Writes are gathered; [`Stdout::flush`] sends them.

use std::io::{self, BufWriter, Write};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// Bytes that are gathered before they are sent: what a pipe of the usual size takes at once.
const GATHERED_BYTES: usize = 64 * 1024;

/// Standard output, gathered.
pub(super) type Stdout = BufWriter<Patient<BorrowedFd<'static>>>;

/// Standard output of this process.
pub(super) fn stdout() -> Stdout {
    BufWriter::with_capacity(GATHERED_BYTES, Patient(rustix::stdio::stdout()))
}

/// A descriptor whose writes wait until something was written.
#[derive(Debug)]
pub(super) struct Patient<D>(D);

impl<D: AsFd> Write for Patient<D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match rustix::io::write(&self.0, bytes) {
                Ok(written) => return Ok(written),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => wait(&self.0)?,
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits until `descriptor` can be written to, or has nobody who reads it; the next write tells which.
fn wait(descriptor: &impl AsFd) -> io::Result<()> {
    match poll(&mut [PollFd::new(descriptor, PollFlags::OUT)], None) {
        Ok(_) | Err(Errno::INTR | Errno::AGAIN) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn a_descriptor_that_does_not_block_takes_everything_from_a_slow_reader() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        ours.set_nonblocking(true).unwrap();
        let sent: Vec<u8> = (0..3_000_000_u32).flat_map(u32::to_le_bytes).collect();
        let writing = std::thread::spawn({
            let sent = sent.clone();
            move || BufWriter::new(Patient(ours)).write_all(&sent)
        });
        let mut received = Vec::new();
        std::thread::sleep(std::time::Duration::from_millis(50));
        theirs.read_to_end(&mut received).unwrap();
        assert!(writing.join().unwrap().is_ok());
        assert!(received == sent);
    }

    #[test]
    fn a_reader_that_left_is_an_error_of_its_own_kind() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        drop(theirs);
        let error = Patient(ours).write_all(b"x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
        assert_eq!(Patient(full).write_all(b"x").unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
