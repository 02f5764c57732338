//! OCaml's compilers, alone and under dune, and the differences that dune's tests of expectations print.
//!
//! `File "src/cart.ml", line 3, characters 4-9:` heads everything: the source with carets, then `Error: ...` or `Warning 26 [unused-var]: ...`, whose
//! words go on in lines that are set in, or a difference (`git (internal) (exit 1)`, `------ `, `--- `) where a test's output is not what was expected. A compiler that has
//! nothing to say says nothing.

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, Sink};
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

/// The most lines between a heading and its words that are kept.
const LINES: usize = 40;

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    /// A heading came, and perhaps its source.
    Headed,
    /// The words of an error or warning.
    Words(Class),
    /// A difference.
    Difference,
}

/// OCaml.
#[derive(Debug, Default)]
pub struct Ocaml {
    open: Open,
    heading: String,
    source: Vec<String>,
    /// An example of what does not match follows.
    example: bool,
}

impl Runner for Ocaml {
    const SPEC: Spec = Spec {
        name: "ocaml",
        reads: "OCaml's compilers, alone and under dune, and dune's differences",
        starts: &["File \""],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open != Open::Nothing
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if heading(text).is_some() {
            self.close(run);
            head(text, LINE_BYTES).clone_into(&mut self.heading);
            self.open = Open::Headed;
            // Nobody knows yet whether it is an error.
            return Seen::Mine(Class::Noise);
        }
        match self.open {
            Open::Nothing => Seen::No,
            Open::Headed => self.headed(text, run),
            Open::Words(class) => {
                let example = text.starts_with("Here is an example of a");
                let more = ["  ", "Hint: ", "-> "].iter().any(|start| text.starts_with(start)) || example;
                let more = std::mem::replace(&mut self.example, example) || more;
                if !more {
                    self.close(run);
                    return Seen::No;
                }
                run.emit(Event::Text(Part::Why));
                Seen::Inside(class)
            }
            Open::Difference => {
                let shape = ["@@", "+", "-", " ", "diff --git ", "index ", "(cd ", "\\ No newline"];
                if !text.is_empty() && !shape.iter().any(|start| text.starts_with(start)) {
                    self.close(run);
                    return Seen::No;
                }
                run.emit(Event::Text(if text.starts_with(['+', '-']) { Part::Why } else { Part::Where }));
                Seen::Inside(Class::Detail)
            }
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl Ocaml {
    fn close(&mut self, sink: &mut dyn Sink) {
        if matches!(self.open, Open::Words(_) | Open::Difference) {
            sink.emit(Event::BlockClosed);
        }
        (self.open, self.example) = (Open::Nothing, false);
        self.source.clear();
    }

    /// A line below a heading: its source, or what it is about.
    fn headed(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some(place) = heading(&self.heading) else { return Seen::No };
        if let Some(message) = error(text) {
            sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            self.reported(sink);
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Words(Class::Detail);
            return Seen::Mine(Class::Detail);
        }
        if warning(text) {
            let key = format!("{}:{} {text}", place.file, place.line.unwrap_or(0));
            sink.emit(Event::BlockOpened(Block::Warning { key: &key }));
            sink.emit(Event::Decoded { part: Part::Why, text: &self.heading });
            sink.emit(Event::Text(Part::Why));
            self.source.clear();
            self.open = Open::Words(Class::Warning);
            return Seen::Mine(Class::Warning);
        }
        let tool = text.ends_with(" (internal) (exit 1)") && text.starts_with(' ');
        let differs = ["------ ", "--- ", "diff --git "].iter().any(|start| text.starts_with(start));
        if self.source.is_empty() && (tool || differs) {
            sink.emit(Event::BlockOpened(Block::Whole { name: place.file, kind: FailureKind::Test }));
            sink.emit(Event::At { place: Place { line: None, ..place }, better: false });
            sink.emit(Event::Message("the output is not what was expected"));
            self.reported(sink);
            self.open = Open::Difference;
            return Seen::Mine(Class::Detail);
        }
        if self.source.len() >= LINES || !source(text) {
            self.close(sink);
            return Seen::No;
        }
        self.source.push(head(text, LINE_BYTES).to_owned());
        Seen::Inside(Class::Noise)
    }

    /// The heading and the source that came before.
    fn reported(&mut self, sink: &mut dyn Sink) {
        sink.emit(Event::Instead(&self.heading));
        sink.emit(Event::Heading);
        for line in self.source.drain(..) {
            sink.emit(Event::Decoded { part: Part::Where, text: &line });
        }
    }
}

/// Reads `File "src/cart.ml", line 3, characters 4-9:`, and `lines 7-8`.
fn heading(text: &str) -> Option<Place<'_>> {
    let (file, rest) = text.strip_prefix("File \"")?.split_once("\", line")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix(' ')?;
    let (line, rest) = scan::number(rest)?;
    let rest = rest.strip_prefix('-').and_then(scan::number).map_or(rest, |(_, rest)| rest);
    let (_, rest) = scan::number(rest.strip_prefix(", characters ")?)?;
    let (_, rest) = scan::number(rest.strip_prefix('-')?)?;
    (rest == ":" && !file.is_empty()).then_some(Place { file, line: Some(line) })
}

/// Reads `Error: Unbound value x` and `Error (warning 26 [unused-var]): unused variable x.`.
fn error(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("Error")?;
    let message = match rest.strip_prefix(" (") {
        Some(code) => code.split_once("): ")?.1,
        None => rest.strip_prefix(": ")?,
    };
    (!message.is_empty()).then_some(message)
}

/// Whether the line is `Warning 8 [partial-match]: ...` or `Alert deprecated: ...`.
fn warning(text: &str) -> bool {
    let numbered = text.strip_prefix("Warning ").and_then(scan::number);
    numbered.is_some_and(|(_, rest)| rest.starts_with([' ', ':']))
        || (text.starts_with("Alert ") && text.contains(": "))
}

/// Whether the line is source with its margin, or what marks a part of it.
fn source(text: &str) -> bool {
    let margin = scan::number(text.trim_start()).is_some_and(|(_, rest)| rest.starts_with(" |"));
    margin || text.trim_start() == "..." || text.bytes().all(|byte| matches!(byte, b' ' | b'^' | b'\t'))
}
