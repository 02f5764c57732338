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

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen, TestId};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::{Run, Runner, Shape, Spec, begins, passed_failed, scan, shape};

/// What is before the name of a file, and before what was measured.
const ARROW: &str = "\u{203a} ";
/// What is before what was asserted in vain.
const CROSS: &str = "\u{2718} ";
/// What is before a test: it runs, it ended, it was left out.
const MARKS: [&str; 3] = ["\u{25cc} ", "\u{25cf} ", "\u{25ef} "];
const RULE: &str = "\u{2500}\u{2500}\u{2500}\u{2500}";

/// Poku.
#[derive(Debug, Default)]
pub struct Poku {
    /// The file that printed the lines, and how many have printed theirs.
    file: String,
    files: u64,
    /// The numbers of files that passed and failed, when they were read.
    passed: Option<u64>,
    failed: Option<u64>,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// What files print as they run.
    #[default]
    Files,
    /// The list of files that failed: the number that follows.
    List(u64),
}

const FAILED: Shape = shape("{failed} test file(s) failed:");
const COUNTED: [Shape; 2] = [shape("{passed} test file(s) passed"), shape("{failed} test file(s) failed")];

impl Runner for Poku {
    const SPEC: Spec = Spec {
        name: "poku",
        reads: "Poku: files that failed, in every reporter",
        starts: &[ARROW, CROSS, "PASS \u{203a} "],
        passes: &[
            PassShape { start: "", end: " test file(s) failed:" },
            PassShape { start: "", end: " test file(s) passed" },
        ],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let text = text.trim_start();
        if let Some(path) = file(text) {
            self.open(run);
            run.close();
            crate::text::head(path, PATH_BYTES).clone_into(&mut self.file);
            self.files.up(1);
            return Seen::Mine(Class::Noise);
        }
        if FAILED.fits(text) {
            self.open(run);
            run.close();
            *zone = Zone::List(1);
            return Seen::Mine(Class::Totals);
        }
        if let Some(seen) = self.numbers(text, run) {
            return seen;
        }
        // The classic reporter lists the files like this.
        if let Some(path) = text.strip_prefix(CROSS).and_then(timed) {
            self.open(run);
            return run.listed(TestId::bare(path), path);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if text.starts_with(RULE) {
            run.close();
            if *zone != Zone::Files {
                *zone = Zone::Files;
                self.file.clear();
            }
            return Seen::Mine(Class::Noise);
        }
        match *zone {
            Zone::Files => self.printed(text, run),
            Zone::List(next) => listed(zone, next, text, run),
        }
    }

    fn end(&mut self, _zone: Zone, run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl Poku {
    fn open(&mut self, run: &mut Run<'_>) {
        if !run.is_running() {
            run.open();
            self.file.clear();
        }
    }

    /// A line that a file printed as it ran.
    fn printed(&self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(message) = text.strip_prefix(CROSS)
            && !self.file.is_empty()
        {
            if !run.is_open() {
                run.fail(TestId::bare(&self.file));
            }
            return run.why(message);
        }
        if run.is_open() || begins(text, &MARKS) { below(text, Part::Where, run) } else { Seen::No }
    }

    /// `PASS › 2`, `FAIL › 1`, both on a line, `2 test file(s) passed`, `1 test file(s) failed`, and what ends them.
    fn numbers(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let read = |word: &str| {
            let (_, rest) = text.split_once(word)?;
            Some(scan::number(rest.strip_prefix(ARROW)?)?.0)
        };
        let [passed, failed] = COUNTED.each_ref().map(|shape| shape.read(text).unwrap_or_default());
        let passed = passed.passed.or_else(|| read("PASS ").filter(|_| text.starts_with("PASS ")));
        let counted = text.starts_with("FAIL ") || passed.is_some();
        let failed = failed.failed.or_else(|| read("FAIL ").filter(|_| counted));
        if passed.is_none() && (failed.is_none() || !run.is_running()) {
            let ended = run.is_running() && text.starts_with("Finished in \u{b1}");
            return ended.then(|| self.declare(run));
        }
        self.open(run);
        run.close();
        (self.passed, self.failed) = (passed.or(self.passed), failed.or(self.failed));
        if read("FAIL ").is_some() {
            self.declare(run);
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// Declares the numbers, if any were read.
    fn declare(&self, run: &mut Run<'_>) -> Seen {
        run.close();
        if let Some(passed) = self.passed {
            let failed = self.failed.unwrap_or(0);
            // Files of a run that was killed are before those of this one, and nothing tells the two apart.
            if self.files > passed.saturating_add(failed) {
                run.emit(Event::Announced(self.files));
            }
            run.totals(passed_failed(passed, failed));
        }
        Seen::Mine(Class::Totals)
    }
}

/// A line of the list of files that failed.
fn listed(zone: &mut Zone, next: u64, text: &str, run: &mut Run<'_>) -> Seen {
    let numbered = scan::number(text).filter(|(number, _)| *number == next);
    if let Some(path) = numbered.and_then(|(_, rest)| rest.strip_prefix(") ")) {
        *zone = Zone::List(next.saturating_add(1));
        run.listed(TestId::bare(path), path);
        return run.more(path);
    }
    if !run.is_open() {
        return Seen::No;
    }
    below(text.strip_prefix(CROSS).unwrap_or(text), Part::Why, run)
}

/// A line of a failure that is open. What a file printed is a place to look at, since the list has it once more.
fn below(text: &str, part: Part, run: &mut Run<'_>) -> Seen {
    if text.is_empty() || begins(text, &MARKS) {
        return Seen::Mine(Class::Noise);
    }
    if let Some((place, _)) = text.strip_prefix("File ").and_then(scan::place) {
        run.at(place);
        return run.text(part);
    }
    if text.starts_with("at ") || part == Part::Where { run.text(Part::Where) } else { run.why(text) }
}

/// Reads `› test/quay.test.js › 73.053675ms`.
fn file(text: &str) -> Option<&str> {
    timed(text.strip_prefix(ARROW)?)
}

/// Reads `test/quay.test.js › 73.053675ms`.
fn timed(text: &str) -> Option<&str> {
    const TIMED: Shape = shape("{name..} \u{203a} {seconds}ms");
    TIMED.read(text).map(|timed| timed.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_path_and_a_time() {
        assert_eq!(file("› a b.js › 1.5ms"), Some("a b.js"));
        for text in ["› a.js", "› a.js › soon", "a.js › 1.5ms"] {
            assert_eq!(file(text), None, "{text}");
        }
    }
}
