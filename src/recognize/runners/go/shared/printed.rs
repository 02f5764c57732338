//! What the tests of a package in text form print: whose it is, and when it is judged.
//!
//! Another part of `section.rs`. The text of the test that prints is taken from the roster while it does, and most of
//! it is held as it is: only that of a test which fails, or is skipped, has to be judged. What begins a crash or a race
//! is judged at once, with all that waits before it, since it may concern the package.

use crate::event::Sink;

use super::held::{Before, Held};
use super::judge::{Judge, Judged};
use super::section::Section;
use super::shape::{self, Reported};

impl Section {
    /// A test begins.
    pub fn run(&mut self, name: &str, sink: &mut dyn Sink) {
        self.begin_verbose(sink);
        self.waits = false;
        self.give_back();
        // What looked like a crash is the text of the test that printed last, which may begin again.
        let fresh = self.roster.run(name, &mut self.purse) && self.loose.is_empty();
        self.end_block(sink);
        self.settle();
        self.own(name);
        if fresh {
            // It has no text yet.
            self.printed = Some(Held::default());
        }
    }

    /// What is printed from now on is this test's. Nobody judges what follows by the lines before.
    pub fn own(&mut self, name: &str) {
        self.waits = false;
        if self.printed.is_some() {
            self.give_back();
        }
        self.owner.clear();
        self.owner.push_str(name);
        self.ownerless = name.is_empty();
    }

    /// The text of the test that prints, if there is one.
    fn prints(&mut self) -> bool {
        if self.ownerless {
            return false;
        }
        if self.printed.is_none() {
            self.printed = self.roster.get_mut(&self.owner).map(|test| std::mem::take(&mut test.held));
            self.ownerless = self.printed.is_none();
        }
        !self.ownerless
    }

    /// Whether nothing but tests is open or suspected.
    pub fn is_even(&self) -> bool {
        self.open && self.verbose && self.heads.is_empty() && self.judge.is_plain() && self.loose.is_empty()
    }

    /// Whether a status line may be believed of a test without subtests, and nothing else is to be reported when it passed.
    pub fn may_pass(&self, reported: &Reported<'_>) -> bool {
        let may = if reported.indent > 0 {
            self.roster.expects_childless_below(reported.name)
        } else {
            !reported.name.contains('/') && self.roster.expects_childless(reported.name)
        };
        may && self.doubtful.is_empty() && (self.failed.is_empty() || !self.failed.contains(reported.name))
    }

    /// Such a test passed: this comes to the same as to believe its status line and to [finish](Self::finished) it.
    pub fn pass(&mut self, reported: &Reported<'_>) {
        if reported.indent > 0 {
            self.taken = self.roster.report_below_reported(reported.name);
        }
        self.ended(reported).held.clear(&mut self.purse);
        if reported.indent == 0 {
            self.settle();
        }
    }

    /// Whether the test that prints has room for a line that begins nothing, to be judged if it has to be reported.
    pub fn may_wait(&mut self, text: &str) -> bool {
        !self.ownerless
            && text.as_bytes().last().is_some_and(u8::is_ascii_graphic)
            && !Judge::begins(text)
            && self.prints()
            && self.printed.as_ref().is_some_and(|held| held.fits(text, &self.purse))
    }

    /// Gives a line of output to the test that prints, to be judged if it has to be reported. False when it has to be judged
    /// now, or when no test prints.
    pub fn wait(&mut self, text: &str) -> bool {
        if self.ownerless || !self.judge.is_plain() || !self.loose.is_empty() {
            return false;
        }
        let inked = text.as_bytes().last().is_some_and(u8::is_ascii_graphic);
        if !inked && (!text.is_empty() && text.trim().is_empty()) {
            return false;
        }
        if Judge::begins(text) || shape::is_exit(text) || !self.prints() {
            return false;
        }
        if text.is_empty() {
            // Nothing goes on after it.
            self.waits = false;
            return true;
        }
        let before = if self.waits { Before::Line } else { Before::Nothing };
        let Some(held) = &mut self.printed else { return false };
        let waits = held.wait(before, text, &mut self.purse);
        self.waits |= waits;
        waits
    }

    /// Lets the judge see what waits for it: before it is asked about the next line.
    pub fn catch_up(&mut self) {
        if self.waits
            && let Some(held) = &mut self.printed
        {
            held.judge_waiting(&mut self.judge);
        }
        self.waits = false;
    }

    /// Gives a line of output to the test that prints. False when there is none.
    pub fn hold(&mut self, judged: &Judged<'_>, text: &str) -> bool {
        if !self.prints() {
            return false;
        }
        let Some(held) = &mut self.printed else { return false };
        if let Some(place) = judged.place {
            held.at(place);
        }
        if !judged.noise {
            held.push(judged.part, text, &mut self.purse);
        }
        true
    }

    /// Returns the text of the test that prints to the roster: before the roster is asked for tests with their text.
    pub fn give_back(&mut self) {
        self.catch_up();
        let Some(mut held) = self.printed.take() else { return };
        if held.is_blank() {
            // The roster has none of it either.
            return held.clear(&mut self.purse);
        }
        match self.roster.get_mut(&self.owner) {
            Some(test) => test.held = held,
            None => held.clear(&mut self.purse),
        }
    }

    /// Whether what a test logs is nobody's: then only a crash or a race matters.
    pub const fn is_ownerless(&self) -> bool {
        self.ownerless
    }

    /// Whether no test prints and nothing is open or suspected: only what begins a crash or a race matters.
    pub fn is_quiet(&self) -> bool {
        self.ownerless && self.judge.is_plain() && self.loose.is_empty()
    }

    /// The test process lives on: a crash that was seen was only output.
    pub fn settle(&mut self) {
        self.waits = false;
        if !self.loose.is_empty() {
            self.settle_loose();
        }
        self.judge.reset();
        self.crash_reported = false;
    }

    #[cold]
    fn settle_loose(&mut self) {
        self.give_back();
        match self.roster.get_mut(&self.owner) {
            Some(test) => test.held.take(&mut self.loose, &mut self.purse),
            None => self.loose.clear(&mut self.purse),
        }
    }
}
