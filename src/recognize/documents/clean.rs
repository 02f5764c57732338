//! Makes the texts of a report file printable, as the line reader does for a log.
//!
//! Colour and other control sequences are removed (runners colour their messages, and entities or escapes of JSON
//! carry them through), line ends become newlines, and every dangerous code point that is left becomes visible. It
//! is between all parsers and the sink, so that no parser can forget it.

use std::borrow::Cow;

use crate::budget::Count as _;
use crate::event::{Block, Event, Place, Sink, TestId};
use crate::text;

/// A sink that passes on printable events.
pub struct Clean<'s> {
    sink: &'s mut dyn Sink,
    escaped: u64,
}

impl<'s> Clean<'s> {
    /// Passes on to `sink`.
    pub fn new(sink: &'s mut dyn Sink) -> Self {
        Self { sink, escaped: 0 }
    }

    /// Code points that were escaped, and control sequences other than colour that were removed.
    pub fn escaped(&self) -> u64 {
        self.escaped
    }

    fn text<'t>(&mut self, raw: &'t str) -> Cow<'t, str> {
        if raw.contains('\r') {
            // In a string a lone return ends a line: nothing was drawn over, and nothing may be lost.
            let lines = raw.replace("\r\n", "\n").replace('\r', "\n");
            let (clean, escaped) = text::clean(&lines);
            self.escaped.up(escaped);
            return Cow::Owned(clean.into_owned());
        }
        let (clean, escaped) = text::clean(raw);
        self.escaped.up(escaped);
        clean
    }
}

impl Clean<'_> {
    /// Names, places and messages are one line: line ends and tabs in them become blanks.
    fn line<'t>(&mut self, raw: &'t str) -> Cow<'t, str> {
        let clean = self.text(raw);
        if clean.contains(['\n', '\t']) { Cow::Owned(clean.replace(['\n', '\t'], " ")) } else { clean }
    }
}

impl Sink for Clean<'_> {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::SectionStarted { opened, announced, label } => {
                let label = self.line(label);
                self.sink.emit(Event::SectionStarted { opened, announced, label: &label });
            }
            Event::SectionLabel(label) => {
                let label = self.line(label);
                self.sink.emit(Event::SectionLabel(&label));
            }
            Event::Finished { id, outcome, grade, attempt, alias } => {
                let (module, name) = (self.line(id.module), self.line(id.name));
                let id = TestId { module: &module, separator: id.separator, name: &name };
                self.sink.emit(Event::Finished { id, outcome, grade, attempt, alias });
            }
            Event::BlockOpened(block) => self.block(block),
            Event::Decoded { part, text } => {
                let text = self.text(text);
                self.sink.emit(Event::Decoded { part, text: &text });
            }
            Event::Reason(reason) => {
                let reason = self.line(reason);
                self.sink.emit(Event::Reason(&reason));
            }
            Event::Remark(remark) => {
                let remark = self.line(remark);
                self.sink.emit(Event::Remark(&remark));
            }
            Event::At { place, better } => {
                let file = self.line(place.file);
                self.sink.emit(Event::At { place: Place { file: &file, line: place.line }, better });
            }
            Event::Message(message) => {
                let message = self.line(message);
                self.sink.emit(Event::Message(&message));
            }
            other => self.sink.emit(other),
        }
    }
}

impl Clean<'_> {
    fn block(&mut self, block: Block<'_>) {
        match block {
            Block::Test { id, kind } => {
                let (module, name) = (self.line(id.module), self.line(id.name));
                let id = TestId { module: &module, separator: id.separator, name: &name };
                self.sink.emit(Event::BlockOpened(Block::Test { id, kind }));
            }
            Block::Whole { name, kind } => {
                let name = self.line(name);
                self.sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind }));
            }
            Block::More { name } => {
                let name = self.line(name);
                self.sink.emit(Event::BlockOpened(Block::More { name: &name }));
            }
            Block::Diagnostic { place, code, message } => {
                let (file, message) = (self.line(place.file), self.line(message));
                let code = &self.line(code);
                let place = Place { file: &file, line: place.line };
                self.sink.emit(Event::BlockOpened(Block::Diagnostic { place, code, message: &message }));
            }
            Block::Warning { key } => {
                let key = self.line(key);
                self.sink.emit(Event::BlockOpened(Block::Warning { key: &key }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_of_an_event_is_printable_and_what_was_escaped_is_counted() {
        let mut events: Vec<String> = Vec::new();
        let mut clean = Clean::new(&mut events);
        clean.emit(Event::SectionLabel("a\u{202E}"));
        clean.emit(Event::Message("\u{1B}[31mred\u{1B}[0m"));
        clean.emit(Event::BlockOpened(Block::More { name: "x\u{7}" }));
        clean.emit(Event::BlockOpened(Block::Warning { key: "\u{200B}" }));
        let place = Place { file: "a\nb.c", line: Some(1) };
        clean.emit(Event::At { place, better: false });
        clean.emit(Event::BlockOpened(Block::Diagnostic { place, code: "E\u{1B}[1m\r\n1", message: "c\td" }));
        clean.emit(Event::Decoded { part: crate::event::Part::Why, text: "a\n\tb" });
        clean.emit(Event::BlockClosed);
        assert_eq!(clean.escaped(), 3);
        assert_eq!(
            events,
            [
                r#"SectionLabel("a<U+202E>")"#,
                r#"Message("red")"#,
                r#"BlockOpened(More { name: "x<U+0007>" })"#,
                r#"BlockOpened(Warning { key: "<U+200B>" })"#,
                r#"At { place: Place { file: "a b.c", line: Some(1) }, better: false }"#,
                r#"BlockOpened(Diagnostic { place: Place { file: "a b.c", line: Some(1) }, code: "E 1", message: "c d" })"#,
                r#"Decoded { part: Why, text: "a\n\tb" }"#,
                "BlockClosed"
            ]
        );
    }
}
