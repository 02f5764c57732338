//! `terraform test` and `tofu test`: a line for each file and each of its runs, and the number of runs at the end.
//!
//! Terraform names a file when it begins (`a.tftest.hcl... in progress`), tears down and ends (`... fail`); OpenTofu and
//! Terraform 1.6 name it once, before its runs. Below a run that failed are its diagnostics after bars, and below a
//! file those of none of its runs. `Success! 2 passed, 0 failed.` closes all. Source: terraform's
//! `internal/command/views/test.go`.
//!
//! Neighbour: `terraform` reads diagnostics that belong to no run.

use super::terraform::after;
use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::{Line, head};

/// The longest name of a file that is kept, in bytes.
const LONGEST_NAME: usize = 400;

/// How the names of files with tests end.
const FILES: [&str; 4] = [".tftest.hcl", ".tftest.json", ".tofutest.hcl", ".tofutest.json"];

/// What became of a run or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Passed,
    Failed,
    Skipped,
    /// It runs, is torn down or waits.
    Going,
}

/// `terraform test`.
#[derive(Debug, Default)]
pub struct TerraformTest {
    running: bool,
    file: String,
    /// The file is reported again when it ends.
    ends: bool,
    /// The file failed, and so far none of its runs.
    unexplained: bool,
    /// One of the file's runs failed.
    failed: bool,
    /// The block of a failure is open, and whether its message was reported.
    open: Option<bool>,
    /// Files that failed without a run.
    files: u64,
}

