//! jasmine-spec-reporter: a tree of suites with a mark for each spec, summaries between rulers, closing numbers.
//!
//! `Jasmine started` begins a run. Each failed spec is in the tree with its messages, and again in the summary with
//! its full name. Numbers after which specs go on were printed by one of them: they are reported at the end.
//!
//! Neighbours: `jasmine_lines` reads the closing numbers, `body` the text of a failure. Mocha marks its specs alike, but
//! announces nothing. Karma prints its own closing numbers, without the word `specs`.

use super::body::Body;
use super::jasmine_lines::{executed, is_incomplete, numbered};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Level, Opened, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::durations::in_parentheses;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, FAILED, Run, Runner, Spec};
use crate::recognize::runners::javascript::shared::marks;

/// The width of the rulers round the title of a summary, in chars.
const RULER: usize = 50;
/// The deepest nesting of suites.
const MOST_SUITES: usize = 32;
/// The longest title that is held, in bytes.
const LONGEST_TITLE: usize = 512;

/// A summary at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Summary {
    Failures,
    Errors,
    Pending,
    /// Those of passed specs.
    Others,
}

/// Jasmine with jasmine-spec-reporter.
#[derive(Debug, Default)]
pub struct JasmineSpec {
    summary: Option<Summary>,
    /// Titles of suites, and the blanks before them.
    suites: Vec<(usize, String)>,
    /// Names of the failures in the tree, in their order.
    reported: Vec<String>,
    /// Names in the tree, and in the summary.
    in_tree: Names,
    in_summary: Names,
    passed: u64,
    listed: u64,
    /// The open failure's blanks, and its text.
    blanks: usize,
    body: Body,
    closing: Option<Totals>,
    /// Outside of a run: the line before was a ruler of stars.
    ruled: bool,
    /// The closing line, when it says that the run is incomplete.
    incomplete: String,
}

