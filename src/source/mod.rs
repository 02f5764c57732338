//! Temporary.
use std::io;
/// Temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Got {
    /// b
    Bytes(usize),
    /// n
    NextFile,
    /// e
    End,
    /// r
    ReaderLeft,
    /// s
    Signal(i32),
}
/// Temporary.
pub trait Source {
    /// r
    #[allow(missing_docs)]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got>;
}
