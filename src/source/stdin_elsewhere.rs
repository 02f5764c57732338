//! Standard input where descriptors cannot be waited for.

use std::io::{self, Read};

use super::origin::{Got, Source};
use super::signals::Signals;
use super::wait::Watch;

/// A stream that is read to its end.
#[derive(Debug)]
pub struct Stdin<'a, I> {
    input: I,
    watch: Watch<'a>,
}

impl<'a, I: Read> Stdin<'a, I> {
    /// Reads `input`; neither signals nor the output can be watched here.
    #[must_use]
    pub fn new<O>(input: I, _output: Option<&'a O>, signals: Option<&'a Signals>) -> Self {
        Self { input, watch: Watch::new(signals) }
    }
}

impl<I: Read> Source for Stdin<'_, I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        match self.watch.read(&mut self.input, buffer)? {
            Got::Bytes(0) => Ok(Got::End),
            got => Ok(got),
        }
    }
}