impl Recognizer for TerraformTest {
    fn runner(&self) -> Runner {
        Runner("terraform test")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["run \"", "Success! ", "Failure! "],
            inside: &[],
            // No passes, but the ends tell the name of a file where its beginning cannot.
            passes: &[
                PassShape { start: "", end: ".tftest.hcl... in progress" },
                PassShape { start: "", end: ".tftest.json... in progress" },
                PassShape { start: "", end: ".tftest.hcl... pass" },
                PassShape { start: "", end: ".tftest.hcl... fail" },
                PassShape { start: "", end: ".tofutest.hcl... pass" },
                PassShape { start: "", end: ".tofutest.hcl... fail" },
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.running { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some((name, status)) =
            text.rsplit_once("... ").and_then(|(name, word)| Some((name, status(word)?)))
        {
            if FILES.iter().any(|end| name.ends_with(end)) {
                return self.file(name, status, sink);
            }
            let run = name.trim_start().strip_prefix("run \"").and_then(|run| run.strip_suffix('"'));
            if let Some(run) = run {
                return self.run(run, status, sink);
            }
        }
        if !self.running {
            return Seen::No;
        }
        if let Some(totals) = totals(text) {
            self.explain(sink);
            if text.starts_with("Failure! ") && totals.failed == Some(0) && self.files == 0 {
                // The word tells more than the numbers.
                self.files = 1;
                sink.emit(Event::BlockOpened(Block::Whole { name: text, kind: FailureKind::Suite }));
                sink.emit(Event::Heading);
                sink.emit(Event::BlockClosed);
            }
            let errors = (self.files > 0).then_some(self.files);
            sink.emit(Event::Declared { totals: Totals { errors, ..totals }, level: Level::Section });
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        self.diagnostic(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.explain(sink);
    }
}

impl TerraformTest {
    fn begin(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            self.running = true;
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }

    /// A file failed of which no run did.
    fn explain(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if std::mem::take(&mut self.unexplained) && !self.failed {
            self.files = self.files.saturating_add(1);
            sink.emit(Event::BlockOpened(Block::Whole { name: &self.file, kind: FailureKind::Suite }));
            self.open = Some(false);
            self.close(sink);
        }
    }

    fn file(&mut self, name: &str, status: Status, sink: &mut dyn Sink) -> Seen {
        self.begin(sink);
        let name = head(name, LONGEST_NAME);
        if self.file == name && self.ends {
            self.close(sink);
            if status == Status::Failed && !self.failed {
                self.files = self.files.saturating_add(1);
                sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Suite }));
                sink.emit(Event::Heading);
                self.open = Some(false);
                return Seen::Mine(Class::Detail);
            }
            return Seen::Mine(Class::Noise);
        }
        self.explain(sink);
        name.clone_into(&mut self.file);
        (self.failed, self.ends) = (false, status == Status::Going);
        self.unexplained = status == Status::Failed;
        Seen::Mine(Class::Noise)
    }

    fn run(&mut self, name: &str, status: Status, sink: &mut dyn Sink) -> Seen {
        self.begin(sink);
        self.close(sink);
        let separator = if self.file.is_empty() { "" } else { ": " };
        let id = TestId { module: &self.file, separator, name };
        match status {
            Status::Passed => {
                sink.emit(Event::finished(id, Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Status::Skipped => {
                sink.emit(Event::finished(id, Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            Status::Failed => {
                sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                sink.emit(Event::Heading);
                (self.open, self.failed) = (Some(false), true);
                Seen::Mine(Class::Detail)
            }
            Status::Going => Seen::Mine(Class::Noise),
        }
    }

    /// What is below a failure.
    fn diagnostic(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some(reported) = &mut self.open else { return Seen::No };
        if text.is_empty() || text == "\u{2577}" || text == "\u{2575}" {
            return Seen::Mine(Class::Noise);
        }
        let bare = text.strip_prefix("\u{2502} ").unwrap_or(text);
        if let Some(message) = bare.strip_prefix("Error: ") {
            if !std::mem::replace(reported, true) {
                sink.emit(Event::Message(message));
            }
            sink.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        }
        match text.strip_prefix('\u{2502}') {
            Some(rest) => after(rest, Class::Detail, sink),
            None => {
                self.close(sink);
                Seen::No
            }
        }
    }
}

fn status(word: &str) -> Option<Status> {
    Some(match word {
        "pass" => Status::Passed,
        "fail" => Status::Failed,
        "skip" => Status::Skipped,
        "in progress" | "tearing down" | "pending" => Status::Going,
        _ => return None,
    })
}

/// `Success! 2 passed, 0 failed.`, `Failure! 1 passed, 1 failed, 1 skipped.`, `Executed 0 tests.`
fn totals(text: &str) -> Option<Totals> {
    let begins = ["Success! ", "Failure! "].iter().find_map(|word| text.strip_prefix(word));
    if let Some(rest) = begins {
        let totals = scan::totals(rest);
        return (totals.passed.is_some() && totals.failed.is_some()).then_some(totals);
    }
    let none = Totals { passed: Some(0), failed: Some(0), skipped: Some(0), ..Totals::default() };
    text.starts_with("Executed 0 tests")
        .then(|| Totals { skipped: scan::totals(text).skipped.or(Some(0)), ..none })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn a_run_that_failed_has_its_diagnostic() {
        let rows = drive(
            &mut TerraformTest::default(),
            "tests/quay.tftest.hcl... in progress\n  run \"opens\"... pass\n  run \"closes\"... fail\n\u{2577}\n\u{2502} Error: Test assertion failed\n\u{2502} \n\u{2502}   on tests/quay.tftest.hcl line 12, in run \"closes\":\n\u{2502}   12:     condition = !output.open\n\u{2502} \n\u{2502} the quay stays open\n\u{2575}\n  run \"drifts\"... skip\ntests/quay.tftest.hcl... tearing down\ntests/quay.tftest.hcl... fail\n\nFailure! 1 passed, 1 failed, 1 skipped.\n",
        );
        assert!(rows[0].contains("SectionStarted"), "{rows:#?}");
        assert!(
            rows[2].contains("module: \"tests/quay.tftest.hcl\"") && rows[2].contains("name: \"closes\"")
        );
        assert!(rows[4].contains("Message(\"Test assertion failed\")"), "{rows:#?}");
        assert!(rows[6].contains("line: Some(12)"), "{rows:#?}");
        assert!(rows[9].contains("Text(Why)"), "{rows:#?}");
        assert!(rows[11].contains("Skipped"), "{rows:#?}");
        assert!(!rows[13].contains("BlockOpened"), "{rows:#?}");
        assert!(rows[15].contains("passed: Some(1), failed: Some(1), errors: None, skipped: Some(1)"));
    }

    #[test]
    fn a_file_that_failed_without_a_run_is_a_failure_in_both_layouts() {
        for text in [
            "a.tftest.hcl... in progress\n  run \"opens\"... pass\na.tftest.hcl... fail\n\u{2502} Error: left a quay\n\nFailure! 1 passed, 0 failed.\n",
            "a.tftest.hcl... fail\n  run \"opens\"... pass\n\nFailure! 1 passed, 0 failed.\n",
        ] {
            let rows = drive(&mut TerraformTest::default(), text).join("\n");
            assert_eq!(rows.matches("Whole { name: \"a.tftest.hcl\"").count(), 1, "{rows}");
            assert!(rows.contains("failed: Some(0), errors: Some(1)"), "{rows}");
        }
    }

    #[test]
    fn a_file_is_reported_once_before_its_runs_by_others() {
        let rows = drive(
            &mut TerraformTest::default(),
            "a.tftest.hcl... fail\n  run \"opens\"... fail\nb.tftest.hcl... pass\n  run \"sails\"... pass\n\nFailure! 1 passed, 1 failed.\n",
        )
        .join("\n");
        assert_eq!(rows.matches("BlockOpened").count(), 1, "{rows}");
        assert!(rows.contains("module: \"b.tftest.hcl\""), "{rows}");
    }

    #[test]
    fn a_failure_that_no_file_explains_is_one_all_the_same() {
        let rows = drive(
            &mut TerraformTest::default(),
            "a.tftest.hcl... in progress\na.tftest.hcl... pass\n\nFailure! 2 passed, 0 failed.\n",
        );
        assert!(rows[3].contains("Whole") && rows[3].contains("errors: Some(1)"), "{rows:#?}");
    }

    #[test]
    fn other_lines_begin_no_run() {
        for text in
            ["Success! 2 passed, 0 failed.", "run \"opens\"", "walk... fail", "Failure! the quay is shut"]
        {
            assert!(drive(&mut TerraformTest::default(), text)[0].contains("No"), "{text}");
        }
    }
}
