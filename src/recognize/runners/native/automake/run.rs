//! What is known of one run of tests.

use std::collections::VecDeque;

use super::automake_lines::{Made, Reported, Sum, Word};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Grade, Outcome, Part, Sink, TestId};
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::crash;
use crate::recognize::kit::output::{Reader, Reported as Says};
use crate::text::head;

/// The most names of failures that are remembered, and the most bytes of one.
const MOST_NAMES: usize = 1024;
const NAME_BYTES: usize = 400;
/// The most last lines of a test's output that are kept.
const KEPT_LINES: usize = 60;
/// The most folders whose tests run side by side.
const MOST_FOLDERS: usize = 64;

/// A failure that was reported.
#[derive(Debug)]
pub(super) struct Failed {
    /// The test program.
    test: String,
    /// What is after it, and how often the name came before.
    case: String,
    /// The serial harness never says so.
    foreign: bool,
}

impl Failed {
    pub(super) fn id(&self) -> TestId<'_> {
        if self.case.is_empty() {
            TestId::split_last(&self.test, "/")
        } else {
            TestId { module: &self.test, separator: " ", name: &self.case }
        }
    }
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With these totals.
    Totals(Sum),
    /// Without any that are to be believed.
    Lost,
}

/// One run of tests, or of those of several folders at once.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// How many folders' tests began.
    headers: usize,
    /// Make's line began it.
    headed: bool,
    /// Make's lines about folders since the last folder's tests began, before their first result.
    entered: u32,
    /// Who of make entered a folder last then, and which: where it tells of folders at all.
    folder: String,
    /// Make spoke since the last result, and left that folder since the last result or the totals.
    made: bool,
    left: bool,
    /// Something else than a test failed.
    broken: bool,
    /// Make printed after the totals that the tests failed, and nothing of the run came since.
    contradicted: bool,
    /// Results since a folder's tests began, and since the last totals.
    begun: u64,
    since: u64,
    passed: u64,
    skipped: u64,
    expected: u64,
    failures: u64,
    failed: Vec<Failed>,
    sums: VecDeque<Sum>,
    held: VecDeque<String>,
}

impl Run {
    /// A run of one folder's tests, whether make's line began it or not.
    pub(super) fn new(headed: bool) -> Self {
        Self { headers: 1, headed, made: true, ..Self::default() }
    }

    /// Whether all totals came, and no result after them.
    pub(super) fn is_complete(&self) -> bool {
        self.since == 0 && !self.sums.is_empty() && self.sums.len() >= self.headers
    }

    /// Whether what follows is none of it.
    pub(super) fn is_over(&self) -> bool {
        self.is_complete() && (self.left || !self.headed)
    }

    /// Whether make can have begun the tests of another folder here: a test printed no line since its last one.
    pub(super) fn may_go_on(&self) -> bool {
        self.made
    }

    /// A line of make's. Returns whether it leaves a folder that has no tests.
    pub(super) fn make(&mut self, made: Made<'_>) -> bool {
        let complete = self.is_complete();
        self.made = true;
        match made {
            Made::Enters(who, folder) if self.begun == 0 => {
                self.entered.up(1);
                self.folder = format!("{who}: {folder}");
            }
            Made::Leaves(who, folder) if self.folder.strip_prefix(who) == Some(&format!(": {folder}")) => {
                self.left = true;
                let nothing = !complete && self.begun == 0 && self.entered == 1 && self.held.is_empty();
                self.headers.down(usize::from(nothing));
                return nothing && self.headers == 0;
            }
            Made::Breaks => self.broken |= !complete,
            Made::Fails => self.contradicted |= complete,
            _ => {}
        }
        // Where it tells of no folders, that something failed is all it says.
        self.left |= complete && self.folder.is_empty();
        false
    }

    /// The last totals.
    pub(super) fn last_sum(&self) -> Option<Sum> {
        self.sums.back().copied()
    }

    /// Another folder's tests began.
    pub(super) fn another(&mut self) {
        self.headers = self.headers.saturating_add(1).min(MOST_FOLDERS);
        (self.entered, self.begun) = (0, 0);
    }

    /// Totals came: a test may have printed earlier ones.
    pub(super) fn total(&mut self, sum: Sum) {
        self.sums.push_back(sum);
        while self.sums.len() > self.headers.max(1) {
            self.sums.pop_front();
        }
        (self.since, self.left, self.contradicted) = (0, false, false);
        self.held.clear();
    }

