//! `meson test`, plain, quiet, verbose and with the logs of what failed.
//!
//! Nothing heads a run: the first line of result begins it. `7/15 quay - harbour:takes FAIL 0.01s exit status 1` tells of
//! a test, what it printed is below between rulers, and the totals end the run, with the list of what failed above
//! them. In the verbose form a test that runs alone prints between its own two lines, so nothing there is judged up to the
//! lower ruler with the test's result after it. Before 0.57 what failed printed is after all results, without
//! rulers: `log` reads it, and Meson's file of logs, which is like it.
//!
//! A test may print totals; those that count are Meson's last ones, so they are reported at the very end.

use super::log::Log;
use super::meson_test_lines::{self, Ruler, Status, Word};
use super::printed::{self, Held};
use super::sums::{Numbers, Sums};
use crate::event::{Class, Ended, Event, FailureKind, Grade, Level, Outcome, Part, Seen};
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::output::Reader;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

/// The most lines between rulers when Meson itself shortens them: 100 of the test's, and its own.
const SHORTENED: u32 = 120;

/// Where in a run the recognizer is.
#[derive(Debug, Default)]
pub(super) enum At {
    /// Between lines of Meson's own.
    #[default]
    Run,
    /// Between rulers, and how many lines so far. The test's number when it prints while it runs.
    Printed(Option<u64>, u32),
    /// After the lower ruler of this test, which has no result yet.
    Verdict(u64),
    /// In the list of what failed.
    List,
    /// In logs after the run, or in Meson's file of logs.
    Log(Log),
}

/// Meson's tests.
#[derive(Debug, Default)]
pub struct MesonTest {
    pub(super) at: At,
    /// How many tests the run has.
    pub(super) of: u64,
    ended: Numbers,
    pub(super) failed: Numbers,
    /// Tests were seen to begin.
    verbose: bool,
    /// The test that began with the last line, and may print at once.
    began: Option<u64>,
    held: Held,
    /// Of what the failed test printed.
    pub(super) reader: Reader,
    pub(super) sums: Sums,
    /// The totals were reported.
    reported: bool,
    /// And the line after them.
    complete: bool,
    /// Ninja looked for changes since the last result: another run may begin.
    built: bool,
}

