//! make (GNU, BSD), ninja and CMake: tools that run other tools.
//!
//! What they say of a command that failed (`make: *** [Makefile:7: a.o] Error 1`, ninja's `FAILED: a.o`) is a
//! consequence: the command has told the cause, and the line is a failure only when nobody did. Of an error that a make
//! inside a make passes on (`Error 2` at a lower depth) nothing new is said. Errors of their own (`No rule to make
//! target`, `missing separator`, ninja's `error:`, a `CMake Error`) are causes. An ignored error is none.

use super::cmake_message::Message;
use crate::event::{Block, Class, Event, FailureKind, Part, Runner, Seen, Sink, Strength};
use crate::recognize::{Attention, Recognizer, Signs, crash, diagnostics, scan};
use crate::text::Line;

/// The most bytes of a name that are kept; a line is judged on no more than 8 KiB anyway.
const NAME_BYTES: usize = 4096;

/// The most lines of a failed command's output that tell why.
const OUTPUT_LINES: u32 = 3;

/// What is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// The command of ninja's `FAILED:` line follows.
    Command,
    /// A CMake error whose message is not complete.
    Message(Message),
    /// The text of a CMake message of this class; whether its message was told.
    Cmake(Class, Told),
}

/// How far the text of a CMake message was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// The message was told.
    Yes,
    /// The call stack follows.
    Stack,
}

/// make, ninja and CMake.
#[derive(Debug, Default)]
pub struct Make {
    open: Open,
    /// The depth of the make that told the last failed command.
    depth: Option<u64>,
    /// The number of the last line of progress: `FAILED: ` is ninja's right below the progress of its command.
    step: Option<u64>,
    /// The last command that ninja told as failed, until another one ends: the cause comes in between.
    failed: Option<String>,
    /// How many lines of its output were read.
    output: u32,
    /// A failed command was told.
    told: bool,
    /// Three stars told what went wrong.
    stopped: bool,
}

impl Recognizer for Make {
    fn runner(&self) -> Runner {
        Runner("make")
    }