    /// Keeps a line that a test may have printed. Of the parallel harness, which enters a folder twice, none did: there
    /// the shell tells how a test died.
    pub(super) fn keep(&mut self, text: &str) {
        if self.is_parallel() && crash::sign(text).is_none() {
            return;
        }
        let full = self.held.len() >= KEPT_LINES;
        let mut line = if full { self.held.pop_front() } else { None }.unwrap_or_default();
        line.clear();
        line.push_str(head(text, LINE_BYTES));
        self.held.push_back(line);
    }

    fn is_parallel(&self) -> bool {
        self.entered > 1
    }

    /// A result.
    pub(super) fn result(&mut self, reported: Reported<'_>, sink: &mut dyn Sink) {
        self.since.up(1);
        self.begun.up(1);
        (self.made, self.left, self.contradicted) = (false, false, false);
        // Where tests run side by side it may be another one's.
        let stays = self.is_parallel() && !reported.word.fails();
        let held = if stays { VecDeque::new() } else { std::mem::take(&mut self.held) };
        let slot = match reported.word {
            Word::Pass => &mut self.passed,
            Word::Skip => &mut self.skipped,
            Word::ExpectedFail => &mut self.expected,
            Word::Fail | Word::UnexpectedPass | Word::Error => {
                self.claim(reported, Grade::Line, sink);
                sink.emit(Event::Heading);
                tell(reported, &held, sink);
                return;
            }
        };
        slot.up(1);
        match reported.word {
            Word::Skip => sink.emit(Event::finished(reported.id(), Outcome::Skipped)),
            Word::ExpectedFail => sink.emit(Event::finished(reported.id(), Outcome::Other)),
            // Passes are reported with the totals: a test may print imitations.
            _ => {}
        }
    }

    /// A test failed.
    pub(super) fn claim(&mut self, reported: Reported<'_>, grade: Grade, sink: &mut dyn Sink) {
        let same = |each: &&Failed| each.test == reported.test && begins(&each.case, reported.case);
        let before = self.failed.iter().filter(same).count();
        if before > 0 && self.headers <= 1 {
            // In one folder the name is one test's: a test printed one of the two lines.
            sink.emit(Event::Finished {
                id: reported.id(),
                outcome: Outcome::Failed(reported.kind()),
                grade,
                attempt: 0,
                alias: "",
            });
            return;
        }
        self.failures.up(1);
        let case = match before {
            0 => reported.case.to_owned(),
            // The same name in another folder.
            more => format!("{} ({})", reported.case, more.saturating_add(1)).trim_start().to_owned(),
        };
        let foreign = !reported.case.is_empty() || reported.word == Word::Error;
        let failed = Failed { test: reported.test.to_owned(), case, foreign };
        let (kind, id) = (reported.kind(), failed.id());
        sink.emit(Event::Finished { id, outcome: Outcome::Failed(kind), grade, attempt: 0, alias: "" });
        let short = failed.test.len().saturating_add(failed.case.len()) <= NAME_BYTES;
        if short && self.failed.len() < MOST_NAMES {
            self.failed.push(failed);
        }
    }

    /// Counts results that were reported before the run was known.
    pub(super) fn counted(&mut self, passed: u64, skipped: u64, expected: u64) {
        (self.passed, self.skipped, self.expected) = (passed, skipped, expected);
    }

    /// Whether a test program, as a log names it, failed or a case of it.
    pub(super) fn knows(&self, base: &str) -> bool {
        let all = u64::try_from(self.failed.len()) == Ok(self.failures);
        !all || self.failed.iter().any(|each| is_of(&each.test, base))
    }

    /// The failure of a test program, or of its case, as a log names it: without its ending.
    pub(super) fn find(&self, base: &str, case: &str) -> Option<&Failed> {
        self.failed.iter().find(|each| is_of(&each.test, base) && each.case == case)
    }

    /// The run is over. What the serial harness cannot have printed is taken back, and what its totals do not count.
    pub(super) fn end(&mut self, sink: &mut dyn Sink) -> End {
        let sum = self.sums.iter().fold(Sum::default(), |all, sum| Sum {
            parallel: all.parallel || sum.parallel,
            total: all.total.saturating_add(sum.total),
            failed: all.failed.saturating_add(sum.failed),
            skipped: all.skipped.saturating_add(sum.skipped),
            expected: Some(all.expected.unwrap_or(0).saturating_add(sum.expected.unwrap_or(self.expected))),
        });
        // What the parallel harness' tests print is in their logs: what broke there was no test's output.
        if !self.is_complete() || (self.broken && sum.parallel) {
            return self.lost(sink);
        }
        if !sum.parallel && self.failures > sum.failed {
            self.withdraw(|failed| failed.foreign, sink);
        }
        if sum.failed == 0 && self.failures > 0 {
            let apart = sum.skipped.saturating_add(sum.expected.unwrap_or(0));
            let all_passed = self.passed >= sum.total.saturating_sub(apart);
            if (!self.folder.is_empty() && !self.left) || !all_passed || self.contradicted {
                // Make would have left the folder and gone on, and a run whose tests all passed printed a line for each.
                return self.lost(sink);
            }
            self.withdraw(|_| true, sink);
        }
        End::Totals(sum)
    }

