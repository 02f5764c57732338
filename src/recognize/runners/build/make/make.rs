//! make (GNU, BSD), ninja and CMake: tools that run other tools.
//!
//! What they say of a command that failed (`make: *** [Makefile:7: a.o] Error 1`, ninja's `FAILED: a.o`) is a
//! consequence: the command has reported the cause, and the line is a failure only when nobody did. Of an error that a make
//! inside a make passes on (`Error 2` at a lower depth) nothing new is printed. Errors of their own (`No rule to make
//! target`, `missing separator`, ninja's `error:`, a `CMake Error`) are causes. An ignored error is none.

use super::cmake_message::Message;
use super::ninja::{self, Failed};
use crate::event::{Class, Event, FailureKind, Seen};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::recognize::kit::{crash, diagnostics, scan};
use crate::text::head;

/// What is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// The command of ninja's `FAILED:` line follows.
    Command,
    /// A CMake error whose message is not complete.
    Message(Message),
    /// The text of a CMake message of this class; whether its message was reported.
    Cmake(Class, Reported),
}

/// How far the text of a CMake message was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reported {
    /// The message was reported.
    Yes,
    /// The call stack follows.
    Stack,
}

/// How a failure is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// For itself.
    Cause,
    /// As what follows from another one.
    Consequence,
}

/// make, ninja and CMake.
#[derive(Debug, Default)]
pub struct Make {
    pub(super) open: Open,
    /// The depth of the make that reported the last failed command.
    depth: Option<u64>,
    /// The number of the last line of progress: `FAILED: ` is ninja's right below the progress of its command.
    pub(super) step: Option<u64>,
    /// The last command that ninja reported as failed, until another one ends: the cause comes in between.
    pub(super) failed: Option<Box<Failed>>,
    /// A failed command was reported.
    pub(super) reported: bool,
    /// Three stars reported what went wrong.
    stopped: bool,
    /// The makefile that is not there.
    missing: Option<String>,
    /// The tool that printed what was reported last.
    tool: Option<&'static str>,
}

impl Runner for Make {
    const SPEC: Spec = Spec {
        name: "make",
        reads: "make, ninja and CMake",
        starts: &[
            "make: ",
            "make[",
            "gmake: ",
            "gmake[",
            "ninja: ",
            "FAILED: ",
            "Makefile:",
            "*** Error code ",
            "*** [",
            "CMake Error",
            "CMake Generate step failed.",
            "CMake Warning",
            "CMake Deprecation Warning",
            "-- Configuring incomplete, ",
            "[ ",
            "[0",
            "[1",
            "[2",
            "[3",
            "[4",
            "[5",
            "[6",
            "[7",
            "[8",
            "[9",
        ],
        inside: &[": *** "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !(self.open == Open::Nothing && self.failed.is_none())
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(seen) = self.below(line, run) {
            return seen;
        }
        self.leave(run);
        let seen = match text.as_bytes().first() {
            Some(b'[') if ninja::is_step(text) => {
                self.tell_failed(run);
                self.step = Some(line.number);
                Seen::Mine(Class::Noise)
            }
            Some(b'n') if text.starts_with("ninja: ") => self.ninja(text, run),
            Some(b'F') if self.begins_failed(text, line.number) => {
                self.fails(text, run);
                Seen::Mine(Class::Noise)
            }
            Some(b'C' | b'-') => self.cmake(text, run),
            Some(b'*') if bsd(text) => {
                self.is_reported_by("make", How::Consequence, run);
                run.consequence(text, FailureKind::Build);
                Seen::Mine(Class::Noise)
            }
            Some(b' ' | b'\t') | None => Seen::No,
            Some(_) => self.make(text, run),
        };
        if matches!(seen, Seen::No) { self.output(line) } else { seen }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
        self.tell_failed(run);
    }
}

impl Make {
    /// This tool tells a failure, or what follows from one.
    pub(super) fn is_reported_by(&mut self, tool: &'static str, how: How, run: &mut Run<'_>) {
        if how == How::Consequence && self.tool.is_some() {
            return;
        }
        if self.tool.replace(tool).unwrap_or("make") != tool {
            run.emit(Event::Tool(crate::event::Runner(tool)));
        }
    }

