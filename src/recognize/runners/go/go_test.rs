//! `go test` in text form, plain and with `-v`.
//!
//! One package is one section. Without `-v` only failed tests and the package's closing line are printed, so that a
//! section is headless until that line, which is exact in its shape. With `-v` every test tells its start, which opens
//! the section, and its text comes before its verdict and is held until then. Tests print what they like, also lines of
//! these very shapes: with `-v` only a test that runs can be reported, and a package's closing line is believed when no
//! test is running, or when what follows shows that none was. The JSON form is `go_json.rs`; compiler messages are
//! `go_build.rs`.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Outcome, Seen, Sink};
use crate::recognize::PassShape;
use crate::recognize::kit::Spec;
use crate::text::Line;

use super::shared::builds::Builds;
use super::shared::section::{Bare, Section};
use super::shared::shape;
use super::shared::shape::{Package, Reported, Status, Verb, Verdict};
use super::shared::summed::Summed;

mod output;
mod short_way;

/// For how many lines after one of its own the recognizer looks at everything: the output of a package that may die.
const WATCHED_LINES: u32 = 400;
/// After how many lines of other text a crash is reported without waiting for its package.
const CRASH_LINES: u32 = 100;

/// go test, plain and verbose.
#[derive(Debug, Default)]
pub struct GoTest {
    section: Section,
    /// A closing line that is believed when no running test is reported next: its package and the line.
    pending: Option<(String, String)>,
    /// Whether an example's output is being compared, unindented.
    example: bool,
    builds: Builds,
    summed: Summed,
    /// The last line that was not empty closed a package.
    between: bool,
    /// A package of this run has failed.
    reported: bool,
    watched: u32,
    since_crash: u32,
}

impl GoTest {
    /// What the prefilter looks for.
    pub const SPEC: Spec = Spec {
        name: "go test",
        reads: "go test, plain and -v",
        starts: &shape::STARTS,
        inside: &["--- FAIL: "],
        passes: &[PassShape { start: "--- PASS: ", end: "s)" }],
        ..Spec::NONE
    };

    /// As [`Runner::waits`](crate::recognize::kit::Runner::waits).
    pub fn waits(&self) -> bool {
        let section = &self.section;
        let open = section.open || section.judge.in_crash() || !section.loose.is_empty();
        open || self.builds.waits() || self.summed.waits() || self.watched > 0
    }

