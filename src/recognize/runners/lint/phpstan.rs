//! PHPStan, with its table and with its raw form.
//!
//! A table has a heading `  Line   PATH` between rulers, rows of a line number and a message, and more lines of the message
//! below; the boxes `[ERROR] Found N errors` and `[OK] No errors` end the run. Raw: `PATH:LINE:MESSAGE`, which `grep` prints
//! too, so it counts only after the note on the configuration, or with an identifier. On GitHub annotations, `::error file=PATH,line=N,col=0::MESSAGE`,
//! come beside the table and say the same. Source: `TableErrorFormatter.php` and
//! `RawErrorFormatter.php` of PHPStan 0.12 to 2, over Symfony's tables and boxes.

use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Opened, Part, Place, Seen, TestId};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, declared, position};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};
use crate::text::head;

/// The most paragraphs that are held.
const PARAGRAPHS: usize = 64;
/// The most annotations that are held.
const ANNOTATIONS: usize = 1024;
/// Blanks before what goes on from the row above.
const INDENT: usize = 4;
/// The box of a good run is filled up with at least so many blanks.
const FILL: usize = 20;

/// What the rows of a table are about.
#[derive(Debug)]
enum Table {
    /// A file's findings.
    File(Box<str>),
    /// Errors without a file.
    Errors,
    /// Warnings.
    Warnings,
}

/// PHPStan.
#[derive(Debug, Default)]
pub struct Phpstan {
    table: Option<Table>,
    /// Whether a ruler followed the heading.
    rows: bool,
    /// An empty line is above, inside of a finding.
    parted: bool,
    /// Paragraphs among errors without a file that may be errors of their own: the number at the end tells.
    paragraphs: Vec<Box<str>>,
    /// Findings that were reported since the last box.
    reported: u64,
    /// Something came that PHPStan alone prints before its report.
    begun: bool,
    /// The line before was a ruler.
    ruled: bool,
    names: Names,
    /// Annotations that no table has repeated so far: file, line, message.
    annotated: Vec<(String, u64, String)>,
}

