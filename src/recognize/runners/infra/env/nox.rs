//! nox.
//!
//! Every line of its own begins with `nox > `: `Running session X`, the command, `Session X failed.`, `Session X was
//! successful.`, and after several sessions `Ran N sessions:` with a row for each, `* X: failed`. A session that failed
//! is a consequence of what failed inside it; when nothing that is known did, it is a failure itself, and the last
//! lines of its command tell why. Source: nox's `sessions.py` and `tasks.py`.

use crate::event::{Block, Class, Ended, Event, FailureKind, Opened, Part, Seen};
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::kit::{Run, Runner, Spec, begins};

/// What every line of nox begins with.
const MARK: &str = "nox > ";

/// nox.
#[derive(Debug, Default)]
pub struct Nox {
    /// The rows of the summary.
    rows: Rows,
    printed: LastWords,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// A session runs.
    Session,
}

/// What the rows of the summary printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rows {
    /// There is none.
    #[default]
    None,
    /// None printed that a session failed, and one that a session passed.
    Good,
    /// One did.
    Bad,
}

impl Runner for Nox {
    const SPEC: Spec = Spec { name: "nox", reads: "nox sessions", starts: &[MARK], ..Spec::NONE };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(rest) = text.strip_prefix(MARK) else {
            if *zone == Zone::Session {
                self.printed.hear(text);
            }
            return Seen::No;
        };
        if rest.starts_with("Running session ") {
            *zone = Zone::Session;
            self.rows = Rows::None;
            self.printed.forget();
            run.emit(Event::ScopeBegins);
        } else if let Some(words) = rest.strip_prefix("Session ") {
            return self.session(zone, words, rest, run);
        } else if let Some(row) = rest.strip_prefix("* ") {
            return self.row(row, run);
        } else if begins(rest, &["Error while collecting sessions", "Failed to load Noxfile"]) {
            run.emit(Event::BlockOpened(Block::Whole { name: rest, kind: FailureKind::Collection }));
            run.emit(Event::Heading);
            return Seen::Mine(Class::Detail);
        } else if rest.starts_with("Sessions not found: ") {
            run.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        } else if !is_end_of_command(rest) {
            // The next command of the session, or advice.
            self.printed.forget();
        }
        Seen::Mine(Class::Noise)
    }

    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        let started = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
        if zone == Zone::Session {
            // How the session ended is missing.
            run.emit(started);
        } else if self.rows == Rows::Good {
            run.emit(Event::SectionEnded(Ended::Replaced));
            run.emit(started);
            run.emit(Event::SectionEnded(Ended::Passed));
        }
    }
}

impl Nox {
    /// `Session X failed.` and its like.
    fn session(&mut self, zone: &mut Zone, words: &str, text: &str, run: &mut Run<'_>) -> Seen {
        let failed = words.ends_with(" failed.") || words.contains(" failed: ") || words.contains(" aborted");
        let good = words.contains(" was successful") || words.contains(" skipped");
        if !failed && !good {
            return Seen::Mine(Class::Noise);
        }
        *zone = Zone::Outside;
        if failed {
            run.consequence(text.trim_end_matches('.'), FailureKind::Suite);
            self.printed.tell(run);
            return Seen::Mine(Class::Detail);
        }
        self.printed.forget();
        Seen::Mine(Class::Noise)
    }

    /// A row of the summary.
    fn row(&mut self, row: &str, run: &mut Run<'_>) -> Seen {
        let Some((name, words)) = row.rsplit_once(": ") else { return Seen::Mine(Class::Noise) };
        if begins(words, &["failed", "aborted"]) {
            self.rows = Rows::Bad;
            // It was reported when it ended, or the beginning of the log is missing.
            run.emit(Event::ScopeEnds);
            run.consequence(&format!("Session {name} failed"), FailureKind::Suite);
        } else if words.starts_with("success") && self.rows == Rows::None {
            self.rows = Rows::Good;
        }
        Seen::Mine(Class::Totals)
    }
}

/// `Command ... failed with exit code 1`
fn is_end_of_command(text: &str) -> bool {
    text.starts_with("Command ") && text.contains(" failed with exit code ")
}
