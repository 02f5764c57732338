//! uv: what it says when packages do not go together, or one of them cannot be built.
//!
//! uv draws a tree: `  × No solution found when resolving dependencies:`, below it `  ╰─▶ Because ...`; where the terminal knows no
//! such marks `  x `, `  |-> ` and `  `-> `. Output of a build is indented below it, behind `[stdout]` and `[stderr]`. The first
//! line names the failure, the last branch tells why. Source: miette's graphical
//! handler, uv's `diagnostics.rs`.

use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::exceptions;
use crate::recognize::kit::{Run, Runner, Spec};
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
    /// A failure is open: how many of its lines came.
    open: Option<u32>,
    /// The last line of a branch, which tells most so far.
    words: String,
    /// The text of an error after `[stderr]`.
    error: String,
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
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(name) = named(text) {
            self.close(run);
            let name = head(name, NAME_BYTES);
            run.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Build }));
            run.emit(Event::Heading);
            self.open = Some(0);
            return Seen::Mine(Class::Detail);
        }
        let Some(lines) = self.open else { return Seen::No };
        let bare = text.trim_start();
        let deeper = text.starts_with("  ") || text.starts_with("hint: ") || branch(bare).is_some();
        if bare.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if !deeper || lines >= LINES {
            self.close(run);
            return Seen::No;
        }
        self.open = Some(lines.saturating_add(1));
        if let Some(words) = branch(bare) {
            head(words, NAME_BYTES).clone_into(&mut self.words);
            run.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        }
        let tells = bare.starts_with("error: ")
            || bare.starts_with("ERROR: ")
            || (exceptions::is_exception(bare) && !bare.starts_with("Traceback "));
        if tells {
            head(bare, NAME_BYTES).clone_into(&mut self.error);
        }
        let hint = bare.starts_with("hint: ");
        let part = if tells || lines < 3 {
            Part::Why
        } else if hint {
            Part::Where
        } else {
            Part::Output
        };
        run.emit(Event::Text(part));
        // What the backend raised is why the build failed, and no failure beside it.
        if bare.starts_with("Traceback ") { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Detail) }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl Uv {
    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_none() {
            return;
        }
        let best = if self.error.is_empty() { &self.words } else { &self.error };
        if !best.is_empty() {
            sink.emit(Event::Message(best));
        }
        sink.emit(Event::BlockClosed);
        *self = Self::default();
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
