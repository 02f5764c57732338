//! Psalm's console report: `ERROR: Kind - PATH:LINE:COLUMN - message`, from version 5 on three lines, `ERROR: Kind`, `at
//! PATH:LINE:COLUMN`, and the message. `INFO` fails nothing. `2 errors found` and `No errors found!` are between rulers. Source:
//! `Report/ConsoleReport.php`, `IssueBuffer.php`.

use crate::event::{Class, Event, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, Weight, position, weight};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Sum};
use crate::recognize::kit::rows::{Table, table};
use crate::text::head;

/// The zone of its rows below a finding.
const SOURCE: u8 = 1;
/// The longest name of a kind, in bytes.
const KIND_BYTES: usize = 120;

/// Psalm.
#[derive(Debug, Default)]
pub struct Psalm {
    /// What came of a finding on three lines.
    below: Below,
    /// The line before was a ruler, blank lines aside.
    ruled: bool,
}

/// What came of a finding on three lines.
#[derive(Debug, Default)]
enum Below {
    #[default]
    Nothing,
    /// Its kind.
    Kind(Weight, String),
    /// Its place as well: file, line, column.
    Place(Weight, String, String, Option<u64>, Option<u64>),
}

impl Linter for Psalm {
    const TABLE: Table = table!("psalm.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let ruled = std::mem::take(&mut self.ruled);
        self.ruled = is_ruler(text) || ruled && text.trim().is_empty();
        if ruled && text.trim() == "No errors found!" {
            return Some(findings.sum(if findings.is_reported() { Sum::Nothing } else { Sum::Well }, text));
        }
        match std::mem::take(&mut self.below) {
            Below::Nothing => {
                if let Some((weight, kind)) = bare_kind(text) {
                    self.below = Below::Kind(weight, kind);
                }
                None
            }
            Below::Kind(weight, kind) => {
                let (place, column, rest) = position(text.strip_prefix("at ")?)?;
                let file = head(place.file, PATH_BYTES).to_owned();
                self.below = Below::Place(weight, kind, file, place.line, column);
                rest.is_empty().then_some(Seen::Mine(Class::Detail))
            }
            Below::Place(..) if text.is_empty() => None,
            Below::Place(weight, kind, file, line, column) => {
                let finding = Finding { place: Place { file: &file, line }, column, weight, message: text };
                let shown = format!("{kind} - {file}:{}:{} - {text}", line.unwrap_or(0), column.unwrap_or(0));
                findings.close();
                if weight == Weight::Fails {
                    findings.emit(Event::Instead(&shown));
                }
                Some(findings.open_for(&finding, &shown, Follows::Zone(SOURCE)))
            }
        }
    }

    fn sees_every_line(&self) -> bool {
        !matches!(self.below, Below::Nothing) || self.ruled
    }
}

/// Splits the word off that says how bad it is, and the kind.
fn graded(text: &str) -> Option<(Weight, &str)> {
    let (word, rest) = text.split_once(": ")?;
    Some((weight(word, &["ERROR"], &["INFO"])?, rest))
}

/// Whether the text is the name of a kind.
fn is_kind(text: &str) -> bool {
    text.len() <= KIND_BYTES
        && text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.bytes().filter(u8::is_ascii_uppercase).count() > 1
}

/// `ERROR: Kind` on a line of its own.
fn bare_kind(text: &str) -> Option<(Weight, String)> {
    let (weight, kind) = graded(text)?;
    is_kind(kind).then(|| (weight, kind.to_owned()))
}

fn is_ruler(text: &str) -> bool {
    text.len() >= 30 && text.bytes().all(|byte| byte == b'-')
}
