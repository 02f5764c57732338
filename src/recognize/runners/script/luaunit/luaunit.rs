//! LuaUnit's text: a point for each test, or with `-v` a line, a list of what did not pass, and totals.
//!
//! `Tests with errors:` and `Failed tests:` head lists of `1) TestHarbour.testUnloads`, the message, `stack traceback:` and its
//! frames. `Ran 4 tests in 0.001 seconds, 1 success, 2 failures, 1 error, 1 skipped` follows, and `OK` when all passed. With
//! `-v`, `Started on DATE` begins a run, and `    TestHarbour.testMoors ... Ok` is before the lists, with what the test
//! printed after the dots. A test can print each of these: totals are held until others come or nothing does, and those
//! before which as many points or lines did not be are taken back when the next ones cover what came before them too.

use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Outcome, Part, Seen, Sink, Totals,
};
use crate::recognize::kit::bounds::{MESSAGE_BYTES, NAME_BYTES};
use crate::recognize::kit::{Run, Runner, Spec};
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
    /// Whether its section is open.
    open: bool,
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
    message: String,
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
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.begun
    }

    fn line(&mut self, (): &mut (), text: &str, sink: &mut Run<'_>) -> Seen {
        let after = std::mem::take(&mut self.after);
        if let Some(totals) = totals(text) {
            return self.totals(totals, sink);
        }
        if after && text == "OK" {
            if let Some(held) = &mut self.held {
                held.whole |= bad(&held.totals) == 0;
            }
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if text == "OK" && !self.open {
            // LuaUnit prints it below its totals: the points are another runner's.
            *self = Self::default();
            return Seen::No;
        }
        if let Some(seen) = self.listed(text, sink) {
            return seen;
        }
        if text.starts_with("Started on ") {
            if self.running.is_none()
                && self.since.least == 0
                && let Some(held) = self.held.take_if(|held| held.fits && held.whole || held.alone)
            {
                // Another run begins.
                declare(&held, sink);
                *self = Self::default();
            }
            if !self.verbose && self.died.is_some() {
                // The program died after its points, and another one begins.
                self.death(sink);
                *self = Self::default();
            }
            if self.open && self.verbose && self.died.is_some() {
                // The program died in the test that ran, and another one runs.
                sink.emit(Event::SectionEnded(Ended::Crash));
                *self = Self::default();
            }
            self.begun = true;
            // After points a test prints it, unless they are another runner's.
            let own = self.since.least == 0;
            self.shaky = !own && !self.open && self.held.is_none();
            self.verbose |= own || self.shaky;
            return if self.open { Seen::Inside(Class::Noise) } else { Seen::No };
        }
        if self.verbose
            && let Some(seen) = self.test(text, sink)
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
                self.running.take().into_iter().for_each(|name| sink.emit(Event::Withdrawn(id(&name))));
            }
            // Points after the totals of `-v` are another run's.
            self.verbose &= self.running.is_some() || !self.held.as_ref().is_some_and(|held| held.fits);
            self.since = self.since.and(tests);
        }
        match (self.open && self.held.is_none(), pure || text.is_empty()) {
            (true, true) => Seen::Inside(Class::Noise),
            (true, false) => Seen::Inside(Class::Other),
            (false, _) => Seen::No,
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
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
        *self = Self::default();
    }
}

impl LuaUnit {
    fn open(&mut self, sink: &mut dyn Sink) {
        self.begun = true;
        if !self.open {
            self.open = true;
            // What the first tests printed is before.
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            sink.emit(Event::BeganThere);
        }
    }

