//! pre-commit.
//!
//! A row per hook, `NAME....Passed`, `....Failed`, `....(no files to check)Skipped`; below a failed one `- hook id: ID`,
//! `- exit code: N` or `- files were modified by this hook`, and the hook's output. A hook that failed is a consequence of
//! what its tool reports below the row; when nobody knows the tool, it is a failure itself, with its first lines. There
//! are no totals. Source: pre-commit's `commands/run.py`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Outcome, Part, Seen};
use crate::recognize::PassShape;
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::kit::{FAILED, Run, Runner, Spec, begins};

/// The longest row that is held, in bytes.
const ROW_BYTES: usize = 400;
/// How many lines of a hook's output are held.
const OUTPUT_LINES: u8 = 40;

/// What comes after the last hook: the difference that `--show-diff-on-failure` shows.
const AFTER: [&str; 2] = ["pre-commit hook(s) made changes.", "All changes made by hooks:"];

/// pre-commit.
#[derive(Debug, Default)]
pub struct PreCommit {
    /// The row of a hook, or the line with its name.
    row: String,
    /// How many lines of output were held.
    lines: u8,
    printed: LastWords,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// Below a hook whose row was cut off, or which passed and says so at length.
    Hook,
    /// Below a hook that failed: its details are read.
    Failed,
}

impl Runner for PreCommit {
    const SPEC: Spec = Spec {
        name: "pre-commit",
        reads: "pre-commit hooks",
        starts: &["- hook id: "],
        passes: &[
            PassShape { start: "", end: "..Passed" },
            PassShape { start: "", end: "..Failed" },
            PassShape { start: "", end: ")Skipped" },
            PassShape { start: "", end: "..Skipped" },
        ],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(outcome) = row(text) {
            self.end(std::mem::take(zone), run);
            return match outcome {
                Outcome::Passed => Seen::Mine(Class::Passed),
                Outcome::Skipped => Seen::Mine(Class::Skipped),
                _ => {
                    self.hold(text);
                    self.failed(zone, run);
                    Seen::Mine(Class::Noise)
                }
            };
        }
        if *zone == Zone::Failed && begins(text, &AFTER) {
            self.end(std::mem::take(zone), run);
            return Seen::Mine(Class::Noise);
        }
        if *zone != Zone::Failed && !self.fails(zone, text, run) {
            return Seen::No;
        }
        if begins(
            text,
            &["- hook id: ", "- exit code: ", "- duration: ", "- files were modified by this hook"],
        ) {
            self.printed.hear(text);
            return Seen::Mine(Class::Noise);
        }
        if self.lines < OUTPUT_LINES && !text.is_empty() {
            self.lines.up(1);
            self.printed.hear(text);
        }
        Seen::No
    }

    /// Nothing more comes of the hook that failed.
    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        if zone != Zone::Failed {
            return;
        }
        let name = self.row.trim_end_matches("Failed").trim_end_matches('.');
        let name = name.strip_prefix("- hook id: ").unwrap_or(name);
        run.consequence(&format!("{name}: Failed"), FailureKind::Build);
        run.instead(&self.row);
        run.emit(Event::Heading);
        self.printed.tell(run);
        run.emit(Event::Decoded { part: Part::Where, text: "" });
        run.emit(Event::BlockClosed);
        run.emit(Event::ScopeEnds);
    }
}

impl PreCommit {
    fn hold(&mut self, row: &str) {
        crate::text::head(row, ROW_BYTES).clone_into(&mut self.row);
    }

    /// The hook that is held failed.
    fn failed(&mut self, zone: &mut Zone, run: &mut Run<'_>) {
        *zone = Zone::Failed;
        self.lines = 0;
        self.printed.forget();
        run.emit(Event::ScopeBegins);
    }

    /// Whether a line below the name of a hook without a row says that it failed.
    fn fails(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> bool {
        if text.starts_with("- hook id: ") {
            self.hold(text);
            *zone = Zone::Hook;
            return false;
        }
        // How long it took is between them.
        if *zone == Zone::Outside || text.starts_with("- duration: ") {
            return false;
        }
        let failed = text == "- files were modified by this hook"
            || text.strip_prefix("- exit code: ").is_some_and(|code| code != "0");
        *zone = Zone::Outside;
        if failed {
            self.failed(zone, run);
        }
        failed
    }
}

/// `flake8....................Failed`
fn row(text: &str) -> Option<Outcome> {
    let (rest, outcome) = [("Passed", Outcome::Passed), ("Failed", FAILED), ("Skipped", Outcome::Skipped)]
        .iter()
        .find_map(|(word, outcome)| text.strip_suffix(word).map(|rest| (rest, *outcome)))?;
    let rest = match outcome {
        Outcome::Skipped => rest.strip_suffix("(no files to check)").unwrap_or(rest),
        _ => rest,
    };
    let name = rest.trim_end_matches('.');
    let dots = rest.len().saturating_sub(name.len());
    // The row is filled up to 79 columns, at least with three dots.
    (dots >= 3 && !name.is_empty() && text.len() >= 60).then_some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_dots_up_to_its_column() {
        assert_eq!(row("tests...Passed"), None);
        assert_eq!(row(&format!("{}(no files to check)Skipped", "x".repeat(60))), None);
        assert_eq!(row(&format!("x{}(no files to check)Skipped", ".".repeat(60))), Some(Outcome::Skipped));
    }
}
