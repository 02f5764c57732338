//! Small compilers whose line has a shape of its own: told as `compiler`.
//!
//! D's (dmd, ldc2, under dub too): `PATH.d(LINE,COL): Error: message`, more of it behind a wider gap. Nim's: `PATH.nim(LINE, COL)
//! Error: message`. Verilator's: `%Error[-CODE]: PATH:LINE:COL: message`, and `%Error: Exiting due to 2 error(s)` at the end. An
//! error of D's that nobody caught, as its tests throw: `core.exception.AssertError@PATH.d(LINE): message`.
//! Erlang's: `PATH.erl:LINE[:COL]: message`, and since rebar3 3.19 a drawing below `┌─ PATH.erl:` whose last line has the message.
//! Warnings and deprecations do not fail a run.

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, ends_in};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines below an error.
const LINES: u8 = 20;
/// The longest path that is held, in bytes.
const PATH_BYTES: usize = 1024;
/// Endings of Erlang's files.
const ERLANG: [&str; 4] = ["erl", "hrl", "xrl", "yrl"];

/// Small compilers.
#[derive(Debug, Default)]
pub struct Compilers {
    /// An error is open, and how many lines more may be told of it.
    open: Option<(Class, u8)>,
    /// A drawing of Erlang's: its file, how many lines it may still have, and the number of the last line drawn.
    drawing: Option<(Box<str>, u8, Option<u64>)>,
    /// rebar3 said that a file was not compiled, and what is wrong in it is to come.
    promised: Option<Box<str>>,
}

impl Recognizer for Compilers {
    fn runner(&self) -> Runner {
        Runner("compiler")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "%Error",
                "%Warning",
                "core.exception.",
                "object.",
                "Error: execution of an external ",
                "Error /",
                "Error dmd ",
                "Error ldc",
                "Error gd",
                "\u{250c}\u{2500} ",
                "===> Compiling ",
            ],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, _ending: &str) -> bool {
        false
    }

    fn attention(&self) -> Attention {
        let waits = self.open.is_some() || self.drawing.is_some() || self.promised.is_some();
        if waits { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some((class, left)) = self.open.take() {
            if left > 0 && goes_on(text) {
                self.open = Some((class, left.saturating_sub(1)));
                sink.emit(Event::Text(Part::Why));
                return Seen::Mine(class);
            }
            sink.emit(Event::BlockClosed);
        }
        if let Some((file, left, line)) = self.drawing.take()
            && let Some(seen) = self.drawn(file, left, line, text, sink)
        {
            return seen;
        }
        if let Some(failed) = rebar(text) {
            self.keep_promise(sink);
            self.promised = Some(crate::text::head(failed, PATH_BYTES).into());
            return Seen::Mine(Class::Detail);
        }
        if let Some(file) =
            text.trim_start().strip_prefix("\u{250c}\u{2500} ").and_then(|rest| rest.strip_suffix(':'))
            && ends_in(file, &ERLANG)
        {
            self.drawing = Some((crate::text::head(file, PATH_BYTES).into(), LINES, None));
            return Seen::Mine(Class::Noise);
        }
        if let Some(reason) = gave_up(text) {
            sink.emit(Event::Consequence { name: reason, kind: FailureKind::Build });
            return Seen::Mine(Class::Detail);
        }
        if let Some(finding) =
            d(text).or_else(|| nim(text)).or_else(|| verilator(text)).or_else(|| erlang(text))
        {
            self.promised = None;
            let class = finding.open(text, sink);
            self.open = Some((class, LINES));
            return Seen::Mine(class);
        }
        if let Some((place, message)) = uncaught(text) {
            sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(message));
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        if !text.is_empty() {
            self.keep_promise(sink);
        }
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.keep_promise(sink);
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}

impl Compilers {
    /// Nobody said what is wrong in the file that was not compiled.
    fn keep_promise(&mut self, sink: &mut dyn Sink) {
        if let Some(failed) = self.promised.take() {
            sink.emit(Event::Consequence { name: &failed, kind: FailureKind::Build });
        }
    }

    /// A line of a drawing: `5 │  X = Y.`, `  │      ╰── variable 'Y' is unbound`.
    fn drawn(
        &mut self,
        file: Box<str>,
        left: u8,
        line: Option<u64>,
        text: &str,
        sink: &mut dyn Sink,
    ) -> Option<Seen> {
        let bare = text.trim_start();
        let (number, rest) = scan::number(bare).map_or((None, bare), |(number, rest)| (Some(number), rest));
        let drawn = rest.trim_start().strip_prefix('\u{2502}')?;
        let line = number.or(line);
        if left == 0 {
            return None;
        }
        let Some(message) = drawn.trim_start().strip_prefix("\u{2570}\u{2500}\u{2500} ") else {
            self.drawing = Some((file, left.saturating_sub(1), line));
            return Some(Seen::Mine(Class::Noise));
        };
        let weight = if message.starts_with("Warning: ") { Weight::Warns } else { Weight::Fails };
        let finding = Finding { place: Place { file: &file, line }, column: None, weight, message };
        self.promised = None;
        let class = finding.tell(text, sink);
        self.drawing = Some((file, LINES, None));
        Some(Seen::Mine(class))
    }
}

/// Whether a line belongs to the error above it: more of D's, an excerpt, or what Verilator adds.
fn goes_on(text: &str) -> bool {
    let more = position(text, &["d", "di"]).is_some_and(|(_, rest)| rest.starts_with(":        "));
    let margin = scan::number(text.trim_start())
        .map_or(text.trim_start(), |(_, rest)| rest)
        .trim_start()
        .starts_with("| ");
    more || text.starts_with("    ") && (margin || text.trim_start().starts_with(['.', ':']))
}

/// The place at the beginning of a line, `PATH(LINE)`, `PATH(LINE,COL)` or `PATH(LINE, COL)`, and what follows.
fn position<'a>(text: &'a str, endings: &[&str]) -> Option<(Place<'a>, &'a str)> {
    let (file, rest) = text.split_once('(')?;
    if file.contains(' ') || !ends_in(file, endings) {
        return None;
    }
    let (line, rest) = scan::number(rest)?;
    let rest = match rest.strip_prefix(',') {
        Some(column) => scan::number(column.trim_start())?.1,
        None => rest,
    };
    Some((Place { file, line: Some(line) }, rest.strip_prefix(')')?))
}

