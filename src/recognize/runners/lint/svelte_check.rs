//! svelte-check.
//!
//! `Loading svelte-check in workspace: PATH` begins it, but for `--output human`. A place stands alone on a line (`src/App.svelte:3:7`), below it
//! `Error: message (ts)` or `Warn: message (svelte)`, an excerpt and an empty line. The end is `svelte-check found 4 errors
//! and 2 warnings in 3 files`. Source: svelte-check's `writers.ts` (`HumanFriendlyWriter`).

use crate::event::{Block, Class, Ended, Event, Opened, Part, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Weight, all_is_well, count, declared, open_at, position};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::{Line, head};

/// The longest place that is held, in bytes.
const PLACE_BYTES: usize = 1024;
/// The most lines of a finding.
const LINES: u32 = 40;
/// How many lines of others may stand between findings.
const OTHERS: u32 = 60;

/// svelte-check.
#[derive(Debug, Default)]
pub struct SvelteCheck {
    /// Behind the header or the first finding, and before the end.
    reading: bool,
    /// Its header was read.
    headed: bool,
    /// Lines of others since the header or the last finding.
    others: u32,
    /// The place on the line before.
    place: Option<String>,
    /// The open finding, and how many of its lines were read.
    open: Option<(Class, u32)>,
}

impl Recognizer for SvelteCheck {
    fn runner(&self) -> Runner {
        Runner("svelte-check")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["Loading svelte-check in workspace: ", "svelte-check found "],
            path: true,
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.reading || self.place.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn reads(&self, ending: &str) -> bool {
        ["js", "ts"].contains(&ending)
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("Loading svelte-check in workspace: ") {
            self.end(sink);
            (self.reading, self.headed) = (true, true);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if let Some(errors) = text.strip_prefix("svelte-check found ").and_then(totals) {
            self.close(sink);
            match (errors, self.headed) {
                (0, true) => sink.emit(Event::SectionEnded(Ended::Passed)),
                (0, false) => all_is_well(sink),
                _ => declared(errors, sink),
            }
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if let Some(place) = self.place.take()
            && let Some((weight, message, sourced)) = message(text)
            && (self.reading || sourced)
        {
            (self.reading, self.others) = (true, 0);
            return self.finding(&place, weight, message, sink);
        }
        if let Some((class, lines)) = self.open {
            if !text.is_empty() && lines < LINES {
                self.open = Some((class, lines.saturating_add(1)));
                sink.emit(Event::Text(Part::Why));
                return Seen::Mine(class);
            }
            self.close(sink);
        }
        if position(text).is_some_and(|(_, column, rest)| column.is_some() && rest.is_empty()) {
            self.place = Some(head(text, PLACE_BYTES).to_owned());
            return if self.reading { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        self.others = self.others.saturating_add(1);
        self.reading &= self.others <= OTHERS;
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        *self = Self::default();
    }
}

impl SvelteCheck {
    fn finding(&mut self, placed: &str, weight: Weight, message: &str, sink: &mut dyn Sink) -> Seen {
        let Some((place, column, _)) = position(placed) else { return Seen::No };
        let class = if weight == Weight::Fails {
            open_at(place, column, message, sink);
            sink.emit(Event::Instead(placed));
            sink.emit(Event::Heading);
            Class::Detail
        } else {
            sink.emit(Event::BlockOpened(Block::Warning { key: placed }));
            Class::Warning
        };
        sink.emit(Event::Text(Part::Why));
        self.open = Some((class, 0));
        Seen::Mine(class)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        self.place = None;
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// `4 errors and 2 warnings in 3 files`.
fn totals(text: &str) -> Option<u64> {
    let (errors, rest) = count(text, "error")?;
    let (_, rest) = count(rest.strip_prefix(" and ")?, "warning")?;
    let files = rest.strip_prefix(" in ").and_then(|rest| count(rest, "file"));
    (rest.is_empty() || files.is_some_and(|(_, rest)| rest.is_empty())).then_some(errors)
}

/// What stands below a place, without the language that it is about, and whether that is told.
fn message(text: &str) -> Option<(Weight, &str, bool)> {
    let (weight, message) = match text.split_once(": ")? {
        ("Error", message) => (Weight::Fails, message),
        ("Warn" | "Hint", message) => (Weight::Warns, message),
        _ => return None,
    };
    let source = message.rsplit_once(" (").filter(|(_, source)| {
        source.strip_suffix(')').is_some_and(|word| ["ts", "js", "svelte", "css"].contains(&word))
    });
    Some((weight, source.map_or(message, |(message, _)| message), source.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn a_finding_has_its_place_on_the_line_before() {
        let said = drive(
            &mut SvelteCheck::default(),
            "Loading svelte-check in workspace: /p\n\n/p/App.svelte:3:7\nError: no ship (ts)\n  let a = 1;\n\n/p/B.svelte:1:1\nWarn: no alt\n\nsvelte-check found 1 error and 1 warning in 2 files\n",
        )
        .join("\n");
        let place =
            "place: Place { file: \"/p/App.svelte\", line: Some(3) }, code: \"\", message: \"no ship\"";
        assert!(said.contains(place) && said.contains("Column(7)"), "{said}");
        assert_eq!(said.matches("Warning {").count(), 1, "{said}");
        assert!(said.contains("errors: Some(1)") && said.contains("SectionEnded(Failed)"), "{said}");
    }

    #[test]
    fn without_its_header_a_finding_tells_its_language() {
        let said = drive(
            &mut SvelteCheck::default(),
            "/p/App.svelte:3:7\nError: no ship (ts)\n\n/p/a.ts:1:1\nError: no\n\nsvelte-check found 2 errors and 0 warnings in 2 files\n",
        )
        .join("\n");
        assert_eq!(said.matches("Diagnostic").count(), 2, "{said}");
    }

    #[test]
    fn nothing_is_well_before_the_end_says_so() {
        let said = |text| drive(&mut SvelteCheck::default(), text).join("\n");
        assert!(said("svelte-check found 0 errors and 0 warnings\n").contains("SectionEnded(Passed)"));
        assert!(!said("Loading svelte-check in workspace: /p\n").contains("SectionEnded"));
        for text in ["svelte-check found no peace\n", "/p/a.ts:1:2\nError: no\n"] {
            assert!(!said(text).contains("Block") && !said(text).contains("Section"), "{text}");
        }
    }
}
