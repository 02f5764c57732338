//! xo and tsd, whose rows are eslint-formatter-pretty's: `PATH:LINE:COL` alone, then `✖  3:17  message  rule`.

use crate::event::{Class, Event, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::lint::finding::{Finding, count, ends_in, numbers, weight};
use crate::recognize::kit::linter::{Findings, Tool};

/// Endings of files that it reads.
const ENDINGS: [&str; 6] = ["js", "mjs", "cjs", "ts", "tsx", "jsx"];

/// xo.
#[derive(Debug, Default)]
pub(super) struct Xo {
    /// A file whose rows have a mark, and whether any came.
    file: Option<(Box<str>, bool)>,
}

impl Tool for Xo {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        if let Some((file, rows)) = self.file.take() {
            if let Some(finding) = row(&file, bare) {
                if !rows {
                    // The path heads its first finding, as it does in the tool's own report.
                    findings.emit(Event::Instead(&file));
                }
                let seen = findings.report(&finding, text);
                self.file = Some((file, true));
                return Some(seen);
            }
            if rows && (count(bare, "error").is_some() || count(bare, "warning").is_some()) {
                return Some(Seen::Mine(Class::Totals));
            }
        }
        // It is shown with its first row.
        self.file = place_alone(text).map(|file| (crate::text::head(file, PATH_BYTES).into(), false));
        self.is_open().then_some(Seen::Inside(Class::Noise))
    }

    fn is_open(&self) -> bool {
        self.file.is_some()
    }
}

/// `  bad.js:1:1`: a place and nothing else.
fn place_alone(text: &str) -> Option<&str> {
    let bare = text.strip_prefix("  ")?;
    let mut parts = bare.rsplitn(3, ':');
    let numbers = [parts.next()?, parts.next()?];
    let file = parts.next()?;
    let numbered =
        numbers.iter().all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    (numbered && !file.starts_with(' ') && ends_in(file, &ENDINGS)).then_some(file)
}

/// `✖  3:17  Unexpected debugger statement.  no-debugger`.
fn row<'a>(file: &'a str, bare: &'a str) -> Option<Finding<'a>> {
    let (mark, rest) = bare.split_at_checked(3)?;
    let weight = weight(mark, &["\u{2716}"], &["\u{26a0}"])?;
    let (line, column, rest) = numbers(rest.trim_start())?;
    let place = Place { file, line: Some(line) };
    rest.starts_with(' ').then(|| Finding { place, column: Some(column), weight, message: rest.trim() })
}
