//! `opa test` of the Open Policy Agent, and tools that print as it does.
//!
//! All is printed when all tests ran: with `-v` the traces of failures below `FAILURES`, then a line for each test below its file's name
//! (`data.cart.test_total: FAIL (1.2ms)`; without `-v` only what did not pass), what it printed, a ruler, and `PASS: 2/3`, `FAIL: 1/3`, of which those
//! with zero are left out. A run of passes alone has the line `PASS: 3/3` and nothing else without `-v`.
//! See `v1/tester/reporter.go` and `runner.go` of OPA.

use crate::event::{Class, Event, FailureKind, Outcome, Part, Place, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::{
    EqualNames, EveryLine, FAILED, Fields, Run, Runner, Shape, Spec, first, of_word, scan, shape,
};

/// The longest name of a test or file, in bytes.
const LONGEST_NAME: usize = 400;

const NUMBERS: [Shape; 4] = [
    shape("PASS: {passed}/{total}"),
    shape("FAIL: {failed}/{total}"),
    shape("ERROR: {errors}/{total}"),
    shape("SKIPPED: {skipped}/{total}"),
];

/// What became of a test.
const OUTCOMES: [(&str, Outcome); 4] =
    [("PASS", Outcome::Passed), ("FAIL", FAILED), ("ERROR", FAILED), ("SKIPPED", Outcome::Skipped)];

/// The part of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// The line before was `FAILURES`.
    Announced,
    /// In the traces.
    Failures,
    /// In the list of tests.
    Listed,
    /// After the ruler, in the numbers.
    Numbers,
}

/// OPA.
#[derive(Debug, Default)]
pub struct Opa {
    file: String,
}

impl Runner for Opa {
    const SPEC: Spec = Spec {
        name: "opa test",
        reads: "opa test of the Open Policy Agent",
        starts: &["data.", "FAILURES", "PASS: ", "FAIL: ", "ERROR: ", "SKIPPED: ", "1 error occurred"],
        // No pass, but the end tells the name of a file where its beginning cannot.
        passes: &[PassShape { start: "", end: ".rego:" }],
        every_line: EveryLine::InZone,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let announced = *zone == Zone::Announced;
        if announced {
            *zone = Zone::Outside;
        }
        if let Some(numbers) = numbers(text) {
            return self.numbers(zone, &numbers, run);
        }
        if *zone == Zone::Numbers {
            self.declare(zone, run);
        }
        if text == "FAILURES" && *zone == Zone::Outside {
            *zone = Zone::Announced;
            return Seen::No;
        }
        if announced && scan::is_ruler(text, '-', 60) {
            *zone = Zone::Failures;
            return run.begin(None);
        }
        if let Some((name, word, outcome)) = reported(text) {
            return self.reported(zone, name, word, outcome, run);
        }
        self.inside(zone, text, run)
    }

    fn end(&mut self, mut zone: Zone, run: &mut Run<'_>) {
        if zone == Zone::Numbers {
            self.declare(&mut zone, run);
        }
    }
}

impl Opa {
    fn reported(&self, zone: &mut Zone, name: &str, word: &str, outcome: Outcome, run: &mut Run<'_>) -> Seen {
        if *zone == Zone::Outside {
            run.begin(None);
            *zone = Zone::Listed;
        }
        let id = TestId::split_last(name, ".");
        let traced = *zone == Zone::Failures;
        if outcome != FAILED || traced || word == "ERROR" {
            run.report(id, outcome);
        } else {
            run.failed(id);
        }
        if outcome == FAILED && !traced && !self.file.is_empty() {
            run.emit(Event::At { place: Place { file: &self.file, line: None }, better: false });
        }
        Seen::Mine(match outcome {
            Outcome::Passed => Class::Passed,
            Outcome::Skipped => Class::Skipped,
            _ => Class::Detail,
        })
    }

    /// A line between those of tests.
    fn inside(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        match *zone {
            Zone::Outside | Zone::Announced => {
                self.take_file(text);
                loading(text, run)
            }
            Zone::Numbers => Seen::No,
            _ if text.is_empty() => Seen::Mine(Class::Noise),
            Zone::Failures if text == "SUMMARY" => {
                run.close();
                Seen::Mine(Class::Noise)
            }
            Zone::Failures if scan::is_ruler(text, '-', 60) && !run.is_open() => {
                *zone = Zone::Listed;
                Seen::Mine(Class::Noise)
            }
            Zone::Failures if run.is_open() => trace(text.trim_start(), run),
            Zone::Failures => Seen::No,
            Zone::Listed if scan::is_ruler(text, '-', 60) => {
                run.close();
                Seen::Mine(Class::Noise)
            }
            Zone::Listed if run.is_open() && text.starts_with("  ") => run.below(Part::Why),
            Zone::Listed => {
                run.close();
                if self.take_file(text) { Seen::Mine(Class::Noise) } else { Seen::No }
            }
        }
    }

