//! stylelint, in its default (string) and unix forms.
//!
//! A file's path alone, rows `  LINE:COL  ✖  message  rule` (`⚠` for a warning), and at the end `✖ N problems (E errors, W
//! warnings)` or the same without the mark. Unix: `PATH:LINE:COL: message (rule) [error]`. Errors are failures. Source: stylelint's `formatters/stringFormatter.mjs`.

use crate::event::{Class, Event, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, count, declared, ends_in, position};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The endings of files that stylelint reads.
const ENDINGS: [&str; 6] = ["css", "scss", "sass", "less", "pcss", "styl"];
/// The longest path that is held, in bytes.
const PATH_BYTES: usize = 1024;

/// stylelint.
#[derive(Debug, Default)]
pub struct Stylelint {
    /// The file whose rows follow, and how many of them came.
    file: Option<(Box<str>, u64)>,
    /// Whether a finding was told since the last totals.
    told: bool,
}

impl Recognizer for Stylelint {
    fn runner(&self) -> Runner {
        Runner("stylelint")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["\u{2716} "],
            passes: &[
                PassShape { start: "", end: ".css" },
                PassShape { start: "", end: ".scss" },
                PassShape { start: "", end: ".sass" },
                PassShape { start: "", end: ".less" },
                PassShape { start: "", end: ".pcss" },
                PassShape { start: "", end: ".styl" },
                PassShape { start: "", end: " warnings)" },
                PassShape { start: "", end: " warning)" },
            ],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, _ending: &str) -> bool {
        false
    }

    fn attention(&self) -> Attention {
        if self.file.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some((file, rows)) = &mut self.file {
            if let Some(class) = row(file, *rows, text, sink) {
                *rows = rows.saturating_add(1);
                self.told = true;
                return Seen::Mine(class);
            }
            if *rows > 0 {
                sink.emit(Event::BlockClosed);
            }
            self.file = None;
        }
        if let Some(finding) = unix(text) {
            self.told = true;
            return Seen::Mine(finding.tell(text, sink));
        }
        if self.told
            && let Some(errors) = problems(text.strip_prefix("\u{2716} ").unwrap_or(text))
        {
            self.told = false;
            if errors > 0 {
                declared(errors, sink);
            }
            return Seen::Mine(Class::Totals);
        }
        if ends_in(text, &ENDINGS)
            && text.len() < PATH_BYTES
            && !text.contains(": ")
            && !text.starts_with(' ')
        {
            // It is shown with its first row.
            self.file = Some((text.into(), 0));
            return Seen::Inside(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if self.file.take().is_some_and(|(_, rows)| rows > 0) {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// `6 problems (6 errors, 0 warnings)`: the errors.
fn problems(text: &str) -> Option<u64> {
    let (_, rest) = count(text, "problem")?;
    let (errors, rest) = count(rest.strip_prefix(" (")?, "error")?;
    rest.starts_with(", ").then_some(errors)
}

/// `PATH:LINE:COL: message (rule) [error]`
fn unix(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?;
    let weight = match message.rsplit_once(") [")?.1 {
        "error]" => Weight::Fails,
        "warning]" => Weight::Warns,
        _ => return None,
    };
    ends_in(place.file, &ENDINGS).then_some(Finding { place, column, weight, message })
}

fn row(file: &str, rows: u64, text: &str, sink: &mut dyn Sink) -> Option<Class> {
    let begin = text.strip_prefix(' ')?.trim_start();
    let (line, rest) = scan::number(begin)?;
    let (column, rest) = scan::number(rest.strip_prefix(':')?)?;
    let rest = rest.trim_start();
    let (weight, message) = match rest.split_once(' ')? {
        ("\u{2716}" | "\u{d7}", message) => (Weight::Fails, message),
        ("\u{26a0}" | "\u{203c}" | "\u{2139}", message) => (Weight::Warns, message),
        _ => return None,
    };
    let place = Place { file, line: Some(line) };
    let finding = Finding { place, column: Some(column), weight, message: message.trim() };
    let first = rows == 0 && weight == Weight::Fails;
    if first {
        // The path heads its first finding, as it does in the tool's own report.
        sink.emit(Event::Instead(file));
    }
    let class = finding.open(&format!("{file} {begin}"), sink);
    if first {
        sink.emit(Event::Text(Part::Why));
    }
    Some(class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn rows_below_a_path_are_findings_and_totals_end_them() {
        assert_eq!(
            drive(
                &mut Stylelint::default(),
                "a.css\n  1:3   \u{2716}  Duplicate property  no-dup\n  2:14  \u{26a0}  Unit  no-unit\n\n\u{2716} 2 problems (1 error, 1 warning)"
            ),
            [
                "1 Inside(Noise) ",
                "2 Mine(Detail) Instead(\"a.css\") | BlockClosed | Column(3) | BlockOpened(Diagnostic { place: Place { file: \"a.css\", line: Some(1) }, code: \"\", message: \"Duplicate property  no-dup\" }) | Heading | Text(Why)",
                "3 Mine(Warning) BlockOpened(Warning { key: \"a.css 2:14  \u{26a0}  Unit  no-unit\" }) | Text(Why)",
                "4 No BlockClosed",
                "5 Mine(Totals) Declared { totals: Totals { passed: None, failed: None, errors: Some(1), skipped: None, other: None, total: None }, level: Section } | SectionEnded(Failed)",
                "end ",
            ]
        );
    }

    #[test]
    fn the_unix_form_is_read() {
        let rows = drive(&mut Stylelint::default(), "/p/a.css:1:3: Duplicate property (no-dup) [error]");
        assert!(rows[0].contains("Diagnostic"), "{rows:?}");
    }

    #[test]
    fn totals_without_findings_are_left_to_others() {
        assert_eq!(drive(&mut Stylelint::default(), "\u{2716} 2 problems (1 error, 1 warning)")[0], "1 No ");
    }
}