impl Runner for MesonTest {
    const SPEC: Spec = Spec {
        name: "meson test",
        reads: "meson test, quiet, verbose and with error logs, and its testlog.txt",
        starts: &[
            // The first result to come is one of the tests that began first.
            "1/",
            "2/",
            "3/",
            "4/",
            "5/",
            "6/",
            "7/",
            "8/",
            "9/",
            "10/",
            "11/",
            "12/",
            "13/",
            "14/",
            "15/",
            "16/",
            "17/",
            "18/",
            "19/",
            "20/",
            "21/",
            "22/",
            "23/",
            "24/",
            "25/",
            "26/",
            "27/",
            "28/",
            "29/",
            "30/",
            "31/",
            "32/",
            "\u{25b6} ",
            "Ok:     ",
            "Summary of Failures:",
            "Log of Meson test suite run on ",
            "Could not rebuild ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        // Totals alone may be those of a quiet run: what follows tells.
        self.sums.began()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if meson_test_lines::is_not_rebuilt(text) {
            let name = "the tests could not be built";
            run.consequence(name, FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        if !run.is_running() {
            return self.outside(text, run);
        }
        match std::mem::take(&mut self.at) {
            At::Printed(running, lines) => self.printed(text, running, lines, run),
            At::Verdict(number) => match meson_test_lines::status(text) {
                Some(status) if status.number == number => self.status(status, run),
                // The test printed the ruler.
                _ => self.printed(text, Some(number), 0, run),
            },
            At::Log(log) => self.logged(text, log, run),
            at => {
                self.at = at;
                self.inside(text, run)
            }
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl MesonTest {
    /// A line outside of any run.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(("Ok", number)) = meson_test_lines::total(text) {
            self.sums.take("Ok", number);
            run.emit(Event::MayHaveBegun);
            return Seen::No;
        }
        if self.sums.began() {
            if let Some((label, number)) = meson_test_lines::total(text) {
                self.sums.take(label, number);
                return Seen::No;
            }
            if meson_test_lines::is_full_log(text) && self.sums.are_whole() {
                self.reported = true;
                run.begin(None);
                run.emit(Event::BeganThere);
                run.may_have_ended();
                return Seen::Mine(Class::Noise);
            }
            if text.is_empty() {
                return Seen::No;
            }
            self.sums = Sums::default();
        }
        let begins = meson_test_lines::status(text).is_some()
            || meson_test_lines::part(text).is_some()
            || text == "Summary of Failures:"
            || Log::begins_file(text);
        if !begins {
            return Seen::No;
        }
        self.begin(run);
        self.inside(text, run)
    }

    fn begin(&mut self, run: &mut Run<'_>) {
        *self = Self::default();
        run.begin(None);
    }

    /// A line between rulers.
    fn printed(&mut self, text: &str, running: Option<u64>, lines: u32, run: &mut Run<'_>) -> Seen {
        if meson_test_lines::ruler(text) == Some(Ruler::End) {
            if let Some(number) = running {
                self.at = At::Verdict(number);
            } else {
                run.close();
            }
            return Seen::Mine(Class::Noise);
        }
        let lines = lines.saturating_add(1);
        // The log was cut there: what follows is somebody else's.
        if self.verbose || lines <= SHORTENED {
            self.at = At::Printed(running, lines);
        }
        if let Some(number) = running {
            self.held.keep(number, text);
            return Seen::Mine(Class::Other);
        }
        if !run.is_open() {
            if text.starts_with("TAP parsing error: ") {
                // A test that says so and is skipped all the same has not reported what it should.
                return run.warn_at_once(text);
            }
            return Seen::Mine(Class::Other);
        }
        if text.trim().is_empty() {
            return Seen::Mine(Class::Noise);
        }
        // Who prints inside of a test is no run of its own.
        let part = printed::part(&mut self.reader, text, run);
        run.text(part)
    }

    /// A line of Meson's own, or somebody else's between them.
    pub(super) fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let began = self.began.take();
        if text.is_empty() {
            run.close();
            return Seen::No;
        }
        if let Some(status) = meson_test_lines::status(text) {
            return self.status(status, run);
        }
        if let Some((number, failed)) = meson_test_lines::part(text) {
            if failed {
                self.held.keep(number, text);
            }
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with(">>> ") {
            self.began = began;
            return if run.is_open() { run.text(Part::Where) } else { Seen::Mine(Class::Noise) };
        }
        if meson_test_lines::ruler(text) == Some(Ruler::Begin) {
            self.at = At::Printed(began, 0);
            return Seen::Mine(Class::Noise);
        }
        run.close();
        if let Some((label, number)) = meson_test_lines::total(text) {
            self.at = At::Run;
            return self.total(label, number, run);
        }
        if text == "Summary of Failures:" {
            if self.complete && !self.built {
                // No result came since the totals: a test printed them.
                (self.sums, self.reported, self.complete) = (Sums::default(), false, false);
            }
            self.at = At::List;
            return Seen::Mine(Class::Noise);
        }
        if let Some(log) = Log::begins(text, self.reported) {
            self.at = At::Log(log);
            return Seen::Mine(Class::Noise);
        }
        if meson_test_lines::is_full_log(text) {
            if self.reported {
                self.complete = true;
                run.may_have_ended();
            }
            return Seen::Mine(Class::Noise);
        }
        if text.contains(" time out (After ") || text.starts_with("  Reason: ") {
            return Seen::Mine(Class::Noise);
        }
        self.built |= text.starts_with("ninja: ");
        if !self.reported {
            // Before 0.57 tests print as they like in the verbose form.
            self.held.keep(0, text);
        }
        Seen::No
    }

    /// A line of result.
    pub(super) fn status(&mut self, status: Status<'_>, run: &mut Run<'_>) -> Seen {
        run.close();
        if matches!(self.at, At::List) {
            // Another number of tests: what one of them prints imitates the list.
            let known = self.of == 0 || status.of == self.of;
            return if known { Self::listed(status, run) } else { Seen::No };
        }
        let other = self.of != 0 && status.of != self.of;
        let again = other || self.ended.has(status.number);
        // Nothing but totals, and a build after them: the log is cut in front, or the run was quiet.
        let cut = self.of == 0 && self.reported && self.built;
        if cut || again && (self.reported || self.built) {
            self.replace(run);
        } else if other {
            // A test printed it.
            return Seen::No;
        } else if self.reported {
            // A test printed the totals.
            (self.sums, self.reported, self.complete) = (Sums::default(), false, false);
        }
        (self.of, self.built) = (status.of, false);
        let (printed, loose) = (self.held.take(status.number), self.held.take(0));
        let id = meson_test_lines::id(status.name);
        let outcome = match status.word {
            Word::Running => {
                (self.verbose, self.began) = (true, Some(status.number));
                return run.start(id);
            }
            Word::Passed => Outcome::Passed,
            Word::Other => Outcome::Other,
            Word::Skipped => Outcome::Skipped,
            Word::Failed(kind) => Outcome::Failed(meson_test_lines::kind(kind, status.details)),
        };
        self.ended.add(status.number);
        let Outcome::Failed(kind) = outcome else { return run.report(id, outcome) };
        self.failed.add(status.number);
        let seen = run.fail_by_line(id, kind);
        run.message_otherwise(head(&meson_test_lines::message(&status), LINE_BYTES));
        self.reader = Reader::default();
        let old = status.details.starts_with('(');
        for text in printed.iter().chain(loose.iter().filter(|_| old)) {
            let part = printed::part(&mut self.reader, text, run);
            run.emit(Event::Decoded { part, text });
        }
        seen
    }

    /// A line of the list of what failed; 0.56 lists what was skipped too.
    fn listed(status: Status<'_>, run: &mut Run<'_>) -> Seen {
        let Word::Failed(kind) = status.word else { return Seen::Mine(Class::Noise) };
        run.emit(Event::Finished {
            id: meson_test_lines::id(status.name),
            outcome: Outcome::Failed(meson_test_lines::kind(kind, status.details)),
            grade: Grade::Listed,
            attempt: 0,
            alias: "",
        });
        run.emit(Event::Heading);
        Seen::Mine(Class::Detail)
    }

    /// A line of the totals.
    fn total(&mut self, label: &str, number: u64, run: &mut Run<'_>) -> Seen {
        let built = self.built && (self.reported || self.of != 0);
        if label == "Ok" && (built || self.reported && self.complete) {
            // A quiet run tells nothing else, and a build is before it.
            self.replace(run);
        }
        self.sums.take(label, number);
        self.reported = self.sums.are_whole();
        if self.reported {
            run.may_have_ended();
        }
        Seen::Mine(Class::Totals)
    }

    /// Another run begins.
    pub(super) fn replace(&mut self, run: &mut Run<'_>) {
        self.declare(run);
        run.emit(Event::SectionEnded(Ended::Replaced));
        self.begin(run);
    }

    /// Whether the run had as many tests.
    pub(super) fn has(&self, of: u64) -> bool {
        if self.of == 0 { self.sums.total() == of } else { self.of == of }
    }

    fn declare(&mut self, run: &mut Run<'_>) {
        run.close();
        if run.is_running()
            && let Some(totals) = self.sums.totals()
        {
            run.emit(Event::Declared { totals, level: Level::Section });
        }
    }
}
