//! `deno test`.
//!
//! A section opens at `running 3 tests from ./a_test.ts` and ends with `ok | 2 passed | 0 failed (25ms)`. Steps of a test
//! are below it, two columns in; a failed step fails its test, so what its error says belongs to the test. What tests
//! print is between `------- output -------` and `----- output end -----`. The errors follow after ` ERRORS `,
//! each headed by a name, ` => ` and a place.
//!
//! The dot reporter prints a character for each test, and its errors and totals as the others do.
//!
//! Deno before 1.0 names the number of files first, and prints `OK     name (1ms)` and `test result: OK 1 passed; 0 failed; ...`.
//!
//! Not handled here: coverage, TAP and JUnit reporters; `deno lint` and `deno fmt`.

use super::shared::Body;
use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Place, Seen, TestId, Totals,
};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec, passed_failed};

const SEPARATOR: &str = " > ";

/// Where in the output a line is.
#[derive(Clone, Debug, Default)]
enum Zone {
    /// The tests run.
    #[default]
    Run,
    /// What a test printed.
    Printed,
    /// Between the errors of the report.
    Errors,
    /// In one of them.
    Error(Body),
    /// In a finding of the type checker.
    Finding,
}

/// `deno test`.
#[derive(Debug, Default)]
pub struct DenoTest {
    zone: Zone,
    file: String,
    blank: bool,
    /// A heading of errors came outside of a run: the dot reporter prints nothing else that only it would print.
    headed: bool,
    /// A Deno before 1.0 has said how many files it found.
    old: bool,
}

impl Runner for DenoTest {
    const SPEC: Spec = Spec {
        name: "deno test",
        reads: "deno test",
        starts: &[
            "running ",
            "ERRORS",
            "FAILURES",
            "FAILED | ",
            "TS",
            "error: TS",
            "error: Module not found \"",
            "Found ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.headed || self.old || matches!(self.zone, Zone::Finding)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let seen = self.judge(text, run);
        self.blank = text.trim().is_empty();
        seen
    }

    fn ended(&mut self) {
        self.zone = Zone::Run;
    }
}

impl DenoTest {
    fn judge(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        match &mut self.zone {
            Zone::Printed => {
                // An error outside of tests ends what is printed without a word: its module is over.
                let thrown = text
                    .strip_prefix("Uncaught error from ")
                    .and_then(|rest| rest.strip_suffix(" FAILED"))
                    .is_some_and(|file| file == self.file);
                let over = matches!(text, "----- output end -----" | "----- post-test output end -----");
                if over || thrown {
                    self.zone = Zone::Run;
                    return Seen::Mine(Class::Noise);
                }
                return Seen::Inside(Class::Other);
            }
            Zone::Finding => return self.finding(text, run),
            Zone::Error(body) => {
                let next =
                    text.trim() == "FAILURES" || self.blank && head(text).is_some() || totals(text).is_some();
                if !next {
                    return Seen::Mine(body.line(text, run));
                }
                run.close();
                self.zone = Zone::Errors;
            }
            Zone::Run | Zone::Errors => {}
        }
        if let Some(file) = begins(text) {
            if !run.is_running() {
                *self = Self::default();
                run.begin(None);
            }
            self.file = clipped(file);
            self.zone = Zone::Run;
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Found ") && text.ends_with(" matching test modules.") {
            self.old = true;
            return Seen::Mine(Class::Noise);
        }
        if self.old
            && let Some(seen) = before_1(text, run)
        {
            return seen;
        }
        if let Some((code, message)) = finding(text) {
            self.zone = Zone::Finding;
            return run.diagnostic(Place { file: "", line: None }, code, message);
        }
        if run.is_running() { self.inside(text, run) } else { self.outside(text, run) }
    }

