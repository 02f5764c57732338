//! uv: what it says when packages do not go together, or one of them cannot be built.
//!
//! uv draws a tree: `  × No solution found when resolving dependencies:`, below it `  ╰─▶ Because ...`; where the terminal knows no
//! such marks `  x `, `  |-> ` and `  `-> `. Output of a build is indented below it, behind `[stdout]` and `[stderr]`. The first
//! line names the failure, the last branch tells why. Source: miette's graphical
//! handler, uv's `diagnostics.rs`.

use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Seen};
use crate::recognize::kit::exceptions;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};
use crate::text::head;

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 300;
/// The most lines below one failure.
const LINES: u32 = 400;
/// What uv says after its cross when it gives up.
const WORDS: [&str; 16] = [
    "No solution found when resolving ",
    "Failed to build",
    "Failed to download",
    "Failed to fetch",
    "Failed to resolve ",
    "Failed to read",
    "Failed to parse",
    "Failed to prepare distributions",
    "Failed to install",
    "Failed to extract",
    "Failed to inspect",
    "Failed to spawn",
    "Failed to determine ",
    "Requirements contain conflicting ",
    "Because ",
    "The lockfile at `uv.lock` needs to be updated",
];

/// uv.
#[derive(Debug, Default)]
pub struct Uv {
    /// How many lines of the open failure came.
    lines: u32,
    /// An error came after `[stderr]`: it tells more than a branch.
    error: bool,
}

impl Runner for Uv {
    const SPEC: Spec = Spec {
        name: "uv",
        reads: "uv: requirements and builds that failed",
        starts: &[
            "\u{d7} ",
            "x No solution",
            "x Failed to ",
            "error: Failed to ",
            "error: Distribution `",
            "error: The lockfile at `uv.lock`",
        ],
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(name) = named(text) {
            *self = Self::default();
            return run.fail_whole(head(name, NAME_BYTES), FailureKind::Build);
        }
        if !run.is_open() {
            return Seen::No;
        }
        let bare = text.trim_start();
        let deeper = text.starts_with("  ") || text.starts_with("hint: ") || branch(bare).is_some();
        if bare.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if !deeper || self.lines >= LINES {
            run.close();
            return Seen::No;
        }
        self.lines.up(1);
        if let Some(words) = branch(bare) {
            // The last one tells most.
            if !self.error {
                run.message_otherwise(head(words, NAME_BYTES));
            }
            return run.text(Part::Why);
        }
        let tells = bare.starts_with("error: ")
            || bare.starts_with("ERROR: ")
            || (exceptions::is_exception(bare) && !bare.starts_with("Traceback "));
        if tells {
            run.message_otherwise(head(bare, NAME_BYTES));
            self.error = true;
        }
        let hint = bare.starts_with("hint: ");
        let part = if tells || self.lines <= 3 {
            Part::Why
        } else if hint {
            Part::Where
        } else {
            Part::Output
        };
        // What the backend raised is why the build failed, and no failure beside it.
        if bare.starts_with("Traceback ") { run.text(part) } else { run.below(part) }
    }
}

/// What uv says after its cross.
fn named(text: &str) -> Option<&str> {
    let bare = text.trim_start();
    if let Some(words) = bare.strip_prefix("error: ") {
        let lacks_wheel =
            words.starts_with("Distribution `") && words.contains(" can't be installed because ");
        let named = words.starts_with("Failed to ")
            && words.contains(['`', ':'])
            && WORDS.iter().any(|word| words.starts_with(word));
        return (named || lacks_wheel || words.starts_with("The lockfile at `uv.lock` ")).then_some(words);
    }
    let words = bare
        .strip_prefix("\u{d7} ")
        .or_else(|| bare.strip_prefix("x ").filter(|_| text.starts_with("  ")))?;
    WORDS.iter().any(|word| words.starts_with(word)).then_some(words)
}

/// What is after the marks of a branch, or on a further line of it.
fn branch(bare: &str) -> Option<&str> {
    ["\u{251c}\u{2500}\u{25b6} ", "\u{2570}\u{2500}\u{25b6} ", "|-> ", "`-> ", "\u{2502}   "]
        .iter()
        .find_map(|mark| bare.strip_prefix(mark))
}
