//! What of sbt's log is open, and the lines that belong to it: reports of failed tests, errors of compilers, lists of suites.
//!
//! What opens it is decided in `sbt`; the examples of specs2 have a file of their own.

use super::sbt::Sbt;
use super::sbt_lines::{self, Mark};
use super::specs2::Example;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Part, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::jvm;
use crate::recognize::kit::frames::jvm::Trace;
use crate::recognize::runners::jvm::compiler;

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
    Reported(usize, Trace),
    /// A failed test of munit.
    Munit(Trace),
    /// A compiler's error.
    Diagnostic,
    /// The list of failed suites.
    Suites,
    /// A failed task.
    Task,
}

impl Sbt {
    /// A line of what is open; `None` when it is not part of it.
    pub(super) fn inside(&mut self, mark: Mark, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        let begin = rest.trim_start();
        let indent = rest.len().saturating_sub(begin.len());
        match &mut self.open {
            Open::Nothing | Open::Task => None,
            Open::Example(_) => self.specs2_message(mark, rest, run),
            Open::Reported(..) => self.specs2_details(mark, rest, run),
            Open::Failure(own, column, trace) => {
                if mark != *own || begin.is_empty() || indent <= *column || begin.starts_with("- ") {
                    return None;
                }
                if let Some(place) = sbt_lines::place(begin).filter(|_| jvm::frame(begin).is_none()) {
                    run.at(place);
                }
                trace.line(begin, run);
                Some(Seen::Mine(Class::Detail))
            }
            Open::Munit(trace) => {
                let ends = mark != Mark::Bare
                    || begin.starts_with("==> ")
                    || begin.starts_with("+ ")
                    || sbt_lines::suite(rest).is_some();
                if ends {
                    return None;
                }
                if begin.is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                // The source round the test's line says nothing by itself.
                if crate::recognize::kit::scan::number(begin).is_some_and(|(_, code)| code.starts_with(':')) {
                    run.text(Part::Where);
                } else {
                    trace.line(begin, run);
                }
                Some(Seen::Inside(Class::Detail))
            }
            Open::Diagnostic => {
                let ends = mark != Mark::Error
                    || sbt_lines::diagnostic(rest).is_some()
                    || begin.is_empty()
                    || begin.ends_with(" found")
                    || sbt_lines::fails_for_warnings(begin)
                    || compiler::ruled(rest).is_some()
                    || begin.starts_with('(');
                if ends {
                    return None;
                }
                let printed =
                    ["found", "required", "symbol", "location"].iter().any(|word| begin.starts_with(word))
                        || begin.starts_with('|') && !begin.contains('^');
                Some(run.text(if printed { Part::Why } else { Part::Where }))
            }
            Open::Suites => {
                // Consoles and pastes print the tab as blanks.
                let deep = rest.starts_with('\t') || indent >= 4;
                let name = begin;
                if !deep || mark != Mark::Error || !jvm::is_class(name) {
                    return None;
                }
                if self.bare.is_some() {
                    let (id, outcome) = (TestId::bare(name), Outcome::Failed(FailureKind::Suite));
                    run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
                } else {
                    run.consequence(name, FailureKind::Suite);
                }
                run.emit(Event::BlockClosed);
                Some(Seen::Mine(Class::Detail))
            }
        }
    }
}
