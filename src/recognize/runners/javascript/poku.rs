//! Poku: a file's name and what it printed, the files that failed with the same once more, the numbers of files.
//!
//! ```text
//! › test/quay.test.js › 73.053675ms
//!   ◌ sinks
//!     ✘ one boat
//!           File test/quay.test.js:2:86
//!
//! 1 test file(s) failed:
//!
//! 1) test/quay.test.js
//!
//!     ✘ one boat
//!
//! PASS › 2
//! FAIL › 1
//! ```
//!
//! A test of a file is a failure by its colour alone, so that the file is what fails here, as in its own numbers. The compact
//! and focus reporters end with `2 test file(s) passed`. Source of the format: logs that Poku 4.5 printed.

use crate::event::{Class, Event, Part, Runner, Seen, Sink, TestId};
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// What is before the name of a file, and before what was measured.
const ARROW: &str = "\u{203a} ";
/// What is before what was asserted in vain.
const CROSS: &str = "\u{2718} ";
/// What is before a test: it runs, it ended, it was left out.
const MARKS: [&str; 3] = ["\u{25cc} ", "\u{25cf} ", "\u{25ef} "];
/// The longest path of a file that is held, in bytes.
const PATH_BYTES: usize = 1024;

/// Poku.
#[derive(Debug, Default)]
pub struct Poku {
    run: Run,
    /// The file that printed the lines, and how many have printed theirs.
    file: String,
    files: u64,
    /// The list of files that failed has begun: the number that follows.
    next: Option<u64>,
    /// The numbers of files that passed and failed, when they were read.
    passed: Option<u64>,
    failed: Option<u64>,
}

