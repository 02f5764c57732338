//! Julia's `Test`, under `Pkg.test()` and in scripts.
//!
//! Each failed test is reported at once: `NAME: Test Failed at FILE:LINE`, or `Error During Test at`, with an indented text. An outermost test set
//! closes with a table `Test Summary: | Pass  Fail  Total  Time`, whose first row has its sums; columns without a number above zero
//! are left out, so that a number belongs to the word that ends in the same column. A set that failed throws, and mostly the run ends there.
//! `Pkg.test()` says `Testing Running tests...` before, and `Testing NAME tests passed` or `ERROR: Package NAME errored during testing` after:
//! only then is known that a run came to its end, and whether what looked like failures was printed by tests. A test may print the
//! former, too: it is Pkg's only where it is under the other lines of Pkg, and where a table without failures followed all failures.
//! See `stdlib/Test/src/Test.jl` of Julia, and `src/Operations.jl` of Pkg.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Opened, Part, Place, Seen, TestId};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

use super::table::{Sums, Table, header};

/// How many names can be taken back.
pub(super) const MOST_NAMES: usize = 1024;
/// The most lines of an error's message that begin without a blank.
const MESSAGE_LINES: u32 = 30;

/// What the open block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// A failed test; whether its frames began.
    Test(bool),
    /// An error that ended the run: lines of its message, and whether its frames began.
    Death(u32, bool),
}

/// Julia's Test.
#[derive(Debug, Default)]
pub struct JuliaTest {
    /// `Pkg.test()` opened it.
    package: bool,
    /// The package that Pkg says it tests, or empty.
    subject: String,
    /// How many blanks Pkg puts in front of `Testing`.
    indent: usize,
    pub(super) table: Option<Table>,
    pub(super) again: Names,
    /// The ids of the section's failures.
    pub(super) failures: Vec<String>,
    /// A failure was reported after the last table without failures.
    pub(super) uncovered: bool,
    pub(super) sums: Sums,
    /// A table reported the sums of the run that ended last.
    tabled: bool,
    tables: u64,
    /// `Error in testset NAME:` of the line before.
    named: String,
    /// `in expression starting at FILE:LINE` of the line before, outside of a block.
    origin: Option<String>,
}

impl Runner for JuliaTest {
    const SPEC: Spec = Spec {
        name: "julia test",
        reads: "Julia's Test, under Pkg.test and in scripts",
        starts: &[
            "Testing ",
            "Test Summary:",
            ORIGIN,
            "Test Failed at ",
            "Error During Test at ",
            "Error in testset ",
            "ERROR: LoadError: ",
            "ERROR: Some tests did not pass: ",
            "ERROR: There was an error during testing",
            "ERROR: Package ",
        ],
        inside: &[FAILED, ERROR],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Option<Open>;

    fn waits(&self) -> bool {
        self.table.is_some()
    }

    fn line(&mut self, open: &mut Option<Open>, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = self.row(text, run) {
            return seen;
        }
        if let Some(seen) = self.package_line(text, open, run) {
            return seen;
        }
        if let Some(seen) = self.body(text, open, run) {
            return seen;
        }
        if let Some((name, place, kind)) = heading(text) {
            *open = Some(Open::Test(false));
            return self.failure(name, place, kind, run);
        }
        if let Some(name) = text.strip_prefix("Error in testset ").and_then(|rest| rest.strip_suffix(':')) {
            self.named.clear();
            self.named.push_str(head(name, NAME_BYTES));
            return Seen::Mine(Class::Noise);
        }
        let origin = self.origin.take();
        if let Some(mut table) = header(text) {
            *open = None;
            run.close();
            (table.head, table.origin) = (head(text, NAME_BYTES).to_owned(), origin);
            self.table = Some(table);
            return Seen::Mine(Class::Totals);
        }
        if let Some(from) = text.trim_start().strip_prefix(ORIGIN)
            && text.len() <= NAME_BYTES
            && place(from).is_some()
        {
            self.origin = Some(text.to_owned());
        }
        match text.strip_prefix("ERROR: ") {
            Some(error) => self.error(error, open, run),
            None => Seen::No,
        }
    }

    /// What the tables reported is not forgotten with their run.
    fn ended(&mut self) -> Self::Zone {
        None
    }

    fn end(&mut self, _: Option<Open>, run: &mut Run<'_>) {
        self.end_table(run);
    }
}

/// What is before the place of the script's statement that threw.
pub(super) const ORIGIN: &str = "in expression starting at ";
/// What is before the place of a failed test.
const FAILED: &str = "Test Failed at ";
/// What is before the place of a test that threw.
const ERROR: &str = "Error During Test at ";

impl JuliaTest {
    pub(super) fn start(&mut self, opened: Opened, package: bool, run: &mut Run<'_>) {
        let subject = std::mem::take(&mut self.subject);
        *self = Self { package, subject, table: self.table.take(), ..Self::default() };
        run.begin_as(opened, None);
    }

