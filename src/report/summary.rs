//! The numbers of the answer: per section and in all. Unknown is `None`, never zero.

use super::past::Compared;
use super::reconcile::declared_failures;
use super::report::Report;
use super::section::{Located, Section, SectionState};
use super::verdict::{Reading, Verdict, Witness};
use crate::budget::Count as _;
use crate::event::{Ended, FailureKind, Opened, Runner, Totals};
use crate::source::{Ending, How, signal_name};

/// Passed, failed, skipped and other tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Failures of every kind.
    pub failed: Option<u64>,
    /// Passed tests.
    pub passed: Option<u64>,
    /// Skipped tests.
    pub skipped: Option<u64>,
    /// Tests that are none of these.
    pub other: Option<u64>,
}

impl Counts {
    /// The sum, when every part is known.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        let parts = [self.failed?, self.passed?, self.skipped?, self.other?];
        Some(parts.iter().fold(0_u64, |sum, part| sum.saturating_add(*part)))
    }

    pub(super) fn plus(self, more: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_add(b?));
        Self {
            failed: sum(self.failed, more.failed),
            passed: sum(self.passed, more.passed),
            skipped: sum(self.skipped, more.skipped),
            other: sum(self.other, more.other),
        }
    }

    const ZERO: Self = Self { failed: Some(0), passed: Some(0), skipped: Some(0), other: Some(0) };
}

/// One section of the answer.
#[derive(Clone, Debug)]
pub struct SectionSummary {
    /// The runner that it is a run of.
    pub runner: Runner,
    /// What it is about, or empty.
    pub label: String,
    /// How it began.
    pub opened: Opened,
    /// Whether its end was seen and agrees.
    pub closed: bool,
    /// Whether it has tests, not only diagnostics.
    pub has_tests: bool,
    /// Whether it counts errors and warnings, of a compiler or of a linter.
    pub checks: bool,
    /// Its numbers.
    pub counts: Counts,
    /// The number of the section.
    pub at: usize,
    /// What of its numbers is in those of the answer; nothing when others tell the same.
    pub summed: Option<Counts>,
}

impl SectionSummary {
    /// Whether nothing ran in it, as far as is known, and nothing failed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.failed == Some(0) && self.counts.total().is_none_or(|total| total == 0)
    }
}

/// The result in numbers.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The verdict.
    pub verdict: Verdict,
    /// All numbers.
    pub counts: Counts,
    /// Where the numbers come from: `runner`, `located` or `report`.
    pub source: &'static str,
    /// Whether there are more than could be counted.
    pub at_least: bool,
    /// The sections that count.
    pub sections: Vec<SectionSummary>,
    /// Witnesses that disagree, and other things that the verdict line says.
    pub disagreements: Vec<String>,
    /// Warnings that were reported.
    pub warnings: u64,
    /// How long it ran, as the runners print it, or by the clock of weir when it ran the command.
    pub duration_ms: Option<u64>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// What kind of input there was.
    pub reading: Reading,
    /// Its failures compared with those of the last run, when there was one and there is something to say.
    pub compared: Option<Compared>,
    /// The exit status of the run, when it is known and it had one.
    pub exit: Option<i32>,
    /// The name of the signal that ended the run.
    pub signal: Option<String>,
}

/// The signal that ended a command.
fn killed_by(witness: Witness) -> Option<i32> {
    match witness.ending?.how {
        How::Killed(signal) => Some(signal),
        How::Exited(_) | How::TimedOut(_) => None,
    }
}

/// How the run ended, as the verdict line prints it: `exit 1`, `signal SEGV`.
fn ended(witness: Witness) -> Option<String> {
    let signal = killed_by(witness).map(signal_name);
    match signal {
        Some(signal) => Some(format!("signal {}", signal.trim_start_matches("SIG"))),
        None => witness.status().map(|status| format!("exit {status}")),
    }
}

/// How many passes a total leaves, when all else is subtracted.
fn rest_of(totals: &Totals, failed: u64, skipped: u64, other: u64) -> Option<u64> {
    let total = totals.total?;
    Some(total.saturating_sub(failed).saturating_sub(skipped).saturating_sub(other))
}

