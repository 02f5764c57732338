//! LuaUnit's text: a point for each test, or with `-v` a line, a list of what did not pass, and totals.
//!
//! `Tests with errors:` and `Failed tests:` head lists of `1) TestHarbour.testUnloads`, the message, `stack traceback:` and its
//! frames. `Ran 4 tests in 0.001 seconds, 1 success, 2 failures, 1 error, 1 skipped` follows, and `OK` when all passed. With
//! `-v`, `Started on DATE` begins a run, and `    TestHarbour.testMoors ... Ok` is before the lists, with what the test
//! printed after the dots. A test can print each of these: totals are held until others come or nothing does, and those
//! before which as many points or lines did not be are taken back when the next ones cover what came before them too.

use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Outcome, Part, Seen, Totals};
use crate::recognize::kit::bounds::{MESSAGE_BYTES, NAME_BYTES};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

use super::count::Tests;
use super::luaunit_lines::{self, all, bad, begun, class, dies, entry, id, leading, totals, verdict};

/// The most failures that can be taken back.
const MOST_TAKEN_BACK: usize = 256;

/// Where in a list the line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Listing {
    /// In none.
    #[default]
    Outside,
    /// Below its heading: the ruler comes.
    Headed,
    /// Between entries, or before the first; its number comes next.
    Ruled(u64),
    /// In the entry of this number; whether its message is over.
    Entry { number: u64, frames: bool },
}

/// Totals that wait for what follows them.
#[derive(Debug)]
struct Held {
    totals: Totals,
    /// As many tests were reported before.
    fits: bool,
    /// They have the list that they announce, or `OK`.
    whole: bool,
    /// What was listed for them and for those before that did not fit.
    names: Vec<String>,
    /// One of those before that did not fit reported failures.
    doubt: bool,
    /// They tell of failures, and nothing of their run was before them: the log is cut in front.
    alone: bool,
}

/// LuaUnit.
#[derive(Debug, Default)]
pub struct LuaUnit {
    /// Whether lines of a run came.
    begun: bool,
    /// `-v` began a run.
    verbose: bool,
    /// It did so after points.
    shaky: bool,
    /// The test that runs, as `-v` tells.
    running: Option<String>,
    /// Tests since the last totals, and before those.
    since: Tests,
    before: Tests,
    /// A shell's word for the death of a program was after points or a name; the tests before it.
    died: Option<Tests>,
    listing: Listing,
    /// What was listed since the last totals.
    listed: u64,
    names: Vec<String>,
    held: Option<Held>,
    /// The line before was totals.
    after: bool,
    /// The line before printed that a test failed.
    failed: bool,
}

