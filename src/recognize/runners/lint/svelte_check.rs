//! svelte-check.
//!
//! `Loading svelte-check in workspace: PATH` begins it, but for `--output human`. A place is alone on a line (`src/App.svelte:3:7`), below it
//! `Error: message (ts)` or `Warn: message (svelte)`, an excerpt and an empty line. The end is `svelte-check found 4 errors
//! and 2 warnings in 3 files`. Source: svelte-check's `writers.ts` (`HumanFriendlyWriter`).

use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, Opened, Part, Seen};
use crate::recognize::kit::lint::finding::{Weight, all_is_well, declared, open_at, position, weight};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::{Shape, first, shape};
use crate::text::head;

/// The longest place that is held, in bytes.
const PLACE_BYTES: usize = 1024;
/// How many lines of others may be between findings.
const OTHERS: u32 = 60;
const HEADER: &str = "Loading svelte-check in workspace: ";
/// How it ends.
const TOTALS: [Shape; 2] = [
    shape("svelte-check found {errors} error{s} and {number} warning{s}"),
    shape("svelte-check found {errors} error{s} and {number} warning{s} in {number} file{s}"),
];
/// What follows a finding.
const FOLLOWS: Follows = Follows::Lines { fits: |text| !text.is_empty(), most: 40, part: Part::Why };

/// svelte-check.
#[derive(Debug, Default)]
pub struct SvelteCheck {
    /// Below the header or the first finding, and before the end.
    reading: bool,
    /// Its header was read.
    headed: bool,
    /// Lines of others since the header or the last finding.
    others: u32,
    /// The place on the line before.
    place: Option<String>,
}

impl Linter for SvelteCheck {
    const TABLE: Table = table!("svelte_check.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if text.starts_with(HEADER) {
            *self = Self { reading: true, headed: true, ..Self::default() };
            findings.close();
            findings.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(errors) = first(&TOTALS, text).and_then(|totals| totals.errors) {
            findings.close();
            match (errors, self.headed) {
                (0, true) => findings.emit(Event::SectionEnded(Ended::Passed)),
                (0, false) => all_is_well(findings.sink()),
                _ => declared(errors, findings.sink()),
            }
            *self = Self::default();
            return Some(Seen::Mine(Class::Totals));
        }
        let place = self.place.take()?;
        let (weight, message, _) = message(text).filter(|(.., sourced)| self.reading || *sourced)?;
        (self.reading, self.others) = (true, 0);
        Some(finding(&place, weight, message, findings).unwrap_or(Seen::No))
    }

    fn line(&mut self, text: &str, _: &mut Findings<'_>) -> Option<Seen> {
        if position(text).is_some_and(|(_, column, rest)| column.is_some() && rest.is_empty()) {
            self.place = Some(head(text, PLACE_BYTES).to_owned());
            return self.reading.then_some(Seen::Mine(Class::Noise));
        }
        self.others.up(1);
        self.reading &= self.others <= OTHERS;
        None
    }

    fn sees_every_line(&self) -> bool {
        self.reading || self.place.is_some()
    }
}

fn finding(placed: &str, weight: Weight, message: &str, findings: &mut Findings<'_>) -> Option<Seen> {
    let (place, column, _) = position(placed)?;
    let class = if weight == Weight::Fails {
        open_at(place, column, message, findings.sink());
        findings.emit(Event::Instead(placed));
        findings.emit(Event::Heading);
        Class::Detail
    } else {
        findings.emit(Event::BlockOpened(Block::Warning { key: placed }));
        Class::Warning
    };
    findings.emit(Event::Text(Part::Why));
    findings.follow(class, FOLLOWS);
    Some(Seen::Mine(class))
}

/// What is below a place, without the language that it is about, and whether that is printed.
fn message(text: &str) -> Option<(Weight, &str, bool)> {
    let (word, message) = text.split_once(": ")?;
    let weight = weight(word, &["Error"], &["Warn", "Hint"])?;
    let source = message.rsplit_once(" (").filter(|(_, source)| {
        source.strip_suffix(')').is_some_and(|word| ["ts", "js", "svelte", "css"].contains(&word))
    });
    Some((weight, source.map_or(message, |(message, _)| message), source.is_some()))
}
