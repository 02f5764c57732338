//! oxlint: a drawing for each finding, and the numbers of warnings and errors.
//!
//! ```text
//!   × eslint(no-debugger): `debugger` statement is not allowed
//!    ╭─[src/quay.js:3:17]
//!  3 │   debugger
//!    ·   ────────
//!    ╰────
//!   help: Remove the debugger statement
//!
//! Found 0 warnings and 1 error.
//! ```
//!
//! On a machine that is not known to draw, `x`, `!`, `,-[`, `|` and `` `---- `` stand for the marks. Warnings fail no run unless
//! they are denied. Source of the format: oxlint's default and unix reporters, which miette draws.

use crate::event::{Class, Event, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, count, declared};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};

/// The longest message that is held, in bytes.
const MESSAGE_BYTES: usize = 1024;
/// The most lines of a message, and the most lines of a drawing that are shown.
const LINES: u8 = 20;
/// What begins a finding that fails, and one that warns.
const MARKS: [(&str, Weight); 4] =
    [("\u{d7} ", Weight::Fails), ("x ", Weight::Fails), ("\u{26a0} ", Weight::Warns), ("! ", Weight::Warns)];

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A message whose place is to come, how bad it is, and its lines.
    Message(Box<str>, Weight, u8),
    /// A drawing, and how many of its lines were read.
    Drawing(Class, u8),
    /// What is below the drawing.
    Below(Class),
}

/// oxlint.
#[derive(Debug, Default)]
pub struct Oxlint {
    open: Open,
    /// An error was reported since the last numbers.
    failed: bool,
}

impl Linter for Oxlint {
    const TABLE: Table = table!("oxlint.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        match std::mem::take(&mut self.open) {
            Open::Message(message, weight, lines) => {
                if let Some(place) = place(bare) {
                    return Some(self.begin(&message, weight, place, findings));
                }
                // A long message goes on after a margin.
                let more = bare.strip_prefix("\u{2502} ").or_else(|| bare.strip_prefix("| "))?;
                (lines < LINES).then(|| {
                    let whole = format!("{message} {}", more.trim());
                    self.open = Open::Message(held(&whole), weight, lines.saturating_add(1));
                    Seen::Inside(Class::Detail)
                })
            }
            Open::Drawing(class, lines) if lines < LINES => {
                findings.emit(Event::Text(Part::Where));
                let ended = bare.starts_with("\u{2570}\u{2500}") || bare.starts_with("`---");
                self.open =
                    if ended { Open::Below(class) } else { Open::Drawing(class, lines.saturating_add(1)) };
                Some(Seen::Mine(class))
            }
            Open::Below(class) if ["help: ", "note: "].iter().any(|begin| bare.starts_with(begin)) => {
                findings.emit(Event::Text(Part::Why));
                self.open = Open::Below(class);
                Some(Seen::Mine(class))
            }
            _ => None,
        }
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        if let Some((message, weight)) = finding(text, bare) {
            self.open = Open::Message(held(message), weight, 0);
            return Some(Seen::Inside(Class::Noise));
        }
        self.totals(bare, findings)
    }

    fn sees_every_line(&self) -> bool {
        !matches!(self.open, Open::Nothing)
    }
}

impl Oxlint {
    fn begin(&mut self, message: &str, weight: Weight, place: &str, findings: &mut Findings<'_>) -> Seen {
        let fails = weight == Weight::Fails;
        let (place, column) = split(place);
        if fails {
            self.failed = true;
            findings.emit(Event::Instead(message));
        }
        let seen = findings.open_for(&Finding { place, column, weight, message }, message, Follows::Own);
        if fails {
            findings.emit(Event::Text(Part::Why));
        }
        self.open = Open::Drawing(if fails { Class::Detail } else { Class::Warning }, 0);
        seen
    }

    /// `Found 4 warnings and 1 error.`, and in some versions `Found 0 warnings and 0 errors.` when all is well.
    fn totals(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let (warnings, rest) = count(text.strip_prefix("Found ")?, "warning")?;
        let (errors, rest) = count(rest.strip_prefix(" and ")?, "error")?;
        if rest != "." {
            return None;
        }
        let (reported, failed) = (findings.take_reported(), std::mem::take(&mut self.failed));
        if errors > 0 && failed {
            declared(errors, findings.sink());
        } else if errors > 0 {
            findings.consequence(text);
        } else if warnings == 0 && !reported {
            all_is_well(findings.sink());
        }
        Some(Seen::Mine(Class::Totals))
    }
}

fn held(message: &str) -> Box<str> {
    crate::text::head(message, MESSAGE_BYTES).into()
}

/// `  × eslint(no-debugger): message`: the message with its rule.
fn finding<'a>(text: &str, bare: &'a str) -> Option<(&'a str, Weight)> {
    let (mark, weight) = MARKS.iter().find(|(mark, _)| bare.starts_with(mark))?;
    let message = bare.strip_prefix(mark)?;
    text.starts_with("  ").then_some((message, *weight))
}

/// `╭─[src/quay.js:3:17]`: what is in the brackets.
fn place(bare: &str) -> Option<&str> {
    let rest = bare.strip_prefix("\u{256d}\u{2500}[").or_else(|| bare.strip_prefix(",-["))?;
    rest.strip_suffix(']')
}

/// `src/quay.js:3:17`: the place, and its column.
fn split(place: &str) -> (Place<'_>, Option<u64>) {
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next().and_then(|column| column.parse().ok());
    let line = parts.next().and_then(|line| line.parse().ok());
    match (parts.next(), line, column) {
        (Some(file), Some(_), Some(_)) => (Place { file, line }, column),
        _ => (Place { file: place, line: None }, None),
    }
}
