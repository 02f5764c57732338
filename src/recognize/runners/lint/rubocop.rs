//! rubocop, and standardrb which prints through it.
//!
//! Progress and clang: `PATH:LINE:COL: C: [Correctable] Cop/Name: message`, the source and a line of carets; emacs without
//! them; simple: `== PATH ==` and rows `C:  1:  1: message`. The end is `N files inspected, M offenses detected` or `no
//! offenses detected`. Every offense fails the run, save those of severity info. Source: rubocop's `formatter` folder.

use crate::event::{Class, Event, Part, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::below::is_carets;
use crate::recognize::kit::lint::finding::{Finding, Weight, count, position, weight};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Sum};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan;

/// The letters of severities that fail a run, and of those that do not.
const FAILS: [&str; 5] = ["R", "C", "W", "E", "F"];
const WARNS: [&str; 1] = ["I"];

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// An offense: its source may follow.
    Heading(Class),
    /// Its source: carets follow.
    Source(Class),
    /// The path of rows, and how many of them came.
    File(Box<str>, u64),
}

/// rubocop.
#[derive(Debug, Default)]
pub struct Rubocop {
    open: Open,
}

impl Linter for Rubocop {
    const TABLE: Table = table!("rubocop.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(finding) = offense(text) {
            let seen = findings.open_for(&finding, text, Follows::Own);
            let fails = finding.weight == Weight::Fails;
            self.open = Open::Heading(if fails { Class::Detail } else { Class::Warning });
            return Some(seen);
        }
        match std::mem::take(&mut self.open) {
            open @ (Open::Heading(_) | Open::File(..)) if text.starts_with("(Using Ruby ") => {
                self.open = open;
                Some(Seen::Mine(Class::Noise))
            }
            Open::Heading(class) if !text.is_empty() && totals(text).is_none() => {
                findings.emit(Event::Text(Part::Where));
                self.open = Open::Source(class);
                Some(Seen::Inside(class))
            }
            Open::Source(class) if is_carets(text) => {
                findings.emit(Event::Text(Part::Where));
                findings.close();
                Some(Seen::Mine(class))
            }
            Open::File(file, rows) => {
                let finding = row(&file, text)?;
                let seen = findings.below(&finding, (&format!("== {file} =="), rows), text);
                self.open = Open::File(file, rows.saturating_add(1));
                Some(seen)
            }
            Open::Heading(_) | Open::Source(_) | Open::Nothing => None,
        }
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(sum) = totals(text) {
            return Some(findings.sum(sum, text));
        }
        let file = text.strip_prefix("== ").and_then(|rest| rest.strip_suffix(" =="))?;
        (file.len() < PATH_BYTES && !file.contains("  ")).then(|| {
            // It is shown with its first row.
            self.open = Open::File(file.into(), 0);
            Seen::Inside(Class::Noise)
        })
    }

    fn sees_every_line(&self) -> bool {
        !matches!(self.open, Open::Nothing)
    }
}

/// `3 files inspected, 9 offenses detected, 7 offenses autocorrectable`: the offenses that are left.
fn totals(text: &str) -> Option<Sum> {
    let (_, rest) = count(text, "file")?;
    let rest = rest.strip_prefix(" inspected, ")?;
    if rest.starts_with("no offenses detected") {
        return Some(Sum::Well);
    }
    let (offenses, rest) = count(rest, "offense")?;
    let corrected = rest.strip_prefix(" detected, ").and_then(|rest| count(rest, "offense"));
    let corrected =
        corrected.filter(|(_, rest)| rest.starts_with(" corrected")).map_or(0, |(number, _)| number);
    rest.starts_with(" detected").then_some(Sum::or(offenses.saturating_sub(corrected), Sum::Well))
}

/// An offense with its place in front.
fn offense(text: &str) -> Option<Finding<'_>> {
    let indented = text.starts_with("  ");
    let (place, column, rest) = position(text.trim_start())?;
    let whole = rest.strip_prefix(' ')?;
    let (first, message) = whole.split_once(": ")?;
    let (weight, message) = match weight(first, &FAILS, &WARNS) {
        Some(weight) if !indented => (weight, message),
        // standardrb has no letter: `  app/a.rb:45:5: Style/Name: message`.
        _ if indented && is_cop(first) => (Weight::Fails, whole),
        _ => return None,
    };
    if message.starts_with("[Corrected] ") {
        return None;
    }
    column.map(|column| Finding { place, column: Some(column), weight, message })
}

/// `Style/TrailingCommaInHashLiteral`
fn is_cop(text: &str) -> bool {
    let plain = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_uppercase())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    text.contains('/') && text.split('/').all(plain)
}

/// `C:  1: 13: message` below a path.
fn row<'a>(file: &'a str, text: &'a str) -> Option<Finding<'a>> {
    let (letter, rest) = text.split_once(':')?;
    let weight = weight(letter, &FAILS, &WARNS)?;
    let (line, rest) = scan::number(rest.trim_start())?;
    let (column, rest) = scan::number(rest.strip_prefix(':')?.trim_start())?;
    let place = Place { file, line: Some(line) };
    Some(Finding { place, column: Some(column), weight, message: rest.strip_prefix(": ")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_count_what_is_left() {
        assert_eq!(
            totals("3 files inspected, 9 offenses detected, 7 offenses autocorrectable"),
            Some(Sum::Failed(9))
        );
        assert_eq!(totals("3 files inspected, 9 offenses detected, 9 offenses corrected"), Some(Sum::Well));
        assert_eq!(totals("1 file inspected, no offenses detected"), Some(Sum::Well));
        assert_eq!(totals("3 files changed"), None);
    }
}
