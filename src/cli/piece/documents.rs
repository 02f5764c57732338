//! The inputs as texts, each with the name that messages give it.
//!
//! A piece looks at its whole input before it answers, so there is a bound on it. Bytes are decoded as everywhere:
//! UTF-16 by its mark, else UTF-8, U+FFFD for what is neither.

use std::io;

use crate::budget::Count as _;
use crate::cli::exit::Problem;
use crate::cli::words::shown;
use crate::source::{Got, Input, Inputs, Source as _};
use crate::text::decode;

/// The most bytes of all inputs together.
pub const MOST_BYTES: usize = 256 * 1024 * 1024;

/// Bytes that are read at once.
const BLOCK_BYTES: usize = 256 * 1024;

/// The text of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The file in quotes, or `standard input`; safe to print.
    pub name: String,
    /// What it says.
    pub text: String,
    /// How many bytes it was.
    pub bytes: u64,
}

/// Reads all inputs, in their order.
///
/// # Errors
/// When one cannot be read or all together are too large, and when whoever reads the answer has left.
pub fn read(inputs: &[Input]) -> Result<Vec<Document>, Problem> {
    let mut left = MOST_BYTES;
    inputs.iter().map(|input| document(input, &mut left)).collect()
}

fn document(input: &Input, left: &mut usize) -> Result<Document, Problem> {
    let name = match input {
        Input::Stdin => "standard input".to_owned(),
        Input::File(path) => shown(&path.to_string_lossy()),
    };
    let mut source = Inputs::new(vec![input.clone()], None);
    let mut bytes = Vec::new();
    let mut block = vec![0; BLOCK_BYTES];
    loop {
        match source.read(&mut block).map_err(Problem::input)? {
            Got::Bytes(count) if count > *left => {
                return Err(Problem::usage(format!(
                    "{name} is too large: all inputs may have {MOST_BYTES} bytes"
                )));
            }
            Got::Bytes(count) => {
                left.down(count);
                bytes.extend_from_slice(block.get(..count).unwrap_or_default());
            }
            Got::NextFile => {}
            Got::End | Got::Signal(_) => break,
            Got::ReaderLeft => {
                return Err(Problem::output("the answer", io::Error::from(io::ErrorKind::BrokenPipe)));
            }
        }
    }
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    Ok(Document { name, text: decode(&bytes).into_owned(), bytes: length })
}
