//! dredd: a line for each transaction with a server, what is wrong with it below, and numbers at the end.
//!
//! ```text
//! pass: GET (200) /quays duration: 12ms
//! fail: POST (201) /quays duration: 15ms
//! fail: body: At '/rope' Missing required property: rope
//! complete: 1 passing, 1 failing, 0 errors, 0 skipped, 2 total
//! ```
//!
//! Failures come again below `info: Displaying failed tests...`, unless their reasons were printed at once. What could not be asked is
//! an error. Source: dredd's `lib/reporters/CLIReporter.js`.

use crate::event::{Class, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::{Run, Runner, Shape, Spec, scan, shape};

const NUMBERS: Shape =
    shape("{passed} passing, {failed} failing, {errors} errors, {skipped} skipped, {total} total");

/// dredd.
#[derive(Debug, Default)]
pub struct Dredd;

/// Where its lines are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tests,
    /// The failures come again.
    Replay,
}

impl Runner for Dredd {
    const SPEC: Spec = Spec {
        name: "dredd",
        reads: "dredd, its console reporter",
        starts: &["pass: ", "fail: ", "error: ", "info: Beginning Dredd testing...", "complete: "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let (level, rest) = text.split_once(": ").unwrap_or(("", text));
        if level == "info" {
            run.close();
            return match rest {
                "Beginning Dredd testing..." => run.begin(None),
                "Displaying failed tests..." => {
                    *zone = Zone::Replay;
                    Seen::Mine(Class::Noise)
                }
                _ => Seen::No,
            };
        }
        if let Some(id) = transaction(rest) {
            return match level {
                "pass" => run.pass(id),
                "skip" if run.is_running() => run.skip(id),
                "fail" | "error" if *zone == Zone::Replay => run.more(id.name),
                "fail" | "error" => run.fail(id),
                _ => Seen::No,
            };
        }
        if level == "complete"
            && let Some(totals) = totals(rest)
        {
            // Alone it only says that something failed.
            let fails = totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0)) > 0;
            return if run.is_running() || fails { run.totals(totals) } else { Seen::No };
        }
        if level == "error" && run.is_running() && !run.is_open() {
            // Its hooks, or what it starts.
            return run.fail_whole_at_once(rest, FailureKind::Suite, rest);
        }
        if !run.is_open() {
            return Seen::No;
        }
        if matches!(level, "fail" | "error") { run.why(rest) } else { run.below(Part::Output) }
    }
}

/// Reads `GET (200) /quays duration: 12ms`, a skipped one without its time.
fn transaction(text: &str) -> Option<TestId<'_>> {
    let name = text.rsplit_once(" duration: ").map_or(text, |(name, _)| name).trim_end();
    let (method, rest) = name.rsplit_once(" > ").map_or(name, |(_, last)| last).split_once(" (")?;
    let (status, address) = rest.split_once(") ")?;
    let read = !method.is_empty()
        && method.bytes().all(|byte| byte.is_ascii_uppercase())
        && status.len() == 3
        && scan::whole_number(status).is_some();
    (read && !address.is_empty()).then(|| TestId::bare(name))
}

/// The numbers, when they account for all transactions.
fn totals(text: &str) -> Option<Totals> {
    let totals = NUMBERS.totals(text)?;
    let parts = [totals.passed, totals.failed, totals.errors, totals.skipped];
    let sum = parts.into_iter().flatten().fold(0, u64::saturating_add);
    (totals.total == Some(sum)).then_some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_has_a_method_and_a_status() {
        assert_eq!(
            transaction("GET (200) /quays duration: NaNms").map(|id| id.name),
            Some("GET (200) /quays")
        );
        for other in ["body: no (200) rope", "GET (ok) /quays", "no rope"] {
            assert_eq!(transaction(other), None, "{other}");
        }
    }
}
