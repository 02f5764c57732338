//! The tests of the last lines of `-v`, whose output or tear-down may still come; workers take turns.

/// How many are held.
const MOST: usize = 32;

/// A ring of names, whose memory is used again.
#[derive(Debug, Default)]
pub(super) struct Recent {
    names: Vec<String>,
    /// Where the next one will be: where the oldest one does, once the ring is full.
    next: usize,
}

impl Recent {
    /// A test's result was reported.
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

    /// The results of many tests were reported, one after the other.
    pub(super) fn push_all(&mut self, many: &Many<'_>) {
        let (older, newer) = many.names.split_at_checked(many.next).unwrap_or_default();
        newer.iter().chain(older).filter(|name| !name.is_empty()).for_each(|name| self.push(name));
    }

    /// Whether the result of this test was reported lately.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.names.iter().any(|name| name == id)
    }

    /// The test whose result was reported last.
    pub(super) fn last(&self) -> Option<&str> {
        let last = self.next.checked_sub(1).or_else(|| self.names.len().checked_sub(1))?;
        self.names.get(last).map(String::as_str)
    }
}

/// Of many names the last ones, which are not held yet.
pub(super) struct Many<'a> {
    names: [&'a str; MOST],
    /// Where the next one will be, and the oldest one does if there are as many.
    next: usize,
}

impl<'a> Many<'a> {
    /// None.
    pub(super) const fn new() -> Self {
        Self { names: [""; MOST], next: 0 }
    }

    /// One more, which is not empty.
    #[inline]
    pub(super) fn push(&mut self, name: &'a str) {
        if let Some(oldest) = self.names.get_mut(self.next) {
            *oldest = name;
        }
        self.next = self.next.wrapping_add(1) % MOST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_held_as_if_each_had_been_reported() {
        let names: Vec<String> = (0..3 * MOST).map(|number| number.to_string()).collect();
        for count in [0, 1, 2, MOST - 1, MOST, MOST + 1, 2 * MOST, 3 * MOST] {
            let (mut one_by_one, mut together, mut many) =
                (Recent::default(), Recent::default(), Many::new());
            for recent in [&mut one_by_one, &mut together] {
                recent.push("before");
            }
            for name in &names[..count] {
                one_by_one.push(name);
                many.push(name);
            }
            together.push_all(&many);
            assert_eq!(together.last(), one_by_one.last(), "{count}");
            for name in names.iter().map(String::as_str).chain(["before"]) {
                assert_eq!(together.contains(name), one_by_one.contains(name), "{count}: {name}");
            }
        }
    }

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
