//! The stored original of an answer: it is kept only when something is not shown, so that a command can show the rest.

use std::collections::HashSet;

use super::view::View;

/// Keeps the original of an answer.
pub trait Original {
    /// The answer is about to be made, and the input will hardly be shown whole: slow work can begin in parallel.
    fn expect(&mut self) {}

    /// Keeps the original, once, and returns its id; `None` when it cannot be kept.
    fn keep(&mut self, view: &View) -> Option<String>;

    /// Whether [`keep`](Self::keep) may return an id.
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

/// For an answer that is only tried: its original is not kept yet.
pub(super) struct Tried<'a>(pub(super) &'a dyn Original);

impl Original for Tried<'_> {
    fn keep(&mut self, _view: &View) -> Option<String> {
        self.0.may_keep().then(|| "-".repeat(ID_CHARS))
    }

    fn may_keep(&self) -> bool {
        self.0.may_keep()
    }
}

/// How many chars an id usually has.
const ID_CHARS: usize = 8;
