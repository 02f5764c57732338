//! biome: lint, format, check and ci.
//!
//! A heading `PATH:LINE:COL RULE  ━━━`, or `PATH format ━━━` for a whole file, then the message behind a mark (`×` or `✖`
//! an error, `!` or `⚠` a warning), an excerpt and advice behind `i`. The end is `Checked N files in TIME.` and `Found N
//! errors.`, `Found N warnings.`. Errors are failures. Source: biome's `biome_diagnostics::display` and `biome_cli`.

use crate::event::{Class, Event, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well, count, declared, position};
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest heading that is held, in bytes.
const HELD_BYTES: usize = 1024;

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
    /// Whether a diagnostic was told since the last totals.
    told: bool,
}

impl Recognizer for Biome {
    fn runner(&self) -> Runner {
        Runner("biome")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["Found ", "Checked "],
            passes: &[PassShape { start: "", end: "\u{2501}\u{2501}\u{2501}\u{2501}" }],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ["js", "mjs", "cjs", "jsx", "ts", "mts", "tsx"].contains(&ending)
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if heading(text).is_some() {
            self.close(sink);
            self.open = Open::Heading(held(text));
            return Seen::Mine(Class::Noise);
        }
        match std::mem::take(&mut self.open) {
            Open::Heading(heading) => {
                if text.is_empty() {
                    self.open = Open::Heading(heading);
                    return Seen::Mine(Class::Noise);
                }
                if let Some(seen) = self.message(&heading, text, sink) {
                    return seen;
                }
            }
            Open::Below(class) => {
                if text.is_empty() || text.starts_with("  ") {
                    if !text.is_empty() {
                        sink.emit(Event::Text(Part::Where));
                    }
                    self.open = Open::Below(class);
                    return Seen::Mine(if text.is_empty() { Class::Noise } else { class });
                }
                sink.emit(Event::BlockClosed);
            }
            Open::Nothing => {}
        }
        self.totals(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Biome {
    fn message(&mut self, heading: &str, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (mark, message) = text.trim_start().split_once(' ')?;
        let weight = match mark {
            "\u{d7}" | "\u{2716}" => Weight::Fails,
            "!" | "\u{26a0}" | "i" | "\u{2139}" => Weight::Warns,
            _ => return None,
        };
        let (place, column) = self::heading(heading)?;
        if weight == Weight::Fails {
            sink.emit(Event::Instead(heading));
        }
        let class = Finding { place, column, weight, message: message.trim() }.open(heading, sink);
        if weight == Weight::Fails {
            sink.emit(Event::Text(Part::Why));
        }
        self.told = true;
        self.open = Open::Below(class);
        Some(Seen::Mine(class))
    }

    fn totals(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(rest) = text.strip_prefix("Checked ") {
            let Some((_, rest)) = count(rest, "file").filter(|(_, rest)| rest.starts_with(" in ")) else {
                return Seen::No;
            };
            if !self.told && rest.contains("s. ") {
                all_is_well(sink);
            }
            return Seen::Mine(Class::Totals);
        }
        let found = text.strip_prefix("Found ").filter(|_| self.told);
        if let Some((errors, ".")) = found.and_then(|rest| count(rest, "error")) {
            self.told = false;
            if errors > 0 {
                declared(errors, sink);
            }
            return Seen::Mine(Class::Totals);
        }
        let other = found.and_then(|rest| count(rest, "warning").or_else(|| count(rest, "info")));
        if other.is_some() { Seen::Mine(Class::Totals) } else { Seen::No }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if let Open::Below(_) = std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// The place in a heading.
fn heading(text: &str) -> Option<(Place<'_>, Option<u64>)> {
    if !text.ends_with("\u{2501}\u{2501}\u{2501}\u{2501}") {
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
    format!("{} \u{2501}\u{2501}\u{2501}\u{2501}", crate::text::head(text, HELD_BYTES)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn an_error_is_a_failure_and_a_warning_is_none() {
        let rows = drive(
            &mut Biome::default(),
            "a.js:2:10 lint/style/useConst  FIXABLE  \u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\n\n  \u{d7} Use const.\n  \n    1 \u{2502} let x\n\nb.css format \u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\n\n  ! Formatter would have printed\n\nChecked 2 files in 5ms. No fixes applied.\nFound 1 error.",
        );
        assert!(rows[2].contains("file: \"a.js\", line: Some(2)"), "{rows:?}");
        assert!(rows[8].contains("Warning"), "{rows:?}");
        assert!(rows[11].contains("errors: Some(1)"), "{rows:?}");
    }

    #[test]
    fn a_check_without_diagnostics_is_a_pass() {
        let rows = drive(&mut Biome::default(), "Checked 2 files in 5ms. No fixes applied.");
        assert!(rows[0].contains("SectionEnded(Passed)"), "{rows:?}");
    }
}
