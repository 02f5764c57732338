//! What is after a failed verdict: a YAML block, comments of Perl and bats, or plain lines (mocha).

use super::document::Name;
use super::places::{bats_place, by_sentences, perl_place};
use super::yaml::{Row, Yaml, part_of, scalar};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Outcome, Part, Place, Seen, Sink};
use crate::recognize::kit::frames::error_text::place_of;
use crate::recognize::kit::scan;

/// The longest message that is put together, in bytes.
const LONGEST_MESSAGE: usize = 300;
/// How many comments after a verdict tell why; more are output.
const WHY_COMMENTS: u32 = 14;
/// How many comments before a verdict are held: what a test file printed when it could not be run.
const HELD_COMMENTS: usize = 40;
/// The longest comment that is held, in bytes.
const LONGEST_COMMENT: usize = 400;

/// Whose text it is.
#[derive(Debug, Default)]
pub(super) enum Subject {
    /// Nobody's: the verdict passed, or the test may fail.
    #[default]
    Nothing,
    /// A failure that was reported.
    Failure(Name),
    /// A verdict that sums up failed subtests; reported when it failed for a reason of its own.
    Parent(Name),
}

/// Which key the lines below belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Under {
    Error,
    At,
    Stack,
    Other(Option<Part>),
}

/// The text after a verdict.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) subject: Subject,
    /// Blanks before the verdict.
    pub(super) indent: usize,
    pub(super) yaml: Option<Yaml>,
    under: Option<Under>,
    message: String,
    /// The message goes on on the next line.
    message_open: bool,
    message_reported: bool,
    /// The error has several lines, which say what was expected.
    has_difference: bool,
    placed: bool,
    file: String,
    line: Option<u64>,
    comments: u32,
    /// Lines without `#` directly after the verdict belong to it.
    plain: bool,
    held: Vec<String>,
    /// The verdict that sums up failed subtests is a suite's, which node does not count.
    pub(super) suite: bool,
}

impl Block {
    /// A verdict came.
    pub(super) fn begin(&mut self, indent: usize, subject: Subject) {
        self.plain = matches!(subject, Subject::Failure(_));
        (self.subject, self.indent, self.yaml, self.under) = (subject, indent, None, None);
        self.message.clear();
        (self.message_open, self.message_reported, self.has_difference, self.placed) =
            (false, false, false, false);
        self.file.clear();
        (self.line, self.comments) = (None, 0);
    }

    /// Whether a YAML block is open.
    pub(super) fn in_yaml(&self) -> bool {
        self.yaml.is_some()
    }

    /// Whether a failure is open.
    pub(super) fn is_failure(&self) -> bool {
        matches!(self.subject, Subject::Failure(_))
    }

    /// A `---` came.
    pub(super) fn open_yaml(&mut self, indent: usize) -> bool {
        if indent < self.indent {
            return false;
        }
        self.yaml = Some(Yaml::new(indent));
        self.plain = false;
        true
    }

    /// Ends what is open: the message is known now.
    #[inline]
    pub(super) fn end(&mut self, sink: &mut dyn Sink) {
        if matches!(self.subject, Subject::Nothing) {
            (self.message_open, self.yaml) = (false, None);
        } else {
            self.end_subject(sink);
        }
    }

    fn end_subject(&mut self, sink: &mut dyn Sink) {
        self.tell_message(sink);
        if self.is_failure() {
            sink.emit(Event::BlockClosed);
            self.held.clear();
        }
        self.subject = Subject::Nothing;
        self.yaml = None;
    }

    fn tell_message(&mut self, sink: &mut dyn Sink) {
        if self.is_failure() && !self.message_reported && !self.message.is_empty() {
            sink.emit(Event::Message(self.message.trim_end()));
            self.message_reported = true;
        }
        self.message_open = false;
    }

    fn add_message(&mut self, text: &str, between: &str) {
        if self.message_reported || self.message.len().saturating_add(text.len()) > LONGEST_MESSAGE {
            return;
        }
        if !self.message.is_empty() {
            self.message.push_str(between);
        }
        self.message.push_str(text);
    }