    fn failure(&mut self, name: &str, place: Place<'_>, kind: FailureKind, run: &mut Run<'_>) -> Seen {
        if !run.is_running() {
            self.start(Opened::Headless, false, run);
        }
        let named = std::mem::take(&mut self.named);
        let shown = match (name, place.line) {
            ("", Some(line)) if named.is_empty() => format!("{}:{line}", place.file),
            ("", _) => named,
            _ => name.to_owned(),
        };
        let shown = self.again.next(&shown);
        self.uncovered = true;
        let seen = run.fail_as(TestId::bare(&shown), kind);
        run.at(place);
        if self.failures.len() < MOST_NAMES {
            self.failures.push(shown);
        }
        seen
    }

    /// A line of the open block.
    fn body(&mut self, text: &str, open: &mut Option<Open>, run: &mut Run<'_>) -> Option<Seen> {
        let indented = text.starts_with([' ', '\t']);
        let plain = text.trim_start();
        match open.as_mut()? {
            _ if plain.is_empty() => return Some(Seen::Mine(Class::Noise)),
            Open::Test(frames) | Open::Death(_, frames) if plain == "Stacktrace:" => *frames = true,
            Open::Death(_, _) if text.starts_with(ORIGIN) => {
                if let Some(place) = text.strip_prefix(ORIGIN).and_then(place) {
                    run.at(place);
                }
                let seen = run.text(Part::Why);
                *open = None;
                run.close();
                return Some(seen);
            }
            _ if indented => {}
            Open::Death(lines, false) if *lines < MESSAGE_LINES && !text.starts_with("ERROR: ") => {
                lines.up(1);
            }
            _ => {
                *open = None;
                run.close();
                return None;
            }
        }
        let frames = matches!(open, Some(Open::Test(true) | Open::Death(_, true)));
        if *open == Some(Open::Test(false)) && is_message(plain) {
            run.message(plain);
        }
        Some(run.below(if frames { Part::Where } else { Part::Why }))
    }

    /// The sums of an outermost set.
    pub(super) fn summed(&mut self, sums: Sums, run: &mut Run<'_>) {
        if self.package {
            // Of a set that failed the numbers are reported when the package is: it may be a test's output.
            self.tables.up(1);
            self.uncovered &= sums.failing() > 0;
            self.sums.add(sums);
            run.emit(Event::Counted { passed: sums.passed, failed: 0, skipped: 0, other: sums.broken });
            return;
        }
        if !run.is_running() {
            // Anything may print a table: it claims nothing that is before it.
            self.start(Opened::Own, false, run);
        }
        run.totals(sums.totals());
        self.tabled = true;
        self.failures.clear();
        self.again = Names::default();
    }

    /// What `Pkg.test()` says round a run.
    fn package_line(&mut self, text: &str, open: &mut Option<Open>, run: &mut Run<'_>) -> Option<Seen> {
        let plain = text.trim_start();
        let says = plain.strip_prefix("Testing ")?;
        let indent = text.len().saturating_sub(plain.len());
        if says == "Running tests..." {
            *open = None;
            self.start(Opened::Own, true, run);
            self.indent = indent;
            return Some(Seen::Mine(Class::Noise));
        }
        let Some(name) = says.strip_suffix(" tests passed") else {
            if !run.is_running() && !says.is_empty() && !says.contains(' ') {
                head(says, NAME_BYTES).clone_into(&mut self.subject);
            }
            return None;
        };
        let own = self.is_subject(name) && self.indent == indent && !self.uncovered;
        if !self.package || !own || name.contains(' ') {
            return None;
        }
        run.close();
        run.emit(Event::SectionLabel(name));
        // The package's tests ended well: what looked like failures was printed by them.
        for failure in std::mem::take(&mut self.failures) {
            run.emit(Event::Withdrawn(TestId::bare(&failure)));
        }
        if self.tables > 0 {
            run.totals(Sums { failed: 0, errors: 0, ..self.sums }.totals());
        } else {
            run.end(Ended::Passed);
        }
        *self = Self::default();
        Some(Seen::Mine(Class::Totals))
    }

