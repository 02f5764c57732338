//! The width at which a console broke lines, found in the first lines of a log.
//!
//! A log that was broken at a width has no longer line, many lines of exactly that width, and few that are a little shorter.
//! Its lines end at the width, mostly within a word. Lines that a tool itself wraps end between words and have many
//! lengths; rulers and tables end with their marks. PowerShell breaks what a program prints on its standard
//! error between words, and leaves the blank at the end of the line.

use std::collections::HashSet;
use std::ops::Range;

use super::records;
use crate::budget::Count as _;

/// The narrowest and the widest console.
const COLUMNS: (usize, usize) = (24, 1000);
/// The widths of most consoles. At one of these, one line that was broken within a word is enough.
const USUAL: [usize; 3] = [80, 100, 120];
/// The fewest lines that were broken at one of these, and at any other width.
const FEWEST: (usize, usize) = (3, 6);
/// A word of more bytes is longer than the words of sentences.
const LONG_WORD: usize = 16;
/// The narrowest console that breaks lines within words.
const NARROWEST: usize = 50;
/// There are few lines that are shorter by up to so many columns.
const NEAR: usize = 4;

/// How many columns may stay free where a word would have fitted.
const SLACK: usize = 2;

/// Of up to so many rests of lines, at least a third begins differently.
const RESTS: usize = 9;
/// So many equal marks in a row, among the last `RIGHT_BYTES` bytes of a line, are decoration.
const PADDING: usize = 3;
const RIGHT_BYTES: usize = 24;
/// How many bytes of base64 a line has that a tool itself broke, such as of a key or a certificate, and how many other
/// bytes it may have.
const ROW: Range<usize> = 60..77;
const AROUND: usize = 12;
/// So many slashes are a path's, not base64.
const SLASHES: usize = 6;
/// So many equal bytes at the beginnings of two lines are not by chance.
const ALIKE: usize = 4;

/// Where lines were broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Width {
    /// How many columns lines have.
    pub columns: usize,
    /// How they were broken.
    pub breaks: Breaks,
}

impl Width {
    /// Whether longer lines with one long word may be among them.
    pub(super) fn is_between_words(self) -> bool {
        self.breaks != Breaks::Anywhere
    }
}

/// How lines were broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breaks {
    /// After the last column.
    Anywhere,
    /// After the last blank that fits.
    Words,
    /// After the last blank that fits, and long words anywhere, in a narrow PowerShell window.
    Window,
}

/// How many columns a line takes, without its colours: PowerShell counts a surrogate pair as two.
pub(super) fn columns(line: &str) -> usize {
    if line.is_ascii() && memchr::memchr(0x1b, line.as_bytes()).is_none() {
        return line.len();
    }
    let mut count = 0_usize;
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        if char == '\u{1b}' {
            // A colour ends with its letter.
            chars.by_ref().find(char::is_ascii_alphabetic);
            continue;
        }
        count.up(char.len_utf16());
    }
    count
}

/// The mark, if the chars begin with a row of it.
fn ruled(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next().filter(|char| !char.is_alphanumeric() && *char != ' ')?;
    (chars.next() == Some(first) && chars.next() == Some(first)).then_some(first)
}

/// Whether the end of the line was moved to its column by blanks, dots or similar marks.
fn is_padded(line: &str) -> bool {
    let near = line.len().saturating_sub(RIGHT_BYTES);
    let bytes = line.as_bytes().get(near..).unwrap_or_default();
    bytes.windows(PADDING).any(|run| matches!(run, [first, rest @ ..] if !first.is_ascii_alphanumeric() && first.is_ascii() && rest.iter().all(|byte| byte == first)))
}

/// How lines begin that are not the rest of a line.
#[derive(Debug, Default)]
pub(super) struct Starts(HashSet<[u8; START]>);

/// How many bytes of a beginning are compared, and how many beginnings are kept.
const START: usize = 6;
const STARTS: usize = 8192;

impl Starts {
    /// Keeps the beginning of a line that is not a rest.
    pub(super) fn add(&mut self, line: &str) {
        if let Some(start) = line.as_bytes().first_chunk().filter(|_| self.0.len() < STARTS) {
            self.0.insert(*start);
        }
    }

