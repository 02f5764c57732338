//! EUnit, as it prints itself and as `rebar3 eunit` does.
//!
//! With `verbose` a run begins with a header and tells each test; otherwise only failures are reported, and the closing numbers. A failure is
//! followed by its frames, `**error:REASON` and the output, of which at most 800 bytes are shown. What is given up (a set-up broke, a
//! process died, a time ran out) is not in the numbers; a test that is `*skipped*` ran when what it is in was given up, for a reason that
//! is reported below it. A run with tests that did not run, or were given up, is no success: see `lib/eunit/src/eunit_tty.erl` and
//! `eunit_lib.erl` of OTP. rebar3's own report is read beside this, by `eunit_progress`, and what ends a run by `eunit_ends`.

use super::eunit_lines::{self as lines, Reported, Result};
use super::eunit_printed::{Printed, Statement};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Opened, Part, Seen, TestId, Totals};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::points::Points;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// The longest reason that is put together, in bytes.
pub(super) const LONGEST_REASON: usize = 300;

/// Where an open run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    /// Tests run.
    #[default]
    Running,
    /// In rebar3's list of failures.
    Failures,
    /// In rebar3's list of what was cancelled.
    Pending,
}

/// Who tells the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Teller {
    /// EUnit, failures alone.
    #[default]
    Quiet,
    /// EUnit, each test.
    Verbose,
    /// EUnit, failures alone, below a line of rebar 2.
    Rebar2,
    /// rebar3's own report, unless EUnit's header follows.
    Rebar,
}

/// What the open block's line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum In {
    /// A test that was given up, whose reason is not reported yet.
    GivenUp,
    /// A test that did not run: one line tells why.
    DidNotRun,
    #[default]
    Frames,
    Reason,
    /// A term of rebar3's with a stack.
    Stack,
    Output,
}

/// EUnit.
#[derive(Debug, Default)]
pub struct Eunit {
    pub(super) state: State,
    pub(super) teller: Teller,
    /// What the next line is while a block is open.
    pub(super) open: In,
    /// The module of the open block, whose own frames are the best.
    pub(super) module: String,
    pub(super) placed: bool,
    pub(super) file: String,
    /// The reason of the open block, which has several lines.
    reason: String,
    /// The output of the open block's test.
    printed: Option<Statement>,
    /// The name of what was cancelled, until its reason tells whether it is a failure of its own.
    pub(super) held: Option<String>,
    /// The first heading of a quiet run, until what follows confirms it: others may wait for a line before it is reported.
    waiting: Option<Waiting>,
    /// Numbers that are alone and may be the log's last word.
    lone: Option<Totals>,
    /// The line before was the bar in front of the numbers.
    barred: bool,
    /// What groups were given up for.
    again: Names,
    /// Failures that are in no number of failed tests.
    pub(super) given_up: u64,
    /// The tests that began, as far as they are reported.
    pub(super) begun: u64,
    /// The last of them runs.
    pub(super) unended: bool,
    /// That tests were cancelled was reported as a failure.
    pub(super) cancelled: bool,
    /// EUnit's own error, unless the run goes on.
    pub(super) internal: Option<String>,
    /// rebar3's points.
    pub(super) points: Points,
    /// The line before was rebar3's `Finished in`.
    pub(super) finished: bool,
    /// The highest number in rebar3's list of failures.
    pub(super) listed: u64,
}

/// A heading that waits.
#[derive(Debug)]
struct Waiting {
    heading: String,
    /// A line came since: what a group is called is before why it was given up.
    once: bool,
}

impl Runner for Eunit {
    const SPEC: Spec = Spec {
        name: "eunit",
        reads: "EUnit for Erlang, alone and under rebar3",
        starts: lines::STARTS,
        // The ends tell no passes, but failures where the beginnings cannot.
        passes: lines::ENDS,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.waiting.is_some() || self.lone.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let whole = line.counted().trim_end();
        let text = whole.trim_start();
        if let Some(seen) = self.printed(whole, run) {
            return seen;
        }
        if !text.is_empty() {
            self.lone = None;
        }
        let bar = whole.starts_with("=====") && whole.bytes().all(|byte| byte == b'=');
        let barred = std::mem::replace(&mut self.barred, bar);
        if let Some(seen) = self.frame_of_run(whole, run) {
            return seen;
        }
        if let Some(seen) = self.confirm(text, run) {
            return seen;
        }
        if run.is_running() && self.teller == Teller::Rebar {
            return self.rebar_line(whole, text, run);
        }
        if !run.is_running() && lines::is_heading(text) {
            // Until its reason follows it is a sign as anybody's.
            self.waiting = Some(Waiting { heading: text.to_owned(), once: false });
            return Seen::No;
        }
        if let Some(reported) = lines::reported(text) {
            return self.reported(reported, run);
        }
        if lines::given_up(text).is_some() {
            return self.group(text, run);
        }
        if let Some(totals) = lines::totals(whole) {
            if !run.is_running() && self.teller != Teller::Rebar2 && totals.total.is_none() {
                // Anything may print such a line; a quiet run that passed has nothing else.
                self.lone = Some(totals);
                return Seen::No;
            }
            if (barred || !run.is_running()) && self.agrees(&totals) {
                return self.totals(totals, 0, run);
            }
        }
        if run.is_running() { self.body(text, run) } else { Seen::No }
    }

    /// That tests were cancelled is known after the run's end.
    fn ended(&mut self) {}

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        self.tell_internal(run);
        if let Some(totals) = self.lone.take() {
            self.totals(totals, 0, run);
        }
    }
}

