//! Standard input, read by a thread, so that Ctrl-C is heard while nothing comes.
//!
//! A reader of our answer who leaves is noticed when we write.

use std::io::{self, Read};
use std::time::Duration;

use super::pump::{Pump, Pumped};
use super::signals::{Signals, Wish};
use crate::source::origin::{Got, Source};

/// How often the console is looked at while nothing comes.
const GLANCE: Duration = Duration::from_millis(50);

/// A stream that is read to its end.
#[derive(Debug)]
pub struct Stdin<'a> {
    /// What keeps it from being read is reported with the first read.
    pump: io::Result<Pump>,
    signals: Option<&'a Signals>,
}

impl<'a> Stdin<'a> {
    /// Reads `input`, listening to the console; the output cannot be watched here.
    #[must_use]
    pub fn new<O>(
        input: impl Read + Send + 'static,
        _output: Option<&'a O>,
        signals: Option<&'a Signals>,
    ) -> Self {
        Self { pump: Pump::start(input), signals }
    }
}

impl Source for Stdin<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let pump = self.pump.as_mut().map_err(|error| io::Error::from(error.kind()))?;
        loop {
            if let Wish::End(signal) = self.signals.map_or(Wish::None, Signals::wish) {
                return Ok(Got::Signal(signal));
            }
            match pump.take(buffer, GLANCE)? {
                Pumped::Bytes(count) => return Ok(Got::Bytes(count)),
                Pumped::Nothing => {}
                Pumped::End => return Ok(Got::End),
            }
        }
    }
}