    /// Whether other lines begin like this one.
    pub(super) fn has(&self, line: &str) -> bool {
        line.as_bytes().first_chunk().is_some_and(|start| self.0.contains(start))
    }
}

/// Whether two lines begin with the same chars, as lines with a prefix do.
fn begin_alike(line: &str, next: &str) -> bool {
    let same = line.bytes().zip(next.bytes()).take_while(|(one, other)| one == other).count();
    same >= ALIKE
}

/// Whether a line is a row of base64 with a few other bytes around it. Joined rows of a key would not be a key anymore.
fn is_row(line: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let bytes = line.as_bytes();
    let longest = bytes.split(|byte| !is_part(byte)).max_by_key(|part| part.len()).unwrap_or_default();
    let mixed = longest.iter().any(u8::is_ascii_uppercase) && longest.iter().any(u8::is_ascii_lowercase);
    // A path has more slashes.
    let few_slashes = longest.iter().filter(|byte| **byte == b'/').count() < SLASHES;
    few_slashes
        && ROW.contains(&longest.len())
        && bytes.len().saturating_sub(longest.len()) <= AROUND
        && mixed
}

/// Whether a line may go on in the next one.
pub(super) fn may_go_on(line: &str, width: Width) -> bool {
    match width.breaks {
        Breaks::Anywhere => columns(line) == width.columns,
        Breaks::Words => line.ends_with(' '),
        Breaks::Window => line.ends_with(' ') || line.chars().count().saturating_add(NEAR) > width.columns,
    }
}

/// Whether the second line goes on where the first one was broken, if it was.
pub(super) fn goes_on(line: &str, next: &str, width: Width) -> bool {
    let long = columns(line);
    match width.breaks {
        Breaks::Anywhere => {
            let ends = ruled(line.chars().rev());
            long == width.columns
                && !next.is_empty()
                && !line.ends_with("%]")
                && !next.starts_with("  ")
                && line.contains(char::is_alphanumeric)
                && !is_row(line)
                && (ends.is_some() || !begin_alike(line, next))
                && (ends.is_none() || ends == ruled(next.chars()))
                && ruled(next.chars()).is_none_or(|mark| line.ends_with(mark))
        }
        Breaks::Window if !line.ends_with(' ') => is_broken_word(line, next, width.columns),
        Breaks::Words | Breaks::Window => {
            let word = next.split(' ').next().map_or(0, columns);
            line.ends_with(' ')
                && !line.trim().is_empty()
                && word > 0
                && long.saturating_add(word).saturating_add(SLACK) > width.columns
                && long <= width.columns.saturating_add(1)
        }
    }
}

/// Whether the line was broken at the window's width within a word; within a path a few columns may be free.
fn is_broken_word(line: &str, next: &str, columns: usize) -> bool {
    // The chars of colours count too.
    let long = line.chars().count();
    let path = line.rsplit(' ').next().is_some_and(|word| word.contains(['/', '\\']));
    let goes_on = next
        .starts_with(|first: char| first.is_alphanumeric() || matches!(first, '-' | '_' | '.' | ':'))
        || line.ends_with(':') && next.starts_with(' ') && !next.starts_with("  ");
    let near = path && goes_on && long.saturating_add(NEAR) > columns;
    line.contains(char::is_alphanumeric)
        && !next.is_empty()
        && ruled(line.chars().rev()).is_none()
        && (near || long == columns && !next.starts_with(' '))
        && long <= columns
}

/// Whether the first line seems to be broken within a word or sentence, and the second one is its rest.
fn is_inside(line: &str, next: &str) -> bool {
    let (last, first) = (line.chars().next_back(), next.chars().next());
    let within = |char: Option<char>| {
        char.is_some_and(|char| char.is_alphanumeric() || matches!(char, '_' | '.' | '/' | '\\' | '-'))
    };
    // No program begins a line with a closing mark, or with one blank when the line before has none.
    let closes =
        first.is_some_and(|char| matches!(char, ';' | ':' | ',' | '.' | ')' | ']' | '}' | '"' | '\''));
    let closes = closes || (first == Some(' ') && !line.starts_with(' '));
    last == Some(' ') || closes || (within(last) && within(first))
}

