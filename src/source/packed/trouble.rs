//! Why a packed file cannot be read, in words for people.

use std::io;

use super::kind::Packing;

/// Why a packed file cannot be read; wrapped into an `io::Error`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// It is cut off.
    #[error("the {} data ends too early", .0.name())]
    CutOff(Packing),
    /// It is damaged, or no such data at all.
    #[error("the {} data is damaged", .0.name())]
    Damaged(Packing, #[source] io::Error),
    /// More comes out of it than may.
    #[error("it unpacks to more than {0} bytes, which no log does: unpack it yourself and pipe it in")]
    TooMuch(u64),
    /// More comes out of an entry than the archive's directory says.
    #[error("more comes out of {0} than the archive says")]
    MoreThanPrinted(String),
    /// An entry is packed again.
    #[error("it holds {} data once more, and an archive inside an archive is not followed", .0.name())]
    Nested(Packing),
    /// An entry is encrypted.
    #[error("{0} is encrypted")]
    Encrypted(String),
    /// An entry is packed in a way that is not read.
    #[error("{0} is packed as {1}, which is not read")]
    Method(String, String),
    /// An archive's directory cannot be read.
    #[error("the list of what the archive holds is damaged, or longer than {0} bytes")]
    Directory(u64, #[source] io::Error),
}

impl Trouble {
    /// As an error of reading.
    pub(super) fn into_error(self) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, self)
    }

    /// Says what a decoder of this kind meant by an error.
    pub(super) fn from_decoder(packing: Packing, error: io::Error) -> io::Error {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::CutOff(packing).into_error(),
            // The system's own: a disk that fails, say.
            _ if error.raw_os_error().is_some() => error,
            io::ErrorKind::Interrupted => error,
            _ if error.get_ref().is_some_and(|inner| inner.is::<Self>()) => error,
            _ => Self::Damaged(packing, error).into_error(),
        }
    }
}
