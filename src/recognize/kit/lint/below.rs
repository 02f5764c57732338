//! The lines below a finding: its source, marks under it, and what the tool adds.
//!
//! Three shapes: an excerpt with a margin (`12 | code`, `   | ^^^`), a line of source with a line of carets or tildes
//! below it, and lines indented deeper than the finding. A blank line or anything else ends the block, unless the
//! caller says otherwise.

use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::kit::scan;

/// Which line was last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum After {
    #[default]
    Heading,
    Margin,
    Source,
    Carets,
}

/// The state below one finding.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    class: Class,
    after: After,
}

impl Below {
    /// The state below the heading of a finding of this class.
    #[must_use]
    pub const fn new(class: Class) -> Self {
        Self { class, after: After::Heading }
    }

    /// Takes the next line. Returns `None` when it is not part of the finding.
    pub fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (after, seen) = match self.after {
            After::Heading | After::Margin if is_margin(text) || is_remark(text) => {
                (After::Margin, Seen::Mine(self.class))
            }
            After::Heading if text.starts_with([' ', '\t']) && !text.trim().is_empty() => {
                (After::Source, Seen::Inside(self.class))
            }
            After::Heading | After::Source if is_carets(text) => (After::Carets, Seen::Mine(self.class)),
            _ => return None,
        };
        self.after = after;
        sink.emit(Event::Text(Part::Where));
        Some(seen)
    }
}

/// A line of an excerpt with margin: `12 | code`, `   | ^^^`, `3 + added`, `  - removed`, `  ...`.
#[must_use]
pub fn is_margin(text: &str) -> bool {
    let begin = text.trim_start();
    let rest = scan::number(begin).map_or(begin, |(_, rest)| rest);
    let numbered = rest.len() < begin.len();
    let rest = rest.trim_start();
    rest.starts_with('|')
        || (rest.starts_with(['+', '-']) && (numbered || text.starts_with("  ")))
        || begin == "..."
        || begin.starts_with("::: ")
}

/// Whether the line is a remark that a tool adds below an excerpt.
#[must_use]
pub fn is_remark(text: &str) -> bool {
    let begin = text.trim_start();
    ["help: ", "note: ", "= help: ", "= note: ", "info: "].iter().any(|remark| begin.starts_with(remark))
}

/// A line of carets and tildes alone.
#[must_use]
pub fn is_carets(text: &str) -> bool {
    text.contains(['^', '~']) && text.bytes().all(|each| matches!(each, b' ' | b'\t' | b'^' | b'~' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_and_carets_are_reported_from_other_lines() {
        for text in ["1 | import json", "  |", "  |        ^^^^", "  - import json", "12 + x", "  ..."] {
            assert!(is_margin(text), "{text}");
        }
        for text in ["", "- a list", "a | b", "12 passed"] {
            assert!(!is_margin(text), "{text}");
        }
        assert!(is_carets("   ^~~~") && !is_carets("   ^ here") && !is_carets("  --"));
    }
}
