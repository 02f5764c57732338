//! AVA's runs.
//!
//! A run prints a line for each test, then a rule, the failures' details, another rule, and the closing numbers. The line of a failed test
//! holds title and message without a border between them; the title alone heads its details, which is how the two
//! are united. Exceptions outside of tests are printed where they happen. Passes are not numbered when something failed.
//!
//! A line begins a run when its title names a file (`cart › adds`) or it tells a failure; in a run of one file the rule does.

use super::ava_lines::{Printed, TIMED_OUT, count, printed};
use super::cut::Cut;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Grade, Outcome, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::frames::error_text::{ErrorText, place_of};
use crate::recognize::kit::{Run, Runner, Spec};

/// What is between the parts of a title.
pub(super) const SEPARATOR: &str = " › ";
/// The longest title that is held, in bytes.
const LONGEST_TITLE: usize = 1024;
/// Blank lines between the details of two failures, at least.
const BETWEEN: u32 = 2;

/// Where the recognizer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    Tests,
    /// After the first rule.
    Details,
    /// Among the closing numbers, or after the rule before them.
    Numbers,
    /// Among or after numbers that no rule precedes: AVA 1 to 3 prints the details below them.
    Early,
}

/// AVA.
#[derive(Debug, Default)]
pub struct Ava {
    pub(super) state: State,
    /// Passes that were seen, counted in the report or not yet.
    passed: u64,
    known: u64,
    /// Titles with messages of failed tests.
    pub(super) failed: Vec<String>,
    /// Files that broke, how often.
    broken: Vec<(String, u32)>,
    errors: u64,
    pub(super) totals: Totals,
    pub(super) counted: bool,
    blank: u32,
    /// The text of the open failure.
    pub(super) error: Option<ErrorText>,
    /// A thrown error is being drawn, before its stack.
    drawn: bool,
    /// Titles that came below early numbers, those of known failures first.
    pub(super) titles: u64,
    pub(super) known_titles: u64,
    /// Outside of a run: where a log is that begins amid one, and whether it has reported something.
    pub(super) cut: Cut,
    pub(super) begun: bool,
}

