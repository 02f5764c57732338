//! Diagnostics of Elixir's compiler, which say their place last.
//!
//! Since 1.15 `    error: MESSAGE`, an excerpt after a bar, and `    └─ lib/a.ex:3:5: A.f/1`; before, `warning: MESSAGE`
//! and a line with the place, indented by two blanks. Until the place is known the lines may be another compiler's, so they
//! are held and nothing is printed of them. Source: `lib/elixir/lib/exception.ex` and `module/parallel_checker.ex`.

use super::exunit_lines::frame;
use crate::event::{Event, FailureKind, Part, Seen};
use crate::recognize::kit::Run;

/// The most lines between a message and its place.
const MOST_LINES: usize = 40;
/// The longest line that is held, in bytes.
const LONGEST: usize = 2000;

/// How `mix test --warnings-as-errors` ends when every test passed.
pub(super) const WARNED: &str = "ERROR! Test suite aborted after successful execution due to warnings";
/// How `mix compile --warnings-as-errors` ends when warnings are all there is.
pub(super) const REFUSED: &str = "Compilation failed due to warnings while using ";

/// What failed for its warnings alone.
pub(super) fn warned(text: &str) -> Option<FailureKind> {
    if text.starts_with(WARNED) {
        return Some(FailureKind::Suite);
    }
    text.strip_prefix(REFUSED)?.contains("--warnings-as-errors").then_some(FailureKind::Build)
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
}

/// A diagnostic whose place is not known yet.
#[derive(Debug)]
pub(super) struct Pending {
    severity: Severity,
    lines: Vec<String>,
}

/// What a line says of a pending diagnostic.
pub(super) enum Next {
    /// The place is still to come.
    Wait(Pending),
    /// It was reported; whether it is an error.
    Reported(Seen, bool),
    /// It was none of Elixir's.
    Foreign,
}

impl Pending {
    /// Reads the first line.
    pub(super) fn read(text: &str) -> Option<Self> {
        let content = text.trim();
        let severity = if content.starts_with("error: ") {
            Severity::Error
        } else if content.starts_with("warning: ") {
            Severity::Warning
        } else {
            return None;
        };
        let indent = text.len().saturating_sub(text.trim_start().len());
        ((indent == 0 || indent >= 4) && content.len() <= LONGEST)
            .then(|| Self { severity, lines: vec![content.to_owned()] })
    }

    /// The next line.
    pub(super) fn next(mut self, text: &str, run: &mut Run<'_>) -> Next {
        let content = text.trim();
        if self.lines.len() > MOST_LINES || content.len() > LONGEST {
            return Next::Foreign;
        }
        let boxed = content.strip_prefix("└─ ");
        let place = boxed.or_else(|| text.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
        if let Some((place, _)) = place.and_then(frame) {
            return self.tell(place, run);
        }
        let barred = content.starts_with('│')
            || content
                .split_once(" │")
                .is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
        let first = self.lines.len() == 1;
        let more = text.starts_with("    ") || text.starts_with("  ") && !content.is_empty();
        if barred || more || (content.is_empty() && !first) {
            self.lines.push(content.to_owned());
            return Next::Wait(self);
        }
        Next::Foreign
    }

    fn tell(self, place: crate::event::Place<'_>, run: &mut Run<'_>) -> Next {
        let mut lines = self.lines.iter();
        let first = lines.next().map_or("", String::as_str);
        let message = first.split_once(": ").map_or(first, |(_, message)| message);
        if self.severity == Severity::Warning {
            let seen = run.warn_earlier(first, first);
            run.text(Part::Why);
            run.close();
            return Next::Reported(seen, false);
        }
        run.instead(first);
        let seen = run.diagnostic(place, "", message);
        run.text(Part::Why);
        for line in lines.filter(|line| !line.is_empty()) {
            run.emit(Event::Decoded { part: Part::Where, text: line });
        }
        run.close();
        Next::Reported(seen, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_fail_a_compilation_that_takes_them_for_errors() {
        let text = "Compilation failed due to warnings while using the --warnings-as-errors option";
        assert_eq!(warned(text), Some(FailureKind::Build));
        assert_eq!(warned("Compilation failed due to warnings while using the quay"), None);
    }
}
