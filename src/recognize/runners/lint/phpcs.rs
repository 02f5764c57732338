//! PHP_CodeSniffer: its full report and its summary, of version 1 to 4.
//!
//! `FILE: PATH`, `FOUND 2 ERRORS AND 1 WARNING AFFECTING 3 LINES` between rulers, and rows `  1 | ERROR   | [ ] message`, whose
//! message may go on below. The summary has a row of numbers for each file, and `A TOTAL OF 6 ERRORS AND 1 WARNING WERE FOUND IN 2
//! FILES`. `Time: 1.2 secs; Memory: 10MB` ends both; alone it says that nothing was found. Version 1 writes `ERROR(S)`. Source:
//! `Reports/Full.php`, `Reports/Summary.php`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, Weight, weight};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Sum};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan;
use crate::text::head;

/// The most lines of a message.
const LINES: u32 = 20;

/// `PHP_CodeSniffer`.
#[derive(Debug, Default)]
pub struct Phpcs {
    part: Report,
    /// Errors by the heads of the files, as soon as a head, a row or a total came: the time ends a run in which something
    /// was found.
    found: Option<u64>,
    /// Those that were reported.
    reported: u64,
}

/// Where in a report the lines are.
#[derive(Debug, Default)]
enum Report {
    #[default]
    Nothing,
    /// Below the head of a file.
    File(Box<str>),
    /// In the summary.
    Summary,
}

impl Linter for Phpcs {
    const TABLE: Table = table!("phpcs.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(path) = text.strip_prefix("FILE: ").filter(|path| !path.is_empty()) {
            findings.close();
            self.part = Report::File(head(path, PATH_BYTES).into());
            return Some(Seen::Inside(Class::Noise));
        }
        match &self.part {
            Report::File(file) => {
                let (line, weight, message) = row(text)?;
                let place = Place { file, line: Some(line) };
                let shown = format!("{file}:{line}  {message}");
                self.reported.up(u64::from(weight == Weight::Fails));
                self.found.get_or_insert(0);
                findings.close();
                if weight == Weight::Fails {
                    findings.emit(Event::Instead(&shown));
                }
                let follows = Follows::Lines { fits: goes_on, most: LINES, part: Part::Why };
                let finding = Finding { place, column: None, weight, message };
                Some(findings.open_for(&finding, &shown, follows))
            }
            Report::Summary => {
                let (file, errors, warnings) = numbers(text)?;
                self.found.get_or_insert(0);
                if errors == 0 || self.reported > 0 {
                    return Some(Seen::Mine(Class::Noise));
                }
                let message = format!("{errors} errors, {warnings} warnings");
                Some(findings.report_in(file, &message, text))
            }
            Report::Nothing => None,
        }
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim();
        if let Some(errors) = counted(bare, "FOUND ", " AFFECTING ") {
            self.found.get_or_insert(0).up(errors);
        } else if bare == "PHP CODE SNIFFER REPORT SUMMARY" {
            self.part = Report::Summary;
        } else if let Some(errors) = counted(bare, "A TOTAL OF ", " FOUND IN ") {
            self.found = Some(0);
            self.part = Report::Nothing;
            return Some(findings.sum(Sum::or(errors, Sum::Nothing), text));
        } else if bare.starts_with("PHPCBF ") && bare.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.found.get_or_insert(0);
            self.part = Report::Nothing;
        } else if bare.starts_with("Time: ") && bare.contains("; Memory: ") && bare.ends_with('B') {
            return Some(self.ends(text, findings));
        } else if bare.starts_with("ERROR: the \"") && bare.contains("\" coding standard is not installed")
            || bare.starts_with("ERROR: Referenced sniff \"")
        {
            return Some(findings.fail(bare, FailureKind::Build));
        } else {
            return None;
        }
        Some(Seen::Mine(Class::Noise))
    }

    fn sees_every_line(&self) -> bool {
        !matches!(self.part, Report::Nothing)
    }

    fn end(&mut self, findings: &mut Findings<'_>) {
        self.sum("", findings);
    }
}

impl Phpcs {
    /// The run ends.
    fn ends(&mut self, text: &str, findings: &mut Findings<'_>) -> Seen {
        let seen = self.sum(text, findings);
        match std::mem::take(self).found {
            Some(_) => seen,
            None => findings.sum(Sum::Well, text),
        }
    }

    /// More errors were found than were reported: the log is cut.
    fn sum(&mut self, text: &str, findings: &mut Findings<'_>) -> Seen {
        let missing = self.found.filter(|found| *found > self.reported);
        findings.sum(missing.map_or(Sum::Nothing, Sum::Failed), text)
    }
}

/// Reads the errors of `FOUND 2 ERRORS AND 1 WARNING AFFECTING 3 LINES`.
fn counted(text: &str, before: &str, after: &str) -> Option<u64> {
    let rest = text.strip_prefix(before).filter(|rest| rest.contains(after))?;
    let (number, rest) = scan::number(rest)?;
    match rest.trim_start().as_bytes() {
        [b'E', ..] => Some(number),
        [b'W', ..] => Some(0),
        _ => None,
    }
}

/// Reads a row of a file.
fn row(text: &str) -> Option<(u64, Weight, &str)> {
    let (line, rest) = scan::number(text.trim_start())?;
    let (kind, message) = rest.trim_start().strip_prefix('|')?.split_once('|')?;
    let weight = weight(kind.trim(), &["ERROR"], &["WARNING"])?;
    let message = message.trim();
    let message = ["[ ] ", "[x] "].iter().find_map(|mark| message.strip_prefix(mark)).unwrap_or(message);
    Some((line, weight, message.trim()))
}

/// Whether a line goes on with the message of the row above.
fn goes_on(text: &str) -> bool {
    let mut parts = text.splitn(3, '|');
    let blank = |part: Option<&str>| part.is_some_and(|part| part.trim().is_empty());
    blank(parts.next()) && blank(parts.next()) && parts.next().is_some()
}

/// Reads a row of the summary.
fn numbers(text: &str) -> Option<(&str, u64, u64)> {
    let (rest, warnings) = text.trim_end().rsplit_once(' ')?;
    let (file, errors) = rest.trim_end().rsplit_once(' ')?;
    let file = file.trim();
    Some((file, scan::whole_number(errors)?, scan::whole_number(warnings)?)).filter(|_| !file.is_empty())
}