    /// Reads a line.
    pub fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        if self.passes_over(line) { Seen::No } else { self.closely(line, sink) }
    }

    /// As [`Runner::passes_over`](crate::recognize::kit::Runner::passes_over).
    #[inline]
    pub fn passes_over(&mut self, line: &Line<'_>) -> bool {
        let over = self.section.is_ownerless() && self.is_no_matter(line);
        if over {
            self.between = false;
            self.watched.down(1);
            self.section.waits = false;
            self.section.remember(line.text);
        }
        over
    }

    /// The stream ends.
    pub fn end(&mut self, sink: &mut dyn Sink) {
        if let Some((package, line)) = self.pending.take() {
            self.section.failed_package(&package, Some(&line), sink);
        }
        self.section.abandoned(sink);
        *self = Self::default();
    }

    /// Judges any line.
    fn closely(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if !self.section.open
            && let Some(seen) = self.summed.line(text, sink)
        {
            self.watched = WATCHED_LINES;
            return seen;
        }
        let between = self.between;
        self.between &= text.is_empty();
        let mut reported = None;
        let seen = match shape::unmarked(text).as_bytes().first() {
            Some(b'=') => self.frame(text, sink),
            Some(b'-' | b' ') => {
                reported = shape::reported(text);
                reported.and_then(|reported| self.report(&reported, text, sink))
            }
            Some(b'o' | b'F' | b'?' | b'P') => self.verdict(text, between, sink),
            _ => None,
        };
        if let Some(seen) = seen {
            self.watched = WATCHED_LINES;
            return seen;
        }
        // Beyond what is judged, only a line with a sign of its own is looked at to its end.
        let short = line.text.len() <= text.len();
        // After a status line nothing is glued.
        let passes = short && reported.is_some_and(|reported| reported.verdict == Verdict::Pass);
        if !passes
            && (short || !shape::is_plain(line))
            && let Some(seen) = self.glued(line, sink)
        {
            self.watched = WATCHED_LINES;
            return seen;
        }
        self.watched.down(1);
        if self.builds.waits() || Builds::begins(text) {
            self.builds.line(text);
        }
        self.text(line, passes, sink)
    }

    /// `=== RUN` and its kin.
    fn frame(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (verb, name) = shape::frame(text)?;
        if let Some((package, line)) = self.pending.take() {
            self.resolve(verb, name, &package, &line, sink);
        }
        if verb != Verb::Run {
            return self.resumed(verb, name, sink);
        }
        self.example = false;
        self.section.run(name, sink);
        Some(Seen::Mine(Class::Noise))
    }

    /// A test waits for others, goes on, or prints.
    #[inline(never)]
    fn resumed(&mut self, verb: Verb, name: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if !self.section.verbose {
            return Some(Seen::Mine(Class::Noise));
        }
        if !name.is_empty() && !self.section.roster.knows(name) {
            return None;
        }
        self.example = false;
        self.section.end_block(sink);
        self.section.settle();
        match verb {
            Verb::Pause => self.section.roster.pause(name, true),
            Verb::Cont => self.section.roster.pause(name, false),
            Verb::Run | Verb::Name => {}
        }
        self.section.own(if verb == Verb::Pause { "" } else { name });
        Some(Seen::Mine(Class::Noise))
    }

    /// Decides about a closing line that came while a test was running.
    #[cold]
    fn resolve(&mut self, verb: Verb, name: &str, package: &str, line: &str, sink: &mut dyn Sink) {
        let same_package = match verb {
            Verb::Run => name.contains('/') && self.section.roster.knows_root(name),
            _ => self.section.roster.knows(name),
        };
        if !same_package {
            self.section.failed_package(package, Some(line), sink);
        }
    }

    /// A status line.
    fn report(&mut self, reported: &Reported<'_>, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if reported.verdict == Verdict::Bench {
            return Some(Seen::Mine(Class::Noise));
        }
        if !self.section.believes(reported) {
            return None;
        }
        self.pending = None;
        self.example = false;
        Some(match reported.verdict {
            Verdict::Fail => {
                self.section.failed(reported, text, sink);
                Seen::Mine(Class::Detail)
            }
            Verdict::Skip => {
                self.section.finished(reported, Outcome::Skipped, sink);
                Seen::Mine(Class::Skipped)
            }
            Verdict::Pass | Verdict::Bench => {
                self.section.finished(reported, Outcome::Passed, sink);
                Seen::Mine(Class::Passed)
            }
        })
    }

    /// A status line, or a start, after output without line end.
    fn glued(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        let ending = line.ending();
        if let Some(reported) = shape::glued(ending) {
            return self.glued_verdict(&reported, line, sink);
        }
        if self.section.verbose && ending.ends_with(|last: char| !last.is_whitespace()) {
            return self.glued_run(shape::glued_run(ending)?, sink);
        }
        None
    }

    #[cold]
    fn glued_verdict(
        &mut self,
        reported: &Reported<'_>,
        line: &Line<'_>,
        sink: &mut dyn Sink,
    ) -> Option<Seen> {
        let known = self.section.roster.knows(reported.name)
            || (!self.section.verbose && !line.ending().contains('"'));
        if known { self.report(reported, line.judged(), sink) } else { None }
    }

    #[cold]
    fn glued_run(&mut self, name: &str, sink: &mut dyn Sink) -> Option<Seen> {
        self.frame(&format!("=== RUN   {name}"), sink).map(|_| Seen::Inside(Class::Other))
    }

    /// `PASS` and `FAIL` of the test binary, and the closing lines of packages.
    #[inline(never)]
    fn verdict(&mut self, text: &str, between: bool, sink: &mut dyn Sink) -> Option<Seen> {
        if !shape::begins_verdict(text) {
            return None;
        }
        let bare = match shape::unmarked(text).trim_end() {
            "PASS" => Bare::Pass,
            "FAIL" => Bare::Fail,
            _ => {
                let package = shape::package(text)?;
                let failed = matches!(package.status, Status::Fail | Status::NotBuilt);
                self.summed.package(package.name, failed.then(|| self.section.failed_names()));
                let seen = self.package(package, text, sink);
                self.between = seen.is_some();
                self.reported |= self.between && failed;
                return seen;
            }
        };
        if self.section.verbose && self.section.roster.has_active() {
            return None;
        }
        self.example = false;
        self.section.end_block(sink);
        if bare == Bare::Fail && between && !std::mem::take(&mut self.reported) {
            // The last word of `go test` on all packages, and none that failed is in the log: the failure itself.
            sink.emit(Event::Consequence { name: "go test", kind: FailureKind::Suite });
            sink.emit(Event::BlockClosed);
            sink.emit(Event::SectionEnded(Ended::Replaced));
        }
        let may_be_its_end = bare == Bare::Fail && !between;
        if self.section.judge.crash().is_some() && !self.section.open && !may_be_its_end {
            // The final verdict of `go test` after a package that is reported already, or a binary that lives on.
            self.section.settle();
        }
        if self.section.bare == Bare::None {
            self.section.bare = bare;
        }
        self.section.may_have_ended(sink);
        Some(Seen::Mine(Class::Noise))
    }

    #[inline(never)]
    fn package(&mut self, package: Package<'_>, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        match package.status {
            Status::NoTests => {
                self.close_pending(sink);
                Some(Seen::Mine(Class::Noise))
            }
            Status::NotBuilt => {
                self.close_pending(sink);
                if self.section.open {
                    self.section.abandoned(sink);
                }
                let name = package.name;
                let explained = self.builds.explains(name);
                self.section.not_built(name, explained, sink);
                Some(Seen::Mine(Class::Detail))
            }
            Status::Ok => {
                if self.pending.is_some() {
                    self.close_pending(sink);
                }
                let section = &self.section;
                let forged = section.verbose && (section.roster.has_active() || section.failures > 0);
                if forged || (section.open && section.bare == Bare::Fail) {
                    return None;
                }
                if section.judge.crash().is_some() && section.bare == Bare::None {
                    self.section.abandoned(sink);
                }
                self.section.passed(package.name, sink);
                Some(Seen::Mine(Class::Passed))
            }
            Status::Fail => {
                let crashed = self.section.judge.crash().is_some();
                if self.section.verbose && self.section.roster.has_active() && !crashed {
                    self.pending = Some((package.name.to_owned(), text.to_owned()));
                    return Some(Seen::Inside(Class::Other));
                }
                self.section.failed_package(package.name, None, sink);
                Some(Seen::Mine(Class::Detail))
            }
        }
    }

    fn close_pending(&mut self, sink: &mut dyn Sink) {
        if let Some((package, line)) = self.pending.take() {
            self.section.failed_package(&package, Some(&line), sink);
        }
    }
}
