//! Names of tests, folded by their modules: `weir: also failed: a::b::{x,y};c::z`.
//!
//! This is the shortest form in which a failure is still named. Names of one module are together in braces, modules in
//! the order of their first name. Lines break only after `,` or `;`, so that every name can be searched for. A name that
//! holds such a character itself, or is too long, is alone on a line; one that is too long loses its middle. The planner
//! asks for the cost of any range of the names before it decides; nothing is rendered for that.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::clip::clip_name;
use crate::budget::Count as _;

/// How the first line begins.
const FIRST: &str = "weir: also failed: ";
/// How every other line begins.
const NEXT: &str = "weir: ";

/// A test's name in its parts; shown one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FoldName<'a> {
    /// What several names share; may be empty.
    pub module: &'a str,
    /// What is between module and name; may be empty.
    pub separator: &'a str,
    /// The rest.
    pub name: &'a str,
}

/// What lines take up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// How many chars, with newlines.
    pub chars: usize,
    /// How many lines.
    pub lines: usize,
}

impl Cost {
    /// Whether this fits into that room.
    #[must_use]
    pub const fn fits(self, room: Self) -> bool {
        self.chars <= room.chars && self.lines <= room.lines
    }
}

/// One name, measured.
#[derive(Debug)]
struct Entry<'a> {
    name: FoldName<'a>,
    /// How many chars the name alone has.
    width: usize,
    /// How many chars module, separator and name have together.
    whole: usize,
    alone: bool,
    group: usize,
}

/// Names to fold, in order. Memory grows with the names: the caller bounds them.
#[derive(Debug)]
pub struct Folder<'a> {
    limit: usize,
    /// How the first line begins.
    first: Cow<'static, str>,
    entries: Vec<Entry<'a>>,
    /// The entries of each group, ascending, without those that are alone on a line.
    groups: Vec<Vec<usize>>,
    by_module: HashMap<(&'a str, &'a str), usize>,
}

/// A piece of the folded text that stays on one line.
struct Token<'a> {
    /// Module and separator, when it is the first of its group.
    head: Option<(&'a str, &'a str)>,
    open: &'static str,
    entry: usize,
    close: &'static str,
    /// `,`, `;` or nothing.
    delimiter: &'static str,
}

/// Fills lines by their lengths, and decides where they break.
struct Filler {
    limit: usize,
    /// How many chars are before the first name.
    first: usize,
    used: usize,
    cost: Cost,
}

impl Filler {
    fn new(folder: &Folder<'_>) -> Self {
        let first = folder.first.chars().count();
        Self { limit: folder.limit, first, used: 0, cost: Cost { chars: 0, lines: 0 } }
    }

    /// Adds a piece of this many chars. Returns whether it begins a new line.
    fn add(&mut self, width: usize) -> bool {
        let breaks = self.used == 0 || self.used.saturating_add(width) > self.limit;
        if breaks {
            let prefix = if self.cost.lines == 0 { self.first } else { NEXT.len() };
            self.used = prefix;
            self.cost.lines.up(1);
            self.cost.chars = self.cost.chars.saturating_add(prefix).saturating_add(1);
        }
        self.used.up(width);
        self.cost.chars.up(width);
        breaks
    }

    /// The next piece begins a new line.
    const fn end_line(&mut self) {
        self.used = 0;
    }

    /// How many chars a name may have that is alone on the next line.
    fn room_alone(&self) -> usize {
        let prefix = if self.cost.lines == 0 { self.first } else { NEXT.len() };
        self.limit.saturating_sub(prefix)
    }
}