    /// A heading, a ruler or an entry of a list, or a line of one.
    fn listed(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
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
            self.close(sink);
            self.begun = true;
            self.listing = Listing::Headed;
            return Some(if self.open { Seen::Inside(Class::Noise) } else { Seen::No });
        }
        if let (Some(wanted), Some((number, name))) = (number, entry(text))
            && wanted == number
        {
            self.entry(number, name, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        let Listing::Entry { number, frames } = self.listing else {
            self.listing = Listing::Outside;
            return None;
        };
        let begins = text == "stack traceback:";
        if frames && text.is_empty() {
            self.close(sink);
            self.listing = Listing::Ruled(number.saturating_add(1));
            return Some(Seen::Inside(Class::Noise));
        }
        let frames = frames || begins;
        if !frames {
            self.say(text, sink);
        }
        self.listing = Listing::Entry { number, frames };
        sink.emit(Event::Text(if frames { Part::Where } else { Part::Why }));
        Some(Seen::Inside(Class::Detail))
    }

    fn entry(&mut self, number: u64, name: &str, sink: &mut dyn Sink) {
        self.close(sink);
        if let Some(held) = self.held.take_if(|held| held.fits && held.whole) {
            // The list is another run's.
            declare(&held, sink);
            self.open = false;
            self.verbose = self.since.lines > 0;
        }
        self.open(sink);
        self.listed.up(1);
        let name = head(name, NAME_BYTES);
        if self.names.len() < MOST_TAKEN_BACK {
            self.names.push(name.to_owned());
        }
        sink.emit(Event::BlockOpened(Block::Test { id: id(name), kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        self.listing = Listing::Entry { number, frames: false };
    }

    /// A line of a message.
    fn say(&mut self, text: &str, sink: &mut dyn Sink) {
        if self.message.is_empty() {
            let (place, printed) = luaunit_lines::message(text);
            if let Some(place) = place {
                sink.emit(Event::At { place, better: false });
            }
            self.message.push_str(head(printed, MESSAGE_BYTES));
        } else if text.starts_with("actual: ") && self.message.starts_with("expected: ") {
            self.message.push_str(", ");
            self.message.push_str(head(text, MESSAGE_BYTES));
        }
    }

    /// The open entry ends.
    fn close(&mut self, sink: &mut dyn Sink) {
        if matches!(self.listing, Listing::Entry { .. }) {
            if !self.message.is_empty() {
                sink.emit(Event::Message(&self.message));
            }
            sink.emit(Event::BlockClosed);
        }
        self.message.clear();
        self.listing = Listing::Outside;
    }

    /// A line of `-v`.
    fn test(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if std::mem::take(&mut self.failed) {
            // The list may never come.
            let (place, printed) = luaunit_lines::message(text);
            if let Some(place) = place {
                sink.emit(Event::At { place, better: false });
            }
            sink.emit(Event::Message(head(printed, MESSAGE_BYTES)));
            return Some(Seen::Inside(Class::Detail));
        }
        if let Some(name) = self.running.take() {
            let Some(outcome) = verdict(text).filter(|_| begun(text).is_none()) else {
                self.running = Some(name);
                return None;
            };
            return Some(self.finished(&name, outcome, sink));
        }
        let (name, rest) = begun(text)?;
        self.open(sink);
        self.since.lines.up(1);
        self.died = dies(rest).then_some(self.since);
        let name = head(name, NAME_BYTES);
        if let Some(outcome) = verdict(rest) {
            return Some(self.finished(name, outcome, sink));
        }
        sink.emit(Event::Started(id(name)));
        self.running = Some(name.to_owned());
        Some(Seen::Inside(Class::Other))
    }

    fn finished(&mut self, name: &str, outcome: Outcome, sink: &mut dyn Sink) -> Seen {
        sink.emit(Event::finished(id(name), outcome));
        self.failed = matches!(outcome, Outcome::Failed(_));
        Seen::Inside(class(outcome))
    }

    /// A program died after its points.
    fn death(&mut self, sink: &mut dyn Sink) {
        if let Some(held) = self.held.take_if(|held| held.fits && held.whole) {
            declare(&held, sink);
            self.open = false;
        }
        self.open(sink);
        let (name, kind) = ("lua", FailureKind::Crash);
        sink.emit(Event::BlockOpened(Block::Whole { name, kind }));
        sink.emit(Event::Message("the program died while its tests ran"));
        sink.emit(Event::BlockClosed);
        sink.emit(Event::SectionEnded(Ended::Crash));
        self.open = false;
    }

    fn totals(&mut self, totals: Totals, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        let sum = all(&totals);
        if let Some(before) = self.died.take().filter(|_| !self.verbose) {
            if self.since.fits(sum) || !before.and(self.since).fits(sum) {
                self.death(sink);
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
                    declare(&held, sink);
                    self.open = false;
                    self.verbose &= self.since.lines > 0;
                }
            } else if covers {
                // A test printed them.
                held.names.iter().for_each(|name| sink.emit(Event::Withdrawn(id(name))));
                tests = both;
            } else {
                // Perhaps a test printed both.
                doubt = held.doubt || bad(&held.totals) > 0;
                tests = both;
                let room = MOST_TAKEN_BACK.saturating_sub(names.len());
                names.extend(held.names.into_iter().take(room));
            }
        }
        self.open(sink);
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
        sink.emit(Event::MayHaveEnded);
        Seen::Mine(Class::Totals)
    }
}

fn declare(held: &Held, sink: &mut dyn Sink) {
    sink.emit(Event::Declared { totals: held.totals, level: Level::Section });
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