impl Eunit {
    pub(super) fn start(&mut self, opened: Opened, teller: Teller, run: &mut Run<'_>) {
        run.close();
        self.tell_internal(run);
        *self = Self { teller, ..Self::default() };
        run.begin_as(opened, None);
    }

    /// Without a header nothing tells where a run began.
    fn start_late(&mut self, run: &mut Run<'_>) {
        run.emit(Event::MayHaveBegunBefore);
        self.start(Opened::Own, Teller::Quiet, run);
        run.emit(Event::BeganThere);
    }

    /// Tells what waited, when this line confirms it.
    fn confirm(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let Waiting { heading, once } = self.waiting.take()?;
        let given_up = heading.ends_with("*skipped*");
        let reasons = ["in function ", "in call from ", "**", "::"];
        let reason = given_up && lines::given_up(text).is_some();
        if !reason && (given_up || !reasons.iter().any(|start| text.starts_with(start))) {
            if given_up && !once {
                self.waiting = Some(Waiting { heading, once: true });
                return Some(Seen::No);
            }
            return None;
        }
        self.start_late(run);
        run.instead(&heading);
        match lines::reported(&heading) {
            Some(reported) => self.reported(reported, run),
            None => self.group(&heading, run),
        };
        Some(if reason { self.group(text, run) } else { self.body(text, run) })
    }

    /// A line of the output of a failed test.
    fn printed(&mut self, whole: &str, run: &mut Run<'_>) -> Option<Seen> {
        match self.printed.as_mut().filter(|_| run.is_open())?.next(whole) {
            Printed::Statement => {
                if whole.is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                Some(run.below(Part::Output))
            }
            Printed::End => {
                run.close();
                Some(Seen::Mine(Class::Noise))
            }
            Printed::Beyond => {
                run.close();
                None
            }
        }
    }

    fn add_reason(&mut self, text: &str, run: &mut Run<'_>) {
        if self.reason.len().saturating_add(text.len()) < LONGEST_REASON {
            if !self.reason.is_empty() {
                self.reason.push(' ');
            }
            self.reason.push_str(text);
            run.message_otherwise(self.reason.trim_end_matches(':'));
        }
    }

    fn reported(&mut self, reported: Reported<'_>, run: &mut Run<'_>) -> Seen {
        if !run.is_running() {
            self.start_late(run);
        }
        self.begun.up(1);
        self.unended = false;
        let Reported { module, name, result, status } = reported;
        let id = TestId { module, separator: ":", name };
        let kind = match result {
            Result::Passed => return run.pass(id),
            Result::Failed => FailureKind::Test,
            Result::DidNotRun => FailureKind::Collection,
            Result::GivenUp(kind) => kind,
        };
        let begins = match result {
            Result::GivenUp(FailureKind::Unfinished) => In::GivenUp,
            Result::DidNotRun => In::DidNotRun,
            _ => In::Frames,
        };
        self.begins(begins, module);
        let seen = run.fail_as(id, kind);
        if result != Result::Failed {
            self.given_up.up(1);
            if begins != In::GivenUp {
                self.add_reason(&format!("{status}:"), run);
            }
        }
        seen
    }

    /// Of the block of this module that opens now nothing was read.
    pub(super) fn begins(&mut self, open: In, module: &str) {
        module.clone_into(&mut self.module);
        (self.open, self.placed, self.printed) = (open, false, None);
        self.file.clear();
        self.reason.clear();
    }

    /// A group was given up: because of the test above, or it is a failure of its own.
    fn group(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((says, kind)) = lines::given_up(text) else { return Seen::No };
        if run.is_open() && self.open == In::GivenUp {
            self.add_reason(&format!("{says}:"), run);
            self.open = In::Frames;
            return run.text(Part::Why);
        }
        self.given_up.up(1);
        let name = self.again.next(says);
        self.begins(In::Frames, "");
        run.fail_as(TestId::bare(&name), kind)
    }

    pub(super) fn body(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let known = text.starts_with("module '")
            || text.starts_with("[done in ")
            || text.starts_with("application '")
            || text.starts_with("=====");
        if known && !(run.is_open() && self.open == In::Reason) {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if self.teller == Teller::Verbose {
            if lines::begins_test(text) {
                self.begun.up(1);
                self.unended = true;
            } else if text.ends_with("ok") {
                self.unended = false;
            }
        }
        if !run.is_open() {
            return Seen::No;
        }
        let inside = self.open;
        if text.is_empty() {
            if inside == In::Reason {
                run.close();
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(place) = lines::frame(text) {
            let stem = |file: &str| {
                file.rsplit(['/', '\\']).next().map(|name| name.trim_end_matches(".erl").to_owned())
            };
            let own = self.module.is_empty() || stem(place.file).as_deref() == Some(self.module.as_str());
            if own && !self.placed {
                self.placed = true;
                run.emit(Event::At { place, better: true });
            }
            return run.text(Part::Where);
        }
        if ["**error:", "**exit:", "**throw:", "::"].iter().any(|start| text.starts_with(start)) {
            self.open = In::Reason;
            self.add_reason(text.trim_start_matches(['*', ':']), run);
            let seen = run.text(Part::Why);
            if inside == In::DidNotRun {
                run.close();
            }
            return seen;
        }
        if let Some(first) = text.strip_prefix("output:<<\"") {
            self.open = In::Output;
            if first == "\">>" {
                run.close();
                return Seen::Mine(Class::Noise);
            }
            self.printed = Some(Statement::begin(first));
        }
        if self.open == In::Reason {
            self.add_reason(text, run);
        }
        run.below(match inside {
            In::Reason if self.open == In::Reason => Part::Why,
            In::Frames | In::Stack | In::GivenUp | In::DidNotRun => Part::Where,
            _ => Part::Output,
        })
    }
}
