//! What solc says of a contract, as forge prints it.
//!
//! `Error (7576): Undeclared identifier.` and `Warning (2072): Unused local variable.` are followed by ` --> src/Till.sol:3:50:` and the source,
//! and end with an empty line.

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::bounds::MESSAGE_LINES;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The compiler left without an answer.
const DIED: &str = "Error: solc exited with ";

/// Solidity's compiler under forge.
#[derive(Debug, Default)]
pub struct ForgeBuild {
    /// The class of the open message, and its lines.
    open: Option<(Class, u32)>,
}

impl Recognizer for ForgeBuild {
    fn runner(&self) -> Runner {
        Runner("forge build")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Error (", "Warning (", DIED], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.open.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some((code, message)) = message(text, "Error (") {
            self.close(sink);
            let place = Place { file: "", line: None };
            sink.emit(Event::BlockOpened(Block::Diagnostic { place, code, message }));
            sink.emit(Event::Heading);
            self.open = Some((Class::Detail, 0));
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with(DIED) {
            self.close(sink);
            sink.emit(Event::BlockOpened(Block::Whole { name: "solc", kind: FailureKind::Crash }));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(text.strip_prefix("Error: ").unwrap_or(text)));
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        if let Some((_, message)) = message(text, "Warning (") {
            self.close(sink);
            sink.emit(Event::BlockOpened(Block::Warning { key: message }));
            sink.emit(Event::Text(Part::Why));
            self.open = Some((Class::Warning, 0));
            return Seen::Mine(Class::Warning);
        }
        let Some((class, lines)) = self.open else { return Seen::No };
        let place = text.strip_prefix(" --> ").and_then(|rest| scan::place(rest.trim_end_matches(':')));
        let source = text.starts_with([' ', '|']) || text.starts_with(|first: char| first.is_ascii_digit());
        if lines >= MESSAGE_LINES || !(source || place.is_some()) {
            self.close(sink);
            return if text.is_empty() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        self.open = Some((class, lines.saturating_add(1)));
        if let Some((place, _)) = place
            && class == Class::Detail
        {
            sink.emit(Event::At { place, better: true });
        }
        sink.emit(Event::Text(Part::Why));
        Seen::Mine(class)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl ForgeBuild {
    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// Reads `Error (7576): Undeclared identifier.`: the code and the words.
fn message<'a>(text: &'a str, begin: &str) -> Option<(&'a str, &'a str)> {
    let (code, message) = text.strip_prefix(begin)?.split_once("): ")?;
    (code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit())).then_some((code, message))
}
