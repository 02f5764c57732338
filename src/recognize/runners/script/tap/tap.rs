//! TAP documents.
//!
//! A document begins with `TAP version N`, with a plan or with its first verdict, and is over when all that the plan announced came and a
//! line follows that is no TAP. Its totals are then what was counted, on the lowest level of subtests, or what the
//! producer's closing comments say, if that agrees. Passing verdicts are only counted, without a name: they are the
//! bulk of a log, and TAP's descriptions need not be unique.
//!
//! Neighbours: `tap_lines` reads single lines, `document` counts and names, `block` reads what is after a failed verdict,
//! `totals` the closing comments. What `prove` prints around documents is read by its own recognizer.

use super::above::Above;
use super::block::{Block, Subject, claim};
use super::closing::{give_up, is_broken_plan, skip, tell_whole};
use super::document::{Document, Name};
use super::stray::Stray;
use super::totals::Group;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Opened, Outcome, Seen, Sink, TestId};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::coverage::node_says_too_little;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::recognize::runners::script::shared::tap_lines::{Directive, Shape, Verdict, read};
use crate::text::Line;

/// How many blanks a level of subtests is deeper than the one above it.
const STEP: usize = 4;

/// TAP.
#[derive(Debug, Default)]
pub struct Tap {
    pub(super) document: Option<Document>,
    pub(super) block: Block,
    pub(super) above: Above,
    /// The line is the first of the stream.
    pub(super) first: bool,
    pub(super) group: Group,
    /// The name of the last `# Subtest`, whose level or verdict is still to come.
    subtest: String,
    /// Blanks before it.
    pub(super) subtest_indent: Option<usize>,
    /// How many tests the last whole document had on its outermost level.
    pub(super) ran: u64,
    /// The comment above the verdicts, as tape prints a test's title.
    pub(super) title: String,
    pub(super) stray: Option<Stray>,
}

impl Runner for Tap {
    const SPEC: Spec = Spec {
        name: "tap",
        reads: "TAP 12 to 14: bats, node --test, tape, node-tap, Test::More, vitest and mocha reporters",
        starts: &["TAP version ", "1..", "ok ", "not ok ", "# Subtest", "Bail out!", "# tests "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.document.is_some() || self.stray.is_some() || self.group.is_begun()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        self.read(run.line(), run)
    }

    fn read_on(
        &mut self,
        line: &Line<'_>,
        sink: &mut dyn Sink,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        self.goes_on(line.judged(), sink, free)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.finish(run);
    }
}

impl Tap {
    /// Reads a line, or one that was held.
    pub(super) fn read(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if self.is_passed_over(text) {
            return Seen::Mine(Class::Noise);
        }
        self.above.next(text, sink);
        if self.block.in_yaml()
            && let Some(seen) = self.block.yaml_line(text, sink)
        {
            return seen;
        }
        if self.document.is_none() {
            self.first = line.number == 1;
            return self.headless(text, sink);
        }
        let plain = self.plain(text, sink);
        let seen = plain.unwrap_or_else(|| self.shape(text, sink));
        let over = self.document.as_ref().is_some_and(|document| document.started && document.is_complete());
        if over && seen != Seen::No {
            sink.emit(Event::MayHaveEnded);
        }
        seen
    }

    #[inline(never)]
    pub(super) fn shape(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let (indent, shape) = read(text);
        if let (Shape::Verdict(Verdict { number: Some(1), .. }), Some(document)) = (shape, &self.document)
            && indent <= document.base
            && document.results > 0
            && document.is_complete()
        {
            self.finish(sink);
            return self.headless(text, sink);
        }
        match shape {
            Shape::Verdict(verdict) => self.verdict(indent, verdict, sink),
            Shape::Subtest(name) => self.subtest(indent, name, sink),
            Shape::Plan(planned, skipped) => self.plan(indent, planned, skipped, sink),
            Shape::Version => self.version(indent, sink),
            Shape::Comment(comment) => self.comment(comment, sink),
            Shape::Yaml if self.document.is_some() && self.block.open_yaml(indent) => {
                Seen::Mine(Class::Noise)
            }
            Shape::Bail(reason) => self.bail(reason, sink),
            Shape::Open => {
                // `{` alone after a verdict and its YAML.
                let document = self.document.as_mut();
                document.map_or(Seen::No, |document| {
                    document.enter(indent.saturating_add(STEP), "", None);
                    Seen::Mine(Class::Noise)
                })
            }
            Shape::Close => self.close_level(indent),
            Shape::Pragma if self.document.is_some() => Seen::Mine(Class::Noise),
            _ => self.other(text, sink),
        }
    }

