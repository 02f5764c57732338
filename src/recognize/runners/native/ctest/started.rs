//! Tests that began and of which no result came.
//!
//! CTest runs several at once: where a log ends amid a run, or ctest was killed, those that run then are not known to have failed.

use super::ctest::id;
use crate::event::{Event, Outcome, Sink};
use crate::recognize::kit::bounds::NAME_BYTES;

/// The most running tests that are held; CTest starts as many as there are processors.
const MOST: usize = 512;

/// Running tests by their numbers, in the order in which they began.
#[derive(Debug, Default)]
pub(super) struct Started(Vec<(u64, String)>);

impl Started {
    /// A test began.
    pub(super) fn push(&mut self, number: u64, name: &str) {
        if self.0.len() < MOST && name.len() <= NAME_BYTES {
            self.0.push((number, name.to_owned()));
        }
    }

    /// A test ended.
    pub(super) fn ended(&mut self, number: u64) {
        self.0.retain(|(each, _)| *each != number);
    }

    /// The log is over: none of them has failed as far as is known, and each is named.
    pub(super) fn not_ended(&mut self, sink: &mut dyn Sink) {
        for (_, name) in std::mem::take(&mut self.0) {
            sink.emit(Event::finished(id(&name), Outcome::Other));
            sink.emit(Event::Remark(&format!("{name}: began, and the log ends before its result")));
        }
    }
}
