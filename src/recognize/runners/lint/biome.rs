//! biome: lint, format, check and ci.
//!
//! A heading `PATH:LINE:COL RULE  ━━━`, or `PATH format ━━━` for a whole file, then the message after a mark (`×` or `✖`
//! an error, `!` or `⚠` a warning), an excerpt and advice after `i`. The end is `Checked N files in TIME.` and `Found N
//! errors.`, `Found N warnings.`. Errors are failures. Source: biome's `biome_diagnostics::display` and `biome_cli`.

use crate::event::{Class, Event, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, count, position, weight};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};

/// The longest heading that is held, in bytes.
const HELD_BYTES: usize = 1024;

/// The end of a heading.
const RULER: &str = "\u{2501}\u{2501}\u{2501}\u{2501}";

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A heading whose message is to come.
    Heading(Box<str>),
    /// Below the message.
    Below(Class),
}

/// biome.
#[derive(Debug, Default)]
pub struct Biome {
    open: Open,
}

impl Linter for Biome {
    const TABLE: Table = table!("biome.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if heading(text).is_some() {
            findings.close();
            self.open = Open::Heading(held(text));
            return Some(Seen::Mine(Class::Noise));
        }
        match std::mem::take(&mut self.open) {
            open @ (Open::Heading(_) | Open::Below(_)) if text.is_empty() => {
                self.open = open;
                Some(Seen::Mine(Class::Noise))
            }
            Open::Heading(heading) => self.message(&heading, text, findings),
            Open::Below(class) if text.starts_with("  ") => {
                findings.emit(Event::Text(Part::Where));
                self.open = Open::Below(class);
                Some(Seen::Mine(class))
            }
            Open::Below(_) | Open::Nothing => None,
        }
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(rest) = text.strip_prefix("Checked ") {
            let (_, rest) = count(rest, "file").filter(|(_, rest)| rest.starts_with(" in "))?;
            if !findings.is_reported() && rest.contains("s. ") {
                all_is_well(findings.sink());
            }
            return Some(Seen::Mine(Class::Totals));
        }
        let found = text.strip_prefix("Found ").filter(|_| findings.is_reported())?;
        count(found, "warning").or_else(|| count(found, "info")).map(|_| Seen::Mine(Class::Totals))
    }

    fn sees_every_line(&self) -> bool {
        !matches!(self.open, Open::Nothing)
    }
}

impl Biome {
    fn message(&mut self, heading: &str, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let (mark, message) = text.trim_start().split_once(' ')?;
        let weight = weight(mark, &["\u{d7}", "\u{2716}"], &["!", "\u{26a0}", "i", "\u{2139}"])?;
        let (place, column) = self::heading(heading)?;
        let fails = weight == Weight::Fails;
        if fails {
            findings.emit(Event::Instead(heading));
        }
        let finding = Finding { place, column, weight, message: message.trim() };
        let seen = findings.open_for(&finding, heading, Follows::Own);
        if fails {
            findings.emit(Event::Text(Part::Why));
        }
        self.open = Open::Below(if fails { Class::Detail } else { Class::Warning });
        Some(seen)
    }
}

/// The place in a heading.
fn heading(text: &str) -> Option<(Place<'_>, Option<u64>)> {
    if !text.ends_with(RULER) {
        return None;
    }
    let (path, rule) = text.split_once(' ')?;
    let rule = rule.split(' ').next()?;
    let known = rule.contains('/')
        || ["format", "parse", "organizeImports", "assist", "internalError"].contains(&rule);
    if !known || path.is_empty() {
        return None;
    }
    let placed = position(path).map(|(place, column, _)| (place, column));
    Some(placed.unwrap_or((Place { file: path, line: None }, None)))
}

fn held(text: &str) -> Box<str> {
    let text = text.trim_end_matches('\u{2501}').trim_end();
    format!("{} {RULER}", crate::text::head(text, HELD_BYTES)).into()
}
