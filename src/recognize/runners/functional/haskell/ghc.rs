//! GHC's errors and warnings: `src/A.hs:3:5: error: [GHC-83865]`, the message indented below, an excerpt after bars.
//!
//! A message ends at a blank line or at the margin. Since GHC 8 the message is on the lines below the place, before on the
//! same line; both are read. Source: `GHC.Utils.Error` and `GHC.Types.Error`.

use crate::event::{Class, Event, Part, Place, Seen};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The most lines of one message.
const MOST_LINES: u32 = 200;
/// The most lines of a message that tell why.
const TELLING_LINES: u32 = 12;

/// What is open.
#[derive(Debug, Default)]
enum State {
    #[default]
    Nothing,
    /// The place of an error whose message is on the next line.
    Head(String, Option<u64>, String),
    /// A place alone, as GHC before 8.0 begins an error; the indented message below shows that it is one.
    Bare(String, Option<u64>, String),
    /// In the text of an error; lines so far.
    Error(u32),
    /// In the text of a warning.
    Warning(u32),
}

/// GHC.
#[derive(Debug, Default)]
pub struct Ghc {
    state: State,
}

impl Runner for Ghc {
    const SPEC: Spec =
        Spec { name: "ghc", reads: "GHC's errors and warnings", places: Some(&[]), ..Spec::NONE };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.state, State::Nothing)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        match std::mem::take(&mut self.state) {
            State::Nothing => self.first(text, run),
            State::Head(file, line, heading) => {
                let place = Place { file: &file, line };
                let message = text.trim().trim_start_matches(['•', ' ']);
                run.instead(&heading);
                open(&heading, place, message, run);
                if message.is_empty() {
                    return self.first(text, run);
                }
                self.state = State::Error(1);
                run.text(Part::Why)
            }
            State::Bare(file, line, heading) => {
                if !is_message(text) {
                    return self.first(text, run);
                }
                run.instead(&heading);
                open(&heading, Place { file: &file, line }, text.trim(), run);
                self.state = State::Error(1);
                run.text(Part::Why)
            }
            State::Error(lines) => {
                if !is_more(text) || lines > MOST_LINES {
                    run.close();
                    return self.first(text, run);
                }
                self.state = State::Error(lines.saturating_add(1));
                let source = text.trim_start().starts_with('|') || text.contains(" | ");
                let why = !source && lines < TELLING_LINES;
                run.text(if why { Part::Why } else { Part::Where })
            }
            State::Warning(lines) => {
                if !is_more(text) || lines > MOST_LINES {
                    run.close();
                    return self.first(text, run);
                }
                self.state = State::Warning(lines.saturating_add(1));
                run.text(Part::Why);
                Seen::Mine(Class::Warning)
            }
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let State::Head(file, line, heading) = std::mem::take(&mut self.state) {
            run.instead(&heading);
            open(&heading, Place { file: &file, line }, "", run);
        }
    }
}

impl Ghc {
    fn first(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((place, rest)) = scan::place(text) else { return Seen::No };
        if !(place.file.ends_with(".hs") || place.file.ends_with(".lhs") || place.file.ends_with(".hsc")) {
            return Seen::No;
        }
        let rest = rest.trim();
        // With text on the same line HLint's suggestions begin so, which fail a run.
        if rest.starts_with("warning:") || rest.trim_end() == "Warning:" {
            self.state = State::Warning(0);
            return run.warn(text.trim_end());
        }
        let Some(message) = rest.strip_prefix("error:") else {
            return self.unmarked(place, rest, text, run);
        };
        let message = message.trim();
        if message.is_empty() || message.starts_with('[') {
            self.state = State::Head(place.file.to_owned(), place.line, text.trim_end().to_owned());
            return Seen::Mine(Class::Detail);
        }
        self.state = State::Error(0);
        open(text, place, message, run)
    }

    /// An error of GHC before 8.0, which does not call it one: a short message after the place, or all of it below.
    fn unmarked(&mut self, place: Place<'_>, rest: &str, text: &str, run: &mut Run<'_>) -> Seen {
        if rest.is_empty() && text.trim_end().ends_with(':') && !text.starts_with([' ', '\t']) {
            self.state = State::Bare(place.file.to_owned(), place.line, text.trim_end().to_owned());
        } else if SHORT.iter().any(|begin| rest.starts_with(begin)) {
            self.state = State::Error(0);
            return open(text, place, rest, run);
        }
        Seen::No
    }
}

/// How the messages begin that fit after a place. Any tool may say something after a place in a file of Haskell's.
const SHORT: [&str; 4] = ["Not in scope: ", "parse error ", "lexical error ", "Could not find module "];

/// GHC before 8.0 indents a message by four blanks.
fn is_message(text: &str) -> bool {
    text.strip_prefix("    ").is_some_and(|rest| rest.starts_with(|first: char| !first.is_whitespace()))
}

/// Opens the block of an error with this heading, which may be above the message.
fn open(heading: &str, place: Place<'_>, message: &str, run: &mut Run<'_>) -> Seen {
    if let Some(column) = place.printed_column(heading) {
        run.emit(Event::Column(column));
    }
    run.diagnostic(place, "", message)
}

/// A message goes on while its lines are indented, or are the excerpt's.
fn is_more(text: &str) -> bool {
    let numbered = scan::number(text).is_some_and(|(_, rest)| rest.trim_start().starts_with('|'));
    !text.trim().is_empty() && (text.starts_with(' ') || numbered)
}