impl Runner for JasmineSpec {
    const SPEC: Spec = Spec {
        name: "jasmine",
        reads: "jasmine with jasmine-spec-reporter",
        starts: &["Jasmine started", "**************************************************", "Executed "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.ruled
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if text == "Jasmine started" && (!run.is_running() || self.closing.is_some()) {
            self.declare(run);
            *self = Self::default();
            return run.begin(None);
        }
        if !run.is_running() {
            return self.outside(text, run);
        }
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = executed(text) {
            run.close();
            self.closing = Some(totals);
            self.incomplete.clear();
            if is_incomplete(text) {
                self.incomplete.push_str(crate::text::head(text, LONGEST_TITLE));
            }
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if let Some(seen) = self.mark(text, run) {
            return seen;
        }
        if is_ruler(text) {
            return self.ruler(text, run);
        }
        match self.summary {
            Some(summary) => self.listing(summary, text, run),
            None => self.tree(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl JasmineSpec {
    /// A line of a log that may begin amid a run: the title of a summary of failures between its rulers, or closing numbers
    /// that tell of some.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let ruled =
            std::mem::replace(&mut self.ruled, is_ruler(text) && text.bytes().all(|each| each == b'*'));
        if ruled && is_ruler(text) && matches!(scan::ruled(text, '*'), Some("Failures" | "Errors")) {
            *self = Self::default();
            run.begin_as(Opened::Headless, None);
            return self.ruler(text, run);
        }
        let failed = |totals: &Totals| totals.failed > Some(0) || totals.errors > Some(0);
        let Some(totals) = executed(text).filter(failed) else { return Seen::No };
        run.emit(Event::Declared { totals, level: Level::Section });
        Seen::Mine(Class::Totals)
    }

    /// A line of the tree with a spec's mark; after closing numbers it shows that a spec printed them.
    fn mark(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let blanks = indent(text);
        let bare = text.trim_start();
        let inside = run.is_open() && blanks > self.blanks;
        if blanks < 2 || inside {
            return None;
        }
        if marks::passed(bare).is_some() {
            self.leave(run);
            self.passed.up(1);
            run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
            return Some(Seen::Mine(Class::Passed));
        }
        if let Some(name) = marks::failed(bare) {
            self.leave(run);
            return Some(self.failed(blanks, without_time(name), run));
        }
        let name = bare.strip_prefix("* ").filter(|_| self.summary.is_none())?;
        self.leave(run);
        let module = self.module(blanks);
        Some(run.skip(id(&module, name)))
    }

    /// Back in the tree.
    fn leave(&mut self, run: &mut Run<'_>) {
        run.close();
        (self.summary, self.closing) = (None, None);
    }

    fn failed(&mut self, blanks: usize, name: &str, run: &mut Run<'_>) -> Seen {
        let module = self.module(blanks);
        // A suite whose hook failed has its own name below its title.
        let hook = self.suites.last().is_some_and(|(above, title)| *above < blanks && title == name);
        let (id, kind) = match module.strip_suffix(name).map(str::trim_end) {
            Some(above) if hook => (id(above, name), FailureKind::Setup),
            _ => (id(&module, name), FailureKind::Test),
        };
        let name = self.in_tree.next_of(id);
        let id = TestId { name: &name, ..id };
        (self.blanks, self.body) = (blanks, Body::default());
        if self.reported.len() < NAMES {
            self.reported.push(format!("{}{}{}", id.module, id.separator, id.name));
        }
        run.fail_as(id, kind)
    }

    /// The titles above a line of so many blanks, as jasmine joins them.
    fn module(&mut self, blanks: usize) -> String {
        self.suites.retain(|(above, _)| *above < blanks);
        let titles: Vec<&str> = self.suites.iter().map(|(_, title)| title.as_str()).collect();
        titles.join(" ")
    }

    fn tree(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let blanks = indent(text);
        if run.is_open() && blanks > self.blanks {
            return self.text(text.trim_start(), run);
        }
        run.close();
        if blanks >= 2 && blanks.is_multiple_of(2) && text.len() <= LONGEST_TITLE {
            self.suites.retain(|(above, _)| *above < blanks);
            let title = text.trim_start();
            // Specs outside of suites are below this title, and all suites after them too.
            if title != "Top level suite" && self.suites.len() < MOST_SUITES {
                self.suites.push((blanks, title.to_owned()));
            }
        }
        Seen::No
    }

    fn text(&mut self, bare: &str, run: &mut Run<'_>) -> Seen {
        match scan::place(bare) {
            Some((place, "")) if bare.ends_with(|last: char| last.is_ascii_digit()) => {
                self.body.place(place, run);
            }
            _ => self.body.line(bare, run),
        }
        Seen::Mine(Class::Detail)
    }

    fn ruler(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        if let Some(title) = scan::ruled(text, '*') {
            (self.listed, self.in_summary) = (0, Names::default());
            self.summary = Some(match title {
                "Failures" => Summary::Failures,
                "Errors" => Summary::Errors,
                "Pending" => Summary::Pending,
                _ => Summary::Others,
            });
        }
        Seen::Mine(Class::Noise)
    }

    fn listing(&mut self, summary: Summary, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, name)) = numbered(text)
            && number == self.listed.saturating_add(1)
        {
            self.listed = number;
            run.close();
            return self.entry(summary, name, run);
        }
        if !text.starts_with("  ") || self.closing.is_some() {
            return Seen::No;
        }
        match summary {
            Summary::Pending => {
                run.emit(Event::Reason(text.trim()));
                Seen::Mine(Class::Noise)
            }
            _ if run.is_open() => self.text(text.trim_start(), run),
            // The tree reported it already.
            _ => Seen::Mine(Class::Detail),
        }
    }

    fn entry(&mut self, summary: Summary, name: &str, run: &mut Run<'_>) -> Seen {
        match summary {
            Summary::Failures | Summary::Errors => {
                let name = &self.in_summary.next(name);
                let position = usize::try_from(self.listed).unwrap_or(usize::MAX).checked_sub(1);
                let reported = self.reported.iter().any(|each| each == name);
                let alias = position
                    .filter(|_| !reported && summary == Summary::Failures)
                    .and_then(|at| self.reported.get(at))
                    .map_or("", String::as_str);
                run.emit(Event::Finished {
                    id: TestId::bare(name),
                    outcome: FAILED,
                    grade: Grade::Listed,
                    attempt: 0,
                    alias,
                });
                if !reported {
                    run.emit(Event::Heading);
                    if alias.is_empty() {
                        (self.blanks, self.body) = (0, Body::default());
                        run.more(name);
                    }
                }
                Seen::Mine(Class::Detail)
            }
            Summary::Pending => run.skip(TestId::bare(name)),
            Summary::Others => Seen::Mine(Class::Passed),
        }
    }

    /// Tells the closing numbers, unless the tree contradicts them.
    fn declare(&mut self, run: &mut Run<'_>) {
        run.forget();
        let Some(totals) = self.closing.take() else { return };
        let fits = self.passed == 0 || totals.passed == Some(self.passed);
        if fits && !self.incomplete.is_empty() {
            run.instead(&self.incomplete);
            run.fail_whole_at_once("Incomplete", FailureKind::Suite, "");
        }
        if fits {
            let incomplete = u64::from(!self.incomplete.is_empty());
            let errors = Some(totals.errors.unwrap_or(0).saturating_add(incomplete));
            run.emit(Event::Declared { totals: Totals { errors, ..totals }, level: Level::Section });
        }
    }
}

/// A ruler, or the title between two.
fn is_ruler(text: &str) -> bool {
    text.len() == RULER && text.starts_with('*')
}

fn id<'a>(module: &'a str, name: &'a str) -> TestId<'a> {
    TestId { module, separator: if module.is_empty() { "" } else { " " }, name }
}

/// The name without the time that the reporter may print after it: `adds (0.1 sec)`.
fn without_time(name: &str) -> &str {
    match in_parentheses(name, " sec").or_else(|| in_parentheses(name, " secs")) {
        Some((name, time)) if time.starts_with(|first: char| first.is_ascii_digit()) => name,
        _ => name,
    }
}
