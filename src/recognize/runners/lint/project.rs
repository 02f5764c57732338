//! Linters of a project as a whole: told as `linter`.
//!
//! commitlint: `⧗   input: MESSAGE`, then rows `✖   reason [rule]`. dependency-cruiser: rows `error RULE: FROM → TO` and `✘ 2
//! dependency violations (1 errors, 1 warnings). N modules, N dependencies cruised.` knip: `Unused files (2)` and as many
//! rows, of which each fails its run; its hints fail none.

use crate::event::{Class, Event, FailureKind, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, count};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// What heads the rows of commitlint.
const INPUT: &str = "\u{29d7}   input: ";
/// What heads a list of knip's, before its number.
const LISTS: [&str; 12] = [
    "Unused files",
    "Unused dependencies",
    "Unused devDependencies",
    "Unused exports",
    "Unused exported types",
    "Unused exported enum members",
    "Unused exported class members",
    "Duplicate exports",
    "Unlisted dependencies",
    "Unlisted binaries",
    "Unresolved imports",
    "Referenced optional peerDependencies",
];

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A message's rows, and how many of them fail.
    Message(u64),
    /// A list of knip's, and how many of its rows are to come.
    List(&'static str, u64),
}

/// Linters of a project.
#[derive(Debug, Default)]
pub struct ProjectLinters {
    open: Open,
    /// A violation was told since the last totals.
    told: bool,
}

impl Recognizer for ProjectLinters {
    fn runner(&self) -> Runner {
        Runner("linter")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                INPUT,
                "error ",
                "\u{2714} no dependency violations found (",
                "Un",
                "Duplicate exports (",
                "Referenced optional ",
            ],
            passes: &[PassShape { start: "", end: " dependencies cruised." }],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        match std::mem::take(&mut self.open) {
            Open::Message(failed) => {
                if let Some(seen) = self.message(failed, text, sink) {
                    return seen;
                }
            }
            Open::List(list, left) if !text.is_empty() && !text.starts_with(' ') => {
                let subject = text.split("  ").next().unwrap_or(text);
                let place = place(text, subject);
                let message = format!("{list}: {subject}");
                Finding { place, column: None, weight: Weight::Fails, message: &message }.tell(text, sink);
                let left = left.saturating_sub(1);
                self.open = if left > 0 { Open::List(list, left) } else { Open::Nothing };
                return Seen::Mine(Class::Detail);
            }
            Open::List(..) | Open::Nothing => {}
        }
        if text.starts_with(INPUT) {
            self.open = Open::Message(0);
            return Seen::Mine(Class::Noise);
        }
        if let Some((list, number)) = list(text) {
            self.open = Open::List(list, number);
            return Seen::Mine(Class::Noise);
        }
        if let Some((place, message)) = violation(text.trim_start()) {
            self.told = true;
            Finding { place, column: None, weight: Weight::Fails, message }.tell(text, sink);
            return Seen::Mine(Class::Detail);
        }
        self.totals(text.trim_start(), sink).unwrap_or(Seen::No)
    }
}

