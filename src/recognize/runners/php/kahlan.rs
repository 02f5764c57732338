//! Kahlan: points or names, the specifications that failed, and the numbers with the word for all.
//!
//! ```text
//! spec directory : /home/user/harbour/spec
//!
//! .F                                                                  2 / 2 (100%)
//!
//!   Quay
//!     ->moor()
//!       ✖ it moors a ferry
//!         expect->toBe() failed in `./spec/Quay.spec.php` line 12
//!
//! Expectations   : 2 Executed
//! Specifications : 0 Pending, 0 Excluded, 0 Skipped
//!
//! Passed 1 of 2 FAIL (FAILURE: 1) in 0.012 seconds (using 4MB)
//! ```
//!
//! Source of the format: Kahlan's `Reporter/Terminal.php`.

use crate::event::{Class, Event, Part, Place, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The deepest nesting of descriptions.
const MOST_LEVELS: usize = 32;

/// Kahlan.
#[derive(Debug, Default)]
pub struct Kahlan {
    run: Run,
    /// Descriptions with their columns.
    path: Vec<(usize, String)>,
    skipped: u64,
}

impl Recognizer for Kahlan {
    fn runner(&self) -> Runner {
        Runner("kahlan")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["spec directory : ", "Passed "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_running() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("spec directory : ") {
            *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
            self.run.begin(None, sink);
            return Seen::Mine(Class::Noise);
        }
        if let Some(told) = numbers(text) {
            self.run.open(sink);
            sink.emit(Event::MayHaveEnded);
            let skipped = self.skipped;
            self.run.declare(Totals { skipped: Some(skipped), ..told }, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if let Some(said) = text.strip_prefix("Specifications : ") {
            self.run.close(sink);
            let number = |part: &str| scan::number(part.trim()).map_or(0, |(number, _)| number);
            self.skipped = said.split(", ").map(number).fold(0, u64::saturating_add);
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("Expectations   : ") {
            self.run.close(sink);
            return Seen::Mine(Class::Totals);
        }
        self.inside(text, sink)
    }
}

impl Kahlan {
    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        let column = indent(text);
        if content.is_empty() {
            // No description stands before an empty line.
            if !self.run.is_open() {
                self.path.clear();
            }
            return Seen::Inside(Class::Noise);
        }
        if let Some(name) = content.strip_prefix("✖ ") {
            self.path.retain(|(at, _)| *at < column);
            let names: Vec<&str> = self.path.iter().map(|(_, name)| name.as_str()).collect();
            let module = names.join(" > ");
            let separator = if module.is_empty() { "" } else { " > " };
            self.run.fail(TestId { module: &module, separator, name }, sink);
            self.path.push((column, String::new()));
            return Seen::Mine(Class::Detail);
        }
        let inside = self.run.is_open() && self.path.last().is_some_and(|(at, _)| column > *at);
        if inside {
            let place = content.split_once(" in `").and_then(|(_, rest)| rest.split_once("` line "));
            if let Some((file, line)) = place {
                self.run.at(Place { file, line: scan::number(line).map(|(line, _)| line) }, sink);
            }
            // What was thrown is told below the line that says where.
            if !content.starts_with("an uncaught exception has been thrown in ") {
                self.run.message(content.strip_prefix("message:").unwrap_or(content), sink);
            }
            self.run.text(Part::Why, sink);
            return Seen::Inside(Class::Detail);
        }
        self.run.close(sink);
        self.path.retain(|(at, _)| *at < column);
        if self.path.len() < MOST_LEVELS {
            self.path.push((column, clipped(content)));
        }
        // At the margin stand the outermost descriptions, and whatever the specifications print.
        if column == 0 { Seen::No } else { Seen::Inside(Class::Other) }
    }
}

/// Reads `Passed 1 of 2 FAIL (FAILURE: 1) in 0.012 seconds (using 4MB)`.
fn numbers(text: &str) -> Option<Totals> {
    let (passed, rest) = scan::number(text.strip_prefix("Passed ")?)?;
    let (all, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let good = rest.starts_with(" PASS in ");
    (good || rest.starts_with(" FAIL ")).then_some(())?;
    rest.contains(" seconds (using ").then_some(())?;
    let failed = all.checked_sub(passed)?;
    (good == (failed == 0)).then_some(passed_failed(passed, failed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Kahlan::default(), text).join("\n")
    }

    const HEAD: &str = "spec directory : /p/spec\n\n.F                                                                  2 / 2 (100%)\n\n";

    #[test]
    fn a_specification_is_called_by_its_descriptions() {
        let all = all(&format!(
            "{HEAD}  Quay\n    ->moor()\n      ✖ it moors a ferry\n        expect->toBe() failed in `./spec/Quay.spec.php` line 12\n\n        actual:\n          (integer) 3\n\n\n\
             Expectations   : 2 Executed\nSpecifications : 0 Pending, 0 Excluded, 0 Skipped\n\nPassed 1 of 2 FAIL (FAILURE: 1) in 0.012 seconds (using 4MB)\n"
        ));
        assert!(
            all.contains("module: \"Quay > ->moor()\", separator: \" > \", name: \"it moors a ferry\""),
            "{all}"
        );
        assert!(all.contains("file: \"./spec/Quay.spec.php\", line: Some(12)"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_off_has_no_numbers_and_those_that_disagree_are_nobodys() {
        assert!(!all(HEAD).contains("Declared"));
        assert!(!all("Passed 1 of 2 PASS in 0.012 seconds (using 4MB)\nPassed all\n").contains("Started"));
    }
}
