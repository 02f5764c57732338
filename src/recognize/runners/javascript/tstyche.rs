//! TSTyche, which tests types: files with their errors, and the numbers of targets, files, tests and assertions.
//!
//! ```text
//! ···· TSTyche 7.2.5 at /home/user/harbour
//!
//! fail ./quay.tst.ts
//!
//! Error: Type 'string' is not the same as type 'number'.
//!
//!   2 | test("lifts", () => { expect<string>().type.toBe<number>(); });
//!     |                                                  ~~~~~~
//!
//!       at ./quay.tst.ts:2:50 ❭ lifts
//!
//! Targets:    1 failed, 1 total
//! Test files: 1 failed, 1 total
//! Tests:      1 failed, 1 total
//! ```
//!
//! An error is told before the test that it is of. Source of the format: logs that TSTyche 7.2 printed.

use crate::event::{Class, Event, FailureKind, Part, Runner, Seen, Sink, TestId};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// What stands before the path of a test, and between its names.
const ARROW: &str = " \u{276d} ";

/// TSTyche.
#[derive(Debug, Default)]
pub struct Tstyche {
    run: Run,
    /// The error whose place has to follow.
    error: Option<String>,
    /// The test that failed last: it may have several errors.
    last: String,
    /// Failures that were told, and files that failed.
    told: u64,
    files: u64,
}

impl Recognizer for Tstyche {
    fn runner(&self) -> Runner {
        Runner("tstyche")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["\u{b7}\u{b7}\u{b7}\u{b7} TSTyche "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("\u{b7}\u{b7}\u{b7}\u{b7} TSTyche ") {
            *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
            self.run.begin(None, sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if let Some(message) = text.strip_prefix("Error: ") {
            self.untold(sink);
            self.error = Some(clipped(message));
            return Seen::Mine(Class::Detail);
        }
        if let Some(place) = text.strip_prefix("      at ")
            && let Some(error) = self.error.take()
        {
            self.failed(&error, place, sink);
            return Seen::Mine(Class::Detail);
        }
        if let Some(totals) = text.strip_prefix("Test files: ").map(scan::totals) {
            self.untold(sink);
            self.files = totals.failed.unwrap_or(0);
            return Seen::Mine(Class::Totals);
        }
        if let Some(mut totals) =
            text.strip_prefix("Tests: ").map(scan::totals).filter(|told| told.total.is_some())
        {
            // A file may fail though none of its tests does.
            if totals.failed.unwrap_or(0) == 0 && self.files > 0 {
                if self.told == 0 {
                    self.run.fail_whole("test files", FailureKind::Suite, sink);
                }
                totals.failed = Some(self.told.max(1));
                totals.total = None;
            }
            sink.emit(Event::MayHaveEnded);
            totals.failed = totals.failed.or(Some(0));
            self.run.declare(totals, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        let inside = self.error.is_some();
        if text.starts_with("Targets: ") || text.starts_with("pass ./") || text.starts_with("fail ./") {
            self.untold(sink);
            return Seen::Mine(Class::Noise);
        }
        if inside { Seen::Inside(Class::Detail) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.untold(sink);
    }
}

impl Tstyche {
    /// An error without a place: nobody's test.
    fn untold(&mut self, sink: &mut dyn Sink) {
        if let Some(error) = self.error.take() {
            self.told = self.told.saturating_add(1);
            self.run.fail_whole(&error, FailureKind::Collection, sink);
        }
        self.run.close(sink);
    }

    /// Reads `./quay.tst.ts:2:50 ❭ a full quay ❭ lifts`.
    fn failed(&mut self, error: &str, told: &str, sink: &mut dyn Sink) {
        let (place, path) = told.split_once(ARROW).unwrap_or((told, ""));
        let name = if path.is_empty() { place } else { path };
        let file = scan::place(place).map(|(place, _)| place);
        let module = file.filter(|_| !path.is_empty()).map_or("", |place| place.file);
        let separator = if module.is_empty() { "" } else { ARROW };
        let whole = format!("{module}{separator}{name}");
        if self.last == whole {
            self.run.more(&whole, sink);
        } else {
            sink.emit(Event::Instead(error));
            self.run.fail(TestId { module, separator, name }, sink);
            self.told = self.told.saturating_add(1);
            self.last = whole;
        }
        self.run.message(error, sink);
        if let Some(place) = file {
            self.run.at(place, sink);
        }
        self.run.text(Part::Why, sink);
        self.run.close(sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Tstyche::default(), text).join("\n")
    }

    const HEAD: &str = "···· TSTyche 7.2.5 at /p\n\nfail ./quay.tst.ts\n\n";
    const ERROR: &str =
        "Error: Type 'string' is not the same.\n\n  2 | x\n\n      at ./quay.tst.ts:2:50 ❭ quay ❭ lifts\n\n";

    #[test]
    fn an_error_is_a_failure_of_the_test_that_stands_below() {
        let all =
            all(&format!("{HEAD}{ERROR}Test files: 1 failed, 1 total\nTests:      1 failed, 1 total\n"));
        assert!(
            all.contains("module: \"./quay.tst.ts\", separator: \" ❭ \", name: \"quay ❭ lifts\""),
            "{all}"
        );
        assert!(
            all.contains("Message(\"Type 'string' is not the same.\")") && all.contains("line: Some(2)"),
            "{all}"
        );
        assert!(all.contains("Declared"), "{all}");
    }

    #[test]
    fn a_second_error_of_a_test_is_no_second_failure() {
        assert_eq!(all(&format!("{HEAD}{ERROR}{ERROR}")).matches("Test { id").count(), 1);
    }

    #[test]
    fn a_file_fails_without_a_test_that_does() {
        let all = all(&format!("{HEAD}Test files: 1 failed, 1 total\nTests:      1 passed, 1 total\n"));
        assert!(all.contains("name: \"test files\"") && all.contains("failed: Some(1)"), "{all}");
    }
}
