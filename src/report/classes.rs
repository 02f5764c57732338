//! The class of each line, for commands that show what an answer left out.

use super::report::Report;
use crate::event::Class;

/// The most lines whose classes are kept, a byte each: later lines have none.
const LINES: usize = 16 * 1024 * 1024;

/// The classes in the order of the lines; `None` when they are not wanted.
#[derive(Debug, Default)]
pub(super) struct Classes(Option<Vec<Class>>);

impl Classes {
    #[inline]
    pub(super) const fn are_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Sets the class of the line of this number.
    #[inline]
    pub(super) fn add(&mut self, number: u64, class: Class) {
        if let Some(classes) = &mut self.0 {
            let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
            if at < LINES {
                // Lines that were never judged have no class of their own.
                classes.resize(classes.len().max(at.saturating_add(1)), Class::Other);
                if let Some(slot) = classes.get_mut(at) {
                    *slot = class;
                }
            }
        }
    }
}

impl Report {
    /// Keeps the class of each line from now on.
    pub fn remember_classes(&mut self) {
        self.classes.0.get_or_insert_default();
    }

    /// The classes that were kept.
    #[must_use]
    pub fn classes(&self) -> &[Class] {
        self.classes.0.as_deref().unwrap_or_default()
    }
}