impl<'a> Folder<'a> {
    /// A folder for lines of at most `limit` chars (at least 60, the lowest of all limits).
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self::beginning(limit, FIRST)
    }

    /// The same with another beginning of the first line, of less than 60 chars.
    #[must_use]
    pub fn beginning(limit: usize, first: impl Into<Cow<'static, str>>) -> Self {
        let first = first.into();
        Self { limit, first, entries: Vec::new(), groups: Vec::new(), by_module: HashMap::new() }
    }

    /// Adds a name after the others. Constant time, in any order of modules.
    pub fn push(&mut self, name: FoldName<'a>) {
        let next = self.groups.len();
        let group = *self.by_module.entry((name.module, name.separator)).or_insert(next);
        if group == next {
            self.groups.push(Vec::new());
        }
        let width = name.name.chars().count();
        let whole =
            width.saturating_add(name.module.chars().count()).saturating_add(name.separator.chars().count());
        // A brace and a delimiter are beside it.
        let too_long = whole.saturating_add(2) > self.limit.saturating_sub(self.first.len());
        let alone = too_long || !is_plain(&name);
        if !alone && let Some(members) = self.groups.get_mut(group) {
            members.push(self.entries.len());
        }
        self.entries.push(Entry { name, width, whole, alone, group });
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the names of a range would take up, exactly. Linear in the range and the number of modules.
    #[must_use]
    pub fn cost(&self, range: Range<usize>) -> Cost {
        let mut filler = Filler::new(self);
        self.each_token(&range, &mut |token| {
            filler.add(self.width(&token));
        });
        for entry in self.alone(&range) {
            filler.end_line();
            let room = filler.room_alone();
            // A clipped name may be shorter than its room, so that no cluster is cut.
            let width =
                if entry.whole <= room { entry.whole } else { clip_name(&entry.name, room).chars().count() };
            filler.add(width);
        }
        filler.cost
    }

    /// How many names from `from` on fit into the room. It takes about n log n steps.
    #[must_use]
    pub fn fitting(&self, from: usize, room: Cost) -> usize {
        let mut fits = 0_usize;
        let mut fails = self.entries.len().saturating_sub(from).saturating_add(1);
        while fits.saturating_add(1) < fails {
            let middle = fits.midpoint(fails);
            if self.cost(from..from.saturating_add(middle)).fits(room) {
                fits = middle;
            } else {
                fails = middle;
            }
        }
        fits
    }

    /// The lines for the names of a range, without newlines.
    #[must_use]
    pub fn lines(&self, range: Range<usize>) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut filler = Filler::new(self);
        self.each_token(&range, &mut |token| {
            let begins = filler.add(self.width(&token));
            let (module, separator) = token.head.unwrap_or_default();
            let name = self.entries.get(token.entry).map_or("", |entry| entry.name.name);
            write(
                &mut lines,
                &self.first,
                begins,
                &[module, separator, token.open, name, token.close, token.delimiter],
            );
        });
        for entry in self.alone(&range) {
            filler.end_line();
            let room = filler.room_alone();
            let clipped = clip_name(&entry.name, room);
            let begins = filler.add(clipped.chars().count());
            write(&mut lines, &self.first, begins, &[&clipped]);
        }
        lines
    }

    /// All lines.
    #[must_use]
    pub fn finish(&self) -> Vec<String> {
        self.lines(0..self.entries.len())
    }

    /// The modules of a range with their numbers of names, in the order of their first name.
    #[must_use]
    pub fn modules(&self, range: Range<usize>) -> Vec<(&'a str, usize)> {
        let mut places: HashMap<usize, usize> = HashMap::new();
        let mut modules: Vec<(&'a str, usize)> = Vec::new();
        for entry in self.entries.get(range).unwrap_or_default() {
            let place = *places.entry(entry.group).or_insert(modules.len());
            if place == modules.len() {
                modules.push((entry.name.module, 0));
            }
            if let Some((_, count)) = modules.get_mut(place) {
                count.up(1);
            }
        }
        modules
    }

    fn alone(&self, range: &Range<usize>) -> impl Iterator<Item = &Entry<'a>> {
        self.entries.get(range.clone()).unwrap_or_default().iter().filter(|entry| entry.alone)
    }

    fn width(&self, token: &Token<'_>) -> usize {
        let entry = self
            .entries
            .get(token.entry)
            .map_or(0, |entry| if token.head.is_some() { entry.whole } else { entry.width });
        entry
            .saturating_add(token.open.len())
            .saturating_add(token.close.len())
            .saturating_add(token.delimiter.len())
    }

    /// Walks over the folded text of a range.
    fn each_token(&self, range: &Range<usize>, visit: &mut dyn FnMut(Token<'a>)) {
        let mut parts: Vec<&[usize]> = Vec::new();
        for members in &self.groups {
            let from = members.partition_point(|entry| *entry < range.start);
            let to = members.partition_point(|entry| *entry < range.end);
            if let Some(part) = members.get(from..to).filter(|part| !part.is_empty()) {
                parts.push(part);
            }
        }
        parts.sort_by_key(|part| part.first().copied());
        let last_part = parts.len().saturating_sub(1);
        for (index, part) in parts.iter().enumerate() {
            let ends = if index == last_part { "" } else { ";" };
            let last = part.len().saturating_sub(1);
            let several = last > 0;
            for (place, &entry) in part.iter().enumerate() {
                let module = self.entries.get(entry).map(|entry| (entry.name.module, entry.name.separator));
                visit(Token {
                    head: module.filter(|_| place == 0),
                    open: if several && place == 0 { "{" } else { "" },
                    entry,
                    close: if several && place == last { "}" } else { "" },
                    delimiter: if place == last { ends } else { "," },
                });
            }
        }
    }
}

