//! The lines around signs, two shelves for each strength, each of bounded size: one for signs with the lines around them,
//! and one for the signs of a crowd, which are like many before them.
//!
//! A full shelf keeps its first half and lets the oldest of the rest go: a long log's first signs and its last ones
//! say the most, and those in the middle repeat them. A line is on one shelf only, that of the strongest sign near it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::Strength;

/// The most lines of one shelf, whatever their size.
const MOST_LINES: usize = 4000;

/// A kept line and why.
#[derive(Clone, Debug)]
pub struct Window {
    /// The line.
    pub line: Stored,
    /// The strength of the sign that it surrounds.
    pub strength: Strength,
    /// Whether it is the sign itself.
    pub is_sign: bool,
    /// The section in which it is; when that reconciles, the line was output.
    pub section: Option<usize>,
    /// Whether many signs like it came before.
    pub in_crowd: bool,
}

/// The lines around signs of one strength.
#[derive(Debug, Default)]
struct Shelf {
    windows: BTreeMap<u64, Window>,
    chars: u64,
    /// The last line of the half that stays, once it is full.
    half: Option<u64>,
}

/// The lines around all signs.
#[derive(Debug)]
pub(super) struct Shelves {
    /// Those of the strongest signs first, and for each strength the crowd after the others.
    shelves: [Shelf; Strength::ALL.len().saturating_mul(2)],
    /// How many chars a shelf has room for.
    room: u64,
    line_chars: u64,
}

/// What a kept line takes of the room: what is shown of it at most.
fn cost(line: &Stored, line_chars: u64) -> u64 {
    u64::try_from(line.text.len()).unwrap_or(u64::MAX).min(line_chars).saturating_add(1)
}

fn place(strength: Strength, in_crowd: bool) -> usize {
    let strength = Strength::ALL.iter().position(|each| *each == strength).unwrap_or(0);
    strength.saturating_mul(2).saturating_add(usize::from(in_crowd))
}

impl Shelf {
    fn remove(&mut self, number: u64, line_chars: u64) -> Option<Window> {
        let window = self.windows.remove(&number)?;
        self.chars.down(cost(&window.line, line_chars));
        Some(window)
    }

    fn insert(&mut self, window: Window, room: u64, line_chars: u64) {
        let number = window.line.number;
        self.chars.up(cost(&window.line, line_chars));
        self.windows.insert(number, window);
        if self.half.is_none() && (self.chars.saturating_mul(2) > room || self.windows.len() > MOST_LINES / 2)
        {
            self.half = Some(number);
        }
        while self.chars > room || self.windows.len() > MOST_LINES {
            let after = self.half.map_or(0, |half| half.saturating_add(1));
            let oldest = self.windows.range(after..).next().map(|(number, _)| *number);
            let Some(oldest) = oldest.or_else(|| self.windows.keys().next().copied()) else { return };
            let _ = self.remove(oldest, line_chars);
        }
    }
}

impl Shelves {
    pub(super) fn new(room: u64, line_chars: u64) -> Self {
        Self { shelves: Default::default(), room, line_chars }
    }

    /// Keeps a line, or lifts it to a stronger shelf.
    pub(super) fn keep(&mut self, window: Window) {
        if window.line.number == 0 {
            return;
        }
        let number = window.line.number;
        let known = self.shelves.iter().position(|shelf| shelf.windows.contains_key(&number));
        let place = place(window.strength, window.in_crowd);
        let mut window = window;
        if let Some(known) = known {
            let Some(shelf) = self.shelves.get_mut(known) else { return };
            if place >= known {
                if let Some(kept) = shelf.windows.get_mut(&number) {
                    kept.is_sign |= window.is_sign;
                }
                return;
            }
            if let Some(kept) = shelf.remove(number, self.line_chars) {
                window.is_sign |= kept.is_sign;
            }
        }
        // The rest of a crowd says the same as those that have room.
        let room = if window.in_crowd { self.room.div_euclid(2) } else { self.room };
        if let Some(shelf) = self.shelves.get_mut(place) {
            shelf.insert(window, room, self.line_chars);
        }
    }

    /// Lifts the last few signs of a strength, among the lines from a number on, to the shelf of causes.
    pub(super) fn promote(&mut self, strength: Strength, from: u64, most: usize) {
        let of = |in_crowd| {
            let shelf = self.shelves.get(place(strength, in_crowd));
            let signs = shelf.into_iter().flat_map(|shelf| shelf.windows.range(from..).rev());
            signs.filter(|(_, window)| window.is_sign).take(most)
        };
        let mut last: Vec<Window> = of(false)
            .chain(of(true))
            .map(|(_, window)| Window { in_crowd: false, ..window.clone() })
            .collect();
        last.sort_by_key(|window| std::cmp::Reverse(window.line.number));
        last.truncate(most);
        for window in last {
            self.keep(Window { strength: Strength::Cause, ..window });
        }
    }