    fn signs(&self) -> Signs {
        Signs {
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
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        let reads_output = self.failed.is_some() && self.output < OUTPUT_LINES;
        if self.open == Open::Nothing && !reads_output { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(seen) = self.below(text, sink) {
            return seen;
        }
        self.close(sink);
        let seen = match text.as_bytes().first() {
            Some(b'[') if step(text) => {
                self.tell_failed(sink);
                self.step = Some(line.number);
                Seen::Mine(Class::Noise)
            }
            Some(b'n') if text.starts_with("ninja: ") => self.ninja(text, sink),
            Some(b'F') if text.starts_with("FAILED: ") && self.follows_step(line.number) => {
                self.tell_failed(sink);
                self.open = Open::Command;
                let name = text.trim_end();
                self.failed = Some(crate::text::head(name, NAME_BYTES).to_owned());
                self.output = 0;
                // The command's output follows, whoever wrote it.
                sink.emit(Event::ScopeBegins);
                sink.emit(Event::Sign(Strength::Cause));
                Seen::Mine(Class::Noise)
            }
            Some(b'C' | b'-') => self.cmake(text, sink),
            Some(b'*') if bsd(text) => {
                sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
                Seen::Mine(Class::Noise)
            }
            Some(b' ' | b'\t') | None => Seen::No,
            Some(_) => self.make(text, sink),
        };
        if matches!(seen, Seen::No) { self.output(text, sink) } else { seen }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        self.tell_failed(sink);
    }
}

impl Make {
    /// A line of make: with its name and depth before it, or with a place in a makefile.
    fn make(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some((depth, rest)) = program(text) else { return makefile(text, sink) };
        if let Some(stars) = rest.strip_prefix("*** ") {
            return self.stars(depth, text, stars, sink);
        }
        if rest.starts_with("warning: ") || rest.starts_with("Circular ") {
            warning(rest, sink);
            return Seen::Mine(Class::Warning);
        }
        let command = [": No such file or directory", ": Command not found", ": Permission denied"];
        if command.iter().any(|reason| rest.ends_with(reason)) {
            failure(rest, sink);
            return Seen::Mine(Class::Detail);
        }
        if rest.ends_with(" not remade because of errors.") {
            if !self.stopped {
                // Of a log that is cut in front it is all that is left.
                sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
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

    /// What make says behind its three stars.
    fn stars(&mut self, depth: u64, text: &str, stars: &str, sink: &mut dyn Sink) -> Seen {
        if stars.starts_with("Waiting for unfinished jobs") || stars.starts_with("Deleting ") {
            return Seen::Mine(Class::Noise);
        }
        if !stars.starts_with('[') {
            self.stopped = true;
            failure(stars.trim_end_matches("  Stop.").trim_end_matches('.'), sink);
            return Seen::Mine(Class::Detail);
        }
        let status = stars.rsplit_once("] ").map_or("", |(_, status)| status);
        if status.starts_with("Deleting ") || status.ends_with("(ignored)") {
            return Seen::Mine(Class::Noise);
        }
        self.stopped = true;
        let passed_on = status == "Error 2" && self.depth.is_some_and(|inner| inner > depth);
        self.depth = Some(depth);
        if !passed_on {
            let kind = crash::sign(status).map_or(FailureKind::Build, |crash| crash.what.kind());
            sink.emit(Event::Consequence { name: text, kind });
        }
        Seen::Mine(Class::Noise)
    }

    fn follows_step(&self, number: u64) -> bool {
        self.step.is_some_and(|step| step.saturating_add(1) == number)
    }

    /// Tells the command that failed last, which only failures in its own output explain.
    fn tell_failed(&mut self, sink: &mut dyn Sink) {
        let Some(name) = self.failed.take() else { return };
        sink.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
        sink.emit(Event::Instead(&name));
        sink.emit(Event::Heading);
        self.told = true;
    }

    /// A line of what the command printed that ninja says failed: when nobody knows an error in it, its first lines are
    /// the reason.
    fn output(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.failed.is_none()
            || self.output >= OUTPUT_LINES
            || text.is_empty()
            || scan::place(text).is_some()
        {
            return Seen::No;
        }
        self.output = self.output.saturating_add(1);
        sink.emit(Event::Hint(Strength::Cause));
        Seen::Inside(Class::Other)
    }

    /// A line of ninja.
    fn ninja(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let rest = text.strip_prefix("ninja: ").unwrap_or(text);
        if rest.starts_with("build stopped: ") {
            self.tell_failed(sink);
            if !std::mem::take(&mut self.told) {
                sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(warned) = rest.strip_prefix("warning: ") {
            warning(warned, sink);
            return Seen::Mine(Class::Warning);
        }
        let own = rest.strip_prefix("error: ").or_else(|| rest.strip_prefix("fatal: "));
        let Some(message) = own else { return Seen::Mine(Class::Noise) };
        failure(message, sink);
        if let Some((place, _)) = scan::place(message) {
            sink.emit(Event::At { place, better: false });
        }
        Seen::Mine(Class::Detail)
    }

    /// `CMake Error at CMakeLists.txt:3 (find_package):`, `CMake Error: ...`, and warnings alike.
    fn cmake(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with("CMake Generate step failed.") {
            let name = "the generate step failed";
            sink.emit(Event::Consequence { name, kind: FailureKind::Build });
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("-- Configuring incomplete, errors occurred") {
            sink.emit(Event::Consequence {
                name: "configuring incomplete, errors occurred",
                kind: FailureKind::Build,
            });
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("CMake Warning") || text.starts_with("CMake Deprecation Warning") {
            sink.emit(Event::BlockOpened(Block::Warning { key: text }));
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Cmake(Class::Warning, Told::Yes);
            return Seen::Mine(Class::Warning);
        }
        let Some(rest) = text.strip_prefix("CMake Error") else { return Seen::No };
        if rest.starts_with(" at ") || rest.starts_with(" in ") {
            self.open = Open::Message(Message::new(text.trim_end()));
            return Seen::Mine(Class::Detail);
        }
        let Some(message) = rest.strip_prefix(": ") else { return Seen::No };
        failure_open(message, sink);
        self.open = Open::Cmake(Class::Detail, Told::Yes);
        Seen::Mine(Class::Detail)
    }

    /// A line of what is open; `None` when it is not part of it.
    fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        match &mut self.open {
            Open::Nothing => None,
            Open::Command => {
                self.open = Open::Nothing;
                Some(Seen::Inside(Class::Noise))
            }
            Open::Message(message) => {
                if message.take(text) {
                    let class = if text.trim().is_empty() { Class::Noise } else { Class::Detail };
                    return Some(Seen::Mine(class));
                }
                message.tell(sink);
                self.open = Open::Cmake(Class::Detail, Told::Yes);
                self.below(text, sink)
            }
            Open::Cmake(class, told) => {
                if text.trim().is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                if text.starts_with("Call Stack (most recent call first)") {
                    *told = Told::Stack;
                } else if !text.starts_with("  ") {
                    return None;
                }
                sink.emit(Event::Text(if *told == Told::Stack { Part::Where } else { Part::Why }));
                Some(Seen::Mine(*class))
            }
        }
    }

    /// Closes the open block.
    fn close(&mut self, sink: &mut dyn Sink) {
        let open = std::mem::take(&mut self.open);
        if let Open::Message(message) = &open {
            message.tell(sink);
        }
        if matches!(open, Open::Cmake(..) | Open::Message(_)) {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// `make[2]: REST`: the depth and what is said.
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

/// `Makefile:3: *** missing separator.  Stop.` and `Makefile:5: warning: overriding recipe for target 'x'`.
fn makefile(text: &str, sink: &mut dyn Sink) -> Seen {
    let Some((place, rest)) = scan::place(text) else { return Seen::No };
    if let Some(message) = rest.strip_prefix(" *** ") {
        // Beside its own the line can hold any makefile's message (`$(error ...)`); the stars and the stop are make's.
        let Some(message) = message.strip_suffix(".  Stop.") else { return Seen::No };
        failure_open(message, sink);
        sink.emit(Event::At { place, better: false });
        sink.emit(Event::BlockClosed);
        return Seen::Mine(Class::Detail);
    }
    let name = place.file.rsplit('/').next().unwrap_or(place.file);
    let named = matches!(name, "Makefile" | "makefile" | "GNUmakefile");
    let made = named || matches!(diagnostics::extension(name), "mk" | "mak" | "make");
    if made && rest.starts_with(" warning: ") {
        warning(text, sink);
        return Seen::Mine(Class::Warning);
    }
    Seen::No
}

/// BSD make's `*** Error code 1` and `*** [a.o] Error code 1`.
fn bsd(text: &str) -> bool {
    let code = text.split_once("Error code ").map(|(before, code)| (before, scan::number(code).is_some()));
    matches!(code, Some(("*** ", true)))
        || matches!(code, Some((before, true)) if before.starts_with("*** ["))
}

/// Progress: `[3/7] Building C object a.o`, `[ 20%] Building CXX object a.o`.
fn step(text: &str) -> bool {
    let Some((_, rest)) = text.strip_prefix('[').and_then(|rest| scan::number(rest.trim_start())) else {
        return false;
    };
    let after = match rest.strip_prefix('/') {
        Some(rest) => scan::number(rest).and_then(|(_, rest)| rest.strip_prefix("] ")),
        None => rest.strip_prefix("%] "),
    };
    after.is_some_and(|what| !what.contains("FAIL") && !what.contains("error:"))
}

/// Tells a failure of one line.
fn failure(name: &str, sink: &mut dyn Sink) {
    failure_open(name, sink);
    sink.emit(Event::BlockClosed);
}

/// Opens a failure; the line is its heading.
fn failure_open(name: &str, sink: &mut dyn Sink) {
    sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Build }));
    sink.emit(Event::Heading);
}

/// Tells a warning of one line.
fn warning(key: &str, sink: &mut dyn Sink) {
    sink.emit(Event::BlockOpened(Block::Warning { key }));
    sink.emit(Event::Text(Part::Why));
    sink.emit(Event::BlockClosed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::scan::drive;

    /// What was said of every line, without lines of which nothing was said.
    fn said(text: &str) -> Vec<String> {
        let rows = drive(&mut Make::default(), text);
        rows.into_iter().filter(|row| row.split(' ').nth(1) != Some("No") && row != "end ").collect()
    }

    fn consequence(name: &str, kind: &str) -> String {
        format!("Consequence {{ name: {name:?}, kind: {kind} }}")
    }

    fn whole(name: &str) -> String {
        format!("BlockOpened(Whole {{ name: {name:?}, kind: Build }}) | Heading")
    }

    #[test]
    fn what_was_not_made_tells_of_a_failure_that_nothing_else_tells() {
        let line = "make: Target 'all' not remade because of errors.";
        assert!(said(line).iter().any(|row| row.contains("Consequence")), "{:?}", said(line));
        let both = said(&format!("make: *** [Makefile:3: keel.o] Error 1\n{line}"));
        assert_eq!(both.iter().filter(|row| row.contains("Consequence")).count(), 1, "{both:?}");
        let ignored = said(&format!("make: *** [Makefile:3: keel.o] Error 1 (ignored)\n{line}"));
        assert_eq!(ignored.iter().filter(|row| row.contains("Consequence")).count(), 1, "{ignored:?}");
    }

    #[test]
    fn the_output_of_a_failed_command_may_be_its_reason() {
        let rows = said(
            "[1/2] Linking libquay.a\nFAILED: libquay.a \nar qc libquay.a\nar: no room\nquay.c:3:1: error: rope\nninja: build stopped: subcommand failed.",
        );
        assert!(rows.iter().any(|row| row.starts_with("4 Inside(Other) Hint(Cause)")), "{rows:#?}");
        assert!(rows.iter().all(|row| !row.starts_with("5 ")), "{rows:#?}");
        assert!(
            rows.iter().any(|row| row.contains("Consequence { name: \"FAILED: libquay.a\"")),
            "{rows:#?}"
        );
    }

    #[test]
    fn a_failed_command_is_a_consequence_and_what_is_passed_on_is_noise() {
        assert_eq!(
            said(
                "make[1]: Entering directory '/x'\nmake[1]: *** [Makefile:7: lib/foo.o] Error 1\nmake[1]: Leaving directory '/x'\nmake: *** [Makefile:4: inner] Error 2\nmake: Target 'all' not remade because of errors."
            ),
            [
                "1 Mine(Noise) ".to_owned(),
                format!(
                    "2 Mine(Noise) {}",
                    consequence("make[1]: *** [Makefile:7: lib/foo.o] Error 1", "Build")
                ),
                "3 Mine(Noise) ".to_owned(),
                "4 Mine(Noise) ".to_owned(),
                "5 Mine(Noise) ".to_owned(),
            ]
        );
    }

    #[test]
    fn an_error_of_the_outer_make_itself_is_told() {
        assert_eq!(
            said("make: *** [Makefile:9: fails] Error 2"),
            [format!("1 Mine(Noise) {}", consequence("make: *** [Makefile:9: fails] Error 2", "Build"))]
        );
    }

    #[test]
    fn a_signal_is_a_crash_and_an_ignored_error_is_nothing() {
        assert_eq!(
            said(
                "gmake: *** [x] Segmentation fault (core dumped)\nmake: [Makefile:3: x] Error 4 (ignored)\nmake: *** [x] Error 1 (ignored)"
            ),
            [
                format!(
                    "1 Mine(Noise) {}",
                    consequence("gmake: *** [x] Segmentation fault (core dumped)", "Crash")
                ),
                "2 Mine(Noise) ".to_owned(),
                "3 Mine(Noise) ".to_owned(),
            ]
        );
    }

    #[test]
    fn makes_own_errors_are_causes() {
        assert_eq!(
            said(
                "make: *** No rule to make target 'x', needed by 'y'.  Stop.\nsub/rules.mk:3: *** missing separator.  Stop.\nmake: cc: No such file or directory"
            ),
            [
                format!(
                    "1 Mine(Detail) {} | BlockClosed",
                    whole("No rule to make target 'x', needed by 'y'")
                ),
                format!(
                    "2 Mine(Detail) {} | At {{ place: Place {{ file: \"sub/rules.mk\", line: Some(3) }}, better: false }} | BlockClosed",
                    whole("missing separator")
                ),
                format!("3 Mine(Detail) {} | BlockClosed", whole("cc: No such file or directory")),
            ]
        );
    }

    #[test]
    fn ninjas_failed_commands_are_consequences_and_its_end_says_nothing_new() {
        let failed = format!("{} | Instead(\"FAILED: a.o\") | Heading", consequence("FAILED: a.o", "Build"));
        assert_eq!(
            said(
                "[1/3] CC a.o\nFAILED: a.o \ncc -c a.c\na.c:1:1: error: x\nninja: build stopped: subcommand failed."
            ),
            [
                "1 Mine(Noise) ".to_owned(),
                "2 Mine(Noise) ScopeBegins | Sign(Cause)".to_owned(),
                "3 Inside(Noise) ".to_owned(),
                format!("5 Mine(Noise) {}", failed),
            ]
        );
        assert_eq!(
            said("[1/3] CC a.o\nFAILED: a.o\n"),
            [
                "1 Mine(Noise) ".to_owned(),
                "2 Mine(Noise) ScopeBegins | Sign(Cause)".to_owned(),
                format!("end {failed}")
            ]
        );
        assert_eq!(said("FAILED: somebody else's"), Vec::<String>::new());
        assert_eq!(said("[1/4] Resolving packages\nelse\nFAILED: x\n"), ["1 Mine(Noise) "]);
        assert_eq!(
            said("ninja: error: 'a.c', needed by 'a.o', missing and no known rule to make it"),
            [format!(
                "1 Mine(Detail) {} | BlockClosed",
                whole("'a.c', needed by 'a.o', missing and no known rule to make it")
            )]
        );
    }

    #[test]
    fn a_cmake_error_is_a_diagnostic_with_its_message() {
        assert_eq!(
            said(
                "CMake Error at CMakeLists.txt:3 (find_package):\n  By not providing x\n\n  more\nCall Stack (most recent call first):\n  a.cmake:1 (b)\n\n-- Configuring incomplete, errors occurred!"
            ),
            [
                "1 Mine(Detail) ".to_owned(),
                "2 Mine(Detail) ".to_owned(),
                "3 Mine(Noise) ".to_owned(),
                "4 Mine(Detail) BlockOpened(Diagnostic { place: Place { file: \"CMakeLists.txt\", line: Some(3) }, code: \"\", message: \"By not providing x\" }) | Instead(\"CMake Error at CMakeLists.txt:3 (find_package):\") | Heading | Decoded { part: Why, text: \"  By not providing x\" } | Text(Why)".to_owned(),
                "5 Mine(Detail) Text(Where)".to_owned(),
                "6 Mine(Detail) Text(Where)".to_owned(),
                "7 Mine(Noise) ".to_owned(),
                format!("8 Mine(Noise) BlockClosed | {}", consequence("configuring incomplete, errors occurred", "Build")),
            ]
        );
    }

    #[test]
    fn progress_is_noise_and_other_brackets_are_not() {
        assert_eq!(
            said("[ 20%] Building CXX object a.o\n[3/7] Linking x"),
            ["1 Mine(Noise) ", "2 Mine(Noise) "]
        );
        assert_eq!(said("[ RUN      ] a.b\n[12:00:01] hello\n[ 20%] FAILED x\n[x] y"), Vec::<String>::new());
    }

    #[test]
    fn sentences_with_stars_are_nothing() {
        assert_eq!(said("note: *** this is important ***\nmake sure: *** it works"), Vec::<String>::new());
    }
}
