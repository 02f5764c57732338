//! How a package in text form ends: by its closing line, with its build, with a crash, or not at all.
//!
//! The other half of `section.rs`: there failures are claimed as they are reported, here it is decided what the end of the
//! package says of the tests that were still running and of the package itself.

use crate::budget::Count as _;
use crate::event::{Block, Ended, Event, FailureKind, Opened, Outcome, Sink};

use super::roster::{Test, is_below};
use super::section::{Bare, Section};
use super::shape;

impl Section {
    /// The package passed. Claims that were made in it were output.
    pub fn passed(&mut self, package: &str, sink: &mut dyn Sink) {
        self.name(package, sink);
        // After the binary's own verdict its coverage may be, and what runs when it leaves.
        sink.emit(Event::MayHaveEnded);
        sink.emit(Event::SectionEnded(Ended::Passed));
        let (mut roster, mut purse) = (std::mem::take(&mut self.roster), std::mem::take(&mut self.purse));
        roster.renew();
        purse.renew();
        *self = Self::default();
        (self.roster, self.purse) = (roster, purse);
    }

    /// The test binary reported its own verdict: run alone, it names no package after that.
    pub fn may_have_ended(&self, sink: &mut dyn Sink) {
        if self.open {
            sink.emit(Event::MayHaveEnded);
        }
    }

    /// Opens the section, or names the one that is open.
    fn name(&mut self, package: &str, sink: &mut dyn Sink) {
        self.end_block(sink);
        if self.open {
            if !package.is_empty() {
                sink.emit(Event::SectionLabel(package));
            }
        } else {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: package });
            self.open = true;
        }
    }

    /// The package failed. `line` is its closing line when that is not the current one.
    pub fn failed_package(&mut self, package: &str, line: Option<&str>, sink: &mut dyn Sink) {
        self.name(package, sink);
        if let Some(line) = line {
            sink.emit(Event::Instead(line));
        }
        sink.emit(Event::Group);
        let reported = self.failures;
        let ended = self.judge.crash().is_some() || self.bare == Bare::Fail || self.tail_ends_with("FAIL");
        self.running(package, sink);
        if self.failures == 0 || (!ended && self.failures == reported) {
            let kind = if ended { FailureKind::Suite } else { FailureKind::Crash };
            sink.emit(Event::BlockOpened(Block::Whole { name: package, kind }));
            if let Some(line) = line {
                sink.emit(Event::Instead(line));
            }
            sink.emit(Event::Heading);
            self.loose.emit(sink, &mut self.purse);
            self.tell_tail(sink);
            sink.emit(Event::BlockClosed);
        }
        sink.emit(Event::SectionEnded(Ended::Failed));
        *self = Self::default();
    }

    /// The package's tests could not be built: a consequence when messages tell why.
    pub fn not_built(&mut self, package: &str, explained: bool, sink: &mut dyn Sink) {
        self.name(package, sink);
        if explained {
            sink.emit(Event::Consequence { name: package, kind: FailureKind::Build });
        } else {
            sink.emit(Event::BlockOpened(Block::Whole { name: package, kind: FailureKind::Build }));
            sink.emit(Event::Heading);
            self.tell_tail(sink);
            sink.emit(Event::BlockClosed);
        }
        sink.emit(Event::SectionEnded(Ended::Failed));
        *self = Self::default();
    }

    /// Tells a crash that nobody reported, and all tests that were still running.
    fn running(&mut self, package: &str, sink: &mut dyn Sink) {
        self.give_back();
        let mut running = self.roster.take_running(&mut self.purse);
        let crash = self.judge.crash().filter(|_| !self.crash_reported).cloned();
        if let Some(crash) = crash {
            let kind = crash.kind();
            let mut names: Vec<String> = crash.tests().to_vec();
            let all = names.clone();
            names.retain(|name| !all.iter().any(|other| is_below(other, name)));
            if !crash.timed_out {
                names.truncate(1);
            }
            if names.is_empty() {
                names.extend(
                    running.iter().find(|(name, _)| **name == *self.owner).map(|(name, _)| name.to_string()),
                );
            }
            if names.is_empty() {
                names
                    .extend(running.first().filter(|_| running.len() == 1).map(|(name, _)| name.to_string()));
            }
            for name in &names {
                // Frames know functions only: the subtest that was running in it is the one.
                let index = running
                    .iter()
                    .position(|(each, _)| **each == **name)
                    .or_else(|| running.iter().position(|(each, _)| is_below(each, name)));
                let (shown, mut test) = match index {
                    Some(index) => running.remove(index),
                    None => (name.as_str().into(), Test::default()),
                };
                self.dead(&shown, kind, &mut test, sink);
            }
            if names.is_empty() && !package.is_empty() {
                self.failures.up(1);
                sink.emit(Event::BlockOpened(Block::Whole { name: package, kind }));
                sink.emit(Event::Heading);
                self.loose.emit(sink, &mut self.purse);
            }
        }
        for (name, mut test) in running {
            self.dead(&name, FailureKind::Unfinished, &mut test, sink);
        }
    }

    fn dead(&mut self, name: &str, kind: FailureKind, test: &mut Test, sink: &mut dyn Sink) {
        self.failures.up(1);
        sink.emit(Event::BlockOpened(Block::Test { id: shape::id(name), kind }));
        if self.loose.is_empty() {
            test.held.emit_some_why(sink, &mut self.purse);
        } else {
            self.loose.emit(sink, &mut self.purse);
            test.held.emit(sink, &mut self.purse);
        }
        sink.emit(Event::BlockClosed);
    }

    /// The stream ended, or a crash's report did, and no package was named.
    pub fn abandoned(&mut self, sink: &mut dyn Sink) {
        self.end_block(sink);
        let died = (self.judge.crash().is_some() || self.judge.raced()) && !self.crash_reported;
        self.running("", sink);
        if died && !self.loose.is_empty() {
            // A program of its own, not a test: the claim is weak, since a test may have printed it.
            let mut loose = std::mem::take(&mut self.loose);
            let name = loose.first_why().unwrap_or("crash").to_owned();
            let id = crate::event::TestId::bare(&name);
            sink.emit(Event::finished(id, Outcome::Failed(FailureKind::Crash)));
            sink.emit(Event::BlockOpened(Block::More { name: &name }));
            loose.emit(sink, &mut self.purse);
            sink.emit(Event::BlockClosed);
            self.open = true;
            self.failures.up(1);
        }
        if self.open {
            match self.bare {
                Bare::Pass if self.failures == 0 => sink.emit(Event::SectionEnded(Ended::Passed)),
                Bare::Fail => sink.emit(Event::SectionEnded(Ended::Failed)),
                _ if died => sink.emit(Event::SectionEnded(Ended::Crash)),
                _ => {}
            }
        }
        *self = Self::default();
    }
}
