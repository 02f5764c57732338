//! The stored original after an answer: kept only when something is not shown, so that a command can offer the rest.

use std::collections::HashSet;

use super::view::View;

/// What can keep the original of an answer.
pub trait Original {
    /// The answer is about to be made, and the input will hardly pass whole: what takes time can begin beside it.
    fn expect(&mut self) {}

    /// Keeps it, once, and gives its id; nothing when it cannot be kept.
    fn keep(&mut self, view: &View) -> Option<String>;

    /// Whether an id may come.
    fn may_keep(&self) -> bool;

    /// The answer is about to end: it shows these lines of the input.
    fn shows(&mut self, _lines: &HashSet<u64>) {}
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct NotKept;

impl Original for NotKept {
    fn keep(&mut self, _view: &View) -> Option<String> {
        None
    }

    fn may_keep(&self) -> bool {
        false
    }
}

/// An answer that is tried: its original would be kept.
pub(super) struct Tried<'a>(pub(super) &'a dyn Original);

impl Original for Tried<'_> {
    fn keep(&mut self, _view: &View) -> Option<String> {
        self.0.may_keep().then(|| "-".repeat(ID_CHARS))
    }

    fn may_keep(&self) -> bool {
        self.0.may_keep()
    }
}

/// Chars of an id, as a rule.
const ID_CHARS: usize = 8;