    fn is_subject(&self, name: &str) -> bool {
        self.subject.is_empty() || self.subject == head(name, NAME_BYTES)
    }

    /// What is after `ERROR: `.
    fn error(&mut self, error: &str, open: &mut Option<Open>, run: &mut Run<'_>) -> Seen {
        let mut says = error;
        while let Some(rest) = says.strip_prefix("LoadError: ") {
            says = rest;
        }
        if says.starts_with("Some tests did not pass: ")
            || says.starts_with("There was an error during testing")
        {
            *open = None;
            run.close();
            let tabled = std::mem::take(&mut self.tabled) || self.tables > 0;
            if let Some(sums) = Sums::printed(says).filter(|_| !tabled) {
                // The table is not in the log.
                self.summed(sums, run);
                self.tabled = false;
            }
            run.consequence(says, FailureKind::Suite);
            return Seen::Mine(Class::Totals);
        }
        if let Some((name, how)) =
            says.strip_prefix("Package ").and_then(|rest| rest.split_once(" errored during testing"))
        {
            *open = None;
            if self.package {
                let located = u64::try_from(self.failures.len()).unwrap_or(u64::MAX);
                let all = self.sums.failed.saturating_add(self.sums.errors) == located && located > 0;
                if all {
                    run.totals(self.sums.totals());
                } else {
                    run.end(Ended::Failed);
                }
            }
            *self = Self::default();
            run.forget();
            let kind = if how.contains("signal") { FailureKind::Crash } else { FailureKind::Suite };
            run.consequence(&format!("Package {name}"), kind);
            return Seen::Mine(Class::Detail);
        }
        if says.len() == error.len() && !self.package {
            return Seen::No;
        }
        let name = head(says, NAME_BYTES);
        *open = Some(Open::Death(0, false));
        let seen = run.fail_whole(name, FailureKind::Crash);
        run.message(name);
        seen
    }
}

/// Reads `NAME: Test Failed at FILE:LINE` and `Error During Test at FILE:LINE`.
fn heading(text: &str) -> Option<(&str, Place<'_>, FailureKind)> {
    if text.starts_with([' ', '\t']) {
        return None;
    }
    [FAILED, ERROR].iter().find_map(|words| {
        let (before, rest) = text.rsplit_once(words)?;
        let name = if before.is_empty() { "" } else { before.strip_suffix(": ")? };
        (name.len() <= NAME_BYTES).then_some(())?;
        Some((name, place(rest)?, FailureKind::Test))
    })
}

/// Whether a line of a failure says more than what was tested.
fn is_message(text: &str) -> bool {
    let less = ["Expression:", "Expected:", "Test threw ", "Got exception ", "Got an exception "];
    !less.iter().any(|words| text.starts_with(words))
}

/// Reads `FILE:LINE` up to the end.
pub(super) fn place(text: &str) -> Option<Place<'_>> {
    let (file, line) = text.trim_end().rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    (!file.is_empty()).then_some(Place { file, line: Some(line) })
}

#[cfg(test)]
mod tests {
    use super::super::table::{Column, sums};
    use super::*;

    #[test]
    fn a_set_without_tests_has_no_numbers() {
        assert_eq!(sums("Empty | No tests", &[]), Some(Sums::default()));
        assert_eq!(sums("Empty         | None  0.0s", &[(12, Column::Time)]), None);
        assert_eq!(sums("Empty | None  0.0s", &[(11, Column::Time)]), Some(Sums::default()));
        assert_eq!(sums("A text | with 3 words", &[]), None);
    }
}
