//! The errors of a build script in Kotlin, as `* What went wrong:` lists them: `Script compilation errors:`, a row with the
//! line of the script for each, and the message below a caret.
//!
//! The compiler may have printed the same errors before (`e: file:///a/build.gradle.kts:42:5: ...`): those are not counted again.

use super::wrong::Location;
use crate::budget::Count as _;
use crate::event::{Class, Part, Place, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::held::Earlier;
use crate::recognize::kit::scan;
use crate::text::Line;

/// The most errors of the compiler that are remembered.
const MOST_KNOWN: usize = 256;

/// The places of errors in build scripts that the compiler printed.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(Vec<(String, u64)>);

impl Known {
    /// Takes a line of the compiler: `e: file:///a/build.gradle.kts:42:5: ...`, and the older `e: /a/build.gradle.kts: (42, 5): ...`.
    pub(super) fn hear(&mut self, text: &str) {
        let Some((file, rest)) = text.strip_prefix("e: ").and_then(|rest| rest.split_once(".kts:")) else {
            return;
        };
        let line = scan::number(rest.trim_start_matches([' ', '(']));
        if let Some((line, _)) = line.filter(|_| self.0.len() < MOST_KNOWN) {
            self.0.push((format!("{}.kts", file.strip_prefix("file://").unwrap_or(file)), line));
        }
    }

    fn holds(&self, file: &str, line: u64) -> bool {
        self.0.iter().any(|(known, at)| known == file && *at == line)
    }
}

/// The list that is being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Script {
    /// Its head.
    pub(super) head: String,
    place: Option<Location>,
    /// The row that names the line of the script.
    row: Option<(u64, Earlier)>,
    /// The row's error was reported by the compiler.
    known: bool,
    /// Whether any row was read.
    pub(super) any: bool,
    /// How many errors were reported.
    pub(super) reported: u64,
}

impl Script {
    /// Whether the first line of what went wrong heads a list of errors.
    pub(super) fn is_head(first: &str) -> bool {
        matches!(first, "Script compilation error:" | "Script compilation errors:")
    }

    /// Begins.
    pub(super) fn new(head: String, place: Option<Location>) -> Self {
        Self { head, place, row: None, known: false, any: false, reported: 0 }
    }

    /// The place of the script, when no row was read.
    pub(super) fn into_head(self) -> (String, Option<Location>) {
        (self.head, self.place)
    }

    /// A line of the list; `None` when it is none of it.
    pub(super) fn line(&mut self, line: &Line<'_>, known: &Known, run: &mut Run<'_>) -> Option<Seen> {
        let text = line.judged().trim_end();
        if text.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        if matches!(scan::number(text), Some((_, " error" | " errors"))) {
            return Some(Seen::Mine(Class::Totals));
        }
        if !text.starts_with([' ', '\t']) {
            return None;
        }
        let shown = text.trim_start();
        if let Some(number) = row(shown) {
            self.known = self.place.as_ref().is_some_and(|at| known.holds(&at.file, number));
            self.row = Some((number, Earlier::of(line)));
            self.any = true;
            run.close();
        } else if let Some(message) = shown.strip_prefix('^').filter(|_| self.row.is_some() && !self.known) {
            self.report(message.trim(), run);
        } else {
            run.text(Part::Why);
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// An error: the place of the script heads the first one.
    fn report(&mut self, message: &str, run: &mut Run<'_>) {
        let Some((number, row)) = &self.row else { return };
        let file = self.place.as_ref().map_or("", |at| &at.file);
        let place = Place { file, line: Some(*number) };
        let at = self.place.as_ref().filter(|_| self.reported == 0);
        run.instead(at.map_or(row.text(), |at| at.shown.text()));
        run.diagnostic(place, "", message);
        if at.is_some() {
            row.tell(Part::Why, run);
        }
        run.why(message);
        self.reported.up(1);
    }
}

/// Reads `Line 42:     kotlinOptions {`.
fn row(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Line ")?.trim_start())?;
    rest.starts_with(':').then_some(number)
}
