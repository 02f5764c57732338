//! pip install, and what it says when it cannot.
//!
//! Three kinds of failure. A requirement that cannot be met: `ERROR: Could not find a version that satisfies ...` and
//! `ERROR: No matching distribution found for ...`, or `ERROR: Cannot install ... conflicting dependencies` with `The
//! conflict is caused by:` and `ERROR: ResolutionImpossible`. A build that failed: `error: subprocess-exited-with-error`,
//! `× COMMAND did not run successfully.`, its exit code and its output, indented, up to `[end of output]`; older versions
//! say `ERROR: Command errored out with exit status 1:`. Anything else is one sentence after `ERROR: `. What pip says
//! afterwards belongs to the failure: one install fails once. Source: pip's `_internal/exceptions.py`,
//! `resolution/resolvelib/factory.py` and `commands/install.py`.

use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::exceptions;
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::{Run, Runner, Spec};

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 300;
/// The most lines that explain a conflict.
const CONFLICT_LINES: u8 = 60;

/// Beginnings of what pip says after `ERROR: ` when it gives up.
const SENTENCES: [&str; 32] = [
    "No matching distribution found for ",
    "Could not install packages due to an ",
    "Could not open requirements file: ",
    "Could not build wheels for ",
    "Could not find an activated virtualenv",
    "Could not detect requirement name for ",
    "Invalid requirement: ",
    "THESE PACKAGES DO NOT MATCH THE HASHES",
    "Hashes are required in --require-hashes mode",
    "In --require-hashes mode, all requirements must have their versions pinned",
    "Failed building wheel for ",
    "Failed building editable for ",
    "Failed to build installable wheels for ",
    "Failed to build '",
    "Failed to build one or more wheels",
    "Command errored out with exit status ",
    "Command \"",
    "ResolutionImpossible: ",
    "ResolutionTooDeep: ",
    "HTTP error ",
    "Directory '",
    "File \"setup.py\" not found",
    "You must give at least one requirement to ",
    "Operation cancelled by user",
    "Exception:",
    "Can not perform a '--user' install",
    "Will not install to the user site",
    "Cannot uninstall ",
    "No .egg-info directory found in ",
    "Wheel '",
    "Error [WinError ",
    "Disabling PEP 517 processing is invalid",
];

/// What is open.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// `subprocess-exited-with-error` was printed, and not yet by which command.
    Exited,
    /// Below the command that failed, before its output.
    Command,
    /// In its output: the line that tells most so far.
    Output(Option<String>),
    /// A conflict is explained: the lines so far.
    Conflict(u8),
    /// The failure was reported; what pip adds belongs to it.
    Tail,
}

/// pip.
#[derive(Debug, Default)]
pub struct Pip {
    open: Open,
}

impl Runner for Pip {
    const SPEC: Spec = Spec {
        name: "pip",
        reads: "pip install: requirements and builds that failed",
        starts: &[
            "ERROR: ",
            "error: subprocess-exited-with-error",
            "Failed to build ",
            "Successfully built ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.open, Open::Nothing)
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        match std::mem::take(&mut self.open) {
            Open::Nothing => self.outside(text, run),
            Open::Exited => self.command(text, run),
            Open::Command => self.before_output(text, run),
            Open::Output(best) => self.output(best, text, run),
            Open::Conflict(lines) => self.conflict(lines, text, run),
            Open::Tail => self.tail(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        match std::mem::take(&mut self.open) {
            Open::Nothing => {}
            Open::Exited => {
                let name = "subprocess-exited-with-error";
                run.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Build }));
                run.emit(Event::BlockClosed);
            }
            Open::Output(best) => {
                tell_best(best.as_deref(), run);
                run.emit(Event::BlockClosed);
            }
            Open::Command | Open::Conflict(_) | Open::Tail => run.emit(Event::BlockClosed),
        }
    }
}

impl Pip {
    /// A line when nothing is open.
    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let bare = text.trim_start();
        if bare == "error: subprocess-exited-with-error" {
            self.open = Open::Exited;
            return Seen::Mine(Class::Noise);
        }
        if let Some(built) = bare.strip_prefix("Successfully built ") {
            // Of the project itself; pip says so of requirements before it installs them.
            let own = built.ends_with(".whl") || built.ends_with(".tar.gz");
            if own {
                all_is_well(sink);
            }
            return if own { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        let Some(sentence) = bare.strip_prefix("ERROR: ") else { return Seen::No };
        if let Some(rest) = sentence.strip_prefix("Could not find a version that satisfies the requirement ")
        {
            let wanted = rest.rsplit_once(" (from versions:").map_or(rest, |(wanted, _)| wanted);
            open(&format!("No matching distribution found for {wanted}"), sink);
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Tail;
        } else if sentence.starts_with("Cannot install ") && sentence.contains(" conflicting dependencies") {
            let what = sentence.split(" because ").next().unwrap_or(sentence);
            open(&format!("ResolutionImpossible: {what}"), sink);
            sink.emit(Event::Heading);
            self.open = Open::Conflict(0);
        } else if sentence.starts_with("pip's dependency resolver does not currently ") {
            // Said after an install that went well.
            sink.emit(Event::BlockOpened(Block::Warning { key: sentence }));
            sink.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Warning);
        } else if requires_python(sentence) || is_sentence(sentence) {
            open(sentence, sink);
            sink.emit(Event::Heading);
            self.open = Open::Tail;
        } else {
            return Seen::No;
        }
        Seen::Mine(Class::Detail)
    }