/// The same for a word that is longer than the words of sentences.
fn is_inside_long_word(line: &str, next: &str) -> bool {
    let small = |char: Option<char>| {
        char.is_some_and(|char| char.is_lowercase() || char.is_ascii_digit() || char == '_')
    };
    let word = line.rsplit(' ').next().map_or(0, str::len);
    word >= LONG_WORD && small(line.chars().next_back()) && small(next.chars().next())
}

/// Whether the second line may be the rest of the first one, which was broken after so many columns.
pub(super) fn is_rest(line: &str, next: &str, columns: usize) -> bool {
    goes_on(line, next, Width { columns, breaks: Breaks::Anywhere }) && is_inside(line, next)
}

/// Whether many consoles have this width.
pub(super) fn is_usual(columns: usize) -> bool {
    USUAL.contains(&columns)
}

/// Whether a line of this many columns may have been broken: its width is usual, and other lines were broken or its last
/// word is long.
pub(super) fn may_be_broken(line: &str, columns: usize, again: bool) -> bool {
    let again = again || line.rsplit(' ').next().is_some_and(|word| word.len() > LONG_WORD);
    (USUAL.contains(&columns) || (again && (NARROWEST..=COLUMNS.1).contains(&columns)))
        && ruled(line.chars().rev()).is_none()
        && !is_padded(line)
        && !line.ends_with("%]")
        && line.contains(char::is_alphanumeric)
}

/// The lines of a text. The last one may have only half of its line end.
fn of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The width at which these lines were broken. The last one may be incomplete.
pub(super) fn find(text: &str) -> Option<(Width, Starts)> {
    let lines: Vec<&str> = of(text).collect();
    anywhere(&lines).or_else(|| Some((between_words(&lines)?, Starts::default())))
}

fn anywhere(lines: &[&str]) -> Option<(Width, Starts)> {
    let lengths: Vec<usize> = lines.iter().map(|line| columns(line)).collect();
    let longest = lengths.iter().copied().max()?;
    if !(NARROWEST..=COLUMNS.1).contains(&longest) {
        return None;
    }
    let width = Width { columns: longest, breaks: Breaks::Anywhere };
    let mut starts = Starts::default();
    let after = lines.iter().skip(1).zip(&lengths).filter(|(_, before)| **before != longest);
    after.for_each(|(line, _)| starts.add(line));
    let (mut broken, mut words, mut sure) = (0_usize, 0_usize, 0_usize);
    let mut rests: HashSet<&str> = HashSet::new();
    for pair in lines.windows(2) {
        let [line, next] = pair else { continue };
        if goes_on(line, next, width) && ruled(line.chars().rev()).is_none() && !is_padded(line) {
            broken.up(1);
            if starts.has(next) {
                continue;
            }
            rests.insert(next.get(..START).unwrap_or(next));
            words.up(usize::from(is_inside(line, next)));
            sure.up(usize::from(is_inside_long_word(line, next)));
        }
    }
    let short = longest.saturating_sub(NEAR)..longest;
    let shorter = lengths.iter().zip(lines).filter(|(length, _)| short.contains(length));
    let near = shorter.filter(|(_, line)| ruled(line.chars().rev()).is_none()).count();
    let usual = USUAL.contains(&longest);
    let (fewest, near_by) = if usual { (FEWEST.0, near.div_euclid(2)) } else { (FEWEST.1, near) };
    // At any other width a few lines are enough when each of them was broken within a long word.
    let enough = if usual { sure > 0 || broken > 1 } else { sure == broken && broken >= FEWEST.0 };
    let few = near == 0 && words == broken && enough;
    let many = broken >= fewest.max(near_by) && words.saturating_mul(2) >= broken;
    // When a tool's own lines have one length, the lines after them begin alike.
    let alike = broken > 2 && rests.len().saturating_mul(3) < broken.min(RESTS);
    (broken > 0 && (few || many) && !alike).then_some((width, starts))
}

