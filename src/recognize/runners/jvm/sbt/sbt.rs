//! sbt's log: the reports of its test frameworks, compile errors, failed tasks; ScalaTest's report without sbt.
//!
//! ScalaTest names a suite (`CartSpec:`), then its tests after dashes, scopes between; munit and JUnit tell failures with their
//! full names, specs2 tells them after an `x`. `Tests: succeeded ..` or sbt's `Failed: Total ..` closes a section; the latter says nothing new right after the
//! former. Suites under `Failed tests:` and failed tasks are consequences.

use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use std::collections::VecDeque;

use super::marked::Marked;
use super::open::Open;
use super::sbt_lines::{self, Mark, mark};
use super::specs2::Examples;
use super::utest::Utest;
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Part, Seen, Totals};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::frames::jvm;
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::names::Names;
use crate::recognize::runners::jvm::compiler;
use crate::recognize::runners::jvm::shared::compiler_lines::errors_found;
use crate::text::head;

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

/// sbt and ScalaTest.
#[derive(Debug, Default)]
pub struct Sbt {
    pub(super) open: Open,
    /// The section's totals were reported by ScalaTest.
    reported: bool,
    /// The last section has the totals that sbt marked: what its build says next is of no test.
    over: bool,
    /// sbt's own lines were seen: others mark theirs alike.
    pub(super) began: bool,
    pub(super) suite: String,
    /// How the suite's name was marked: its tests are marked alike.
    pub(super) suite_mark: Option<Mark>,
    pub(super) scope: String,
    /// Examples of specs2, and the names of those that failed.
    pub(super) examples: Examples,
    pub(super) names: Names,
    /// Tests of frameworks that mark each.
    pub(super) marked: Marked,
    /// What old versions of utest report.
    pub(super) utest: Utest,
    /// sbt's totals that opened their section and tell of failures: the log is cut in front, and the suites below them are all
    /// that has a name.
    pub(super) bare: Option<Totals>,
    /// Suites that ScalaTest says were aborted.
    aborted: u64,
    /// Errors of a compiler that were reported since its last number of them.
    located: u64,
    /// sbt was successful, and nothing came below.
    good: GoodEnd,
    /// The last errors of tasks that nobody knows: the name of the task comes at the end.
    errors: VecDeque<String>,
}

