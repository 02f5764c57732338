//! Comparisons whose sides differ only in escapes: there the escapes are shown.

use super::failures::FailureLog;
use super::report::Report;
use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::Part;
use crate::text::{Line, Side, shown_side, side};

/// The most sides of one failure that are held.
const SIDES: usize = 64;

/// A side of a comparison that holds escapes.
#[derive(Debug)]
struct Held {
    /// The index of its line among those of the failure.
    line: usize,
    side: Side,
    /// What is compared, without and with the escapes.
    text: Box<str>,
    escapes: Box<str>,
}

/// The sides of the failure that was reported last.
#[derive(Debug, Default)]
pub(super) struct Escapes {
    failure: usize,
    held: Vec<Held>,
}

impl Report {
    /// A line that says why was added to a failure: it may be the other side of one before.
    pub(super) fn compare_escapes(&mut self, failure: usize, line: &Line<'_>) {
        if self.escapes.failure != failure {
            (self.escapes.failure, self.escapes.held) = (failure, Vec::new());
        }
        if line.escapes.is_empty() && self.escapes.held.is_empty() {
            return;
        }
        let Some((own, from)) = side(line.text) else { return };
        let text = line.text.get(from..).unwrap_or_default();
        let lines = self.failures.get(failure).and_then(|failure| failure.detail.as_deref());
        let lines = lines.map_or(&[][..], |detail| &detail.lines);
        let last = lines.len().saturating_sub(1);
        let shown = if line.escapes.is_empty() { None } else { shown_side(line.text, line.escapes) };
        let shown = shown.unwrap_or(text);
        let other = self
            .escapes
            .held
            .iter()
            .rev()
            .find(|held| held.side != own && *held.text == *text && *held.escapes != *shown);
        let mut changes: Vec<(usize, Box<str>)> = Vec::new();
        if let Some(other) = other {
            changes.push((other.line, other.escapes.clone()));
            changes.push((last, shown.into()));
        } else if !line.escapes.is_empty() {
            // The side before may have no escapes.
            let is_other = |(part, stored): &&(Part, Stored)| {
                let other = side(&stored.text);
                *part == Part::Why
                    && other.is_some_and(|(side, at)| side != own && stored.text.get(at..) == Some(text))
            };
            let plain = lines.iter().rev().skip(1).take(SIDES).any(|line| is_other(&line));
            if plain && shown != text {
                changes.push((last, shown.into()));
            }
        }
        if !line.escapes.is_empty() && self.escapes.held.len() < SIDES {
            let (text, escapes) = (text.into(), shown.into());
            self.escapes.held.push(Held { line: last, side: own, text, escapes });
        }
        for (at, shown) in changes {
            // The whole input would show the line without its escapes.
            self.whole.forget();
            self.failures.show_escapes(failure, at, &shown);
        }
    }
}

impl FailureLog {
    /// Shows the compared text of a line with its escapes.
    fn show_escapes(&mut self, at: usize, line: usize, shown: &str) {
        let (room, held) = (self.room.details, self.detail_bytes);
        let Some(detail) = self.records.get_mut(at).and_then(|failure| failure.detail.as_deref_mut()) else {
            return;
        };
        let Some((_, stored)) = detail.lines.get_mut(line) else { return };
        let Some((_, from)) = side(&stored.text) else { return };
        let text = format!("{}{shown}", stored.text.get(..from).unwrap_or_default());
        let more = text.len().saturating_sub(stored.text.len());
        if held.saturating_add(more) <= room {
            detail.bytes.up(more);
            self.detail_bytes = held.saturating_add(more);
            stored.text = text.into();
        }
    }
}
