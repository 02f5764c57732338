//! mypy, and dmypy.
//!
//! `PATH:LINE[:COL[:END_LINE:END_COL]]: SEVERITY: message  [code]`; notes belong to the error before them. With
//! `--pretty` the message is wrapped, and the source with a line of carets follows. The end is `Found N errors in M
//! files (checked K source files)`, `(errors prevented further checking)` when it stopped early, or `Success: no issues
//! found in K source files`. Errors without a line (`PATH: error: Source file found twice ...`) and those of the command
//! line (`mypy: error: ...`) have no number in the totals. Source: mypy's `errors.py`, `util.py` and `main.py`.

use super::shared::ENDINGS;
use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::below::{Below, is_carets};
use crate::recognize::kit::lint::finding::{
    Finding, Weight, all_is_well, count, declared, ends_in, position, whole,
};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines that a wrapped message goes on for.
const WRAPPED_LINES: u8 = 8;

/// An open error or warning.
#[derive(Clone, Copy, Debug)]
struct Open {
    class: Class,
    below: Below,
    /// How many lines the message may go on for: none once its code was told.
    wraps: u8,
}

/// mypy.
#[derive(Debug, Default)]
pub struct Mypy {
    open: Option<Open>,
}

impl Recognizer for Mypy {
    fn runner(&self) -> Runner {
        Runner("mypy")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["Found ", "Success: no issues found in ", "mypy: "],
            inside: &[": error: "],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ending == "py"
    }

