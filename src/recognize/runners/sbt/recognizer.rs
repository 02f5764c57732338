//! sbt's log: the reports of its test frameworks, compile errors, failed tasks; ScalaTest's report without sbt.
//!
//! ScalaTest names a suite (`CartSpec:`), then its tests behind dashes, scopes between; munit and JUnit tell failures with their
//! full names, specs2 tells them behind an `x`. `Tests: succeeded ..` or sbt's `Failed: Total ..` closes a section; the latter says nothing new right after the
//! former. Suites under `Failed tests:` and failed tasks are consequences.

use std::collections::VecDeque;

use super::lines::{self, Mark, mark};
use super::marked::Marked;
use super::specs2::{Example, Examples};
use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Opened, Part, Runner, Seen, Sink};
use crate::recognize::runners::jvm::compiler;
use crate::recognize::runners::jvm::trace::{self, Trace};
use crate::recognize::runners::names::Names;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::{Line, head};

/// The longest name that is held, in bytes.
const LONGEST: usize = 512;

/// The most errors of unknown tasks that are held.
const MOST_ERRORS: usize = 20;

/// How sbt begins to speak.
const BEGINNINGS: [&str; 8] = [
    "welcome to sbt ",
    "Loading ",
    "loading ",
    "Set current project to ",
    "set current project to ",
    "Compiling ",
    "compiling ",
    "Updating ",
];

/// What is open.
#[derive(Debug, Default)]
pub(super) enum Open {
    #[default]
    Nothing,
    /// A failed test: lines deeper than this belong to it, with this mark.
    Failure(Mark, usize, Trace),
    /// What may be an example of specs2, until its place comes.
    Example(Example),
    /// A failed example of specs2: its column.
    Told(usize, Trace),
    /// A failed test of munit.
    Munit(Trace),
    /// A compiler's error.
    Diagnostic,
    /// The list of failed suites.
    Suites,
    /// A failed task.
    Task,
}

/// sbt and ScalaTest.
#[derive(Debug, Default)]
pub struct Sbt {
    pub(super) open: Open,
    pub(super) running: bool,
    /// The section's totals were told by ScalaTest.
    told: bool,
    /// The last section has the totals that sbt marked: what its build says next is of no test.
    over: bool,
    /// sbt's own lines were seen: others mark theirs alike.
    began: bool,
    pub(super) suite: String,
    /// How the suite's name was marked: its tests are marked alike.
    pub(super) suite_mark: Option<Mark>,
    pub(super) scope: String,
    /// Examples of specs2, and the names of those that failed.
    pub(super) examples: Examples,
    pub(super) names: Names,
    /// Tests of frameworks that mark each.
    pub(super) marked: Marked,
    /// Suites that ScalaTest says were aborted.
    aborted: u64,
    /// The last errors of tasks that nobody knows: the name of the task comes at the end.
    errors: VecDeque<String>,
}

impl Recognizer for Sbt {
    fn runner(&self) -> Runner {
        Runner("sbt")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "[info]",
                "[error]",
                "[warn]",
                "[success]",
                "Run starting. Expected test count is: ",
                "Tests: succeeded ",
                "Suites: completed ",
                "*** ",
                "Run completed in ",
                "==> X ",
                "- ",
            ],
            inside: &[" FAILED"],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.running || self.began || !matches!(self.open, Open::Nothing) {
            Attention::Every
        } else {
            Attention::Signs
        }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let (mark, rest) = mark(line.judged());
        if let Some(seen) = self.inside(mark, rest, sink) {
            return seen;
        }
        self.close(sink);
        if let Some(seen) = self.totals(mark, rest, sink).or_else(|| self.tests(mark, rest, sink)) {
            return seen;
        }
        match mark {
            Mark::Error => self.error(rest, sink),
            Mark::Success => {
                if self.running {
                    self.running = false;
                    sink.emit(Event::SectionEnded(Ended::Passed));
                }
                Seen::Mine(Class::Totals)
            }
            Mark::Info => {
                self.began |= BEGINNINGS.iter().any(|words| rest.trim_start().starts_with(words));
                if self.began { Seen::Mine(Class::Noise) } else { Seen::No }
            }
            Mark::Warn | Mark::Bare => Seen::No,
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.specs2_cut(sink);
        self.close(sink);
    }
}

