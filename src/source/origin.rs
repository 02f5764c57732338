//! What every origin of bytes has in common.

use std::io;

/// What a read gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Got {
    /// This many bytes, at least one, at the buffer's front.
    Bytes(usize),
    /// A file ended and the next one begins: a line does not go on from one to the other.
    NextFile,
    /// Nothing more will come.
    End,
    /// Whoever reads our answer has left: nothing that is read can be told to anybody.
    ReaderLeft,
    /// A signal (its number) asks to end at once. What was read so far is to be answered.
    Signal(i32),
}

/// An origin of bytes. After `End`, `ReaderLeft` or `Signal` it is not read again.
pub trait Source {
    /// Waits for bytes and reads as many as there are, at most as many as the buffer holds.
    ///
    /// # Errors
    /// When the origin cannot be read. Interruptions and descriptors that would block are waited out instead.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got>;
}
