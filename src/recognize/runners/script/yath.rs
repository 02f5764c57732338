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

use crate::event::{FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::{Run, Runner, Shape, Spec, first, scan, shape};

/// How many failed assertions of files that run are held.
const MOST_HELD: usize = 64;
/// How much of one is held, in bytes.
const HELD_BYTES: usize = 256;

/// yath.
#[derive(Debug, Default)]
pub struct Yath {
    /// The first assertion that failed in each job.
    held: Vec<(u64, String)>,
}

/// The numbers of the summary.
const NUMBERS: [Shape; 2] = [shape("Fail Count: {failed}"), shape("File Count: {all}")];

impl Runner for Yath {
    const SPEC: Spec = Spec {
        name: "yath",
        reads: "yath of Test2::Harness: files and their first failed assertions",
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
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let text = text.trim_start();
        if let Some((tag, job, message)) = job(text) {
            return self.job(tag, job, message, run);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(numbers) = first(&NUMBERS, text) {
            return run.collect(&numbers);
        }
        let result = text.strip_prefix("-->  Result: ").and_then(|rest| rest.strip_suffix("  <--"));
        match result {
            Some(result @ ("PASSED" | "FAILED")) => {
                run.close();
                run.may_have_ended();
                let read = run.collected();
                let mut failed = read.failed.unwrap_or(0);
                if result == "FAILED" && failed == 0 {
                    run.fail_whole("yath: Result: FAILED", FailureKind::Suite);
                    failed = 1;
                }
                let passed = read.all.and_then(|files| files.checked_sub(failed));
                run.totals(Totals { passed, failed: Some(failed), ..Totals::default() })
            }
            _ => Seen::No,
        }
    }
}

impl Yath {
    fn job(&mut self, tag: &str, job: u64, message: &str, run: &mut Run<'_>) -> Seen {
        let id = TestId::bare(message);
        let held = self.held.iter().position(|(held, _)| *held == job);
        run.open();
        match tag {
            "( PASSED )" => run.pass(id),
            "( SKIPPED)" => run.skip(id),
            "( LAUNCH )" => run.start(id),
            "< REASON >" => run.why(message),
            "( FAILED )" => {
                let assertion = held.map(|at| self.held.swap_remove(at).1).unwrap_or_default();
                run.fail_because(id, &assertion)
            }
            _ => {
                if held.is_none() && self.held.len() < MOST_HELD {
                    let assertion = message.trim_start_matches(['+', ' ', '|']);
                    self.held.push((job, crate::text::head(assertion, HELD_BYTES).to_owned()));
                }
                run.text(Part::Output)
            }
        }
    }
}

/// Reads `( FAILED )  job  2    t/sink.t`: the tag, the number and what is printed.
fn job(text: &str) -> Option<(&str, u64, &str)> {
    /// The tags of lines that name a file or say why it failed.
    const TAGS: [&str; 6] =
        ["( LAUNCH )", "( PASSED )", "( FAILED )", "( SKIPPED)", "< REASON >", "[  FAIL  ]"];
    let (tag, rest) = text.split_at_checked(10).filter(|(tag, _)| TAGS.contains(tag))?;
    let (number, message) = scan::number(rest.strip_prefix("  job ")?.trim_start())?;
    Some((tag, number, message.strip_prefix(' ')?.trim_start())).filter(|(.., message)| !message.is_empty())
}
