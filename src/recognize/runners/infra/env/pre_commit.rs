//! pre-commit.
//!
//! A row per hook, `NAME....Passed`, `....Failed`, `....(no files to check)Skipped`; below a failed one `- hook id: ID`,
//! `- exit code: N` or `- files were modified by this hook`, and the hook's output. A hook that failed is a consequence of
//! what its tool reports below the row; when nobody knows the tool, it is a failure itself, with its first lines. There
//! are no totals. Source: pre-commit's `commands/run.py`.

use crate::event::{Class, Event, FailureKind, Part, Runner, Seen, Sink};
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest row that is held, in bytes.
const ROW_BYTES: usize = 400;
/// How many lines of a hook's output are held.
const OUTPUT_LINES: u8 = 40;

/// pre-commit.
#[derive(Debug, Default)]
pub struct PreCommit {
    /// The row of a hook that failed, when its details are being read.
    failed: Option<Box<str>>,
    /// A hook whose row was cut off, or which passed and says so at length: the line with its name.
    hook: Option<Box<str>>,
    /// How many lines of output were held.
    lines: u8,
    printed: LastWords,
}

/// How a hook ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Passed,
    Failed,
    Skipped,
}

impl Recognizer for PreCommit {
    fn runner(&self) -> Runner {
        Runner("pre-commit")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["- hook id: "],
            passes: &[
                PassShape { start: "", end: "..Passed" },
                PassShape { start: "", end: "..Failed" },
                PassShape { start: "", end: ")Skipped" },
                PassShape { start: "", end: "..Skipped" },
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        let reads = self.failed.is_some() || self.hook.is_some();
        if reads { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(ended) = row(text) {
            self.close(sink);
            self.hook = None;
            return match ended {
                Ended::Passed => Seen::Mine(Class::Passed),
                Ended::Skipped => Seen::Mine(Class::Skipped),
                Ended::Failed => {
                    self.failed = Some(held(text));
                    self.lines = 0;
                    self.printed.forget();
                    sink.emit(Event::ScopeBegins);
                    Seen::Mine(Class::Noise)
                }
            };
        }
        if self.failed.is_none() && !self.fails(text, sink) {
            return Seen::No;
        }
        let reported = ["- hook id: ", "- exit code: ", "- duration: ", "- files were modified by this hook"];
        if reported.iter().any(|begin| text.starts_with(begin)) {
            self.printed.hear(text);
            return Seen::Mine(Class::Noise);
        }
        if self.lines < OUTPUT_LINES && !text.is_empty() {
            self.lines = self.lines.saturating_add(1);
            self.printed.hear(text);
        }
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl PreCommit {
    /// Whether a line below the name of a hook without a row says that it failed.
    fn fails(&mut self, text: &str, sink: &mut dyn Sink) -> bool {
        if text.starts_with("- hook id: ") {
            self.hook = Some(held(text));
            return false;
        }
        let failed = text == "- files were modified by this hook"
            || text.strip_prefix("- exit code: ").is_some_and(|code| code != "0");
        if !failed {
            // How long it took is between them.
            if !text.starts_with("- duration: ") {
                self.hook = None;
            }
            return false;
        }
        self.failed = self.hook.take();
        self.lines = 0;
        self.printed.forget();
        if self.failed.is_some() {
            sink.emit(Event::ScopeBegins);
        }
        self.failed.is_some()
    }

    /// Nothing more comes of the hook that failed.
    fn close(&mut self, sink: &mut dyn Sink) {
        let Some(row) = self.failed.take() else { return };
        let name = row.trim_end_matches("Failed").trim_end_matches('.');
        let name = name.strip_prefix("- hook id: ").unwrap_or(name);
        let name = format!("{name}: Failed");
        sink.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
        sink.emit(Event::Instead(&row));
        sink.emit(Event::Heading);
        self.printed.tell(sink);
        sink.emit(Event::Decoded { part: Part::Where, text: "" });
        sink.emit(Event::BlockClosed);
        sink.emit(Event::ScopeEnds);
    }
}

/// `flake8....................Failed`
fn row(text: &str) -> Option<Ended> {
    let (rest, ended) = [("Passed", Ended::Passed), ("Failed", Ended::Failed), ("Skipped", Ended::Skipped)]
        .iter()
        .find_map(|(word, ended)| text.strip_suffix(word).map(|rest| (rest, *ended)))?;
    let rest =
        if ended == Ended::Skipped { rest.strip_suffix("(no files to check)").unwrap_or(rest) } else { rest };
    let name = rest.trim_end_matches('.');
    let dots = rest.len().saturating_sub(name.len());
    // The row is filled up to 79 columns, at least with three dots.
    (dots >= 3 && !name.is_empty() && text.len() >= 60).then_some(ended)
}

fn held(text: &str) -> Box<str> {
    crate::text::head(text, ROW_BYTES).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn a_hook_that_failed_is_a_consequence_within_its_scope() {
        let failed = format!("odd tool{}Failed", ".".repeat(65));
        let passed = format!("fine{}Passed", ".".repeat(69));
        let rows = drive(
            &mut PreCommit::default(),
            &format!("{passed}\n{failed}\n- hook id: odd\n- exit code: 3\n\nsomething is odd\n\n{passed}"),
        );
        assert_eq!(rows[0], "1 Mine(Passed) ");
        assert_eq!(rows[1], "2 Mine(Noise) ScopeBegins");
        assert!(rows[7].contains("Consequence { name: \"odd tool: Failed\""), "{rows:?}");
        assert!(rows[7].contains("Message(\"something is odd\")"), "{rows:?}");
    }

    #[test]
    fn a_hook_whose_row_is_cut_off_fails_by_its_exit_code() {
        let rows =
            drive(&mut PreCommit::default(), "- hook id: odd\n- duration: 0.1s\n- exit code: 3\n\nit is odd");
        assert_eq!(rows[0], "1 No ");
        assert!(rows[2].contains("ScopeBegins"), "{rows:?}");
        let end = rows.last().unwrap();
        assert!(end.contains("name: \"odd: Failed\"") && end.contains("Message(\"it is odd\")"), "{rows:?}");
        let fine = drive(&mut PreCommit::default(), "- hook id: fine\n- duration: 0.1s\n\n- exit code: 3\n");
        assert!(!fine.join("\n").contains("Scope"), "{fine:?}");
    }

    #[test]
    fn a_row_has_dots_up_to_its_column() {
        assert_eq!(row("tests...Passed"), None);
        assert_eq!(row(&format!("{}(no files to check)Skipped", "x".repeat(60))), None);
        assert_eq!(row(&format!("x{}(no files to check)Skipped", ".".repeat(60))), Some(Ended::Skipped));
    }
}