impl Runner for Sbt {
    const SPEC: Spec = Spec {
        name: "sbt",
        reads: "sbt: ScalaTest, munit and JUnit tests, compile errors; ScalaTest's own runner",
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
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.began || self.good.is_at() || !matches!(self.open, Open::Nothing)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let (mark, rest) = mark(line.judged());
        self.good.line(line.judged());
        if let Some(seen) = self.inside(mark, rest, run) {
            return seen;
        }
        self.open = Open::Nothing;
        run.close();
        if !is_list(rest.trim()) && sbt_lines::sbt(rest).is_none() && sbt_lines::closing(rest).is_none() {
            self.tell_bare(run);
        }
        if let Some(seen) = self.totals(mark, rest, run).or_else(|| self.tests(mark, rest, run)) {
            return seen;
        }
        match mark {
            Mark::Error => self.error(rest, run),
            Mark::Success => {
                if run.is_running() {
                    run.emit(Event::SectionEnded(Ended::Passed));
                    run.forget();
                } else if rest.starts_with("Total time: ") || rest.starts_with("elapsed time: ") {
                    self.good.say();
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

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.specs2_cut(run);
        run.close();
        self.tell_bare(run);
        self.good.end(run);
    }
}

impl Sbt {
    pub(super) fn begin(&mut self, announced: Option<u64>, run: &mut Run<'_>) {
        if !run.is_running() {
            self.over = false;
            self.reported = false;
            self.names = Names::default();
            run.begin(announced);
        }
    }

    /// After sbt's totals, and the lists below them.
    fn tell_bare(&mut self, run: &mut Run<'_>) {
        if let Some(totals) = self.bare.take() {
            run.emit(Event::Declared { totals, level: Level::Section });
            run.forget();
            self.over = true;
        }
    }

    /// The framework reported all its totals: sbt's say nothing new.
    pub(super) fn reported_all(&mut self, run: &mut Run<'_>) {
        run.forget();
        (self.over, self.reported) = (true, true);
    }

    /// What closes a run.
    fn totals(&mut self, mark: Mark, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(number) = rest.strip_prefix("Run starting. Expected test count is: ") {
            self.begin(crate::recognize::kit::scan::whole_number(number), run);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some((_, aborted)) =
            rest.strip_prefix("Suites: completed ").and_then(|rest| rest.split_once(", aborted "))
        {
            self.aborted = crate::recognize::kit::scan::whole_number(aborted.trim()).unwrap_or(0);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(mut totals) = sbt_lines::scalatest(rest) {
            let bare = !run.is_running();
            self.tell_bare(run);
            self.begin(None, run);
            totals.errors = Some(std::mem::take(&mut self.aborted)).filter(|aborted| *aborted > 0);
            self.reported = true;
            self.suite.clear();
            if bare && fails(&totals) {
                self.bare = Some(totals);
                return Some(Seen::Mine(Class::Totals));
            }
            run.emit(Event::Declared { totals, level: Level::Section });
            run.forget();
            self.over = mark != Mark::Bare;
            return Some(Seen::Mine(Class::Totals));
        }
        if self.began
            && let Some(seen) = self.marked_totals(rest, run)
        {
            return Some(seen);
        }
        if let Some(seen) = self.utest(mark, rest, run) {
            return Some(seen);
        }
        if mark != Mark::Bare
            && let Some(totals) = sbt_lines::sbt(rest)
        {
            if self.bare.take_if(|above| std::mem::take(&mut self.reported) && fails(above)).is_some() {
                // ScalaTest's are right above, and the suites below are all that has a name.
                self.bare = Some(totals);
            } else if !std::mem::take(&mut self.reported) || run.is_running() {
                self.tell_bare(run);
                let bare = !run.is_running() && fails(&totals);
                self.begin(None, run);
                self.bare = Some(totals);
                if !bare {
                    self.tell_bare(run);
                }
            }
            return Some(Seen::Mine(Class::Totals));
        }
        if !run.is_running()
            && let Some(what) = sbt_lines::closing(rest)
        {
            // Known from the totals, unless these were lost.
            run.consequence(what, FailureKind::Suite);
            return Some(Seen::Mine(Class::Totals));
        }
        if mark == Mark::Info
            && let Some(seen) = self.specs2_numbers(rest, run)
        {
            return Some(seen);
        }
        let other = ["Total number of tests run: ", "All tests passed.", "Run completed in "]
            .iter()
            .any(|words| rest.starts_with(words));
        other.then_some(Seen::Mine(Class::Totals))
    }

    /// Lines of the frameworks' reports.
    fn tests(&mut self, mark: Mark, rest: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(name) = sbt_lines::suite(rest) {
            self.suite = crate::text::head(name, NAME_BYTES).to_owned();
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
            self.begin(None, run);
            return Some(self.whole(mark, name, FailureKind::Suite, run));
        }
        if rest.trim() == "*** RUN ABORTED ***" {
            self.begin(None, run);
            return Some(self.whole(mark, "RUN ABORTED", FailureKind::Crash, run));
        }
        if let Some((indent, name, verdict)) = sbt_lines::test(rest)
            && let Some(seen) = self.scalatest(mark, indent, name, verdict, run)
        {
            return Some(seen);
        }
        if let Some(munit) = rest.strip_prefix("==> X ") {
            return Some(self.munit(munit, run));
        }
        if mark == Mark::Error
            && let Some(seen) = self.junit(rest, run).or_else(|| self.specs2(rest))
        {
            return Some(seen);
        }
        if self.began
            && let Some(seen) = self.marked(mark, rest, run)
        {
            return Some(seen);
        }
        self.specs2_heading(mark, rest);
        if !self.suite.is_empty() && mark != Mark::Bare && !rest.is_empty() {
            // A scope's name is alone above its tests.
            let scope = rest.trim();
            crate::text::head(scope, NAME_BYTES).clone_into(&mut self.scope);
        }
        None
    }

    /// A line that sbt marked as an error, outside of a test's report.
    fn error(&mut self, rest: &str, run: &mut Run<'_>) -> Seen {
        let plain = rest.trim();
        let ruled =
            compiler::ruled(rest).and_then(|heading| Some((heading.place?, heading.code, heading.message)));
        let found =
            ruled.or_else(|| sbt_lines::diagnostic(rest).map(|(place, message)| (place, "", message)));
        if let Some((place, code, message)) = found {
            self.leave(run);
            self.open = Open::Diagnostic;
            self.located.up(1);
            return run.diagnostic(place, code, message);
        }
        if sbt_lines::fails_for_warnings(plain) {
            self.leave(run);
            self.located.up(1);
            let seen = run.fail_whole(plain, FailureKind::Diagnostic);
            run.close();
            return seen;
        }
        if let Some(errors) = errors_found(plain) {
            let located = std::mem::take(&mut self.located);
            if (1..errors).contains(&located) && !run.is_running() {
                declared(errors, run);
            }
            return Seen::Mine(Class::Noise);
        }
        if is_list(plain) {
            self.open = Open::Suites;
            return Seen::Mine(Class::Noise);
        }
        if plain.starts_with('(')
            && let Some((_, reason)) = plain.split_once(") ")
        {
            let follows =
                ["TestsFailedException", "Tests unsuccessful", "Compilation failed", "CompileFailed"];
            let follows = follows.iter().any(|words| reason.contains(words));
            let seen = if follows {
                run.open_consequence(plain, FailureKind::Build)
            } else {
                self.leave(run);
                let seen = run.fail_whole(plain, FailureKind::Build);
                run.message(reason);
                seen
            };
            // Without a failed test they are the reason, as where the process of the tests died.
            if !follows || reason.contains("Tests unsuccessful") {
                for error in std::mem::take(&mut self.errors) {
                    run.emit(Event::Decoded { part: Part::Why, text: &error });
                }
            }
            self.open = Open::Task;
            return seen;
        }
        if let Some(task) = plain.strip_suffix(": Tests unsuccessful")
            && task.contains(':')
            && !task.contains(' ')
        {
            // sbt 0.12 and before name the task without brackets.
            self.open = Open::Task;
            return run.open_consequence(plain, FailureKind::Build);
        }
        let quiet = plain.is_empty() || plain.starts_with("Total time: ") || plain.ends_with(" found");
        if quiet {
            return Seen::Mine(Class::Noise);
        }
        if jvm::frame(plain).is_some() || plain.starts_with("at ") {
            return Seen::No;
        }
        if self.errors.len() >= MOST_ERRORS {
            self.errors.pop_front();
        }
        self.errors.push_back(format!("[error] {}", head(rest.trim_end(), NAME_BYTES)));
        Seen::No
    }

    /// What fails now is no test's: another project, whose tests do not compile, takes nothing from the totals before.
    fn leave(&mut self, run: &mut Run<'_>) {
        if std::mem::take(&mut self.over) && !run.is_running() {
            run.emit(Event::SectionEnded(Ended::Replaced));
        }
    }
}

/// Whether the totals count a failure.
fn fails(totals: &Totals) -> bool {
    totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0)) > 0
}

/// The head of a list of suites.
fn is_list(plain: &str) -> bool {
    matches!(plain, "Failed tests:" | "Error during tests:")
}