    #[inline]
    pub(super) fn end_block(&mut self, sink: &mut dyn Sink) {
        self.above.tell(sink);
        self.block.end(sink);
        if std::mem::take(&mut self.block.suite)
            && let Some(document) = &mut self.document
        {
            document.parents.pop();
        }
    }

    /// Opens the section of a document, once.
    #[inline]
    pub(super) fn start(&mut self, opened: Opened, sink: &mut dyn Sink) {
        let Some(document) = self.document.as_mut().filter(|document| !document.started) else { return };
        document.started = true;
        sink.emit(Event::SectionStarted { opened, announced: document.planned, label: "" });
    }

    fn version(&mut self, indent: usize, sink: &mut dyn Sink) -> Seen {
        if let Some(document) = &self.document
            && indent > document.base
        {
            return Seen::Mine(Class::Noise);
        }
        self.replace(indent, sink);
        if let Some(document) = &mut self.document {
            document.versioned = true;
        }
        Seen::Mine(Class::Noise)
    }

    fn plan(&mut self, indent: usize, planned: u64, skipped: Option<&str>, sink: &mut dyn Sink) -> Seen {
        let over = self
            .document
            .as_ref()
            .is_none_or(|document| indent <= document.base && document.planned.is_some());
        if over {
            self.replace(indent, sink);
        }
        self.resolve(indent, "");
        let Some(document) = &mut self.document else { return Seen::No };
        if indent > document.base {
            return Seen::Mine(Class::Noise);
        }
        document.leave(indent.saturating_add(1));
        document.planned = Some(planned);
        if let Some(reason) = skipped
            && document.results == 0
        {
            document.skipped = 1;
            self.start(Opened::Own, sink);
            let name = if reason.is_empty() { "all tests" } else { reason };
            skip(name, sink);
            return Seen::Mine(Class::Skipped);
        }
        Seen::Mine(Class::Noise)
    }

    pub(super) fn subtest(&mut self, indent: usize, name: &str, sink: &mut dyn Sink) -> Seen {
        if self.document.is_none() {
            if name.is_empty() {
                return Seen::No;
            }
            sink.emit(Event::MayHaveBegun);
            // Test::More prints the comment among the subtests, one level below the document.
            self.document = Some(Document::at(indent.saturating_sub(STEP)));
        }
        self.block.end(sink);
        self.resolve(indent, "");
        if let Some(document) = &mut self.document {
            document.has_subtests = true;
        }
        self.subtest_indent = Some(indent);
        self.subtest.clear();
        if name.len() <= NAME_BYTES {
            self.subtest.push_str(name);
        }
        Seen::Mine(Class::Noise)
    }

    /// Says what the last `# Subtest` was about, now that the next line is known.
    #[inline]
    pub(super) fn resolve(&mut self, indent: usize, verdict: &str) {
        let Some(above) = self.subtest_indent.take() else { return };
        let Some(document) = &mut self.document else { return };
        let deeper = indent > above;
        // Test::More prints the comment on the level of the subtests, node on the one above.
        let beside = indent == above && indent > document.innermost() && verdict != self.subtest;
        if deeper || beside {
            document.enter(indent, &self.subtest, None);
        }
    }

    fn verdict(&mut self, indent: usize, verdict: Verdict<'_>, sink: &mut dyn Sink) -> Seen {
        let Some(known) = &self.document else { return Seen::No };
        if verdict.number.is_none()
            && !verdict.dashed
            && verdict.name.is_empty()
            && known.results == 0
            && !known.versioned
            && known.planned.is_none()
        {
            return Seen::No;
        }
        let Some(below) = self.settle(indent, verdict.name, sink) else { return Seen::No };
        let class = self.outcome(indent, verdict, below.results > 0, below.failed > 0, sink);
        self.forget_what_was_before();
        Seen::Mine(class)
    }

