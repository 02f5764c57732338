//! composer: requirements that do not go together, or a lock file that does not.
//!
//! `Your requirements could not be resolved to an installable set of packages.`, then `  Problem 1` and its reasons, each after a
//! dash: each of them is a failure. Source: composer's `SolverProblemsException.php`.

use super::composer_audit::{Advisories, NONE};
use crate::event::{Block, Class, Event, FailureKind, Part, Runner, Seen, Sink};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::{Line, head};

/// What begins it.
const BEGIN: &str = "Your requirements could not be resolved to an installable set of packages.";
/// The same of a lock file.
const LOCKED: &str =
    "Your lock file does not contain a compatible set of packages. Please run composer update.";
/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 240;
/// The most lines below it.
const LINES: u32 = 200;

/// composer.
#[derive(Debug, Default)]
pub struct Composer {
    advisories: Advisories,
    /// The argument is open: how many of its lines came.
    open: Option<u32>,
    /// The first reason of a problem comes.
    problem: bool,
    /// A problem was reported.
    reported: bool,
}

impl Recognizer for Composer {
    fn runner(&self) -> Runner {
        Runner("composer")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &[BEGIN, LOCKED, NONE, "Found "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.open.is_some() || self.advisories.is_open() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(seen) = self.advisories.line(text, sink) {
            return seen;
        }
        if text == BEGIN || text == LOCKED {
            self.close(sink);
            self.open = Some(0);
            return Seen::Mine(Class::Detail);
        }
        let Some(lines) = self.open else { return Seen::No };
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if !text.starts_with("  ") || lines >= LINES {
            self.close(sink);
            return Seen::No;
        }
        self.open = Some(lines.saturating_add(1));
        let bare = text.trim_start();
        if bare.strip_prefix("Problem ").and_then(scan::whole_number).is_some() {
            self.problem = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some(reason) = bare.strip_prefix("- ")
            && (std::mem::take(&mut self.problem) || !self.reported)
        {
            self.tell(head(reason, NAME_BYTES), sink);
            return Seen::Mine(Class::Detail);
        }
        if self.reported {
            sink.emit(Event::Text(Part::Why));
        }
        Seen::Mine(Class::Detail)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        self.advisories.end(sink);
    }
}

impl Composer {
    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            if !self.reported {
                self.tell(BEGIN, sink);
            }
            sink.emit(Event::BlockClosed);
        }
        (self.reported, self.problem) = (false, false);
    }

    /// A problem, named by its first reason.
    fn tell(&mut self, reason: &str, sink: &mut dyn Sink) {
        if std::mem::replace(&mut self.reported, true) {
            sink.emit(Event::BlockClosed);
        }
        sink.emit(Event::BlockOpened(Block::Whole { name: reason, kind: FailureKind::Build }));
        sink.emit(Event::Heading);
        sink.emit(Event::Message(reason));
    }
}