    /// Drops a section's lines: they were output.
    pub(super) fn forget_section(&mut self, section: usize) {
        let line_chars = self.line_chars;
        for shelf in &mut self.shelves {
            let mut freed = 0_u64;
            shelf.windows.retain(|_, window| {
                let stays = window.section != Some(section);
                if !stays {
                    freed.up(cost(&window.line, line_chars));
                }
                stays
            });
            shelf.chars.down(freed);
            if shelf.windows.is_empty() {
                shelf.half = None;
            }
        }
    }

    /// The lines after a line of a section are outside of it.
    pub(super) fn release(&mut self, section: usize, line: u64) {
        for shelf in &mut self.shelves {
            for (_, window) in shelf.windows.range_mut(line.saturating_add(1)..) {
                if window.section == Some(section) {
                    window.section = None;
                }
            }
        }
    }

    /// The lines from a line on that are outside of sections are inside of this one.
    pub(super) fn adopt(&mut self, section: usize, line: u64) {
        for shelf in &mut self.shelves {
            for (_, window) in shelf.windows.range_mut(line..) {
                window.section = window.section.or(Some(section));
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shelves.iter().all(|shelf| shelf.windows.is_empty())
    }

    /// The lines of a strength in their order, those of the crowd or the others.
    pub(super) fn of(&self, strength: Strength, in_crowd: bool) -> impl DoubleEndedIterator<Item = &Window> {
        self.shelves.get(place(strength, in_crowd)).into_iter().flat_map(|shelf| shelf.windows.values())
    }

    /// The same, for lines that are among these.
    pub(super) fn within(
        &self,
        strength: Strength,
        in_crowd: bool,
        lines: Range<u64>,
    ) -> impl DoubleEndedIterator<Item = &Window> {
        let shelf = self.shelves.get(place(strength, in_crowd)).filter(|_| lines.start < lines.end);
        shelf.into_iter().flat_map(move |shelf| shelf.windows.range(lines.clone()).map(|(_, window)| window))
    }

    /// All lines in their order, to be changed.
    pub(super) fn lines_mut(&mut self) -> Vec<&mut Stored> {
        let windows = self.shelves.iter_mut().flat_map(|shelf| shelf.windows.values_mut());
        let mut all: Vec<&mut Stored> = windows.map(|window| &mut window.line).collect();
        all.sort_by_key(|line| line.number);
        all
    }

    /// All lines in their order.
    pub(super) fn all(&self) -> Vec<&Window> {
        let mut all: Vec<&Window> = self.shelves.iter().flat_map(|shelf| shelf.windows.values()).collect();
        all.sort_by_key(|window| window.line.number);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;
    use crate::text::Line;

    fn window(number: u64, strength: Strength) -> Window {
        let line = Stored::of(&Line { number, ..Line::of("123456789") }, Class::Other);
        Window { line, strength, is_sign: true, section: Some(1), in_crowd: false }
    }

    fn numbers(shelves: &Shelves) -> Vec<u64> {
        shelves.all().iter().map(|window| window.line.number).collect()
    }

    #[test]
    fn a_full_shelf_keeps_its_first_half_and_the_last_lines() {
        let mut shelves = Shelves::new(100, 200);
        for number in 1..=50 {
            shelves.keep(window(number, Strength::Word));
        }
        assert_eq!(numbers(&shelves), [1, 2, 3, 4, 5, 6, 47, 48, 49, 50]);
        shelves.forget_section(1);
        assert!(shelves.is_empty());
        assert_eq!(shelves.shelves[place(Strength::Word, false)].chars, 0);
    }

    #[test]
    fn a_line_is_at_on_the_strongest_shelf() {
        let mut shelves = Shelves::new(1000, 200);
        shelves.keep(window(1, Strength::Word));
        shelves.keep(window(1, Strength::Cause));
        shelves.keep(window(1, Strength::Slight));
        shelves.keep(window(2, Strength::Word));
        assert_eq!(
            shelves.all().iter().map(|each| each.strength).collect::<Vec<_>>(),
            [Strength::Cause, Strength::Word]
        );
        shelves.promote(Strength::Word, 1, 3);
        assert_eq!(shelves.of(Strength::Cause, false).count(), 2);
    }

    #[test]
    fn a_crowd_takes_no_room_of_the_others_and_ends_a_run_as_they_do() {
        let mut shelves = Shelves::new(100, 200);
        for number in 1..=50 {
            shelves.keep(Window { in_crowd: number > 5, ..window(number, Strength::Word) });
        }
        assert_eq!(shelves.of(Strength::Word, false).count(), 5);
        assert_eq!(shelves.of(Strength::Word, true).count(), 5);
        shelves.promote(Strength::Word, 1, 3);
        let causes: Vec<u64> = shelves.of(Strength::Cause, false).map(|each| each.line.number).collect();
        assert_eq!(causes, [8, 49, 50]);
    }
}
