//! The whole input, while an answer has room for it: it is shown whole when reducing it saves too little.

use super::stored::Stored;
use crate::budget::{Count as _, Limits};
use crate::event::Class;
use crate::text::Line;

/// An input of at most this many lines is small: nothing of it is written early, and when it is not recognized, it is
/// shown whole.
const WINDOW_LINES: usize = 40;
/// The same in chars, after clipping and escaping.
const WINDOW_CHARS: u64 = 2000;
/// The most lines of an input that are held, whatever the limits are.
const WHOLE_LINES: usize = 4_000;
/// The most chars of an input that are held, whatever the limits are.
const WHOLE_CHARS: u64 = 200_000;

/// The input so far.
#[derive(Debug)]
pub struct Whole {
    lines: Option<Vec<Stored>>,
    chars: u64,
    most: Limits,
}

impl Whole {
    /// Nothing so far, for answers within these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { lines: Some(Vec::new()), chars: 0, most: limits }
    }

    /// Whether all of it is held.
    #[inline]
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.lines.is_some()
    }

    /// Whether it is small.
    #[must_use]
    pub fn is_small(&self) -> bool {
        let few = |lines: &Vec<Stored>| lines.len() <= WINDOW_LINES && self.chars <= WINDOW_CHARS;
        self.lines.as_ref().is_some_and(few)
    }

    /// All lines, when they are held.
    #[must_use]
    pub fn lines(&self) -> Option<&[Stored]> {
        self.lines.as_deref()
    }

    /// The lines, to hide what must not be shown.
    pub(super) fn lines_mut(&mut self) -> Option<&mut Vec<Stored>> {
        self.lines.as_mut()
    }

    /// Drops the lines.
    pub(super) fn forget(&mut self) {
        self.lines = None;
    }

    /// Drops the lines if there are none so far.
    pub(super) fn forget_nothing(&mut self) {
        self.lines.take_if(|lines| lines.is_empty());
    }

    /// Adds a line; drops all when there is no more room.
    #[cold]
    pub(super) fn add(&mut self, line: &Line<'_>, class: Class) {
        let Some(lines) = &mut self.lines else { return };
        let chars = u64::try_from(line.text.chars().count()).unwrap_or(u64::MAX);
        self.chars.up(chars.min(self.most.line_chars).saturating_add(1));
        let most = usize::try_from(self.most.lines).unwrap_or(usize::MAX).clamp(WINDOW_LINES, WHOLE_LINES);
        if lines.len() >= most || self.chars > self.most.chars.clamp(WINDOW_CHARS, WHOLE_CHARS) {
            self.lines = None;
            return;
        }
        lines.push(Stored::of(line, class));
    }
}
