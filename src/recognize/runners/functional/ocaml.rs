//! OCaml's compilers, alone and under dune, and the differences that dune's tests of expectations print.
//!
//! `File "src/cart.ml", line 3, characters 4-9:` heads everything: the source with carets, then `Error: ...` or `Warning 26 [unused-var]: ...`, whose
//! words go on in lines that are set in, or a difference (`git (internal) (exit 1)`, `------ `, `--- `) where a test's output is not what was expected. A compiler that has
//! nothing to say says nothing.

use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

/// The most lines between a heading and its words that are kept.
const LINES: usize = 40;

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// Nothing.
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
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Open;

    fn line(&mut self, open: &mut Open, text: &str, run: &mut Run<'_>) -> Seen {
        if heading(text).is_some() {
            run.close();
            *self = Self { heading: head(text, LINE_BYTES).to_owned(), ..Self::default() };
            *open = Open::Headed;
            // Nobody knows yet whether it is an error.
            return Seen::Mine(Class::Noise);
        }
        let seen = match *open {
            Open::Nothing => Seen::No,
            Open::Headed => self.headed(open, text, run),
            Open::Words(class) => {
                let example = text.starts_with("Here is an example of a");
                let more = ["  ", "Hint: ", "-> "].iter().any(|start| text.starts_with(start)) || example;
                let more = std::mem::replace(&mut self.example, example) || more;
                if more {
                    run.text(Part::Why);
                    Seen::Inside(class)
                } else {
                    Seen::No
                }
            }
            Open::Difference => {
                let shape = ["@@", "+", "-", " ", "diff --git ", "index ", "(cd ", "\\ No newline"];
                if text.is_empty() || shape.iter().any(|start| text.starts_with(start)) {
                    run.below(if text.starts_with(['+', '-']) { Part::Why } else { Part::Where })
                } else {
                    Seen::No
                }
            }
        };
        if seen == Seen::No {
            run.close();
            *open = Open::Nothing;
        }
        seen
    }
}

impl Ocaml {
    /// A line below a heading: its source, or what it is about.
    fn headed(&mut self, open: &mut Open, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(place) = heading(&self.heading) else { return Seen::No };
        if let Some(message) = error(text) {
            *open = Open::Words(Class::Detail);
            run.instead(&self.heading);
            run.diagnostic(place, "", message);
            self.tell_source(run);
            return run.text(Part::Why);
        }
        if warning(text) {
            let key = format!("{}:{} {text}", place.file, place.line.unwrap_or(0));
            *open = Open::Words(Class::Warning);
            return {
                run.warn_earlier(&key, &self.heading);
                run.text(Part::Why);
                Seen::Mine(Class::Warning)
            };
        }
        let tool = text.ends_with(" (internal) (exit 1)") && text.starts_with(' ');
        let differs = ["------ ", "--- ", "diff --git "].iter().any(|start| text.starts_with(start));
        if self.source.is_empty() && (tool || differs) {
            *open = Open::Difference;
            run.instead(&self.heading);
            let seen = run.fail_whole(place.file, FailureKind::Test);
            run.at(Place { line: None, ..place });
            run.message("the output is not what was expected");
            self.tell_source(run);
            return seen;
        }
        if self.source.len() >= LINES || !source(text) {
            return Seen::No;
        }
        self.source.push(head(text, LINE_BYTES).to_owned());
        Seen::Inside(Class::Noise)
    }

    /// The source that came before.
    fn tell_source(&mut self, run: &mut Run<'_>) {
        for line in self.source.drain(..) {
            run.emit(Event::Decoded { part: Part::Where, text: &line });
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
