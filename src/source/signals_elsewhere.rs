//! Signals where there are none: nothing is caught, the system ends the process as it does.

use std::io;

/// Catches nothing.
#[derive(Debug)]
pub struct Signals;

impl Signals {
    /// Does nothing.
    ///
    /// # Errors
    /// Never.
    pub fn install() -> io::Result<Self> {
        Ok(Self)
    }

    /// Nothing interrupts.
    #[must_use]
    pub fn interrupted_by(&self) -> Option<i32> {
        None
    }
}