    fn outcome(
        &mut self,
        indent: usize,
        verdict: Verdict<'_>,
        is_parent: bool,
        failed_below: bool,
        sink: &mut dyn Sink,
    ) -> Class {
        let Some(document) = &mut self.document else { return Class::Other };
        let mut subject = Subject::Nothing;
        let class = match (verdict.directive, verdict.passed) {
            (Directive::Skip(_), _) => {
                document.skipped.up(1);
                skip(verdict.name, sink);
                Class::Skipped
            }
            (Directive::Todo(_), _) => {
                document.other.up(1);
                sink.emit(Event::Counted { passed: 0, failed: 0, skipped: 0, other: 1 });
                sink.emit(Event::Named(TestId::bare(verdict.name), Outcome::Other));
                Class::Other
            }
            (Directive::None, true) => {
                if !is_parent && !verdict.opens {
                    document.passed.up(1);
                    sink.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                    sink.emit(Event::Named(TestId::bare(verdict.name), Outcome::Passed));
                }
                Class::Passed
            }
            (Directive::None, false) => {
                document.fail();
                let title = if indent <= document.base { self.title.as_str() } else { "" };
                let name = document.name(verdict.name, verdict.number, title);
                if is_parent && failed_below {
                    document.add_parent(name.clone());
                    subject = Subject::Parent(name);
                    Class::Noise
                } else {
                    let reported: Vec<Name> = document.take_reported().collect();
                    for above in reported {
                        document.failed.down(1);
                        sink.emit(Event::Withdrawn(above.id()));
                        document.add_parent(above);
                    }
                    document.failed.up(1);
                    claim(&name, FailureKind::Test, sink);
                    sink.emit(Event::Heading);
                    subject = Subject::Failure(name);
                    Class::Detail
                }
            }
        };
        if verdict.opens {
            let reported = match &subject {
                Subject::Failure(name) => Some(name.clone()),
                Subject::Parent(_) | Subject::Nothing => None,
            };
            document.enter(indent.saturating_add(STEP), verdict.name, reported);
        }
        self.block.begin(indent, subject);
        self.above.verdict(self.block.is_failure());
        class
    }

    fn close_level(&mut self, indent: usize) -> Seen {
        match &mut self.document {
            Some(document) if document.innermost() > indent => {
                document.leave(indent.saturating_add(1));
                Seen::Mine(Class::Noise)
            }
            _ => Seen::No,
        }
    }

    fn comment(&mut self, comment: &str, sink: &mut dyn Sink) -> Seen {
        let Some(document) = &mut self.document else { return Seen::No };
        if self.group.take(comment) {
            return Seen::Mine(Class::Totals);
        }
        // Node measures what a run covered when it is over: that is a failure of its own.
        if document.started && document.is_complete() && node_says_too_little(comment.trim()) {
            self.finish(sink);
            return Seen::No;
        }
        let never_ran = document.results == 0 && comment.trim() == "No tests run!";
        if never_ran || is_broken_plan(comment.trim()) {
            document.broken = true;
            if document.failed == 0 || comment.contains("exited with") {
                document.failed.up(1);
                self.start(Opened::Own, sink);
                tell_whole(comment.trim(), FailureKind::Crash, sink);
            }
            return Seen::Mine(Class::Detail);
        }
        if self.block.is_failure() {
            return self.block.comment(comment, sink);
        }
        let text = comment.trim();
        if document.versioned && !document.has_subtests && !text.is_empty() && text.len() <= NAME_BYTES {
            self.title.clear();
            self.title.push_str(text);
        }
        self.block.hold(comment);
        Seen::Inside(Class::Other)
    }

    fn bail(&mut self, reason: &str, sink: &mut dyn Sink) -> Seen {
        if self.document.is_none() {
            return Seen::No;
        }
        self.start(Opened::Own, sink);
        self.block.end(sink);
        give_up(reason, sink);
        self.document = None;
        Seen::Mine(Class::Detail)
    }

    pub(super) fn other(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some(document) = &self.document else { return Seen::No };
        if let Some(seen) = self.block.plain_line(text, sink) {
            return seen;
        }
        if document.is_complete() && !text.trim_ascii().is_empty() {
            self.finish(sink);
            return Seen::No;
        }
        self.above.push(text);
        Seen::No
    }
}
