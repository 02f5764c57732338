//! What `go test -json` printed of one package so far.
//!
//! Nothing is reported before the package ends, since its tests' events are mixed with those of other packages and only its
//! own result is to be trusted. Passes are numbers; a running test's text is held; a failed test keeps its text. All of
//! it is bounded: beyond the bounds failures are numbers too, which the totals then show.

use std::collections::HashMap;

use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Opened, Seen, Sink, Totals};

use super::held::Purse;
use super::judge::Crash;
use super::roster::{is_below, parents};
use super::running::{Failed, Running};
use super::shape::{self, Status};
use super::text::Text;

/// The most tests that run at the same time, and the most that failed, of one package.
const TESTS: usize = 16 * 1024;
/// The longest name of a test that is kept, in bytes.
const NAME_BYTES: usize = 4096;

/// The events of one package.
#[derive(Debug, Default)]
pub struct Collected {
    /// When the package was first heard of.
    pub order: u64,
    /// Its tests never ran.
    pub not_built: bool,
    running: HashMap<Box<str>, Running>,
    begun: u64,
    passed: u64,
    skipped: u64,
    failed: Vec<Failed>,
    /// The top-level test that began last.
    latest: Box<str>,
    /// Their names, and whether the stream reported a start of theirs.
    failed_names: HashMap<Box<str>, bool>,
    failed_unnamed: u64,
    own: Text,
    ended: bool,
    closing: Option<Box<str>>,
}

impl Collected {
    /// A package that was just heard of.
    pub fn new(order: u64) -> Self {
        Self { order, ..Self::default() }
    }

    /// A test began.
    pub fn run(&mut self, name: &str, purse: &mut Purse) -> Seen {
        // One that begins again without having ended is still the one that was paid for.
        let again = self.running.contains_key(name);
        let room = again || self.running.len() < TESTS && name.len() <= NAME_BYTES && purse.take_name(name);
        if room {
            self.begun.up(1);
            if let Some(above) = self.above(name) {
                above.parent = true;
            }
            let mut inside = None;
            if !name.contains('/') {
                // Top-level tests run one after the other until they pause.
                let busy =
                    *self.latest != *name && self.running.get(&self.latest).is_some_and(|test| !test.paused);
                if busy {
                    inside = Some(self.latest.clone());
                } else {
                    self.latest = name.into();
                }
            }
            let begun = Running { order: self.begun, inside, ..Running::default() };
            if let Some(mut before) = self.running.insert(name.into(), begun) {
                before.text.held.clear(purse);
            }
        }
        Seen::Mine(Class::Noise)
    }

    /// The running test that a subtest belongs to.
    fn above(&mut self, name: &str) -> Option<&mut Running> {
        let mut end = name.len();
        while let Some(at) = name.get(..end).and_then(|name| name.rfind('/')) {
            let above = name.get(..at)?;
            if self.running.contains_key(above) {
                return self.running.get_mut(above);
            }
            end = at;
        }
        None
    }

    /// A test waits for others, or goes on.
    pub fn pause(&mut self, name: &str, paused: bool) -> Seen {
        if let Some(test) = self.running.get_mut(name) {
            test.paused = paused;
        }
        Seen::Mine(Class::Noise)
    }

    /// A test ended: tests that seemed to run inside it were its output.
    fn drop_printed_by(&mut self, name: &str, purse: &mut Purse) {
        if *self.latest != *name {
            return;
        }
        let printed = |inside: &Option<Box<str>>| inside.as_deref() == Some(name);
        self.running.retain(|name, test| {
            if printed(&test.inside) {
                test.text.held.clear(purse);
                purse.give_name(name);
            }
            !printed(&test.inside)
        });
        let names = &mut self.failed_names;
        self.failed.retain_mut(|failed| {
            if printed(&failed.inside) {
                failed.text.held.clear(purse);
                purse.give_name(&failed.name);
                names.remove(&failed.name);
            }
            !printed(&failed.inside)
        });
    }

    /// A test ended well that failed before without having begun again: it had printed that itself.
    fn drop_failed(&mut self, name: &str, purse: &mut Purse) {
        if self.failed_names.remove(name).is_some() {
            self.failed.retain_mut(|failed| {
                let stays = *failed.name != *name;
                if !stays {
                    failed.text.held.clear(purse);
                    purse.give_name(name);
                }
                stays
            });
        }
    }

    /// A line of a test's output.
    pub fn output(&mut self, name: &str, output: &str, purse: &mut Purse) -> Seen {
        match self.running.get_mut(name) {
            Some(running) => running.text.add(name, output, purse),
            // After its end, as when the process dies with the test's name still set.
            None => self.own.add("", output, purse),
        }
        Seen::Mine(Class::Other)
    }

