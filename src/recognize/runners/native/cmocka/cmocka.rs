//! cmocka: groups of tests, each with a header, a line before and after each test, and totals.
//!
//! One test runs at a time, between `[ RUN      ] name` and a line of result with the same name: whatever else is in
//! between was printed by it. What a check says comes right before the result. A test whose set-up or tear-down failed
//! ends with `[  ERROR   ] name`, which no list holds; a group's own set-up and tear-down have lines of their own. The
//! totals count when the group ran as many tests as it announced, and they are reported once the next group begins or
//! nothing more comes, so that those that a test prints together with its own result do not end the run. A header inside
//! of a test is another program's: the test printed it, or its own process died. See `cmocka.c`, 1.0 to 2.0.

use super::closing::{Closing, declare};
use super::cmocka_lines::{self, Mark, Printed, glued, is_count, printed};
use super::run::{Broken, Reported, Run, Running};
use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Grade, Opened, Outcome, Seen, Sink, TestId};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{self, Runner, Spec};
use crate::text::head;

/// The most runs that can be inside one another.
const DEPTH: usize = 8;

/// cmocka.
#[derive(Debug, Default)]
pub struct Cmocka {
    run: Option<Run>,
    /// Runs whose test was running when another one began.
    outer: Vec<Run>,
    reported: Reported,
    /// A group's set-up or tear-down failed, and the next line names the group.
    group: bool,
    /// The list that is being read, and how many names are still to come.
    list: Option<(Mark, u64)>,
    /// Names of all failures so far, whichever group's, and whether there are any.
    failures: Names,
    failed: bool,
}

