//! `opa test` of the Open Policy Agent, and tools that print as it does.
//!
//! All is printed when all tests ran: with `-v` the traces of failures below `FAILURES`, then a line for each test below its file's name
//! (`data.cart.test_total: FAIL (1.2ms)`; without `-v` only what did not pass), what it printed, a ruler, and `PASS: 2/3`, `FAIL: 1/3`, of which those
//! with zero are left out. A run of passes alone has the line `PASS: 3/3` and nothing else without `-v`.
//! See `v1/tester/reporter.go` and `runner.go` of OPA.

use crate::event::{
    Block, Class, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId,
    Totals,
};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest name of a test or file, in bytes.
const LONGEST_NAME: usize = 400;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Pass,
    Fail,
    Error,
    Skipped,
}

/// Where a report is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Idle,
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
    state: State,
    /// A failure's block is open.
    open: bool,
    placed: bool,
    /// The line before was `FAILURES`.
    announced: bool,
    file: String,
    totals: Totals,
}

impl Recognizer for Opa {
    fn runner(&self) -> Runner {
        Runner("opa test")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["data.", "FAILURES", "PASS: ", "FAIL: ", "ERROR: ", "SKIPPED: ", "1 error occurred"],
            inside: &[],
            // No pass, but the end tells the name of a file where its beginning cannot.
            passes: &[PassShape { start: "", end: ".rego:" }],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.state == State::Idle && !self.announced { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let announced = std::mem::take(&mut self.announced);
        if let Some((word, number, total)) = number(text) {
            return self.number(word, number, total, sink);
        }
        if self.state == State::Numbers {
            self.declare(sink);
        }
        if text == "FAILURES" && self.state == State::Idle {
            self.announced = true;
            return Seen::No;
        }
        if announced && scan::is_ruler(text, '-', 60) {
            self.start(State::Failures, sink);
            return Seen::Mine(Class::Noise);
        }
        if let Some((name, status)) = reported(text) {
            return self.reported(name, status, sink);
        }
        self.inside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if self.state == State::Numbers {
            self.declare(sink);
        }
    }
}

impl Opa {
    fn start(&mut self, state: State, sink: &mut dyn Sink) {
        if self.state == State::Idle {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
        self.state = state;
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }

    fn reported(&mut self, name: &str, status: Status, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        let traced = self.state == State::Failures;
        if self.state == State::Idle {
            self.start(State::Listed, sink);
        }
        let id = TestId::split_last(name, ".");
        let grade = if traced { Grade::Block } else { Grade::Line };
        match status {
            Status::Pass => {
                sink.emit(Event::finished(id, Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Status::Skipped => {
                sink.emit(Event::finished(id, Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            Status::Fail | Status::Error => {
                let kind = FailureKind::Test;
                if grade == Grade::Block || status == Status::Error {
                    sink.emit(Event::BlockOpened(Block::Test { id, kind }));
                    self.open = true;
                } else {
                    let outcome = Outcome::Failed(kind);
                    sink.emit(Event::Finished { id, outcome, grade, attempt: 0, alias: "" });
                }
                sink.emit(Event::Heading);
                self.placed = false;
                if !traced && !self.file.is_empty() {
                    sink.emit(Event::At { place: Place { file: &self.file, line: None }, better: false });
                }
                Seen::Mine(Class::Detail)
            }
        }
    }

    /// A line between those of tests.
    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        match self.state {
            State::Idle => {
                self.take_file(text);
                loading(text, sink)
            }
            State::Numbers => Seen::No,
            _ if text.is_empty() => Seen::Mine(Class::Noise),
            State::Failures if text == "SUMMARY" => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            State::Failures if scan::is_ruler(text, '-', 60) && !self.open => {
                self.state = State::Listed;
                Seen::Mine(Class::Noise)
            }
            State::Failures if self.open => {
                let words = text.trim_start();
                let (place, rest) = words.split_once(' ').unwrap_or((words, ""));
                let fails = rest.trim_start_matches(['|', ' ']).starts_with("Fail ");
                if let Some((place, "")) = scan::place(place.trim_end_matches(':'))
                    && (fails || rest.is_empty())
                    && place.file != "query"
                {
                    // The last that failed is the deepest that did.
                    sink.emit(Event::At { place, better: true });
                    if fails {
                        sink.emit(Event::Message(rest.trim_start_matches(['|', ' '])));
                    }
                }
                let fails = fails || words.trim_start_matches(['|', ' ']).starts_with("Fail ");
                sink.emit(Event::Text(if fails { Part::Why } else { Part::Where }));
                Seen::Inside(Class::Detail)
            }
            State::Failures => Seen::No,
            State::Listed if scan::is_ruler(text, '-', 60) => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            State::Listed if self.open && text.starts_with("  ") => {
                sink.emit(Event::Text(Part::Why));
                Seen::Inside(Class::Detail)
            }
            State::Listed => {
                self.close(sink);
                if self.take_file(text) {
                    return Seen::Mine(Class::Noise);
                }
                Seen::No
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
    fn number(&mut self, word: &str, number: u64, total: u64, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        let first = self.state != State::Numbers;
        if !first && self.totals.total != Some(total) {
            self.declare(sink);
            return Seen::No;
        }
        self.start(State::Numbers, sink);
        if first {
            self.totals = Totals {
                passed: Some(0),
                failed: Some(0),
                errors: Some(0),
                skipped: Some(0),
                total: Some(total),
                ..Totals::default()
            };
        }
        match word {
            "PASS" => self.totals.passed = Some(number),
            "FAIL" => self.totals.failed = Some(number),
            "ERROR" => self.totals.errors = Some(number),
            _ => self.totals.skipped = Some(number),
        }
        if sum(&self.totals) == total {
            self.declare(sink);
        }
        Seen::Mine(Class::Totals)
    }

    fn declare(&mut self, sink: &mut dyn Sink) {
        // Numbers that lack a part are no whole: the run was cut.
        if Some(sum(&self.totals)) == self.totals.total {
            sink.emit(Event::Declared { totals: self.totals, level: Level::Section });
        }
        *self = Self::default();
    }
}

/// A policy that cannot be read: no test ran.
fn loading(text: &str, sink: &mut dyn Sink) -> Seen {
    let Some(says) = text.strip_prefix("1 error occurred").filter(|says| says.contains(".rego:")) else {
        return Seen::No;
    };
    let says = says.trim_start_matches(" during loading").trim_start_matches(": ");
    sink.emit(Event::BlockOpened(Block::Whole { name: "loading", kind: FailureKind::Collection }));
    sink.emit(Event::Heading);
    if let Some((place, message)) = scan::place(says) {
        sink.emit(Event::At { place, better: false });
        sink.emit(Event::Message(message.trim()));
    }
    sink.emit(Event::BlockClosed);
    Seen::Mine(Class::Detail)
}

fn sum(totals: &Totals) -> u64 {
    let parts = [totals.passed, totals.failed, totals.errors, totals.skipped];
    parts.iter().flatten().fold(0_u64, |sum, part| sum.saturating_add(*part))
}

/// Reads `data.cart.test_total: FAIL (1.2ms)` and `data.cart.todo_test_tax: SKIPPED`.
fn reported(text: &str) -> Option<(&str, Status)> {
    let (name, rest) = text.split_once(": ")?;
    if !name.starts_with("data.") || name.len() > LONGEST_NAME || name.contains(' ') {
        return None;
    }
    let (word, time) = rest.split_once(' ').unwrap_or((rest, ""));
    let status = match word {
        "PASS" => Status::Pass,
        "FAIL" => Status::Fail,
        "ERROR" => Status::Error,
        "SKIPPED" => Status::Skipped,
        _ => return None,
    };
    let timed = time.starts_with('(') && time.ends_with("s)");
    (timed || (time.is_empty() && status == Status::Skipped)).then_some((name, status))
}

/// Reads `PASS: 2/3`.
fn number(text: &str) -> Option<(&str, u64, u64)> {
    let (word, rest) = text.split_once(": ")?;
    let (number, total) = rest.split_once('/')?;
    let (number, total) = (scan::whole_number(number)?, scan::whole_number(total)?);
    let known = matches!(word, "PASS" | "FAIL" | "ERROR" | "SKIPPED") && number > 0 && number <= total;
    known.then_some((word, number, total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn rows(text: &str) -> Vec<String> {
        drive(&mut Opa::default(), text)
    }

    fn holds(rows: &[String], words: &str) -> usize {
        rows.iter().map(|row| row.matches(words).count()).sum()
    }

    const RULER: &str = "--------------------------------------------------------------------------------";

    #[test]
    fn a_trace_is_before_the_list_and_the_numbers() {
        let rows = rows(&format!(
            "FAILURES\n{RULER}\ndata.cart.test_total: FAIL (1.2ms)\n\n  cart_test.rego:12         | | Fail total == 4\n  query:1                   | Fail data.cart.test_total = _\n\nSUMMARY\n{RULER}\ncart_test.rego:\n\
             data.cart.test_total: FAIL (1.2ms)\ndata.cart.test_adds: PASS (90µs)\ndata.cart.todo_test_tax: SKIPPED\n{RULER}\nPASS: 1/3\nFAIL: 1/3\nSKIPPED: 1/3\nother\n"
        ));
        assert_eq!(
            holds(
                &rows,
                "BlockOpened(Test { id: TestId { module: \"data.cart\", separator: \".\", name: \"test_total\" }"
            ),
            1,
            "{rows:#?}"
        );
        assert_eq!(
            rows[4],
            "5 Inside(Detail) At { place: Place { file: \"cart_test.rego\", line: Some(12) }, better: true } | Message(\"Fail total == 4\") | Text(Why)"
        );
        assert_eq!(holds(&rows, "outcome: Skipped"), 1);
        assert!(
            rows[16].contains("passed: Some(1), failed: Some(1), errors: Some(0), skipped: Some(1)"),
            "{rows:#?}"
        );
        assert_eq!(rows[17], "18 No ");
    }

    #[test]
    fn an_error_has_its_words_below() {
        let rows = rows(&format!(
            "policies/tax_test.rego:\ndata.tax.test_rates: ERROR (0s)\n  policies/tax.rego:3: eval_conflict_error: no\n{RULER}\nPASS: 1/2\nERROR: 1/2\n"
        ));
        assert_eq!(rows[2], "3 Inside(Detail) Text(Why)", "{rows:#?}");
        assert_eq!(holds(&rows, "errors: Some(1)"), 1);
    }

    #[test]
    fn a_policy_that_cannot_be_read_is_a_failure_at_its_place() {
        let rows = rows("1 error occurred during loading: policies/tax.rego:4: rego_parse_error: no\n");
        assert_eq!(
            rows[0],
            "1 Mine(Detail) BlockOpened(Whole { name: \"loading\", kind: Collection }) | Heading | At { place: Place { file: \"policies/tax.rego\", line: Some(4) }, better: false } | Message(\"rego_parse_error: no\") | BlockClosed"
        );
    }

    #[test]
    fn numbers_that_lack_a_part_declare_nothing() {
        assert_eq!(holds(&rows("PASS: 3/4\n"), "Declared"), 0);
        assert_eq!(holds(&rows("PASS: 3/3\n"), "Declared"), 1);
        assert_eq!(holds(&rows("PASS: 3/3 of them\nFAIL: no\nERROR: 4/3\n"), "|"), 0);
    }
}
