//! Which recognizers have to see a line, found in one visit.
//!
//! Three checks, from cheap to expensive: pass shapes by the last two bytes, line starts by the first two
//! bytes after blanks, and one search for the few literals that are inside lines. Any number of starts and shapes
//! costs the same; the literals are a shared budget.

use super::mask::Mask;
use crate::recognize::kit::literals::{Clean, Head, Literals, Tail};
use crate::recognize::kit::scan;
use crate::recognize::recognizer::{ENDINGS, PassShape, Recognizer};
use crate::text::Line;

/// The most literals of the shared searcher: beyond that its speed halves. A test checks it.
#[cfg(test)]
pub const MOST_LITERALS: usize = 32;
/// The shortest literal of the shared searcher: a shorter one makes it three times slower. A test checks it.
#[cfg(test)]
pub const SHORTEST_LITERAL: usize = 4;
/// How far into a line a place (`PATH:LINE`) is looked for, in bytes.
const PLACE_BYTES: usize = 256;

#[derive(Debug)]
struct Start {
    text: &'static str,
    mask: Mask,
}

/// The starts that share their first two bytes.
#[derive(Debug, Default)]
struct Bucket {
    /// Those that are too short for a key.
    short: Vec<Start>,
    /// The keys that distinguish the others: many begin with the same bytes.
    keys: Vec<u32>,
    /// The others, in the same order.
    long: Vec<Start>,
}

/// The four bytes after the first two.
fn key(text: &str) -> Option<u32> {
    match text.as_bytes() {
        [_, _, a, b, c, d, ..] => Some(u32::from_le_bytes([*a, *b, *c, *d])),
        _ => None,
    }
}

impl Bucket {
    fn add(&mut self, text: &'static str, mask: Mask) {
        if let Some(same) = self.short.iter_mut().chain(&mut self.long).find(|start| start.text == text) {
            same.mask |= mask;
        } else if let Some(key) = key(text) {
            self.keys.push(key);
            self.long.push(Start { text, mask });
        } else {
            self.short.push(Start { text, mask });
        }
    }

    /// The recognizers that asked for a start that the text begins with.
    fn find(&self, text: &str) -> Mask {
        let begun = |mask, start: &Start| if text.starts_with(start.text) { mask | start.mask } else { mask };
        let mask = self.short.iter().fold(Mask::NONE, begun);
        let Some(key) = key(text) else { return mask };
        let same = self.keys.iter().zip(&self.long).filter(|(each, _)| **each == key);
        same.fold(mask, |mask, (_, start)| begun(mask, start))
    }
}

/// A pass shape and its recognizer.
#[derive(Debug)]
struct Pass {
    shape: PassShape,
    start: Head,
    end: Tail,
    recognizer: usize,
}

impl Pass {
    fn new(shape: PassShape, recognizer: usize) -> Self {
        Self { shape, start: Head::new(shape.start), end: Tail::new(shape.end), recognizer }
    }
}

/// The prefilter over all recognizers.
pub struct Prefilter {
    /// For every pair of first bytes: 0, or the number of a bucket plus 1.
    table: Box<[u16]>,
    buckets: Vec<Bucket>,
    /// The starts that follow a number.
    numbered: Bucket,
    /// For every byte: whether a pass shape ends with it, or it is a blank that may follow one. It decides most lines,
    /// without a look into a large table.
    last: [bool; 256],
    /// For every pair of last bytes: 0, or the number of a group of pass shapes plus 1.
    ends: Box<[u8]>,
    passes: Vec<Vec<Pass>>,
    /// The recognizers that are always asked first about a line with one of their pass shapes.
    alone: Mask,
    searcher: Literals,
    /// The recognizers that asked for each literal.
    literals: Vec<Mask>,
    path: Mask,
    /// Of those, the ones that read files with each ending of [`ENDINGS`].
    endings: [Mask; ENDINGS.len()],
}

