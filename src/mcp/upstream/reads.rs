//! How long a reader has been waiting.
//!
//! A server that has ended may have left its output to somebody who never closes it. Whoever waits for the end of that
//! output needs to know whether it is still being worked on.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// When the read began that has not returned yet.
#[derive(Clone, Debug, Default)]
pub struct Reads(Arc<Mutex<Option<Instant>>>);

impl Reads {
    fn set(&self, since: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    /// How long the reader has been waiting; no time while it works on what it read.
    #[must_use]
    pub fn waiting(&self) -> Duration {
        let since = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// A reader whose waiting can be seen.
#[derive(Debug)]
pub struct Watched<R> {
    input: R,
    reads: Reads,
}

impl<R> Watched<R> {
    /// Watches `input`.
    pub fn new(input: R, reads: Reads) -> Self {
        Self { input, reads }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads.set(Some(Instant::now()));
        let read = self.input.read(buffer);
        self.reads.set(None);
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_waits_only_while_it_reads() {
        let reads = Reads::default();
        assert_eq!(reads.waiting(), Duration::ZERO);
        let (ours, theirs) = io::pipe().unwrap();
        let reader = std::thread::spawn({
            let mut watched = Watched::new(ours, reads.clone());
            move || watched.read(&mut [0; 8]).unwrap()
        });
        let begun = Instant::now();
        while reads.waiting() < Duration::from_millis(20) {
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not wait");
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(theirs);
        assert_eq!((reader.join().unwrap(), reads.waiting()), (0, Duration::ZERO));
    }
}
