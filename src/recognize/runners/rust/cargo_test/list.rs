//! The closing list of names, held until what follows shows that it is one.
//!
//! A test can print a list of its own, for instance because it runs another harness. After libtest's list come the totals; after
//! a printed one comes more of the block in which it is.

use super::shapes::split;
use crate::event::{Event, FailureKind, Grade, Outcome, Sink};

/// The most bytes of names that are held; more are reported at once.
const HELD_BYTES: usize = 1024 * 1024;

/// The names of a list.
#[derive(Debug, Default)]
pub struct ClosingList {
    /// Each with a newline after it.
    names: String,
}

impl ClosingList {
    /// Another name.
    pub fn add(&mut self, name: &str, sink: &mut dyn Sink) {
        if self.names.len().saturating_add(name.len()) < HELD_BYTES {
            self.names.push_str(name);
            self.names.push('\n');
        } else {
            tell(name, sink);
        }
    }

    /// It is the runner's: these tests failed.
    pub fn tell(&mut self, sink: &mut dyn Sink) {
        self.names.lines().for_each(|name| tell(name, sink));
        self.names.clear();
    }

    /// A test printed it.
    pub fn forget(&mut self) {
        self.names.clear();
    }
}

fn tell(name: &str, sink: &mut dyn Sink) {
    let outcome = Outcome::Failed(FailureKind::Test);
    sink.emit(Event::Finished { id: split(name), outcome, grade: Grade::Listed, attempt: 0, alias: "" });
    sink.emit(Event::BlockClosed);
}
