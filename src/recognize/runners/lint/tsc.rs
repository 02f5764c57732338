//! tsc, and what prints as it does (vue-tsc, tsc -b, tsc --watch).
//!
//! `PATH(LINE,COL): error TSnnnn: message`, with `--pretty` `PATH:LINE:COL - error TSnnnn: message`, a blank line, the
//! source with its number and a line of tildes; errors of the project have no place (`error TS18003: ...`). Indented
//! lines go on with the message. The end, in the pretty form only, is `Found N errors in M files.` and a table of
//! files; in watch mode `[TIME] Found N errors. Watching for file changes.`. A run without errors prints nothing. A
//! failure is named as its line names it, so that the name can be opened. Source: `src/compiler/program.ts`
//! (`formatDiagnostic`, `formatDiagnosticsWithColorAndContext`) and `executeCommandLine`.

use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::lint::below::is_carets;
use crate::recognize::kit::lint::finding::{count, position};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Sum};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan;

/// The state below an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    /// Below the heading of the plain form: indented lines go on with the message.
    Plain,
    /// Below the heading of the pretty form.
    Pretty,
    /// Inside the pretty form's source.
    Source,
}

/// tsc.
#[derive(Debug, Default)]
pub struct Tsc {
    open: Open,
    /// The last error's name and message, and how many others of its place came before.
    last: (String, String, u32),
}

impl Linter for Tsc {
    const TABLE: Table = table!("tsc.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(error) = error(text) {
            return Some(self.error(&error, findings));
        }
        let blank = text.trim().is_empty();
        let indented = text.starts_with([' ', '\t']) && !blank;
        let (open, part) = match std::mem::take(&mut self.open) {
            open @ (Open::Plain | Open::Pretty) if indented => (open, Some(Part::Why)),
            Open::Pretty | Open::Source if blank => (Open::Source, None),
            Open::Source if indented || source(text) || is_carets(text) => (Open::Source, Some(Part::Where)),
            _ => return None,
        };
        self.open = open;
        Some(match part {
            Some(part) => {
                findings.emit(Event::Text(part));
                Seen::Mine(Class::Detail)
            }
            None => Seen::Mine(Class::Noise),
        })
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        Some(findings.sum(Sum::or(found(text)?, Sum::Well), text))
    }
}

impl Tsc {
    fn error(&mut self, error: &Error<'_>, findings: &mut Findings<'_>) -> Seen {
        // Errors of one place follow each other, and each counts.
        let (name, message, others) = &mut self.last;
        *others = match name == error.name {
            true if message == error.message => *others,
            true => others.saturating_add(1),
            false => 0,
        };
        error.name.clone_into(name);
        error.message.clone_into(message);
        let name = match *others {
            0 => error.name,
            others => &format!("{} ({})", error.name, others.saturating_add(1)),
        };
        let seen = findings.fail_for(name, FailureKind::Diagnostic, Follows::Own);
        if let Some(place) = error.place {
            findings.emit(Event::At { place, better: true });
        }
        findings.emit(Event::Message(error.message));
        findings.mark_reported();
        self.open = if error.pretty { Open::Pretty } else { Open::Plain };
        seen
    }
}

/// An error of tsc.
struct Error<'a> {
    /// The place as printed, or the whole error when it has none.
    name: &'a str,
    place: Option<Place<'a>>,
    message: &'a str,
    pretty: bool,
}

fn error(text: &str) -> Option<Error<'_>> {
    if let Some(message) = text.strip_prefix("error ") {
        let message = coded(message)?;
        return Some(Error { name: text.trim_end(), place: None, message, pretty: false });
    }
    if text.starts_with([' ', '\t']) {
        return None;
    }
    let (place, _, rest) = position(text)?;
    let pretty = rest.starts_with(" - error ");
    let message = rest.strip_prefix(" - error ").or_else(|| rest.strip_prefix(" error "))?;
    let name = text.get(..text.len().saturating_sub(rest.len()))?.trim_end_matches(':');
    Some(Error { name, place: Some(place), message: coded(message)?, pretty })
}

/// The message when it begins with `TSnnnn: `; the code is part of it.
fn coded(message: &str) -> Option<&str> {
    let (_, rest) = scan::number(message.strip_prefix("TS")?)?;
    rest.starts_with(": ").then_some(message.trim_end())
}

/// A line of source with its number: `2 export const a = 1`.
fn source(text: &str) -> bool {
    scan::number(text).is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(' '))
}

/// `Found 3 errors in 2 files.`, `Found 1 error in src/a.ts:2`, `[10:00:00 AM] Found 0 errors. Watching for ...`.
fn found(text: &str) -> Option<u64> {
    let watched = text.strip_prefix('[').and_then(|rest| rest.split_once("] ")).map(|(_, rest)| rest);
    let (errors, rest) = count(watched.unwrap_or(text).trim_start().strip_prefix("Found ")?, "error")?;
    let rest = rest.trim_end();
    if watched.is_some() || rest == ". Watching for file changes." {
        return rest.starts_with(". Watching ").then_some(errors);
    }
    let rest = rest.strip_prefix(" in ")?;
    let files = count(rest, "file").is_some_and(|(_, rest)| rest == ".");
    let same = rest.starts_with("the same file, starting at: ");
    let one = scan::place(rest).is_some_and(|(place, rest)| rest.is_empty() && place.line.is_some());
    (files || same || one).then_some(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_totals_are_taken() {
        assert_eq!(found("Found 3 errors in 2 files."), Some(3));
        assert_eq!(found("Found 2 errors in the same file, starting at: a.ts:1"), Some(2));
        assert_eq!(found("[10:00:00 AM] Found 0 errors. Watching for file changes."), Some(0));
        for text in [
            "Found 3 errors in 2 files (checked 3 source files)",
            "Found 30 errors.",
            "Found 3 errors in total",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