impl std::fmt::Debug for Prefilter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Prefilter").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

/// The recognizers none of whose pass shapes shares a line with a shape that is checked before it.
fn alone(groups: &[Vec<Pass>]) -> Mask {
    let (mut all, mut shared) = (Mask::NONE, Mask::NONE);
    for group in groups {
        for (at, pass) in group.iter().enumerate() {
            let own = Mask::of(pass.recognizer);
            all |= own;
            let mut before = group.iter().take(at).filter(|other| other.recognizer != pass.recognizer);
            if before.any(|other| other.shape.meets(&pass.shape)) {
                shared |= own;
            }
        }
    }
    all.without(shared)
}

fn pair(bytes: &[u8]) -> usize {
    let get = |at: usize| usize::from(bytes.get(at).copied().unwrap_or(b' '));
    (get(0) << 8) | get(1)
}

impl Prefilter {
    /// Collects what the recognizers ask for.
    #[must_use]
    pub fn new(recognizers: &[Box<dyn Recognizer>]) -> Self {
        let mut prefilter = Self {
            table: vec![0; 1 << 16].into_boxed_slice(),
            buckets: Vec::new(),
            numbered: Bucket::default(),
            last: std::array::from_fn(|byte| u8::try_from(byte).is_ok_and(|byte| byte.is_ascii_whitespace())),
            ends: vec![0; 1 << 16].into_boxed_slice(),
            passes: Vec::new(),
            alone: Mask::NONE,
            searcher: Literals::new(&[]),
            literals: Vec::new(),
            path: Mask::NONE,
            endings: [Mask::NONE; ENDINGS.len()],
        };
        let mut texts: Vec<&'static str> = Vec::new();
        for (number, recognizer) in recognizers.iter().enumerate() {
            let signs = recognizer.signs();
            for start in signs.starts {
                prefilter.add_start(start, Mask::of(number));
            }
            signs.numbered.iter().for_each(|after| prefilter.numbered.add(after, Mask::of(number)));
            for literal in signs.inside {
                if let Some(at) = texts.iter().position(|text| text == literal) {
                    if let Some(mask) = prefilter.literals.get_mut(at) {
                        *mask |= Mask::of(number);
                    }
                } else {
                    texts.push(literal);
                    prefilter.literals.push(Mask::of(number));
                }
            }
            for shape in signs.passes {
                prefilter.add_pass(Pass::new(*shape, number));
            }
            if signs.path {
                prefilter.path |= Mask::of(number);
                for (mask, ending) in prefilter.endings.iter_mut().zip(ENDINGS) {
                    *mask |= if recognizer.reads(ending) { Mask::of(number) } else { Mask::NONE };
                }
            }
        }
        prefilter.searcher = Literals::new(&texts);
        prefilter.alone = alone(&prefilter.passes);
        prefilter
    }

    fn add_pass(&mut self, pass: Pass) {
        let last = pass.shape.end.as_bytes().last_chunk::<2>();
        if let Some(known) = last.and_then(|last| self.last.get_mut(usize::from(last[1]))) {
            *known = true;
        }
        let Some(slot) = last.and_then(|last| self.ends.get_mut(pair(last))) else { return };
        if *slot == 0 {
            self.passes.push(Vec::new());
            *slot = u8::try_from(self.passes.len()).unwrap_or(0);
        }
        if let Some(group) = usize::from(*slot).checked_sub(1).and_then(|at| self.passes.get_mut(at)) {
            group.push(pass);
        }
    }

    fn add_start(&mut self, text: &'static str, mask: Mask) {
        let Some(slot) = self.table.get_mut(pair(text.as_bytes())) else { return };
        if *slot == 0 {
            self.buckets.push(Bucket::default());
            *slot = u16::try_from(self.buckets.len()).unwrap_or(0);
        }
        if let Some(bucket) = usize::from(*slot).checked_sub(1).and_then(|at| self.buckets.get_mut(at)) {
            bucket.add(text, mask);
        }
    }

