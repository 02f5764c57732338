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

use crate::event::{Class, Event, Outcome, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::{clipped, key};
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

const INFO: &str = "INFO    - ";
const ERROR: &str = "ERROR   - ";
/// The most configurations that are remembered to have failed, in case they run again.
const FAILED: usize = 4096;

/// Twister.
#[derive(Debug, Default)]
pub struct Twister {
    run: Run,
    /// The keys of what failed, for it may run again.
    failed: HashSet<u64>,
    /// The numbers were told: a list of what failed may follow.
    closing: bool,
}

/// A configuration with its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told<'a> {
    platform: &'a str,
    suite: &'a str,
    outcome: Ran,
    reason: &'a str,
}

/// What became of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ran {
    Passed,
    Skipped,
    Failed,
}

impl Recognizer for Twister {
    fn runner(&self) -> Runner {
        Runner("twister")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &[INFO, ERROR], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.run.is_open() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(text) = text.strip_prefix(INFO) {
            return self.info(text, sink);
        }
        if let Some(text) = text.strip_prefix(ERROR) {
            if let Some(told) = short(text) {
                self.run.open(sink);
                self.told(told, sink);
                return Seen::Mine(Class::Detail);
            }
            if let Some(log) = text.strip_prefix("see: ").filter(|_| self.run.is_open()) {
                sink.emit(Event::Instead(&format!("see: {log}")));
                self.run.text(Part::Where, sink);
                return Seen::Mine(Class::Detail);
            }
        }
        if self.run.is_open() {
            self.run.text(Part::Why, sink);
            return Seen::Inside(Class::Detail);
        }
        Seen::No
    }
}

impl Twister {
    fn info(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with("Zephyr version: ") {
            *self = Self { run: std::mem::take(&mut self.run), ..Self::default() };
            self.run.begin(None, sink);
            return Seen::Mine(Class::Noise);
        }
        if let Some(told) = long(text) {
            self.run.open(sink);
            self.told(told, sink);
            return Seen::Mine(if told.outcome == Ran::Failed { Class::Detail } else { Class::Passed });
        }
        if let Some(totals) = numbers(text).filter(|_| self.run.is_running()) {
            self.run.close(sink);
            sink.emit(Event::MayHaveEnded);
            self.run.declare(totals, sink);
            *self = Self { closing: true, ..Self::default() };
            return Seen::Mine(Class::Totals);
        }
        if self.run.is_open() && !is_progress(text) {
            self.run.text(Part::Why, sink);
            return Seen::Inside(Class::Detail);
        }
        self.run.close(sink);
        let closing = std::mem::take(&mut self.closing);
        // Behind its last line the same words are another program's.
        self.closing = closing && text != "Run completed";
        if self.run.is_running() || closing { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn told(&mut self, told: Told<'_>, sink: &mut dyn Sink) {
        self.closing = false;
        let id = TestId { module: told.platform, separator: " ", name: told.suite };
        let name = format!("{} {}", told.platform, told.suite);
        let before = self.failed.contains(&key(&name));
        match (told.outcome, before) {
            (Ran::Failed, true) => self.run.more(&name, sink),
            (Ran::Failed, false) => {
                self.run.fail(id, sink);
                self.run.message(&clipped(told.reason), sink);
                if self.failed.len() < FAILED {
                    self.failed.insert(key(&name));
                }
            }
            (outcome, before) => {
                if before {
                    self.run.close(sink);
                    sink.emit(Event::Withdrawn(id));
                    self.failed.remove(&key(&name));
                }
                let outcome = if outcome == Ran::Passed { Outcome::Passed } else { Outcome::Skipped };
                self.run.finished(id, outcome, sink);
            }
        }
    }
}

/// Reads `2/2 qemu_x86   tests/quay/quay.leave   FAILED Timeout (qemu 60.106s)`.
fn long(text: &str) -> Option<Told<'_>> {
    let (count, rest) = text.trim_start().split_once(' ')?;
    let (at, all) = count.split_once('/')?;
    (scan::whole_number(at)? <= scan::whole_number(all)?).then_some(())?;
    let (platform, suite, rest) = configuration(rest)?;
    let (outcome, rest) = result(rest)?;
    let (reason, _) = rest.strip_suffix(')')?.rsplit_once('(')?;
    (rest.starts_with([' ', '('])).then_some(Told { platform, suite, outcome, reason: reason.trim() })
}

/// Reads `qemu_x86   tests/quay/quay.leave   FAILED: Timeout`.
fn short(text: &str) -> Option<Told<'_>> {
    let (platform, suite, rest) = configuration(text)?;
    let (outcome, rest) = result(rest)?;
    let reason = rest.trim_start().strip_prefix(':')?.trim();
    (outcome == Ran::Failed).then_some(Told { platform, suite, outcome, reason })
}