impl Runner for Cmocka {
    const SPEC: Spec = Spec {
        name: "cmocka",
        reads: "cmocka programs (their TAP is read as tap)",
        starts: &[
            "[==========] ",
            "[ RUN      ] ",
            "[       OK ] ",
            "[  FAILED  ] ",
            "[  PASSED  ] ",
            "[  SKIPPED ] ",
            "[  ERROR   ] ",
            "[   LINE   ] --- ",
            "[----------]",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        let runs = self.run.as_ref().is_some_and(|run| run.closing.is_none());
        runs || self.list.is_some() || self.group || self.reported.is_open()
    }

    fn line(&mut self, (): &mut (), text: &str, sink: &mut kit::Run<'_>) -> Seen {
        let line = sink.line();
        let printed = printed(text);
        if std::mem::take(&mut self.group)
            && let Some(run) = &mut self.run
            && let Some(broken) = &mut run.broken
            && let Some(Printed::Result(Mark::Error, name)) = printed
        {
            broken.group = head(name, NAME_BYTES).to_owned();
            return Seen::Mine(Class::Detail);
        }
        if let Some(Printed::Header { group, number }) = printed {
            return self.begin(group, number, sink);
        }
        if let Some(running) = self.run.as_ref().and_then(|run| run.running.as_ref()) {
            let mark = match printed {
                Some(Printed::Result(mark, name)) if head(name, NAME_BYTES) == running.name => Some(mark),
                _ => glued(line.ending(), &running.name),
            };
            if let Some(mark) = mark {
                return self.result(mark, sink);
            }
            if !self.resumes(printed, sink) {
                return self.reported.in_test(text);
            }
        }
        match printed {
            Some(printed) => self.printed(printed, text, sink),
            None => self.other(text),
        }
    }

    fn end(&mut self, (): (), run: &mut kit::Run<'_>) {
        while self.run.is_some() {
            self.leave(run);
        }
        *self = Self::default();
    }
}

impl Cmocka {
    fn begin(&mut self, group: &str, announced: u64, sink: &mut dyn Sink) -> Seen {
        self.reported.clear();
        self.list = None;
        if let Some(run) = self.run.take_if(|run| run.is_amid() && self.outer.len() < DEPTH) {
            self.outer.push(run);
        } else if self.run.is_some() {
            self.leave(sink);
            if let Some(run) = self.run.take() {
                self.outer.push(run);
            }
        }
        let group = head(group, NAME_BYTES);
        self.run = Some(Run { group: group.to_owned(), announced, ..Run::default() });
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: Some(announced), label: group });
        Seen::Mine(Class::Noise)
    }

    /// The group is over, with its totals or without; the one around it goes on.
    fn leave(&mut self, sink: &mut dyn Sink) {
        if let Some(run) = &mut self.run {
            run.tell_broken(sink);
            // A check that failed after the totals: a test had printed them.
            let doubted = self.reported.has_why() && !self.failed;
            let closing = run.closing.take();
            if !closing.is_some_and(|closing| declare(run, &closing, doubted, sink)) {
                if let Some(running) = run.running.take() {
                    let (id, kind) = (TestId::bare(&running.shown), self.reported.died());
                    sink.emit(Event::BlockOpened(Block::Test { id, kind }));
                    sink.emit(Event::Instead(&format!("[ RUN      ] {}", running.name)));
                    sink.emit(Event::Heading);
                    self.reported.tell(sink);
                    sink.emit(Event::BlockClosed);
                }
                sink.emit(Event::SectionEnded(Ended::Crash));
            }
        }
        self.list = None;
        self.reported.clear();
        self.run = self.outer.pop();
    }

    /// Whether the line is the result of a test around the one that runs: that one was only printed.
    fn resumes(&mut self, printed: Option<Printed<'_>>, sink: &mut dyn Sink) -> bool {
        let Some(Printed::Result(_, name)) = printed else { return false };
        let name = head(name, NAME_BYTES);
        let runs = |run: &Run| match &run.running {
            Some(running) => running.name == name,
            None => run.names.knows(name),
        };
        let Some(at) = self.outer.iter().rposition(runs) else { return false };
        while self.outer.len() > at {
            self.leave(sink);
        }
        true
    }

    /// Whether the test of this name runs.
    fn runs(&self, name: &str) -> bool {
        let running = self.run.as_ref().and_then(|run| run.running.as_ref());
        running.is_some_and(|running| running.name == name)
    }

    /// A line with a tag while no test runs.
    fn printed(&mut self, printed: Printed<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        match printed {
            Printed::Run(name) => self.started(name, sink),
            Printed::Result(mark, name) => self.named(mark, name, sink),
            Printed::Why(_) | Printed::Line => {
                self.reported.keep(text);
                let before = self.run.as_ref().is_some_and(|run| run.closing.is_none());
                if before { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Other) }
            }
            Printed::Group(setup) => self.group_failed(setup),
            Printed::Ran { group, number } => self.ran(group, number, sink),
            Printed::Passed(number) => {
                let closing = self.run.as_mut().and_then(|run| run.closing.as_mut());
                let Some(closing) = closing.filter(|each| each.passed.is_none() && number <= each.ran) else {
                    return Seen::No;
                };
                closing.passed = Some(number);
                sink.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            Printed::Listed(mark, number) => {
                if !matches!(mark, Mark::Failed | Mark::Skipped) {
                    return Seen::No;
                }
                match &mut self.run {
                    Some(Run { closing: Some(closing), .. }) => {
                        closing.takes(mark == Mark::Failed, number);
                        sink.emit(Event::MayHaveEnded);
                    }
                    Some(_) => return Seen::No,
                    None => {}
                }
                self.list = Some((mark, number));
                Seen::Mine(Class::Totals)
            }
            Printed::Other => {
                if let Some(run) = &mut self.run {
                    run.left = true;
                }
                Seen::No
            }
            Printed::Header { .. } => Seen::No,
        }
    }

    fn started(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        let Some(run) = self.run.as_mut().filter(|run| !run.left) else { return Seen::No };
        // What looked like the end was not.
        run.goes_on();
        self.list = None;
        self.reported.clear();
        let name = head(name, NAME_BYTES).to_owned();
        let shown = run.names.next(&name);
        sink.emit(Event::Started(TestId::bare(&shown)));
        run.running = Some(Running { name, shown });
        Seen::Mine(Class::Noise)
    }

    /// The test that runs has ended.
    fn result(&mut self, mark: Mark, sink: &mut dyn Sink) -> Seen {
        let Some(run) = &mut self.run else { return Seen::No };
        let Some(running) = run.running.take() else { return Seen::No };
        let id = TestId::bare(&running.shown);
        run.ended.up(1);
        match mark {
            Mark::Ok | Mark::Skipped => {
                let (count, outcome, class) = if mark == Mark::Ok {
                    (&mut run.passed, Outcome::Passed, Class::Passed)
                } else {
                    (&mut run.skipped, Outcome::Skipped, Class::Skipped)
                };
                count.up(1);
                sink.emit(Event::finished(id, outcome));
                self.reported.clear();
                Seen::Mine(class)
            }
            Mark::Failed | Mark::Error => {
                self.failures.times(id);
                self.failed = true;
                run.failed(&running.name, &running.shown);
                let kind = if mark == Mark::Error { FailureKind::Setup } else { self.reported.kind() };
                self.failure(Block::Test { id, kind }, sink)
            }
        }
    }

    fn failure(&mut self, block: Block<'_>, sink: &mut dyn Sink) -> Seen {
        sink.emit(Event::BlockOpened(block));
        sink.emit(Event::Heading);
        self.reported.tell(sink);
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    /// A result while no test runs: a name of a list, or of a test that had printed its own result.
    fn named(&mut self, mark: Mark, name: &str, sink: &mut dyn Sink) -> Seen {
        let name = head(name, NAME_BYTES);
        if self.runs(name) {
            return self.result(mark, sink);
        }
        if let Some((listed, left)) = &mut self.list
            && *listed == mark
            && *left > 0
        {
            left.down(1);
            return self.listed(mark, name, sink);
        }
        let knows = self.run.as_ref().is_some_and(|run| run.names.knows(name));
        if !knows && self.resumes(Some(Printed::Result(mark, name)), sink) {
            return self.named(mark, name, sink);
        }
        let Some(run) = &mut self.run else {
            // The beginning is missing, but what a check says is before it.
            if mark == Mark::Failed && self.reported.has_why() {
                let kind = self.reported.kind();
                return self.failure(Block::Test { id: TestId::bare(name), kind }, sink);
            }
            return Seen::No;
        };
        let known = run.names.knows(name) || (mark == Mark::Failed && self.reported.has_why());
        if run.left || !known {
            // GoogleTest's, for one.
            run.left = true;
            return Seen::No;
        }
        run.goes_on();
        self.list = None;
        let known = run.failures.iter().position(|(failed, _)| failed == name);
        match (mark, known) {
            (Mark::Ok | Mark::Skipped, Some(at)) => {
                let (_, shown) = run.failures.remove(at);
                let ok = mark == Mark::Ok;
                let count = if ok { &mut run.passed } else { &mut run.skipped };
                count.up(1);
                sink.emit(Event::Withdrawn(TestId::bare(&shown)));
                let outcome = if ok { Outcome::Passed } else { Outcome::Skipped };
                sink.emit(Event::finished(TestId::bare(&shown), outcome));
                Seen::Mine(if ok { Class::Passed } else { Class::Skipped })
            }
            (Mark::Failed | Mark::Error, None) => {
                run.passed.down(1);
                self.failures.next(name);
                self.failed = true;
                run.failed(name, name);
                self.failure(Block::Test { id: TestId::bare(name), kind: FailureKind::Test }, sink)
            }
            _ => Seen::Inside(Class::Other),
        }
    }

    /// A name of the list of failures, or of tests that were skipped.
    fn listed(&mut self, mark: Mark, name: &str, sink: &mut dyn Sink) -> Seen {
        if mark != Mark::Failed {
            return Seen::Mine(Class::Noise);
        }
        if let Some(Run { closing: Some(closing), .. }) = &mut self.run {
            if closing.listed.len() < closing.room() {
                closing.listed.push(name.to_owned());
                return Seen::Mine(Class::Detail);
            }
            if self.failures.knows(name) {
                // An earlier group's list: the two streams of a program are after one another.
                return Seen::Mine(Class::Noise);
            }
            self.leave(sink);
        }
        let outcome = Outcome::Failed(FailureKind::Test);
        let (id, grade) = (TestId::bare(name), Grade::Listed);
        sink.emit(Event::Finished { id, outcome, grade, attempt: 0, alias: "" });
        Seen::Mine(Class::Detail)
    }

    /// A group's set-up or tear-down failed: reported with the totals, since tests may still follow what one of them printed.
    fn group_failed(&mut self, setup: bool) -> Seen {
        let Some(run) = self.run.as_mut().filter(|run| run.closing.is_none()) else { return Seen::No };
        let there = if setup { run.ended == 0 } else { run.ended >= run.announced };
        if !there {
            return Seen::Inside(Class::Other);
        }
        let reported = std::mem::take(&mut self.reported);
        run.broken = Some(Broken { setup, group: run.group.clone(), reported });
        self.group = true;
        Seen::Mine(Class::Detail)
    }

    /// All tests of the group ran.
    fn ran(&mut self, group: &str, number: u64, sink: &mut dyn Sink) -> Seen {
        if self.run.is_none() {
            // The beginning is missing.
            self.begin(group, number, sink);
            self.run.iter_mut().for_each(|run| run.cut = true);
        }
        let Some(run) = &mut self.run else { return Seen::No };
        let all = number == run.announced || (number == 0 && run.broken.is_some());
        if !all || run.group != head(group, NAME_BYTES) {
            return Seen::Inside(Class::Other);
        }
        run.tell_broken(sink);
        run.closing = Some(Closing { ran: number, ..Closing::default() });
        sink.emit(Event::MayHaveEnded);
        Seen::Mine(Class::Totals)
    }

    /// A line without a tag while no test runs.
    fn other(&mut self, text: &str) -> Seen {
        if self.reported.is_open() || text.starts_with(cmocka_lines::NOT_RUN) {
            let seen = self.reported.in_test(text);
            return if self.run.is_some() { seen } else { Seen::No }; // Else anybody may have printed it.
        }
        if self.list.is_some() {
            if is_count(text) {
                self.list = None;
                return Seen::Mine(Class::Totals);
            }
            if text.is_empty() {
                return Seen::Mine(Class::Noise);
            }
            self.list = None;
        }
        if self.run.as_ref().is_some_and(|run| run.closing.is_none()) {
            return Seen::Inside(Class::Other);
        }
        Seen::No
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_exact_shape() {
        assert_eq!(
            printed("[==========] Running 2 test(s)."),
            Some(Printed::Header { group: "", number: 2 })
        );
        assert_eq!(
            printed("[==========] a b: Running 2 test(s)."),
            Some(Printed::Header { group: "a b", number: 2 })
        );
        assert_eq!(
            printed("[==========] quay: 2 test(s) run."),
            Some(Printed::Ran { group: "quay", number: 2 })
        );
        assert_eq!(printed("[==========] Running 2 tests from 1 test suite."), Some(Printed::Other));
        assert_eq!(
            printed("[  FAILED  ] quay: 2 test(s), listed below:"),
            Some(Printed::Listed(Mark::Failed, 2))
        );
        assert_eq!(printed("[  FAILED  ] GROUP SETUP"), Some(Printed::Group(true)));
        assert_eq!(printed("[  ERROR   ] --- 1 != 2"), Some(Printed::Why("1 != 2")));
        assert_eq!(printed("[  ERROR   ] loads"), Some(Printed::Result(Mark::Error, "loads")));
        assert_eq!(printed("[  PASSED  ] 2 tests."), None);
        assert_eq!(glued("no line end[       OK ] moors", "moors"), Some(Mark::Ok));
        assert_eq!(glued("[       OK ] unmoors", "moors"), None);
    }
}
