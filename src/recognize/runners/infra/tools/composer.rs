//! composer: requirements that do not go together, or a lock file that does not.
//!
//! `Your requirements could not be resolved to an installable set of packages.`, then `  Problem 1` and its reasons, each after a
//! dash: each of them is a failure. Source: composer's `SolverProblemsException.php`.

use super::composer_audit::{Advisories, NONE};
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

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

impl Runner for Composer {
    const SPEC: Spec = Spec {
        name: "composer",
        reads: "composer: requirements that do not go together",
        starts: &[BEGIN, LOCKED, NONE, "Found "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some() || self.advisories.is_open()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = self.advisories.line(text, run) {
            return seen;
        }
        if text == BEGIN || text == LOCKED {
            self.close(run);
            self.open = Some(0);
            return Seen::Mine(Class::Detail);
        }
        let Some(lines) = self.open else { return Seen::No };
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if !text.starts_with("  ") || lines >= LINES {
            self.close(run);
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
            self.tell(head(reason, NAME_BYTES), run);
            return Seen::Mine(Class::Detail);
        }
        if self.reported {
            run.emit(Event::Text(Part::Why));
        }
        Seen::Mine(Class::Detail)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
        self.advisories.end(run);
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
