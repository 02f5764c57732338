//! Sphinx's builds.
//!
//! `Running Sphinx v8.2.3` begins one, lines on its progress follow, and `build succeeded, 2 warnings.` or `build finished with
//! problems, 2 warnings (with warnings treated as errors).` ends it: only there it is known whether warnings are failures. Since
//! code of the project runs inside of a build, and may print such a line, progress that follows takes the end back. What ends
//! a build by force has a head of its own. See `sphinx/application.py` and `sphinx/util/logging.py`.

use super::held::{Failures, Held, Kind};
use super::sphinx_lines::{self, Below, Last, Reported};
use super::trouble::{self, Trouble};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Opened, Seen, TestId, Totals};
use crate::recognize::kit::frames::python;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// The most lines of one warning, and of an example of the doctest builder.
const BELOW: u32 = 12;
const EXAMPLE: u32 = 200;
/// The most lines between the head of a dump and its first one.
const DUMPED: u8 = 2;
/// How many lines after the end of a build are read, in case that it was none.
const AFTER: u32 = 100;
/// A warning with a traceback below it, which is all that a quiet build prints.
const AUTODOC: &str = "WARNING: autodoc: failed to import ";

/// What the lines belong to.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A warning, of which so many lines were read, and what its text is.
    Warning(u32, Below),
    /// The ruler of stars above an example that failed.
    Stars,
    /// An example that failed, of which so many lines were read; the text of the example comes next.
    Example(u32, bool),
    /// A traceback, until its exception.
    Traceback,
    /// An error that ends the build.
    Trouble(Trouble),
    /// The head of a dump that others could print: the dump must follow within so many lines.
    Perhaps(Trouble, u8),
    /// The summary of the doctest builder.
    Summary,
}

/// How the build ended, unless more of it comes.
#[derive(Debug)]
struct End {
    failed: bool,
    /// The failures that were reported with it.
    reported: Failures,
    /// How many lines were read since.
    lines: u32,
}

/// Sphinx.
#[derive(Debug, Default)]
pub struct Sphinx {
    running: bool,
    /// The head of a build came while one was running: what it does next tells whether it is one.
    headed: bool,
    open: Open,
    held: Held,
    /// A step has begun and is not done yet: no build succeeds then.
    unfinished: bool,
    end: Option<End>,
    /// The doctest builder's numbers: tests, failures in them.
    tests: Option<(u64, u64)>,
}

