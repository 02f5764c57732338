//! Jasmine's console reporter: points, the list of failures, the list of pending specs, closing numbers.
//!
//! `Started` begins a run, when points or one of the report's own lines follow: other programs print the word too. The
//! closing numbers count every point, so numbers above the points that came, and everything after which points go on,
//! was printed by a spec. They are reported at the stream's end or before the next run, when nothing can contradict them any
//! more. An `Incomplete:` below them means that jasmine exits with 2: specs were focused, or there were none.
//!
//! Neighbours: `jasmine_lines` reads single lines, `body` the text of a failure. test-unit prints `Started` and points too, below
//! `Loaded suite`.

mod after_all;
mod cut;

use super::body::Body;
use super::jasmine_lines::{Numbers, glued, left_out, numbered, numbers, points};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Level, Opened, Part, Seen, TestId, Totals};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// How many names of failures are held, to take them back when a spec printed them.
const MOST_CLAIMS: usize = 4096;
/// The longest name that is held, in bytes.
const LONGEST_NAME: usize = 1024;
/// How many lines after `Started` something of the run must have come.
const MOST_LINES_BEFORE: u32 = 2000;

/// Where the recognizer is.
#[derive(Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing is known.
    #[default]
    Between,
    /// After `Started`, and how many lines ago.
    Armed(u32),
    /// Specs run.
    Specs,
    /// In the list of failures.
    Failures,
    /// In the list of pending specs.
    Pending,
    /// After the closing numbers.
    Closed,
}

/// Jasmine with its console reporter.
#[derive(Debug, Default)]
pub struct Jasmine {
    state: State,
    /// The line before was `Loaded suite`: test-unit's run begins.
    loaded: bool,
    /// The line before reported the seed: what begins now is certain.
    seeded: bool,
    /// Points that came, and points that may be beside output.
    points: u64,
    beside: u64,
    failed_points: u64,
    left_out: u64,
    /// Numbers of the two lists.
    listed: u64,
    skips: u64,
    /// Names of failures that were reported.
    claims: Vec<String>,
    names: Names,
    /// Failures of suites, and what makes a run incomplete.
    others: u64,
    closing: Option<Numbers>,
    /// The time is after the numbers.
    timed: bool,
    incomplete: u64,
    body: Body,
    /// Before the run is certain: the list of failures begins, and the name above the current line.
    listing: bool,
    above: String,
    /// The log begins amid the list of failures.
    cut: bool,
}

