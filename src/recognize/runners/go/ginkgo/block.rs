//! The block of one spec: its mark, the texts and places of what it is in, a blank line, and why it failed.

use super::ginkgo_lines::{self, Reported};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Part, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::clipped;

/// The most lines of a message that become its one line.
const MESSAGE_LINES: usize = 8;
/// The most bytes of that line.
const MESSAGE_BYTES: usize = 400;
/// The most lines of a message that version 2 prints before its block.
const EARLY_LINES: usize = 40;

/// What is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Texts and places.
    Head,
    /// Why it failed.
    Why,
    /// Frames and goroutines.
    Where,
    /// Between `Timeline >>` and `<< Timeline`.
    Output,
}

/// An open block.
#[derive(Debug)]
pub struct Block {
    reported: Reported,
    at: At,
    /// The spec's texts, outermost first, and the node that failed.
    texts: String,
    node: String,
    /// The last place of the head.
    place: Option<(String, u64)>,
    /// The name under which it was opened in the report.
    name: String,
    message: String,
    lines: usize,
    panicked: bool,
    blank: bool,
}

/// A message that is before its block.
#[derive(Debug, Default)]
pub struct Early(Vec<String>);

impl Early {
    /// Takes the line when it begins such a message or goes on with one.
    pub fn line(&mut self, text: &str) {
        let event = ["< Exit [", "> Enter ["].iter().any(|begin| text.trim_start().starts_with(begin));
        if ginkgo_lines::message(text.trim_start()).is_some() {
            self.0.clear();
        } else if self.0.is_empty() || event {
            return;
        }
        if self.0.len() < EARLY_LINES {
            self.0.push(clipped(text));
        }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Block {
    pub const fn new(reported: Reported) -> Self {
        Self {
            reported,
            at: At::Head,
            texts: String::new(),
            node: String::new(),
            place: None,
            name: String::new(),
            message: String::new(),
            lines: 0,
            panicked: false,
            blank: false,
        }
    }

    /// A line of the block. The name of a failure, once it is known.
    pub fn line(&mut self, text: &str, early: &mut Early, run: &mut Run<'_>) -> Option<String> {
        let bare = text.trim();
        if self.at == At::Head {
            if !bare.is_empty() {
                self.head(bare);
                return None;
            }
            let opened = self.open(run);
            self.at = At::Why;
            for line in std::mem::take(&mut early.0) {
                self.body(&line, Some(&line), run);
            }
            return opened;
        }
        if bare.is_empty() {
            self.blank = true;
        } else {
            self.body(text, None, run);
            self.blank = false;
        }
        None
    }

    fn head(&mut self, bare: &str) {
        if let Some(place) = ginkgo_lines::place_of(bare) {
            self.place = Some((clipped(place.file), place.line.unwrap_or(0)));
            return;
        }
        let (before, text) = ginkgo_lines::node_before(bare);
        let (after, text) = if before.is_empty() { ginkgo_lines::node_after(text) } else { ("", text) };
        let node = if before.is_empty() { after } else { before };
        if self.texts.len() < MESSAGE_BYTES.saturating_mul(4) {
            if !self.texts.is_empty() {
                self.texts.push(' ');
            }
            if !node.is_empty() {
                node.clone_into(&mut self.node);
                self.texts.push_str(&format!("[{node}] "));
            }
            self.texts.push_str(text.trim());
        }
    }

    fn open(&mut self, run: &mut Run<'_>) -> Option<String> {
        let Reported::Failed(kind) = self.reported else { return None };
        let shown = clipped(self.texts.trim());
        let name = ginkgo_lines::plain_name(&shown);
        self.name = if name.is_empty() { "a spec without a name".to_owned() } else { name };
        let of_suite = ginkgo_lines::is_of_suite(&self.name);
        let kind =
            if kind == FailureKind::Test && (of_suite || self.is_hook()) { FailureKind::Setup } else { kind };
        run.instead(&format!("[FAIL] {shown}"));
        run.fail_as(TestId::bare(&self.name), kind);
        if let Some((file, line)) = &self.place {
            run.at(crate::event::Place { file, line: Some(*line) });
        }
        Some(self.name.clone())
    }

    fn is_hook(&self) -> bool {
        !matches!(self.node.as_str(), "" | "It" | "Measurement")
    }

    fn body(&mut self, text: &str, held: Option<&str>, run: &mut Run<'_>) {
        let bare = text.trim();
        let part = self.part(text, bare, run);
        if !matches!(self.reported, Reported::Failed(_)) {
            return;
        }
        match held {
            Some(text) => run.emit(Event::Decoded { part, text }),
            None => {
                run.text(part);
            }
        }
    }

    fn part(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Part {
        if bare.starts_with("<< ") && !bare.ends_with(">>") {
            self.at = At::Why;
            return Part::Output;
        }
        if self.at == At::Output {
            return Part::Output;
        }
        if bare.ends_with(" >>") && text.starts_with("  ") && self.lines == 0 {
            self.at = At::Output;
            return Part::Output;
        }
        if bare == "Full Stack Trace" {
            self.at = At::Where;
            return Part::Where;
        }
        if let Some(place) = ginkgo_lines::failed_at(bare).or_else(|| ginkgo_lines::annotated(bare)) {
            // A panic's place is in Go itself.
            if !self.panicked && matches!(self.reported, Reported::Failed(_)) {
                run.emit(Event::At { place, better: true });
            }
            self.lines = self.lines.max(MESSAGE_LINES);
            self.at = if self.panicked { At::Why } else { At::Where };
            if self.panicked {
                self.lines = 1;
            }
            return Part::Why;
        }
        if self.at == At::Where {
            return Part::Where;
        }
        if let Some(place) = ginkgo_lines::place_of(bare)
            && bare.starts_with(place.file)
            && (self.blank || self.panicked)
        {
            if !self.panicked && matches!(self.reported, Reported::Failed(_)) {
                run.emit(Event::At { place, better: true });
            }
            return Part::Why;
        }
        self.panicked |= bare.contains("Test Panicked");
        let message = ginkgo_lines::message(bare).unwrap_or(bare);
        if self.lines < MESSAGE_LINES && self.message.len() < MESSAGE_BYTES && message != "Test Panicked" {
            if !self.message.is_empty() {
                self.message.push(' ');
            }
            self.message.push_str(crate::text::head(message, MESSAGE_BYTES));
        }
        self.lines.up(1);
        Part::Why
    }

    /// The block ends. The name of a failure that was not opened yet.
    pub fn end(mut self, early: &mut Early, run: &mut Run<'_>) -> Option<String> {
        let mut opened = None;
        if self.at == At::Head {
            opened = self.open(run);
            for line in std::mem::take(&mut early.0) {
                self.body(&line, Some(&line), run);
            }
        }
        early.clear();
        match self.reported {
            Reported::Failed(_) => run.message(&self.message),
            Reported::Skipped => {
                let name = clipped(&ginkgo_lines::plain_name(&self.texts));
                if !name.is_empty() {
                    run.skip(TestId::bare(&name));
                    let why = if self.message.is_empty() { "pending" } else { &self.message };
                    run.emit(Event::Reason(&format!("{name}: {why}")));
                }
            }
            Reported::Other => {}
        }
        opened
    }
}
