//! Failed specs that were told, so that two of one name are two.
//!
//! A failed spec comes in a browser's line, in the tree and in the closing list; the second of one name is the same spec
//! in each. Two reporters at once print a browser's line twice, though: what the browsers' own numbers do not count is
//! taken back, the last first.

use crate::event::{Event, Sink, TestId};
use crate::recognize::runners::javascript::clipped;
use crate::recognize::runners::names::Names;

/// The most names that may be taken back.
const MOST_REPEATED: usize = 1024;

/// What was told.
#[derive(Debug, Default)]
pub(super) struct Told {
    browsers: Names,
    tree: Names,
    list: Names,
    /// How many specs the browsers' lines told, and those among them that bear the name of an earlier one.
    lines: u64,
    repeated: Vec<(String, String)>,
}

impl Told {
    /// The name of a spec that a browser's line tells.
    pub(super) fn by_browser(&mut self, id: TestId<'_>) -> String {
        self.lines = self.lines.saturating_add(1);
        let name = self.browsers.next_of(id);
        if name != id.name && self.repeated.len() < MOST_REPEATED {
            self.repeated.push((clipped(id.module), name.clone()));
        }
        name
    }

    /// The name of a spec behind a mark, in the tree or in the closing list.
    pub(super) fn by_mark(&mut self, listed: bool, id: TestId<'_>) -> String {
        if listed { self.list.next_of(id) } else { self.tree.next_of(id) }
    }

    /// The closing list begins.
    pub(super) fn list(&mut self) {
        self.list = Names::default();
    }

    /// Takes back what was told more often than so many specs failed.
    pub(super) fn withdraw(&mut self, failed: u64, sink: &mut dyn Sink) {
        while self.lines > failed {
            let Some((module, name)) = self.repeated.pop() else { return };
            self.lines = self.lines.saturating_sub(1);
            let separator = if module.is_empty() { "" } else { " " };
            sink.emit(Event::Withdrawn(TestId { module: &module, separator, name: &name }));
        }
    }
}
