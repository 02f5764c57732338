//! A stream that is read by a thread of its own: nobody can wait here for a pipe and for anything else at once.
//!
//! The thread is at most [`AHEAD`] pieces ahead. It ends with the stream, or when nobody takes its pieces any more; one
//! that waits in a read stays until the process ends.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::budget::Count as _;

/// Bytes of one read.
const PIECE_BYTES: usize = 64 * 1024;
/// Pieces that wait to be taken.
const AHEAD: usize = 4;

/// Bytes that were read, none at the end.
type Piece = io::Result<Vec<u8>>;

/// A stream and its thread.
#[derive(Debug)]
pub(super) struct Pump {
    pieces: Receiver<Piece>,
    piece: Vec<u8>,
    /// Bytes of it that were taken.
    taken: usize,
    /// Pieces of which something was taken.
    begun: usize,
}

/// What there was to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pumped {
    /// This many bytes.
    Bytes(usize),
    /// Nothing yet.
    Nothing,
    /// The end.
    End,
}

impl Pump {
    /// Begins to read.
    pub(super) fn start(input: impl Read + Send + 'static) -> io::Result<Self> {
        let (taker, pieces) = sync_channel(AHEAD);
        thread::Builder::new().spawn(move || pump(input, &taker))?;
        Ok(Self { pieces, piece: Vec::new(), taken: 0, begun: 0 })
    }

    /// How many pieces were begun to be taken. What was written to a pipe until now is in the one that is begun, in
    /// those that are ahead, in the thread's own, and in the pipe.
    pub(super) fn begun(&self) -> usize {
        self.begun
    }

    /// Takes what was read, after waiting for it that long.
    pub(super) fn take(&mut self, buffer: &mut [u8], patience: Duration) -> io::Result<Pumped> {
        if self.taken >= self.piece.len() {
            self.piece = match self.pieces.recv_timeout(patience) {
                Ok(piece) => piece?,
                Err(RecvTimeoutError::Timeout) => return Ok(Pumped::Nothing),
                Err(RecvTimeoutError::Disconnected) => return Ok(Pumped::End),
            };
            self.taken = 0;
            self.begun.up(1);
        }
        let mut rest = self.piece.get(self.taken..).unwrap_or_default();
        let count = rest.read(buffer)?;
        self.taken.up(count);
        Ok(if count == 0 { Pumped::End } else { Pumped::Bytes(count) })
    }
}

fn pump(mut input: impl Read, taker: &SyncSender<Piece>) {
    let mut buffer = vec![0; PIECE_BYTES];
    loop {
        let piece = match input.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(buffer.get(..count).unwrap_or_default().to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = piece.is_err();
        if taker.send(piece).is_err() || failed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(10);

    #[test]
    fn bytes_come_in_their_order_and_then_the_end() {
        let mut pump = Pump::start(&b"abc"[..]).unwrap();
        let mut buffer = [0; 2];
        assert_eq!((pump.take(&mut buffer, PATIENCE).unwrap(), &buffer), (Pumped::Bytes(2), b"ab"));
        assert_eq!((pump.take(&mut buffer, PATIENCE).unwrap(), buffer[0]), (Pumped::Bytes(1), b'c'));
        assert_eq!(pump.take(&mut buffer, PATIENCE).unwrap(), Pumped::End);
        assert_eq!(pump.take(&mut buffer, PATIENCE).unwrap(), Pumped::End);
    }

    #[test]
    fn nobody_waits_longer_than_he_likes() {
        let (reader, _writer) = io::pipe().unwrap();
        let mut pump = Pump::start(reader).unwrap();
        assert_eq!(pump.take(&mut [0; 2], Duration::from_millis(1)).unwrap(), Pumped::Nothing);
    }
}
