//! Texts that a runner remembers across lines: bounded in their number, and none longer than a name may be.

use std::ops::Deref;

use super::clip::clipped;

/// At most `MOST` texts, in the order in which they came. Those beyond are not remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remembered<const MOST: usize>(Vec<String>);

impl<const MOST: usize> Remembered<MOST> {
    /// Remembers one more.
    pub fn push(&mut self, text: &str) {
        if self.0.len() < MOST {
            self.0.push(clipped(text));
        }
    }

    /// Remembers a text unless it is remembered already.
    pub fn push_new(&mut self, text: &str) {
        if !self.0.iter().any(|each| each == text) {
            self.push(text);
        }
    }

    /// Forgets the first text for which `is` returns true, and returns it.
    pub fn take(&mut self, is: impl FnMut(&String) -> bool) -> Option<String> {
        let at = self.0.iter().position(is)?;
        Some(self.0.remove(at))
    }

    /// Forgets the last one.
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<const MOST: usize> Deref for Remembered<MOST> {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_are_remembered_each_once_and_taken_by_what_they_are() {
        let mut names = Remembered::<2>::default();
        for name in ["a", "a", "b", "c"] {
            names.push_new(name);
        }
        assert_eq!(names.join(" "), "a b");
        assert_eq!(names.take(|name| name == "a"), Some("a".to_owned()));
        assert_eq!(names.take(|name| name == "c"), None);
        names.push("b");
        names.push("d");
        assert_eq!(names.join(" "), "b b");
    }
}
