//! busted's terminal handlers: a point for each test, totals, and a list of what did not pass.
//!
//! `1 success / 1 failure / 0 errors / 0 pending : 0.01 seconds`, then a block for each test that is pending or failed: `Failure → FILE @ LINE`, its
//! name, why. What tests print is between the points. Totals that they print come before the real ones: those which have neither a line of as many
//! points before nor the list that they announce are taken back when others follow.

use super::busted_lines::{self, Entry, Reported};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Opened, Part, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

/// The longest heading that is kept, in bytes.
const HEADING_BYTES: usize = 600;

/// The most failures that can be taken back.
const MOST_TAKEN_BACK: usize = 256;

/// Where the list is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum State {
    /// No block is open.
    #[default]
    Between,
    /// Below a heading: the name comes.
    Headed(String, Reported),
    /// In a failure, before its first line of words.
    Named,
    /// In a failure.
    Body,
    /// In what is pending; whether its reason was reported.
    Pending(bool),
    /// After an empty line in the last block: only a stack goes on.
    Ending,
}

/// What points came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Points {
    #[default]
    None,
    /// Some.
    Some,
    /// A line of nothing but points, of which one failed.
    Failing,
}

/// busted, in the terminal.
#[derive(Debug, Default)]
pub struct Busted {
    /// Totals, and whether the points before were as many.
    held: Option<(Totals, bool)>,
    state: State,
    /// How many points were on the line before.
    points: Option<u64>,
    /// What points came since the last totals.
    seen: Points,
    names: Names,
    /// Blocks of failures and of pending tests that came.
    failures: u64,
    pending: u64,
    /// What can be taken back: file and name.
    reported: Vec<(String, String)>,
    /// The log begins amid the list.
    cut: bool,
}

