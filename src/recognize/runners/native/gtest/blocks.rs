//! What is printed while a test runs or is set up: assertions that did not hold, output, and the end of the process.

use super::gtest::{BRIEF_KEPT, GoogleTest, NAME_BYTES};
use super::gtest_lines::{self, PartKind};
use super::section::{About, Open, clipped};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Opened, Part, Place, Seen, Sink};
use crate::recognize::kit::crash;
use crate::recognize::runners::native::shared::last_lines::LastLines;

impl GoogleTest {
    /// `FILE:LINE: Failure` or `FILE:LINE: Skipped`.
    pub(super) fn part(
        &mut self,
        place: Option<Place<'_>>,
        kind: PartKind,
        rest: &str,
        text: &str,
        sink: &mut dyn Sink,
    ) -> Seen {
        let whose = self.whose();
        if kind == PartKind::Skipped {
            if self.run.opened == Some(Opened::Own) || self.run.running.is_some() {
                self.run.open.skip = Some(String::new());
                return Seen::Mine(Class::Other);
            }
            return Seen::No;
        }
        let Some(about) = whose else {
            if text.contains("): ") {
                // A compiler's, unless a test is open.
                return Seen::No;
            }
            let brief = self.brief.get_or_insert_default();
            if brief.lines.len() < BRIEF_KEPT {
                brief.lines.push(clipped(text, NAME_BYTES).to_owned());
            }
            return Seen::Inside(Class::Other);
        };
        self.open_block(&about, FailureKind::Test, sink);
        if let Some(place) = place {
            sink.emit(Event::At { place, better: false });
        }
        sink.emit(Event::Text(Part::Why));
        self.run.open.reported.begin(rest);
        Seen::Mine(Class::Detail)
    }

    /// Whose an assertion is: the running test's, or the set-up's of a suite or of the environment.
    pub(super) fn whose(&self) -> Option<About> {
        match &self.run.running {
            Some(name) => Some(About::Test(name.clone())),
            None if self.run.opened != Some(Opened::Own) => None,
            None if self.run.suite.is_empty() => Some(About::Whole("global test environment".to_owned())),
            None => Some(About::Whole(format!("{}: SetUpTestSuite or TearDownTestSuite", self.run.suite))),
        }
    }

    pub(super) fn open_block(&mut self, about: &About, kind: FailureKind, sink: &mut dyn Sink) {
        if self.run.open.about.as_ref() == Some(about) {
            return;
        }
        self.run.open.about = Some(about.clone());
        match about {
            About::Test(name) => {
                sink.emit(Event::BlockOpened(Block::Test { id: gtest_lines::id(name), kind }));
            }
            About::Whole(name) => self.whole(name, sink),
        }
    }

    /// A set-up or tear-down failed; reported once.
    pub(super) fn whole(&mut self, name: &str, sink: &mut dyn Sink) {
        // Before 1.10 a suite was called a case.
        let old = name.strip_suffix("SetUpTestCase or TearDownTestCase");
        let renamed = old.map(|suite| format!("{suite}SetUpTestSuite or TearDownTestSuite"));
        let name = renamed.as_deref().unwrap_or(name);
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Setup }));
        self.run.suites.up(1);
    }

    /// A line of output while a test runs or below an assertion.
    pub(super) fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(reason) = &mut self.run.open.skip
            && reason.is_empty()
        {
            reason.push_str(clipped(text.trim(), NAME_BYTES));
            return Seen::Inside(Class::Other);
        }
        if self.run.running.is_some()
            && let Some(crash) = crash::sign(text).filter(|crash| fatal(*crash, text))
        {
            return self.crashed(crash, text, sink);
        }
        if self.run.open.died.is_some() {
            sink.emit(Event::Text(Part::Where));
            return Seen::Inside(Class::Detail);
        }
        if self.run.open.about.is_some() {
            if text.trim().is_empty() {
                let _ = self.run.open.reported.tells_why(text);
                return Seen::Inside(Class::Detail);
            }
            if self.run.open.reported.tells_why(text) {
                sink.emit(Event::Text(Part::Why));
                return Seen::Mine(Class::Detail);
            }
            sink.emit(Event::Text(Part::Output));
            return Seen::Inside(Class::Detail);
        }
        self.run.last.keep(text);
        Seen::Inside(Class::Other)
    }

    /// The process that runs the test tells that it died.
    pub(super) fn crashed(&mut self, crash: crash::Crash<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some(name) = self.run.running.clone() else { return Seen::No };
        let kind = crash.what.kind();
        let first = self.run.open.died.is_none();
        if self.run.open.about.is_none() {
            let about = About::Test(name.clone());
            self.open_block(&about, kind, sink);
            sink.emit(Event::Instead(&format!("[ RUN      ] {name}")));
            sink.emit(Event::Heading);
            if let Some(text) = self.run.last.take() {
                sink.emit(Event::Decoded { part: Part::Output, text: &text });
            }
        }
        sink.emit(Event::Text(Part::Why));
        if first && self.run.open.reported.in_one_line().is_empty() {
            sink.emit(Event::Message(crash.message));
        }
        let _ = text;
        self.run.open.died = Some(kind);
        Seen::Mine(Class::Detail)
    }

    /// The running test will not end any more.
    pub(super) fn died(&mut self, sink: &mut dyn Sink) {
        if let Some(name) = self.run.running.take()
            && self.run.open.died.is_none()
        {
            let kind = FailureKind::Unfinished;
            let opened = self.run.open.about.is_some();
            if opened {
                sink.emit(Event::Message(self.run.open.reported.in_one_line()));
            } else {
                sink.emit(Event::BlockOpened(Block::Test { id: gtest_lines::id(&name), kind }));
            }
            sink.emit(Event::Instead(&format!("[ RUN      ] {name}")));
            sink.emit(Event::Heading);
            if let Some(text) = self.run.last.take() {
                sink.emit(Event::Decoded { part: Part::Output, text: &text });
            }
        }
        self.close(sink);
        self.run.open = Open::default();
    }

    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        if self.run.open.about.take().is_some() {
            let message = self.run.open.reported.in_one_line();
            if !message.is_empty() {
                sink.emit(Event::Message(message));
            }
            sink.emit(Event::BlockClosed);
        }
    }

    pub(super) fn finished(&mut self) {
        self.run.running = None;
        self.run.open = Open::default();
        self.run.last = LastLines::default();
    }

    /// Keeps the text before a line of result that is after it.
    pub(super) fn keep(&mut self, text: &str, sink: &mut dyn Sink) {
        if self.run.open.about.is_some() {
            sink.emit(Event::Text(Part::Output));
        } else {
            self.run.last.keep(text);
        }
    }
}

/// Whether a process that says so is dead: sanitizers that go on and exceptions that somebody may catch are not meant.
fn fatal(crash: crash::Crash<'_>, text: &str) -> bool {
    use crash::What;
    match crash.what {
        What::Sanitizer => text.contains("==ERROR: ") || text.starts_with("AddressSanitizer:DEADLYSIGNAL"),
        What::Signal | What::Memory | What::Timeout => true,
        What::Exception => text.starts_with("terminate called ") || text.starts_with("libc++abi: "),
        What::Runtime | What::Panic | What::RustPanic | What::Exit => false,
    }
}