    /// A line of the package's own output.
    pub fn package_output(&mut self, name: &str, output: &str, purse: &mut Purse) -> Seen {
        let text = output.trim_end();
        match shape::package(text) {
            Some(package) if package.name == name || name.is_empty() => {
                self.not_built |= package.status == Status::NotBuilt;
                self.closing = Some(text.into());
            }
            _ => match shape::unmarked(text) {
                "PASS" | "FAIL" => self.ended = true,
                text if text.starts_with("coverage: ") || text.starts_with("testing: warning: ") => {}
                _ => self.own.add("", output, purse),
            },
        }
        Seen::Mine(Class::Noise)
    }

    /// A test passed.
    pub fn passed(&mut self, name: &str, purse: &mut Purse) -> Seen {
        if self.end_quietly(name, purse) {
            self.passed.up(1);
        }
        Seen::Mine(Class::Passed)
    }

    /// A test was skipped.
    pub fn skipped(&mut self, name: &str, purse: &mut Purse) -> Seen {
        if self.end_quietly(name, purse) {
            self.skipped.up(1);
        }
        Seen::Mine(Class::Skipped)
    }

    /// Forgets a test; whether it counts.
    fn end_quietly(&mut self, name: &str, purse: &mut Purse) -> bool {
        self.drop_printed_by(name, purse);
        let test = self.running.remove(name);
        if test.is_some() {
            purse.give_name(name);
        } else {
            self.drop_failed(name, purse);
        }
        let mut test = test.unwrap_or_default();
        if test.text.judge.crash().is_some() {
            // The process died and the stream says "pass" for lack of a better word.
            self.own.held.take(&mut test.text.held, purse);
            self.own.judge = test.text.judge;
        } else {
            test.text.held.clear(purse);
        }
        // With `-count` a test that failed once has failed.
        !test.parent && !self.failed_names.contains_key(name)
    }

    /// A test failed.
    pub fn failed(&mut self, name: &str, purse: &mut Purse) -> Seen {
        self.drop_printed_by(name, purse);
        // A test that is not known to run was never paid for.
        let known = self.running.contains_key(name);
        let fits = known || purse.take_name(name);
        let mut test = self.running.remove(name).unwrap_or_default();
        if let Some(above) = self.above(name) {
            above.parent = true;
            above.failed_child = true;
        }
        if !test.failed_child || test.text.held.has_why() {
            self.keep(name, test, fits, purse);
        } else {
            test.text.held.clear(purse);
            if fits {
                purse.give_name(name);
            }
        }
        Seen::Mine(Class::Detail)
    }

    fn keep(&mut self, name: &str, mut test: Running, fits: bool, purse: &mut Purse) {
        let ran = test.order > 0;
        // One that fails again is reported already, unless that was before the stream reported its start.
        let reported = self.failed_names.get(name).copied();
        let again = reported.is_some_and(|began| began || !ran);
        if again || !fits || self.failed.len() >= TESTS || name.len() > NAME_BYTES {
            test.text.held.clear(purse);
            if fits {
                purse.give_name(name);
            }
            self.failed_unnamed.up(u64::from(reported.is_none()));
        } else {
            self.failed_names.insert(name.into(), ran);
            self.failed.push(Failed { name: name.into(), inside: test.inside, ran, text: test.text });
        }
    }

    /// Tells the numbers: those without names, and the totals that they make with the failures.
    fn declare(&mut self, errors: u64, sink: &mut dyn Sink) {
        let (passed, skipped) = (self.passed, self.skipped);
        sink.emit(Event::Counted { passed, failed: 0, skipped, other: 0 });
        sink.emit(Event::Declared { totals: self.totals(errors), level: Level::Section });
    }

    fn totals(&self, errors: u64) -> Totals {
        let failed = u64::try_from(self.failed_names.len()).unwrap_or(u64::MAX);
        Totals {
            passed: Some(self.passed),
            failed: Some(failed.saturating_add(self.failed_unnamed)),
            errors: Some(errors),
            skipped: Some(self.skipped),
            ..Totals::default()
        }
    }

