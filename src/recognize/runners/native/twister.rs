//! Zephyr's twister: a line for each configuration, or for those that failed, and the numbers.
//!
//! ```text
//! INFO    - Zephyr version: v4.2.0
//! INFO    - 1/2 native_sim                tests/quay/quay.moor                              PASSED (native 0.211s <host>)
//! INFO    - 2/2 qemu_x86                  tests/quay/quay.leave                             FAILED Timeout (qemu 60.106s <zephyr>)
//! ERROR   - see: /home/user/twister-out/qemu_x86/tests/quay/quay.leave/handler.log
//!
//! INFO    - 1 of 2 executed test configurations passed (50.00%), 0 built (not run), 1 failed, 0 errored, with no warnings in 75.06 seconds.
//! ```
//!
//! Without `-v` only failures have lines: `ERROR   - qemu_x86   tests/quay/quay.leave   FAILED: Timeout`. With `--retry-failed`
//! those that failed run again below `2 Iteration:`. Source of the format: twister's `runner.py`, `reports.py`, of Zephyr 2.7
//! to 4.2.

use std::collections::HashSet;

use crate::event::{Class, Event, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::{clipped, key};
use crate::recognize::kit::{
    EveryLine, FAILED, Run, Runner, Shape, Spec, begins, each, first, of_start, passed_failed, scan, shape,
};

const INFO: &str = "INFO    - ";
const ERROR: &str = "ERROR   - ";

/// Twister.
#[derive(Debug, Default)]
pub struct Twister {
    /// The keys of what failed, for it may run again.
    failed: HashSet<u64>,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Running,
    /// After the numbers: a list of what failed may follow.
    Closing,
}

/// A configuration with its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Configuration<'a> {
    platform: &'a str,
    suite: &'a str,
    outcome: Outcome,
    reason: &'a str,
}

const RESULTS: [(&str, Outcome); 7] = [
    ("PASSED", Outcome::Passed),
    ("FAILED", FAILED),
    ("ERROR", FAILED),
    ("SKIPPED", Outcome::Skipped),
    ("FILTERED", Outcome::Skipped),
    ("NOT RUN", Outcome::Skipped),
    ("NOTRUN", Outcome::Skipped),
];

const CONFIGURATIONS: [Shape; 2] = [
    shape("{passed} of {number} test configurations passed ({any}, {message} with {any}"),
    shape("{passed} of {number} executed test configurations passed ({any}, {message} with {any}"),
];
const NUMBERS: [Shape; 6] = [
    shape("{failed} failed"),
    shape("{failed} errored"),
    shape("{failed} error"),
    shape("{skipped} skipped"),
    shape("{skipped} built (not run)"),
    // What is in none of the numbers of others.
    shape("{number}{any}"),
];

impl Runner for Twister {
    const SPEC: Spec = Spec {
        name: "twister",
        reads: "Zephyr's twister",
        starts: &[INFO, ERROR],
        begins: &["INFO    - Zephyr version: "],
        every_line: EveryLine::BelowFailure,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(text) = text.strip_prefix(INFO) {
            return self.info(zone, text, run);
        }
        if let Some(text) = text.strip_prefix(ERROR) {
            if let Some(configuration) = short(text) {
                *zone = Zone::Running;
                return self.result(configuration, run);
            }
            if text.starts_with("see: ") && run.is_open() {
                run.instead(text);
                return run.text(Part::Where);
            }
        }
        if run.is_open() { run.below(Part::Why) } else { Seen::No }
    }

    fn ended(&mut self) -> Zone {
        *self = Self::default();
        Zone::Closing
    }
}

impl Twister {
    fn info(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(configuration) = long(text) {
            *zone = Zone::Running;
            return self.result(configuration, run);
        }
        if let Some(totals) = numbers(text).filter(|_| run.is_running()) {
            return run.last_totals(totals);
        }
        if run.is_open() && !is_progress(text) {
            return run.below(Part::Why);
        }
        run.close();
        let own = run.is_running() || *zone == Zone::Closing;
        // After its last line the same words are another program's.
        if text == "Run completed" {
            *zone = Zone::Running;
        }
        if own { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn result(&mut self, configuration: Configuration<'_>, run: &mut Run<'_>) -> Seen {
        let Configuration { platform, suite, outcome, reason } = configuration;
        let id = TestId { module: platform, separator: " ", name: suite };
        let name = format!("{platform} {suite}");
        run.open();
        if outcome == FAILED {
            if self.failed.contains(&key(&name)) {
                return run.more(&name);
            }
            if self.failed.len() < NAMES {
                self.failed.insert(key(&name));
            }
            return run.fail_because(id, &clipped(reason));
        }
        if self.failed.remove(&key(&name)) {
            run.close();
            run.emit(Event::Withdrawn(id));
        }
        run.report(id, outcome);
        Seen::Mine(Class::Passed)
    }
}

/// Reads `2/2 qemu_x86   tests/quay/quay.leave   FAILED Timeout (qemu 60.106s)`.
fn long(text: &str) -> Option<Configuration<'_>> {
    let (count, rest) = text.trim_start().split_once(' ')?;
    let (at, all) = count.split_once('/')?;
    (scan::whole_number(at)? <= scan::whole_number(all)?).then_some(())?;
    let (configuration, rest) = configuration(rest)?;
    let (reason, _) = rest.strip_suffix(')')?.rsplit_once('(')?;
    rest.starts_with([' ', '(']).then_some(Configuration { reason: reason.trim(), ..configuration })
}

/// Reads `qemu_x86   tests/quay/quay.leave   FAILED: Timeout`.
fn short(text: &str) -> Option<Configuration<'_>> {
    let (configuration, rest) = configuration(text)?;
    let reason = rest.trim_start().strip_prefix(':')?.trim();
    (configuration.outcome == FAILED).then_some(Configuration { reason, ..configuration })
}

