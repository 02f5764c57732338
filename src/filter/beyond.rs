//! Failures that the report has no room for, on their way to the store.

use std::sync::{Arc, Mutex};

use crate::event::{FailureKind, TestId};
use crate::render::bare_record;
use crate::report::Beyond;
use crate::store::Spill;

/// Writes their records down.
#[derive(Debug)]
pub(super) struct Spilled(pub(super) Arc<Mutex<Spill>>);

impl Beyond for Spilled {
    fn failure(&mut self, runner: &str, kind: FailureKind, id: TestId<'_>) {
        let TestId { module, separator, name } = id;
        if let Ok(mut spill) = self.0.lock() {
            let whole = format!("{runner}\u{1f}{module}{separator}{name}");
            spill.add(&whole, || bare_record(runner, kind, id));
        }
    }
}
