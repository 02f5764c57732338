//! pnpm's errors: ` ERR_PNPM_CODE  message`, with thin blanks around the code, and ` ELIFECYCLE  Command failed with exit code 1.`, which is a consequence.

use super::errors::short;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::{Run, Runner, Spec};

/// How many lines an error's explanation may have.
const MOST_LINES: u32 = 40;

/// pnpm.
#[derive(Debug, Default)]
pub struct Pnpm {
    /// Lines of the open error, when one is open.
    open: Option<u32>,
    blank: bool,
    /// Whether the code says nothing by itself: the first lines after a blank one are the reason.
    owes: bool,
}

/// Codes of pnpm that only say that a script failed.
const CONSEQUENCES: [&str; 3] = ["RECURSIVE_RUN_FIRST_FAIL", "RECURSIVE_EXEC_FIRST_FAIL", "RECURSIVE_FAIL"];

impl Runner for Pnpm {
    const SPEC: Spec = Spec {
        name: "pnpm",
        reads: "pnpm errors",
        starts: &[
            "ERR_PNPM_",
            "\u{2009}ERR_PNPM_",
            "[ERR_PNPM_",
            "ELIFECYCLE",
            "\u{2009}ELIFECYCLE",
            "[ELIFECYCLE]",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged().trim();
        let code = text.trim_start_matches('[');
        if let Some(rest) = code.strip_prefix("ERR_PNPM_") {
            let (code, message) = split_code(rest);
            if CONSEQUENCES.contains(&code) {
                self.open = None;
                run.emit(Event::Consequence { name: short(text), kind: FailureKind::Build });
                return Seen::Mine(Class::Noise);
            }
            let name = format!("ERR_PNPM_{code}");
            run.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Build }));
            run.emit(Event::Heading);
            run.emit(Event::Message(message));
            (self.open, self.blank) = (Some(0), false);
            self.owes = code == "PEER_DEP_ISSUES";
            return Seen::Mine(Class::Detail);
        }
        if code.strip_prefix("ELIFECYCLE").is_some_and(|rest| rest.contains("failed")) {
            self.open = None;
            run.emit(Event::Consequence { name: short(text), kind: FailureKind::Build });
            return Seen::Mine(Class::Noise);
        }
        self.explanation(text, run)
    }
}

impl Pnpm {
    fn explanation(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some(lines) = &mut self.open else { return Seen::No };
        if text.is_empty() {
            self.blank = true;
            return Seen::Mine(Class::Noise);
        }
        // After a blank line is more of it only where pnpm explains.
        let more = [
            "This error happened while",
            "The latest release of",
            "Other releases are",
            "If you need",
            "Hint: ",
            "Authorization",
            "Note that",
            "Failure reason",
            "specifiers in the lockfile",
            "is not in the npm registry",
            "\u{2715} ",
            "* ",
        ]
        .iter()
        .any(|start| text.contains(start));
        lines.up(1);
        let more = more || (self.blank && std::mem::take(&mut self.owes));
        if (self.blank && !more) || *lines > MOST_LINES {
            self.open = None;
            sink.emit(Event::BlockClosed);
            return Seen::No;
        }
        self.blank = false;
        sink.emit(Event::Text(Part::Why));
        Seen::Inside(Class::Detail)
    }
}

fn split_code(rest: &str) -> (&str, &str) {
    let end = rest
        .bytes()
        .position(|byte| !(byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_'))
        .unwrap_or(rest.len());
    let (code, message) = rest.split_at_checked(end).unwrap_or((rest, ""));
    (code, message.trim_start_matches(']').trim())
}
