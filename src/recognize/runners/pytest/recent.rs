//! The tests of the last lines of `-v`, whose output or tear-down may still come; workers take turns.

/// How many are held.
const MOST: usize = 32;

/// A ring of names, whose memory is used again.
#[derive(Debug, Default)]
pub(super) struct Recent {
    names: Vec<String>,
    /// Where the next one will stand: where the oldest one does, once the ring is full.
    next: usize,
}

impl Recent {
    /// A test's result was told.
    #[inline]
    pub(super) fn push(&mut self, id: &str) {
        match self.names.get_mut(self.next) {
            Some(name) => {
                name.clear();
                name.push_str(id);
            }
            None => self.names.push(id.to_owned()),
        }
        let next = self.next.wrapping_add(1);
        self.next = if next < MOST { next } else { 0 };
    }

    /// Whether the result of this test was told lately.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.names.iter().any(|name| name == id)
    }

    /// The test whose result was told last.
    pub(super) fn last(&self) -> Option<&str> {
        let last = self.next.checked_sub(1).or_else(|| self.names.len().checked_sub(1))?;
        self.names.get(last).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_names_are_held_and_no_more() {
        let mut recent = Recent::default();
        assert_eq!(recent.last(), None);
        for number in 0..3 * MOST {
            recent.push(&number.to_string());
            assert_eq!(recent.last(), Some(number.to_string().as_str()));
            let first = (number + 1).saturating_sub(MOST);
            assert!((first..=number).all(|each| recent.contains(&each.to_string())), "{number}");
            assert!(first == 0 || !recent.contains(&(first - 1).to_string()), "{number}");
        }
    }
}