impl Sbt {
    pub(super) fn begin(&mut self, announced: Option<u64>, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            self.over = false;
            self.told = false;
            self.names = Names::default();
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
        }
    }

    /// The framework told all its totals: sbt's say nothing new.
    pub(super) const fn told_all(&mut self) {
        (self.running, self.over, self.told) = (false, true, true);
    }

    /// What closes a run.
    fn totals(&mut self, mark: Mark, rest: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(number) = rest.strip_prefix("Run starting. Expected test count is: ") {
            self.begin(crate::recognize::scan::whole_number(number), sink);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some((_, aborted)) =
            rest.strip_prefix("Suites: completed ").and_then(|rest| rest.split_once(", aborted "))
        {
            self.aborted = crate::recognize::scan::whole_number(aborted.trim()).unwrap_or(0);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(mut totals) = lines::scalatest(rest) {
            self.begin(None, sink);
            totals.errors = Some(std::mem::take(&mut self.aborted)).filter(|aborted| *aborted > 0);
            sink.emit(Event::Declared { totals, level: Level::Section });
            self.running = false;
            self.over = mark != Mark::Bare;
            self.told = true;
            self.suite.clear();
            return Some(Seen::Mine(Class::Totals));
        }
        if self.began
            && let Some(seen) = self.marked_totals(rest, sink)
        {
            return Some(seen);
        }
        if mark != Mark::Bare
            && let Some(totals) = lines::sbt(rest)
        {
            if !std::mem::take(&mut self.told) || self.running {
                self.begin(None, sink);
                sink.emit(Event::Declared { totals, level: Level::Section });
                self.running = false;
                self.over = true;
            }
            return Some(Seen::Mine(Class::Totals));
        }
        if !self.running
            && let Some(what) = lines::closing(rest)
        {
            // Known from the totals, unless these were lost.
            sink.emit(Event::Consequence { name: what, kind: FailureKind::Suite });
            return Some(Seen::Mine(Class::Totals));
        }
        if mark == Mark::Info
            && let Some(seen) = self.specs2_numbers(rest, sink)
        {
            return Some(seen);
        }
        let other = ["Total number of tests run: ", "All tests passed.", "Run completed in "]
            .iter()
            .any(|words| rest.starts_with(words));
        other.then_some(Seen::Mine(Class::Totals))
    }

    /// Lines of the frameworks' reports.
    fn tests(&mut self, mark: Mark, rest: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(name) = lines::suite(rest) {
            self.suite = name.get(..LONGEST).unwrap_or(name).to_owned();
            self.suite_mark = Some(mark);
            self.scope.clear();
            return Some(if mark == Mark::Bare {
                Seen::Inside(Class::Noise)
            } else {
                Seen::Mine(Class::Noise)
            });
        }
        if let Some(name) = rest.strip_suffix(" *** ABORTED ***").map(str::trim)
            && !name.is_empty()
        {
            self.begin(None, sink);
            return Some(self.whole(mark, name, FailureKind::Suite, sink));
        }
        if rest.trim() == "*** RUN ABORTED ***" {
            self.begin(None, sink);
            return Some(self.whole(mark, "RUN ABORTED", FailureKind::Crash, sink));
        }
        if let Some((indent, name, verdict)) = lines::test(rest)
            && let Some(seen) = self.scalatest(mark, indent, name, verdict, sink)
        {
            return Some(seen);
        }
        if let Some(munit) = rest.strip_prefix("==> X ") {
            return Some(self.munit(munit, sink));
        }
        if mark == Mark::Error
            && let Some(seen) = self.junit(rest, sink).or_else(|| self.specs2(rest))
        {
            return Some(seen);
        }
        if self.began
            && let Some(seen) = self.marked(mark, rest, sink)
        {
            return Some(seen);
        }
        self.specs2_heading(mark, rest);
        if !self.suite.is_empty() && mark != Mark::Bare && !rest.is_empty() {
            // A scope's name stands alone above its tests.
            let scope = rest.trim();
            scope.get(..LONGEST).unwrap_or(scope).clone_into(&mut self.scope);
        }
        None
    }

    /// A line that sbt marked as an error, outside of a test's report.
    fn error(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        let plain = rest.trim();
        let ruled =
            compiler::ruled(rest).and_then(|heading| Some((heading.place?, heading.code, heading.message)));
        let found = ruled.or_else(|| lines::diagnostic(rest).map(|(place, message)| (place, "", message)));
        if let Some((place, code, message)) = found {
            self.leave(sink);
            sink.emit(Event::BlockOpened(Block::Diagnostic { place, code, message }));
            sink.emit(Event::Heading);
            self.open = Open::Diagnostic;
            return Seen::Mine(Class::Detail);
        }
        if plain == "Failed tests:" || plain == "Error during tests:" {
            self.open = Open::Suites;
            return Seen::Mine(Class::Noise);
        }
        if plain.starts_with('(')
            && let Some((_, reason)) = plain.split_once(") ")
        {
            let follows =
                ["TestsFailedException", "Tests unsuccessful", "Compilation failed", "CompileFailed"];
            if follows.iter().any(|words| reason.contains(words)) {
                sink.emit(Event::Consequence { name: plain, kind: FailureKind::Build });
            } else {
                self.leave(sink);
                sink.emit(Event::BlockOpened(Block::Whole { name: plain, kind: FailureKind::Build }));
                sink.emit(Event::Heading);
                sink.emit(Event::Message(reason));
                for error in std::mem::take(&mut self.errors) {
                    sink.emit(Event::Decoded { part: Part::Why, text: &error });
                }
            }
            self.open = Open::Task;
            return Seen::Mine(Class::Detail);
        }
        let quiet = plain.is_empty() || plain.starts_with("Total time: ") || plain.ends_with(" found");
        if quiet {
            return Seen::Mine(Class::Noise);
        }
        if trace::frame(plain).is_some() || plain.starts_with("at ") {
            return Seen::No;
        }
        if self.errors.len() >= MOST_ERRORS {
            self.errors.pop_front();
        }
        self.errors.push_back(head(rest.trim_end(), LONGEST).to_owned());
        Seen::No
    }

    /// What fails now is no test's: another project, whose tests do not compile, takes nothing from the totals before.
    fn leave(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.over) && !self.running {
            sink.emit(Event::SectionEnded(Ended::Replaced));
        }
    }

    /// A line of what is open; `None` when it is not part of it.
    fn inside(&mut self, mark: Mark, rest: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let begin = rest.trim_start();
        let indent = rest.len().saturating_sub(begin.len());
        match &mut self.open {
            Open::Nothing | Open::Task => None,
            Open::Example(_) => self.specs2_message(mark, rest, sink),
            Open::Told(..) => self.specs2_details(mark, rest, sink),
            Open::Failure(own, column, trace) => {
                if mark != *own || begin.is_empty() || indent <= *column || begin.starts_with("- ") {
                    return None;
                }
                if let Some(place) = lines::place(begin).filter(|_| trace::frame(begin).is_none()) {
                    sink.emit(Event::At { place, better: false });
                }
                trace.line(begin, sink);
                Some(Seen::Mine(Class::Detail))
            }
            Open::Munit(trace) => {
                let ends = mark != Mark::Bare
                    || begin.starts_with("==> ")
                    || begin.starts_with("+ ")
                    || lines::suite(rest).is_some();
                if ends {
                    return None;
                }
                if begin.is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                // The source round the test's line says nothing by itself.
                if crate::recognize::scan::number(begin).is_some_and(|(_, code)| code.starts_with(':')) {
                    sink.emit(Event::Text(Part::Where));
                } else {
                    trace.line(begin, sink);
                }
                Some(Seen::Inside(Class::Detail))
            }
            Open::Diagnostic => {
                let ends = mark != Mark::Error
                    || lines::diagnostic(rest).is_some()
                    || begin.is_empty()
                    || begin.ends_with(" found")
                    || compiler::ruled(rest).is_some()
                    || begin.starts_with('(');
                if ends {
                    return None;
                }
                let said =
                    ["found", "required", "symbol", "location"].iter().any(|word| begin.starts_with(word))
                        || begin.starts_with('|') && !begin.contains('^');
                sink.emit(Event::Text(if said { Part::Why } else { Part::Where }));
                Some(Seen::Mine(Class::Detail))
            }
            Open::Suites => {
                let name =
                    rest.strip_prefix('\t').filter(|name| mark == Mark::Error && trace::is_class(name))?;
                sink.emit(Event::Consequence { name, kind: FailureKind::Suite });
                sink.emit(Event::BlockClosed);
                Some(Seen::Mine(Class::Detail))
            }
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        match std::mem::take(&mut self.open) {
            Open::Nothing | Open::Suites | Open::Example(_) => {}
            Open::Failure(..) | Open::Told(..) | Open::Munit(_) | Open::Diagnostic | Open::Task => {
                sink.emit(Event::BlockClosed)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::scan::drive;

    #[test]
    fn an_error_of_another_project_stands_outside_of_the_tests_that_ran() {
        let totals = "[info] Tests: succeeded 10, failed 0, canceled 0, ignored 0, pending 0\n";
        let error = "[error] /quay/Moor.scala:15: not found: type Barge\n";
        let said = drive(&mut Sbt::default(), &format!("{totals}{error}{error}")).join("\n");
        assert_eq!(said.matches("SectionEnded(Replaced)").count(), 1, "{said}");
        let said = drive(&mut Sbt::default(), error).join("\n");
        assert!(!said.contains("SectionEnded"), "{said}");
    }

    #[test]
    fn a_failed_task_has_the_errors_that_no_compiler_told() {
        let log = "[info] welcome to sbt 1.9.7\n[error]  * method total in class Cart does not have a correspondent\n[error] \tat sbt.Execute.work(Execute.scala:278)\n[info] else\n[error] (core / mimaReportBinaryIssues) Binary compatibility check failed!\n";
        let said = drive(&mut Sbt::default(), log).join("\n");
        assert!(
            said.contains("Decoded { part: Why, text: \" * method total in class Cart does not have"),
            "{said}"
        );
        assert!(!said.contains("sbt.Execute"), "{said}");
        let follows = log.replace("Binary compatibility check failed!", "Compilation failed");
        assert!(!drive(&mut Sbt::default(), &follows).join("\n").contains("Decoded"));
    }
}