impl Recognizer for Poku {
    fn runner(&self) -> Runner {
        Runner("poku")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[ARROW, CROSS, "PASS \u{203a} "],
            passes: &[
                PassShape { start: "", end: " test file(s) failed:" },
                PassShape { start: "", end: " test file(s) passed" },
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        if let Some(path) = file(text) {
            self.open(sink);
            self.run.close(sink);
            crate::text::head(path, PATH_BYTES).clone_into(&mut self.file);
            self.files = self.files.saturating_add(1);
            return Seen::Mine(Class::Noise);
        }
        if files(text, "failed:").is_some() {
            self.open(sink);
            self.run.close(sink);
            self.next = Some(1);
            return Seen::Mine(Class::Totals);
        }
        if let Some(seen) = self.numbers(text, sink) {
            return seen;
        }
        // The classic reporter lists the files like this.
        if let Some(path) = text.strip_prefix(CROSS).and_then(timed) {
            self.open(sink);
            self.run.listed(TestId::bare(path), path, sink);
            return Seen::Mine(Class::Detail);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if self.next.is_some() { self.listed(text, sink) } else { self.printed(text, sink) }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.ended(sink);
    }
}

impl Poku {
    fn open(&mut self, sink: &mut dyn Sink) {
        if !self.run.is_running() {
            self.run.open(sink);
            self.file.clear();
        }
    }

    /// A line that a file printed as it ran.
    fn printed(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let rule = text.starts_with("\u{2500}\u{2500}\u{2500}\u{2500}");
        if rule {
            self.run.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if let Some(message) = text.strip_prefix(CROSS)
            && !self.file.is_empty()
        {
            if !self.run.is_open() {
                let id = TestId::bare(&self.file);
                self.run.fail(id, sink);
            }
            self.run.why(message, sink);
            return Seen::Mine(Class::Detail);
        }
        if MARKS.iter().any(|mark| text.starts_with(mark)) {
            return Seen::Mine(Class::Noise);
        }
        if self.run.is_open() { self.reported(text, Part::Where, sink) } else { Seen::No }
    }

    /// A line of the list of files that failed.
    fn listed(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let next = self.next.unwrap_or_default();
        let numbered = scan::number(text).filter(|(number, _)| *number == next);
        if let Some(path) = numbered.and_then(|(_, rest)| rest.strip_prefix(") ")) {
            self.next = Some(next.saturating_add(1));
            self.run.close(sink);
            self.run.listed(TestId::bare(path), path, sink);
            self.run.more(path, sink);
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("\u{2500}\u{2500}\u{2500}\u{2500}") {
            self.next = None;
            self.file.clear();
            self.run.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.run.is_open() {
            return Seen::No;
        }
        self.reported(text.strip_prefix(CROSS).unwrap_or(text), Part::Why, sink)
    }

    /// A line of a failure that is open. What a file printed is a place to look at, since the list has it once more.
    fn reported(&mut self, text: &str, part: Part, sink: &mut dyn Sink) -> Seen {
        if text.is_empty() || MARKS.iter().any(|mark| text.starts_with(mark)) {
            return Seen::Mine(Class::Noise);
        }
        if let Some((place, _)) = text.strip_prefix("File ").and_then(scan::place) {
            self.run.at(place, sink);
            self.run.text(part, sink);
        } else if text.starts_with("at ") || part == Part::Where {
            self.run.text(Part::Where, sink);
        } else {
            self.run.why(text, sink);
        }
        Seen::Mine(Class::Detail)
    }

    /// `PASS › 2`, `FAIL › 1`, both on a line, `2 test file(s) passed`, `1 test file(s) failed`, and what ends them.
    fn numbers(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let read = |word: &str| {
            let (_, rest) = text.split_once(word)?;
            Some(scan::number(rest.strip_prefix(ARROW)?)?.0)
        };
        let passed = files(text, "passed").or_else(|| read("PASS ").filter(|_| text.starts_with("PASS ")));
        let failed = files(text, "failed").or_else(|| {
            let counted = text.starts_with("FAIL ") || passed.is_some();
            read("FAIL ").filter(|_| counted)
        });
        if passed.is_none() && (failed.is_none() || !self.run.is_running()) {
            let ended = self.run.is_running() && text.starts_with("Finished in \u{b1}");
            return ended.then(|| {
                self.ended(sink);
                Seen::Mine(Class::Totals)
            });
        }
        self.open(sink);
        self.run.close(sink);
        (self.passed, self.failed) = (passed.or(self.passed), failed.or(self.failed));
        if read("FAIL ").is_some() {
            self.ended(sink);
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// Declares the numbers, if any were read.
    fn ended(&mut self, sink: &mut dyn Sink) {
        if let Some(passed) = self.passed {
            let failed = self.failed.unwrap_or(0);
            // Files of a run that was killed are before those of this one, and nothing tells the two apart.
            if self.files > passed.saturating_add(failed) {
                sink.emit(Event::Announced(self.files));
            }
            self.run.declare(passed_failed(passed, failed), sink);
            *self = Self::default();
        }
        self.run.close(sink);
    }
}

/// Reads `› test/quay.test.js › 73.053675ms`.
fn file(text: &str) -> Option<&str> {
    timed(text.strip_prefix(ARROW)?)
}

/// Reads `test/quay.test.js › 73.053675ms`.
fn timed(text: &str) -> Option<&str> {
    let (path, time) = text.rsplit_once(" \u{203a} ")?;
    let timed = time.strip_suffix("ms")?.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    timed.then_some(path)
}

/// Reads `2 test file(s) passed`.
fn files(text: &str, word: &str) -> Option<u64> {
    let (number, rest) = scan::number(text)?;
    (rest.strip_prefix(" test file(s) ")? == word).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Poku::default(), text).join("\n")
    }

    const RUN: &str = "› a.js › 1.5ms\n  ◌ sinks\n    ✘ one boat\n      File a.js:2:8\n    ● sinks › 1.4ms\n";

    #[test]
    fn a_file_that_asserted_in_vain_failed_before_the_list() {
        let all = all(RUN);
        assert!(all.contains("name: \"a.js\"") && all.contains("Message(\"one boat\")"), "{all}");
        assert!(all.contains("line: Some(2)") && !all.contains("Declared"), "{all}");
    }

    #[test]
    fn numbers_are_on_one_line_or_on_two() {
        for numbers in
            ["PASS › 2 \n FAIL › 1", "PASS › 2   FAIL › 1", "2 test file(s) passed\n1 test file(s) failed\n"]
        {
            let all = all(&format!("{RUN}{numbers}\nFinished in ±0.2 seconds\n"));
            assert!(all.contains("passed: Some(2), failed: Some(1)"), "{numbers}: {all}");
        }
    }

    #[test]
    fn more_files_than_the_numbers_tell_of_are_missing() {
        let all = |files: &str| all(&format!("{files}PASS › 1\nFAIL › 0\n"));
        assert!(all("› a.js › 1ms\n› b.js › 1ms\n").contains("Announced(2)"));
        assert!(!all("› a.js › 1ms\n").contains("Announced"));
    }

    #[test]
    fn a_file_is_a_path_and_a_time() {
        assert_eq!(file("› a b.js › 1.5ms"), Some("a b.js"));
        for text in ["› a.js", "› a.js › soon", "a.js › 1.5ms"] {
            assert_eq!(file(text), None, "{text}");
        }
    }
}