impl Runner for Sphinx {
    const SPEC: Spec = Spec {
        name: "sphinx",
        reads: "Sphinx: builds of documentation, its link checks and doctests",
        starts: &[
            "Running Sphinx v",
            "reading sources... [",
            "writing output... [",
            "looking for now-outdated files... ",
            "pickling environment... ",
            "dumping object inventory... ",
            "build finished with problems",
            "build succeeded",
            "Warning, treated as error",
            AUTODOC,
            "Extension error",
            "Theme error",
            "Sphinx error",
            "Sphinx parallel build error",
            "Application error!",
            "Configuration error!",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        let waits = self.running && self.end.as_ref().is_none_or(|end| end.lines < AFTER);
        waits || !matches!(self.open, Open::Nothing)
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("Running Sphinx v") {
            self.tell_trouble(run);
            self.headed = self.running;
            self.begin(run);
            return Seen::Mine(Class::Noise);
        }
        self.decide(text, run);
        if let Some(seen) = self.below(text, run) {
            return seen;
        }
        if let Some(head) = trouble::fatal(text).filter(|head| self.running || head.own || head.dumps) {
            let trouble = Trouble::new(head);
            self.open = match head.dumps {
                true => Open::Perhaps(trouble, DUMPED),
                false => Open::Trouble(trouble),
            };
            return Seen::Mine(Class::Detail);
        }
        if let Some(last) = sphinx_lines::last(text) {
            return self.last(last, run);
        }
        if sphinx_lines::is_certain(text) {
            self.begin(run);
            self.reopen(run);
            self.unfinished = sphinx_lines::percent(text).is_some_and(|percent| percent < 100);
        } else if !self.running {
            if !self.held.is_empty() {
                std::mem::take(&mut self.held).warn(run);
            }
            return if text.starts_with(AUTODOC) { self.build(text) } else { Seen::No };
        }
        let seen = self.build(text);
        let Some(end) = &mut self.end else { return seen };
        end.lines.up(1);
        if !matches!(self.open, Open::Warning(..)) {
            self.open = Open::Nothing;
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.tell_trouble(run);
        let headed = self.headed;
        self.leave(run);
        if headed {
            self.begin(run);
        }
    }
}

impl Sphinx {
    /// Below the head of a second build: a build begins with other lines than it goes on with.
    fn decide(&mut self, text: &str, run: &mut Run<'_>) {
        if !self.headed {
            return;
        }
        if sphinx_lines::is_first(text) || trouble::fatal(text).is_some() {
            if self.end.is_none() {
                // It never ended: what ends next is another build.
                run.emit(Event::SectionEnded(Ended::Replaced));
            }
            self.leave(run);
            self.begin(run);
        } else if sphinx_lines::is_certain(text) {
            self.headed = false;
        }
    }

    fn begin(&mut self, run: &mut Run<'_>) {
        if !self.running {
            self.running = true;
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    /// A line while a build runs.
    fn build(&mut self, text: &str) -> Seen {
        if let Some(reported) = sphinx_lines::warning(text) {
            self.held.push(Kind::Warning, reported);
            self.open = Open::Warning(0, if self.running { Below::Text } else { Below::Announced });
            return Seen::Mine(Class::Warning);
        }
        if let Some((place, printed)) = sphinx_lines::link(text) {
            let message = &format!("broken link: {printed}");
            self.held.push(Kind::Failure, Reported { text, location: "", place, message });
            return Seen::Mine(Class::Detail);
        }
        if text == "Versions" {
            self.open = Open::Perhaps(Trouble::new(trouble::HEADLESS), 0);
            return Seen::Mine(Class::Noise);
        }
        if text == sphinx_lines::TRACEBACK {
            self.open = Open::Traceback;
            return Seen::Mine(Class::Detail);
        }
        if scan::is_ruler(text, '*', 60) {
            self.open = Open::Stars;
            return Seen::Mine(Class::Noise);
        }
        if text == "Doctest summary" {
            self.open = Open::Summary;
            return Seen::Mine(Class::Totals);
        }
        if sphinx_lines::is_progress(text) { Seen::Mine(Class::Noise) } else { Seen::Inside(Class::Other) }
    }

    /// A line below a head, if it belongs there.
    fn below(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let ends = sphinx_lines::is_progress(text)
            || sphinx_lines::last(text).is_some()
            || trouble::fatal(text).is_some();
        match std::mem::take(&mut self.open) {
            Open::Nothing => None,
            Open::Warning(..) if ends || begins_another(text) => None,
            Open::Warning(lines, below) => {
                if !below.takes(text) && (lines >= BELOW || !self.running) {
                    return None;
                }
                self.held.below(text);
                self.open = Open::Warning(lines.saturating_add(1), below.next(text));
                Some(match sphinx_lines::is_traced(text) {
                    _ if self.end.is_some() => Seen::No,
                    true => Seen::Mine(Class::Warning),
                    // It is not indented: anybody could have printed it.
                    false => Seen::Inside(Class::Warning),
                })
            }
            Open::Stars => {
                let (place, message) = sphinx_lines::example(text)?;
                self.held.push(Kind::Failure, Reported { text, location: "", place, message });
                self.open = Open::Example(0, false);
                Some(Seen::Mine(Class::Detail))
            }
            Open::Example(lines, asked) => self.example(text, lines, asked, ends),
            Open::Traceback => {
                if !python::is_exception(text) && !ends {
                    self.open = Open::Traceback;
                }
                (!ends).then_some(Seen::Mine(Class::Detail))
            }
            Open::Summary => {
                if let Some((number, noun)) = sphinx_lines::counted(text) {
                    let (tests, failures) = self.tests.unwrap_or_default();
                    self.tests = Some(match noun {
                        "test" | "tests" => (number, failures),
                        "failure in tests" | "failures in tests" => (tests, number),
                        _ => (tests, failures),
                    });
                } else if !scan::is_ruler(text, '=', 5) {
                    return None;
                }
                self.open = Open::Summary;
                Some(Seen::Mine(Class::Totals))
            }
            Open::Perhaps(trouble, left) => {
                if scan::is_ruler(text, '=', 5) && left == 0 {
                    self.open = Open::Trouble(trouble);
                    return Some(Seen::Mine(Class::Noise));
                }
                if text == "Versions" || text.is_empty() && left > 0 {
                    let left = if text.is_empty() { left.saturating_sub(1).max(1) } else { 0 };
                    self.open = Open::Perhaps(trouble, left);
                    return Some(Seen::Mine(Class::Noise));
                }
                if self.running && !trouble.is_headless() {
                    self.fails(&trouble, run);
                }
                None
            }
            Open::Trouble(mut trouble) => {
                if !ends && trouble.line(text) {
                    self.open = Open::Trouble(trouble);
                    return Some(Seen::Mine(Class::Detail));
                }
                self.fails(&trouble, run);
                text.starts_with("The full traceback has been saved in").then_some(Seen::Mine(Class::Noise))
            }
        }
    }

    /// A line of an example that failed.
    fn example(&mut self, text: &str, lines: u32, asked: bool, ends: bool) -> Option<Seen> {
        if scan::is_ruler(text, '*', 60) {
            self.open = Open::Stars;
            return Some(Seen::Mine(Class::Noise));
        }
        if ends || !sphinx_lines::is_of_example(text) || lines >= EXAMPLE {
            return None;
        }
        if asked {
            self.held.example(text.trim());
        }
        self.held.below(text);
        self.open = Open::Example(lines.saturating_add(1), text == "Failed example:");
        Some(Seen::Mine(Class::Detail))
    }

    /// The last line of a build.
    fn last(&mut self, last: Last, run: &mut Run<'_>) -> Seen {
        // What says after a failure that all is well is another one's word.
        let failed = self.end.as_ref().is_some_and(|end| end.failed);
        if last == Last::Succeeded && (failed || self.unfinished || !self.running) {
            return Seen::No;
        }
        self.begin(run);
        self.reopen(run);
        let failed = last != Last::Succeeded;
        let reported = if failed {
            let warnings_fail = matches!(last, Last::Warnings(_)) || !self.held.fails();
            let mut reported = self.held.tell(warnings_fail, run);
            if reported.names.is_empty() && reported.beyond == 0 {
                let name = "build finished with problems";
                run.fail_whole(name, FailureKind::Build);
                run.close();
                reported.names.push(name.to_owned());
            }
            reported
        } else {
            self.held.warn(run);
            Failures::default()
        };
        self.ends(failed, reported, run);
        Seen::Mine(Class::Totals)
    }

    fn ends(&mut self, failed: bool, reported: Failures, run: &mut Run<'_>) {
        self.declare(failed, &reported, run);
        run.may_have_ended();
        self.end = Some(End { failed, reported, lines: 0 });
    }

    /// The numbers of a build, reported with its last line, since it reaches to where they are reported.
    fn declare(&self, failed: bool, reported: &Failures, run: &mut Run<'_>) {
        let passed = self.tests.map(|(tests, wrong)| tests.saturating_sub(wrong));
        if let Some(passed) = passed {
            run.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
        }
        // A build without tests has none that passed.
        if passed.is_some() || !failed || reported.beyond > 0 {
            let failures =
                u64::try_from(reported.names.len()).unwrap_or(u64::MAX).saturating_add(reported.beyond);
            let totals = Totals { passed, failed: Some(failures), ..Totals::default() };
            run.emit(Event::Declared { totals, level: Level::Section });
        }
    }

    /// What looked like the end was printed by the project's code.
    fn reopen(&mut self, run: &mut Run<'_>) {
        for name in self.end.take().into_iter().flat_map(|end| end.reported.names) {
            run.emit(Event::Withdrawn(TestId::bare(&name)));
        }
    }

    /// An error ended the build by force, unless more of it comes.
    fn fails(&mut self, trouble: &Trouble, run: &mut Run<'_>) {
        self.begin(run);
        self.reopen(run);
        self.held.warn(run);
        let reported = Failures { names: vec![trouble.tell(run)], beyond: 0 };
        self.ends(true, reported, run);
    }

    /// No more lines come: the error whose lines came is told.
    fn tell_trouble(&mut self, run: &mut Run<'_>) {
        match std::mem::take(&mut self.open) {
            Open::Trouble(trouble) => self.fails(&trouble, run),
            Open::Perhaps(trouble, _) if self.running && !trouble.is_headless() => {
                self.fails(&trouble, run);
            }
            _ => {}
        }
    }

    /// The build is over, or nothing more comes of it.
    fn leave(&mut self, run: &mut Run<'_>) {
        let mut build = std::mem::take(self);
        let Some(end) = build.end.take() else { return build.held.warn(run) };
        run.emit(Event::SectionEnded(if end.failed { Ended::Failed } else { Ended::Passed }));
    }
}

/// Whether a line begins something that is no part of a warning.
fn begins_another(text: &str) -> bool {
    sphinx_lines::warning(text).is_some()
        || sphinx_lines::link(text).is_some()
        || text.starts_with("Document: ")
        || text == "Doctest summary"
        || scan::is_ruler(text, '*', 60)
}