pub(super) fn counts_of(section: &Section) -> Counts {
    let located = &section.located;
    let anonymous = |at: usize| located.anonymous.get(at).copied().unwrap_or(0);
    let failures = located.failures();
    // A run that was stopped has no number of tests to agree with.
    let stopped = section.declared.as_ref().or(section.refused.as_deref()).filter(|_| section.interrupted);
    if let Some(totals) = stopped {
        return Counts {
            failed: Some(declared_failures(totals).unwrap_or(0).max(failures)),
            passed: totals.passed.map(|passed| passed.max(located.passes())),
            skipped: Some(totals.skipped.unwrap_or(0)),
            other: Some(totals.other.unwrap_or(0)),
        };
    }
    if let (SectionState::Closed, Some(totals)) = (section.state, &section.declared) {
        let failed = declared_failures(totals)
            .unwrap_or(0)
            .max(located.failed.saturating_add(located.unnamed))
            .max(section.refused_failures());
        let skipped = totals.skipped.unwrap_or_else(|| located.skipped.max(anonymous(2)));
        let other = totals.other.unwrap_or_else(|| located.other.max(anonymous(3)));
        let passed = totals.passed.or(rest_of(totals, failed, skipped, other)).unwrap_or(located.passes());
        return Counts {
            failed: Some(failed),
            passed: Some(passed),
            skipped: Some(skipped),
            other: Some(other),
        };
    }
    if !section.has_tests {
        return Counts { failed: Some(failures), ..Counts::ZERO };
    }
    let failed = failures.max(section.refused_failures());
    let known = located.passes() > 0 || (section.opened == Opened::Own && section.ended.is_none());
    let unless = |known: bool, value: u64| (known || value > 0).then_some(value);
    // Totals with more failures than were located are believed in that, and so in their other numbers.
    let refused = section.refused.as_deref().filter(|_| section.refused_failures() > failures);
    if let Some(totals) = refused {
        let skipped = totals.skipped.unwrap_or(0).max(located.skipped.saturating_add(anonymous(2)));
        let other = totals.other.unwrap_or(0).max(located.other.saturating_add(anonymous(3)));
        let passed = totals.passed.or(rest_of(totals, failed, skipped, other));
        return Counts {
            failed: Some(failed),
            passed: passed.map(|passed| passed.max(located.passes())).or(unless(known, located.passes())),
            skipped: Some(skipped),
            other: Some(other),
        };
    }
    Counts {
        failed: Some(failed),
        passed: unless(known, located.passes()),
        skipped: unless(known, located.skipped.saturating_add(anonymous(2))),
        other: Some(located.other.saturating_add(anonymous(3))),
    }
}

/// Whether a tool only says that all went well: beside tests it has nothing to count.
fn only_says_well(section: &Section) -> bool {
    section.ended == Some(Ended::Passed)
        && section.opened == Opened::Own
        && section.label.is_empty()
        && section.declared.is_none()
        && section.located == Located::default()
}

impl Report {
    /// The numbers and the verdict. Call it after [`Report::finish`].
    #[must_use]
    pub fn summary(&self, witness: Witness) -> Summary {
        // A section in which another one explains everything has nothing to say.
        let tells = |section: &&Section| {
            section.counts() && !section.again && (section.has_tests || section.located.failures() > 0)
        };
        let numbered = self.sections.iter().enumerate().filter(|(_, section)| tells(section));
        let (numbers, counted): (Vec<usize>, Vec<&Section>) = numbered.unzip();
        let from_report = counted.iter().any(|section| section.from_report);
        let mut sections: Vec<SectionSummary> = counted
            .iter()
            .zip(numbers)
            .map(|(section, at)| SectionSummary {
                runner: section.runner,
                label: section.label.to_string(),
                opened: section.opened,
                closed: section.is_closed(),
                has_tests: section.has_tests,
                checks: !section.has_tests || self.only_diagnoses(section),
                counts: counts_of(section),
                at,
                summed: None,
            })
            .collect();
        let counts_tests = sections.iter().any(|section| section.counts.passed > Some(0));
        // Beside tests a linter's document has no passes, not an unknown number of them.
        let beside_tests = |section: &Section, each: &SectionSummary| {
            counts_tests && section.document > 0 && each.checks && each.counts.passed.is_none()
        };
        for (section, each) in counted.iter().zip(&mut sections) {
            let failed = Counts { failed: each.counts.failed, ..Counts::ZERO };
            let counts = if beside_tests(section, each) { failed } else { each.counts };
            each.summed = Some(counts).filter(|_| !(counts_tests && only_says_well(section)));
        }
        let sum = |wanted: bool| {
            let chosen = counted.iter().zip(&sections).filter(|(section, _)| section.from_report == wanted);
            chosen.filter_map(|(_, each)| each.summed).fold(Counts::ZERO, Counts::plus)
        };
        let mut counts = sum(from_report);
        let mut disagreements = self.disagreements(witness, &counted, counts.failed);
        if from_report {
            let live = self.failures.records().iter().filter(|each| each.state == super::State::Live).count();
            let live = u64::try_from(live).unwrap_or(u64::MAX);
            let text = sum(false);
            if counted.iter().any(|section| !section.from_report && section.has_tests)
                && text.failed != counts.failed
            {
                let number =
                    |value: Option<u64>| value.map_or_else(|| "?".to_owned(), |value| value.to_string());
                disagreements.push(format!(
                    "report says {} failed, text {}",
                    number(counts.failed),
                    number(text.failed)
                ));
            }
            counts.failed = counts.failed.map(|failed| failed.max(live));
        }
        for (section, each) in counted.iter().zip(&mut sections) {
            each.summed = each.summed.filter(|_| section.from_report == from_report);
        }
        if counted.is_empty() {
            counts = Counts::default();
            if let Some((_, totals)) = self.strays.as_ref().or(self.run_totals.as_ref()) {
                counts.failed = declared_failures(totals);
                if counts.failed > Some(0) {
                    (counts.passed, counts.skipped, counts.other) =
                        (totals.passed, totals.skipped, totals.other);
                }
            }
        } else if let Some((_, totals)) = &self.strays {
            let declared = declared_failures(totals).unwrap_or(0);
            if counts.failed.is_some_and(|failed| failed == 0) {
                counts.failed = Some(declared);
            }
        }
        if self.crowded {
            counts = Counts { failed: counts.failed, ..Counts::default() };
        }
        let declared = counted.iter().any(|section| section.is_closed() && section.declared.is_some());
        // The time of a tool that had nothing to count is not that of the failures of another one.
        let failed = sections.iter().any(|section| section.counts.failed > Some(0));
        let beside = |runner: Runner| {
            let mut own = sections.iter().filter(|section| section.runner == runner).peekable();
            failed && own.peek().is_some() && own.all(SectionSummary::is_empty)
        };
        let duration_ms = self.durations.in_all(beside).or(witness.ran_ms);
        Summary {
            verdict: self.verdict(witness),
            counts,
            source: if from_report {
                "report"
            } else if declared {
                "runner"
            } else {
                "located"
            },
            at_least: self.crowded
                || counted.iter().any(|section| {
                    let reported = section.is_closed() && section.declared.is_some();
                    !reported
                        && (section.located.unnamed > 0
                            || self.counted_in_part && section.located.anonymous[0] > 0)
                }),
            sections,
            disagreements,
            warnings: self.outer_warnings(),
            duration_ms,
            interrupted: self.is_interrupted(witness),
            reading: self.reading(),
            compared: self.compared().copied().filter(|compared| !compared.is_empty()),
            exit: witness.status().filter(|_| killed_by(witness).is_none()),
            signal: killed_by(witness).map(signal_name),
        }
    }

