//! The tests whose blocks were reported, so that the closing list names the same failures. Bounded.
//!
//! The list says the simple class and the method of the stack, the block the class with its packages and the test with its
//! parameters. An entry belongs to the first block of that class and method that no entry took yet.

use std::collections::HashMap;

use super::entry::base;
use crate::recognize::kit::frames::jvm::simple;

/// The most blocks that are remembered.
const MOST: usize = 8192;
/// The longest name that is remembered, in bytes.
const LONGEST: usize = 2048;

/// A test that is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reported {
    /// The class as shown in names.
    pub(super) class: String,
    /// The test as shown in names.
    pub(super) test: String,
    listed: bool,
    /// Its heading does not name its class.
    pub(super) classless: bool,
}

/// All of one run.
#[derive(Debug, Default)]
pub(super) struct Roster {
    reported: Vec<Reported>,
    /// By simple class and plain method.
    index: HashMap<(String, String), Vec<usize>>,
    /// Which packages a simple name stands for.
    classes: HashMap<String, String>,
}

impl Roster {
    /// How a class is shown: its simple name, unless another class of that name was reported before.
    pub(super) fn shown(&mut self, class: &str) -> String {
        let short = simple(class);
        if short == class {
            return class.to_owned();
        }
        match self.classes.get(short) {
            Some(known) if known == class => short.to_owned(),
            Some(_) => class.to_owned(),
            None => {
                if self.classes.len() < MOST && class.len() <= LONGEST {
                    self.classes.insert(short.to_owned(), class.to_owned());
                }
                short.to_owned()
            }
        }
    }

    /// Remembers a block with this heading.
    pub(super) fn add(&mut self, class: &str, test: &str, heading: &str) {
        if self.reported.len() >= MOST || class.len().saturating_add(test.len()) > LONGEST {
            return;
        }
        let at = self.reported.len();
        let key = (simple(class).to_owned(), base(test).to_owned());
        self.index.entry(key).or_default().push(at);
        let classless = !heading.contains(simple(class));
        let (class, test) = (class.to_owned(), test.to_owned());
        self.reported.push(Reported { class, test, listed: false, classless });
    }

    /// The first block of this class and method that the list did not name yet.
    pub(super) fn take(&mut self, class: &str, test: &str) -> Option<Reported> {
        let key = (simple(class).to_owned(), base(test).to_owned());
        let numbers = self.index.get(&key)?;
        let at =
            numbers.iter().copied().find(|at| self.reported.get(*at).is_some_and(|each| !each.listed))?;
        let reported = self.reported.get_mut(at)?;
        reported.listed = true;
        Some(reported.clone())
    }

    /// A block of this class and method, whoever named it.
    pub(super) fn find(&self, class: &str, test: &str) -> Option<&Reported> {
        let key = (simple(class).to_owned(), base(test).to_owned());
        self.index.get(&key)?.first().and_then(|at| self.reported.get(*at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_taken_once_and_two_classes_of_a_name_are_distinguished() {
        let mut roster = Roster::default();
        assert_eq!(roster.shown("a.CartTest"), "CartTest");
        assert_eq!(roster.shown("b.CartTest"), "b.CartTest");
        roster.add("CartTest", "adds(int)[1]", "adds(int)[1]");
        roster.add("CartTest", "adds(int)[2]", "adds(int)[2]");
        assert_eq!(
            roster.take("CartTest", "adds").map(|reported| reported.test).as_deref(),
            Some("adds(int)[1]")
        );
        assert_eq!(
            roster.take("a.CartTest", "adds").map(|reported| reported.test).as_deref(),
            Some("adds(int)[2]")
        );
        assert_eq!(roster.take("CartTest", "adds"), None);
    }
}
