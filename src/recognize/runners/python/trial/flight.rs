//! The tests of a run by their lines: which one runs, and what became of the others.

use super::trial_lines::{Named, WIDTH, Word, blanks, ending, is_rule, named, word};
use crate::budget::Count as _;
use crate::recognize::runners::python::shared::ran::ran;
use crate::text::head;

/// The most failures whose lines are kept, and the most bytes of one.
pub(super) const MOST_KEPT: usize = 2048;
const KEPT_BYTES: usize = 512;
/// The most places in the output of one test where a test of another run may have begun.
const MOST_OTHERS: usize = 64;
/// The most doubts that are held; those that come later are dropped.
pub(super) const MOST_DOUBTS: usize = 64;

/// The test whose result is still to come: it prints.
#[derive(Debug)]
pub(super) struct Flight {
    pub name: String,
    /// The width of its line so far; 0 in the form without a tree.
    width: usize,
    /// `--rterrors`: its traceback is there, and the word below it in the first column.
    traced: bool,
    /// A rule of `=` was the last line: what follows is no result.
    ruled: bool,
    /// Without a tree: a line that ends like a result, which it may have printed as well; the next test's line tells.
    perhaps: Option<(Word, String)>,
    /// Results of tests that it printed since the end of a run.
    printed: u64,
    /// How many there were where it printed the line of a test without its result: the result may be that test's.
    others: Vec<u64>,
}

/// A test that printed lines of tests: perhaps it died, and they were those of another run.
#[derive(Debug)]
pub(super) struct Doubt {
    pub name: String,
    others: Vec<u64>,
    /// How many tests had begun, this one included.
    begun: u64,
}

impl Doubt {
    /// Whether totals of so many tests may be those of the other run: they are not exactly what began here, or the tests
    /// from the first result that was printed on are as many.
    pub(super) fn may_be_of_another(&self, number: u64, begun: u64) -> bool {
        let after = begun.saturating_sub(self.begun).saturating_add(1);
        number != begun || self.others.iter().any(|before| before.saturating_add(after) == number)
    }
}

impl Flight {
    pub(super) fn new(named: &Named<'_>, name: String) -> Self {
        let width = if named.indent > 0 { named.width } else { 0 };
        let traced = named.rest.starts_with("Traceback (most recent call last):");
        let mut flight =
            Self { name, width, traced, ruled: false, perhaps: None, printed: 0, others: Vec::new() };
        // The test died, and another run begins on its line.
        let _ = flight.prints_test(named.rest);
        flight
    }

    /// What is to be doubted when the test has its result.
    pub(super) fn doubt(self, begun: u64) -> Option<Doubt> {
        (!self.others.is_empty()).then_some(Doubt { name: self.name, others: self.others, begun })
    }

    /// Reads what may be the line of a test of another run.
    fn prints_test(&mut self, text: &str) -> bool {
        let Some(named) = named(text) else { return false };
        if result(&named).is_some() {
            self.printed.up(1);
        } else if self.others.last() != Some(&self.printed) && self.others.len() < MOST_OTHERS {
            self.others.push(self.printed);
        }
        true
    }

    /// The test's result, which is after what it printed. A tree has it at its right edge.
    pub(super) fn result(&mut self, text: &str) -> Option<Word> {
        // Tests run one after the other: a line of another one is output.
        if self.prints_test(text) {
            return None;
        }
        if ran(text).is_some() {
            self.printed = 0;
        }
        if std::mem::replace(&mut self.ruled, is_rule(text, '=')) {
            return None;
        }
        if self.traced
            && let Some(found) = word(text)
        {
            return Some(found);
        }
        let (before, shown, found) = ending(text)?;
        if self.width > 0 {
            let blanks = " ".repeat(blanks(self.width, shown));
            return before.ends_with(&blanks).then_some(found);
        }
        if before.ends_with(" ... ") || shown == "[FAIL]" {
            return None;
        }
        if before.is_empty() {
            self.perhaps = None;
            return Some(found);
        }
        self.perhaps = Some((found, head(text, KEPT_BYTES).to_owned()));
        None
    }

    /// The result that was the last thing like one, when a line comes that is between tests.
    pub(super) fn result_before(&mut self, text: &str) -> Option<(Word, String)> {
        let between = named(text).is_some() || is_rule(text, '=') || is_rule(text, '-');
        if between { self.perhaps.take() } else { None }
    }

    /// The result that was the last thing like one, when no more lines come.
    pub(super) fn last_result(&mut self) -> Option<(Word, String)> {
        self.perhaps.take()
    }
}

/// Whether a line begins a run: the word is at the tree's edge, or after the names of module, class and test.
pub(super) fn is_certain(named: &Named<'_>) -> bool {
    let Some((before, shown, _)) = ending(named.rest) else { return false };
    if !before.trim().is_empty() || shown == "[FAILURE]" && named.indent > 0 {
        return false;
    }
    let width = named.width.saturating_add(before.len()).saturating_add(shown.len());
    width == WIDTH && !before.is_empty()
        || before.is_empty() && named.indent == 0 && named.name.split('.').count() > 2
}

/// A test's line, when it tells a result that is there right after the name, or after a few words that the test
/// printed.
pub(super) fn result(named: &Named<'_>) -> Option<Word> {
    let (before, shown, found) = ending(named.rest)?;
    if before.is_empty() {
        return Some(found);
    }
    let blanks = " ".repeat(blanks(named.width, shown));
    (!blanks.is_empty() && before.ends_with(&blanks)).then_some(found)
}

/// Tests that failed by their lines, until the report at the end tells why.
#[derive(Debug, Default)]
pub(super) struct Reported {
    /// Each with its line.
    kept: Vec<(String, String)>,
}

impl Reported {
    pub(super) fn push(&mut self, name: &str, line: &str) {
        if self.kept.len() < MOST_KEPT && name.len() <= KEPT_BYTES && line.len() <= KEPT_BYTES {
            self.kept.push((name.to_owned(), line.to_owned()));
        }
    }

    /// The report tells of the test: above its line the names of module and class may be lost.
    pub(super) fn reported(&mut self, id: &str) {
        let same = |name: &str| {
            id.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        if let Some(at) = self.kept.iter().position(|(name, _)| same(name)) {
            self.kept.remove(at);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Those of which the report does not tell.
    pub(super) fn take(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.kept)
    }
}