impl Runner for LuaUnit {
    const SPEC: Spec = Spec {
        name: "luaunit",
        reads: "LuaUnit's text, quiet and verbose",
        starts: &luaunit_lines::STARTS,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.begun
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let after = std::mem::take(&mut self.after);
        if let Some(totals) = totals(text) {
            return self.totals(totals, run);
        }
        if after && text == "OK" {
            if let Some(held) = &mut self.held {
                held.whole |= bad(&held.totals) == 0;
            }
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if text == "OK" && !run.is_running() {
            // LuaUnit prints it below its totals: the points are another runner's.
            *self = Self::default();
            return Seen::No;
        }
        if let Some(seen) = self.listed(text, run) {
            return seen;
        }
        if text.starts_with("Started on ") {
            if self.running.is_none()
                && self.since.least == 0
                && let Some(held) = self.held.take_if(|held| held.fits && held.whole || held.alone)
            {
                // Another run begins.
                declare(&held, run);
                *self = Self::default();
            }
            if !self.verbose && self.died.is_some() {
                // The program died after its points, and another one begins.
                self.death(run);
                *self = Self::default();
            }
            if run.is_running() && self.verbose && self.died.is_some() {
                // The program died in the test that ran, and another one runs.
                run.emit(Event::SectionEnded(Ended::Crash));
                run.forget();
                *self = Self::default();
            }
            self.begun = true;
            // After points a test prints it, unless they are another runner's.
            let own = self.since.least == 0;
            self.shaky = !own && !run.is_running() && self.held.is_none();
            self.verbose |= own || self.shaky;
            return if run.is_running() { Seen::Inside(Class::Noise) } else { Seen::No };
        }
        if self.verbose
            && let Some(seen) = self.test(text, run)
        {
            return seen;
        }
        let tests = Tests::on(text);
        let pure = tests.least > 0;
        if dies(text) && !self.verbose {
            let whole = self.since.and(Tests { least: leading(text), ..tests });
            self.died = Some(whole);
            self.begun = true;
            self.since = Tests::default();
        } else if !self.verbose || pure {
            self.begun |= pure;
            if pure && std::mem::take(&mut self.shaky) {
                // Points go on: a test printed how `-v` begins.
                self.verbose = false;
                self.running.take().into_iter().for_each(|name| run.emit(Event::Withdrawn(id(&name))));
            }
            // Points after the totals of `-v` are another run's.
            self.verbose &= self.running.is_some() || !self.held.as_ref().is_some_and(|held| held.fits);
            self.since = self.since.and(tests);
        }
        match (run.is_running() && self.held.is_none(), pure || text.is_empty()) {
            (true, true) => Seen::Inside(Class::Noise),
            (true, false) => Seen::Inside(Class::Other),
            (false, _) => Seen::No,
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        if self.died.is_some() && !self.verbose {
            self.death(run);
        }
        if let Some(held) = self.held.take() {
            // Points after totals tell of a test that printed them, more lines of an earlier program that died.
            let sum = all(&held.totals);
            let lost = self.before.lines > sum || self.since.least > 0;
            let good = held.whole && !lost && !held.doubt && self.running.is_none();
            if good || bad(&held.totals) > 0 {
                declare(&held, run);
            }
        }
    }
}

impl LuaUnit {
    fn open(&mut self, run: &mut Run<'_>) {
        self.begun = true;
        if !run.is_running() {
            // What the first tests printed is before.
            run.open();
            run.emit(Event::BeganThere);
        }
    }

    /// A heading, a ruler or an entry of a list, or a line of one.
    fn listed(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let number = match self.listing {
            Listing::Headed if !text.is_empty() && text.bytes().all(|byte| byte == b'-') => {
                self.listing = Listing::Ruled(1);
                return Some(Seen::Inside(Class::Noise));
            }
            Listing::Ruled(number) => Some(number),
            Listing::Entry { number, .. } => Some(number.saturating_add(1)),
            _ => None,
        };
        if matches!(text, "Tests with errors:" | "Failed tests:") {
            run.close();
            self.begun = true;
            self.listing = Listing::Headed;
            return Some(if run.is_running() { Seen::Inside(Class::Noise) } else { Seen::No });
        }
        if let (Some(wanted), Some((number, name))) = (number, entry(text))
            && wanted == number
        {
            return Some(self.entry(number, name, run));
        }
        let Listing::Entry { number, frames } = self.listing else {
            self.listing = Listing::Outside;
            return None;
        };
        let begins = text == "stack traceback:";
        if frames && text.is_empty() {
            run.close();
            self.listing = Listing::Ruled(number.saturating_add(1));
            return Some(Seen::Inside(Class::Noise));
        }
        let frames = frames || begins;
        if !frames {
            say(text, run);
        }
        self.listing = Listing::Entry { number, frames };
        Some(run.below(if frames { Part::Where } else { Part::Why }))
    }

    fn entry(&mut self, number: u64, name: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        if let Some(held) = self.held.take_if(|held| held.fits && held.whole) {
            // The list is another run's.
            declare(&held, run);
            self.verbose = self.since.lines > 0;
        }
        self.open(run);
        self.listed.up(1);
        let name = head(name, NAME_BYTES);
        if self.names.len() < MOST_TAKEN_BACK {
            self.names.push(name.to_owned());
        }
        self.listing = Listing::Entry { number, frames: false };
        run.fail(id(name))
    }

    /// A line of `-v`.
    fn test(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if std::mem::take(&mut self.failed) {
            // The list may never come.
            let (place, printed) = luaunit_lines::message(text);
            if let Some(place) = place {
                run.emit(Event::At { place, better: false });
            }
            run.emit(Event::Message(head(printed, MESSAGE_BYTES)));
            return Some(Seen::Inside(Class::Detail));
        }
        if let Some(name) = self.running.take() {
            let Some(outcome) = verdict(text).filter(|_| begun(text).is_none()) else {
                self.running = Some(name);
                return None;
            };
            return Some(self.finished(&name, outcome, run));
        }
        let (name, rest) = begun(text)?;
        self.open(run);
        self.since.lines.up(1);
        self.died = dies(rest).then_some(self.since);
        let name = head(name, NAME_BYTES);
        if let Some(outcome) = verdict(rest) {
            return Some(self.finished(name, outcome, run));
        }
        run.start(id(name));
        self.running = Some(name.to_owned());
        Some(Seen::Inside(Class::Other))
    }

    fn finished(&mut self, name: &str, outcome: Outcome, run: &mut Run<'_>) -> Seen {
        run.emit(Event::finished(id(name), outcome));
        self.failed = matches!(outcome, Outcome::Failed(_));
        Seen::Inside(class(outcome))
    }

    /// A program died after its points.
    fn death(&mut self, run: &mut Run<'_>) {
        if let Some(held) = self.held.take_if(|held| held.fits && held.whole) {
            declare(&held, run);
        }
        self.open(run);
        let (name, kind) = ("lua", FailureKind::Crash);
        run.emit(Event::BlockOpened(Block::Whole { name, kind }));
        run.emit(Event::Message("the program died while its tests ran"));
        run.emit(Event::BlockClosed);
        run.emit(Event::SectionEnded(Ended::Crash));
        run.forget();
    }

    fn totals(&mut self, totals: Totals, run: &mut Run<'_>) -> Seen {
        run.close();
        self.listing = Listing::Outside;
        let sum = all(&totals);
        if let Some(before) = self.died.take().filter(|_| !self.verbose) {
            if self.since.fits(sum) || !before.and(self.since).fits(sum) {
                self.death(run);
            } else {
                // A test printed the word.
                self.since = before.and(self.since);
            }
        }
        let mut names = std::mem::take(&mut self.names);
        let mut tests = self.since;
        let mut doubt = false;
        if let Some(held) = self.held.take() {
            let both = self.before.and(self.since);
            let (own, covers) = (self.since.fits(sum), both.fits(sum) && self.running.is_none());
            if held.fits || (own && !covers) {
                if held.whole {
                    declare(&held, run);
                    self.verbose &= self.since.lines > 0;
                }
            } else if covers {
                // A test printed them.
                held.names.iter().for_each(|name| run.emit(Event::Withdrawn(id(name))));
                tests = both;
            } else {
                // Perhaps a test printed both.
                doubt = held.doubt || bad(&held.totals) > 0;
                tests = both;
                let room = MOST_TAKEN_BACK.saturating_sub(names.len());
                names.extend(held.names.into_iter().take(room));
            }
        }
        self.open(run);
        // While a test runs, as `-v` tells, it printed them.
        // Of a log that is cut in front the list may begin in its middle.
        let least = if tests.is_unseen() { bad(&totals).min(1) } else { bad(&totals) };
        let whole = bad(&totals) > 0 && self.listed >= least;
        // What tests print between their points hides how many there were, or all: failures are kept in doubt.
        let hidden = whole && (tests.may_be(sum) || tests.is_unseen());
        let fits = (tests.fits(sum) || hidden) && self.running.is_none();
        let alone = bad(&totals) > 0 && tests.is_unseen() && names.is_empty();
        self.held = Some(Held { totals, fits, whole, names, doubt, alone });
        self.before = tests;
        self.since = Tests::default();
        self.listed = 0;
        self.after = true;
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }
}

fn declare(held: &Held, run: &mut Run<'_>) {
    run.emit(Event::Declared { totals: held.totals, level: Level::Section });
    run.forget();
}

/// A line of a message.
fn say(text: &str, run: &mut Run<'_>) {
    let before = run.otherwise();
    if before.is_empty() {
        let (place, printed) = luaunit_lines::message(text);
        if let Some(place) = place {
            run.at(place);
        }
        run.message_otherwise(head(printed, MESSAGE_BYTES));
    } else if text.starts_with("actual: ") && before.starts_with("expected: ") {
        run.message_otherwise(&format!("{before}, {}", head(text, MESSAGE_BYTES)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_have_their_exact_shape() {
        let read = totals("Ran 4 tests in 0.001 seconds, 1 success, 2 failures, 1 error, 1 skipped");
        assert_eq!(read.map(|totals| (bad(&totals), all(&totals))), Some((3, 5)));
        assert_eq!(read.and_then(|totals| totals.passed), Some(1));
        assert!(totals("Ran 4 tests in 0.001 seconds, 1 success, 1 failure").is_none());
        assert!(
            totals("Ran 4 tests in 0.001s").is_none() && totals("Ran 4 tests in 1 seconds, ok").is_none()
        );
    }
}
