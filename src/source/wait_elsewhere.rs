//! Reading where nothing can be waited for: it blocks.

use std::io::{self, Read};
use std::marker::PhantomData;

use super::origin::Got;
use super::signals::Signals;

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a>(PhantomData<&'a Signals>);

impl<'a> Watch<'a> {
    /// Watches nothing.
    pub(super) fn new(_signals: Option<&'a Signals>) -> Self {
        Self(PhantomData)
    }

    /// Reads what is there, after waiting for it. `Bytes(0)` is the end of this input.
    pub(super) fn read(&self, input: &mut impl Read, buffer: &mut [u8]) -> io::Result<Got> {
        loop {
            match input.read(buffer) {
                Ok(count) => return Ok(Got::Bytes(count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
