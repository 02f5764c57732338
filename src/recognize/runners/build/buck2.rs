//! Buck2's tests: a mark for each, what a failed one printed, and numbers.
//!
//! ```text
//! ✓ Pass: root//harbour:quay_test - opens (0.1s)
//! ✗ Fail: root//harbour:quay_test - moors (0.2s)
//! ---- STDOUT ----
//! ---- STDERR ----
//! AssertionError: 3 != 4
//! Tests finished: Pass 1. Fail 1. Fatal 0. Skip 0. Build failure 0
//! ```
//!
//! Tests that pass are not told unless asked for. Tests that cannot be listed are counted apart. Source of the format: buck2's `test.rs` and `buck2_event_observer`.

use crate::event::{Class, Event, FailureKind, Outcome, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// Buck2.
#[derive(Debug, Default)]
pub struct Buck2 {
    run: Run,
}

impl Recognizer for Buck2 {
    fn runner(&self) -> Runner {
        Runner("buck2")
    }

    fn signs(&self) -> Signs {
        const STARTS: [&str; 9] = [
            "✓ Pass: ",
            "✗ Fail: ",
            "⚠ Fatal: ",
            "⚠ Listing failed: ",
            "✉ Timeout: ",
            "🛠 Infra Failure: ",
            "\u{20e0} Omitted: ",
            "↷ Skip: ",
            "Tests finished: ",
        ];
        Signs { starts: &STARTS, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_open() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some((word, id)) = status(text) {
            self.run.open(sink);
            return match word {
                "Pass" => {
                    self.run.finished(id, Outcome::Passed, sink);
                    Seen::Mine(Class::Passed)
                }
                "Skip" | "Omitted" => {
                    self.run.finished(id, Outcome::Skipped, sink);
                    Seen::Mine(Class::Skipped)
                }
                "Listing failed" => {
                    self.run.fail_whole(id.name, FailureKind::Collection, sink);
                    Seen::Mine(Class::Detail)
                }
                _ => {
                    self.run.fail(id, sink);
                    Seen::Mine(Class::Detail)
                }
            };
        }
        if let Some((totals, broken)) = text.strip_prefix("Tests finished: ").and_then(numbers) {
            self.run.open(sink);
            self.run.close(sink);
            // What did not build is told by its compiler; alone it is a failure.
            if broken > 0 {
                sink.emit(Event::Consequence { name: "build failure", kind: FailureKind::Build });
            }
            sink.emit(Event::MayHaveEnded);
            self.run.declare(totals, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if !self.run.is_open() {
            return Seen::No;
        }
        let content = text.trim();
        if content.is_empty() || content.starts_with("---- STD") {
            self.run.text(Part::Output, sink);
        } else {
            self.run.text(Part::Why, sink);
        }
        Seen::Inside(Class::Detail)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
    }
}

/// Reads `✗ Fail: root//harbour:quay_test - moors (0.2s)`.
fn status(text: &str) -> Option<(&str, TestId<'_>)> {
    let (_, rest) = text.split_once(' ').filter(|(mark, _)| !mark.is_ascii())?;
    let (word, rest) = rest.split_once(": ")?;
    const WORDS: [&str; 8] =
        ["Pass", "Fail", "Fatal", "Timeout", "Infra Failure", "Listing failed", "Skip", "Omitted"];
    WORDS.contains(&word).then_some(())?;
    let timed = rest.rsplit_once(" (").filter(|(_, time)| time.ends_with("s)"));
    let name = timed.map_or(rest, |(name, _)| name);
    let (target, test) = name.split_once(" - ").unwrap_or(("", name));
    let labelled = if target.is_empty() { test } else { target };
    (labelled.contains("//") && labelled.contains(':')).then_some(())?;
    let separator = if target.is_empty() { "" } else { " - " };
    Some((word, TestId { module: target, separator, name: test }))
}

/// Reads `Pass 1. Fail 1. Fatal 0. Skip 0. Build failure 0`, before which may stand `Listing Fail 1. `, and how many did
/// not build.
fn numbers(said: &str) -> Option<(Totals, u64)> {
    let (mut passed, mut failed, mut skipped, mut broken, mut unlisted) = (None, 0_u64, 0_u64, 0, None);
    for part in said.split(". ") {
        let (word, number) = part.trim_end_matches('.').rsplit_once(' ')?;
        let number = scan::whole_number(number)?;
        match word {
            "Pass" => passed = Some(number),
            "Fail" | "Fatal" | "Timeout" | "Infra Failure" => failed = failed.saturating_add(number),
            "Skip" | "Omit" => skipped = skipped.saturating_add(number),
            "Listing Fail" => unlisted = Some(number),
            "Build failure" => broken = number,
            _ => return None,
        }
    }
    let totals = Totals { skipped: Some(skipped), errors: unlisted, ..passed_failed(passed?, failed) };
    Some((totals, broken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Buck2::default(), text).join("\n")
    }

    const RUN: &str = "✓ Pass: root//harbour:quay_test - opens (0.1s)\n✗ Fail: root//harbour:quay_test - moors (0.2s)\n---- STDOUT ----\n\n---- STDERR ----\nAssertionError: 3 != 4\n";

    #[test]
    fn a_test_is_called_by_its_target_and_has_what_it_printed() {
        let all = all(&format!("{RUN}Tests finished: Pass 1. Fail 1. Fatal 0. Skip 0. Build failure 0\n"));
        assert!(
            all.contains("module: \"root//harbour:quay_test\", separator: \" - \", name: \"moors\""),
            "{all}"
        );
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn skipped_and_omitted_tests_are_added() {
        let all = all("Tests finished: Pass 1. Fail 0. Fatal 0. Skip 2. Omit 3. Build failure 0\n");
        assert!(all.contains("skipped: Some(5)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_off_has_no_numbers_and_marks_of_others_are_nobodys() {
        assert!(!all(RUN).contains("Declared"));
        for text in ["✓ Pass: opens\n", "✗ Fail: all\n", "Tests finished: soon\n"] {
            assert!(!all(text).contains("Started"), "{text}");
        }
        assert!(
            all("Tests finished: Pass 0. Fail 0. Fatal 0. Skip 0. Build failure 2\n").contains("Consequence")
        );
    }
}