/// Writes on the last line, or on a new one.
fn write(lines: &mut Vec<String>, first: &str, begins: bool, parts: &[&str]) {
    if begins {
        lines.push(if lines.is_empty() { first } else { NEXT }.to_owned());
    }
    if let Some(line) = lines.last_mut() {
        line.extend(parts.iter().copied());
    }
}

/// Whether a name can be in a fold: it holds nothing that looks like the fold itself.
fn is_plain(name: &FoldName<'_>) -> bool {
    let parts = [name.module, name.separator, name.name];
    // Called for each name, for every length that is tried.
    let clean = |part: &&str| part.bytes().all(|byte| !matches!(byte, b',' | b';' | b'{' | b'}' | b'\n'));
    let clean = parts.iter().all(clean);
    let first = parts.iter().find(|part| !part.is_empty());
    let blank_first = first.is_some_and(|part| part.starts_with(char::is_whitespace));
    let blank_name = name.name.starts_with(char::is_whitespace) || name.name.ends_with(char::is_whitespace);
    clean && !blank_first && !blank_name && !name.name.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn named<'a>(module: &'a str, name: &'a str) -> FoldName<'a> {
        FoldName { module, separator: if module.is_empty() { "" } else { "::" }, name }
    }

    fn folder<'a>(limit: usize, names: &[(&'a str, &'a str)]) -> Folder<'a> {
        let mut folder = Folder::new(limit);
        for (module, name) in names {
            folder.push(named(module, name));
        }
        folder
    }

    fn measured(lines: &[String]) -> Cost {
        Cost { chars: lines.iter().map(|line| line.chars().count() + 1).sum(), lines: lines.len() }
    }

    #[test]
    fn names_of_a_module_are_together_in_the_order_of_the_first() {
        let folder = folder(200, &[("a::b", "x"), ("c", "z"), ("a::b", "y"), ("", "top")]);
        assert_eq!(folder.finish(), ["weir: also failed: a::b::{x,y};c::z;top"]);
        assert_eq!(folder.lines(1..3), ["weir: also failed: c::z;a::b::y"]);
        assert_eq!(folder.modules(0..4), [("a::b", 2), ("c", 1), ("", 1)]);
        assert_eq!(folder.lines(2..2), [""; 0]);
        assert_eq!(folder.cost(4..4), Cost::default());
    }

    #[test]
    fn another_separator_is_another_group() {
        let mut folder = Folder::new(200);
        for separator in ["::", ".", "::"] {
            folder.push(FoldName { module: "a", separator, name: "x" });
        }
        assert_eq!(folder.finish(), ["weir: also failed: a::{x,x};a.x"]);
    }

    #[test]
    fn lines_break_only_after_a_comma_or_a_semicolon() {
        let names: Vec<String> = (0..12).map(|index| format!("test_number_{index}")).collect();
        let mut folder = Folder::new(60);
        for (index, name) in names.iter().enumerate() {
            folder.push(named(if index < 9 { "a::b" } else { "c" }, name));
        }
        assert_eq!(
            folder.finish(),
            [
                "weir: also failed: a::b::{test_number_0,test_number_1,",
                "weir: test_number_2,test_number_3,test_number_4,",
                "weir: test_number_5,test_number_6,test_number_7,",
                "weir: test_number_8};c::{test_number_9,test_number_10,",
                "weir: test_number_11}",
            ]
        );
    }

    #[test]
    fn a_name_that_looks_like_a_fold_is_alone() {
        let folder = folder(60, &[("m", "t[a,b]"), ("m", "x"), ("m", " y"), ("m", "a{b}"), ("", "p;q")]);
        assert_eq!(
            folder.finish(),
            ["weir: also failed: m::x", "weir: m::t[a,b]", "weir: m:: y", "weir: m::a{b}", "weir: p;q"]
        );
        assert_eq!(folder.lines(0..1), ["weir: also failed: m::t[a,b]"]);
    }

    #[test]
    fn a_name_longer_than_a_line_is_clipped_on_its_own() {
        let long = "n".repeat(80);
        let folder = folder(60, &[("m", &long), ("m", "x"), ("m", &long)]);
        assert_eq!(
            folder.finish(),
            [
                "weir: also failed: m::x".to_owned(),
                format!("weir: {}...{}", "n".repeat(34), "n".repeat(17)),
                format!("weir: {}...{}", "n".repeat(34), "n".repeat(17)),
            ]
        );
    }

    #[test]
    fn as_many_as_fit_are_found() {
        let folder = folder(60, &[("a", "x"), ("a", "y"), ("b", "z")]);
        let line = "weir: also failed: a::{x,y}\n".len();
        assert_eq!(folder.fitting(0, Cost { chars: line, lines: 1 }), 2);
        assert_eq!(folder.fitting(0, Cost { chars: line - 1, lines: 1 }), 1);
        assert_eq!(folder.fitting(1, Cost { chars: 1000, lines: 1 }), 2);
        assert_eq!(folder.fitting(0, Cost { chars: 1000, lines: 0 }), 0);
        assert_eq!(folder.fitting(3, Cost { chars: 1000, lines: 9 }), 0);
    }

    #[test]
    fn a_hundred_thousand_names_in_mixed_order_take_no_time() {
        let modules: Vec<String> = (0..1000).map(|index| format!("module_{index}")).collect();
        let names: Vec<String> = (0..100).map(|index| format!("name_{index}")).collect();
        let mut folder = Folder::new(200);
        for name in &names {
            for module in &modules {
                folder.push(named(module, name));
            }
        }
        let fits = folder.fitting(0, Cost { chars: 40_000, lines: 800 });
        assert!(folder.cost(0..fits).fits(Cost { chars: 40_000, lines: 800 }));
        assert!(!folder.cost(0..fits + 1).fits(Cost { chars: 40_000, lines: 800 }));
        assert!(fits > 3000);
    }

    proptest! {
        #[test]
        fn the_cost_is_what_is_written_and_no_line_is_too_long(
            names in prop::collection::vec(("[a-c]{0,3}", "[a-zé,;{} ]{1,50}"), 0..30),
            limit in 60_usize..120,
            from in 0_usize..10,
        ) {
            let names: Vec<(&str, &str)> = names.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            let folder = folder(limit, &names);
            let range = from.min(names.len())..names.len();
            let lines = folder.lines(range.clone());
            prop_assert_eq!(folder.cost(range), measured(&lines));
            prop_assert!(lines.iter().all(|line| line.chars().count() <= limit));
        }

        #[test]
        fn every_name_that_fits_a_line_can_be_found(names in prop::collection::vec(("[a-c]{0,3}", "[d-z]{1,30}"), 1..40)) {
            let pairs: Vec<(&str, &str)> = names.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            let lines = folder(60, &pairs).finish();
            for (_, name) in &names {
                prop_assert!(lines.iter().any(|line| line.contains(name.as_str())));
            }
        }

        #[test]
        fn more_names_never_cost_less(names in prop::collection::vec(("[a-c]{0,2}", "[d-z,]{1,30}"), 1..40)) {
            let pairs: Vec<(&str, &str)> = names.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            let folder = folder(60, &pairs);
            let mut last = Cost::default();
            for to in 0..=pairs.len() {
                let cost = folder.cost(0..to);
                prop_assert!(last.chars <= cost.chars && last.lines <= cost.lines);
                last = cost;
            }
        }
    }
}
