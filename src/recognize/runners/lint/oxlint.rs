//! oxlint: a drawing for each finding, and the numbers of warnings and errors.
//!
//! ```text
//!   × eslint(no-debugger): `debugger` statement is not allowed
//!    ╭─[src/quay.js:3:17]
//!  3 │   debugger
//!    ·   ────────
//!    ╰────
//!   help: Remove the debugger statement
//!
//! Found 0 warnings and 1 error.
//! ```
//!
//! On a machine that is not known to draw, `x`, `!`, `,-[`, `|` and `` `---- `` stand for the marks. Warnings fail no run unless
//! they are denied. Source of the format: oxlint's default and unix reporters, which miette draws.

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{all_is_well, count, declared, open_at};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The longest message that is held, in bytes.
const MESSAGE_BYTES: usize = 1024;
/// The most lines of a message, and the most lines of a drawing that are shown.
const LINES: u8 = 20;
/// What begins a finding that fails, and one that warns.
const MARKS: [(&str, bool); 4] = [("\u{d7} ", true), ("x ", true), ("\u{26a0} ", false), ("! ", false)];

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A message whose place is to come: whether it fails, and its lines.
    Message(Box<str>, bool, u8),
    /// A drawing, and how many of its lines were read.
    Drawing(Class, u8),
    /// What stands below the drawing.
    Below(Class),
}

/// oxlint.
#[derive(Debug, Default)]
pub struct Oxlint {
    open: Open,
    /// Errors that were told since the last numbers.
    errors: u64,
    /// Whether anything was.
    told: bool,
}

impl Recognizer for Oxlint {
    fn runner(&self) -> Runner {
        Runner("oxlint")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["\u{d7} ", "x ", "\u{26a0} ", "! ", "Found "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let bare = text.trim_start();
        match std::mem::take(&mut self.open) {
            Open::Message(message, fails, lines) => {
                if let Some(place) = place(bare) {
                    return self.begin(&message, fails, place, sink);
                }
                // A long message goes on behind a margin.
                let more = bare.strip_prefix("\u{2502} ").or_else(|| bare.strip_prefix("| "));
                if let Some(more) = more.filter(|_| lines < LINES) {
                    let whole = format!("{message} {}", more.trim());
                    self.open = Open::Message(held(&whole), fails, lines.saturating_add(1));
                    return Seen::Inside(Class::Detail);
                }
            }
            Open::Drawing(class, lines) if lines < LINES => {
                sink.emit(Event::Text(Part::Where));
                let ended = bare.starts_with("\u{2570}\u{2500}") || bare.starts_with("`---");
                self.open =
                    if ended { Open::Below(class) } else { Open::Drawing(class, lines.saturating_add(1)) };
                return Seen::Mine(class);
            }
            Open::Below(class) if ["help: ", "note: "].iter().any(|begin| bare.starts_with(begin)) => {
                sink.emit(Event::Text(Part::Why));
                self.open = Open::Below(class);
                return Seen::Mine(class);
            }
            Open::Drawing(..) | Open::Below(_) => sink.emit(Event::BlockClosed),
            Open::Nothing => {}
        }
        if let Some((message, fails)) = finding(text, bare) {
            self.open = Open::Message(held(message), fails, 0);
            return Seen::Inside(Class::Noise);
        }
        self.totals(bare, sink).unwrap_or(Seen::No)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if let Open::Drawing(..) | Open::Below(_) = std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }
}

impl Oxlint {
    fn begin(&mut self, message: &str, fails: bool, place: &str, sink: &mut dyn Sink) -> Seen {
        let class = if fails { Class::Detail } else { Class::Warning };
        self.told = true;
        if fails {
            self.errors = self.errors.saturating_add(1);
            let (place, column) = split(place);
            sink.emit(Event::Instead(message));
            open_at(place, column, message, sink);
            sink.emit(Event::Heading);
        } else {
            sink.emit(Event::BlockOpened(Block::Warning { key: message }));
        }
        sink.emit(Event::Text(Part::Why));
        self.open = Open::Drawing(class, 0);
        Seen::Mine(class)
    }