/// A platform, a suite and a result in columns, and what follows them.
fn configuration(text: &str) -> Option<(Configuration<'_>, &str)> {
    let (platform, rest) = text.split_once(' ')?;
    let (suite, rest) = rest.trim_start().split_once(' ')?;
    (!platform.is_empty() && !suite.is_empty() && !platform.contains(':')).then_some(())?;
    let (outcome, rest) = of_start(&RESULTS, rest.trim_start())?;
    Some((Configuration { platform, suite, outcome, reason: "" }, rest))
}

/// Reads `1 of 2 test configurations passed (50.00%), 1 failed, 0 errored, 0 skipped with 0 warnings in 75.06 seconds`.
fn numbers(text: &str) -> Option<Totals> {
    let all = first(&CONFIGURATIONS, text)?;
    let parts = each(&NUMBERS, ", ", all.message.trim_end_matches(','))?;
    Some(Totals { skipped: parts.skipped.or(Some(0)), ..passed_failed(all.passed?, parts.failed?) })
}

/// What twister says of itself between configurations.
fn is_progress(text: &str) -> bool {
    const SELECTED: [&str; 3] =
        [" Iteration:", " test scenarios (", " test configurations executed on platforms"];
    text.starts_with("Total complete: ")
        || scan::number(text).is_some_and(|(_, rest)| begins(rest, &SELECTED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::Driven;
    use crate::recognize::kit::scan::feed;

    #[test]
    fn results_are_read_with_and_without_reasons() {
        let reported = long(
            "2/2 qemu_x86                  quay/quay.leave        FAILED Timeout (qemu 60.106s <zephyr>)",
        );
        let reported = reported.unwrap();
        assert_eq!(
            (reported.platform, reported.suite, reported.outcome, reported.reason),
            ("qemu_x86", "quay/quay.leave", FAILED, "Timeout")
        );
        assert_eq!(
            long(" 1/20 native_sim  quay/quay.moor  PASSED (native 0.211s)").unwrap().outcome,
            Outcome::Passed
        );
        assert_eq!(
            long("1/2 native_sim  quay/quay.moor  NOT RUN (build <host>)").unwrap().outcome,
            Outcome::Skipped
        );
        assert_eq!(long("3/2 native_sim  quay/quay.moor  PASSED (native 0.211s)"), None);
        assert_eq!(long("1/2 native_sim  quay/quay.moor  PASSED"), None);
        for text in [
            "qemu_x86   quay/quay.leave    FAILED : Build failure",
            "qemu_x86  quay/quay.leave  ERROR: Build failure",
        ] {
            assert_eq!(short(text).unwrap().reason, "Build failure");
        }
        assert_eq!(short("see: /p/handler.log"), None);
        assert_eq!(short("qemu_x86  quay/quay.leave  PASSED: well"), None);
    }

    #[test]
    fn numbers_of_all_versions_are_read() {
        for (text, reported) in [
            (
                "1 of 2 test configurations passed (50.00%), 1 failed, 0 skipped with 0 warnings in 75.06 seconds",
                (1, 1, 0),
            ),
            (
                "0 of 4 test configurations passed (0.00%), 1 failed, 3 errored, 2 skipped with 0 warnings in 7 seconds",
                (0, 4, 2),
            ),
            (
                "2 of 3 executed test configurations passed (66.67%), 1 built (not run), 0 failed, 0 errored, with no warnings in 5.10 seconds.",
                (2, 0, 1),
            ),
        ] {
            let read = numbers(text).unwrap();
            assert_eq!(
                (read.passed, read.failed, read.skipped),
                (Some(reported.0), Some(reported.1), Some(reported.2)),
                "{text}"
            );
        }
        assert!(numbers("2 of 3 executed test cases passed (66.67%)").is_none());
    }

    #[test]
    fn only_so_many_failures_are_remembered() {
        let mut twister = Driven::<Twister>::default();
        let rows: String =
            (0..=NAMES).map(|each| format!("ERROR   - a  quay.{each}  FAILED: no\n")).collect();
        feed(&mut twister, &rows);
        assert_eq!(twister.runner.failed.len(), NAMES);
    }
}