    /// Which command exited with an error.
    fn command(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.trim().is_empty() {
            self.open = Open::Exited;
            return Seen::Mine(Class::Noise);
        }
        let name = text.trim_start().strip_prefix("\u{d7} ").unwrap_or("subprocess-exited-with-error");
        open(name, sink);
        sink.emit(Event::Heading);
        sink.emit(Event::Decoded { part: Part::Why, text: "error: subprocess-exited-with-error" });
        self.open = Open::Command;
        Seen::Mine(Class::Detail)
    }

    /// `│ exit code: 1`, `╰─> [6 lines of output]`, or `╰─> No available output.`
    fn before_output(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let bare = text.trim_start();
        sink.emit(Event::Text(Part::Why));
        self.open = match bare.strip_prefix("\u{2570}\u{2500}> ") {
            Some(rest) if rest.starts_with('[') => Open::Output(None),
            Some(_) => Open::Tail,
            None if bare.starts_with('\u{2502}') => Open::Command,
            None => Open::Tail,
        };
        Seen::Mine(Class::Detail)
    }

    /// What the command printed.
    fn output(&mut self, best: Option<String>, text: &str, sink: &mut dyn Sink) -> Seen {
        let bare = text.trim();
        if bare == "[end of output]" {
            tell_best(best.as_deref(), sink);
            self.open = Open::Tail;
            return Seen::Mine(Class::Noise);
        }
        // Output is indented; anything else means that its end is missing.
        if !text.starts_with("  ") && !bare.is_empty() {
            tell_best(best.as_deref(), sink);
            sink.emit(Event::BlockClosed);
            return self.outside(text, sink);
        }
        let tells = telling(bare);
        // Of a compiler's errors the first tells most, of exceptions the last.
        let known = best.as_deref().map_or(0, telling);
        let better = tells > known || (tells == known && matches!(tells, 1 | 2));
        sink.emit(Event::Text(if tells > 0 { Part::Why } else { Part::Output }));
        self.open = Open::Output(if better { Some(clipped(bare).to_owned()) } else { best });
        // What the command raised is why the build failed; errors of compilers in it are failures of their own.
        if bare.starts_with("Traceback (most recent call last)") {
            return Seen::Mine(Class::Detail);
        }
        Seen::Inside(Class::Detail)
    }

    /// Why requirements contradict each other.
    fn conflict(&mut self, lines: u8, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with("ERROR: ResolutionImpossible") {
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Tail;
            return Seen::Mine(Class::Detail);
        }
        if lines >= CONFLICT_LINES || (text.starts_with("ERROR: ") && !text.contains("conflict")) {
            sink.emit(Event::BlockClosed);
            return self.outside(text, sink);
        }
        self.open = Open::Conflict(lines.saturating_add(1));
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        let advice =
            text.starts_with("To fix this") || text.starts_with(|first: char| first.is_ascii_digit());
        sink.emit(Event::Text(if advice { Part::Where } else { Part::Why }));
        Seen::Mine(Class::Detail)
    }

    /// What pip adds to a failure.
    fn tail(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let bare = text.trim_start();
        if bare == "error: subprocess-exited-with-error" {
            sink.emit(Event::BlockClosed);
            self.open = Open::Exited;
            return Seen::Mine(Class::Noise);
        }
        let kind = bare.strip_prefix("error: ").is_some_and(|word| word.contains('-') && !word.contains(' '));
        let more = bare
            .strip_prefix("ERROR: ")
            .is_some_and(|rest| is_sentence(rest) && !rest.starts_with("Command errored out"));
        let named = bare.starts_with("ERROR: No matching distribution found for ");
        let indented = text.starts_with("    ") && !bare.is_empty();
        let part = if more || kind || indented {
            Some(Part::Why)
        } else if ["note: ", "hint: ", "\u{d7} ", "\u{2570}", "\u{2502}", "Failed to build "]
            .iter()
            .any(|begin| bare.starts_with(begin))
        {
            Some(Part::Where)
        } else {
            None
        };
        let progress = bare.is_empty() || bare.starts_with("Running setup.py clean for ");
        match part {
            Some(_) if named => sink.emit(Event::Heading),
            Some(part) => sink.emit(Event::Text(part)),
            None if progress => {}
            None => {
                sink.emit(Event::BlockClosed);
                return self.outside(text, sink);
            }
        }
        self.open = Open::Tail;
        Seen::Mine(if part.is_some() { Class::Detail } else { Class::Noise })
    }
}

fn open(name: &str, sink: &mut dyn Sink) {
    let name = clipped(name);
    sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Build }));
}

fn tell_best(best: Option<&str>, sink: &mut dyn Sink) {
    if let Some(best) = best {
        sink.emit(Event::Message(best));
    }
}

fn is_sentence(text: &str) -> bool {
    SENTENCES.iter().any(|begin| text.starts_with(begin))
}

/// `Package 'x' requires a different Python: 3.8.1 not in '>=3.9'`.
fn requires_python(text: &str) -> bool {
    text.contains(" requires a different Python: ")
        || text.ends_with(" is not a supported wheel on this platform.")
}

/// How much a line of a build's output tells: 3 a compiler's error, 2 an exception, 1 any other error.
fn telling(text: &str) -> u8 {
    if text.contains(": error: ") || text.contains(": fatal error: ") {
        3
    } else if exceptions::is_exception(text) && !text.starts_with("Traceback ") {
        2
    } else if text.starts_with("error: ") || text.starts_with("ERROR: ") || text.starts_with("fatal: ") {
        1
    } else {
        0
    }
}

fn clipped(text: &str) -> &str {
    crate::text::head(text, NAME_BYTES)
}
