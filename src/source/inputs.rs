//! Several inputs as one source: standard input and files, in the order given.

use std::io;
use std::path::PathBuf;

use super::file::Files;
use super::origin::{Got, Source};
use super::signals::Signals;
use super::stdin::Stdin;

/// One input of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// Inputs that are read one after the other.
pub struct Inputs<'a> {
    waiting: std::vec::IntoIter<Input>,
    open: Option<Box<dyn Source + 'a>>,
    signals: Option<&'a Signals>,
}

impl std::fmt::Debug for Inputs<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Inputs").field("waiting", &self.waiting.len()).finish_non_exhaustive()
    }
}

impl<'a> Inputs<'a> {
    /// Reads these inputs, watching for signals and for a reader of our standard output that leaves.
    #[must_use]
    pub fn new(inputs: Vec<Input>, signals: Option<&'a Signals>) -> Self {
        Self { waiting: inputs.into_iter(), open: None, signals }
    }

    fn next(&mut self) -> Option<Box<dyn Source + 'a>> {
        let signals = self.signals;
        Some(match self.waiting.next()? {
            Input::File(path) => Box::new(Files::new(vec![path], signals)),
            Input::Stdin => Box::new(Stdin::new(io::stdin(), Some(stdout()), signals)),
        })
    }
}

/// Standard output for the whole life of the process: what is watched has to live as long as the watching.
fn stdout() -> &'static io::Stdout {
    static STDOUT: std::sync::OnceLock<io::Stdout> = std::sync::OnceLock::new();
    STDOUT.get_or_init(io::stdout)
}

impl Source for Inputs<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let mut source = match self.open.take() {
            Some(source) => source,
            None => match self.next() {
                Some(source) => source,
                None => return Ok(Got::End),
            },
        };
        match source.read(buffer)? {
            Got::End if self.waiting.len() == 0 => Ok(Got::End),
            Got::End => Ok(Got::NextFile),
            got => {
                self.open = Some(source);
                Ok(got)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn files_are_read_in_order_and_distinguished() {
        let mut paths = Vec::new();
        for text in ["one\n", "two"] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            paths.push(file);
        }
        let inputs = paths.iter().map(|file| Input::File(file.path().to_owned())).collect();
        let mut source = Inputs::new(inputs, None);
        let mut buffer = [0; 16];
        let mut got = Vec::new();
        loop {
            let each = source.read(&mut buffer).unwrap();
            got.push(each);
            if each == Got::End {
                break;
            }
        }
        assert_eq!(got, [Got::Bytes(4), Got::NextFile, Got::Bytes(3), Got::End]);
    }
}