    /// The name of a file, above its tests.
    fn take_file(&mut self, text: &str) -> bool {
        let file =
            text.strip_suffix(':').filter(|file| file.ends_with(".rego") && file.len() <= LONGEST_NAME);
        let Some(file) = file.filter(|file| !file.starts_with(' ')) else { return false };
        file.clone_into(&mut self.file);
        true
    }

    /// `PASS: 2/3` and its like; the parts make the whole.
    fn numbers(&mut self, zone: &mut Zone, numbers: &Fields<'_>, run: &mut Run<'_>) -> Seen {
        run.close();
        match *zone {
            Zone::Numbers if run.collected().total != numbers.total => {
                self.declare(zone, run);
                return Seen::No;
            }
            Zone::Outside => {
                run.begin(None);
            }
            _ => {}
        }
        *zone = Zone::Numbers;
        let seen = run.collect(numbers);
        if whole(run).is_some() {
            self.declare(zone, run);
        }
        seen
    }

    fn declare(&mut self, zone: &mut Zone, run: &mut Run<'_>) {
        // Numbers that lack a part are no whole: the run was cut.
        if let Some(totals) = whole(run) {
            run.totals(totals);
        }
        run.forget();
        (*self, *zone) = Default::default();
    }
}

/// The numbers, when no part of them is missing. Parts that are zero are left out.
fn whole(run: &Run<'_>) -> Option<Totals> {
    let Fields { passed, failed, errors, skipped, total, .. } = run.collected();
    let [passed, failed, errors, skipped] = [passed, failed, errors, skipped].map(|part| part.or(Some(0)));
    let sum = [passed, failed, errors, skipped].into_iter().flatten().fold(0_u64, u64::saturating_add);
    (total == Some(sum)).then_some(Totals { passed, failed, errors, skipped, total, ..Totals::default() })
}

/// A line of the trace of a failure.
fn trace(words: &str, run: &mut Run<'_>) -> Seen {
    let (place, rest) = words.split_once(' ').unwrap_or((words, ""));
    let says = rest.trim_start_matches(['|', ' ']);
    let fails = says.starts_with("Fail ");
    if let Some((place, "")) = scan::place(place.trim_end_matches(':'))
        && (fails || rest.is_empty())
        && place.file != "query"
    {
        // The last that failed is the deepest that did.
        run.emit(Event::At { place, better: true });
        if fails {
            run.emit(Event::Message(says));
        }
    }
    let fails = fails || words.trim_start_matches(['|', ' ']).starts_with("Fail ");
    run.below(if fails { Part::Why } else { Part::Where })
}

/// A policy that cannot be read: no test ran.
fn loading(text: &str, run: &mut Run<'_>) -> Seen {
    let Some(says) = text.strip_prefix("1 error occurred").filter(|says| says.contains(".rego:")) else {
        return Seen::No;
    };
    let says = says.trim_start_matches(" during loading").trim_start_matches(": ");
    let seen = run.fail_whole("loading", FailureKind::Collection);
    if let Some((place, message)) = scan::place(says) {
        run.at(place);
        run.message(message);
    }
    run.close();
    seen
}

/// Reads `data.cart.test_total: FAIL (1.2ms)` and `data.cart.todo_test_tax: SKIPPED`.
fn reported(text: &str) -> Option<(&str, &str, Outcome)> {
    let (name, rest) = text.split_once(": ")?;
    if !name.starts_with("data.") || name.len() > LONGEST_NAME || name.contains(' ') {
        return None;
    }
    let (word, time) = rest.split_once(' ').unwrap_or((rest, ""));
    let outcome = of_word(&OUTCOMES, word)?;
    let timed = time.starts_with('(') && time.ends_with("s)");
    (timed || (time.is_empty() && word == "SKIPPED")).then_some((name, word, outcome))
}

/// Reads `PASS: 2/3`.
fn numbers(text: &str) -> Option<Fields<'_>> {
    let read = first(&NUMBERS, text)?;
    let part = read.passed.or(read.failed).or(read.errors).or(read.skipped);
    (part > Some(0) && part <= read.total).then_some(read)
}