/// A platform, a suite and what stands behind them, in columns.
fn configuration(text: &str) -> Option<(&str, &str, &str)> {
    let (platform, rest) = text.split_once(' ')?;
    let (suite, rest) = rest.trim_start().split_once(' ')?;
    let whole = !platform.is_empty() && !suite.is_empty() && !platform.contains(':');
    whole.then(|| (platform, suite, rest.trim_start()))
}

/// A result and what stands behind it.
fn result(text: &str) -> Option<(Ran, &str)> {
    const RESULTS: [(&str, Ran); 7] = [
        ("PASSED", Ran::Passed),
        ("FAILED", Ran::Failed),
        ("ERROR", Ran::Failed),
        ("SKIPPED", Ran::Skipped),
        ("FILTERED", Ran::Skipped),
        ("NOT RUN", Ran::Skipped),
        ("NOTRUN", Ran::Skipped),
    ];
    let told = RESULTS.iter().find(|(word, _)| text.starts_with(word))?;
    Some((told.1, text.get(told.0.len()..)?))
}

/// Reads `1 of 2 test configurations passed (50.00%), 1 failed, 0 errored, 0 skipped with 0 warnings in 75.06 seconds`.
fn numbers(text: &str) -> Option<Totals> {
    let (passed, rest) = scan::number(text)?;
    let (_, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let rest = rest.strip_prefix(" executed").unwrap_or(rest);
    let rest = rest.strip_prefix(" test configurations passed (")?;
    let (parts, _) = rest.split_once(" with ")?;
    let (mut failed, mut skipped) = (None, 0_u64);
    for part in parts.split(", ").skip(1) {
        let (count, word) = scan::number(part)?;
        match word.trim_end_matches(',') {
            " failed" | " errored" | " error" => {
                failed = Some(failed.unwrap_or(0_u64).saturating_add(count));
            }
            " skipped" | " built (not run)" => skipped = skipped.saturating_add(count),
            _ => {}
        }
    }
    Some(Totals { passed: Some(passed), failed: Some(failed?), skipped: Some(skipped), ..Totals::default() })
}

/// What twister says of itself between configurations.
fn is_progress(text: &str) -> bool {
    let selected = scan::number(text).is_some_and(|(_, rest)| {
        [" Iteration:", " test scenarios (", " test configurations executed on platforms"]
            .iter()
            .any(|shape| rest.starts_with(shape))
    });
    selected || text.starts_with("Total complete: ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Twister::default(), text).join("\n")
    }

    const HEAD: &str = "INFO    - Zephyr version: v4.2.0\n";

    #[test]
    fn results_are_read_with_and_without_reasons() {
        let told = long(
            "2/2 qemu_x86                  quay/quay.leave        FAILED Timeout (qemu 60.106s <zephyr>)",
        );
        let told = told.unwrap();
        assert_eq!(
            (told.platform, told.suite, told.outcome, told.reason),
            ("qemu_x86", "quay/quay.leave", Ran::Failed, "Timeout")
        );
        assert_eq!(
            long(" 1/20 native_sim  quay/quay.moor  PASSED (native 0.211s)").unwrap().outcome,
            Ran::Passed
        );
        assert_eq!(
            long("1/2 native_sim  quay/quay.moor  NOT RUN (build <host>)").unwrap().outcome,
            Ran::Skipped
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
        for (text, told) in [
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
                (Some(told.0), Some(told.1), Some(told.2)),
                "{text}"
            );
        }
        assert!(numbers("2 of 3 executed test cases passed (66.67%)").is_none());
    }

    #[test]
    fn what_passes_when_it_runs_again_is_no_failure() {
        let again = "INFO    - 2 Iteration:\nINFO    - 2/2 a  b  PASSED (native 1s)\n";
        let text = format!("{HEAD}INFO    - 2/2 a  b  FAILED Timeout (native 60s)\n{again}");
        let all = all(&text);
        assert!(all.contains("Withdrawn"), "{all}");
    }

    #[test]
    fn what_stands_behind_its_last_line_is_another_programs() {
        let end =
            "INFO    - 1 of 1 test configurations passed (100.00%), 0 failed with 0 warnings in 1 seconds\n";
        let said = all(&format!("{HEAD}{end}INFO    - Run completed\nINFO    - the upload FAILED\n"));
        assert!(said.contains("3 Mine(Noise)") && said.contains("\n4 No \n"), "{said}");
    }

    #[test]
    fn only_so_many_failures_are_remembered_and_every_one_is_told() {
        let mut twister = Twister::default();
        let most = FAILED + 1;
        let rows: String = (0..most).map(|each| format!("ERROR   - a  quay.{each}  FAILED: no\n")).collect();
        let said = drive(&mut twister, &rows).join("\n");
        assert_eq!(said.matches("BlockOpened").count(), most);
        assert_eq!(twister.failed.len(), FAILED);
    }

    #[test]
    fn numbers_without_a_run_are_nobodys() {
        assert!(!all("INFO    - 1 of 1 test configurations passed (100.00%), 0 failed with 0 warnings in 1 seconds\n").contains("Declared"));
    }
}
