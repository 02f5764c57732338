//! Cutting a line to a number of chars without breaking what a reader sees as one character.
//!
//! A clipped line keeps its beginning and `...`. When its end shows a result (`... FAILED`, `(12 ms)`), an exit status,
//! an error or a place, it keeps the end too. Limits count chars (Unicode scalar values); cuts are between grapheme
//! clusters. `wrap` continues a failure's first line instead of cutting it. Neither knows modes or pages.

use std::borrow::Cow;

use crate::budget::Count as _;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use super::fold::FoldName;
use super::line::Line;

/// What replaces the text that is left out.
const DOTS: &str = "...";
/// How many last chars are searched for a result, and kept with it.
const ENDING_CHARS: usize = 17;
/// A cluster of more code points is not a character of any script: it is cut like any text.
const CLUSTER_CHARS: usize = 32;
/// Words with which the end of a line begins that says how something ended, or which error it was.
const TELLING: [&str; 6] = ["exited with ", "exit code", "exit status", "(signal", "failed with ", "Fatal "];
/// The most places that a wrap keeps whole.
const KEPT_PLACES: usize = 64;

/// A line after clipping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clipped<'a> {
    /// At most as many chars as the limit allows, with `...`.
    pub text: Cow<'a, str>,
    /// How many chars of the original text are not in it; 0 if and only if nothing was cut. For a line that is longer
    /// than its held text, the rest is not counted: only `Line::chars` has it.
    pub removed: u64,
}

/// At most the first `bytes` bytes of a text, cut between chars: for names and texts that are kept, not shown.
#[must_use]
pub fn head(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end.down(1);
    }
    text.get(..end).unwrap_or_default()
}

/// Cuts a text to at most `limit` chars.
#[must_use]
pub fn clip(text: &str, limit: usize) -> Clipped<'_> {
    clip_with_ending(text, text, limit)
}

/// Cuts a line to at most `limit` chars. When it is longer than its held text, its end is taken from its tail.
#[must_use]
pub fn clip_line<'a>(line: &Line<'a>, limit: usize) -> Clipped<'a> {
    if line.tail.is_empty() {
        return clip(line.text, limit);
    }
    let fitting = limit.saturating_sub(DOTS.len().saturating_add(ENDING_CHARS));
    if byte_of(line.text, fitting).is_some() {
        return cut(line.text, line.tail, limit);
    }
    // The limit is beyond the held text: print all of it, the gap, and the end.
    let mut text = line.text.to_owned();
    text.push_str(DOTS);
    text.push_str(ending(line.tail));
    Clipped { text: Cow::Owned(text), removed: 1 }
}

/// Cuts a line of the log to at most `limit` chars. Its end stays too when it has an exit status, a signal, an error or a
/// place.
#[must_use]
pub fn clip_telling(text: &str, limit: usize) -> Clipped<'_> {
    let room = limit.saturating_sub(DOTS.len());
    let telling = if byte_of(text, limit).is_some() { telling_end(text, room.div_euclid(3)) } else { "" };
    if telling.is_empty() || tells_result(text, ending(text)) {
        return clip(text, limit);
    }
    joined(text, room.saturating_sub(telling.chars().count()), telling, limit)
}

fn clip_with_ending<'a>(text: &'a str, end: &str, limit: usize) -> Clipped<'a> {
    if text.len() <= limit || byte_of(text, limit).is_none() {
        return Clipped { text: Cow::Borrowed(text), removed: 0 };
    }
    cut(text, end, limit)
}

/// Cuts a text that is too long; `end` has the same end as the whole text.
fn cut<'a>(text: &'a str, end: &str, limit: usize) -> Clipped<'a> {
    let ending = ending(end);
    let with_ending = limit.checked_sub(DOTS.len().saturating_add(ENDING_CHARS));
    let (front, ending) = match with_ending {
        Some(front) if front > 0 && tells_result(end, ending) => (front, ending),
        _ => (limit.saturating_sub(DOTS.len()), ""),
    };
    joined(text, front, ending, limit)
}

/// The first chars of a text and its end, with the gap between them.
fn joined<'a>(text: &'a str, front: usize, ending: &str, limit: usize) -> Clipped<'a> {
    let at = boundary_before(text, byte_of(text, front).unwrap_or(text.len()));
    let front = text.get(..at).unwrap_or_default();
    let mut kept = String::with_capacity(front.len().saturating_add(ENDING_CHARS.saturating_mul(4)));
    kept.push_str(front);
    kept.push_str(DOTS.get(..limit.min(DOTS.len())).unwrap_or_default());
    kept.push_str(ending);
    let shown = front.chars().count().saturating_add(ending.chars().count());
    let removed = text.chars().count().saturating_sub(shown).max(1);
    Clipped { text: Cow::Owned(kept), removed: u64::try_from(removed).unwrap_or(u64::MAX) }
}

