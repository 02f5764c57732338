//! Text held back until it is known whether it belongs to a failure.
//!
//! With `-v` and in JSON a test's text comes before its verdict, and a crash before the name of its package. What is
//! held is bounded for each test and for all together; the message is kept rather than the output around it.

use super::judge::Judge;
use crate::budget::Count as _;
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
    spare: Vec<Held>,
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
    /// All room is left again, and the memory of forgotten text is still there.
    pub const fn renew(&mut self) {
        self.left = ALL_BYTES;
    }

    /// Takes room for a name, unless there is none.
    pub fn take_name(&mut self, name: &str) -> bool {
        let cost = name.len().saturating_add(NAME_COST);
        let fits = cost <= self.left;
        if fits {
            self.left.down(cost);
        }
        fits
    }

    /// Gives the room of a name back.
    pub fn give_name(&mut self, name: &str) {
        self.left = self.left.saturating_add(name.len()).saturating_add(NAME_COST).min(ALL_BYTES);
    }
}

/// What is known of a line's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Is(Part),
    /// It is judged when it has to be reported: most tests pass. How what is before it ends matters to it.
    Waits,
    /// The same, for a line that nothing is before.
    WaitsAfresh,
}

/// What is before a line that waits to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing that matters to it.
    Nothing,
    /// The last line that waits.
    Line,
}

/// The text of one test, in its order, with the part that each line is.
#[derive(Debug, Default)]
pub struct Held {
    /// None as long as nothing is held.
    kept: Option<Box<Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    /// What is known of each line, and its end in `text`.
    lines: Vec<(Known, usize)>,
    text: String,
    why: usize,
    place_of: usize,
    output: usize,
    /// What the lines that wait take of the room; they are the last ones.
    waiting: usize,
    file: String,
    /// The place's line, once there is a place.
    place: Option<Option<u64>>,
}

impl Kept {
    /// The lines in their order. None waits to be judged.
    fn lines(&self) -> impl Iterator<Item = (Part, &str)> {
        let mut start = 0_usize;
        self.lines.iter().map(move |(known, end)| {
            let text = self.text.get(start..*end).unwrap_or_default();
            start = *end;
            let part = if let Known::Is(part) = known { *part } else { Part::Output };
            (part, text)
        })
    }

    fn add(&mut self, known: Known, text: &str) {
        self.text.push_str(text);
        self.lines.push((known, self.text.len()));
    }

    /// Keeps the first place that is reported.
    fn at(&mut self, place: Place<'_>) {
        if self.place.is_none() && place.file.len() <= 1024 {
            self.file.clear();
            self.file.push_str(place.file);
            self.place = Some(place.line);
        }
    }

    /// What it takes of the room.
    const fn cost(&self) -> usize {
        self.why.saturating_add(self.place_of).saturating_add(self.output).saturating_add(self.waiting)
    }

    /// What the next line that waits may take.
    const fn room_to_wait(&self) -> usize {
        let (why, output) = (WHY_BYTES.saturating_sub(self.why), REST_BYTES.saturating_sub(self.output));
        (if why < output { why } else { output }).saturating_sub(self.waiting)
    }

    /// Forgets everything but the memory.
    fn reset(&mut self) {
        self.lines.clear();
        self.text.clear();
        (self.why, self.place_of, self.output, self.waiting) = (0, 0, 0, 0);
        self.place = None;
    }

    fn judge_waiting(&mut self, judge: &mut Judge) {
        if self.waiting == 0 {
            return;
        }
        self.waiting = 0;
        let first = self.lines.iter().position(|(known, _)| !matches!(known, Known::Is(_)));
        let first = first.unwrap_or(self.lines.len());
        let mut start = first.checked_sub(1).and_then(|at| self.lines.get(at)).map_or(0, |(_, end)| *end);
        let text = std::mem::take(&mut self.text);
        let mut lines = std::mem::take(&mut self.lines);
        for (known, end) in lines.iter_mut().skip(first) {
            if *known == Known::WaitsAfresh {
                judge.interrupt();
            }
            let text = text.get(start..*end).unwrap_or_default();
            start = *end;
            let judged = judge.judge(text);
            if let Some(place) = judged.place {
                self.at(place);
            }
            let used = match judged.part {
                Part::Why => &mut self.why,
                Part::Where => &mut self.place_of,
                Part::Output => &mut self.output,
            };
            *used = used.saturating_add(text.len()).saturating_add(LINE_COST);
            *known = Known::Is(judged.part);
        }
        (self.text, self.lines) = (text, lines);
    }
}