    /// The package passed: what its tests claimed was output. A test that began and failed contradicts that, and the
    /// result is never the greener one.
    pub fn pass(mut self, name: &str, purse: &mut Purse, sink: &mut dyn Sink) {
        if self.begun == 0 && self.passed == 0 && self.skipped == 0 {
            self.clear(purse);
            return;
        }
        let names = &mut self.failed_names;
        self.failed.retain_mut(|failed| {
            let kept = failed.ran;
            if !kept {
                failed.text.held.clear(purse);
                purse.give_name(&failed.name);
                if names.get(&failed.name) == Some(&false) {
                    names.remove(&failed.name);
                }
            }
            kept
        });
        self.failed_unnamed = 0;
        if !self.failed.is_empty() {
            self.fail(name, purse, sink);
            return;
        }
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: name });
        self.declare(0, sink);
        self.clear(purse);
    }

    /// The package failed.
    pub fn fail(mut self, name: &str, purse: &mut Purse, sink: &mut dyn Sink) {
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: name });
        if self.not_built {
            sink.emit(Event::Consequence { name, kind: FailureKind::Build });
            sink.emit(Event::SectionEnded(Ended::Failed));
            self.clear(purse);
            return;
        }
        if let Some(closing) = &self.closing {
            sink.emit(Event::Instead(closing));
            sink.emit(Event::Group);
        }
        self.own.flush("", purse);
        self.tell(purse, sink);
        self.tell_running(purse, sink);
        let named = !self.failed_names.is_empty() || self.failed_unnamed > 0;
        if !named {
            let kind = match self.own.judge.crash() {
                Some(crash) => crash.kind(),
                None if self.ended => FailureKind::Suite,
                None => FailureKind::Crash,
            };
            sink.emit(Event::BlockOpened(Block::Whole { name, kind }));
            if let Some(closing) = &self.closing {
                sink.emit(Event::Instead(closing));
                sink.emit(Event::Heading);
            }
            self.own.held.emit_some_why(sink, purse);
            sink.emit(Event::BlockClosed);
        }
        self.declare(u64::from(!named), sink);
        self.clear(purse);
    }

    /// The stream ended before the package did.
    pub fn cut_off(mut self, name: &str, purse: &mut Purse, sink: &mut dyn Sink) {
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: name });
        self.tell(purse, sink);
        self.tell_running(purse, sink);
        let named = u64::try_from(self.failed_names.len()).unwrap_or(u64::MAX);
        sink.emit(Event::Counted {
            passed: self.passed,
            failed: if self.failed_unnamed > 0 { named.saturating_add(self.failed_unnamed) } else { 0 },
            skipped: self.skipped,
            other: 0,
        });
        self.clear(purse);
    }

    fn tell(&mut self, purse: &mut Purse, sink: &mut dyn Sink) {
        for failed in &mut self.failed {
            let kind = failed.text.judge.crash().map_or(FailureKind::Test, Crash::kind);
            failed.text.tell(&failed.name, kind, purse, sink);
        }
    }

    /// Tests without an end: those that a crash names, and those that nothing was heard of again.
    fn tell_running(&mut self, purse: &mut Purse, sink: &mut dyn Sink) {
        let mut running: Vec<(Box<str>, Running)> = self.running.drain().collect();
        running.sort_by_key(|(_, test)| test.order);
        let parents = parents(running.iter().map(|(name, _)| &**name));
        let crash =
            running.iter().map(|(_, test)| &test.text).chain([&self.own]).find_map(|text| text.judge.crash());
        let (kind, mut named) = crash.map_or((FailureKind::Unfinished, Vec::new()), |crash| {
            let names = crash.tests();
            (
                crash.kind(),
                names.get(..if crash.timed_out { names.len() } else { 1 }).unwrap_or(names).to_vec(),
            )
        });
        let others = named.clone();
        named.retain(|name| !others.iter().any(|other| is_below(other, name)));
        for (name, mut test) in running {
            purse.give_name(&name);
            let meant = parents.contains(&*name) || test.failed_child;
            if meant && test.text.judge.crash().is_none() {
                test.text.held.clear(purse);
                continue;
            }
            test.text.flush(&name, purse);
            let by_crash = named.iter().position(|each| **each == *name || is_below(&name, each));
            if let Some(index) = by_crash {
                named.remove(index);
            }
            let own_kind = test.text.judge.crash().map(Crash::kind);
            let kind = own_kind.unwrap_or(if by_crash.is_some() { kind } else { FailureKind::Unfinished });
            test.text.tell(&name, kind, purse, sink);
            self.failed_names.insert(name, true);
        }
        // What the crash names was reported as ended before: the crash is known better.
        for name in named {
            if self.own.judge.crash().is_some() && !self.failed_names.contains_key(name.as_str()) {
                self.own.tell(&name, kind, purse, sink);
                self.failed_names.insert(name.into(), true);
            }
        }
    }

    fn clear(&mut self, purse: &mut Purse) {
        self.own.held.clear(purse);
        for (name, test) in &mut self.running {
            test.text.held.clear(purse);
            purse.give_name(name);
        }
        for failed in &mut self.failed {
            failed.text.held.clear(purse);
            purse.give_name(&failed.name);
        }
    }
}
