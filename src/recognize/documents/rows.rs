//! For tests: events as short rows, one for each, that can be compared whole.

use super::{FormatError, Kind, parse};
use crate::event::{Block, Event, Outcome, Place, Sink, Totals};

/// Collects rows.
#[derive(Default)]
pub struct Rows(pub Vec<String>);

fn place(place: Place<'_>) -> String {
    match place.line {
        Some(line) => format!("{}:{line}", place.file),
        None => place.file.to_owned(),
    }
}

fn totals(totals: Totals) -> String {
    let named = [
        ("passed", totals.passed),
        ("failed", totals.failed),
        ("errors", totals.errors),
        ("skipped", totals.skipped),
        ("other", totals.other),
        ("total", totals.total),
    ];
    let printed = named.iter().filter_map(|(name, number)| number.map(|number| format!("{name} {number}")));
    printed.collect::<Vec<_>>().join(", ")
}

impl Sink for Rows {
    fn emit(&mut self, event: Event<'_>) {
        self.0.push(match event {
            Event::SectionStarted { label, .. } => format!("section {label}"),
            Event::Finished { id, outcome, attempt, .. } => {
                let outcome = match outcome {
                    Outcome::Failed(kind) => format!("failed {kind:?}"),
                    other => format!("{other:?}").to_lowercase(),
                };
                let attempt = if attempt > 0 { format!(" attempt {attempt}") } else { String::new() };
                format!("{outcome}{attempt} [{}|{}|{}]", id.module, id.separator, id.name)
            }
            Event::BlockOpened(Block::Test { .. }) | Event::BlockClosed => return,
            Event::BlockOpened(Block::Whole { name, kind }) => format!("whole {kind:?} [{name}]"),
            Event::BlockOpened(Block::More { name }) => format!("more [{name}]"),
            Event::BlockOpened(Block::Diagnostic { place: at, message, .. }) => {
                format!("diagnostic {}: {message}", place(at))
            }
            Event::BlockOpened(Block::Warning { key }) => format!("warning {key}"),
            Event::Decoded { part, text } => format!("  {part:?}: {text}"),
            Event::Reason(reason) => format!("  reason {reason}"),
            Event::Remark(remark) => format!("  remark {remark}"),
            Event::At { place: at, .. } => format!("  at {}", place(at)),
            Event::Message(message) | Event::Restated { message, .. } => format!("  message {message}"),
            Event::Declared { totals: printed, level } => format!("totals {level:?} {}", totals(printed)),
            Event::SectionEnded(how) => format!("ended {how:?}"),
            other => format!("{other:?}"),
        });
    }
}

/// Parses `bytes` and gives the rows, and the notes or the error.
pub fn rows(kind: Kind, bytes: &[u8]) -> (Vec<String>, Result<Vec<String>, FormatError>) {
    let mut rows = Rows::default();
    let mut input = std::io::BufReader::with_capacity(97, bytes);
    let result = parse(kind, &mut input, &mut rows);
    (rows.0, result.map(|parsed| parsed.notes))
}
