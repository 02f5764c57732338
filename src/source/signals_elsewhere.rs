//! Signals where there are none: nothing is caught, the system ends the process as it does.

use std::io;

/// A signal's number: there are no names.
#[must_use]
pub fn signal_name(signal: i32) -> String {
    signal.to_string()
}

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
