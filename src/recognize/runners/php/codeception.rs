//! Codeception 2 to 5.
//!
//! A run begins with its name and version, and prints each test with a mark, or in `--steps` with its steps and a word. After
//! the time are lists of problems, a word and the totals, like those of PHPUnit, which it is built on; a problem has the
//! place of its test, the step that failed, the error, and the steps before.
//!
//! Tests print what they like. Totals count once nothing of the run follows, and tell of a pass only after a time and with
//! as many tests as the suites announced. Where more tests ended than that, failures that no list holds were printed.

use super::shared::phpunit_body::Body;
use super::shared::phpunit_lines;
use super::shared::phpunit_lines::{List, Sum};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Outcome, Part, Place, Seen, TestId};
use crate::recognize::kit::reported_problems::{Points, ReportedProblems};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// PHPUnit's version by which its lines are read: since then no warning is a test's result.
const LIKE: u64 = 10;
/// The longest name of a test, in bytes.
const LONGEST: usize = 1024;

/// Where the recognizer is.
#[derive(Debug, Default)]
enum State {
    /// Tests run.
    #[default]
    Run,
    /// In a list, before its next item; the number of the last one.
    List(List, u64),
    /// In the text of an item.
    Item(List, u64, Item),
}

/// The text of an item.
#[derive(Debug, Default)]
struct Item {
    body: Body,
    /// The steps before the one that failed, or what was saved of it.
    after: bool,
    placed: bool,
}

/// Codeception.
#[derive(Debug, Default)]
pub struct Codeception {
    state: State,
    /// The line before, when it can be a test's name, and the test whose steps follow.
    above: String,
    scenario: String,
    /// How many tests the suites have, by their headings.
    announced: Option<u64>,
    /// How many tests ended.
    ended: u64,
    /// The run printed how long it took, and no test ended since.
    timed: bool,
    reported: ReportedProblems,
    /// Totals after which nothing of the run came so far.
    totals: Option<Sum>,
}

