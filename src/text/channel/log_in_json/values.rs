//! Where values begin and end.

use super::{Container, DEPTH, Ending, LogInJson, State};
use crate::budget::Count as _;

impl LogInJson {
    pub(super) fn opens(&mut self, container: Container, into: &mut Vec<u8>) {
        if self.open.len() >= DEPTH {
            return self.breaks(into);
        }
        // An object that says how something ended is not read: it may be a bad end.
        if container.object && self.open.last().is_some_and(|top| top.ending == Ending::Any) {
            self.doubts("{...}");
        }
        self.open.push(container);
        self.state = if container.object { State::Name } else { State::Value };
    }

    pub(super) fn closes(&mut self) {
        self.open.pop();
        self.value_ended();
    }

    pub(super) fn value_ended(&mut self) {
        self.state = State::After;
        if self.open.is_empty() {
            self.found.documents.up(1);
            self.state = State::Value;
            self.skipped.clear();
        }
    }
}