    /// A line while a YAML block is open. `None`: the block was cut off, the line is something else.
    #[inline(never)]
    pub(super) fn yaml_line(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let yaml = self.yaml.as_mut()?;
        let row = match (&self.subject, yaml.ends(text)) {
            (_, Some(row)) => row,
            (Subject::Nothing, None) => return Some(Seen::Mine(Class::Noise)),
            _ => yaml.row(text),
        };
        match row {
            Row::End => {
                self.end(sink);
                return Some(Seen::Mine(Class::Noise));
            }
            Row::Broken => {
                self.end(sink);
                return None;
            }
            Row::Key(key, value) => self.key(key, value, sink),
            Row::Below(text) => self.below(text, sink),
        }
        Some(Seen::Mine(if self.is_failure() { Class::Detail } else { Class::Noise }))
    }

    fn key(&mut self, key: &str, value: &str, sink: &mut dyn Sink) {
        self.tell_message(sink);
        let reported = scalar(value);
        self.under = Some(match key {
            "error" | "message" => Under::Error,
            "at" => Under::At,
            "stack" => Under::Stack,
            _ => Under::Other(part_of(key)),
        });
        if let Subject::Parent(_) = &self.subject {
            match key {
                "location" => self.keep_place(reported),
                "failureType" if reported != "subtestsFailed" => self.promote(reported, sink),
                "type" if reported == "suite" => self.suite = true,
                _ => {}
            }
            return;
        }
        let mut part = part_of(key);
        match key {
            "error" | "message" if !reported.is_empty() => {
                self.add_message(reported, " ");
                self.tell_message(sink);
            }
            "at" => self.tell_place(reported, sink),
            "stack" => part = (!reported.is_empty()).then_some(Part::Where),
            "location" => {
                self.keep_place(reported);
                self.tell_kept(sink);
                part = Some(Part::Where);
            }
            "failureType" => part = self.failure_type(reported, sink),
            "exitCode" | "signal" => {
                part = part.filter(|_| !reported.is_empty() && reported != "0");
                if part.is_some() {
                    self.tell_held(sink);
                }
            }
            "expected" | "actual" if self.has_difference => part = Some(Part::Where),
            _ => {}
        }
        if let Some(part) = part {
            sink.emit(Event::Text(part));
        }
    }

    /// Node says here when a test was not simply wrong.
    fn failure_type(&mut self, reported: &str, sink: &mut dyn Sink) -> Option<Part> {
        let kind = match reported {
            "testTimeoutFailure" => FailureKind::Timeout,
            "hookFailed" => FailureKind::Setup,
            "uncaughtException" | "unhandledRejection" | "cancelledByParent" => FailureKind::Test,
            _ => return None,
        };
        if let Subject::Failure(name) = &self.subject {
            claim(name, kind, sink);
        }
        Some(Part::Why)
    }

    /// A verdict over failed subtests has a reason of its own.
    fn promote(&mut self, reported: &str, sink: &mut dyn Sink) {
        let Subject::Parent(name) = std::mem::take(&mut self.subject) else { return };
        claim(&name, FailureKind::Test, sink);
        sink.emit(Event::Instead(&format!("not ok - {}", name.name)));
        sink.emit(Event::Heading);
        self.subject = Subject::Failure(name);
        self.tell_kept(sink);
        if let Some(part) = self.failure_type(reported, sink) {
            sink.emit(Event::Text(part));
        }
    }

    fn below(&mut self, text: &str, sink: &mut dyn Sink) {
        if text.is_empty() || !self.is_failure() {
            return;
        }
        let part = match self.under {
            Some(Under::Error) => self.error_line(text, sink),
            Some(Under::At) => {
                self.at_line(text, sink);
                Some(Part::Why)
            }
            Some(Under::Stack) => match place_of(text) {
                Some(_) if !self.placed => {
                    self.tell_place(text, sink);
                    Some(Part::Why)
                }
                _ => Some(Part::Where),
            },
            Some(Under::Other(part)) => part,
            None => Some(Part::Where),
        };
        if let Some(part) = part {
            sink.emit(Event::Text(part));
        }
    }