impl Runner for Codeception {
    const SPEC: Spec = Spec {
        name: "codeception",
        reads: "Codeception: marks, steps, lists of problems",
        starts: &[HEADER],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with(HEADER) {
            self.declare(run);
            return run.begin(None);
        }
        if !run.is_running() {
            return Seen::No;
        }
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::List(list, last) => self.list(list, last, text, run),
            State::Item(list, number, item) => self.item(list, number, item, text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

/// How a run begins.
const HEADER: &str = "Codeception PHP Testing Framework v";

impl Codeception {
    /// The run is over, if its totals came.
    fn declare(&mut self, run: &mut Run<'_>) {
        run.forget();
        let Self { announced, ended, timed, mut reported, totals, .. } = std::mem::take(self);
        let Some(sum) = totals else { return };
        let exact = announced == Some(sum.tests);
        let whole = timed && (exact || (announced.is_none() && ended <= sum.tests));
        if sum.bad() > 0 || whole {
            // More tests ended than there are: some of those lines were printed.
            let points = if exact && ended > sum.tests { Points::Exact } else { Points::Passes };
            reported.forget_others(sum.bad(), points, id, run);
            run.totals(sum.totals());
        }
    }

    /// A line that is in no list.
    fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((outcome, name)) = marked(text) {
            return self.finished(outcome, name, run);
        }
        if let Some(outcome) = word(text)
            && !self.scenario.is_empty()
        {
            let name = std::mem::take(&mut self.scenario);
            return self.finished(outcome, &name, run);
        }
        if text.starts_with("Signature: ") {
            self.scenario = std::mem::take(&mut self.above);
        }
        self.above.clear();
        if is_name(text) {
            self.above.push_str(text);
        }
        if text.starts_with("Time: ") && text.contains(", Memory: ") {
            // All lists of a report are after it, and its totals.
            (self.timed, self.totals) = (true, None);
            self.reported.begin_list();
            return Seen::Mine(Class::Noise);
        }
        if let Some(sum) = phpunit_lines::sum(text, LIKE) {
            self.totals = Some(sum);
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if self.totals.is_some() {
            // Lines of other tools, unless a test printed the totals.
            if phpunit_lines::header(text).is_some() {
                self.declare(run);
            }
            return Seen::No;
        }
        if let Some(list) = phpunit_lines::list(text, LIKE) {
            self.state = State::List(list, 0);
            return Seen::Mine(Class::Noise);
        }
        if phpunit_lines::is_result(text) {
            return Seen::Mine(Class::Totals);
        }
        if let Some(tests) = suite(text) {
            self.announced = Some(self.announced.unwrap_or(0).saturating_add(tests));
            return Seen::Mine(Class::Noise);
        }
        let noise = is_ruler(text) || text.starts_with("Powered by PHPUnit ");
        if noise { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// A test ended; totals that came before were printed by one.
    fn finished(&mut self, outcome: Outcome, name: &str, run: &mut Run<'_>) -> Seen {
        (self.totals, self.timed) = (None, false);
        self.ended.up(1);
        if matches!(outcome, Outcome::Failed(_)) {
            self.reported.where_it_ran(name);
        }
        run.emit(Event::finished(id(name), outcome));
        Seen::Mine(match outcome {
            Outcome::Passed => Class::Passed,
            Outcome::Skipped => Class::Skipped,
            Outcome::Failed(_) => Class::Detail,
            Outcome::Other => Class::Other,
        })
    }

    /// In a list, before an item.
    fn list(&mut self, list: List, last: u64, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, name)) = numbered(text, last) {
            return self.open(list, number, name, run);
        }
        if text.is_empty() || is_ruler(text) {
            self.state = State::List(list, last);
            return Seen::Mine(Class::Noise);
        }
        self.run(text, run)
    }

    /// An item begins.
    fn open(&mut self, list: List, number: u64, name: &str, run: &mut Run<'_>) -> Seen {
        self.state = State::Item(list, number, Item::default());
        match list {
            List::Problems | List::Runner => {
                self.reported.listed(name);
                run.fail(id(name))
            }
            List::Skipped => Seen::Mine(Class::Skipped),
            List::Apart => run.warn(name),
        }
    }

    /// In the text of an item.
    fn item(&mut self, list: List, number: u64, mut item: Item, text: &str, run: &mut Run<'_>) -> Seen {
        let next = numbered(text, number);
        let ends = next.is_some()
            || phpunit_lines::is_result(text)
            || phpunit_lines::sum(text, LIKE).is_some()
            || phpunit_lines::list(text, LIKE).is_some();
        if ends {
            run.close();
            return match next {
                Some((number, name)) => self.open(list, number, name, run),
                None => self.run(text, run),
            };
        }
        let seen = match list {
            List::Problems | List::Runner => item.line(text, run),
            List::Skipped => Seen::Mine(Class::Skipped),
            List::Apart => {
                if !text.is_empty() {
                    run.text(Part::Why);
                }
                Seen::Mine(Class::Warning)
            }
        };
        self.state = State::Item(list, number, item);
        seen
    }
}

impl Item {
    /// A line below the heading of a problem.
    fn line(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.is_empty() || is_ruler(text) {
            return Seen::Mine(Class::Detail);
        }
        if let Some(at) = text.strip_prefix(" Test  ") {
            let file = at.rsplit_once(':').map_or(at, |(file, _)| file);
            run.at(Place { file, line: None });
            return run.text(Part::Where);
        }
        if text.starts_with(" Step  ") {
            return run.text(Part::Why);
        }
        if matches!(text, "Scenario Steps:" | "Artifacts:") {
            self.after = true;
            return run.text(Part::Where);
        }
        if let Some(place) = frame(text) {
            if !std::mem::replace(&mut self.placed, true) {
                run.emit(Event::At { place, better: true });
            }
            return run.text(Part::Where);
        }
        if self.after {
            return run.text(Part::Where);
        }
        if let Some(message) = text.strip_prefix(" Fail  ") {
            self.body = Body::reported();
            return run.why(message);
        }
        self.body.line(text, run)
    }
}

/// Reads `12) CartCest: Adds two items`, when it is the one after the last.
fn numbered(text: &str, last: u64) -> Option<(u64, &str)> {
    phpunit_lines::numbered(text).filter(|(number, _)| *number == last.saturating_add(1))
}

/// Reads `✔ CartCest: Adds two items (0.01s)` and its kin.
fn marked(text: &str) -> Option<(Outcome, &str)> {
    let failed = Outcome::Failed(FailureKind::Test);
    let marks = [
        ("\u{2714} ", Outcome::Passed),
        ("\u{2716} ", failed),
        ("E ", failed),
        ("S ", Outcome::Skipped),
        ("I ", Outcome::Other),
        ("U ", Outcome::Other),
    ];
    let (outcome, rest) =
        marks.iter().find_map(|(mark, outcome)| Some((*outcome, text.strip_prefix(mark)?)))?;
    // Without blank where the terminal is narrow.
    let timed = rest.strip_suffix("s)").and_then(|rest| rest.rsplit_once('('));
    let name =
        timed.filter(|(_, time)| time.parse::<f64>().is_ok()).map_or(rest, |(name, _)| name.trim_end());
    is_name(name).then_some((outcome, name))
}

/// Whether the text is `CartCest: Adds two items`.
fn is_name(text: &str) -> bool {
    let named = |(class, test): (&str, &str)| !class.is_empty() && !class.contains(' ') && !test.is_empty();
    text.len() <= LONGEST && text.split_once(": ").is_some_and(named)
}

/// Reads the word below the steps of a test: ` PASSED`, ` FAIL`, ` ERROR`.
fn word(text: &str) -> Option<Outcome> {
    match text {
        " PASSED" => Some(Outcome::Passed),
        " FAIL" | " ERROR" => Some(Outcome::Failed(FailureKind::Test)),
        _ => None,
    }
}

/// Splits `CartCest: Adds two items` at the class.
fn id(name: &str) -> TestId<'_> {
    match name.split_once(": ") {
        Some((module, name)) if !name.is_empty() => TestId { module, separator: ": ", name },
        _ => TestId::bare(name),
    }
}

/// Reads `#1  /home/user/tests/unit/CartTest.php:7` and ` 2. $I->see("4") at tests/CartCest.php:19`, of no library.
fn frame(text: &str) -> Option<Place<'_>> {
    let at = match text.strip_prefix('#').and_then(scan::number) {
        Some((_, rest)) => rest.strip_prefix("  ")?,
        None => {
            let (_, rest) = scan::number(text.strip_prefix(' ')?)?;
            rest.strip_prefix(". $").and_then(|rest| rest.rsplit_once(" at ")).map(|(_, at)| at)?
        }
    };
    let (place, rest) = scan::place(at)?;
    (rest.is_empty() && !place.file.contains("/vendor/")).then_some(place)
}

/// Whether the line is one of dashes.
fn is_ruler(text: &str) -> bool {
    scan::is_ruler(text, '-', 9)
}

/// Reads how many tests a suite has: `Unit Tests (12) -----`.
fn suite(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.split_once(" Tests (")?.1)?;
    rest.starts_with(") ---").then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_marks_and_words_are_none() {
        for text in ["E", "E : x", "I see \"4\"", "E two words: x", "\u{2714} CartTest", "S nothing"] {
            assert_eq!(marked(text), None, "{text}");
        }
        assert_eq!(marked("S A: b"), Some((Outcome::Skipped, "A: b")));
        assert_eq!(marked("\u{2714} A: b(1.49s)"), Some((Outcome::Passed, "A: b")));
        assert_eq!(marked("\u{2714} A: b (c)"), Some((Outcome::Passed, "A: b (c)")));
    }
}