    fn attention(&self) -> Attention {
        if self.open.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some((severity, finding)) = message(text) {
            return self.message(severity, finding, text, sink);
        }
        if let Some(open) = &mut self.open {
            let begins = !text.is_empty() && !text.starts_with("Found ") && !text.starts_with("Success: ");
            if open.wraps > 0 && begins && !text.starts_with([' ', '\t']) && !is_carets(text) {
                open.wraps = if text.trim_end().ends_with(']') { 0 } else { open.wraps.saturating_sub(1) };
                sink.emit(Event::Text(Part::Why));
                return Seen::Inside(open.class);
            }
            if let Some(seen) = open.below.line(text, sink) {
                return seen;
            }
            self.close(sink);
        }
        self.outside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
    Note,
}

impl Mypy {
    fn message(&mut self, severity: Severity, finding: Finding<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        if severity == Severity::Note {
            let Some(open) = &mut self.open else { return Seen::Mine(Class::Noise) };
            // A note has source and carets of its own.
            open.below = Below::new(open.class);
            open.wraps = 0;
            sink.emit(Event::Text(if open.class == Class::Detail { Part::Why } else { Part::Where }));
            return Seen::Mine(open.class);
        }
        self.close(sink);
        let class = finding.open(text, sink);
        if text.contains(": error: INTERNAL ERROR -- ") {
            sink.emit(Event::Text(Part::Why));
        }
        let whole = finding.message.ends_with(']') || text.len() < 40;
        let wraps = if whole { 0 } else { WRAPPED_LINES };
        self.open = Some(Open { class, below: Below::new(class), wraps });
        Seen::Mine(class)
    }

    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(rest) = text.strip_prefix("Success: no issues found in ") {
            if count(rest, "source file").is_none() {
                return Seen::No;
            }
            all_is_well(sink);
            return Seen::Mine(Class::Totals);
        }
        if let Some(number) = found(text) {
            declared(number, sink);
            return Seen::Mine(Class::Totals);
        }
        if let Some(rest) = text.strip_prefix("mypy: ") {
            let failed = rest.starts_with("error: ") || rest.starts_with("can't ");
            if !failed {
                return Seen::No;
            }
            whole(text.trim(), FailureKind::Build, sink);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// `Found 6 errors in 6 files (checked 6 source files)`.
fn found(text: &str) -> Option<u64> {
    let (errors, rest) = count(text.strip_prefix("Found ")?, "error")?;
    let (_, rest) = count(rest.strip_prefix(" in ")?, "file")?;
    let rest = rest.trim();
    (rest.starts_with("(checked ") || rest == "(errors prevented further checking)").then_some(errors)
}

/// A message on a file of Python.
fn message(text: &str) -> Option<(Severity, Finding<'_>)> {
    let (place, column, rest) = match position(text) {
        Some(found) => found,
        None => {
            let (file, rest) = scan::split_once(text, ": error: ")?;
            let named = !file.is_empty() && !file.contains([' ', ':']) && ends_in(file, &["py", "pyi"]);
            let message = named.then_some(rest.trim_end())?;
            let place = Place { file, line: None };
            return Some((Severity::Error, Finding { place, column: None, weight: Weight::Fails, message }));
        }
    };
    // `--show-error-end` adds the line and column of the end.
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let rest = scan::number(rest)
        .and_then(|(_, rest)| scan::number(rest.strip_prefix(':')?))
        .and_then(|(_, rest)| rest.strip_prefix(':'))
        .unwrap_or(rest)
        .strip_prefix(' ')?;
    let (word, message) = rest.split_once(": ")?;
    let severity = match word {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "note" => Severity::Note,
        _ => return None,
    };
    let weight = if severity == Severity::Error { Weight::Fails } else { Weight::Warns };
    let named = ends_in(place.file, &ENDINGS) && !place.file.ends_with(['/', '\\']);
    let python = named && (place.file.contains('.') || place.file == "<string>");
    python.then_some((severity, Finding { place, column, weight, message: message.trim_end() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn said(text: &str) -> Vec<String> {
        let rows = drive(&mut Mypy::default(), text);
        rows.into_iter().filter(|row| row.split(' ').nth(1) != Some("No") && row != "end ").collect()
    }

    #[test]
    fn notes_belong_to_the_error_before() {
        assert_eq!(
            said(
                "a.py:2: error: No overload  [call-overload]\na.py:2: note: Possible overloads:\nFound 1 error in 1 file (checked 2 source files)"
            ),
            [
                "1 Mine(Detail) BlockOpened(Diagnostic { place: Place { file: \"a.py\", line: Some(2) }, code: \"\", message: \"No overload  [call-overload]\" }) | Heading",
                "2 Mine(Detail) Text(Why)",
                "3 Mine(Totals) BlockClosed | Declared { totals: Totals { passed: None, failed: None, errors: Some(1), skipped: None, other: None, total: None }, level: Section } | SectionEnded(Failed)",
            ]
        );
    }

    #[test]
    fn a_pretty_message_is_wrapped_and_has_source_and_carets() {
        assert_eq!(
            said(
                "a.py:2:5:2:9: error: Incompatible types in assignment (expression has\ntype \"str\", variable has type \"int\")  [assignment]\n    x: int = \"a\"\n             ^~~\nelse"
            ),
            [
                "1 Mine(Detail) BlockClosed | Column(5) | BlockOpened(Diagnostic { place: Place { file: \"a.py\", line: Some(2) }, code: \"\", message: \"Incompatible types in assignment (expression has\" }) | Heading",
                "2 Inside(Detail) Text(Why)",
                "3 Inside(Detail) Text(Where)",
                "4 Mine(Detail) Text(Where)",
            ]
        );
    }

    #[test]
    fn errors_without_a_line_are_failures_too() {
        assert_eq!(said("src/a.py: error: Source file found twice under different module names").len(), 2);
        assert_eq!(said("mypy: can't read file 'x.py': No such file or directory").len(), 1);
    }

    #[test]
    fn only_its_own_totals_are_taken() {
        assert_eq!(said("Found 3 errors in 2 files.").len(), 0);
        assert_eq!(said("Found 30 errors.").len(), 0);
        assert_eq!(said("Found 1 error in 1 file (errors prevented further checking)").len(), 1);
        assert!(said("Success: no issues found in 3 source files")[0].contains("SectionEnded(Passed)"));
    }
}
