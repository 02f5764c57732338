//! Runs of `node --test` for people.
//!
//! A run begins with `▶ suite` or with a verdict that ends in its time; it ends with `ℹ tests N` to `ℹ duration_ms N`, after which the list
//! of failures repeats each with its place and error. Older versions print the error below the verdict too. A suite's verdict repeats its
//! title and is no test; a test with failed subtests counts among node's failures, but its list leaves it out.
//!
//! The dot reporter has no numbers at all, only the list: then nothing can be called passed.

use super::node_test_lines::{Count, Mark, count, verdict};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Level, Outcome, Place, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::{NAME_BYTES, NAMES};
use crate::recognize::kit::frames::error_text::{ErrorText, place_of};
use crate::recognize::kit::frames::v8::source;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::recognize::runners::javascript::shared::Death;

/// The deepest nesting of suites.
const MOST_SUITES: usize = 32;
/// What is between the names of suites and tests.
const SEPARATOR: &str = " > ";

#[derive(Debug)]
struct Suite {
    indent: usize,
    name: String,
    failed: bool,
    results: u64,
}

/// A failure that was reported while the tests ran.
#[derive(Debug)]
struct Reported {
    module: String,
    name: String,
    listed: bool,
    /// Its error was printed below its verdict.
    has_text: bool,
}

/// node's test runner.
#[derive(Debug, Default)]
pub struct NodeTest {
    suites: Vec<Suite>,
    reported: Vec<Reported>,
    /// Failed verdicts that sum up failed subtests.
    parents: Vec<Reported>,
    totals: Totals,
    /// In the list of failures.
    listing: bool,
    /// `test at FILE:LINE:COL` came.
    place: Option<(String, u64)>,
    /// The open failure's text, and the blanks before its verdict.
    block: Option<(usize, ErrorText)>,
    /// The lines below are no text of a failure, or repeat it.
    quiet: bool,
    blank: bool,
    /// How the process of a file died, which prints it above the file's verdict.
    death: Death,
    dying: bool,
}

