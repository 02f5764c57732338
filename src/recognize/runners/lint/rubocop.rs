//! rubocop, and standardrb which prints through it.
//!
//! Progress and clang: `PATH:LINE:COL: C: [Correctable] Cop/Name: message`, the source and a line of carets; emacs without
//! them; simple: `== PATH ==` and rows `C:  1:  1: message`. The end is `N files inspected, M offenses detected` or `no
//! offenses detected`. Every offense fails the run, save those of severity info. Source: rubocop's `formatter` folder.

use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::below::is_carets;
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, count, declared, position};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest path that is held, in bytes.
const PATH_BYTES: usize = 1024;

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
    told: bool,
}

impl Recognizer for Rubocop {
    fn runner(&self) -> Runner {
        Runner("rubocop")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["== "],
            passes: &[
                PassShape { start: "", end: " detected" },
                PassShape { start: "", end: " autocorrectable" },
                PassShape { start: "", end: " auto-correctable" },
                PassShape { start: "", end: "can be corrected with `rubocop -A`" },
                PassShape { start: "", end: " corrected" },
            ],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ending == "rb"
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(finding) = offense(text) {
            self.close(sink);
            let class = finding.open(text, sink);
            self.told = true;
            self.open = Open::Heading(class);
            return Seen::Mine(class);
        }
        match std::mem::take(&mut self.open) {
            Open::Heading(class) if text.starts_with("(Using Ruby ") => {
                self.open = Open::Heading(class);
                return Seen::Mine(Class::Noise);
            }
            Open::Heading(class) if !text.is_empty() && totals(text).is_none() => {
                sink.emit(Event::Text(Part::Where));
                self.open = Open::Source(class);
                return Seen::Inside(class);
            }
            Open::Source(class) if is_carets(text) => {
                sink.emit(Event::Text(Part::Where));
                sink.emit(Event::BlockClosed);
                return Seen::Mine(class);
            }
            Open::File(file, rows) => {
                if let Some(class) = row(&file, rows, text, sink) {
                    self.told = true;
                    self.open = Open::File(file, rows.saturating_add(1));
                    return Seen::Mine(class);
                }
                if text.starts_with("(Using Ruby ") {
                    self.open = Open::File(file, rows);
                    return Seen::Mine(Class::Noise);
                }
                if rows > 0 {
                    sink.emit(Event::BlockClosed);
                }
            }
            Open::Heading(_) | Open::Source(_) => sink.emit(Event::BlockClosed),
            Open::Nothing => {}
        }
        self.outside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Rubocop {
    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(file) = text.strip_prefix("== ").and_then(|rest| rest.strip_suffix(" ==")) {
            if file.len() < PATH_BYTES && !file.contains("  ") {
                // It is shown with its first row.
                self.open = Open::File(file.into(), 0);
                return Seen::Inside(Class::Noise);
            }
            return Seen::No;
        }
        let Some(offenses) = totals(text) else { return Seen::No };
        let told = std::mem::take(&mut self.told);
        match offenses {
            0 => all_is_well(sink),
            _ if told => declared(offenses, sink),
            _ => sink.emit(Event::Consequence { name: text, kind: FailureKind::Build }),
        }
        Seen::Mine(Class::Totals)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        match std::mem::take(&mut self.open) {
            Open::Heading(_) | Open::Source(_) => sink.emit(Event::BlockClosed),
            Open::File(_, rows) if rows > 0 => sink.emit(Event::BlockClosed),
            Open::File(..) | Open::Nothing => {}
        }
    }
}

/// `3 files inspected, 9 offenses detected, 7 offenses autocorrectable`: the offenses that are left.
fn totals(text: &str) -> Option<u64> {
    let (_, rest) = count(text, "file")?;
    let rest = rest.strip_prefix(" inspected, ")?;
    if rest.starts_with("no offenses detected") {
        return Some(0);
    }
    let (offenses, rest) = count(rest, "offense")?;
    let corrected = rest.strip_prefix(" detected, ").and_then(|rest| count(rest, "offense"));
    let corrected =
        corrected.filter(|(_, rest)| rest.starts_with(" corrected")).map_or(0, |(number, _)| number);
    rest.starts_with(" detected").then_some(offenses.saturating_sub(corrected))
}

/// The letters of severities, and whether they fail a run.
fn weight(letter: &str) -> Option<Weight> {
    match letter {
        "R" | "C" | "W" | "E" | "F" => Some(Weight::Fails),
        "I" => Some(Weight::Warns),
        _ => None,
    }
}

/// An offense with its place in front.
fn offense(text: &str) -> Option<Finding<'_>> {
    let indented = text.starts_with("  ");
    let (place, column, rest) = position(text.trim_start())?;
    let message = rest.strip_prefix(' ')?;
    let (weight, message) = match message.split_once(": ") {
        Some((letter, message)) if weight(letter).is_some() && !indented => (weight(letter)?, message),
        // standardrb has no letter: `  app/a.rb:45:5: Style/Name: message`.
        Some((cop, _)) if indented && is_cop(cop) => (Weight::Fails, message),
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
fn row(file: &str, rows: u64, text: &str, sink: &mut dyn Sink) -> Option<Class> {
    let (letter, rest) = text.split_once(':')?;
    let weight = weight(letter)?;
    let (line, rest) = scan::number(rest.trim_start())?;
    let (column, rest) = scan::number(rest.strip_prefix(':')?.trim_start())?;
    let message = rest.strip_prefix(": ")?;
    let place = Place { file, line: Some(line) };
    let finding = Finding { place, column: Some(column), weight, message };
    let first = rows == 0 && weight == Weight::Fails;
    if first {
        let heading = format!("== {file} ==");
        sink.emit(Event::Instead(&heading));
    }
    let class = finding.open(text, sink);
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
    fn an_offense_takes_its_source_and_carets() {
        assert_eq!(
            drive(
                &mut Rubocop::default(),
                "cart.rb:2:5: W: Lint/UselessAssignment: Useless assignment.\n    x = 1\n    ^\n\n1 file inspected, 1 offense detected"
            ),
            [
                "1 Mine(Detail) BlockClosed | Column(5) | BlockOpened(Diagnostic { place: Place { file: \"cart.rb\", line: Some(2) }, code: \"\", message: \"Lint/UselessAssignment: Useless assignment.\" }) | Heading",
                "2 Inside(Detail) Text(Where)",
                "3 Mine(Detail) Text(Where) | BlockClosed",
                "4 No ",
                "5 Mine(Totals) Declared { totals: Totals { passed: None, failed: None, errors: Some(1), skipped: None, other: None, total: None }, level: Section } | SectionEnded(Failed)",
                "end ",
            ]
        );
    }

    #[test]
    fn the_simple_form_and_standardrb_are_read() {
        let rows = drive(&mut Rubocop::default(), "== a.rb ==\nC:  1: 13: [Correctable] Style/X: no.\n\nend");
        assert!(rows[1].contains("file: \"a.rb\", line: Some(1)"), "{rows:?}");
        let rows = drive(&mut Rubocop::default(), "  app/a.rb:45:5: Style/TrailingComma: Put a comma.");
        assert!(rows[0].contains("Diagnostic"), "{rows:?}");
        assert_eq!(drive(&mut Rubocop::default(), "  app/a.rb:45:5: in block")[0], "1 No ");
    }

    #[test]
    fn totals_count_what_is_left() {
        assert_eq!(totals("3 files inspected, 9 offenses detected, 7 offenses autocorrectable"), Some(9));
        assert_eq!(totals("3 files inspected, 9 offenses detected, 9 offenses corrected"), Some(0));
        assert_eq!(totals("1 file inspected, no offenses detected"), Some(0));
        assert_eq!(totals("3 files changed"), None);
    }
}
