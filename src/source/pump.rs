//! Passes on what a program prints, at once, and shows it to somebody else after that.
//!
//! A piece that is written has at most as many bytes as are written as one (POSIX, PIPE_BUF), and ends with a line where it
//! can: several writers of one pipe do not mix within a line.

use std::io::{PipeReader, PipeWriter};
use std::os::fd::BorrowedFd;

use crate::budget::Count as _;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// Bytes that a pipe takes as one.
const PIECE_BYTES: usize = 4096;
/// Bytes that are read at once: what a pipe holds, usually.
const BLOCK_BYTES: usize = 64 * 1024;

/// Why nothing more is passed on.
#[derive(Debug)]
pub(super) enum Stopped {
    /// All was passed on, and nobody can write any more.
    AtTheEnd,
    /// All that the program printed was passed on; something that it left behind can still write.
    StillOpen(PipeReader),
    /// The reader left before.
    ReaderLeft,
}

/// Who sees what was passed on.
pub(super) trait Sight: FnMut(&[u8]) + Send {}
impl<T: FnMut(&[u8]) + Send> Sight for T {}

/// Passes on from a pipe to `out`, until its end, or until what was in it when `ended` was closed.
pub(super) struct Pump<'a> {
    pub(super) input: PipeReader,
    pub(super) out: BorrowedFd<'a>,
    /// Its other end is closed when the program has ended. Never, when there is none.
    pub(super) ended: Option<PipeReader>,
}

/// What woke us.
enum Woken {
    Readable,
    Ended,
    ReaderLeft,
}

impl Pump<'_> {
    /// Does it.
    pub(super) fn run(mut self, mut sight: impl Sight) -> Stopped {
        let mut block = vec![0; BLOCK_BYTES];
        // What is left of the program's own bytes, when it has ended.
        let mut due: Option<u64> = None;
        loop {
            match (self.wait(due.is_some()), due) {
                // There was nothing more for it.
                (Woken::ReaderLeft, Some(0)) => return Stopped::AtTheEnd,
                (Woken::ReaderLeft, _) if self.is_at_the_end() => return Stopped::AtTheEnd,
                (Woken::ReaderLeft, _) => return self.left(&mut block, sight),
                (Woken::Ended, _) => {
                    self.ended = None;
                    due = Some(rustix::io::ioctl_fionread(&self.input).unwrap_or(0));
                    continue;
                }
                (Woken::Readable, Some(0)) if !self.is_at_the_end() => return Stopped::StillOpen(self.input),
                (Woken::Readable, _) => {}
            }
            let count = match rustix::io::read(&self.input, &mut *block) {
                Ok(0) => return Stopped::AtTheEnd,
                Ok(count) => count,
                Err(Errno::INTR | Errno::AGAIN) => continue,
                Err(_) => return Stopped::AtTheEnd,
            };
            let bytes = block.get(..count).unwrap_or_default();
            due = due.map(|due| due.saturating_sub(u64::try_from(count).unwrap_or(u64::MAX)));
            let written = self.write(bytes);
            sight(bytes);
            if !written {
                return self.left(&mut block, sight);
            }
        }
    }

    /// Waits until there is something to do. When the program has ended, nothing is waited for.
    fn wait(&self, has_ended: bool) -> Woken {
        loop {
            // Errors and hang-ups are always reported, even if nothing is asked for.
            let mut watched = vec![
                PollFd::new(&self.input, PollFlags::IN),
                PollFd::from_borrowed_fd(self.out, PollFlags::empty()),
            ];
            watched.extend(self.ended.iter().map(|ended| PollFd::new(ended, PollFlags::IN)));
            let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
            match poll(&mut watched, has_ended.then_some(&at_once)) {
                Ok(_) => {}
                Err(Errno::INTR | Errno::AGAIN) => continue,
                Err(_) => return Woken::Readable,
            }
            let mut reported = watched.iter().map(|watched| !watched.revents().is_empty());
            let mut next = || reported.next().unwrap_or(false);
            let (readable, left, ended) = (next(), next(), next());
            if left {
                return Woken::ReaderLeft;
            }
            if ended {
                return Woken::Ended;
            }
            if readable || has_ended {
                return Woken::Readable;
            }
        }
    }

    /// Whether nobody can write any more, and nothing is left to read.
    fn is_at_the_end(&self) -> bool {
        let mut watched = [PollFd::new(&self.input, PollFlags::IN)];
        let polled = poll(&mut watched, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
        let reported = watched.first().map_or(PollFlags::empty(), PollFd::revents);
        polled.is_err() || reported.contains(PollFlags::HUP) && !reported.contains(PollFlags::IN)
    }

    /// Writes all of it; false when nobody reads there.
    fn write(&self, bytes: &[u8]) -> bool {
        let mut left = bytes;
        while !left.is_empty() {
            match rustix::io::write(self.out, left.get(..piece(left)).unwrap_or(left)) {
                Ok(count) => left = left.get(count..).unwrap_or_default(),
                Err(Errno::INTR) => {}
                // Somebody else who has it lets nobody wait there.
                Err(Errno::AGAIN) => {
                    let mut watched = [PollFd::from_borrowed_fd(self.out, PollFlags::OUT)];
                    let _ = poll(&mut watched, None);
                }
                Err(_) => return false,
            }
        }
        true
    }

    /// The reader left: the program is to find its pipe closed. What it has printed is still seen.
    fn left(self, block: &mut [u8], mut sight: impl Sight) -> Stopped {
        let mut due = rustix::io::ioctl_fionread(&self.input).unwrap_or(0);
        while due > 0 {
            let Ok(count @ 1..) = rustix::io::read(&self.input, &mut *block) else { break };
            sight(block.get(..count).unwrap_or_default());
            due.down(u64::try_from(count).unwrap_or(u64::MAX));
        }
        Stopped::ReaderLeft
    }
}