    fn error_line(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Part> {
        if let Some(message) = text.strip_prefix("message: ") {
            self.add_message(scalar(message), " ");
            self.tell_message(sink);
            return Some(Part::Why);
        }
        if text.starts_with("name: ") {
            return None;
        }
        if self.message.is_empty() {
            self.add_message(text, " ");
            self.message_open = text.ends_with(':');
            bats_place(text, self.placed, sink);
        } else {
            self.has_difference = true;
            // `+ actual - expected` explains the signs of the lines below it.
            if self.message_open && !text.starts_with("+ actual") && !text.trim_matches(['^', ' ']).is_empty()
            {
                self.add_message(text, " ");
            }
        }
        Some(Part::Why)
    }

    fn at_line(&mut self, text: &str, sink: &mut dyn Sink) {
        let Some((key, value)) = text.split_once(':') else { return };
        match key {
            "file" | "fileName" if value.len() <= LONGEST_COMMENT => {
                self.file.clear();
                self.file.push_str(scalar(value));
            }
            "line" | "lineNumber" => self.line = scan::whole_number(value.trim()),
            _ => return,
        }
        self.tell_kept(sink);
    }

    fn keep_place(&mut self, reported: &str) {
        if let Some((file, line)) = place_of(reported)
            && file.len() <= LONGEST_COMMENT
        {
            self.file.clear();
            self.file.push_str(file);
            self.line = Some(line);
        }
    }

    fn tell_kept(&mut self, sink: &mut dyn Sink) {
        if let Some(line) = self.line.filter(|_| !self.file.is_empty()) {
            sink.emit(Event::At { place: Place { file: &self.file, line: Some(line) }, better: false });
        }
    }

    fn tell_place(&mut self, text: &str, sink: &mut dyn Sink) {
        if let Some((file, line)) = place_of(text) {
            self.placed = true;
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: true });
        }
    }

    /// A comment while no verdict wants it: perhaps what a file printed that could not be run.
    pub(super) fn hold(&mut self, comment: &str) {
        if self.held.len() < HELD_COMMENTS && comment.len() <= LONGEST_COMMENT {
            self.held.push(comment.strip_prefix(' ').unwrap_or(comment).to_owned());
        }
    }

    /// What was held concerns nobody.
    pub(super) fn forget_held(&mut self) {
        self.held.clear();
    }

    fn tell_held(&mut self, sink: &mut dyn Sink) {
        let mut why = 0_u8;
        for text in self.held.drain(..) {
            let frame =
                text.trim_start().starts_with("at ") || text.starts_with("Node.js v") || text.trim() == "^";
            let part = if frame || why >= 8 { Part::Where } else { Part::Why };
            why.up(u8::from(part == Part::Why));
            if !self.message_reported
                && text
                    .split_once(": ")
                    .is_some_and(|(class, _)| class.ends_with("Error") && !class.contains(' '))
            {
                sink.emit(Event::Message(&text));
                self.message_reported = true;
            }
            sink.emit(Event::Decoded { part, text: &by_sentences(&text) });
        }
    }

    /// A comment after a failed verdict.
    pub(super) fn comment(&mut self, comment: &str, sink: &mut dyn Sink) -> Seen {
        self.plain = false;
        let text = comment.trim();
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        self.comments.up(1);
        let repeats = text.starts_with("Failed test ");
        let place = perl_place(text).is_some_and(|place| {
            sink.emit(Event::At { place, better: false });
            true
        }) || bats_place(text, self.placed, sink);
        if !repeats && !place && self.comments <= 5 {
            self.add_message(text, ", ");
        }
        sink.emit(Event::Text(match self.comments {
            _ if repeats => Part::Where,
            more if more > WHY_COMMENTS => Part::Output,
            _ => Part::Why,
        }));
        Seen::Mine(Class::Detail)
    }

    /// A line without `#` after a failed verdict, indented: mocha prints the error so.
    pub(super) fn plain_line(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if !self.plain {
            return None;
        }
        let body = text.trim();
        let deeper = text.len().saturating_sub(text.trim_start().len()) > self.indent;
        if !deeper || !self.is_failure() {
            self.plain &= body.is_empty();
            return None;
        }
        let frame = body.starts_with("at ");
        let part = if frame && (self.placed || place_of(body).is_none()) { Part::Where } else { Part::Why };
        if frame && !self.placed {
            self.tell_place(body, sink);
        } else if !frame && self.comments < 3 {
            self.comments.up(1);
            self.add_message(body, " ");
        }
        sink.emit(Event::Text(part));
        Some(Seen::Inside(Class::Detail))
    }
}

/// A test failed, or failed in a way that is known better now.
pub(super) fn claim(name: &Name, kind: FailureKind, sink: &mut dyn Sink) {
    let id = name.id();
    sink.emit(Event::finished(id, Outcome::Failed(kind)));
}
