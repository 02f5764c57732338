//! Text held back until it is known whether it belongs to a failure.
//!
//! With `-v` and in JSON a test's text comes before its verdict, and a crash before the name of its package. What is
//! held is bounded for each test and for all together; the message is kept rather than the output around it.

use crate::event::{Event, Part, Place, Sink};

/// The most bytes of one test's message, location and diff that are held.
const WHY_BYTES: usize = 40 * 1024;
/// The most bytes of one test's frames, and of its output, that are held.
const REST_BYTES: usize = 12 * 1024;
/// What a held line costs beside its bytes.
const LINE_COST: usize = 32;
/// How many last lines of output stand for a message that is missing.
const LAST_LINES: usize = 6;
/// What a remembered name costs beside its bytes: its test's record.
const NAME_COST: usize = 256;
/// The most bytes that are held for all tests together.
pub const ALL_BYTES: usize = 4 * 1024 * 1024;

/// The room that is left for all held text, in bytes.
#[derive(Debug)]
pub struct Purse {
    left: usize,
    /// Memory of text that was forgotten, for the next one: most tests hold a little and pass.
    spare: Vec<(Vec<(Part, usize)>, String)>,
}

/// Of so many tests.
const SPARES: usize = 16;

/// Larger memory than this is given back, in bytes.
const SPARE_BYTES: usize = 4096;

impl Default for Purse {
    fn default() -> Self {
        Self { left: ALL_BYTES, spare: Vec::new() }
    }
}

impl Purse {
    /// Takes room for a name, unless there is none.
    pub fn take_name(&mut self, name: &str) -> bool {
        let cost = name.len().saturating_add(NAME_COST);
        let fits = cost <= self.left;
        if fits {
            self.left = self.left.saturating_sub(cost);
        }
        fits
    }

    /// Gives the room of a name back.
    pub fn give_name(&mut self, name: &str) {
        self.left = self.left.saturating_add(name.len()).saturating_add(NAME_COST).min(ALL_BYTES);
    }
}

/// The text of one test, in its order, with the part that each line is.
#[derive(Debug, Default)]
pub struct Held {
    /// The part and the end of each line in `text`.
    lines: Vec<(Part, usize)>,
    text: String,
    why: usize,
    place_of: usize,
    output: usize,
    place: Option<(Box<str>, Option<u64>)>,
}

impl Held {
    /// Keeps a line, or as much of it as there is room for.
    pub fn push(&mut self, part: Part, text: &str, purse: &mut Purse) {
        let (used, most) = match part {
            Part::Why => (&mut self.why, WHY_BYTES),
            Part::Where => (&mut self.place_of, REST_BYTES),
            Part::Output => (&mut self.output, REST_BYTES),
        };
        let room = most.saturating_sub(*used).min(purse.left).saturating_sub(LINE_COST);
        if room == 0 {
            return;
        }
        let kept = crate::text::head(text, room);
        let cost = kept.len().saturating_add(LINE_COST);
        *used = used.saturating_add(cost);
        purse.left = purse.left.saturating_sub(cost);
        if self.lines.capacity() == 0
            && let Some((lines, text)) = purse.spare.pop()
        {
            (self.lines, self.text) = (lines, text);
        }
        self.text.push_str(kept);
        self.lines.push((part, self.text.len()));
    }

    /// The lines in their order.
    fn lines(&self) -> impl Iterator<Item = (Part, &str)> {
        let mut start = 0_usize;
        self.lines.iter().map(move |(part, end)| {
            let text = self.text.get(start..*end).unwrap_or_default();
            start = *end;
            (*part, text)
        })
    }

    /// Keeps the first place that is told.
    pub fn at(&mut self, place: Place<'_>) {
        if self.place.is_none() && place.file.len() <= 1024 {
            self.place = Some((place.file.into(), place.line));
        }
    }

    /// Whether a line tells why.
    pub fn has_why(&self) -> bool {
        self.why > 0
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The first line that tells why.
    pub fn first_why(&self) -> Option<&str> {
        self.lines().find(|(part, _)| *part == Part::Why).map(|(_, text)| text)
    }

    /// Gives what is held to the failure whose block is open, and forgets it.
    pub fn emit(&mut self, sink: &mut dyn Sink, purse: &mut Purse) {
        if let Some((file, line)) = &self.place {
            sink.emit(Event::At { place: Place { file, line: *line }, better: false });
        }
        for (part, text) in self.lines() {
            sink.emit(Event::Decoded { part, text });
        }
        self.clear(purse);
    }

    /// The same; when no line tells why, the last lines of output have to.
    pub fn emit_some_why(&mut self, sink: &mut dyn Sink, purse: &mut Purse) {
        if !self.has_why() {
            for (part, _) in self.lines.iter_mut().rev().take(LAST_LINES) {
                *part = Part::Why;
            }
        }
        self.emit(sink, purse);
    }

    /// Forgets what is held and gives its room back.
    pub fn clear(&mut self, purse: &mut Purse) {
        let used = self.why.saturating_add(self.place_of).saturating_add(self.output);
        purse.left = purse.left.saturating_add(used).min(ALL_BYTES);
        let Self { mut lines, mut text, .. } = std::mem::take(self);
        if lines.capacity() > 0 && purse.spare.len() < SPARES && text.capacity() <= SPARE_BYTES {
            lines.clear();
            text.clear();
            purse.spare.push((lines, text));
        }
    }

    /// Adds everything of another one, which is then empty.
    pub fn take(&mut self, other: &mut Self, purse: &mut Purse) {
        let mut taken = std::mem::take(other);
        if self.place.is_none() {
            self.place = taken.place.take();
        }
        // Its room is given back before its lines ask for the same.
        let used = taken.why.saturating_add(taken.place_of).saturating_add(taken.output);
        purse.left = purse.left.saturating_add(used).min(ALL_BYTES);
        for (part, text) in taken.lines() {
            self.push(part, text, purse);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_beyond_its_bound_does_not_push_out_the_message() {
        let (mut held, mut purse) = (Held::default(), Purse::default());
        for _ in 0..10_000 {
            held.push(Part::Output, "noise", &mut purse);
        }
        held.push(Part::Why, "    a_test.go:3: boom", &mut purse);
        assert!(held.output <= REST_BYTES);
        assert_eq!(held.first_why(), Some("    a_test.go:3: boom"));
        held.clear(&mut purse);
        assert_eq!(purse.left, ALL_BYTES);
    }

    #[test]
    fn all_held_text_together_is_bounded() {
        let mut purse = Purse::default();
        let long = "x".repeat(WHY_BYTES);
        let mut all: Vec<Held> = Vec::new();
        for _ in 0..200 {
            let mut held = Held::default();
            held.push(Part::Why, &long, &mut purse);
            all.push(held);
        }
        assert!(all.iter().map(|held| held.why).sum::<usize>() <= ALL_BYTES);
    }
}