/// The fewest chars of a module that are worth showing before the gap.
const MODULE_CHARS: usize = 8;

/// A test's name in at most `limit` chars. The last segment, and most of all its end, shows which test it is: the gap is
/// in the module if the segment fits, and else in the middle of the segment.
#[must_use]
pub fn clip_name(name: &FoldName<'_>, limit: usize) -> String {
    let whole = format!("{}{}{}", name.module, name.separator, name.name);
    if byte_of(&whole, limit).is_none() {
        return whole;
    }
    let last = format!("{}{}", name.separator, name.name);
    let width = last.chars().count();
    let module = limit.saturating_sub(width.saturating_add(DOTS.len()));
    if module >= MODULE_CHARS && !name.module.is_empty() {
        return format!("{}{DOTS}{last}", front(name.module, module));
    }
    let segment = if name.name.is_empty() { whole.as_str() } else { name.name };
    without_middle(segment, limit)
}

/// Cuts a text to at most `limit` chars in its middle: the end of a long message says what happened, and where.
#[must_use]
pub fn clip_middle(text: &str, limit: usize) -> Clipped<'_> {
    if byte_of(text, limit).is_none() {
        return Clipped { text: Cow::Borrowed(text), removed: 0 };
    }
    let kept = without_middle(text, limit);
    let shown = kept.chars().count().saturating_sub(DOTS.len());
    let removed = text.chars().count().saturating_sub(shown).max(1);
    Clipped { text: Cow::Owned(kept), removed: u64::try_from(removed).unwrap_or(u64::MAX) }
}

/// A text in at most `limit` chars. Of a longer one, two thirds of what is shown are its beginning, the rest its end.
fn without_middle(text: &str, limit: usize) -> String {
    if byte_of(text, limit).is_none() {
        return text.to_owned();
    }
    let room = limit.saturating_sub(DOTS.len());
    let end = room.div_euclid(3);
    let begin = front(text, room.saturating_sub(end));
    let skip = text.chars().count().saturating_sub(end);
    let at = text.char_indices().nth(skip).map_or(text.len(), |(at, _)| boundary_after(text, at));
    format!("{begin}{DOTS}{}", text.get(at..).unwrap_or_default())
}

/// The first `chars` chars of a text, or a few less, so that no cluster is cut.
fn front(text: &str, chars: usize) -> &str {
    let at = byte_of(text, chars).unwrap_or(text.len());
    text.get(..boundary_before(text, at)).unwrap_or_default()
}

/// The byte at which the char with this index begins; `None` when there is no such char.
fn byte_of(text: &str, index: usize) -> Option<usize> {
    let head = text.get(..index.saturating_add(1));
    if head.is_some_and(str::is_ascii) {
        return Some(index);
    }
    text.char_indices().nth(index).map(|(at, _)| at)
}

/// The last [`ENDING_CHARS`] chars, or a few less, so that no cluster is cut.
fn ending(text: &str) -> &str {
    let last = text.char_indices().rev().nth(ENDING_CHARS.saturating_sub(1));
    let Some((at, _)) = last else { return text };
    text.get(boundary_after(text, at)..).unwrap_or_default()
}

/// The end of a text that says how something ended, which error it was, or where: at most so many chars. Empty when the
/// end says none of these.
fn telling_end(text: &str, most: usize) -> &str {
    let first =
        most.checked_sub(1).and_then(|last| text.char_indices().rev().nth(last)).map_or(0, |(at, _)| at);
    let end = text.get(boundary_after(text, first)..).unwrap_or_default();
    let marked = TELLING.iter().filter_map(|mark| end.find(mark)).min();
    let place = || {
        let word = end.rfind(' ').map_or(0, |blank| blank.saturating_add(1));
        let (file, line) = end.get(word..)?.trim_end_matches([')', ']', ',', '.']).rsplit_once(':')?;
        let is_place = word > 0 && is_number(line) && file.contains('.') && !file.contains("//");
        is_place.then_some(word)
    };
    marked.or_else(place).and_then(|at| end.get(at..)).unwrap_or_default()
}

