//! Makes the texts of a report file printable, as the line reader does for a log.
//!
//! Colour and other control sequences are removed (runners colour their messages, and entities or escapes of JSON
//! carry them through), line ends become newlines, and every dangerous code point that is left becomes visible. It
//! stands between all parsers and the sink, so that no parser can forget it.

use std::borrow::Cow;

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

    fn text<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let (clean, escaped) = printable(text);
        self.escaped = self.escaped.saturating_add(escaped);
        clean
    }
}

impl Sink for Clean<'_> {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::SectionStarted { opened, announced, label } => {
                let label = self.text(label);
                self.sink.emit(Event::SectionStarted { opened, announced, label: &label });
            }
            Event::SectionLabel(label) => {
                let label = self.text(label);
                self.sink.emit(Event::SectionLabel(&label));
            }
            Event::Finished { id, outcome, grade, attempt, alias } => {
                let (module, name) = (self.text(id.module), self.text(id.name));
                let id = TestId { module: &module, separator: id.separator, name: &name };
                self.sink.emit(Event::Finished { id, outcome, grade, attempt, alias });
            }
            Event::BlockOpened(block) => self.block(block),
            Event::Decoded { part, text } => {
                let text = self.text(text);
                self.sink.emit(Event::Decoded { part, text: &text });
            }
            Event::Reason(reason) => {
                let reason = self.text(reason);
                self.sink.emit(Event::Reason(&reason));
            }
            Event::At { place, better } => {
                let file = self.text(place.file);
                self.sink.emit(Event::At { place: Place { file: &file, line: place.line }, better });
            }
            Event::Message(message) => {
                let message = self.text(message);
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
                let (module, name) = (self.text(id.module), self.text(id.name));
                let id = TestId { module: &module, separator: id.separator, name: &name };
                self.sink.emit(Event::BlockOpened(Block::Test { id, kind }));
            }
            Block::Whole { name, kind } => {
                let name = self.text(name);
                self.sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind }));
            }
            Block::More { name } => {
                let name = self.text(name);
                self.sink.emit(Event::BlockOpened(Block::More { name: &name }));
            }
            Block::Diagnostic { place, code, message } => {
                let (file, message) = (self.text(place.file), self.text(message));
                let place = Place { file: &file, line: place.line };
                self.sink.emit(Event::BlockOpened(Block::Diagnostic { place, code, message: &message }));
            }
            Block::Warning { key } => {
                let key = self.text(key);
                self.sink.emit(Event::BlockOpened(Block::Warning { key: &key }));
            }
        }
    }
}

/// The printable form, and how many code points and sequences other than colour it took.
fn printable(raw: &str) -> (Cow<'_, str>, u64) {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if raw.as_bytes().iter().all(plain) {
        return (Cow::Borrowed(raw), 0);
    }
    if !raw.contains(['\u{1B}', '\r']) {
        return text::sanitize(raw);
    }
    let mut kept = String::with_capacity(raw.len());
    let mut removed = 0_u64;
    let mut rest = raw;
    while let Some(at) = rest.find(['\u{1B}', '\r']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        kept.push_str(before);
        rest = if let Some(after) = from.strip_prefix("\r\n").or_else(|| from.strip_prefix('\r')) {
            kept.push('\n');
            after
        } else if let Some((last, after)) = sequence(from) {
            removed = removed.saturating_add(u64::from(last != b'm'));
            after
        } else {
            kept.push('\u{1B}');
            from.strip_prefix('\u{1B}').unwrap_or("")
        };
    }
    kept.push_str(rest);
    let (clean, escaped) = text::sanitize(&kept);
    (Cow::Owned(clean.into_owned()), escaped.saturating_add(removed))
}

/// The longest control sequence, in bytes.
const SEQUENCE_BYTES: usize = 64;

/// Takes a control sequence (`ESC [`, parameters, a final byte) off the front: its final byte and what follows.
fn sequence(text: &str) -> Option<(u8, &str)> {
    let parameters = text.strip_prefix("\u{1B}[")?;
    let end = parameters.bytes().take(SEQUENCE_BYTES).position(|byte| !matches!(byte, 0x20..=0x3F))?;
    let last = *parameters.as_bytes().get(end)?;
    let after = parameters.get(end.saturating_add(1)..)?;
    matches!(last, 0x40..=0x7E).then_some((last, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_goes_line_ends_are_newlines_and_the_rest_becomes_visible() {
        let clean = |text: &str| {
            let (clean, escaped) = printable(text);
            (clean.into_owned(), escaped)
        };
        assert_eq!(clean("a é\tb\n"), ("a é\tb\n".to_owned(), 0));
        assert_eq!(clean("\u{1B}[1;31mred\u{1B}[0m\r\nnext\rlast"), ("red\nnext\nlast".to_owned(), 0));
        assert_eq!(clean("x\u{1B}[2Jy"), ("xy".to_owned(), 1));
        assert_eq!(clean("\u{202E}\u{1B}]0;t\u{7}"), ("<U+202E><U+001B>]0;t<U+0007>".to_owned(), 3));
        assert_eq!(clean("\u{1B}[31\né\u{1B}"), ("<U+001B>[31\né<U+001B>".to_owned(), 2));
    }
}
