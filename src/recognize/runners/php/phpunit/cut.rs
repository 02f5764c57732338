//! A log of PHPUnit that is cut in front: its lists of problems, or its last lines alone.
//!
//! Without PHPUnit's name only what nobody else prints begins a run: below the heading of a list an item that names a method
//! of a class, below a failed test of the documentation the bars before its text, and below the word for a run that failed its
//! totals. A run that passed has no such lines.

use super::phpunit::Phpunit;
use crate::event::{Class, Event, Level, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::clipped;
use crate::recognize::runners::php::shared::phpunit_lines;
use crate::recognize::runners::php::shared::phpunit_lines::{List, Mark};

/// Whose rules hold where the version is not known.
const VERSION: u64 = 10;

/// What the last line with text was, outside of any run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing of PHPUnit's.
    #[default]
    Nothing,
    /// The heading of a list of problems.
    List,
    /// The word for a run that failed, so many lines of others ago.
    Word(u8),
    /// A failed test of the documentation.
    Documented(String),
}

/// How many lines of others may be between that word and the totals: runs that print at the same time.
const APART: u8 = 32;

impl Phpunit {
    /// A line outside of any run.
    pub(super) fn before(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let line = text.trim_end();
        if line.is_empty() {
            return Seen::No;
        }
        let before = std::mem::take(&mut self.before);
        if before == Before::List
            && let Some((1, name)) = phpunit_lines::numbered(line)
            && phpunit_lines::id(name).separator == "::"
        {
            self.begin_cut(run);
            self.reported.begin_list();
            return self.open_item(List::Problems, 1, name, run);
        }
        if let Before::Documented(test) = &before
            && line.starts_with("  ")
            && line.trim_start().starts_with(['\u{2510}', '\u{2502}', '\u{251c}'])
            && let Some((mark, name)) = phpunit_lines::mark(test)
        {
            self.begin_cut(run);
            run.emit(Event::Instead(test));
            self.documented(mark, name, run);
            return self.line_below(text, run);
        }
        if let Before::Word(apart) = before {
            if line.starts_with("Tests: ")
                && let Some(sum) = phpunit_lines::sum(line, VERSION).filter(|sum| sum.bad() > 0)
            {
                if apart == 0 {
                    self.begin_cut(run);
                    return self.totals(sum, run);
                }
                // Whoever reads another run here decides whether they are its output.
                run.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
                return Seen::Mine(Class::Totals);
            }
            if apart < APART {
                self.before = Before::Word(apart.saturating_add(1));
            }
        }
        if phpunit_lines::list(line, VERSION) == Some(List::Problems) {
            self.before = Before::List;
        } else if matches!(line, "FAILURES!" | "ERRORS!") {
            self.before = Before::Word(0);
        } else if phpunit_lines::mark(text).is_some_and(|(mark, _)| mark == Mark::Failed) {
            self.before = Before::Documented(clipped(text));
        }
        Seen::No
    }

    fn begin_cut(&mut self, run: &mut Run<'_>) {
        *self = Self { cut: true, version: VERSION, ..Self::default() };
        run.begin(None);
    }
}