    fn withdraw(&mut self, which: impl Fn(&Failed) -> bool, sink: &mut dyn Sink) {
        for failed in self.failed.iter().filter(|each| which(each)) {
            self.failures.down(1);
            sink.emit(Event::Withdrawn(failed.id()));
        }
        self.failed.retain(|each| !which(each));
    }

    fn lost(&self, sink: &mut dyn Sink) -> End {
        // Skipped tests and those that failed as expected were reported by name.
        sink.emit(Event::Counted { passed: self.passed, failed: 0, skipped: 0, other: 0 });
        End::Lost
    }
}

/// Whether the case is the other, or one of its repetitions.
fn begins(case: &str, other: &str) -> bool {
    let rest = case.strip_prefix(other).map(str::trim_start);
    rest.is_some_and(|rest| rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')')))
}

/// Whether a test's name is `base`, with or without an ending: a log is named without it.
pub(super) fn is_of(test: &str, base: &str) -> bool {
    let rest = test.strip_prefix(base);
    rest.is_some_and(|rest| {
        rest.is_empty() || rest.strip_prefix('.').is_some_and(|ending| !ending.contains(['.', '/']))
    })
}

/// Tells the text of what just failed.
fn tell(reported: Reported<'_>, held: &VecDeque<String>, sink: &mut dyn Sink) {
    let mut reader = Reader::default();
    let mut message = reported.message().map(str::to_owned);
    for text in held {
        let says = reader.line(text);
        if says == Says::Message && message.is_none() {
            message = Some(text.trim().to_owned());
        }
        let part = if says == Says::Output { Part::Output } else { Part::Why };
        sink.emit(Event::Decoded { part, text });
    }
    if let Some(message) = reader.inside().or(message) {
        sink.emit(Event::Message(&message));
    }
    sink.emit(Event::BlockClosed);
}

/// What a failing test's kind is when only its word is known.
pub(super) fn kind(word: Word) -> FailureKind {
    if word == Word::Error { FailureKind::Setup } else { FailureKind::Test }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_output_are_kept_up_to_their_bounds() {
        let mut run = Run::default();
        let mut printed: Vec<String> = Vec::new();
        for number in 0..=MOST_NAMES {
            let test = format!("t{number}");
            run.result(Reported { word: Word::Fail, name: &test, test: &test, case: "" }, &mut printed);
        }
        assert_eq!(run.failed.len(), MOST_NAMES);
        for number in 0..=KEPT_LINES {
            run.keep(&format!("{number} {}", "x".repeat(LINE_BYTES)));
        }
        assert_eq!((run.held.len(), run.held[0].len()), (KEPT_LINES, LINE_BYTES));
        assert!(run.held[0].starts_with("1 "));
        for _ in 0..=MOST_FOLDERS {
            run.another();
        }
        assert_eq!(run.headers, MOST_FOLDERS);
    }

    #[test]
    fn a_name_that_comes_again_is_another_failure_where_tests_of_two_folders_run() {
        let mut run = Run::new(true);
        let mut printed: Vec<String> = Vec::new();
        for _ in 0..2 {
            run.claim(
                Reported { word: Word::Fail, name: "", test: "moors", case: "" },
                Grade::Line,
                &mut printed,
            );
        }
        assert_eq!((run.failed.len(), run.failures, printed.len()), (1, 1, 2));
        let mut run = Run { headers: 2, ..Run::default() };
        let mut printed: Vec<String> = Vec::new();
        for case in ["", "", "2 - ebbs", "2 - ebbs"] {
            run.claim(
                Reported { word: Word::Fail, name: "", test: "moors", case },
                Grade::Line,
                &mut printed,
            );
        }
        let cases: Vec<&str> = run.failed.iter().map(|each| each.case.as_str()).collect();
        assert_eq!(cases, ["", "(2)", "2 - ebbs", "2 - ebbs (2)"]);
        assert!(is_of("moors.test", "moors") && is_of("moors", "moors") && !is_of("moors2", "moors"));
    }
}