impl Runner for Jasmine {
    const SPEC: Spec = Spec {
        name: "jasmine",
        reads: "jasmine, its own console reporter",
        starts: &["Started", "Randomized with seed ", "Loaded suite ", "Suite error:"],
        equal_names: EqualNames::Same,
        numbered: &[") ", " spec, ", " specs, "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.state != State::Between || self.loaded || self.seeded || !self.above.is_empty()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.counted();
        if line.is_held_in_part() && points(text).is_some() {
            // How many there are nobody knows.
            self.beside = u64::MAX;
        }
        match self.state {
            State::Between => self.between(text, run),
            State::Armed(lines) => self.armed(lines, text, run),
            _ => self.running(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl Jasmine {
    fn between(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let text = text.trim_end();
        let (loaded, seeded) = (std::mem::take(&mut self.loaded), std::mem::take(&mut self.seeded));
        if text == "Started" && !loaded {
            *self = Self { state: State::Armed(0), ..Self::default() };
            run.emit(Event::MayHaveBegun);
            if seeded {
                self.begin(run);
                return Seen::Mine(Class::Noise);
            }
            return Seen::No;
        }
        self.loaded = text.starts_with("Loaded suite ");
        self.seeded = is_seed(text);
        self.outside(text, numbers(text), run).unwrap_or(Seen::No)
    }

    /// `Started` came: is it Jasmine's?
    fn armed(&mut self, lines: u32, text: &str, run: &mut Run<'_>) -> Seen {
        let text = text.trim_end();
        let certain = (lines == 0 && points(text).is_some())
            || numbers(text).is_some()
            || text == "No specs found"
            || text == "  Message:";
        if certain {
            self.begin(run);
            let above = std::mem::take(&mut self.above);
            if text == "  Message:" && !above.is_empty() {
                self.state = State::Failures;
                run.instead(&above);
                return self.failure(&above, run);
            }
            return self.running(text, run);
        }
        // Output beside the first points hides that the run is Jasmine's, up to the first failure's text.
        let first = numbered(text).is_some_and(|(number, _)| number == 1) || text.starts_with("Suite error:");
        self.above.clear();
        if first && self.listing {
            self.above.push_str(crate::text::head(text, LONGEST_NAME));
        }
        self.listing = matches!(text, "Failures:" | "Failures: ") || self.listing && text.is_empty();
        if text == "Started" {
            self.state = State::Armed(0);
            run.emit(Event::MayHaveBegun);
            return Seen::No;
        }
        let (passed, failed, skipped) = points(text).unwrap_or_default();
        let alone = passed.saturating_add(failed).saturating_add(skipped);
        self.beside.up(if alone > 0 { alone } else { glued(text) });
        self.state = if lines >= MOST_LINES_BEFORE {
            State::Between
        } else {
            State::Armed(lines.saturating_add(u32::from(!text.is_empty())))
        };
        Seen::No
    }

    fn begin(&mut self, run: &mut Run<'_>) {
        self.state = State::Specs;
        run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        run.emit(Event::BeganThere);
    }

    fn running(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_end();
        let counts = points(bare).filter(|_| !self.cut);
        let goes_on = counts.is_some() || matches!(bare, "Failures:" | "Failures: " | "Pending:");
        if goes_on && self.is_reported() {
            // Every failure of its points was reported, and counted: others are another run's.
            self.declare(run);
            return Seen::No;
        }
        if let Some(counts) = counts {
            return self.points(counts, run);
        }
        match bare {
            "" => {
                let open = run.is_open();
                if self.state == State::Closed {
                    run.close();
                }
                return if open { Seen::Mine(Class::Noise) } else { Seen::No };
            }
            "Failures:" | "Failures: " => {
                self.leave(run);
                self.withdraw(run);
                (self.state, self.listed) = (State::Failures, 0);
                return Seen::Mine(Class::Noise);
            }
            "Pending:" => {
                run.close();
                (self.state, self.skips) = (State::Pending, 0);
                return Seen::Mine(Class::Noise);
            }
            "No specs found" => return self.close_with(Numbers::default(), run),
            "Started" if self.state == State::Closed => {
                self.declare(run);
                return self.between(text, run);
            }
            _ => {}
        }
        if let Some(numbers) = numbers(bare) {
            return self.close_with(numbers, run);
        }
        if let Some(left_out) = left_out(bare) {
            self.left_out = left_out;
            return Seen::Mine(Class::Noise);
        }
        match self.state {
            State::Failures => self.failure(text, run),
            State::Pending => self.pending(text, run),
            State::Closed => self.closed(bare, run),
            _ => {
                self.beside.up(glued(bare));
                self.whole(bare, run)
            }
        }
    }

    /// Points: whatever looked like the report's end before them was printed by a spec.
    fn points(&mut self, (passed, failed, skipped): (u64, u64, u64), run: &mut Run<'_>) -> Seen {
        self.leave(run);
        self.withdraw(run);
        let all = passed.saturating_add(failed).saturating_add(skipped);
        self.points.up(all);
        self.failed_points.up(failed);
        run.emit(Event::Counted { passed, failed, skipped, other: 0 });
        Seen::Mine(if failed == 0 { Class::Passed } else { Class::Noise })
    }

    /// Whether the closing numbers count the points, some of which failed, and the failures that were reported.
    fn is_reported(&self) -> bool {
        let reported = u64::try_from(self.claims.len()).unwrap_or(u64::MAX);
        self.state == State::Closed
            && self.timed
            && self.failed_points > 0
            && self.closing.is_some_and(|numbers| {
                numbers.failures == reported
                    && numbers.specs == self.points
                    && numbers.failures == self.failed_points.saturating_add(self.others)
            })
    }

    /// Back among the specs.
    fn leave(&mut self, run: &mut Run<'_>) {
        run.close();
        self.state = State::Specs;
        (self.closing, self.incomplete, self.left_out) = (None, 0, 0);
    }

    fn failure(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, name)) = numbered(text)
            && number == self.listed.saturating_add(1)
        {
            self.listed = number;
            return self.claim(name, FailureKind::Test, run);
        }
        if !text.starts_with(' ') {
            return self.whole(text.trim_end(), run);
        }
        if !run.is_open() {
            return Seen::No;
        }
        let bare = text.trim();
        if text.starts_with("    ") {
            self.body.line(bare, run);
        } else if !matches!(bare, "Message:" | "Stack:") {
            run.text(Part::Output);
        }
        Seen::Mine(Class::Detail)
    }

    /// What failed outside of specs: `Suite error: stock`.
    fn whole(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let name = text.strip_prefix("Suite error: ").or_else(|| text.strip_prefix("Suite error:"));
        let Some(name) = name.filter(|_| self.state == State::Failures || self.points > 0) else {
            return Seen::No;
        };
        // Without failed specs there is no heading above it.
        self.state = State::Failures;
        let name = if name.is_empty() { "top suite" } else { name };
        self.others.up(1);
        self.claim(name, FailureKind::Setup, run)
    }

    fn claim(&mut self, name: &str, kind: FailureKind, run: &mut Run<'_>) -> Seen {
        let name = &self.names.next(name);
        self.body = Body::default();
        if self.claims.len() < MOST_CLAIMS && name.len() <= LONGEST_NAME {
            self.claims.push(name.to_owned());
        }
        run.fail_as(TestId::bare(name), kind)
    }

    fn pending(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, name)) = numbered(text)
            && number == self.skips.saturating_add(1)
        {
            self.skips = number;
            return run.skip(TestId::bare(name));
        }
        if text.starts_with("  ") && self.skips > 0 {
            run.emit(Event::Reason(text.trim()));
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn close_with(&mut self, numbers: Numbers, run: &mut Run<'_>) -> Seen {
        run.close();
        self.state = State::Closed;
        (self.closing, self.incomplete, self.timed) = (Some(numbers), 0, false);
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    fn closed(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("Incomplete: ") && self.incomplete == 0 {
            self.incomplete = 1;
            run.may_have_ended();
            return run.fail_whole_at_once(text, FailureKind::Suite, "");
        }
        if let Some(seen) = self.after_all(text, run) {
            return seen;
        }
        let closing = text.starts_with("Finished in ") && text.ends_with(['s', 'd']);
        self.timed |= closing;
        if closing || is_seed(text) {
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        Seen::No
    }

    /// Tells the closing numbers, unless the points contradict them.
    fn declare(&mut self, run: &mut Run<'_>) {
        run.close();
        let state = std::mem::take(&mut self.state);
        let Some(numbers) = self.closing.take().filter(|_| state == State::Closed) else { return };
        // What makes a good run incomplete is below the time.
        if !self.timed && numbers.failures == 0 {
            return;
        }
        let most = if self.cut { u64::MAX } else { self.points.saturating_add(self.beside) };
        if numbers.specs > most || self.failed_points > numbers.failures {
            return;
        }
        let specs = numbers.failures.saturating_sub(self.others);
        let passed = numbers.specs.saturating_sub(specs).saturating_sub(numbers.pending);
        run.emit(Event::Declared {
            totals: Totals {
                passed: Some(passed),
                failed: Some(specs),
                errors: Some(self.others.min(numbers.failures).saturating_add(self.incomplete)),
                skipped: Some(numbers.pending.saturating_add(self.left_out)),
                ..Totals::default()
            },
            level: Level::Section,
        });
    }
}

/// `Randomized with seed 4321`, alone or with the command that repeats the run.
fn is_seed(text: &str) -> bool {
    text.strip_prefix("Randomized with seed ").is_some_and(|rest| {
        rest.starts_with(|first: char| first.is_ascii_digit()) && (rest.len() < 16 || rest.ends_with(')'))
    })
}