    /// The recognizer whose pass shape the line has.
    #[inline]
    #[must_use]
    pub fn pass(&self, line: &Line<'_>) -> Option<usize> {
        // One byte shows that most lines have another shape, and two bytes show it for most of the others.
        let last = *line.ending().as_bytes().last()?;
        if self.last.get(usize::from(last)).is_some_and(|ends| *ends) {
            self.pass_closely(line)
        } else {
            None
        }
    }

    /// The same for a line with the last byte of a pass shape, or a blank.
    fn pass_closely(&self, line: &Line<'_>) -> Option<usize> {
        let ending = line.ending().trim_ascii_end();
        let last = ending.as_bytes().last_chunk::<2>()?;
        let slot = self.ends.get(pair(last)).copied().unwrap_or(0);
        let group = self.passes.get(usize::from(slot).checked_sub(1)?)?;
        let begin = scan::after_blanks(line.text);
        let (head, tail) = (Head::of(begin), Tail::of(ending));
        let whole = |pass: &&Pass| {
            pass.end.ends(tail, ending, pass.shape.end) && pass.start.begins(head, begin, pass.shape.start)
        };
        let pass = group.iter().find(whole);
        pass.map(|pass| pass.recognizer)
    }

    /// Whether every line that has one of the recognizer's pass shapes is shown to it first.
    #[must_use]
    pub fn is_alone(&self, recognizer: usize) -> bool {
        self.alone.overlaps(Mask::of(recognizer))
    }

    /// The recognizers that have to see a line that begins with `begin` after its blanks.
    #[must_use]
    pub fn beginning(&self, begin: &str) -> Mask {
        let slot = self.table.get(pair(begin.as_bytes())).copied().unwrap_or(0);
        let bucket = usize::from(slot).checked_sub(1).and_then(|at| self.buckets.get(at));
        let mask = bucket.map_or(Mask::NONE, |bucket| bucket.find(begin));
        if begin.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            mask | self.after_number(begin)
        } else {
            mask
        }
    }

    #[inline(never)]
    fn after_number(&self, begin: &str) -> Mask {
        scan::number(begin).map_or(Mask::NONE, |(_, after)| self.numbered.find(after))
    }

    /// The recognizers that have to see the line because of what it holds; `begin` is the line after its blanks.
    #[must_use]
    pub fn holding(&self, line: &Line<'_>, begin: &str, clean: &mut Clean) -> Mask {
        let mut mask = Mask::NONE;
        if !clean.holds_none(line, &self.searcher) {
            mask |= self.found_in(line.judged());
        }
        if !line.tail.is_empty() {
            mask |= self.found_in(line.tail);
        }
        if !self.path.is_empty()
            && let Some(path) = leading_path(begin)
        {
            mask |= self.path_readers(path);
        }
        mask
    }

    /// The recognizers whose literals are in the text.
    #[inline(never)]
    fn found_in(&self, text: &str) -> Mask {
        let mut mask = Mask::NONE;
        self.searcher.each(text, |literal| mask |= self.literals.get(literal).copied().unwrap_or_default());
        mask
    }

    /// The recognizers that have to see the line.
    #[cfg(test)]
    fn candidates(&self, line: &Line<'_>) -> Mask {
        let begin = scan::after_blanks(line.text);
        self.beginning(begin) | self.holding(line, begin, &mut Clean::default())
    }

    /// The recognizers that have to see a line that begins with a place in this file.
    #[inline(never)]
    fn path_readers(&self, path: &[u8]) -> Mask {
        let dot = memchr::memrchr(b'.', path);
        let ending = dot.and_then(|dot| path.get(dot.saturating_add(1)..)).unwrap_or_default();
        let known = ENDINGS.iter().zip(&self.endings).find(|(each, _)| each.as_bytes() == ending);
        known.map_or(self.path, |(_, mask)| *mask)
    }
}