    /// Whether a section reports errors in files and nothing that ran.
    pub(super) fn only_diagnoses(&self, section: &Section) -> bool {
        let totals = section.declared.as_ref().or(section.refused.as_deref());
        let ran = section.located.passes() > 0
            || section.located.skipped > 0
            || totals.is_some_and(|totals| totals.passed.is_some() || totals.skipped > Some(0));
        let diagnosed = |at: &u32| {
            let failure = usize::try_from(*at).ok().and_then(|at| self.failures.get(at));
            failure.is_none_or(|failure| matches!(failure.kind, FailureKind::Diagnostic | FailureKind::Build))
        };
        !ran && !section.failures.is_empty() && section.failures.iter().all(diagnosed)
    }

    fn disagreements(&self, witness: Witness, counted: &[&Section], failed: Option<u64>) -> Vec<String> {
        let mut printed = Vec::new();
        let mut declared_sum = 0_u64;
        let mut located_sum = 0_u64;
        let mut differ = false;
        for section in counted.iter().filter(|section| !section.from_report) {
            let accepted = section.is_closed() && section.refused_failures() == 0;
            let totals = if accepted { section.declared } else { section.refused.as_deref().copied() };
            if let Some(failures) = totals.as_ref().and_then(declared_failures) {
                let located = section.located.failed.saturating_add(section.located.unnamed);
                differ |= failures != located;
                declared_sum.up(failures);
                located_sum.up(located);
            }
        }
        if differ {
            printed.push(format!("totals say {declared_sum} failed, {located_sum} found"));
        }
        if let Some((runner, totals)) = &self.strays {
            let failures = declared_failures(totals).unwrap_or(0);
            if failed != Some(failures) {
                printed.push(format!("{} totals outside of a run say {failures} failed", runner.0));
            }
        }
        if self.report_failed {
            printed.push("text only".to_owned());
        }
        let verdict = self.verdict(Witness { exit: None, ending: None, ..witness });
        if verdict != Verdict::Failed && witness.status() != Some(0) {
            printed.extend(self.nested.sentences());
        }
        match (witness.status(), ended(witness)) {
            (Some(0), _) if verdict == Verdict::Failed => {
                printed.push("exit 0, but failures were recognised".to_owned())
            }
            (Some(..0 | 1..), Some(ended)) if verdict != Verdict::Failed && !witness.was_asked_to_end() => {
                printed.push(format!("{ended}, no failure recognised"));
            }
            _ => {}
        }
        if let Some(Ending { how: How::TimedOut(limit), .. }) = witness.ending {
            printed.push(format!("timed out after {} s", limit.as_secs_f64()));
        }
        if witness.ending.is_some_and(|ending| ending.left_open) {
            printed.push("a background process still holds the output".to_owned());
        }
        printed
    }
}
