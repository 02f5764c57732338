//! The names of failures in one bounded string.

use crate::event::TestId;

/// The most bytes of all names together; the log of failures keeps fewer.
const NAME_BYTES: usize = 8 * 1024 * 1024;
/// The most bytes of one name; the rest of a longer one is not kept.
const ONE_NAME_BYTES: usize = 8 * 1024;

/// Where a name is in the string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameAt {
    start: u32,
    module: u16,
    separator: u8,
    name: u16,
}

/// The names, one after the other in one string.
#[derive(Debug, Default)]
pub struct Names {
    text: String,
}

fn bounded(text: &str, most: usize) -> &str {
    crate::text::head(text, most)
}

impl Names {
    /// How many bytes a name would take.
    #[must_use]
    pub fn length(id: TestId<'_>) -> usize {
        let part = |text: &str, most: usize| text.len().min(most);
        part(id.module, ONE_NAME_BYTES)
            .saturating_add(part(id.separator, 32))
            .saturating_add(part(id.name, ONE_NAME_BYTES))
    }

    /// Keeps a name. Returns `None` when the string is full.
    pub fn add(&mut self, id: TestId<'_>) -> Option<NameAt> {
        let module = bounded(id.module, ONE_NAME_BYTES);
        let separator = bounded(id.separator, 32);
        let name = bounded(id.name, ONE_NAME_BYTES);
        let length = module.len().saturating_add(separator.len()).saturating_add(name.len());
        if self.text.len().saturating_add(length) > NAME_BYTES {
            return None;
        }
        let at = NameAt {
            start: u32::try_from(self.text.len()).ok()?,
            module: u16::try_from(module.len()).ok()?,
            separator: u8::try_from(separator.len()).ok()?,
            name: u16::try_from(name.len()).ok()?,
        };
        if self.text.capacity().saturating_sub(self.text.len()) < length {
            // To double the room would hold memory for tens of thousands that never come.
            self.text.reserve_exact(length.max(self.text.len().div_euclid(8)).max(1024));
        }
        self.text.push_str(module);
        self.text.push_str(separator);
        self.text.push_str(name);
        Some(at)
    }

    /// The name, split as it was added.
    #[must_use]
    pub fn get(&self, at: NameAt) -> TestId<'_> {
        let slice =
            |from: usize, length: usize| self.text.get(from..from.saturating_add(length)).unwrap_or("");
        let start = usize::try_from(at.start).unwrap_or(usize::MAX);
        let after_module = start.saturating_add(usize::from(at.module));
        let after_separator = after_module.saturating_add(usize::from(at.separator));
        TestId {
            module: slice(start, usize::from(at.module)),
            separator: slice(after_module, usize::from(at.separator)),
            name: slice(after_separator, usize::from(at.name)),
        }
    }

    /// The whole name as shown.
    #[must_use]
    pub fn shown(&self, at: NameAt) -> &str {
        let start = usize::try_from(at.start).unwrap_or(usize::MAX);
        let length = usize::from(at.module)
            .saturating_add(usize::from(at.separator))
            .saturating_add(usize::from(at.name));
        self.text.get(start..start.saturating_add(length)).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were_split() {
        let mut names = Names::default();
        let first = names.add(TestId::split_last("a::b::c", "::")).unwrap();
        let second = names.add(TestId::bare("TestX")).unwrap();
        assert_eq!(names.get(first), TestId { module: "a::b", separator: "::", name: "c" });
        assert_eq!((names.shown(first), names.shown(second)), ("a::b::c", "TestX"));
    }

    #[test]
    fn a_full_arena_takes_no_more() {
        let mut names = Names::default();
        let big = "n".repeat(ONE_NAME_BYTES);
        let fitting = NAME_BYTES / ONE_NAME_BYTES;
        for _ in 0..fitting {
            assert!(names.add(TestId::bare(&big)).is_some());
        }
        assert!(names.add(TestId::bare("x")).is_none());
    }
}
