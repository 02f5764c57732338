//! Failures for whose names there is no room: they are counted here, and reported to whoever can write them down.

use super::report::Report;
use crate::event::{FailureKind, TestId};

/// What takes the names that the report has no room for.
pub trait Beyond: std::fmt::Debug + Send + Sync {
    /// A failure was reported, perhaps not for the first time.
    fn failure(&mut self, runner: &str, kind: FailureKind, id: TestId<'_>);
}

impl Report {
    /// From now on `beyond` is reported every failure whose name is not kept.
    pub fn tell_beyond(&mut self, beyond: Box<dyn Beyond>) {
        self.beyond = Some(beyond);
    }
}