/// Whether words are before the path: `thread 'a' panicked at src/a.rs`, `at ./src/a.rs`, `Test.run (node:internal/a`,
/// but not a folder of two words: `My project (old)/a.py`.
fn is_sentence(path: &[u8]) -> bool {
    let opens = |at: usize| {
        let after = path.get(at.saturating_add(1)..).unwrap_or_default();
        after.first() == Some(&b'(') && memchr::memchr(b')', after).is_none()
    };
    match path {
        [b't', ..] if path.starts_with(b"thread '") => true,
        [b'l', ..] if path.starts_with(b"location: '") => true,
        [b'a', b't', b' ', b'/' | b'.', ..] => true,
        [first, second, ..] if first.is_ascii_alphanumeric() && *second != b':' => {
            memchr::memchr_iter(b' ', path).any(opens)
        }
        _ => false,
    }
}

/// Whether the text begins with the date and the time of Go's logger, whose slashes are not those of a path:
/// `2024/05/01 10:02:03 `.
fn is_moment(text: &[u8]) -> bool {
    let [b'0'..=b'9', .., b' '] = text.get(..20).unwrap_or_default() else { return false };
    text.iter().zip(b"0000/00/00 00:00:00").all(|(byte, shape)| match shape {
        b'0' => byte.is_ascii_digit(),
        _ => byte == shape,
    })
}

