//! What the spec reporter says of one worker: a tree of suites and tests, numbers, and the text of each failure.

use super::wdio_lines;
use crate::event::{Block, Class, Event, FailureKind, Grade, Outcome, Seen, TestId, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::scan;

/// Columns between a suite and one inside of it.
const STEP: usize = 4;
/// The most suites around a test.
const DEEPEST: usize = 64;

/// The report of a worker.
#[derive(Debug)]
pub(super) struct Report {
    pub worker: String,
    attempt: u32,
    /// Tests that failed before the spec file ran again.
    before: Vec<String>,
    /// Titles of suites, from the outermost.
    suites: Vec<String>,
    /// Failures that were reported as they came, until the tree names them.
    early: Vec<String>,
    /// Failures of the tree whose texts did not come: what the list calls them, and their whole titles.
    waiting: Vec<(String, String)>,
    /// The text of the open failure.
    error: ErrorText,
    /// What the failure of the whole spec file is called, when it was reported before.
    whole: Option<String>,
    totals: Totals,
    numbers: bool,
}

impl Report {
    pub(super) fn new(
        worker: &str,
        attempt: u32,
        early: Vec<String>,
        before: Vec<String>,
        whole: Option<String>,
    ) -> Self {
        Self {
            worker: clipped(worker),
            attempt,
            before,
            suites: Vec::new(),
            early,
            waiting: Vec::new(),
            error: ErrorText::default(),
            whole,
            totals: Totals::default(),
            numbers: false,
        }
    }

    pub(super) fn line(&mut self, content: &str, run: &mut Run<'_>) -> Seen {
        let bare = content.trim();
        if self.numbers
            && indent(content) == 0
            && let Some((_, title)) =
                scan::number(bare).and_then(|(number, rest)| Some((number, rest.strip_prefix(") ")?)))
        {
            return self.listed(title, run);
        }
        if run.is_open() {
            if bare.is_empty() {
                run.close();
                return Seen::Mine(Class::Noise);
            }
            return wdio_lines::add(&mut self.error, bare, run);
        }
        if bare.is_empty() || bare.starts_with("Running: ") || bare.starts_with("Session ID: ") {
            return Seen::Mine(Class::Noise);
        }
        if self.number(content) {
            return Seen::Mine(Class::Totals);
        }
        if bare == "✖ Failed to create a session:" {
            if let Some(name) = &self.whole {
                run.more(name);
            } else {
                let name = format!("[{}] session", self.worker);
                run.open_block(Block::Whole { name: &name, kind: FailureKind::Setup });
                self.totals.failed = Some(self.totals.failed.unwrap_or(0).saturating_add(1));
            }
            run.emit(Event::Heading);
            self.error = ErrorText::default();
            return Seen::Mine(Class::Detail);
        }
        let column = indent(content);
        // A test is three columns after its suite.
        if column % STEP == STEP.saturating_sub(1) {
            return self.test(bare, run);
        }
        if column.is_multiple_of(STEP) && !self.numbers && !bare.starts_with("» ") {
            let depth = column.checked_div(STEP).unwrap_or(0);
            if depth <= self.suites.len() && depth < DEEPEST {
                self.suites.truncate(depth);
                self.suites.push(clipped(without_retries(bare)));
            }
        }
        Seen::Mine(Class::Noise)
    }

    /// A test in the tree.
    fn test(&mut self, bare: &str, run: &mut Run<'_>) -> Seen {
        let marks = [("✓ ", Outcome::Passed), ("- ", Outcome::Skipped), ("? ", Outcome::Skipped)];
        let failed = ("✖ ", Outcome::Failed(FailureKind::Test));
        let Some((title, outcome)) = marks
            .into_iter()
            .chain([failed])
            .find_map(|(mark, outcome)| Some((without_retries(bare.strip_prefix(mark)?), outcome)))
        else {
            return Seen::Mine(Class::Noise);
        };
        let mut whole = self.suites.join(" ");
        whole.push(' ');
        whole.push_str(title);
        let whole = whole.trim().to_owned();
        let module = format!("[{}]", self.worker);
        let id = TestId { module: &module, separator: " ", name: &whole };
        let attempt = self.attempt;
        // What did not fail before counts once, however often the spec file ran.
        let again = attempt > 1 && !matches!(outcome, Outcome::Failed(_)) && !self.before.contains(&whole);
        if !again {
            run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt, alias: "" });
        }
        match outcome {
            Outcome::Passed => Seen::Mine(Class::Passed),
            Outcome::Failed(_) => {
                run.emit(Event::Heading);
                self.early.retain(|early| *early != whole);
                if self.before.len() < wdio_lines::MOST {
                    self.before.push(whole.clone());
                }
                if self.waiting.len() < wdio_lines::MOST {
                    let suite = self.suites.last().map_or("", String::as_str);
                    self.waiting.push((format!("{suite} {title}").trim().to_owned(), whole));
                }
                Seen::Mine(Class::Detail)
            }
            Outcome::Skipped | Outcome::Other => Seen::Mine(Class::Skipped),
        }
    }

    /// `1) suite title` above the text of a failure.
    fn listed(&mut self, title: &str, run: &mut Run<'_>) -> Seen {
        let at = self.waiting.iter().position(|(listed, _)| listed == title.trim());
        let module = format!("[{}]", self.worker);
        if let Some(at) = at {
            let (_, whole) = self.waiting.remove(at);
            run.more(&format!("{module} {whole}"));
        } else {
            let id = TestId { module: &module, separator: " ", name: title.trim() };
            run.open_block(Block::Test { id, kind: FailureKind::Test });
        }
        run.emit(Event::Heading);
        self.error = ErrorText::default();
        Seen::Mine(Class::Detail)
    }

    /// `4 passing (5s)`, `1 failing`, `1 skipped`, `1 retried` in the first column.
    fn number(&mut self, content: &str) -> bool {
        let Some((number, rest)) = scan::number(content) else { return false };
        let word = rest.trim_end();
        let word =
            word.strip_suffix(')').and_then(|word| word.split_once(" (")).map_or(word, |(word, _)| word);
        let slot = match word {
            " passing" => &mut self.totals.passed,
            " failing" => &mut self.totals.failed,
            " skipped" => &mut self.totals.skipped,
            " retried" => &mut self.totals.other,
            _ => return false,
        };
        *slot = Some(number);
        self.numbers = true;
        true
    }

    /// The report ends: its worker, its numbers, and the tests that failed so far.
    pub(super) fn end(self, run: &mut Run<'_>) -> (String, Totals, Vec<String>) {
        run.close();
        // What came early and has another name in the tree is reported by it.
        let module = format!("[{}]", self.worker);
        if self.numbers {
            for early in self.early {
                run.emit(Event::Withdrawn(TestId { module: &module, separator: " ", name: &early }));
            }
        }
        (self.worker, self.totals, self.before)
    }
}

/// The title without ` (2x retries)` after it.
fn without_retries(title: &str) -> &str {
    let number = |text: &str| text.strip_suffix("x retries)").and_then(scan::whole_number);
    match title.rsplit_once(" (") {
        Some((before, retries)) if number(retries).is_some() => before.trim_end(),
        _ => title,
    }
}
