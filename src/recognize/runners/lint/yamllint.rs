//! yamllint, in its standard, coloured and parsable forms.
//!
//! Standard: a file's path alone, then rows `  LINE:COL  error  message  (rule)`. Parsable: `PATH:LINE:COL: [error] message
//! (rule)`. Only errors fail the run. There are no totals, and a run without findings prints nothing. Source: yamllint's
//! `cli.py`.

use crate::event::{Class, Event, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, ends_in, position};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest path that is held, in bytes.
const PATH_BYTES: usize = 1024;

/// yamllint.
#[derive(Debug, Default)]
pub struct Yamllint {
    /// The file whose rows follow, and how many of them came.
    file: Option<(Box<str>, u64)>,
}

impl Recognizer for Yamllint {
    fn runner(&self) -> Runner {
        Runner("yamllint")
    }

    fn signs(&self) -> Signs {
        Signs {
            passes: &[PassShape { start: "", end: ".yml" }, PassShape { start: "", end: ".yaml" }],
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
                return Seen::Mine(class);
            }
            if *rows > 0 {
                sink.emit(Event::BlockClosed);
            }
            self.file = None;
        }
        if let Some(finding) = parsable(text) {
            return Seen::Mine(finding.tell(text, sink));
        }
        let path = ends_in(text, &["yml", "yaml"]) && !text.starts_with(' ') && !text.contains(": ");
        if path && text.len() < PATH_BYTES {
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

fn weight(word: &str) -> Option<Weight> {
    match word {
        "error" => Some(Weight::Fails),
        "warning" => Some(Weight::Warns),
        _ => None,
    }
}

fn parsable(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?;
    let (word, _) = message.strip_prefix('[')?.split_once("] ")?;
    let weight = weight(word)?;
    column.map(|column| Finding { place, column: Some(column), weight, message })
}

fn row(file: &str, rows: u64, text: &str, sink: &mut dyn Sink) -> Option<Class> {
    // Spectral, which prints the same rows, aligns their numbers to the right.
    let begin = text.strip_prefix(' ')?.trim_start();
    let (line, rest) = scan::number(begin)?;
    let (column, rest) = scan::number(rest.strip_prefix(':')?)?;
    let (word, message) = rest.trim_start().split_once(' ')?;
    let place = Place { file, line: Some(line) };
    let finding = Finding { place, column: Some(column), weight: weight(word)?, message: message.trim() };
    let first = rows == 0 && finding.weight == Weight::Fails;
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
    fn both_forms_are_read_and_warnings_are_no_failures() {
        let rows = drive(
            &mut Yamllint::default(),
            "a.yml\n  1:1       warning  missing document start  (document-start)\n  1:5       error    too many spaces  (colons)\n\nb.yml:1:5: [error] too many spaces (colons)\na.yml\nother",
        );
        assert!(
            rows[1].starts_with("2 Mine(Warning)") && rows[2].contains("too many spaces  (colons)"),
            "{rows:?}"
        );
        assert!(rows[4].contains("file: \"b.yml\", line: Some(1)"), "{rows:?}");
        assert_eq!(rows[6], "7 No ");
    }
}
