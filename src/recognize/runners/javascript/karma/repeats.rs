//! Failed specs that were reported, so that two of one name are two.
//!
//! A failed spec comes in a browser's line, in the tree and in the closing list; the second of one name is the same spec
//! in each. Two reporters at once print each browser's line twice, one directly after the other, though: when the
//! browsers' own numbers count half of the lines, every second one is taken back.

use crate::budget::Count as _;
use crate::event::{Event, Sink, TestId};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::names::Names;

/// The most names that may be taken back.
const MOST_REPEATED: usize = 1024;

/// What was reported.
#[derive(Debug, Default)]
pub(super) struct Reported {
    browsers: Names,
    tree: Names,
    list: Names,
    /// How many specs the browsers' lines reported, and those among them that bear the name of an earlier one: when they came,
    /// and their modules and names.
    lines: u64,
    repeated: Vec<(u64, String, String)>,
}

impl Reported {
    /// The name of a spec that a browser's line tells.
    pub(super) fn by_browser(&mut self, id: TestId<'_>) -> String {
        let name = self.browsers.next_of(id);
        if name != id.name && self.repeated.len() < MOST_REPEATED {
            self.repeated.push((self.lines, clipped(id.module), name.clone()));
        }
        self.lines.up(1);
        name
    }

    /// The name of a spec after a mark, in the tree or in the closing list.
    pub(super) fn by_mark(&mut self, listed: bool, id: TestId<'_>) -> String {
        if listed { self.list.next_of(id) } else { self.tree.next_of(id) }
    }

    /// The closing list begins.
    pub(super) fn list(&mut self) {
        self.list = Names::default();
    }

    /// How many reporters printed each of so many failed specs.
    pub(super) fn reporters(&self, failed: u64) -> u64 {
        let each = self.lines.checked_div(failed).unwrap_or(1);
        if each.checked_mul(failed) == Some(self.lines) { each.max(1) } else { 1 }
    }

    /// Takes back what all reporters but the first reported.
    pub(super) fn withdraw(&mut self, reporters: u64, sink: &mut dyn Sink) {
        for (position, module, name) in std::mem::take(&mut self.repeated) {
            if !position.is_multiple_of(reporters) {
                let separator = if module.is_empty() { "" } else { " " };
                sink.emit(Event::Withdrawn(TestId { module: &module, separator, name: &name }));
            }
        }
    }
}