/// The width of lines that were broken between words: only in a log with PowerShell's records.
fn between_words(lines: &[&str]) -> Option<Width> {
    if !lines.iter().any(|line| records::ends_record(line)) {
        return None;
    }
    // Of the record's own lines, the one with the source may be longer.
    let own = |line: &str| line.starts_with('+') || line.starts_with("    + ") || line.starts_with("At ");
    let shown = lines.iter().filter(|line| !own(line));
    let longest = shown.map(|line| columns(line.trim_end_matches(' '))).max()?;
    if !(COLUMNS.0..=COLUMNS.1).contains(&longest) {
        return None;
    }
    let width = Width { columns: longest, breaks: Breaks::Words };
    let pairs = lines.windows(2).filter(|pair| matches!(pair, [line, next] if goes_on(line, next, width)));
    (pairs.count() >= FEWEST.0).then_some(width)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Lines broken after the last column.
    pub(in crate::text::channel) fn broken(text: &str, columns: usize) -> String {
        let mut out = String::new();
        for line in text.lines() {
            let chars: Vec<char> = line.chars().collect();
            let pieces: Vec<String> = chars.chunks(columns).map(|piece| piece.iter().collect()).collect();
            out.push_str(&pieces.join("\n"));
            out.push('\n');
        }
        out
    }

    fn compiled() -> String {
        let line = |n: usize| {
            let folder = ["berth", "crane/north", "gate/old/town", "quay"][n % 4];
            let file = format!(
                "e: file:///home/quay/harbour/app/src/main/kotlin/dev/quay/{folder}/Crane{n}Screen.kt"
            );
            format!("{file}:{n}:51 Unresolved reference 'berthOf{n}Moorings' in the hull.\n")
        };
        (37..330).step_by(37).map(line).collect()
    }

    #[test]
    fn the_width_is_found_whatever_it_is() {
        for columns in [60, 72, 80, 100, 119, 120] {
            let found = find(&broken(&compiled(), columns)).map(|(width, _)| width);
            assert_eq!(found, Some(Width { columns, breaks: Breaks::Anywhere }), "{columns}");
        }
        assert!(find(&compiled()).is_none());
    }

    #[test]
    fn three_lines_that_were_broken_within_long_words_show_any_width() {
        let three = "> Task :app:compileKotlin FAILED\n".to_owned()
            + &[
                "CraneScreenOfTheNorth.kt:30",
                "BerthSettingsActivity.kt:38",
                "TugsAndRowersOfTheHarbour.kt:5",
            ]
            .map(|file| {
                format!("e: file:///home/quay/harbour/app/src/main/java/dev/quay/{file}:5 Unresolved.\n")
            })
            .concat();
        for columns in [65, 66] {
            let found = find(&broken(&three, columns)).map(|(width, _)| width.columns);
            assert_eq!(found, Some(columns));
        }
        let names = "harbour_gate_of_the_north\nsmall_crane\nmooring_of_the_pilot_boats\n";
        assert!(find(&format!("{names}berth_of_the_great_ships_a\n").repeat(4)).is_none());
    }

    #[test]
    fn rulers_tables_and_prose_are_not_broken() {
        let ruler =
            format!("{}\nFAILED a\n{} failures {}\nb\n", "=".repeat(80), "=".repeat(35), "=".repeat(35));
        assert!(find(&ruler.repeat(5)).is_none());
        let table = format!("│ {:90} │\n", "a.cy.ts 12:03 3 2 1").repeat(9);
        assert!(find(&table).is_none());
        let progress = format!("tests/test_a.py {}[ 50%]\n", ".".repeat(58)).repeat(9);
        assert!(find(&progress).is_none());
        let same = |n: usize| {
            format!(
                "/quay/Tests/Tide{n:03}Tests.swift:{n}: error: -[Tests.Tide{n:03}Tests testTide{n:05}] : failed - tide {n}\nTest Case 'Tide{n}' failed.\n"
            )
        };
        let same: String = (100..110).map(same).collect();
        assert!(
            find(&same).is_none()
                && find(&format!("Test Case 'a' passed.\nTest Case 'b' passed.\n{same}")).is_none()
        );
        let words = "the harbour opens its gates when the tide is high and a pilot is on the ship that waits outside ";
        let mut prose = String::new();
        let mut line = String::new();
        for word in words.repeat(40).split_whitespace() {
            if line.len() + word.len() + 1 > 72 {
                prose.push_str(line.trim_end());
                prose.push('\n');
                line.clear();
            }
            line.push_str(word);
            line.push(' ');
        }
        assert!(find(&prose).is_none());
    }
}