/// The path when the text begins like `PATH:LINE` or `PATH(LINE`: an extension or a slash, then a number.
fn leading_path(text: &str) -> Option<&[u8]> {
    let bytes = text.as_bytes();
    let bytes = bytes.get(..bytes.len().min(PLACE_BYTES)).unwrap_or(bytes);
    if !bytes.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"./_<\\~@".contains(byte)) {
        return None;
    }
    if is_moment(bytes) {
        return None;
    }
    memchr::memchr2_iter(b':', b'(', bytes).find_map(|at| {
        let numbered = bytes.get(at.saturating_add(1)).is_some_and(u8::is_ascii_digit);
        let path = bytes.get(..at).filter(|_| numbered)?;
        let named = memchr::memchr2(b'.', b'/', path).is_some() || path == b"Makefile";
        (named && !is_sentence(path)).then_some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::super::mask::MOST_RECOGNIZERS;
    use super::super::registry;
    use super::*;

    #[test]
    fn the_shared_literals_stay_within_their_budget() {
        let recognizers = registry::all();
        let mut literals: Vec<&str> =
            recognizers.iter().flat_map(|each| each.signs().inside).copied().collect();
        literals.sort_unstable();
        literals.dedup();
        assert!(literals.len() <= MOST_LITERALS, "{} literals: {literals:?}", literals.len());
        assert!(literals.iter().all(|literal| literal.len() >= SHORTEST_LITERAL), "{literals:?}");
        assert!(recognizers.iter().flat_map(|each| each.signs().starts).all(|start| start.len() >= 2));
        assert!(recognizers.iter().flat_map(|each| each.signs().numbered).all(|after| after.len() >= 2));
        assert!(recognizers.iter().flat_map(|each| each.signs().passes).all(|pass| pass.end.len() >= 2));
        assert!(recognizers.len() <= MOST_RECOGNIZERS);
    }

    #[test]
    fn the_shared_search_seldom_stops_at_bars_and_words() {
        let recognizers = registry::all();
        let literals: Vec<&str> = recognizers.iter().flat_map(|each| each.signs().inside).copied().collect();
        let bars = "Fetching [=====>        ]  12% 2201/9999 KB\n  * a  - b   | c | .......s...  ####   -----------\n";
        assert!(Literals::stops(&literals, bars) <= 1, "{}", Literals::stops(&literals, bars));
        let words = "It compares the ferries that moor at the quay with those of the list, and fails when one of them left \
                     before its passengers had come on board or after the tide had turned; 12 of them took 0.25 s\n";
        assert!(Literals::stops(&literals, words) <= 8, "{}", Literals::stops(&literals, words));
    }

    #[test]
    fn what_follows_a_number_is_found_whatever_the_number_is() {
        let recognizers = registry::all();
        let prefilter = Prefilter::new(&recognizers);
        let of = |name: &str| Mask::of(recognizers.iter().position(|each| each.runner().0 == name).unwrap());
        let shown = |text: &str, name: &str| prefilter.candidates(&Line::of(text)).overlaps(of(name));
        for number in ["1", "12", "18446744073709551616"] {
            assert!(shown(&format!("  {number}) Failure:"), "minitest"));
            assert!(shown(&format!("  {number} failed"), "playwright"));
        }
        for text in ["  1)Failure:", "  1)", ") Failure:", "a1) Failure:"] {
            assert!(!shown(text, "minitest"), "{text}");
        }
    }

    #[test]
    fn a_shape_that_shares_lines_with_one_before_it_is_not_alone() {
        let shape = |start, end| PassShape { start, end };
        let meets = |one: PassShape, other: PassShape| {
            let both = alone(&[vec![Pass::new(one, 0), Pass::new(other, 1)]]);
            assert!(both.overlaps(Mask::of(0)));
            !both.overlaps(Mask::of(1))
        };
        assert!(meets(shape("test ", " ok"), shape("", "ok")));
        assert!(meets(shape("te", "ok"), shape("test ", "... ok")));
        assert!(!meets(shape("test ", "ok"), shape("--- ", "ok")));
        assert!(!meets(shape("", "a ok"), shape("", "b ok")));
        let recognizers = registry::all();
        let prefilter = Prefilter::new(&recognizers);
        let pytest = recognizers.iter().position(|each| each.runner().0 == "pytest");
        assert!(prefilter.is_alone(pytest.unwrap()));
    }

    #[test]
    fn a_place_in_a_file_of_one_language_is_shown_to_its_own_tools_only() {
        let recognizers = registry::all();
        let prefilter = Prefilter::new(&recognizers);
        let asked = |text: &str| -> Vec<&str> {
            let mask = prefilter.candidates(&Line::of(text));
            let all = recognizers.iter().enumerate();
            all.filter(|(number, _)| mask.overlaps(Mask::of(*number)))
                .map(|(_, each)| each.runner().0)
                .collect()
        };
        assert_eq!(asked("    a_test.go:7: boom"), ["golangci-lint", "linter", "go build"]);
        assert_eq!(asked("a.py:7: boom"), ["ruff", "flake8", "pylint", "mypy", "pyright", "linter"]);
        for text in ["a.c:7: boom", "Makefile:7: boom", "a.go.tmpl:7: boom", "/a.b/go:7: boom"] {
            assert!(prefilter.path.without(prefilter.candidates(&Line::of(text))).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_line_begins_with_a_place() {
        for text in [
            "src/a.c:12:5: error: no",
            "a_test.go:7: boom",
            "C:\\a\\b.cs(3,4): error",
            "./x.go:3:5: undefined",
            "My Project/a.cs(3,4): error",
            "My Project (old)/a.cs(3,4): error",
            "Shop 'n go/a.py:3:1: F401",
            "C:\\My Project (old)\\a.cs(3,4): error",
        ] {
            assert!(leading_path(text).is_some(), "{text}");
        }
        for text in [
            "tests/test_a.py::test_b PASSED",
            "2026-01-01 10:00:00 x",
            "2024/05/01 10:02:03 opened a.go:12",
            "test a::b ... ok",
            "note: x.c",
            "thread 'a::b' (7) panicked at src/a.rs:3:5:",
            "Test.run (node:internal/test_runner/test:796:25)",
            "location: '/a/b.test.js:2:1'",
            "at /rustc/5980/library/std/src/panicking.rs:689:5",
            "at ./src/a.rs:3:5",
        ] {
            assert_eq!(leading_path(text), None, "{text}");
        }
    }
}
