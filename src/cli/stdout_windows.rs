//! Standard output as a stream that keeps its word: what it took is written, or it says why not.
//!
//! The standard library's handle treats a missing one as success, and holds lines back. This one writes to the handle
//! itself, except to a console, for which the standard library turns UTF-8 into what that takes. Writes are gathered;
//! [`Stdout::flush`] sends them.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::os::windows::io::AsHandle as _;

/// Bytes that are gathered before they are sent.
const GATHERED_BYTES: usize = 64 * 1024;

/// Standard output, gathered.
pub(super) type Stdout = BufWriter<Whole>;

/// Standard output of this process.
pub(super) fn stdout() -> Stdout {
    let stdout = io::stdout();
    let file = || Ok(Whole::File(stdout.as_handle().try_clone_to_owned()?.into()));
    let whole = if stdout.is_terminal() { Ok(Whole::Console) } else { file() };
    BufWriter::with_capacity(
        GATHERED_BYTES,
        whole.unwrap_or_else(|error: io::Error| Whole::None(error.kind())),
    )
}

/// Where writes go.
#[derive(Debug)]
pub(super) enum Whole {
    /// To a file or a pipe.
    File(File),
    /// To a console.
    Console,
    /// Nowhere, and why.
    None(io::ErrorKind),
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Console => io::stdout().write(bytes),
            Self::None(kind) => Err((*kind).into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Console => io::stdout().flush(),
            Self::File(_) | Self::None(_) => Ok(()),
        }
    }
}