    /// A line outside of a run: the dot reporter's report begins with its errors, and a log may begin with one of its
    /// headings or with the numbers. Those of a run that went well prove nothing alone.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(totals) = totals(text).filter(|totals| totals.failed > Some(0)) {
            run.emit(Event::Declared { totals, level: Level::Section });
            return Seen::Mine(Class::Totals);
        }
        if matches!(text, " ERRORS " | " ERRORS" | " FAILURES " | " FAILURES") {
            self.headed = true;
            return Seen::No;
        }
        if text.trim().is_empty() || !std::mem::take(&mut self.headed) {
            return Seen::No;
        }
        if head(text).is_none() {
            return Seen::No;
        }
        *self = Self { zone: Zone::Errors, ..Self::default() };
        run.begin_as(Opened::Headless, None);
        self.heading(text, run)
    }

    /// A line of a run.
    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(totals) = totals(text) {
            return run.totals(totals);
        }
        if matches!(self.zone, Zone::Errors) {
            return self.heading(text, run);
        }
        match text {
            "------- output -------" | "------- post-test output -------" => {
                self.zone = Zone::Printed;
                return Seen::Mine(Class::Noise);
            }
            " ERRORS " | " ERRORS" | " FAILURES " | " FAILURES" => {
                self.zone = Zone::Errors;
                return Seen::Mine(Class::Noise);
            }
            "" => return Seen::Mine(Class::Noise),
            _ => {}
        }
        let Some((outcome, name)) = test(text) else {
            // A test whose steps or output follow.
            return if text.ends_with(" ...") { Seen::Mine(Class::Noise) } else { Seen::No };
        };
        if indent(text) > 0 {
            return Seen::Mine(if outcome == Outcome::Passed { Class::Passed } else { Class::Noise });
        }
        let file = self.file.clone();
        let id = TestId { module: &file, separator: SEPARATOR, name };
        if let Outcome::Failed(_) = outcome {
            run.failed(id);
            return Seen::Mine(Class::Detail);
        }
        run.report(id, outcome)
    }

    /// A line between the errors of the report.
    fn heading(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((name, place)) = head(text) else {
            return Seen::Mine(Class::Noise);
        };
        let Some(place) = place else {
            self.zone = Zone::Error(Body::default());
            return run.fail_whole(text.trim(), FailureKind::Collection);
        };
        let (test, step) = name.split_once(" ... ").unwrap_or((name, ""));
        let id = TestId { module: place.file, separator: SEPARATOR, name: test };
        self.zone = Zone::Error(Body::default());
        if step.is_empty() {
            return run.fail(id);
        }
        run.open_block(Block::Test { id, kind: FailureKind::Test });
        run.text(Part::Why)
    }

    /// A line below a finding of the type checker.
    fn finding(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim().is_empty() {
            run.close();
            self.zone = Zone::Run;
            return Seen::Mine(Class::Noise);
        }
        if let Some(place) =
            crate::recognize::kit::frames::v8::frame(text).filter(|place| !place.file.is_empty())
        {
            run.emit(Event::At { place, better: true });
            return run.text(Part::Why);
        }
        run.text(Part::Where)
    }
}

/// A line of a Deno before 1.0.
fn before_1(text: &str, run: &mut Run<'_>) -> Option<Seen> {
    if let Some((announced, " tests")) = text.strip_prefix("running ").and_then(scan::number) {
        let announced = Some(announced);
        run.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
        return Some(Seen::Mine(Class::Noise));
    }
    if let Some(rest) = text.strip_prefix("test result: ") {
        let (_, numbers) = rest.trim_start().split_once(' ')?;
        let mut parts = numbers.trim_start().split("; ").map(scan::number);
        let (passed, " passed") = parts.next()?? else { return None };
        let (failed, " failed") = parts.next()?? else { return None };
        let totals = passed_failed(passed, failed);
        run.close();
        run.emit(Event::Declared { totals, level: Level::Section });
        return Some(Seen::Mine(Class::Totals));
    }
    let (word, name) = text.split_once(' ').unwrap_or((text, ""));
    let name = name.trim_start();
    let id = TestId::bare(name.rsplit_once(" (").map_or(name, |(name, _)| name));
    match word {
        "OK" => Some(run.pass(id)),
        "FAILED" => Some(run.fail(id)),
        _ => (run.is_open() && !text.is_empty()).then(|| run.below(Part::Why)),
    }
}

