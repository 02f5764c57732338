//! What solc says of a contract, as forge prints it.
//!
//! `Error (7576): Undeclared identifier.` and `Warning (2072): Unused local variable.` are followed by ` --> src/Till.sol:3:50:` and the source,
//! and end with an empty line.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::bounds::MESSAGE_LINES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// The compiler left without an answer.
const DIED: &str = "Error: solc exited with ";

/// Solidity's compiler under forge.
#[derive(Debug, Default)]
pub struct ForgeBuild {
    /// Whether the open message is a warning, and its lines.
    warns: bool,
    lines: u32,
}

impl Runner for ForgeBuild {
    const SPEC: Spec = Spec {
        name: "forge build",
        reads: "forge build: what solc says",
        starts: &["Error (", "Warning (", DIED],
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((code, message)) = message(text, "Error (") {
            *self = Self::default();
            return run.diagnostic(Place { file: "", line: None }, code, message);
        }
        if text.starts_with(DIED) {
            let message = text.strip_prefix("Error: ").unwrap_or(text);
            return run.fail_whole_at_once("solc", FailureKind::Crash, message);
        }
        if let Some((_, message)) = message(text, "Warning (") {
            *self = Self { warns: true, lines: 0 };
            return run.warn(message);
        }
        if !run.is_open() {
            return Seen::No;
        }
        let place = text.strip_prefix(" --> ").and_then(|rest| scan::place(rest.trim_end_matches(':')));
        let source = text.starts_with([' ', '|']) || text.starts_with(|first: char| first.is_ascii_digit());
        if self.lines >= MESSAGE_LINES || !(source || place.is_some()) {
            run.close();
            return if text.is_empty() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        self.lines.up(1);
        run.text(Part::Why);
        if self.warns {
            return Seen::Mine(Class::Warning);
        }
        if let Some((place, _)) = place {
            run.emit(Event::At { place, better: true });
        }
        Seen::Mine(Class::Detail)
    }
}

/// Reads `Error (7576): Undeclared identifier.`: the code and the words.
fn message<'a>(text: &'a str, begin: &str) -> Option<(&'a str, &'a str)> {
    let (code, message) = text.strip_prefix(begin)?.split_once("): ")?;
    (code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit())).then_some((code, message))
}
