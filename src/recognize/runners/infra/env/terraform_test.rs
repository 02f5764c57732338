//! `terraform test` and `tofu test`: a line for each file and each of its runs, and the number of runs at the end.
//!
//! Terraform names a file when it begins (`a.tftest.hcl... in progress`), tears down and ends (`... fail`); OpenTofu and
//! Terraform 1.6 name it once, before its runs. Below a run that failed are its diagnostics after bars, and below a
//! file those of none of its runs. `Success! 2 passed, 0 failed.` closes all. Source: terraform's
//! `internal/command/views/test.go`.
//!
//! Neighbour: `terraform` reads diagnostics that belong to no run.

use super::terraform::after;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::{EqualNames, FAILED, Run, Runner, Spec, of_word, scan};
use crate::text::head;

/// The longest name of a file that is kept, in bytes.
const LONGEST_NAME: usize = 400;

/// How the names of files with tests end.
const FILES: [&str; 4] = [".tftest.hcl", ".tftest.json", ".tofutest.hcl", ".tofutest.json"];

/// What became of a run or a file; nothing yet when it runs, is torn down or waits.
const OUTCOMES: [(&str, Option<Outcome>); 6] = [
    ("pass", Some(Outcome::Passed)),
    ("fail", Some(FAILED)),
    ("skip", Some(Outcome::Skipped)),
    ("in progress", None),
    ("tearing down", None),
    ("pending", None),
];

/// `terraform test`.
#[derive(Debug, Default)]
pub struct TerraformTest {
    file: String,
    /// The file is reported again when it ends.
    ends: bool,
    /// The file failed, and so far none of its runs.
    unexplained: bool,
    /// One of the file's runs failed.
    failed: bool,
    /// Files that failed without a run.
    files: u64,
}

impl Runner for TerraformTest {
    const SPEC: Spec = Spec {
        name: "terraform test",
        reads: "terraform test and tofu test",
        starts: &["run \"", "Success! ", "Failure! "],
        // No passes, but the ends tell the name of a file where its beginning cannot.
        passes: &[
            PassShape { start: "", end: ".tftest.hcl... in progress" },
            PassShape { start: "", end: ".tftest.json... in progress" },
            PassShape { start: "", end: ".tftest.hcl... pass" },
            PassShape { start: "", end: ".tftest.hcl... fail" },
            PassShape { start: "", end: ".tofutest.hcl... pass" },
            PassShape { start: "", end: ".tofutest.hcl... fail" },
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((name, word)) = text.rsplit_once("... ")
            && let Some(outcome) = of_word(&OUTCOMES, word)
        {
            if FILES.iter().any(|end| name.ends_with(end)) {
                return self.file(name, outcome, run);
            }
            let test = name.trim_start().strip_prefix("run \"").and_then(|test| test.strip_suffix('"'));
            if let Some(test) = test {
                return self.test(test, outcome, run);
            }
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(totals) = totals(text) {
            self.explain(run);
            if text.starts_with("Failure! ") && totals.failed == Some(0) && self.files == 0 {
                // The word tells more than the numbers.
                self.files = 1;
                run.fail_whole_at_once(text, FailureKind::Suite, "");
            }
            let errors = (self.files > 0).then_some(self.files);
            return run.totals(Totals { errors, ..totals });
        }
        diagnostic(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.explain(run);
    }
}

impl TerraformTest {
    /// A file failed of which no run did.
    fn explain(&mut self, run: &mut Run<'_>) {
        run.close();
        if std::mem::take(&mut self.unexplained) && !self.failed {
            self.files.up(1);
            run.emit(Event::BlockOpened(Block::Whole { name: &self.file, kind: FailureKind::Suite }));
            run.emit(Event::BlockClosed);
        }
    }

    fn file(&mut self, name: &str, outcome: Option<Outcome>, run: &mut Run<'_>) -> Seen {
        begin(run);
        let name = head(name, LONGEST_NAME);
        if self.file == name && self.ends {
            run.close();
            if outcome == Some(FAILED) && !self.failed {
                self.files.up(1);
                return run.fail_whole(name, FailureKind::Suite);
            }
            return Seen::Mine(Class::Noise);
        }
        self.explain(run);
        name.clone_into(&mut self.file);
        (self.failed, self.ends) = (false, outcome.is_none());
        self.unexplained = outcome == Some(FAILED);
        Seen::Mine(Class::Noise)
    }

    fn test(&mut self, name: &str, outcome: Option<Outcome>, run: &mut Run<'_>) -> Seen {
        begin(run);
        run.close();
        let Some(outcome) = outcome else { return Seen::Mine(Class::Noise) };
        self.failed |= outcome == FAILED;
        run.report(TestId::of(&self.file, ": ", name), outcome)
    }
}

fn begin(run: &mut Run<'_>) {
    if !run.is_running() {
        run.begin(None);
    }
}

/// What is below a failure.
fn diagnostic(text: &str, run: &mut Run<'_>) -> Seen {
    if !run.is_open() {
        return Seen::No;
    }
    if matches!(text, "" | "\u{2577}" | "\u{2575}") {
        return Seen::Mine(Class::Noise);
    }
    let bare = text.strip_prefix("\u{2502} ").unwrap_or(text);
    if let Some(message) = bare.strip_prefix("Error: ") {
        run.message(message);
        return run.text(Part::Why);
    }
    let Some(rest) = text.strip_prefix('\u{2502}') else {
        run.close();
        return Seen::No;
    };
    after(rest, Class::Detail, run)
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