impl Held {
    /// What is kept, in memory that was used before where there is some.
    fn kept(&mut self, purse: &mut Purse) -> &mut Kept {
        self.kept.get_or_insert_with(|| purse.spare.pop().and_then(|spare| spare.kept).unwrap_or_default())
    }

    /// Keeps a line, or as much of it as there is room for.
    pub fn push(&mut self, part: Part, text: &str, purse: &mut Purse) {
        if self.kept.as_ref().is_some_and(|kept| kept.waiting > 0) {
            self.judge_waiting(&mut Judge::default());
        }
        let left = purse.left;
        let kept = self.kept(purse);
        let (used, most) = match part {
            Part::Why => (&mut kept.why, WHY_BYTES),
            Part::Where => (&mut kept.place_of, REST_BYTES),
            Part::Output => (&mut kept.output, REST_BYTES),
        };
        let room = most.saturating_sub(*used).min(left).saturating_sub(LINE_COST);
        if room == 0 {
            return;
        }
        let text = crate::text::head(text, room);
        let cost = text.len().saturating_add(LINE_COST);
        used.up(cost);
        purse.left = left.saturating_sub(cost);
        kept.add(Known::Is(part), text);
    }

    /// Keeps a line of a message or of output, and leaves open which of them it is. False, and nothing is kept, when
    /// there may not be room for all of it.
    pub fn wait(&mut self, before: Before, text: &str, purse: &mut Purse) -> bool {
        let left = purse.left;
        let kept = self.kept(purse);
        let cost = text.len().saturating_add(LINE_COST);
        if cost > kept.room_to_wait().min(left) || text.is_empty() {
            return false;
        }
        kept.waiting.up(cost);
        purse.left = left.saturating_sub(cost);
        kept.add(if before == Before::Line { Known::Waits } else { Known::WaitsAfresh }, text);
        true
    }

    /// Whether a line with text would be kept by [`wait`](Self::wait).
    pub fn fits(&self, text: &str, purse: &Purse) -> bool {
        let room = self.kept.as_ref().map_or(WHY_BYTES.min(REST_BYTES), |kept| kept.room_to_wait());
        text.len().saturating_add(LINE_COST) <= room.min(purse.left)
    }

    /// Judges the lines that wait. The judge then is after the last of them.
    pub fn judge_waiting(&mut self, judge: &mut Judge) {
        if let Some(kept) = &mut self.kept {
            kept.judge_waiting(judge);
        }
    }

    /// Keeps the first place that is reported.
    pub fn at(&mut self, place: Place<'_>) {
        self.judge_waiting(&mut Judge::default());
        self.kept.get_or_insert_default().at(place);
    }

    /// Whether a line tells why.
    pub fn has_why(&mut self) -> bool {
        self.judge_waiting(&mut Judge::default());
        self.kept.as_ref().is_some_and(|kept| kept.why > 0)
    }

    /// Whether no line is held.
    pub fn is_empty(&self) -> bool {
        self.kept.as_ref().is_none_or(|kept| kept.lines.is_empty())
    }

    /// Whether neither a line nor a place is held.
    pub fn is_blank(&self) -> bool {
        self.kept.as_ref().is_none_or(|kept| kept.lines.is_empty() && kept.place.is_none())
    }

    /// The first line that tells why.
    pub fn first_why(&mut self) -> Option<&str> {
        self.judge_waiting(&mut Judge::default());
        self.kept.as_ref()?.lines().find(|(part, _)| *part == Part::Why).map(|(_, text)| text)
    }

