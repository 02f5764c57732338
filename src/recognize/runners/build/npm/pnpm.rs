//! pnpm's errors: ` ERR_PNPM_CODE  message`, with thin blanks around the code, and ` ELIFECYCLE  Command failed with exit code 1.`, which is a consequence.

use super::errors::short;
use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Seen};
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// How many lines an error's explanation may have.
const MOST_LINES: u32 = 40;

/// pnpm.
#[derive(Debug, Default)]
pub struct Pnpm {
    /// Lines of the open error.
    lines: u32,
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
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged().trim();
        let code = text.trim_start_matches('[');
        if let Some(rest) = code.strip_prefix("ERR_PNPM_") {
            let (code, message) = split_code(rest);
            if CONSEQUENCES.contains(&code) {
                run.close();
                run.consequence(short(text), FailureKind::Build);
                return Seen::Mine(Class::Noise);
            }
            *self = Self { owes: code == "PEER_DEP_ISSUES", ..Self::default() };
            let seen = run.fail_whole(&format!("ERR_PNPM_{code}"), FailureKind::Build);
            run.message(message);
            return seen;
        }
        if code.strip_prefix("ELIFECYCLE").is_some_and(|rest| rest.contains("failed")) {
            run.close();
            run.consequence(short(text), FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        self.explanation(text, run)
    }
}

impl Pnpm {
    fn explanation(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if !run.is_open() {
            return Seen::No;
        }
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
        self.lines.up(1);
        let more = more || (self.blank && std::mem::take(&mut self.owes));
        if (self.blank && !more) || self.lines > MOST_LINES {
            run.close();
            return Seen::No;
        }
        self.blank = false;
        run.below(Part::Why)
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