fn graded(said: &str) -> Option<(Weight, &str)> {
    [("Error: ", Weight::Fails), ("Warning: ", Weight::Warns), ("Deprecation: ", Weight::Warns)]
        .iter()
        .find_map(|(word, weight)| Some((*weight, said.strip_prefix(word)?)))
}

/// `source/app.d(5,5): Error: undefined identifier`.
fn d(text: &str) -> Option<Finding<'_>> {
    let (place, rest) = position(text, &["d", "di"])?;
    let (weight, message) = graded(rest.strip_prefix(": ")?)?;
    Some(Finding { place, column: None, weight, message })
}

/// `src/quay.nim(3, 6) Error: undeclared identifier: 'moor'`.
fn nim(text: &str) -> Option<Finding<'_>> {
    let (place, rest) = position(text, &["nim", "nims"])?;
    let (weight, message) = graded(rest.strip_prefix(' ')?)?;
    Some(Finding { place, column: None, weight, message })
}

/// `%Error: top.v:15:5: syntax error`, `%Warning-WIDTH: top.v:12:9: no`, `%Error: no file`.
fn verilator(text: &str) -> Option<Finding<'_>> {
    let (word, said) = text.strip_prefix('%')?.split_once(": ")?;
    let (word, code) = word.split_once('-').unwrap_or((word, ""));
    let weight = match word {
        "Error" => Weight::Fails,
        "Warning" => Weight::Warns,
        _ => return None,
    };
    let coded = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let (place, message) = match scan::place(said) {
        Some((place, rest)) => (place, rest.trim_start()),
        None => (Place { file: "", line: None }, said),
    };
    (coded && !message.is_empty()).then_some(Finding { place, column: None, weight, message })
}

/// `src/quay.erl:5:7: variable 'Rope' is unbound`. What a test prints of a place has a process behind it.
fn erlang(text: &str) -> Option<Finding<'_>> {
    let (place, rest) = scan::place(text).filter(|(place, _)| ends_in(place.file, &ERLANG))?;
    let message = rest.strip_prefix(' ').filter(|message| !message.starts_with(['<', '{', '[']))?;
    let weight = if message.starts_with("Warning: ") { Weight::Warns } else { Weight::Fails };
    (!message.is_empty()).then_some(Finding { place, column: None, weight, message })
}

/// `core.exception.AssertError@source/app.d(5): no`.
fn uncaught(text: &str) -> Option<(Place<'_>, &str)> {
    let (class, rest) = text.split_once('@')?;
    let named = class.contains('.')
        && ["Error", "Exception"].iter().any(|end| class.ends_with(end))
        && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_');
    let (place, rest) = position(rest, &["d", "di"])?;
    Some((place, rest.strip_prefix(": ").unwrap_or("uncaught"))).filter(|_| named)
}

