//! A numbered scenario of cucumber-js's lists: its steps with their marks, and the error below the one that failed.

use super::claims;
use super::cucumber::Cucumber;
use super::cucumber_lines::Named;
use crate::budget::Count as _;
use crate::event::{Class, Part, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::frames::v8::{frame, library};

/// The most lines of one error that tell why.
pub(super) const TELLING_LINES: u32 = 60;

/// What the lines of an entry are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Below {
    /// A step that went well or was left out: what it attached.
    #[default]
    Output,
    /// A step that failed: its message comes.
    Message,
    /// The rest of its error.
    Why,
}

/// The entry that is being read.
#[derive(Debug, Default)]
pub(super) struct Entry {
    below: Below,
    lines: u32,
    /// An attempt that was made again: nothing failed yet.
    retried: bool,
}

impl Entry {
    /// A line below the entry's first; `None` when the entry is over.
    pub(super) fn line(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        if bare.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        let blanks = indent(text);
        if blanks < 3 {
            return None;
        }
        if self.retried {
            return Some(Seen::Mine(Class::Other));
        }
        let begins = |marks: &[&str]| blanks == 3 && marks.iter().any(|mark| bare.starts_with(mark));
        let part = if begins(&["\u{2716} ", "\u{d7} ", "\u{2718} ", "? "]) {
            self.below = Below::Message;
            Part::Why
        } else if begins(&["\u{2714} ", "\u{221a} ", "- "]) {
            self.below = Below::Output;
            Part::Where
        } else if let Some(place) = frame(bare) {
            if !library(place.file) && self.below != Below::Output {
                run.at(place);
            }
            Part::Where
        } else if self.below == Below::Output {
            Part::Output
        } else {
            if self.below == Below::Message {
                self.below = Below::Why;
                run.message(bare);
            }
            self.lines.up(1);
            if self.lines > TELLING_LINES { Part::Where } else { Part::Why }
        };
        Some(run.text(part))
    }
}

impl Cucumber {
    /// `3) Scenario: turns a liner away # features/berths.feature:11`
    pub(super) fn numbered(&mut self, (named, retried): (Named<'_>, bool), run: &mut Run<'_>) -> Seen {
        self.end_failed_steps(run);
        self.entry = Some(Entry { retried, ..Entry::default() });
        if retried {
            return Seen::Mine(Class::Other);
        }
        let (file, name) = self.claims.add(named);
        run.fail(claims::id(&file, &name))
    }
}
