//! The end of mocha's closing list, when the log begins amid it: `npm test | tail -40`.
//!
//! `  3) cart`, then each title two blanks deeper than the one above, the first of them after seven, the last with a
//! colon, then the message after five: so nobody else prints. An entry of one title, of a test outside of suites, looks
//! like one of others and is believed when an error's class is below it.
//!
//! Neighbours: `list` reads the entry once it is believed. Nothing here tells that a test passed.

use super::list::{LONGEST_TITLE, List, Printed};
use super::mocha::{Mocha, State};
use super::mocha_lines::numbered;
use crate::event::{Event, Opened, Seen};
use crate::recognize::kit::Run;

/// Blanks before the number.
const NUMBER: usize = 2;
/// Blanks before the message; each title below the first is two deeper.
const MESSAGE: usize = 5;
/// The deepest title.
const MOST_TITLES: usize = 32;

/// The beginning of an entry that may be mocha's.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    number: u64,
    /// The titles, the last with its colon.
    titles: Vec<String>,
    /// A blank line is below the titles.
    parted: bool,
}

/// What the next line makes of it.
enum Verdict {
    /// It goes on.
    Open(Beginning),
    /// It is mocha's, and the line is the message's first.
    Mocha(Beginning),
    /// It is somebody else's.
    Foreign,
}

impl Beginning {
    /// Reads `  3) cart`.
    pub(super) fn of(line: &str) -> Option<Self> {
        let (number, title) = (indentation(line) == NUMBER).then(|| numbered(line.trim()))??;
        let short = number > 0 && title.len() <= LONGEST_TITLE;
        short.then(|| Self { number, titles: vec![title.to_owned()], parted: false })
    }

    /// The next line.
    fn line(mut self, line: &str) -> Verdict {
        let (text, indent) = (line.trim(), indentation(line));
        if self.titles.last().is_some_and(|title| title.ends_with(':')) {
            if text.is_empty() && !self.parted {
                self.parted = true;
                return Verdict::Open(self);
            }
            // A difference is below its message, and a blank line above that.
            let there = indent == MESSAGE || self.parted && indent == MESSAGE.saturating_add(1);
            let believed = there && !text.is_empty() && (self.titles.len() > 1 || names_class(text));
            return if believed { Verdict::Mocha(self) } else { Verdict::Foreign };
        }
        let deeper = self.titles.len().saturating_mul(2).saturating_add(MESSAGE);
        if text.is_empty()
            || indent != deeper
            || text.len() > LONGEST_TITLE
            || self.titles.len() >= MOST_TITLES
        {
            return Verdict::Foreign;
        }
        self.titles.push(text.to_owned());
        Verdict::Open(self)
    }
}

impl Mocha {
    /// A line after the beginning of an entry that may be mocha's.
    pub(super) fn beginning(&mut self, beginning: Beginning, line: &str, run: &mut Run<'_>) -> Seen {
        let entry = match beginning.line(line) {
            Verdict::Foreign => return self.tests(line, run),
            Verdict::Open(beginning) => {
                self.state = State::Beginning(beginning);
                return Seen::No;
            }
            Verdict::Mocha(entry) => entry,
        };
        let above = entry.number.saturating_sub(1);
        let mut list = List::after(above);
        run.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
        if above > 0 {
            run.emit(Event::Counted { passed: 0, failed: above, skipped: 0, other: 0 });
        }
        let mut titles = entry.titles.iter();
        if let Some(first) = titles.next() {
            list.begin(entry.number, first, &[], run);
        }
        titles.for_each(|title| list.add(title, &[], run));
        self.tail(list, line, run)
    }

    /// A line of the rest of a list.
    pub(super) fn tail(&mut self, mut list: List, line: &str, run: &mut Run<'_>) -> Seen {
        match list.line(line, &[], run) {
            Printed::Seen(seen) => {
                self.state = State::Tail(list);
                seen
            }
            Printed::Forged | Printed::Over => {
                list.end(run);
                self.tests(line, run)
            }
        }
    }
}

fn indentation(line: &str) -> usize {
    line.len().saturating_sub(line.trim_start_matches(' ').len())
}

/// Whether a message begins with the class of an error: `TypeError: no`, `AssertionError [ERR_ASSERTION]: no`.
fn names_class(text: &str) -> bool {
    let Some((class, _)) = text.split_once(": ") else { return false };
    let class = class.split_once(" [").map_or(class, |(class, _)| class);
    class.ends_with("Error") && class.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
