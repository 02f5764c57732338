//! nox.
//!
//! Every line of its own begins with `nox > `: `Running session X`, the command, `Session X failed.`, `Session X was
//! successful.`, and after several sessions `Ran N sessions:` with a row for each, `* X: failed`. A session that failed
//! is a consequence of what failed inside it; when nothing that is known did, it is a failure itself, and the last
//! lines of its command tell why. Source: nox's `sessions.py` and `tasks.py`.

use crate::event::{Block, Class, Ended, Event, FailureKind, Opened, Part, Runner, Seen, Sink};
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// What every line of nox begins with.
const MARK: &str = "nox > ";

/// nox.
#[derive(Debug, Default)]
pub struct Nox {
    /// Whether a session runs.
    running: bool,
    /// The rows of the summary.
    rows: Rows,
    printed: LastWords,
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

impl Recognizer for Nox {
    fn runner(&self) -> Runner {
        Runner("nox")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &[MARK], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.running { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let Some(rest) = text.strip_prefix(MARK) else {
            if self.running {
                self.printed.hear(text);
            }
            return Seen::No;
        };
        if rest.starts_with("Running session ") {
            self.running = true;
            self.rows = Rows::None;
            self.printed.forget();
            sink.emit(Event::ScopeBegins);
        } else if let Some(words) = rest.strip_prefix("Session ") {
            return self.ended(words, rest, sink);
        } else if let Some(row) = rest.strip_prefix("* ") {
            return self.row(row, sink);
        } else if rest.starts_with("Error while collecting sessions")
            || rest.starts_with("Failed to load Noxfile")
        {
            sink.emit(Event::BlockOpened(Block::Whole { name: rest, kind: FailureKind::Collection }));
            sink.emit(Event::Heading);
            return Seen::Mine(Class::Detail);
        } else if rest.starts_with("Sessions not found: ") {
            sink.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        } else if !is_end_of_command(rest) {
            // The next command of the session, or advice.
            self.printed.forget();
        }
        Seen::Mine(Class::Noise)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if self.running {
            // How the session ended is missing.
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        } else if self.rows == Rows::Good {
            sink.emit(Event::SectionEnded(Ended::Replaced));
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            sink.emit(Event::SectionEnded(Ended::Passed));
        }
        *self = Self::default();
    }
}

impl Nox {
    /// `Session X failed.` and its like.
    fn ended(&mut self, words: &str, text: &str, sink: &mut dyn Sink) -> Seen {
        let failed = words.ends_with(" failed.") || words.contains(" failed: ") || words.contains(" aborted");
        let good = words.contains(" was successful") || words.contains(" skipped");
        if !failed && !good {
            return Seen::Mine(Class::Noise);
        }
        self.running = false;
        if failed {
            let name = text.trim_end_matches('.');
            sink.emit(Event::Consequence { name, kind: FailureKind::Suite });
            self.printed.tell(sink);
            return Seen::Mine(Class::Detail);
        }
        self.printed.forget();
        Seen::Mine(Class::Noise)
    }

    /// A row of the summary.
    fn row(&mut self, row: &str, sink: &mut dyn Sink) -> Seen {
        let Some((name, words)) = row.rsplit_once(": ") else { return Seen::Mine(Class::Noise) };
        let bad = words.starts_with("failed") || words.starts_with("aborted");
        if bad {
            self.rows = Rows::Bad;
            let shown = format!("Session {name} failed");
            // It was reported when it ended, or the beginning of the log is missing.
            sink.emit(Event::ScopeEnds);
            sink.emit(Event::Consequence { name: &shown, kind: FailureKind::Suite });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn a_session_that_failed_is_a_consequence_within_its_scope() {
        assert_eq!(
            drive(
                &mut Nox::default(),
                "nox > Running session docs\nnox > make docs\ndocs broken\nnox > Command make docs failed with exit code 2\nnox > Session docs failed.\nnox > Ran 2 sessions:\nnox > * docs: failed\nnox > * lint: success"
            ),
            [
                "1 Mine(Noise) ScopeBegins",
                "2 Mine(Noise) ",
                "3 No ",
                "4 Mine(Noise) ",
                "5 Mine(Detail) Consequence { name: \"Session docs failed\", kind: Suite } | Message(\"docs broken\") | Decoded { part: Why, text: \"docs broken\" }",
                "6 Mine(Noise) ",
                "7 Mine(Totals) ScopeEnds | Consequence { name: \"Session docs failed\", kind: Suite }",
                "8 Mine(Totals) ",
                "end ",
            ]
        );
    }

    #[test]
    fn rows_of_sessions_that_passed_are_evidence() {
        let rows = drive(
            &mut Nox::default(),
            "nox > Running session a\nnox > Session a was successful.\nnox > Ran 2 sessions:\nnox > * a: success\nnox > * b: skipped (not today)",
        );
        assert!(rows.last().is_some_and(|row| row.contains("SectionEnded(Passed)")), "{rows:?}");
    }

    #[test]
    fn a_session_whose_end_is_missing_is_no_pass() {
        let rows = drive(&mut Nox::default(), "nox > Running session a\nfine");
        assert!(rows.last().is_some_and(|row| row.ends_with("label: \"\" }")), "{rows:?}");
    }
}