impl Runner for Busted {
    const SPEC: Spec = Spec {
        name: "busted",
        reads: "busted: its terminal handlers (its TAP is read as tap)",
        starts: &busted_lines::STARTS,
        // No pass, but the end tells the totals where their beginning cannot.
        passes: &[PassShape { start: "", end: " seconds" }, PassShape { start: "", end: " seconds." }],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.points.is_some() || self.cut && self.state != State::Between
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let points = std::mem::replace(&mut self.points, busted_lines::points(text));
        if let Some(totals) = busted_lines::totals(text) {
            let seen = std::mem::take(&mut self.seen);
            if failures(&totals) == 0 && sum(&totals) > 1 && seen != Points::Some {
                // No points came, or one that failed: a test printed them.
                return Seen::No;
            }
            return self.totals(totals, points, run);
        }
        if self.points.is_some() && busted_lines::fails(text) {
            self.seen = Points::Failing;
        } else if self.seen == Points::None && busted_lines::begins(text) {
            self.seen = Points::Some;
        }
        if self.held.is_none() && !self.cut {
            // An entry that names its place is busted's: the log begins amid the list.
            let entry = busted_lines::entry(text)
                .filter(|entry| entry.reported != Reported::Pending && entry.place.is_some());
            if entry.is_none() {
                return Seen::No;
            }
            self.cut = true;
            run.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
        }
        self.listed(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
        if let Some((totals, _)) = self.held.take() {
            run.totals(totals);
        }
    }
}

impl Busted {
    fn totals(&mut self, totals: Totals, points: Option<u64>, run: &mut Run<'_>) -> Seen {
        self.leave(run);
        run.close();
        let whole = points == Some(sum(&totals));
        if let Some((held, held_whole)) = self.held.take() {
            let complete = self.failures == failures(&held);
            if complete && (held_whole || failures(&held) > 0) {
                run.totals(held);
            } else {
                // A test printed them.
                for (file, name) in std::mem::take(&mut self.reported) {
                    run.emit(Event::Withdrawn(id(&file, &name)));
                }
                *self = Self { held: Some((totals, whole)), ..Self::default() };
                run.may_have_ended();
                return Seen::Mine(Class::Totals);
            }
        }
        run.emit(Event::MayHaveBegunBefore);
        run.begin(None);
        run.emit(Event::BeganThere);
        *self = Self { held: Some((totals, whole)), ..Self::default() };
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// Something else begins: a heading that nothing followed says all.
    fn leave(&mut self, run: &mut Run<'_>) {
        if let State::Headed(heading, reported) = std::mem::take(&mut self.state) {
            self.alone(&heading, reported, run);
        }
    }

    /// All that the totals announce was reported, or nobody knows what they announce.
    fn complete(&self) -> bool {
        self.cut
            || self.held.is_some_and(|(totals, _)| {
                self.failures >= failures(&totals) && self.pending >= totals.skipped.unwrap_or(0)
            })
    }

    /// A line after the totals.
    fn listed(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if (self.cut || !self.complete())
            && let Some(entry) = busted_lines::entry(text)
        {
            self.leave(run);
            return self.entry(&entry, text, run);
        }
        match std::mem::take(&mut self.state) {
            State::Between => Seen::No,
            State::Headed(heading, reported) => self.named(text, &heading, reported, run),
            State::Ending if text == "stack traceback:" => {
                self.state = State::Body;
                let seen = run.text(Part::Where);
                run.may_have_ended();
                seen
            }
            State::Ending => Seen::No,
            State::Pending(reason) => {
                self.state = if text.is_empty() { self.after() } else { State::Pending(true) };
                if !reason && !text.is_empty() {
                    run.emit(Event::Reason(text));
                }
                run.may_have_ended();
                Seen::Mine(Class::Skipped)
            }
            state @ (State::Named | State::Body) => self.body(text, state == State::Named, run),
        }
    }

    /// What follows an empty line.
    fn after(&self) -> State {
        if self.complete() { State::Ending } else { State::Body }
    }

    /// A line of a failure's words.
    fn body(&mut self, text: &str, first: bool, run: &mut Run<'_>) -> Seen {
        if text.is_empty() {
            self.state = self.after();
            return Seen::Inside(Class::Detail);
        }
        self.state = State::Body;
        if first && let Some((place, message)) = busted_lines::message(text) {
            run.emit(Event::At { place, better: true });
            run.message(message);
        }
        let frame = text == "stack traceback:" || text.starts_with('\t');
        let seen = run.below(if frame { Part::Where } else { Part::Why });
        if first || frame || !self.complete() {
            // Nothing but an empty line parts the last block from what is printed after it.
            run.may_have_ended();
        }
        seen
    }

    fn entry(&mut self, entry: &Entry<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        self.state = State::Headed(head(text, HEADING_BYTES).to_owned(), entry.reported);
        run.may_have_ended();
        Seen::Mine(if entry.reported == Reported::Pending { Class::Skipped } else { Class::Detail })
    }

    /// The line below a heading: the name of a test, or of a file that cannot be read.
    fn named(&mut self, text: &str, heading: &str, reported: Reported, run: &mut Run<'_>) -> Seen {
        let place = busted_lines::entry(heading).and_then(|entry| entry.place);
        let Some(place) = place.filter(|_| !text.is_empty()) else {
            self.alone(heading, reported, run);
            return Seen::Mine(Class::Detail);
        };
        if reported == Reported::Pending {
            self.pending.up(1);
            self.state = State::Pending(false);
            let seen = run.skip(id(place.file, text));
            run.may_have_ended();
            return seen;
        }
        self.open(place.file, text, busted_lines::kind(text), heading, run);
        run.at(place);
        self.state = State::Named;
        let seen = run.text(Part::Why);
        run.may_have_ended();
        seen
    }

    /// A heading that says all: a file that cannot be read or is not there.
    fn alone(&mut self, heading: &str, reported: Reported, run: &mut Run<'_>) {
        let says = busted_lines::entry(heading).map_or(heading, |entry| entry.says).to_owned();
        if reported == Reported::Pending {
            return;
        }
        self.open("", &says, FailureKind::Collection, heading, run);
        match busted_lines::message(&says) {
            Some((place, message)) => {
                run.at(place);
                run.message(message);
            }
            None => run.message(&says),
        }
        run.close();
        run.may_have_ended();
        self.state = self.after();
    }

    fn open(&mut self, file: &str, name: &str, kind: FailureKind, heading: &str, run: &mut Run<'_>) {
        self.failures.up(1);
        let name = self.names.next_of(id(file, head(name, HEADING_BYTES)));
        run.instead(heading);
        run.fail_as(id(file, &name), kind);
        if self.reported.len() < MOST_TAKEN_BACK {
            self.reported.push((file.to_owned(), name));
        }
    }
}

/// A test of a file, or a file alone.
fn id<'a>(file: &'a str, name: &'a str) -> TestId<'a> {
    if file.is_empty() { TestId::bare(name) } else { busted_lines::id(file, name) }
}

fn failures(totals: &Totals) -> u64 {
    totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0))
}

fn sum(totals: &Totals) -> u64 {
    failures(totals).saturating_add(totals.passed.unwrap_or(0)).saturating_add(totals.skipped.unwrap_or(0))
}
