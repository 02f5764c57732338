//! What solc says of a contract, as forge prints it.
//!
//! `Error (7576): Undeclared identifier.` and `Warning (2072): Unused local variable.` are followed by ` --> src/Till.sol:3:50:` and the source,
//! and end with an empty line.

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, Sink};
use crate::recognize::kit::bounds::MESSAGE_LINES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The compiler left without an answer.
const DIED: &str = "Error: solc exited with ";

/// Solidity's compiler under forge.
#[derive(Debug, Default)]
pub struct ForgeBuild {
    /// The class of the open message, and its lines.
    open: Option<(Class, u32)>,
}

impl Runner for ForgeBuild {
    const SPEC: Spec = Spec {
        name: "forge build",
        reads: "forge build: what solc says",
        starts: &["Error (", "Warning (", DIED],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let _line = run.line();
        if let Some((code, message)) = message(text, "Error (") {
            self.close(run);
            let place = Place { file: "", line: None };
            run.emit(Event::BlockOpened(Block::Diagnostic { place, code, message }));
            run.emit(Event::Heading);
            self.open = Some((Class::Detail, 0));
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with(DIED) {
            self.close(run);
            run.emit(Event::BlockOpened(Block::Whole { name: "solc", kind: FailureKind::Crash }));
            run.emit(Event::Heading);
            run.emit(Event::Message(text.strip_prefix("Error: ").unwrap_or(text)));
            run.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        if let Some((_, message)) = message(text, "Warning (") {
            self.close(run);
            run.emit(Event::BlockOpened(Block::Warning { key: message }));
            run.emit(Event::Text(Part::Why));
            self.open = Some((Class::Warning, 0));
            return Seen::Mine(Class::Warning);
        }
        let Some((class, lines)) = self.open else { return Seen::No };
        let place = text.strip_prefix(" --> ").and_then(|rest| scan::place(rest.trim_end_matches(':')));
        let source = text.starts_with([' ', '|']) || text.starts_with(|first: char| first.is_ascii_digit());
        if lines >= MESSAGE_LINES || !(source || place.is_some()) {
            self.close(run);
            return if text.is_empty() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        self.open = Some((class, lines.saturating_add(1)));
        if let Some((place, _)) = place
            && class == Class::Detail
        {
            run.emit(Event::At { place, better: true });
        }
        run.emit(Event::Text(Part::Why));
        Seen::Mine(class)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
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
