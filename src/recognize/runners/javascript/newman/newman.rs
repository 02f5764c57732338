//! Newman's report on the command line: requests with their assertions, a table of numbers, and a list of what failed.
//!
//! A line with the one word `newman` begins it. Every failure has a number, in the progress and in the list, where its text
//! is; one of a request that got no answer has it in the list alone. What scripts print is in boxes of its own. The
//! table's numbers close the run; they count requests, scripts and assertions, each of which can fail.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Level, Opened, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::{NAME_BYTES, NAMES};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};
use crate::text::head;

use super::newman_lines::{self, Step, entry, heads_list, row};

/// How many lines there are between the header and the first request at most.
const HEADER_LINES: u32 = 12;
/// The longest message that is put together, in bytes.
const MESSAGE_BYTES: usize = 480;
/// The rows of the table whose failures are counted; the last one is of assertions.
const ROWS: [&str; 4] = ["requests", "test-scripts", "prerequest-scripts", "assertions"];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Nothing was read.
    #[default]
    Outside,
    /// After the header, for so many lines.
    Header(u32),
    /// Requests are reported.
    Requests,
    /// In the table, or after it.
    Table,
    /// In the list.
    List,
}

/// A failure: the request that it is of, and its own name.
#[derive(Clone, Debug)]
struct Failed {
    item: String,
    name: String,
}

impl Failed {
    fn id(&self) -> TestId<'_> {
        id(&self.item, &self.name)
    }
}

fn id<'a>(item: &'a str, name: &'a str) -> TestId<'a> {
    if item.is_empty() { TestId::bare(name) } else { TestId { module: item, separator: ": ", name } }
}

/// Newman.
#[derive(Debug, Default)]
pub struct Newman {
    stage: Stage,
    iteration: u64,
    folder: String,
    item: String,
    /// By their numbers, from 1.
    failed: Vec<Failed>,
    failures: u64,
    /// Failures that the table's rows count so far.
    sum: u64,
    /// The run's totals, until its list is over.
    totals: Option<Totals>,
    /// The text of the open failure of the list until its place comes, and the name of the assertion, which it repeats.
    text: Option<String>,
    repeated: String,
    /// The table has its last line.
    drawn: bool,
    /// Outside of a run: failures of the table's rows so far.
    rows: Vec<u64>,
    /// Names of failures of the list that nothing reported before.
    names: Names,
}