/// `running 3 tests from ./pass/cart_test.ts`: the file.
fn begins(text: &str) -> Option<&str> {
    let (_, rest) = scan::number(text.strip_prefix("running ")?)?;
    let file = rest.strip_prefix(" tests from ").or_else(|| rest.strip_prefix(" test from "))?.trim();
    (!file.is_empty()).then_some(file)
}

/// `cart adds ... ok (306µs)`: how a test or a step ended, and its name.
fn test(text: &str) -> Option<(Outcome, &str)> {
    let (name, result) = text.trim_start().rsplit_once(" ... ")?;
    let outcome = match result.split_once(' ').map_or(result, |(word, _)| word) {
        "ok" => Outcome::Passed,
        "FAILED" | "cancelled" => Outcome::Failed(FailureKind::Test),
        "ignored" => Outcome::Skipped,
        _ => return None,
    };
    result.ends_with(')').then_some((outcome, name))
}

/// `cart ... has a total => ./few/cart_test.ts:9:11`, `./a_test.ts (uncaught error)`: a name, and its place.
fn head(text: &str) -> Option<(&str, Option<Place<'_>>)> {
    if let Some(file) = text.strip_suffix(" (uncaught error)") {
        return Some((file, None));
    }
    let (name, place) = text.rsplit_once(" => ")?;
    let (before, _) = place.trim().rsplit_once(':')?;
    let (file, line) = before.rsplit_once(':')?;
    Some((name, Some(Place { file, line: scan::whole_number(line) })))
}

/// `FAILED | 2 passed (1 step) | 3 failed (3 steps) | 1 ignored (108ms)`. Steps are no tests.
fn totals(text: &str) -> Option<Totals> {
    let rest = text.strip_prefix("ok | ").or_else(|| text.strip_prefix("FAILED | "))?;
    let (rest, _) = rest.strip_suffix(')')?.rsplit_once(" (")?;
    let mut totals = Totals { skipped: Some(0), ..Totals::default() };
    for part in rest.split(" | ") {
        let part = part.split_once(" (").map_or(part, |(part, _)| part);
        let (number, word) = scan::number(part)?;
        match word {
            " passed" => totals.passed = Some(number),
            " failed" => totals.failed = Some(number),
            " ignored" => totals.skipped = Some(number),
            " measured" => totals.other = Some(number),
            " filtered out" => {}
            _ => return None,
        }
    }
    (totals.passed.is_some() && totals.failed.is_some()).then_some(totals)
}

/// `TS2322 [ERROR]: Type 'string' is not assignable`: code and message.
fn finding(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    if text.starts_with("Module not found \"") {
        return Some(("", text));
    }
    let (code, message) = text.split_once(" [ERROR]: ")?;
    let number = code.strip_prefix("TS")?;
    scan::whole_number(number).map(|_| (code, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_no_tests_of_the_totals() {
        let read = totals("FAILED | 2 passed (1 step) | 3 failed (3 steps) | 1 ignored (108ms)").unwrap();
        assert_eq!((read.passed, read.failed, read.skipped), (Some(2), Some(3), Some(1)));
        assert_eq!(totals("ok | fine (1ms)"), None);
    }

    #[test]
    fn a_heading_names_a_test_and_its_place() {
        let (name, place) = head("cart ... has a total => ./few/cart_test.ts:9:11").unwrap();
        let place = place.unwrap();
        assert_eq!((name, place.file, place.line), ("cart ... has a total", "./few/cart_test.ts", Some(9)));
        assert_eq!(head("a => b"), None);
    }

    #[test]
    fn a_finding_has_a_code() {
        assert_eq!(finding("TS2322 [ERROR]: no"), Some(("TS2322", "no")));
        assert_eq!(finding("TSX [ERROR]: no"), None);
    }
}