impl ProjectLinters {
    /// A row below a message of commitlint's.
    fn message(&mut self, failed: u64, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let none = Place { file: "", line: None };
        let row = |mark: &str| text.strip_prefix(mark)?.strip_prefix("   ");
        if text.is_empty() {
            self.open = Open::Message(failed);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(message) = row("\u{2716}") {
            if message.strip_prefix("found ").and_then(|rest| count(rest, "problem")).is_some() {
                if failed == 0 {
                    sink.emit(Event::Consequence { name: message, kind: FailureKind::Build });
                }
                return Some(Seen::Mine(Class::Totals));
            }
            self.open = Open::Message(failed.saturating_add(1));
            Finding { place: none, column: None, weight: Weight::Fails, message }.tell(text, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        let message = row("\u{26a0}").filter(|message| !message.starts_with("found "))?;
        self.open = Open::Message(failed);
        Some(Seen::Mine(
            Finding { place: none, column: None, weight: Weight::Warns, message }.tell(text, sink),
        ))
    }

    /// The numbers of dependency-cruiser.
    fn totals(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if text.starts_with("\u{2714} no dependency violations found (") {
            all_is_well(sink);
            return Some(Seen::Mine(Class::Totals));
        }
        let rest = text.strip_prefix("\u{2718} ").or_else(|| text.strip_prefix("x "))?;
        let (_, rest) = count(rest, "dependency violation")?;
        let (errors, _) = count(rest.strip_prefix(" (")?, "error")?;
        if errors > 0 && !std::mem::take(&mut self.told) {
            sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
        }
        Some(Seen::Mine(Class::Totals))
    }
}

/// `error no-circular: src/a.js → src/b.js`: the module that does what it must not.
fn violation(text: &str) -> Option<(Place<'_>, &str)> {
    let message = text.strip_prefix("error ")?;
    let (rule, edge) = message.split_once(": ")?;
    let (from, _) = edge.split_once(" \u{2192} ")?;
    let named = !rule.is_empty() && !rule.contains(' ') && !from.contains(' ');
    named.then_some((Place { file: from, line: None }, message))
}

/// `Unused files (2)`.
fn list(text: &str) -> Option<(&'static str, u64)> {
    let (title, number) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let title = LISTS.iter().find(|list| **list == title)?;
    number.parse().ok().filter(|number| *number > 0).map(|number| (*title, number))
}

/// Where a row of knip's is: what it lists, or the place behind it, `lodash  package.json:3:5`.
fn place<'a>(text: &'a str, subject: &'a str) -> Place<'a> {
    let behind = text.get(subject.len()..).unwrap_or_default().trim();
    let last = behind.rsplit("  ").next().unwrap_or_default().trim();
    let file = if last.is_empty() { subject } else { last };
    match scan::place(&format!("{file}: ")) {
        Some((place, _)) => {
            let line = place.line;
            Place { file: file.get(..place.file.len()).unwrap_or(file), line }
        }
        None => Place { file, line: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut ProjectLinters::default(), text).join("\n")
    }

    #[test]
    fn a_message_that_breaks_a_rule_fails() {
        let all = all(
            "⧗   input: Bad message\n✖   type may not be empty [type-empty]\n⚠   body is long [body]\n\n✖   found 1 problems, 1 warnings\n✖   anybody's\n",
        );
        assert_eq!(all.matches("Diagnostic").count(), 1, "{all}");
        assert!(
            all.contains("3 Mine(Warning)") && all.contains("5 Mine(Totals)") && all.contains("6 No"),
            "{all}"
        );
    }

    #[test]
    fn a_violation_is_told_with_its_module() {
        let all = all(
            "  error no-x: src/a.js → fs\n\n✘ 1 dependency violations (1 errors, 0 warnings). 2 modules, 1 dependencies cruised.\n",
        );
        assert!(all.contains("file: \"src/a.js\"") && !all.contains("Consequence"), "{all}");
        let lone = "x 1 dependency violations (1 errors, 0 warnings). 2 modules, 1 dependencies cruised.\n";
        assert!(self::all(lone).contains("Consequence"));
        assert!(!self::all("error a boat: sank → sea\n").contains("Diagnostic"));
    }

    #[test]
    fn a_list_has_as_many_rows_as_it_says() {
        let all = all(
            "Unused files (2)\na.js   \nb.js\nUnused dependencies (1)\nlodash  package.json:3:5\nother\nConfiguration hints (1)\n",
        );
        assert_eq!(all.matches("Diagnostic").count(), 3, "{all}");
        assert!(all.contains("file: \"package.json\", line: Some(3)"), "{all}");
        assert!(all.contains("Unused dependencies: lodash") && all.contains("6 No"), "{all}");
    }
}