impl Runner for Ava {
    const SPEC: Spec = Spec {
        name: "ava",
        reads: "AVA, default reporter (its TAP is read as tap)",
        starts: &[
            "✔ ",
            "√ ",
            "✘ [fail]: ",
            "✖ [fail]: ",
            "× [fail]: ",
            "✘ No tests found in ",
            "✘ Couldn",
            "✘ Timed out while running tests",
            "✖ Couldn",
            "✖ No tests found in ",
            "✖ Timed out while running tests",
            "Uncaught exception in ",
            "Unhandled rejection in ",
            "─",
            "› ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.cut != Cut::No || self.state != State::Tests
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let full = line.judged();
        let text = full.trim();
        if text.is_empty() {
            return self.blank_line(run);
        }
        let blank = std::mem::take(&mut self.blank);
        let indent = full.len().saturating_sub(full.trim_start().len());
        let reported = if indent == 2 { printed(text) } else { None };
        if let Some(reported) = reported
            && let Some(seen) = self.reported(reported, text, run)
        {
            return seen;
        }
        if !run.is_running() && self.state == State::Tests {
            return self.outside(indent, blank, text, run);
        }
        if self.state == State::Tests && indent == 2 && blank > 0 && self.numbers_begin(text) {
            self.end_block(run);
            return Seen::Mine(Class::Totals);
        }
        match self.state {
            State::Numbers if indent == 2 && count(text, &mut self.totals) => {
                self.counted = true;
                run.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            State::Details if indent == 2 && self.failed.is_empty() && count(text, &mut self.totals) => {
                (self.state, self.counted) = (State::Numbers, true);
                run.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            State::Details => {
                if indent == 2 && (blank >= BETWEEN || self.error.is_none()) && self.title(text, run) {
                    return Seen::Mine(Class::Detail);
                }
                self.body(text, run)
            }
            State::Early => self.early(indent, blank, text, run),
            State::Tests if self.error.is_some() && indent >= 2 => self.body(text, run),
            State::Tests | State::Numbers => {
                self.end_block(run);
                if self.state == State::Numbers && self.counted {
                    // Something else was written right after the numbers.
                    self.declare(run);
                }
                Seen::No
            }
        }
    }

    fn ended(&mut self) {
        *self = Self { blank: self.blank, ..Self::default() };
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.end_block(run);
        if matches!(self.state, State::Numbers | State::Early) && self.counted {
            self.declare(run);
        }
    }
}

impl Ava {
    fn open(&mut self, run: &mut Run<'_>) {
        if run.is_running() {
            return;
        }
        (self.cut, self.begun) = (Cut::No, false);
        // The tests' output comes as it is printed, the first result after it.
        run.open();
        run.emit(Event::BeganThere);
        if self.passed > 0 {
            run.emit(Event::Counted { passed: self.passed, failed: 0, skipped: 0, other: 0 });
        }
    }

    fn blank_line(&mut self, run: &mut Run<'_>) -> Seen {
        self.blank.up(1);
        if self.state == State::Numbers && self.counted {
            self.declare(run);
        }
        if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// A line with a mark. `None`: in this place it is something else.
    fn reported(&mut self, reported: Printed<'_>, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if self.state == State::Early && !matches!(reported, Printed::Thrown(_) | Printed::Pending(_)) {
            // A result follows: a test printed the numbers.
            self.forget_numbers();
        }
        if !matches!(self.state, State::Tests | State::Early) {
            return match (reported, self.state) {
                (Printed::Rule, State::Details) => {
                    self.end_block(run);
                    self.state = State::Numbers;
                    Some(Seen::Mine(Class::Noise))
                }
                _ => None,
            };
        }
        let certain = match reported {
            Printed::Passed(title) => title.contains(SEPARATOR),
            Printed::Rule => self.passed > 0,
            Printed::Pending(_) => false,
            _ => true,
        };
        if !run.is_running() && !certain {
            // A run of one file, or another tool's: the rule will tell.
            if matches!(reported, Printed::Passed(title) if !title.ends_with("ms)")) {
                self.passed.up(1);
            }
            return None;
        }
        self.open(run);
        self.end_block(run);
        Some(Seen::Mine(match reported {
            Printed::Passed(_) => {
                self.passed.up(1);
                run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                Class::Passed
            }
            Printed::Known => {
                self.known.up(1);
                run.emit(Event::Counted { passed: 0, failed: 0, skipped: 0, other: 1 });
                Class::Other
            }
            Printed::Failed(title) => {
                self.fail(title, run);
                Class::Detail
            }
            Printed::Skipped | Printed::Todo => {
                let outcome = if reported == Printed::Todo { Outcome::Other } else { Outcome::Skipped };
                let id = TestId::bare(text);
                run.emit(Event::finished(id, outcome));
                Class::Skipped
            }
            Printed::Rule => {
                self.state = State::Details;
                Class::Noise
            }
            Printed::Thrown(file) => {
                self.whole(file, FailureKind::Collection, true, run);
                self.error = Some(ErrorText::default());
                Class::Detail
            }
            Printed::Broken(name, kind) => {
                self.whole(name, kind, false, run);
                self.error = text.ends_with(':').then(ErrorText::default);
                Class::Detail
            }
            Printed::Pending(title) => {
                if let Some(at) = self.broken.iter().position(|(name, _)| name == TIMED_OUT) {
                    self.broken.remove(at);
                    self.errors.down(1);
                    run.emit(Event::Withdrawn(TestId::bare(TIMED_OUT)));
                }
                self.errors.up(1);
                let id = TestId::split_last(title, SEPARATOR);
                let outcome = Outcome::Failed(FailureKind::Timeout);
                run.emit(Event::finished(id, outcome));
                run.emit(Event::Heading);
                run.emit(Event::Message(TIMED_OUT));
                run.emit(Event::Decoded { part: Part::Why, text: TIMED_OUT });
                run.emit(Event::BlockClosed);
                Class::Detail
            }
        }))
    }

    fn fail(&mut self, title: &str, run: &mut Run<'_>) {
        let id = TestId::split_last(title, SEPARATOR);
        let outcome = Outcome::Failed(FailureKind::Test);
        run.emit(Event::finished(id, outcome));
        run.emit(Event::Heading);
        run.emit(Event::BlockClosed);
        if self.failed.len() < NAMES && title.len() <= LONGEST_TITLE {
            self.failed.push(title.to_owned());
        }
    }

    /// The details of a failed test begin with its title.
    pub(super) fn title(&mut self, text: &str, run: &mut Run<'_>) -> bool {
        let known = self.failed.iter().position(|failed| {
            failed.strip_prefix(text).is_some_and(|message| message.is_empty() || message.starts_with(' '))
        });
        let Some(at) = known else { return false };
        self.end_block(run);
        let alias = self.failed.remove(at);
        let id = TestId::split_last(text, SEPARATOR);
        let outcome = Outcome::Failed(FailureKind::Test);
        let alias = if alias == text { "" } else { alias.as_str() };
        run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias });
        run.emit(Event::Heading);
        self.error = Some(ErrorText::default());
        true
    }

    /// A file or the run broke. What its exit adds to an exception that was reported is no failure of its own.
    fn whole(&mut self, name: &str, kind: FailureKind, thrown: bool, run: &mut Run<'_>) {
        let known = self.broken.iter_mut().find(|(file, _)| file == name);
        let times = match known {
            Some((_, times)) => {
                times.up(1);
                *times
            }
            None => 1,
        };
        if times == 1 && self.broken.len() < NAMES {
            self.broken.push((name.to_owned(), 1));
        }
        if times > 1 && !thrown {
            run.emit(Event::BlockOpened(Block::More { name }));
            run.emit(Event::Text(Part::Why));
            return;
        }
        self.errors.up(1);
        if times > 1 {
            run.emit(Event::BlockOpened(Block::Whole { name: &format!("{name} (exception {times})"), kind }));
        } else {
            run.emit(Event::BlockOpened(Block::Whole { name, kind }));
        }
        run.emit(Event::Heading);
    }

    pub(super) fn body(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(error) = &mut self.error else { return Seen::No };
        if text == "Error thrown in test:" || text.ends_with(" thrown in test:") {
            self.drawn = true;
            run.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        let (part, place) = if let Some(frame) = text.strip_prefix("› ") {
            let place = place_of(frame).filter(|_| !error.placed);
            error.placed |= place.is_some();
            (Part::Where, place)
        } else if let Some(place) = place_of(text).filter(|(file, _)| text.starts_with(file)) {
            error.placed = true;
            (Part::Why, Some(place))
        } else if is_excerpt(text) {
            (Part::Where, None)
        } else {
            let names_class = text.split_once(':').is_some_and(|(class, _)| {
                class.split(' ').next().is_some_and(|class| class.ends_with("Error"))
            });
            self.drawn &= !names_class;
            if self.drawn {
                // The object that was thrown: its class, and what it says.
                let says = text.strip_prefix("message: ").map(|text| text.trim_matches([',', '\'']));
                if let Some(text) = says.filter(|_| error.message().is_empty()) {
                    let _ = error.line(text);
                }
                (if says.is_some() || text.ends_with('{') { Part::Why } else { Part::Where }, None)
            } else {
                let (part, place) = error.line(text);
                (part.unwrap_or(Part::Where), place)
            }
        };
        if let Some((file, line)) = place {
            run.emit(Event::At { place: Place { file, line: Some(line) }, better: true });
        }
        run.emit(Event::Text(part));
        Seen::Mine(Class::Detail)
    }

    pub(super) fn end_block(&mut self, run: &mut Run<'_>) {
        self.drawn = false;
        if let Some(error) = self.error.take() {
            if !error.message().is_empty() {
                run.emit(Event::Message(error.message()));
            }
            run.emit(Event::BlockClosed);
        }
    }

    /// AVA's numbers; it does not count files that broke.
    pub(super) fn declare(&mut self, run: &mut Run<'_>) {
        let reported = std::mem::take(&mut self.totals);
        let totals = Totals {
            passed: reported.passed.or((!self.begun).then_some(self.passed)),
            failed: Some(reported.failed.unwrap_or(0)),
            errors: Some(reported.errors.unwrap_or(0).max(self.errors)),
            skipped: Some(reported.skipped.unwrap_or(0)),
            other: Some(reported.other.unwrap_or(self.known)),
            total: None,
        };
        run.totals(totals);
    }
}

/// A line of source: ` 26:     t.is(1, 2);`.
fn is_excerpt(text: &str) -> bool {
    crate::recognize::kit::scan::number(text).is_some_and(|(_, rest)| rest == ":" || rest.starts_with(": "))
}