    /// Gives what is held to the failure whose block is open, and forgets it.
    pub fn emit(&mut self, sink: &mut dyn Sink, purse: &mut Purse) {
        self.judge_waiting(&mut Judge::default());
        if let Some(kept) = &self.kept {
            if let Some(line) = kept.place {
                sink.emit(Event::At { place: Place { file: &kept.file, line }, better: false });
            }
            for (part, text) in kept.lines() {
                sink.emit(Event::Decoded { part, text });
            }
        }
        self.clear(purse);
    }

    /// The same; when no line tells why, the last lines of output have to.
    pub fn emit_some_why(&mut self, sink: &mut dyn Sink, purse: &mut Purse) {
        if !self.has_why()
            && let Some(kept) = &mut self.kept
        {
            for (known, _) in kept.lines.iter_mut().rev().take(LAST_LINES) {
                *known = Known::Is(Part::Why);
            }
        }
        self.emit(sink, purse);
    }

    /// Forgets what is held and gives its room back.
    pub fn clear(&mut self, purse: &mut Purse) {
        let Some(mut kept) = self.kept.take() else { return };
        purse.left = purse.left.saturating_add(kept.cost()).min(ALL_BYTES);
        if purse.spare.len() < SPARES && kept.text.capacity() <= SPARE_BYTES {
            kept.reset();
            purse.spare.push(Self { kept: Some(kept) });
        }
    }

    /// Adds everything of another one, which is then empty.
    pub fn take(&mut self, other: &mut Self, purse: &mut Purse) {
        other.judge_waiting(&mut Judge::default());
        let Some(taken) = other.kept.take() else { return };
        if let Some(line) = taken.place {
            self.at(Place { file: &taken.file, line });
        }
        // Its room is given back before its lines ask for the same.
        purse.left = purse.left.saturating_add(taken.cost()).min(ALL_BYTES);
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
        assert!(held.kept.as_ref().is_some_and(|kept| kept.output <= REST_BYTES));
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
        let why = |held: &Held| held.kept.as_ref().map_or(0, |kept| kept.why);
        assert!(all.iter().map(why).sum::<usize>() <= ALL_BYTES);
    }

    /// What is reported the lines when each is judged at once, and when they wait.
    fn both_ways(runs: &[&[&str]]) -> [Vec<String>; 2] {
        let (mut judge, mut purse) = (Judge::default(), Purse::default());
        let (mut now, mut later) = (Held::default(), Held::default());
        for run in runs {
            judge.interrupt();
            let mut before = Before::Nothing;
            for text in *run {
                let judged = judge.judge(text);
                if let Some(place) = judged.place {
                    now.at(place);
                }
                now.push(judged.part, text, &mut purse);
                assert!(later.wait(before, text, &mut purse));
                before = Before::Line;
            }
        }
        [now, later].map(|mut held| {
            let mut reported: Vec<String> = vec![format!("{:?}", held.first_why())];
            held.emit_some_why(&mut reported, &mut purse);
            assert!(held.is_blank());
            reported
        })
    }

    #[test]
    fn what_is_judged_late_is_what_is_judged_at_once() {
        let runs: [&[&[&str]]; 4] = [
            &[&["step 7", "    a_test.go:3: boom", "        - one", "other", "    b_test.go:4: again"]],
            &[&["    a_test.go:3: boom:"], &["        no more of it", "    logger.go:9: 2024-05-01 up"]],
            &[&["one", "two"], &["three"]],
            &[],
        ];
        for runs in runs {
            let [now, later] = both_ways(runs);
            assert_eq!(now, later);
        }
    }

    #[test]
    fn lines_that_wait_take_their_room_and_none_that_there_is_not() {
        let (mut held, mut purse) = (Held::default(), Purse::default());
        let text = "x".repeat(1000);
        let fitting = (0..100).take_while(|_| held.wait(Before::Line, &text, &mut purse)).count();
        assert_eq!(fitting, REST_BYTES / (1000 + LINE_COST));
        assert_eq!(purse.left, ALL_BYTES - fitting * (1000 + LINE_COST));
        held.push(Part::Output, "and more", &mut purse);
        assert!(!held.has_why());
        held.clear(&mut purse);
        assert_eq!(purse.left, ALL_BYTES);
    }
}
