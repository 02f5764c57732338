//! pip install, and what it says when it cannot.
//!
//! Three kinds of failure. A requirement that cannot be met: `ERROR: Could not find a version that satisfies ...` and
//! `ERROR: No matching distribution found for ...`, or `ERROR: Cannot install ... conflicting dependencies` with `The
//! conflict is caused by:` and `ERROR: ResolutionImpossible`. A build that failed: `error: subprocess-exited-with-error`,
//! `× COMMAND did not run successfully.`, its exit code and its output, indented, up to `[end of output]`; older versions
//! say `ERROR: Command errored out with exit status 1:`. Anything else is one sentence after `ERROR: `. What pip says
//! afterwards belongs to the failure: one install fails once. Source: pip's `_internal/exceptions.py`,
//! `resolution/resolvelib/factory.py` and `commands/install.py`.

use crate::event::{Block, Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::exceptions;
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

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
    /// In its output: how much the line tells that tells most so far.
    Output(u8),
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
        equal_names: EqualNames::Same,
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
        if let Open::Exited = self.open {
            run.open_block(Block::Whole { name: "subprocess-exited-with-error", kind: FailureKind::Build });
        }
    }
}

impl Pip {
    /// A line when nothing is open.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        if bare == "error: subprocess-exited-with-error" {
            self.open = Open::Exited;
            return Seen::Mine(Class::Noise);
        }
        if let Some(built) = bare.strip_prefix("Successfully built ") {
            // Of the project itself; pip says so of requirements before it installs them.
            let own = built.ends_with(".whl") || built.ends_with(".tar.gz");
            if own {
                all_is_well(run);
            }
            return if own { Seen::Mine(Class::Totals) } else { Seen::No };
        }
        let Some(sentence) = bare.strip_prefix("ERROR: ") else { return Seen::No };
        if let Some(rest) = sentence.strip_prefix("Could not find a version that satisfies the requirement ")
        {
            let wanted = rest.rsplit_once(" (from versions:").map_or(rest, |(wanted, _)| wanted);
            let name = format!("No matching distribution found for {wanted}");
            run.open_block(Block::Whole { name: clipped(&name), kind: FailureKind::Build });
            run.text(Part::Why);
            self.open = Open::Tail;
        } else if sentence.starts_with("Cannot install ") && sentence.contains(" conflicting dependencies") {
            let what = sentence.split(" because ").next().unwrap_or(sentence);
            fail(&format!("ResolutionImpossible: {what}"), run);
            self.open = Open::Conflict(0);
        } else if sentence.starts_with("pip's dependency resolver does not currently ") {
            // Said after an install that went well.
            return run.warn_at_once(sentence);
        } else if requires_python(sentence) || is_sentence(sentence) {
            fail(sentence, run);
            self.open = Open::Tail;
        } else {
            return Seen::No;
        }
        Seen::Mine(Class::Detail)
    }

    /// Which command exited with an error.
    fn command(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim().is_empty() {
            self.open = Open::Exited;
            return Seen::Mine(Class::Noise);
        }
        let name = text.trim_start().strip_prefix("\u{d7} ").unwrap_or("subprocess-exited-with-error");
        fail(name, run);
        run.emit(Event::Decoded { part: Part::Why, text: "error: subprocess-exited-with-error" });
        self.open = Open::Command;
        Seen::Mine(Class::Detail)
    }

    /// `│ exit code: 1`, `╰─> [6 lines of output]`, or `╰─> No available output.`
    fn before_output(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        self.open = match bare.strip_prefix("\u{2570}\u{2500}> ") {
            Some(rest) if rest.starts_with('[') => Open::Output(0),
            Some(_) => Open::Tail,
            None if bare.starts_with('\u{2502}') => Open::Command,
            None => Open::Tail,
        };
        run.text(Part::Why)
    }

    /// What the command printed.
    fn output(&mut self, best: u8, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim();
        if bare == "[end of output]" {
            self.open = Open::Tail;
            return Seen::Mine(Class::Noise);
        }
        // Output is indented; anything else means that its end is missing.
        if !text.starts_with("  ") && !bare.is_empty() {
            run.close();
            return self.outside(text, run);
        }
        let tells = telling(bare);
        // Of a compiler's errors the first tells most, of exceptions the last.
        if tells > best || (tells == best && matches!(tells, 1 | 2)) {
            run.message_otherwise(clipped(bare));
        }
        self.open = Open::Output(tells.max(best));
        let seen = run.below(if tells > 0 { Part::Why } else { Part::Output });
        // What the command raised is why the build failed; errors of compilers in it are failures of their own.
        if bare.starts_with("Traceback (most recent call last)") { Seen::Mine(Class::Detail) } else { seen }
    }

    /// Why requirements contradict each other.
    fn conflict(&mut self, lines: u8, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("ERROR: ResolutionImpossible") {
            self.open = Open::Tail;
            return run.text(Part::Why);
        }
        if lines >= CONFLICT_LINES || (text.starts_with("ERROR: ") && !text.contains("conflict")) {
            run.close();
            return self.outside(text, run);
        }
        self.open = Open::Conflict(lines.saturating_add(1));
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        let advice =
            text.starts_with("To fix this") || text.starts_with(|first: char| first.is_ascii_digit());
        run.text(if advice { Part::Where } else { Part::Why })
    }

    /// What pip adds to a failure.
    fn tail(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        if bare == "error: subprocess-exited-with-error" {
            run.close();
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
            Some(_) if named => run.emit(Event::Heading),
            Some(part) => {
                run.text(part);
            }
            None if progress => {}
            None => {
                run.close();
                return self.outside(text, run);
            }
        }
        self.open = Open::Tail;
        Seen::Mine(if part.is_some() { Class::Detail } else { Class::Noise })
    }
}

fn fail(name: &str, run: &mut Run<'_>) {
    run.fail_whole(clipped(name), FailureKind::Build);
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