    /// `Found 4 warnings and 1 error.`, and in some versions `Found 0 warnings and 0 errors.` when all is well.
    fn totals(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (warnings, rest) = count(text.strip_prefix("Found ")?, "warning")?;
        let (errors, rest) = count(rest.strip_prefix(" and ")?, "error")?;
        if rest != "." {
            return None;
        }
        let (told, found) = (std::mem::take(&mut self.told), std::mem::take(&mut self.errors));
        if errors > 0 && found > 0 {
            declared(errors, sink);
        } else if errors > 0 {
            sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
        } else if warnings == 0 && !told {
            all_is_well(sink);
        }
        Some(Seen::Mine(Class::Totals))
    }
}

fn held(message: &str) -> Box<str> {
    crate::text::head(message, MESSAGE_BYTES).into()
}

/// `  × eslint(no-debugger): message`: the message with its rule.
fn finding<'a>(text: &str, bare: &'a str) -> Option<(&'a str, bool)> {
    let (mark, fails) = MARKS.iter().find(|(mark, _)| bare.starts_with(mark))?;
    let message = bare.strip_prefix(mark)?;
    text.starts_with("  ").then_some((message, *fails))
}

/// `╭─[src/quay.js:3:17]`: what stands in the brackets.
fn place(bare: &str) -> Option<&str> {
    let rest = bare.strip_prefix("\u{256d}\u{2500}[").or_else(|| bare.strip_prefix(",-["))?;
    rest.strip_suffix(']')
}

/// `src/quay.js:3:17`: the place, and its column.
fn split(place: &str) -> (Place<'_>, Option<u64>) {
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next().and_then(|column| column.parse().ok());
    let line = parts.next().and_then(|line| line.parse().ok());
    match (parts.next(), line, column) {
        (Some(file), Some(_), Some(_)) => (Place { file, line }, column),
        _ => (Place { file: place, line: None }, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Oxlint::default(), text).join("\n")
    }

    #[test]
    fn an_error_has_its_place_and_a_warning_fails_nothing() {
        for (mark, warns, open, close) in [("×", "⚠", "╭─", "╰────"), ("x", "!", ",-", "`----")]
        {
            let all = all(&format!(
                "  {mark} eslint(no-debugger): not allowed\n   {open}[a.js:3:17]\n 3 | debugger\n   {close}\n  help: remove it\n\n  {warns} eslint(no-unused-vars): a\n   {open}[a.js:1:5]\n   {close}\n\nFound 1 warning and 1 error.\n"
            ));
            assert_eq!(all.matches("Diagnostic").count(), 1, "{all}");
            assert!(all.contains("line: Some(3)") && all.contains("Column(17)"), "{all}");
            assert!(all.contains("errors: Some(1)"), "{all}");
        }
    }

    #[test]
    fn numbers_alone_decide() {
        assert!(all("Found 0 warnings and 0 errors.\n").contains("SectionEnded(Passed)"));
        assert!(all("Found 2 warnings and 1 error.\n").contains("Consequence"));
        assert!(!all("Found 2 warnings and 0 errors.\nFound 3 boats\n").contains("Section"));
    }

    #[test]
    fn a_drawing_that_does_not_end_takes_no_more_lines_than_are_shown() {
        let lines = usize::from(LINES);
        let all = all(&format!("  x a\n   ,-[a.js:1:2]\n{}", " 3 | quay\n".repeat(lines + 5)));
        assert_eq!(all.matches("Mine(Detail)").count(), lines + 1, "{all}");
    }

    #[test]
    fn a_mark_without_a_place_is_anybodys() {
        assert!(!all("  x marks the spot\n\n  ! wait\nother\n").contains("Block"));
        assert_eq!(split("a.js"), (Place { file: "a.js", line: None }, None));
    }
}