    /// A line of make: with its name and depth before it, or with a place in a makefile.
    fn make(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((depth, rest)) = program(text) else { return self.makefile(text, run) };
        if let Some(stars) = rest.strip_prefix("*** ") {
            return self.stars(depth, text, stars, run);
        }
        if rest.starts_with("warning: ") || rest.starts_with("Circular ") {
            return run.warn_at_once(rest);
        }
        const NOT_THERE: &str = ": No such file or directory";
        let command = [NOT_THERE, ": Command not found", ": Permission denied"];
        if command.iter().any(|reason| rest.ends_with(reason)) {
            self.is_reported_by("make", How::Cause, run);
            self.missing = rest.strip_suffix(NOT_THERE).map(|file| head(file, NAME_BYTES).to_owned());
            return run.fail_whole_at_once(rest, FailureKind::Build, "");
        }
        if rest.ends_with(" not remade because of errors.") {
            run.emit(Event::Stopped(text));
            if !self.stopped {
                // Of a log that is cut in front it is all that is left.
                self.is_reported_by("make", How::Consequence, run);
                run.consequence(text, FailureKind::Build);
            }
            return Seen::Mine(Class::Noise);
        }
        let quiet = rest.starts_with("Entering directory ")
            || rest.starts_with("Leaving directory ")
            || rest.starts_with("Nothing to be done for ")
            || rest.ends_with(" is up to date.")
            || rest.starts_with("stopped in ")
            || (rest.starts_with('[') && rest.ends_with(" (ignored)"));
        if quiet { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// What make says after its three stars.
    fn stars(&mut self, depth: u64, text: &str, stars: &str, run: &mut Run<'_>) -> Seen {
        if stars.starts_with("Waiting for unfinished jobs") {
            // It runs others beside the one that failed.
            run.emit(Event::Stopped(text));
            return Seen::Mine(Class::Noise);
        }
        if stars.starts_with("Deleting ") {
            return Seen::Mine(Class::Noise);
        }
        if !stars.starts_with('[') {
            self.stopped = true;
            let stars = stars.trim_end_matches("Stop.").trim_end().trim_end_matches('.');
            let target =
                stars.strip_prefix("No rule to make target ").map(|target| target.trim_matches(['\'', '`']));
            if target.is_some() && self.missing.as_deref() == target {
                // It says so once more.
                self.missing = None;
                return Seen::Mine(Class::Noise);
            }
            self.is_reported_by("make", How::Cause, run);
            return run.fail_whole_at_once(stars, FailureKind::Build, "");
        }
        let status = stars.rsplit_once("] ").map_or("", |(_, status)| status);
        if status.starts_with("Deleting ") || status.ends_with("(ignored)") {
            return Seen::Mine(Class::Noise);
        }
        self.stopped = true;
        let passed_on = status == "Error 2" && self.depth.is_some_and(|inner| inner > depth);
        self.depth = Some(depth);
        if !passed_on {
            self.is_reported_by("make", How::Consequence, run);
            let kind = crash::sign(status).map_or(FailureKind::Build, |crash| crash.what.kind());
            run.consequence(text, kind);
        }
        Seen::Mine(Class::Noise)
    }

    /// `Makefile:3: *** missing separator.  Stop.` and `Makefile:5: warning: overriding recipe for target 'x'`.
    fn makefile(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((place, rest)) = scan::place(text) else { return Seen::No };
        if let Some(message) = rest.strip_prefix(" *** ") {
            // Beside its own the line can hold any makefile's message (`$(error ...)`); the stars and the stop are make's.
            let Some(message) = message.strip_suffix(".  Stop.") else { return Seen::No };
            self.is_reported_by("make", How::Cause, run);
            let seen = run.fail_whole(message, FailureKind::Build);
            run.at(place);
            run.close();
            return seen;
        }
        let name = place.file.rsplit('/').next().unwrap_or(place.file);
        let named = matches!(name, "Makefile" | "makefile" | "GNUmakefile");
        let made = named || matches!(diagnostics::extension(name), "mk" | "mak" | "make");
        if made && rest.starts_with(" warning: ") {
            return run.warn_at_once(text);
        }
        Seen::No
    }
}

/// `make[2]: REST`: the depth and what is printed.
fn program(text: &str) -> Option<(u64, &str)> {
    let (program, rest) = text.split_once(": ")?;
    let (path, depth) = match program.strip_suffix(']').and_then(|open| open.rsplit_once('[')) {
        Some((path, depth)) => (path, scan::whole_number(depth)?),
        None => (program, 0),
    };
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let make = matches!(name, "make" | "gmake" | "bmake" | "remake" | "mingw32-make" | "nmake");
    (make && !path.contains(' ')).then_some((depth, rest))
}

/// BSD make's `*** Error code 1` and `*** [a.o] Error code 1`.
fn bsd(text: &str) -> bool {
    let code = text.split_once("Error code ").map(|(before, code)| (before, scan::number(code).is_some()));
    matches!(code, Some(("*** ", true)))
        || matches!(code, Some((before, true)) if before.starts_with("*** ["))
}