/// The length of the next piece.
fn piece(bytes: &[u8]) -> usize {
    let Some(most) = bytes.get(..PIECE_BYTES).filter(|_| bytes.len() > PIECE_BYTES) else {
        return bytes.len();
    };
    memchr::memrchr(b'\n', most).map_or(PIECE_BYTES, |end| end.saturating_add(1))
}

/// The other end of what tells a [`Pump`] that the program has ended.
pub(super) type Ended = PipeWriter;

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _, pipe};
    use std::os::fd::AsFd as _;

    use super::*;

    /// Pumps what `write` writes; gives how that ended, what was read and what was seen.
    fn pumped(
        write: impl FnOnce(PipeWriter, Ended) + Send,
        read: impl FnOnce(PipeReader) -> Vec<u8> + Send,
    ) -> (Stopped, Vec<u8>, Vec<u8>) {
        let ((input, from), (to, out), (ended, end)) = (pipe().unwrap(), pipe().unwrap(), pipe().unwrap());
        let mut seen = Vec::new();
        let (stopped, read) = std::thread::scope(|scope| {
            scope.spawn(move || write(from, end));
            let reading = scope.spawn(move || read(to));
            let pump = Pump { input, out: out.as_fd(), ended: Some(ended) };
            let stopped = pump.run(|bytes: &[u8]| seen.extend_from_slice(bytes));
            drop(out);
            (stopped, reading.join().unwrap())
        });
        (stopped, read, seen)
    }

    fn all(mut from: PipeReader) -> Vec<u8> {
        let mut all = Vec::new();
        from.read_to_end(&mut all).unwrap();
        all
    }

    #[test]
    fn every_byte_goes_on_and_is_seen() {
        let text: Vec<u8> = (0..700_000_u32).flat_map(|n| n.to_le_bytes()).collect();
        let expected = text.clone();
        let (stopped, read, seen) = pumped(
            move |mut to, end| {
                to.write_all(&text).unwrap();
                drop((to, end));
            },
            all,
        );
        assert!(matches!(stopped, Stopped::AtTheEnd) && read == expected && seen == expected, "{stopped:?}");
    }

    #[test]
    fn a_piece_ends_with_a_line_and_is_no_longer_than_what_is_written_as_one() {
        let long = vec![b'x'; 5000];
        assert_eq!((piece(b"abc"), piece(b"a\nbc"), piece(&long)), (3, 4, PIECE_BYTES));
        let lines = b"0123456789\n".repeat(1000);
        assert_eq!(piece(&lines), PIECE_BYTES / 11 * 11);
    }

    #[test]
    fn a_process_that_a_program_started_keeps_the_pipe_open_and_is_not_waited_for() {
        let (stopped, read, seen) = pumped(
            |mut to, end| {
                to.write_all(b"all of it\n").unwrap();
                drop(end);
                std::thread::sleep(std::time::Duration::from_millis(300));
                drop(to);
            },
            all,
        );
        let Stopped::StillOpen(rest) = stopped else { panic!("{stopped:?}") };
        assert_eq!(
            (read.as_slice(), seen.as_slice(), all(rest)),
            (&b"all of it\n"[..], &b"all of it\n"[..], Vec::new())
        );
    }

    #[test]
    fn a_reader_that_leaves_is_noticed_while_nothing_is_printed() {
        let begun = std::time::Instant::now();
        let (stopped, _, seen) = pumped(
            |mut to, end| {
                to.write_all(b"some\n").unwrap();
                // Nothing more, for long.
                let mut watched = [PollFd::new(&to, PollFlags::empty())];
                let _ = poll(&mut watched, Some(&Timespec { tv_sec: 20, tv_nsec: 0 }));
                drop(end);
            },
            |mut from| {
                let mut some = vec![0; 5];
                from.read_exact(&mut some).unwrap();
                some
            },
        );
        assert!(matches!(stopped, Stopped::ReaderLeft) && seen == b"some\n", "{stopped:?}");
        assert!(begun.elapsed().as_secs() < 10);
    }
}
