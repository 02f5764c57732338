//! composer: requirements that do not go together, or a lock file that does not.
//!
//! `Your requirements could not be resolved to an installable set of packages.`, then `  Problem 1` and its reasons, each after a
//! dash: each of them is a failure. Source: composer's `SolverProblemsException.php`.

use super::composer_audit::{Advisories, NONE};
use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Seen};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
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
    /// How many lines of the argument came.
    lines: u32,
    /// The first reason of a problem comes.
    problem: bool,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    Argument,
}

impl Runner for Composer {
    const SPEC: Spec = Spec {
        name: "composer",
        reads: "composer: requirements that do not go together",
        starts: &[BEGIN, LOCKED, NONE, "Found "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn waits(&self) -> bool {
        self.advisories.is_open()
    }

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = self.advisories.line(text, run) {
            return seen;
        }
        if text == BEGIN || text == LOCKED {
            if *zone == Zone::Argument {
                argued(run);
            }
            (self.lines, self.problem) = (0, false);
            *zone = Zone::Argument;
            return Seen::Mine(Class::Detail);
        }
        if *zone == Zone::Outside {
            return Seen::No;
        }
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if !text.starts_with("  ") || self.lines >= LINES {
            argued(run);
            *zone = Zone::Outside;
            return Seen::No;
        }
        self.lines.up(1);
        let bare = text.trim_start();
        if bare.strip_prefix("Problem ").and_then(scan::whole_number).is_some() {
            self.problem = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some(reason) = bare.strip_prefix("- ")
            && (std::mem::take(&mut self.problem) || !run.is_open())
        {
            return tell(head(reason, NAME_BYTES), run);
        }
        run.text(Part::Why)
    }

    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        if zone == Zone::Argument {
            argued(run);
        }
        self.advisories.end(run);
    }
}

/// The argument ends, and may not have named a problem.
fn argued(run: &mut Run<'_>) {
    if !run.is_open() {
        tell(BEGIN, run);
    }
    run.close();
}

/// A problem, named by its first reason.
fn tell(reason: &str, run: &mut Run<'_>) -> Seen {
    let seen = run.fail_whole(reason, FailureKind::Build);
    run.message(reason);
    seen
}