impl Runner for Newman {
    const SPEC: Spec = Spec {
        name: "newman",
        reads: "Newman: collections of Postman",
        starts: &["newman", "#  failure ", "\u{2502}  ", "|  "],
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.stage != Stage::Outside
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if text.trim_end() == "newman" {
            self.over(run);
            self.stage = Stage::Header(0);
            return Seen::No;
        }
        match self.stage {
            Stage::Outside => self.outside(text, run),
            Stage::Header(lines) => {
                let step = newman_lines::step(text);
                if matches!(step, Some(Step::Item { .. } | Step::Folder(_) | Step::Iteration(_))) {
                    run.begin(None);
                    self.stage = Stage::Requests;
                    return self.requests(text, run);
                }
                let next = Stage::Header(lines.saturating_add(1));
                self.stage = if lines < HEADER_LINES { next } else { Stage::Outside };
                Seen::No
            }
            Stage::Requests => self.requests(text, run),
            Stage::Table => self.table(text, run),
            Stage::List => self.list(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl Newman {
    /// The run is over, or the log.
    fn over(&mut self, run: &mut Run<'_>) {
        run.close();
        self.declare(run);
        run.forget();
        *self = Self::default();
    }

    /// A line of a log that may begin amid a run: the first row of the table that counts, or the head of the list. A table
    /// without a failure proves nothing alone.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if heads_list(text) {
            run.begin_as(Opened::Headless, None);
            self.stage = Stage::List;
            return Seen::Mine(Class::Noise);
        }
        let Some((name, executed, failed)) = row(text) else { return Seen::No };
        let next = ROWS.get(self.rows.len());
        if next.is_none_or(|next| *next != name) {
            self.rows.clear();
            return Seen::No;
        }
        self.rows.push(failed);
        if self.rows.len() == ROWS.len() {
            let sum =
                std::mem::take(&mut self.rows).iter().fold(0, |sum: u64, each| sum.saturating_add(*each));
            if sum > 0 {
                run.begin_as(Opened::Headless, None);
                self.stage = Stage::Table;
                let passed = Some(executed.saturating_sub(failed));
                self.totals = Some(Totals { passed, failed: Some(sum), ..Totals::default() });
                return Seen::Mine(Class::Totals);
            }
        }
        Seen::No
    }

    fn requests(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(step) = newman_lines::step(text) else {
            return if self.row(text, run) { Seen::Mine(Class::Totals) } else { Seen::Inside(Class::Other) };
        };
        match step {
            Step::Iteration(number) => self.iteration = number,
            Step::Folder(name) => head(name, NAME_BYTES).clone_into(&mut self.folder),
            Step::Item { name, in_folder } => {
                self.item.clear();
                if self.iteration > 1 {
                    self.item.push_str(&format!("iteration {} / ", self.iteration));
                }
                if in_folder && !self.folder.is_empty() {
                    self.item.push_str(&self.folder);
                    self.item.push_str(" / ");
                }
                self.item.push_str(head(name, NAME_BYTES));
            }
            Step::Passed(name) => {
                return run.pass(id(&self.item, name));
            }
            Step::Failed { number, name, script } => {
                if number != self.failures.saturating_add(1) {
                    return Seen::Inside(Class::Other);
                }
                let kind = if script { FailureKind::Setup } else { FailureKind::Test };
                return self.fail(name, kind, run);
            }
            Step::Errored => return self.fail("request", FailureKind::Setup, run),
        }
        Seen::Mine(Class::Noise)
    }

    fn fail(&mut self, name: &str, kind: FailureKind, run: &mut Run<'_>) -> Seen {
        self.failures.up(1);
        let failed = Failed { item: self.item.clone(), name: head(name, NAME_BYTES).to_owned() };
        run.emit(Event::finished(failed.id(), Outcome::Failed(kind)));
        if self.failed.len() < NAMES {
            self.failed.push(failed);
        }
        Seen::Mine(Class::Detail)
    }

    /// A row of the table. Whether it is one.
    fn row(&mut self, text: &str, run: &mut Run<'_>) -> bool {
        let Some((name, executed, failed)) = row(text) else { return false };
        let Some(at) = ROWS.iter().position(|row| *row == name) else { return name == "iterations" };
        self.stage = Stage::Table;
        self.sum.up(failed);
        if at.saturating_add(1) == ROWS.len() {
            let passed = Some(executed.saturating_sub(failed));
            let totals = Totals { passed, failed: Some(self.sum), ..Totals::default() };
            // The list of what failed comes after them.
            self.totals = Some(totals);
            if self.sum == 0 {
                self.declare(run);
            }
        }
        true
    }

    /// A line of the table or after it.
    fn table(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if self.row(text, run) {
            return Seen::Mine(Class::Totals);
        }
        if heads_list(text) {
            self.stage = Stage::List;
            return Seen::Mine(Class::Noise);
        }
        let drawn = !self.drawn && text.starts_with(['\u{2502}', '|', '\u{251c}', '\u{2514}', '\u{250c}']);
        self.drawn |= text.starts_with("\u{2514}\u{2500}") && text.trim_end().ends_with("\u{2500}\u{2518}");
        let ruler = text.starts_with("----") && text.bytes().all(|byte| matches!(byte, b'-' | b'+'));
        if drawn || ruler || text.trim().is_empty() {
            return Seen::Mine(Class::Totals);
        }
        self.over(run);
        Seen::No
    }

    fn list(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if let Some((number, class, beside)) = entry(text) {
            let index = usize::try_from(number.saturating_sub(1)).ok();
            let known = index.and_then(|index| self.failed.get(index));
            // Several requests may have an assertion of one name.
            let own = self.names.next_of(TestId::bare(if beside.is_empty() { class } else { beside }));
            let id = known.map_or(TestId::bare(&own), Failed::id);
            let seen = run.fail(id);
            known.map_or("", |known| known.name.as_str()).clone_into(&mut self.repeated);
            self.text = Some(beside.to_owned());
            self.explain(run);
            return seen;
        }
        if !run.is_open() || !text.starts_with("    ") {
            self.over(run);
            return Seen::No;
        }
        let trimmed = newman_lines::without_iteration(trimmed);
        let places = ["at assertion:", "at request", "at test-script", "at prerequest-script", "inside \""];
        self.text.take_if(|_| places.iter().any(|place| trimmed.starts_with(place)));
        let Some(text) = &mut self.text else { return run.text(Part::Where) };
        if text.len() < MESSAGE_BYTES {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(head(trimmed, MESSAGE_BYTES));
            self.explain(run);
        }
        run.text(Part::Why)
    }

    fn explain(&self, run: &mut Run<'_>) {
        let text = self.text.as_deref().unwrap_or_default();
        run.message_otherwise(text.strip_prefix(&self.repeated).unwrap_or(text));
    }

    fn declare(&mut self, run: &mut Run<'_>) {
        if let Some(totals) = self.totals.take() {
            run.emit(Event::Declared { totals, level: Level::Section });
        }
    }
}