impl Runner for Phpstan {
    const SPEC: Spec = Spec {
        name: "phpstan",
        reads: "phpstan: table and raw",
        starts: &[
            "Note: Using configuration file ",
            "Line   ",
            "-- --",
            "[ERROR] ",
            "[WARNING] Found ",
            "[OK] No errors",
            "::error file=",
        ],
        passes: &[PassShape { start: "", end: "] 100%" }],
        places: Some(&["php"]),
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.table.is_some() || self.begun || self.ruled
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let bare = text.trim();
        let ruled = std::mem::take(&mut self.ruled);
        self.begun |= is_own(bare);
        if self.begun
            && let Some(annotation) = annotation(bare)
        {
            run.close();
            if self.reported == 0 && self.annotated.len() < ANNOTATIONS {
                self.annotated.push(annotation);
            }
            return Seen::Mine(Class::Detail);
        }
        if let Some(seen) = self.sums(text, bare, run) {
            return seen;
        }
        if is_ruler(text) {
            run.close();
            // The second ruler begins the rows, the third ends them.
            if self.table.is_some() && self.rows {
                (self.table, self.rows) = (None, false);
            } else {
                self.rows = self.table.is_some();
                self.ruled = !self.rows;
                let file = matches!(&self.table, Some(Table::File(file)) if file.ends_with(".php"));
                // A table of a file: the run is certain, and ends with a box.
                if self.rows && file && !run.is_running() {
                    run.begin_as(Opened::Own, None);
                    run.emit(Event::BeganThere);
                }
            }
            return if self.reported > 0 || self.rows { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if self.rows {
            return self.row(text, bare, run);
        }
        if let Some(table) = heading(text, bare, ruled) {
            run.close();
            if !run.is_running() {
                run.emit(Event::MayHaveBegun);
            }
            (self.table, self.rows) = (Some(table), false);
            return Seen::Inside(Class::Noise);
        }
        self.table = None;
        if bare.starts_with("Note: Using configuration file ") {
            self.begun = true;
            return Seen::Mine(Class::Noise);
        }
        if bare.ends_with("] 100%") {
            // ` 12/12 [▓▓▓▓] 100%`
            self.begun |= bare.split_once(" [").is_some_and(|(count, bar)| {
                count.contains('/') && (bar.starts_with('▓') || bar.starts_with('='))
            });
            return Seen::No;
        }
        self.raw(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        self.tell_annotations(run);
    }
}

impl Phpstan {
    /// Annotations that no table repeats.
    fn tell_annotations(&mut self, run: &mut Run<'_>) {
        for (file, line, message) in std::mem::take(&mut self.annotated) {
            if self.reported > 0 {
                continue;
            }
            let place = Place { file: &file, line: Some(line) };
            run.instead(&format!("{file}:{line}  {message}"));
            run.diagnostic(place, "", &message);
            run.close();
        }
    }

    /// The boxes at the end.
    fn sums(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Option<Seen> {
        // A box is after one blank, what goes on from a row after more.
        if !text.starts_with(" [") {
            return None;
        }
        if let Some(rest) = bare.strip_prefix("[ERROR] Found ") {
            let errors = found(rest)?;
            run.close();
            if self.reported == 0 && !self.begun {
                return None;
            }
            self.tell_annotations(run);
            self.tell_paragraphs(errors, run);
            declared(errors, run);
        } else if let Some(rest) = bare.strip_prefix("[WARNING] Found 0 errors") {
            if !rest.starts_with(" and ") || !(self.reported > 0 || self.begun) {
                return None;
            }
            run.close();
            all_is_well(run);
        } else if let Some(message) =
            bare.strip_prefix("[ERROR] ").filter(|_| self.begun && self.reported == 0)
        {
            // It gives up: `No files found to analyse.`
            run.fail_whole(message, FailureKind::Suite);
            run.end(Ended::Failed);
        } else if bare == "[OK] No errors" {
            let filled = text.len().saturating_sub(text.trim_end().len()) >= FILL;
            if !(self.begun || filled) || self.reported > 0 {
                return None;
            }
            all_is_well(run);
        } else {
            return None;
        }
        run.forget();
        *self = Self::default();
        Some(Seen::Mine(Class::Totals))
    }

    /// A row of a table, or what goes on from the one above.
    fn row(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Seen {
        let Some(table) = &self.table else { return Seen::No };
        if bare.is_empty() {
            // A message may have several paragraphs.
            self.parted = run.is_open();
            return Seen::Mine(Class::Noise);
        }
        let parted = std::mem::take(&mut self.parted);
        let numbered = text
            .strip_prefix("  ")
            .map(|text| text.strip_prefix(':').unwrap_or(text))
            .and_then(scan::number)
            .filter(|(_, rest)| rest.starts_with(' '));
        match (table, numbered) {
            (Table::File(file), Some((line, rest))) => {
                self.reported.up(1);
                let shown = rest.trim();
                // The same twice on one line, or in two contexts, is counted twice.
                let id = TestId { module: &format!("{file}:{line}"), separator: ":", name: shown };
                let message = &self.names.next_of(id);
                let place = Place { file, line: Some(line) };
                run.instead(&format!("{file}:{line}  {shown}"));
                run.diagnostic(place, "", message)
            }
            _ if run.is_open() && text.starts_with("  ") => {
                if parted && matches!(table, Table::Errors) && self.paragraphs.len() < PARAGRAPHS {
                    self.paragraphs.push(bare.into());
                }
                let advice = ["\u{1faaa}", "\u{1f4a1}", "\u{270f}"].iter().any(|sign| bare.starts_with(sign));
                run.text(if advice { Part::Where } else { Part::Why });
                Seen::Mine(if matches!(table, Table::Warnings) { Class::Warning } else { Class::Detail })
            }
            (Table::Warnings, _) if text.starts_with("  ") => run.warn(bare),
            (_, None) if text.starts_with("  ") => {
                self.reported.up(1);
                run.fail_whole(bare, FailureKind::Diagnostic)
            }
            _ => {
                // No row: a table of something else.
                run.close();
                (self.table, self.rows) = (None, false);
                Seen::No
            }
        }
    }

    /// The last paragraphs are errors of their own, as far as the number of errors tells of more than were reported.
    fn tell_paragraphs(&mut self, errors: u64, run: &mut Run<'_>) {
        let more = usize::try_from(errors.saturating_sub(self.reported)).unwrap_or(usize::MAX);
        let from = self.paragraphs.len().saturating_sub(more);
        for paragraph in self.paragraphs.drain(..).skip(from) {
            run.emit(Event::BlockOpened(Block::Whole { name: &paragraph, kind: FailureKind::Diagnostic }));
            run.emit(Event::Message(&paragraph));
            run.emit(Event::BlockClosed);
        }
    }

    /// `src/Cart.php:12:Method App\Cart::total() should return int but returns string.`
    fn raw(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let text = text.trim_end();
        let identified = text.ends_with(']') && text.contains(" [identifier");
        if !self.begun && !identified {
            return Seen::No;
        }
        if let Some(message) = text.strip_prefix("?:?:").filter(|_| self.begun) {
            self.reported.up(1);
            let seen = run.fail_whole(message, FailureKind::Diagnostic);
            run.close();
            return seen;
        }
        let Some((place, None, message)) = position(text) else { return Seen::No };
        if !place.file.contains(".php") || message.is_empty() || message.starts_with([' ', ':']) {
            return Seen::No;
        }
        let line = place.line.unwrap_or(0);
        let id = TestId { module: &format!("{}:{line}", place.file), separator: ":", name: message };
        let message = &self.names.next_of(id);
        self.reported.up(1);
        Seen::Mine(Finding { place, column: None, weight: Weight::Fails, message }.tell(text, run))
    }
}

/// ` ------ ---------------------- `
fn is_ruler(text: &str) -> bool {
    let mut words = text.trim().split(' ');
    let dashes = |word: &str| word.len() >= 2 && word.bytes().all(|byte| byte == b'-');
    text.starts_with(' ')
        && words.next().is_some_and(dashes)
        && words.next().is_some_and(dashes)
        && words.next().is_none()
}

/// The heading of a table; one that does not name a file must be below a ruler.
fn heading(text: &str, bare: &str, ruled: bool) -> Option<Table> {
    if let Some(path) = text.strip_prefix("  Line   ") {
        let path = path.trim();
        let path = path.split_once(" (in context of ").map_or(path, |(path, _)| path);
        return (!path.is_empty() && path.len() <= PATH_BYTES).then(|| Table::File(path.into()));
    }
    let indented = text.get(..INDENT).is_some_and(|blanks| blanks.trim().is_empty());
    match bare {
        "Error" if indented && ruled => Some(Table::Errors),
        "Warning" if indented && ruled => Some(Table::Warnings),
        _ => None,
    }
}

/// Whether PHPStan alone annotates so: it knows no columns.
fn is_own(text: &str) -> bool {
    let properties = text.strip_prefix("::error file=").and_then(|rest| rest.split_once("::"));
    properties
        .is_some_and(|(properties, _)| properties.contains(".php,line=") && properties.ends_with(",col=0"))
}

/// Reads `::error file=src/Cart.php,line=20,col=0::message`.
fn annotation(text: &str) -> Option<(String, u64, String)> {
    let (properties, message) = text.strip_prefix("::error file=")?.split_once("::")?;
    let (file, rest) = properties.split_once(",line=")?;
    let (line, _) = scan::number(rest)?;
    Some((head(file, PATH_BYTES).to_owned(), line, head(message, PATH_BYTES).to_owned()))
}

/// Reads `3 errors`, `1 error and 2 warnings`.
fn found(text: &str) -> Option<u64> {
    let (errors, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" errors").or_else(|| rest.strip_prefix(" error"))?;
    let rest = rest.trim();
    let warnings = rest.strip_prefix("and ").and_then(scan::number);
    (rest.is_empty() || warnings.is_some_and(|(_, word)| matches!(word, " warning" | " warnings")))
        .then_some(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_box_are_read_strictly() {
        assert_eq!((found("3 errors"), found("1 error and 2 warnings")), (Some(3), Some(1)));
        assert_eq!((found("3 errors of Bob"), found("3 items")), (None, None));
    }
}