/// Whether the last chars of a text hold a result: a verdict or a duration, as whole words.
fn tells_result(text: &str, ending: &str) -> bool {
    let before = text.get(..text.len().saturating_sub(ending.len())).unwrap_or_default();
    let cut_word = before.chars().next_back().is_some_and(char::is_alphanumeric);
    let mut words = ending.split(|c: char| !c.is_alphanumeric() && c != '.').skip(usize::from(cut_word));
    let mut number_before = false;
    words.any(|word| {
        if matches!(
            word,
            "FAILED" | "FAIL" | "PASSED" | "PASS" | "ERROR" | "SKIPPED" | "OK" | "ok" | "failed" | "passed"
        ) || is_duration(word)
            || (number_before && is_unit(word))
        {
            return true;
        }
        number_before = is_number(word) || (word.is_empty() && number_before);
        false
    })
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

fn is_unit(word: &str) -> bool {
    matches!(
        word.trim_end_matches('.'),
        "s" | "ms" | "us" | "µs" | "ns" | "m" | "min" | "sec" | "secs" | "seconds"
    )
}

/// `0.01s`, `12ms`, `3m`.
fn is_duration(word: &str) -> bool {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = word.get(..word.len().saturating_sub(unit.len())).unwrap_or_default();
    is_number(number) && is_unit(unit)
}

/// The last place at or before `at` (bytes, between chars) where a cut breaks no cluster.
fn boundary_before(text: &str, at: usize) -> usize {
    match cluster_over(text, at) {
        Some((start, _)) => start,
        None => at,
    }
}

/// The first place at or after `at` (bytes, between chars) where a cut breaks no cluster.
fn boundary_after(text: &str, at: usize) -> usize {
    match cluster_over(text, at) {
        Some((_, end)) => end,
        None => at,
    }
}

/// The cluster that a cut at `at` would break, unless it is too long to be kept whole.
fn cluster_over(text: &str, at: usize) -> Option<(usize, usize)> {
    let around = text.as_bytes().get(at.saturating_sub(1)..at.saturating_add(1))?;
    if around.is_ascii() {
        return None;
    }
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    if cursor.is_boundary(text, 0).unwrap_or(true) {
        return None;
    }
    let start = cursor.prev_boundary(text, 0).ok()??;
    let cluster = text.get(start..)?.graphemes(true).next()?;
    if cluster.chars().nth(CLUSTER_CHARS).is_some() {
        return None;
    }
    Some((start, start.saturating_add(cluster.len())))
}

/// Breaks a text into at most `max_lines` pieces, all but the last of at most `limit` chars; together they are the text.
///
/// Breaks after a blank if the piece stays at least half full, else between clusters, and never inside one of
/// `keep` (a test's name, its `file:line`) unless that alone exceeds the limit. The last piece may exceed the limit: the
/// caller clips it.
#[must_use]
pub fn wrap<'a>(text: &'a str, limit: usize, max_lines: usize, keep: &[&str]) -> Vec<&'a str> {
    let mut kept = Vec::new();
    // A word that fits on no line is broken like the rest.
    for word in keep.iter().filter(|word| !word.is_empty() && byte_of(word, limit).is_none()) {
        let room = KEPT_PLACES.saturating_sub(kept.len());
        kept.extend(
            text.match_indices(*word).take(room).map(|(at, word)| (at, at.saturating_add(word.len()))),
        );
    }
    let mut pieces = Vec::new();
    let mut from = 0_usize;
    while pieces.len().saturating_add(1) < max_lines {
        let rest = text.get(from..).unwrap_or_default();
        let Some(full) = byte_of(rest, limit) else { break };
        let at = from.saturating_add(break_of(rest, full, limit));
        let at = outside(&kept, from, at);
        if at <= from {
            break;
        }
        pieces.push(text.get(from..at).unwrap_or_default());
        from = at;
    }
    pieces.push(text.get(from..).unwrap_or_default());
    pieces
}

/// The best place (bytes) to break a piece of at most `full` bytes.
fn break_of(rest: &str, full: usize, limit: usize) -> usize {
    let head = rest.get(..full).unwrap_or_default();
    let blank = head.rfind(' ').map(|at| at.saturating_add(1));
    match blank.filter(|at| head.get(*at..).unwrap_or_default().chars().count() <= limit / 2) {
        Some(at) => at,
        None => Some(boundary_before(rest, full)).filter(|at| *at > 0).unwrap_or(full),
    }
}

