//! Schemathesis: its failures and errors below the operation that has them, then a summary.
//!
//! ```text
//! Schemathesis v4.32.5
//! =================================== FAILURES ===================================
//! _______________________________ GET /boats/{id} ________________________________
//! 1. Test Case ID: w8QE1b
//!
//! - ST101 Server error
//!
//! [500] Internal Server Error:
//!
//!     `{"error": "the boat sank"}`
//! =================================== SUMMARY ====================================
//! ============================== 1 failure in 6.90s ==============================
//! ```
//!
//! Its last line counts failures, of which an operation may have several; an operation counts once here. Version 3 ends as
//! pytest does and is read there. Source of the format: logs that Schemathesis 4.32 printed.

use crate::event::{Class, Ended, Event, FailureKind, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines below an operation that are shown.
const LINES: u16 = 200;

/// Where a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    #[default]
    Outside,
    /// After the header.
    Head,
    /// A list of operations.
    List,
    /// An operation of it, and how many lines were read.
    Operation(u16),
    /// The summary.
    Summary,
}

/// Schemathesis.
#[derive(Debug, Default)]
pub struct Schemathesis {
    run: Run,
    at: At,
    reported: u64,
}

impl Recognizer for Schemathesis {
    fn runner(&self) -> Runner {
        Runner("schemathesis")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Schemathesis v"], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.at == At::Outside { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.strip_prefix("Schemathesis v").is_some_and(|version| scan::number(version).is_some()) {
            self.run.begin(None, sink);
            (self.at, self.reported) = (At::Head, 0);
            return Seen::Mine(Class::Noise);
        }
        if self.at == At::Outside {
            return Seen::No;
        }
        if let Some(title) = framed(text, '=') {
            return self.title(title, sink);
        }
        let inside = matches!(self.at, At::List | At::Operation(_));
        if let Some(name) = framed(text, '_').filter(|_| inside) {
            self.run.fail(TestId::bare(name), sink);
            self.reported = self.reported.saturating_add(1);
            self.at = At::Operation(0);
            return Seen::Mine(Class::Detail);
        }
        match self.at {
            At::Operation(lines) => self.below(lines, text, sink),
            At::Head => self.head(text, sink),
            At::Summary if !text.is_empty() => Seen::Inside(Class::Noise),
            _ => Seen::No,
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
    }
}

impl Schemathesis {
    /// A line between rulers: what begins a list, or the last one.
    fn title(&mut self, title: &str, sink: &mut dyn Sink) -> Seen {
        match title {
            "FAILURES" | "ERRORS" => self.at = At::List,
            // A killed run is before pytest's.
            "test session starts" => {
                self.run.close(sink);
                *self = Self::default();
                return Seen::No;
            }
            "SUMMARY" => {
                self.run.close(sink);
                self.at = At::Summary;
            }
            _ => return self.last(title, sink),
        }
        Seen::Mine(Class::Noise)
    }

    /// The last line: `9 failures, 1 error in 6.90s`, `No issues found in 0.22s`. One that was interrupted did not end.
    fn last(&mut self, title: &str, sink: &mut dyn Sink) -> Seen {
        if self.at != At::Summary {
            return Seen::No;
        }
        let reported = std::mem::take(&mut self.reported);
        self.at = At::Outside;
        match title.rsplit_once(" in ").map(|(printed, _)| printed) {
            Some("No checks ran") if reported == 0 => {}
            Some(printed) if reported == 0 && is_well(printed) => {
                sink.emit(Event::SectionEnded(Ended::Passed))
            }
            None if reported == 0
                && (title == "Empty test suite" || title.starts_with("Interrupted after ")) => {}
            None if title.contains(", interrupted after ") => {}
            _ => {
                if reported == 0 {
                    sink.emit(Event::Consequence { name: title, kind: FailureKind::Build });
                }
                let failed = Some(reported.max(1));
                self.run.declare(Totals { failed, ..Totals::default() }, sink);
                sink.emit(Event::SectionEnded(Ended::Failed));
            }
        }
        self.run = Run::default();
        Seen::Mine(Class::Totals)
    }

    /// A line after the header.
    fn head(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some(reason) = text.trim_start().strip_prefix('\u{274c}').map(str::trim) else {
            return Seen::No;
        };
        if reason.starts_with("Failed to load ") {
            self.run.fail_whole("schema", FailureKind::Collection, sink);
            self.run.message(reason, sink);
            self.reported = self.reported.saturating_add(1);
            self.at = At::Operation(0);
            return Seen::Mine(Class::Detail);
        }
        Seen::Inside(Class::Noise)
    }