/// rebar3's word for a file that was not compiled: it stands above what is wrong in it.
fn rebar(text: &str) -> Option<&str> {
    let compiling = text.strip_prefix("===> Compiling ")?.strip_suffix(" failed")?;
    ends_in(compiling, &ERLANG).then_some(text)
}

/// The last word of a compiler, or of what ran it.
fn gave_up(text: &str) -> Option<&str> {
    let dub = text.strip_prefix("Error ").is_some_and(|rest| {
        let program = rest.split_once(" failed with exit code ");
        program.is_some_and(|(program, code)| {
            let name = program.rsplit('/').next().unwrap_or(program);
            ["dmd", "ldc2", "ldmd2", "gdc", "gdmd"].contains(&name) && scan::number(code).is_some()
        })
    });
    let own = dub
        || text.starts_with("%Error: Exiting due to ")
        || text.starts_with("%Error: Command Failed ")
        || text.starts_with("Error: execution of an external program failed: '")
        || text.starts_with("Error: execution of an external compiler program '");
    own.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Compilers::default(), text).join("\n")
    }

    #[test]
    fn one_line_of_each_is_an_error() {
        for (text, place) in [
            ("source/app.d(5,5): Error: undefined identifier `foo`", "file: \"source/app.d\", line: Some(5)"),
            ("a.d(7): Error: cannot implicitly convert", "file: \"a.d\", line: Some(7)"),
            ("/p/a.nim(3, 6) Error: undeclared identifier: 'foo'", "file: \"/p/a.nim\", line: Some(3)"),
            ("%Error: top.v:15:5: syntax error, unexpected endmodule", "file: \"top.v\", line: Some(15)"),
            ("%Error-PINNOTFOUND: rtl/top.sv:9: Pin not found: 'x'", "file: \"rtl/top.sv\", line: Some(9)"),
            ("src/quay.erl:5: variable 'Rope' is unbound", "file: \"src/quay.erl\", line: Some(5)"),
            (
                "    \u{250c}\u{2500} src/quay.erl:\n    \u{2502}\n  5 \u{2502}  X = Y.\n    \u{2502}      \u{2570}\u{2500}\u{2500} variable 'Y' is unbound",
                "file: \"src/quay.erl\", line: Some(5)",
            ),
            (
                "core.exception.AssertError@source/app.d(5): unittest failure",
                "file: \"source/app.d\", line: Some(5)",
            ),
        ] {
            let all = all(text);
            assert!(all.contains("BlockOpened(Diagnostic") && all.contains(place), "{text}: {all}");
        }
    }

    #[test]
    fn what_merely_warns_is_no_failure() {
        for text in [
            "a.d(7): Deprecation: use moor",
            "/p/a.nim(3, 6) Warning: imported and not used: 'os' [UnusedImport]",
            "%Warning-WIDTH: top.v:12:9: Operator ASSIGNW expects 8 bits",
            "src/quay.erl:3: Warning: function moor/0 is unused",
        ] {
            assert!(all(text).contains("Warning {"), "{text}");
        }
    }

    #[test]
    fn what_is_merely_alike_is_nobodys() {
        for text in [
            "a.ts(3,5): error TS2304: no",
            "app.d(5): no error here",
            "a.nim(3, 6) Hint: 'x' is declared but not used",
            "%Errors are many: 3",
            "root@app.d(5): no",
            "Error make failed with exit code 2",
            "src/quay.erl:5:<0.75.0>: moored",
            "===> Compiling harbour",
        ] {
            assert_eq!(all(text), "1 No \nend ", "{text}");
        }
    }

    #[test]
    fn a_file_that_was_not_compiled_counts_when_nothing_else_is_told() {
        let head = "===> Compiling src/quay.erl failed\n";
        assert!(all(&format!("{head}\n===> next\n")).contains("Consequence"));
        let told = all(&format!("{head}src/quay.erl:5: variable 'Y' is unbound\n"));
        assert!(!told.contains("Consequence"), "{told}");
    }

    #[test]
    fn more_of_an_error_stands_below_it() {
        let all = all(
            "a.d(7): Error: no\na.d(3):        instantiated from here\n%Error: t.v:5:3: no\n    5 | endmodule\n      | ^~~\nnext\n%Error: Exiting due to 1 error(s)\n",
        );
        assert_eq!(all.matches("BlockOpened").count(), 2, "{all}");
        assert_eq!(all.matches("Text(Why)").count(), 3, "{all}");
        assert!(all.contains("6 No") && all.contains("Consequence"), "{all}");
    }
}
