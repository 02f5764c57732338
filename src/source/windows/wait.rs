//! Reading files: they answer at once, so the console is looked at between two reads.

use std::io::{self, Read};

use super::signals::{Signals, Wish};
use crate::source::origin::Got;

/// What is watched while bytes are read.
#[derive(Clone, Copy, Debug)]
pub(in crate::source) struct Watch<'a>(Option<&'a Signals>);

impl<'a> Watch<'a> {
    /// Watches the console.
    pub(in crate::source) fn new(signals: Option<&'a Signals>) -> Self {
        Self(signals)
    }

    /// Reads what is there. `Bytes(0)` is the end of this input.
    pub(in crate::source) fn read(&self, input: &mut impl Read, buffer: &mut [u8]) -> io::Result<Got> {
        if let Some(got) = self.asked() {
            return Ok(got);
        }
        loop {
            match input.read(buffer) {
                Ok(count) => return Ok(Got::Bytes(count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// A reason to read no more, if there is one.
    pub(in crate::source) fn asked(&self) -> Option<Got> {
        match self.0.map_or(Wish::None, Signals::wish) {
            Wish::None => None,
            Wish::End(signal) => Some(Got::Signal(signal)),
        }
    }
}