/// Moves a break before the kept places that it would break, unless there is nothing before them.
fn outside(kept: &[(usize, usize)], from: usize, at: usize) -> usize {
    let mut moved = at;
    while let Some((start, _)) = kept.iter().find(|(start, end)| *start < moved && moved < *end) {
        moved = *start;
    }
    if moved > from { moved } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_line_stays_where_it_tells_how_it_ended() {
        for (text, clipped) in [
            (
                "The command \"make a b c d e f g h i j k l m n o p q r s\" exited with 2.",
                "The command \"make a b c d e f g h i j k l m...exited with 2.",
            ),
            (
                "............................................................Fatal Python error",
                "..........................................Fatal Python error",
            ),
            (
                "at Quay.Tests.Moors(String name, Int32 berth, Boolean tide) in Quay.cs:28",
                "at Quay.Tests.Moors(String name, Int32 berth, B...Quay.cs:28",
            ),
            (
                "process didn't exit successfully: a b c d e f g h i j k l m n o p q r s (signal: 9, KILL)",
                "process didn't exit successfully: a b c ...(signal: 9, KILL)",
            ),
            (
                "a word, and many more words that tell nothing of a place, an end or a reason",
                "a word, and many more words that tell nothing of a place,...",
            ),
        ] {
            assert_eq!(clip_telling(text, 60).text, clipped);
        }
    }

    #[test]
    fn a_head_ends_between_chars() {
        for (bytes, expected) in [(0, ""), (1, "a"), (2, "a"), (3, "aé"), (4, "aéb"), (9, "aéb")] {
            assert_eq!(head("aéb", bytes), expected);
        }
    }
    #[test]
    fn of_a_long_name_the_end_is_shown_and_the_gap_is_in_the_module() {
        let name = |module, name| FoldName { module, separator: ".", name };
        let long = name("Company.Product.Settings.Exclusions", "Removes_TC7(True,\"en\")");
        assert_eq!(clip_name(&long, 99), "Company.Product.Settings.Exclusions.Removes_TC7(True,\"en\")");
        assert_eq!(clip_name(&long, 50), "Company.Product.Settings....Removes_TC7(True,\"en\")");
        // A few chars of the module are not worth showing.
        assert_eq!(clip_name(&long, 33), "Removes_TC7(True,\"en\")");
        assert_eq!(clip_name(&long, 20), "Removes_TC7(...\"en\")");
        assert_eq!(clip_name(&name("", "éééééééé"), 7), "ééé...é");
        assert_eq!(clip_name(&name("m", "x"), 1), "x");
    }

    #[test]
    fn of_a_long_message_the_beginning_and_the_end_are_shown() {
        let clipped = clip_middle("no rope was found in quay.rs:7", 18);
        assert_eq!((&*clipped.text, clipped.removed), ("no rope wa....rs:7", 15));
        assert_eq!(clip_middle("short", 5), Clipped { text: "short".into(), removed: 0 });
    }

    use proptest::prelude::*;

    fn clipped(text: &str, limit: usize) -> (String, u64) {
        let clipped = clip(text, limit);
        (clipped.text.into_owned(), clipped.removed)
    }

    #[test]
    fn a_text_at_the_limit_is_whole_and_one_char_more_is_cut() {
        assert_eq!(clip("éééééééé", 8), Clipped { text: Cow::Borrowed("éééééééé"), removed: 0 });
        assert_eq!(clipped("ééééééééé", 8), ("ééééé...".into(), 4));
        assert_eq!(clipped("abcdefghi", 8), ("abcde...".into(), 4));
        assert_eq!(clipped("abcdefghi", 2), ("..".into(), 9));
        assert_eq!(clipped("abcdefghi", 0), (String::new(), 9));
    }

    #[test]
    fn an_end_that_tells_a_result_is_kept() {
        for end in [
            "... FAILED",
            "... ok",
            " PASSED [ 50%]",
            " (12 ms)",
            " 0.01s",
            "(0.083 seconds)",
            " FAIL",
            " 3.2 s.",
        ] {
            let text = format!("{}{end}", "x".repeat(100));
            let (text, removed) = clipped(&text, 60);
            assert_eq!(text.chars().count(), 60);
            assert!(text.ends_with(end) && text.starts_with("xxxx"), "{text}");
            assert_eq!(removed as usize, 100 + end.len() - 57);
        }
    }

    #[test]
    fn another_end_is_not_kept() {
        for end in ["the end", "12 apples", "book", "", "FAILEDX", "v1.2.3", " 12"] {
            let (text, _) = clipped(&format!("{}{end}", "x".repeat(100)), 60);
            assert_eq!(text, format!("{}...", "x".repeat(57)), "{end}");
        }
        // The window begins within the word: `NOT_BROKEN` has the same end as `OK`.
        let (text, _) = clipped(&format!("{} BROok{}", "x".repeat(99), "y ".repeat(8)), 60);
        assert!(text.ends_with("..."));
    }

    #[test]
    fn the_end_of_a_longer_line_comes_from_its_tail() {
        let line = Line { text: &"x".repeat(500), tail: "yyyyyyyyyyyyyyyyyyy ... FAILED", ..Line::of("") };
        let text = clip_line(&line, 60).text.into_owned();
        assert_eq!(text, format!("{}...yyyyyy ... FAILED", "x".repeat(40)));
        let all = clip_line(&line, 600);
        assert_eq!(all.text, format!("{}...yyyyyy ... FAILED", "x".repeat(500)));
        assert!(all.removed > 0);
        let middle = clip_line(&line, 510);
        assert_eq!(middle.text.chars().count(), 510);
    }

    #[test]
    fn a_cluster_is_not_cut_unless_it_is_monstrous() {
        for cluster in ["👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}\u{302}", "각"] {
            for shift in 0..10 {
                let text = format!("{}{}", "a".repeat(shift), cluster.repeat(40));
                let (text, _) = clipped(&text, 30);
                let rest = text.trim_start_matches('a').trim_end_matches("...");
                assert!(text.chars().count() <= 30);
                assert_eq!(rest.replace(cluster, ""), "", "{cluster} {shift}");
            }
        }
        let monster = format!("Z{}", "\u{301}".repeat(60_000));
        let (text, removed) = clipped(&monster, 60);
        assert_eq!((text.chars().count(), removed), (60, 60_001 - 57));
    }

    #[test]
    fn a_wrap_breaks_after_blanks_and_never_in_what_is_kept() {
        assert_eq!(wrap("short", 10, 3, &[]), ["short"]);
        assert_eq!(wrap("aaa bbb ccc ddd eee", 9, 3, &[]), ["aaa bbb ", "ccc ddd ", "eee"]);
        assert_eq!(wrap("aaa bbb ccc ddd eee", 9, 2, &[]), ["aaa bbb ", "ccc ddd eee"]);
        assert_eq!(wrap("abcdefghijkl", 5, 3, &[]), ["abcde", "fghij", "kl"]);
        assert_eq!(wrap("at src/a.rs:10: no", 10, 3, &["src/a.rs:10"]), ["at src/a.r", "s:10: no"]);
        assert_eq!(wrap("at src/a.rs:10: no", 12, 3, &["src/a.rs:10"]), ["at ", "src/a.rs:10:", " no"]);
    }

    proptest! {
        #[test]
        fn a_clip_is_within_its_limit_and_counts_exactly(text in "\\PC*", limit in 0_usize..80) {
            let clip = clip(&text, limit);
            let length = text.chars().count();
            prop_assert!(clip.text.chars().count() <= limit);
            prop_assert_eq!(clip.removed == 0, length <= limit);
            if clip.removed > 0 && limit >= 3 {
                let front: String = clip.text.chars().take_while(|c| *c != '.').collect();
                prop_assert!(text.starts_with(&front));
                prop_assert_eq!(clip.removed as usize, length + 3 - clip.text.chars().count());
            }
        }

        #[test]
        fn the_pieces_of_a_wrap_are_the_text(text in "\\PC{0,300}", limit in 1_usize..40, word in "[a-c]{1,3}") {
            let pieces = wrap(&text, limit, 3, &[&word]);
            prop_assert_eq!(&pieces.concat(), &text);
            prop_assert!(pieces.len() <= 3);
            for piece in &pieces[..pieces.len() - 1] {
                prop_assert!((1..=limit).contains(&piece.chars().count()));
            }
        }

        #[test]
        fn a_kept_word_stays_whole(before in "[a-z ]{0,60}", after in "[a-z ]{0,60}", limit in 10_usize..40) {
            let text = format!("{before}src/a.rs:1{after}");
            let pieces = wrap(&text, limit, 9, &["src/a.rs:1"]);
            prop_assert!(pieces.iter().any(|piece| piece.contains("src/a.rs:1")), "{:?}", pieces);
        }
    }
}
