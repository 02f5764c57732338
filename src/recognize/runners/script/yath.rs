//! yath of Test2::Harness: a line for each file and a summary.
//!
//! ```text
//! ( PASSED )  job  1    t/moor.t
//! [  FAIL  ]  job  2  + one boat floats
//! ( FAILED )  job  2    t/sink.t
//! < REASON >  job  2    Test script returned error (Err: 1)
//!
//!      Fail Count: 1
//!      File Count: 2
//! Assertion Count: 3
//!     -->  Result: FAILED  <--
//! ```
//!
//! Its numbers count files. A file that will run again is `TO RETRY`. Source of the format: Test2::Harness' formatter and `App::Yath`.

use crate::event::{Class, Event, FailureKind, Outcome, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// The tags of lines that name a file or tell why it failed.
const RESULTS: [&str; 5] = ["( LAUNCH )", "( PASSED )", "( FAILED )", "( SKIPPED)", "< REASON >"];
/// How many failed assertions of files that run are held.
const MOST_HELD: usize = 64;
/// How much of one is held, in bytes.
const HELD_BYTES: usize = 256;

/// yath.
#[derive(Debug, Default)]
pub struct Yath {
    run: Run,
    /// The first assertion that failed in each job.
    held: Vec<(u64, String)>,
    /// The numbers of the summary.
    failed: Option<u64>,
    files: Option<u64>,
}

impl Recognizer for Yath {
    fn runner(&self) -> Runner {
        Runner("yath")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "( PASSED )  job",
                "( FAILED )  job",
                "( SKIPPED)  job",
                "( LAUNCH )  job",
                "[  FAIL  ]  job",
                "< REASON >  job",
                "Fail Count: ",
                "File Count: ",
                "-->  Result: ",
            ],
            ..Signs::default()
        }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        if let Some((tag, job, said)) = job(text) {
            return self.job(tag, job, said, sink);
        }
        if !self.run.is_running() {
            return Seen::No;
        }
        if let Some(number) = text.strip_prefix("Fail Count: ").and_then(scan::whole_number) {
            (self.failed, self.files) = (Some(number), None);
            return Seen::Mine(Class::Totals);
        }
        if let Some(number) = text.strip_prefix("File Count: ").and_then(scan::whole_number) {
            self.files = Some(number);
            return Seen::Mine(Class::Totals);
        }
        let result = text.strip_prefix("-->  Result: ").and_then(|rest| rest.strip_suffix("  <--"));
        match result {
            Some(result @ ("PASSED" | "FAILED")) => {
                self.ended(result == "FAILED", sink);
                Seen::Mine(Class::Totals)
            }
            _ => Seen::No,
        }
    }
}

impl Yath {
    fn job(&mut self, tag: &str, job: u64, said: &str, sink: &mut dyn Sink) -> Seen {
        if tag != "[  FAIL  ]" && !RESULTS.contains(&tag) {
            return Seen::No;
        }
        self.run.open(sink);
        let id = TestId::bare(said);
        match tag {
            "( PASSED )" => {
                self.run.finished(id, Outcome::Passed, sink);
                Seen::Mine(Class::Passed)
            }
            "( SKIPPED)" => {
                self.run.finished(id, Outcome::Skipped, sink);
                Seen::Mine(Class::Skipped)
            }
            "( FAILED )" => {
                self.run.fail(id, sink);
                if let Some(at) = self.held.iter().position(|(held, _)| *held == job) {
                    let (_, assertion) = self.held.swap_remove(at);
                    self.run.message(&assertion, sink);
                }
                Seen::Mine(Class::Detail)
            }
            "< REASON >" => {
                self.run.why(said, sink);
                Seen::Mine(Class::Detail)
            }
            "[  FAIL  ]" => {
                let first = !self.held.iter().any(|(held, _)| *held == job);
                if first && self.held.len() < MOST_HELD {
                    let assertion = said.trim_start_matches(['+', ' ', '|']);
                    self.held.push((job, crate::text::head(assertion, HELD_BYTES).to_owned()));
                }
                self.run.text(Part::Output, sink);
                Seen::Mine(Class::Detail)
            }
            _ => {
                sink.emit(Event::Started(id));
                Seen::Mine(Class::Noise)
            }
        }
    }

    /// The last line of the summary.
    fn ended(&mut self, bad: bool, sink: &mut dyn Sink) {
        self.run.close(sink);
        sink.emit(Event::MayHaveEnded);
        let mut failed = self.failed.take().unwrap_or(0);
        if bad && failed == 0 {
            self.run.fail_whole("yath: Result: FAILED", FailureKind::Suite, sink);
            failed = 1;
        }
        let passed = self.files.take().and_then(|files| files.checked_sub(failed));
        self.run.declare(Totals { passed, failed: Some(failed), ..Totals::default() }, sink);
        *self = Self::default();
    }
}

/// Reads `( FAILED )  job  2    t/sink.t`: the tag, the number and what is said.
fn job(text: &str) -> Option<(&str, u64, &str)> {
    let (tag, rest) = text.split_at_checked(10)?;
    let known = tag.starts_with(['(', '[', '<']) && tag.ends_with([')', ']', '>']);
    let rest = rest.strip_prefix("  job ").filter(|_| known)?;
    let (number, said) = scan::number(rest.trim_start())?;
    Some((tag, number, said.strip_prefix(' ')?.trim_start())).filter(|(.., said)| !said.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Yath::default(), text).join("\n")
    }

    const JOBS: &str = "( PASSED )  job  1    t/moor.t\n[  FAIL  ]  job  2  + one boat floats\n( FAILED )  job  2    t/sink.t\n< REASON >  job  2    Test script returned error (Err: 1)\n";

    #[test]
    fn a_file_that_failed_is_told_with_its_first_assertion() {
        let all =
            all(&format!("{JOBS}\n     Fail Count: 1\n     File Count: 2\n    -->  Result: FAILED  <--\n"));
        assert!(
            all.contains("name: \"t/sink.t\" }, kind: Test }")
                && all.contains("Message(\"one boat floats\")"),
            "{all}"
        );
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_failed_without_a_file_is_a_failure() {
        let all = all("( PASSED )  job  1    t/moor.t\n     File Count: 1\n    -->  Result: FAILED  <--\n");
        assert!(all.contains("Whole") && all.contains("failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_summary_without_a_run_is_nobodys() {
        assert!(!all("     File Count: 1\n    -->  Result: PASSED  <--\n").contains("Section"));
        assert!(!all("( PASSED )  work  1    t/moor.t\n( sinking )  job  1 x\n").contains("Section"));
        assert!(!all("( STDOUT )  job  1    t/moor.t\n").contains("Section"));
        assert!(!all(JOBS).contains("Declared"));
    }
}
