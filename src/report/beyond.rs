//! Failures for whose names there is no room: they are counted here, and passed on to what can write them to a file.

use super::report::Report;
use crate::event::{FailureKind, TestId};

/// Receives the names that the report has no room for.
pub trait Beyond: std::fmt::Debug + Send + Sync {
    /// A failure was reported, perhaps not for the first time.
    fn failure(&mut self, runner: &str, kind: FailureKind, id: TestId<'_>);
}

impl Report {
    /// From now on every failure whose name is not kept is passed on to `beyond`.
    pub fn tell_beyond(&mut self, beyond: Box<dyn Beyond>) {
        self.beyond = Some(beyond);
    }
}