    /// A line below an operation.
    fn below(&mut self, lines: u16, text: &str, sink: &mut dyn Sink) -> Seen {
        self.at = At::Operation(lines.saturating_add(1));
        if text.starts_with("Reproduce with:") || lines >= LINES {
            self.run.text(Part::Where, sink);
            return Seen::Inside(Class::Noise);
        }
        if text.starts_with("- ") || text.starts_with('[') {
            self.run.why(text.trim_start_matches("- "), sink);
        } else if !text.is_empty() {
            self.run.text(Part::Output, sink);
        }
        Seen::Inside(if text.is_empty() { Class::Noise } else { Class::Detail })
    }
}

/// What is between rulers of one char.
fn framed(text: &str, ruler: char) -> Option<&str> {
    let inside = text.trim_matches(ruler);
    let own = text.starts_with(ruler) && text.ends_with(ruler);
    let title = inside.strip_prefix(' ')?.strip_suffix(' ')?;
    (own && !title.is_empty()).then_some(title)
}

/// Whether the last line tells of nothing that fails the run: warnings are no failures.
fn is_well(printed: &str) -> bool {
    let warns = || scan::number(printed).is_some_and(|(_, word)| [" warning", " warnings"].contains(&word));
    printed == "No issues found" || warns()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Schemathesis::default(), text).join("\n")
    }

    const HEAD: &str =
        "Schemathesis v4.32.5\n━━━━━━━━\n\n ❌  Fuzzing (in 0.43s)\n\n     ✅ 1 passed  ❌ 1 failed\n\n";
    const FAILED: &str = "=== FAILURES ===\n___ GET /boats/{id} ___\n1. Test Case ID: w8\n\n- ST101 Server error\n\n[500] Internal Server Error:\n\n    `{\"error\"}`\n\nReproduce with:\n\n    curl\n\n";

    #[test]
    fn an_operation_that_fails_is_named_with_its_reason() {
        let reported = all(&format!(
            "{HEAD}{FAILED}=== SUMMARY ===\n\nFailures:\n  ❌ ST101 Server error: 2\n\n=== 2 failures in 1.0s ===\n"
        ));
        assert_eq!(reported.matches("BlockOpened").count(), 1, "{reported}");
        assert!(
            reported.contains("name: \"GET /boats/{id}\"")
                && reported.contains("Message(\"ST101 Server error\")"),
            "{reported}"
        );
        assert!(
            reported.contains("failed: Some(1)") && reported.contains("SectionEnded(Failed)"),
            "{reported}"
        );
    }

    #[test]
    fn a_run_passes_when_its_last_line_says_so() {
        for last in ["No issues found in 0.22s", "2 warnings in 0.1s"] {
            let reported = all(&format!("{HEAD}=== SUMMARY ===\n=== {last} ===\n"));
            assert!(reported.contains("SectionEnded(Passed)"), "{reported}");
        }
        for last in [
            "Interrupted after 1.2s",
            "1 warning, interrupted after 1.2s",
            "Empty test suite",
            "No checks ran in 1s",
        ] {
            let reported = all(&format!("{HEAD}=== SUMMARY ===\n=== {last} ===\n"));
            assert!(!reported.contains("SectionEnded"), "{reported}");
        }
        for last in ["1 error in 1s", "Warnings fail the run in 1s", "1 failure, baseline not saved in 1s"] {
            let reported = all(&format!("{HEAD}=== SUMMARY ===\n=== {last} ===\n"));
            assert!(
                reported.contains("Consequence") && reported.contains("SectionEnded(Failed)"),
                "{reported}"
            );
        }
        assert!(!all(&format!("{HEAD}=== No issues found in 0.22s ===\n")).contains("Passed"));
        assert!(!all("=== SUMMARY ===\n=== No issues found in 0.22s ===\n").contains("Section"));
    }

    #[test]
    fn a_killed_run_takes_nothing_of_pytests_after_it() {
        let reported =
            all(&format!("{HEAD}{FAILED}=== test session starts ===\n=== FAILURES ===\n___ test_quay ___\n"));
        assert_eq!(reported.matches("BlockOpened").count(), 1, "{reported}");
    }

    #[test]
    fn a_schema_that_cannot_be_loaded_fails() {
        let reported = all(
            "Schemathesis v4.32.5\n\n ❌  Failed to load specification from http://quay\n\n Connection failed\n",
        );
        assert!(reported.contains("name: \"schema\", kind: Collection"), "{reported}");
        assert!(
            reported.contains("Message(\"Failed to load specification from http://quay\")"),
            "{reported}"
        );
    }
}
