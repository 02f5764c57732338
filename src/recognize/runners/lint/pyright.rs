//! pyright and basedpyright.
//!
//! A file's path alone, then its diagnostics, indented by two: `  PATH:LINE:COL - error: message (rule)`; lines indented
//! deeper go on with the message. The end is `N errors, M warnings, K informations` (the last word is `notes` with
//! basedpyright). Source: pyright's `pyright.ts` (`reportDiagnosticsAsText`).

use crate::event::{Class, Event, Part, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, count, declared, position};
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// pyright.
#[derive(Debug, Default)]
pub struct Pyright {
    open: Option<Class>,
}

impl Recognizer for Pyright {
    fn runner(&self) -> Runner {
        Runner("pyright")
    }

    fn signs(&self) -> Signs {
        Signs {
            passes: &[
                PassShape { start: "", end: " informations" },
                PassShape { start: "", end: " information" },
                PassShape { start: "", end: " notes" },
                PassShape { start: "", end: " warnings," },
            ],
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
        if let Some(finding) = message(text) {
            self.close(sink);
            let class = finding.open(text, sink);
            self.open = Some(class);
            return Seen::Mine(class);
        }
        if let Some(class) = self.open {
            let bare = text.trim_start();
            if text.len().saturating_sub(bare.len()) > 3 && !bare.is_empty() {
                sink.emit(Event::Text(Part::Why));
                return Seen::Mine(class);
            }
            self.close(sink);
        }
        let Some(errors) = totals(text) else { return Seen::No };
        if errors > 0 {
            declared(errors, sink)
        } else {
            all_is_well(sink)
        }
        Seen::Mine(Class::Totals)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Pyright {
    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// `3 errors, 1 warning, 0 informations`.
fn totals(text: &str) -> Option<u64> {
    let (errors, rest) = count(text, "error")?;
    let (_, rest) = count(rest.strip_prefix(", ")?, "warning")?;
    let last = rest.trim_end().strip_prefix(", ")?;
    let rest = count(last, "information").or_else(|| count(last, "note"))?.1;
    rest.is_empty().then_some(errors)
}

fn message(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text.trim_start())?;
    let rest = rest.strip_prefix(" - ")?;
    let (weight, message) = match rest.split_once(": ")? {
        ("error", message) => (Weight::Fails, message),
        ("warning" | "information" | "note", message) => (Weight::Warns, message),
        _ => return None,
    };
    // tsc's pretty form has a code between word and colon.
    Some(Finding { place, column, weight, message: message.trim_end() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn a_message_goes_on_where_lines_are_indented_deeper() {
        assert_eq!(
            drive(
                &mut Pyright::default(),
                "/p/a.py\n  /p/a.py:1:12 - error: Type \"str\" is not assignable\n    \"str\" is not assignable to \"int\" (reportAssignmentType)\n1 error, 0 warnings, 0 informations "
            ),
            [
                "1 No ",
                "2 Mine(Detail) BlockClosed | Column(12) | BlockOpened(Diagnostic { place: Place { file: \"/p/a.py\", line: Some(1) }, code: \"\", message: \"Type \\\"str\\\" is not assignable\" }) | Heading",
                "3 Mine(Detail) Text(Why)",
                "4 Mine(Totals) BlockClosed | Declared { totals: Totals { passed: None, failed: None, errors: Some(1), skipped: None, other: None, total: None }, level: Section } | SectionEnded(Failed)",
                "end ",
            ]
        );
    }

    #[test]
    fn no_errors_are_a_pass_and_other_totals_are_not_its_own() {
        assert!(drive(&mut Pyright::default(), "0 errors, 2 warnings, 0 notes ")[0].contains("Passed"));
        assert_eq!(drive(&mut Pyright::default(), "3 errors, 1 warning")[0], "1 No ");
    }
}
