//! Frameworks below sbt that mark each test: ZIO Test, utest and weaver.
//!
//! - ZIO Test prints a tree, `+ suite`, `  - test` and the failure's text deeper than that, and `1 tests passed. 2 tests failed. 0 tests
//!   ignored.` at its end. A suite with a failed test is marked like the test in some versions: only what has a text below it,
//!   not a mark, is one.
//! - utest prints `X package.Suite.test 4ms`, the text below, and `Tests: 3, Passed: 2, Failed: 1`.
//! - weaver prints the suite's class and `- test 20ms` below it, and both again with the text below `***FAILURES***`.
//!
//! These shapes are nobody's own, so that they are believed only where sbt was seen. Source of the forms: `ConsoleRenderer.scala` of
//! zio-test 2, `BaseRunner.scala` of utest 0.8, `Formatter.scala` of weaver 0.8.

use super::open::Open;
use super::sbt::Sbt;
use super::sbt_lines::Mark;
use crate::event::{Class, Event, Level, Seen, TestId, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::durations::{is_dotted, without_unit};
use crate::recognize::kit::frames::jvm;
use crate::recognize::kit::frames::jvm::Trace;
use crate::recognize::kit::scan;
use crate::text::head;

/// The deepest tree that is held.
const DEEPEST: usize = 32;

/// What is known of marked tests.
#[derive(Debug, Default)]
pub(super) struct Marked {
    /// The suites above, with their columns.
    above: Vec<(usize, String)>,
    /// A failed node of a tree: its column, name and line, until a deeper line tells whether it is a test.
    failed: Option<(usize, String, String)>,
    /// The class that weaver named.
    class: String,
}

/// Cuts `12ms` or `1s` off the end of a test's line. `None` when there is no time.
fn timed(text: &str) -> Option<&str> {
    let (name, time) = text.trim_end().rsplit_once(' ')?;
    (is_dotted(without_unit(time)?) && !name.trim().is_empty()).then(|| name.trim_end())
}

/// ZIO's numbers and utest's.
fn totals(text: &str) -> Option<Totals> {
    if let Some((passed, rest)) = scan::number(text)
        && let Some((failed, rest)) = rest.strip_prefix(" tests passed. ").and_then(scan::number)
        && let Some((ignored, rest)) = rest.strip_prefix(" tests failed. ").and_then(scan::number)
    {
        let totals = Totals {
            passed: Some(passed),
            failed: Some(failed),
            skipped: Some(ignored),
            ..Totals::default()
        };
        return (rest.trim_end() == " tests ignored.").then_some(totals);
    }
    let (total, rest) = scan::number(text.strip_prefix("Tests: ")?)?;
    let (passed, rest) = scan::number(rest.strip_prefix(", Passed: ")?)?;
    let (failed, rest) = scan::number(rest.strip_prefix(", Failed: ")?)?;
    let whole = rest.trim_end().is_empty() && passed.checked_add(failed) == Some(total);
    whole.then(|| Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() })
}

impl Sbt {
    /// Closing numbers of these frameworks.
    pub(super) fn marked_totals(&mut self, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        let totals = totals(rest.trim_start())?;
        self.marked = Marked::default();
        self.begin(None, run);
        run.emit(Event::Declared { totals, level: Level::Section });
        self.reported_all(run);
        Some(Seen::Mine(Class::Totals))
    }

    /// A line of their reports.
    pub(super) fn marked(&mut self, mark: Mark, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        let begin = rest.trim_start();
        let column = rest.len().saturating_sub(begin.len());
        let sign = ["+ ", "- ", "X "].into_iter().find(|sign| begin.starts_with(sign));
        if let Some((own, name, line)) = self.marked.failed.take()
            && column > own
            && sign.is_none()
        {
            return Some(self.marked_text(mark, own, &name, &line, begin, run));
        }
        let Some(sign) = sign else {
            let class = column == 0 && mark == Mark::Info && jvm::is_class(begin) && begin.contains('.');
            if class {
                crate::text::head(begin, NAME_BYTES).clone_into(&mut self.marked.class);
            }
            return None;
        };
        let name = begin.get(sign.len()..)?.trim();
        if name.is_empty() || name.len() > NAME_BYTES || !self.suite.is_empty() {
            return None;
        }
        if sign == "X " {
            let full =
                timed(name).filter(|full| column == 0 && full.contains('.') && !full.contains(": "))?;
            self.begin(None, run);
            return Some(self.marked_failure(mark, column, TestId::split_last(full, "."), run));
        }
        if column == 0 && !self.marked.class.is_empty() && timed(name).is_some() {
            let class = std::mem::take(&mut self.marked.class);
            let id = TestId { module: &class, separator: ".", name: timed(name)? };
            self.begin(None, run);
            let seen = if sign == "- " { self.marked_failure(mark, column, id, run) } else { run.pass(id) };
            self.marked.class = class;
            return Some(seen);
        }
        if column == 0 {
            self.marked.above.clear();
        } else if self.marked.above.is_empty() {
            // A tree begins with its root.
            return None;
        }
        self.marked.above.retain(|(above, _)| *above < column);
        if sign == "- " && column > 0 {
            self.marked.failed = Some((column, name.to_owned(), head(rest, NAME_BYTES).to_owned()));
        }
        if self.marked.above.len() < DEEPEST {
            self.marked.above.push((column, name.to_owned()));
        }
        None
    }

    /// The first line of a failure's text below a tree's node.
    fn marked_text(
        &mut self,
        mark: Mark,
        column: usize,
        name: &str,
        line: &str,
        text: &str,
        run: &mut Run<'_>,
    ) -> Seen {
        self.begin(None, run);
        let above: Vec<&str> = self
            .marked
            .above
            .iter()
            .filter(|(above, _)| *above < column)
            .map(|(_, name)| name.as_str())
            .collect();
        let module = above.join(" > ");
        let id = TestId { module: &module, separator: " > ", name };
        run.instead(line);
        let seen = run.fail(id);
        let mut trace = Trace::of("");
        trace.line(text, run);
        self.open = Open::Failure(mark, column, trace);
        seen
    }

    fn marked_failure(&mut self, mark: Mark, column: usize, id: TestId<'_>, run: &mut Run<'_>) -> Seen {
        self.open = Open::Failure(mark, column, Trace::of(id.module));
        run.fail(id)
    }
}