impl Runner for NodeTest {
    const SPEC: Spec = Spec {
        name: "node test",
        reads: "node --test: spec and dot reporters (its TAP is read as tap)",
        starts: &["▶ ", "✔ ", "✖ ", "﹣ ", "ℹ tests ", "Failed tests:", "test at "],
        passes: &[PassShape { start: "✔ ", end: "ms)" }],
        places: Some(&["js", "mjs", "cjs", "ts", "mts"]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.listing || self.dying
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let full = line.judged();
        let text = full.trim();
        let indent = full.len().saturating_sub(full.trim_start().len());
        // A blank line of an error keeps its indentation; one without ends the error.
        if self.block.is_none() && !self.listing {
            let begins = !std::mem::replace(&mut self.dying, self.death.feed(full)) && self.dying;
            if begins && !run.is_running() {
                run.emit(Event::MayHaveBegun);
            }
        }
        let blank = self.blank;
        self.blank = full.is_empty() || blank && text.is_empty();
        if blank && indent > 0 {
            self.end_block(run);
        }
        if text.is_empty() {
            return if run.is_running() || self.listing { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some((mark, name)) = verdict(text)
            && let Some(seen) = self.verdict(indent, mark, name, run)
        {
            return seen;
        }
        let counted = indent == 0 && run.is_running();
        if counted && let Some(which) = count(text, &mut self.totals) {
            self.end_block(run);
            if which == Count::Last {
                self.declare(run);
            }
            return Seen::Mine(Class::Totals);
        }
        if indent == 0 && (text == "✖ failing tests:" || text == "Failed tests:") {
            self.end_block(run);
            self.listing = true;
            return Seen::Mine(Class::Noise);
        }
        if self.listing && indent == 0 {
            if let Some(at) = text.strip_prefix("test at ") {
                self.end_block(run);
                self.place = place_of(at).map(|(file, line)| (file.to_owned(), line));
                return Seen::Mine(Class::Detail);
            }
            // What follows the last failure is somebody else's.
            let over = blank || self.block.is_none();
            if over && !text.starts_with(['+', '-', '}']) {
                self.end_block(run);
                self.listing = false;
                self.reported.clear();
                return Seen::No;
            }
        }
        if let Some(seen) = self.body(indent, text, run) {
            return seen;
        }
        if let Some(name) = text.strip_prefix("▶ ").filter(|_| indent.is_multiple_of(2)) {
            self.enter(indent, name, run);
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.end_block(run);
    }
}

impl NodeTest {
    fn open(&mut self, run: &mut Run<'_>) {
        if !run.is_running() {
            self.listing = false;
            self.totals = Totals::default();
            self.suites.clear();
            self.reported.clear();
            self.parents.clear();
            run.begin(None);
            if self.death.is_certain() {
                // Whoever reads what became of a process has reported it.
                run.emit(Event::BeganThere);
            }
        }
    }

    fn enter(&mut self, indent: usize, name: &str, run: &mut Run<'_>) {
        self.open(run);
        self.end_block(run);
        self.suites.retain(|suite| suite.indent < indent);
        if self.suites.len() < MOST_SUITES && name.len() <= NAME_BYTES {
            let name = verdict_free(name).to_owned();
            self.suites.push(Suite { indent, name, failed: false, results: 0 });
        }
    }

    fn verdict(&mut self, indent: usize, mark: Mark, name: &str, run: &mut Run<'_>) -> Option<Seen> {
        if !indent.is_multiple_of(2)
            || self.block.as_ref().is_some_and(|(own, _)| indent > own.saturating_add(1) && self.listing)
        {
            return None;
        }
        if self.listing && !run.is_running() {
            if indent != 0 {
                return None;
            }
            self.end_block(run);
            if mark == Mark::Failed {
                self.listed(name, run);
            } else {
                // What is to do is there too.
                (self.block, self.quiet) = (Some((0, ErrorText::default())), true);
            }
            return Some(Seen::Mine(Class::Detail));
        }
        if !run.is_running() && (indent != 0 || name.is_empty()) {
            return None;
        }
        self.open(run);
        self.end_block(run);
        self.suites.retain(|suite| suite.indent <= indent);
        let suite = self.suites.pop_if(|suite| suite.indent == indent);
        let own = suite.filter(|suite| suite.name == name && suite.results > 0);
        for above in &mut self.suites {
            above.results.up(1);
        }
        let id = TestId::bare(name);
        Some(Seen::Mine(match mark {
            Mark::Passed => {
                self.death.forget();
                if own.is_none() {
                    run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                }
                Class::Passed
            }
            Mark::Skipped => {
                run.emit(Event::finished(id, Outcome::Skipped));
                Class::Skipped
            }
            Mark::Todo => {
                (self.block, self.quiet) = (Some((indent, ErrorText::default())), true);
                run.emit(Event::Counted { passed: 0, failed: 0, skipped: 0, other: 1 });
                Class::Other
            }
            Mark::Failed => {
                self.failed(indent, name, own.is_some_and(|suite| suite.failed), run);
                Class::Detail
            }
        }))
    }

    fn failed(&mut self, indent: usize, name: &str, is_parent: bool, run: &mut Run<'_>) {
        let names: Vec<&str> = self.suites.iter().map(|suite| suite.name.as_str()).collect();
        let reported =
            Reported { module: names.join(SEPARATOR), name: name.to_owned(), listed: false, has_text: false };
        for above in &mut self.suites {
            above.failed = true;
        }
        if is_parent {
            if self.parents.len() < NAMES {
                self.parents.push(reported);
            }
            return;
        }
        claim(&reported, Grade::Line, run);
        run.emit(Event::Heading);
        (self.block, self.quiet) = (Some((indent, ErrorText::default())), false);
        let died = indent == 0 && source(name) && self.death.add(run);
        if died {
            // `'test failed'` says less.
            self.quiet = true;
        }
        let reported = Reported { has_text: died, ..reported };
        if self.reported.len() < NAMES {
            self.reported.push(reported);
        }
    }

    /// An entry of the closing list: the first failure of this name that was not listed yet.
    fn listed(&mut self, name: &str, run: &mut Run<'_>) {
        self.end_block(run);
        let known = self.reported.iter_mut().find(|reported| !reported.listed && reported.name == name);
        let fresh = Reported { module: String::new(), name: name.to_owned(), listed: true, has_text: false };
        let reported = known.map_or(&fresh, |reported| {
            reported.listed = true;
            reported
        });
        self.quiet = reported.has_text;
        claim(reported, Grade::Listed, run);
        run.emit(Event::Heading);
        if let Some((file, line)) = self.place.take() {
            run.emit(Event::At { place: Place { file: &file, line: Some(line) }, better: false });
        }
        self.block = Some((0, ErrorText::default()));
    }

    /// A line of an error below a verdict.
    fn body(&mut self, indent: usize, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (own, error) = self.block.as_mut()?;
        let sign = text.starts_with(['+', '-', '}']);
        if indent <= *own && !sign || text.starts_with("▶ ") {
            self.end_block(run);
            return None;
        }
        if self.quiet {
            return Some(Seen::Mine(Class::Noise));
        }
        if !self.listing
            && let Some(reported) = self.reported.last_mut()
        {
            reported.has_text = true;
        }
        let text = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).unwrap_or(text);
        if let Some(part) = error.located(text, run) {
            run.emit(Event::Text(part));
        }
        Some(if self.listing { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Detail) })
    }

    fn end_block(&mut self, run: &mut Run<'_>) {
        let Some((_, error)) = self.block.take() else { return };
        if !error.message().is_empty() {
            run.emit(Event::Message(error.message()));
        }
        run.emit(Event::BlockClosed);
    }

    /// node's numbers. They count tests whose subtests failed; suites they do not.
    fn declare(&mut self, run: &mut Run<'_>) {
        let totals = self.totals;
        let failures = totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0));
        let count = |reported: &Vec<Reported>| u64::try_from(reported.len()).unwrap_or(u64::MAX);
        let most = count(&self.reported).saturating_add(count(&self.parents));
        if failures > count(&self.reported) && failures == most {
            for parent in &self.parents {
                claim(parent, Grade::Line, run);
                run.emit(Event::Instead(&format!("✖ {}", parent.name)));
                run.emit(Event::Heading);
                run.emit(Event::Message("subtests failed"));
                run.emit(Event::BlockClosed);
            }
        } else if failures > count(&self.reported) && failures < most {
            // Which of them are suites, which node does not count, cannot be reported.
            run.emit(Event::Counted { passed: 0, failed: failures, skipped: 0, other: 0 });
        }
        run.emit(Event::Declared { totals, level: Level::Section });
        run.forget();
    }
}

fn claim(reported: &Reported, grade: Grade, run: &mut Run<'_>) {
    let separator = if reported.module.is_empty() { "" } else { SEPARATOR };
    let id = TestId { module: &reported.module, separator, name: &reported.name };
    let outcome = Outcome::Failed(FailureKind::Test);
    run.emit(Event::Finished { id, outcome, grade, attempt: 0, alias: "" });
}

/// A suite's title without the time that some versions print after it.
fn verdict_free(name: &str) -> &str {
    let timed = name.strip_suffix("ms)").and_then(|rest| rest.rsplit_once(" ("));
    timed
        .filter(|(_, time)| time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
        .map_or(name, |(name, _)| name)
        .trim_end()
}
