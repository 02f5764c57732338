//! The shared vocabulary of the recognizers: totals, places, numbers, rulers.
//!
//! Everything here is written by hand over `&str`: anchored, linear, without patterns to compile.

pub use crate::text::{after_blanks, is_worker, number, trim_start, whole_number};

use crate::event::{Place, Totals};

/// The text without the blanks at its end: `str::trim_end`, fast enough for every line.
#[must_use]
#[inline]
pub fn trim_end(text: &str) -> &str {
    match text.as_bytes().last() {
        Some(b'\t'..=b'\r' | b' ' | 0x80..) => trim_end_closely(text),
        _ => text,
    }
}

#[inline(never)]
fn trim_end_closely(text: &str) -> &str {
    text.trim_end()
}

/// The text without the blanks around it: `str::trim`, fast enough for every line. A line holds no vertical tab.
#[must_use]
#[inline]
pub fn trim(text: &str) -> &str {
    let rest = text.trim_ascii();
    let bytes = rest.as_bytes();
    let beyond = |byte: Option<&u8>| byte.is_some_and(|byte| !byte.is_ascii());
    if beyond(bytes.first()) || beyond(bytes.last()) { rest.trim() } else { rest }
}

/// Whether a digit is in the bytes, of which there are few: without an early end, so that the compiler compares many at
/// once.
#[must_use]
pub fn has_digit(bytes: &[u8]) -> bool {
    bytes.iter().fold(false, |seen, byte| seen | byte.is_ascii_digit())
}

/// Whether `is` returns true for three letters in a row, in lower case, at any place; after the end of the bytes it gets
/// blanks. There is no early end within a part, so that the compiler compares many places at once.
#[inline]
pub fn has_letters(bytes: &[u8], is: impl Fn(u8, u8, u8) -> bool) -> bool {
    /// How many places are compared at once.
    const PLACES: usize = 16;
    let found = |part: &[u8; PLACES + 2]| {
        let lower = part.map(|byte| byte | 0x20);
        let [firsts, seconds, thirds] = [0, 1, 2].map(|at: usize| {
            lower.get(at..).and_then(|from| from.first_chunk::<PLACES>()).copied().unwrap_or_default()
        });
        let mut found = [0_u8; PLACES];
        for (((found, first), second), third) in found.iter_mut().zip(firsts).zip(seconds).zip(thirds) {
            *found = u8::from(is(first, second, third));
        }
        found != [0; PLACES]
    };
    let mut rest = bytes;
    while let Some(part) = rest.first_chunk() {
        if found(part) {
            return true;
        }
        rest = rest.get(PLACES..).unwrap_or_default();
    }
    let mut last = [0; PLACES + 2];
    last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
    found(&last)
}

/// Where the words first are in the text, in bytes. It prepares nothing, so on a short line it costs less than
/// `str::find`. The words are few and short, and so is the comparison at each place.
#[must_use]
pub fn find(text: &str, words: &str) -> Option<usize> {
    let (text, words) = (text.as_bytes(), words.as_bytes());
    // The rarest byte of the words decides where to compare.
    let common = |byte: &u8| byte.is_ascii_lowercase() || *byte == b' ';
    let rare = words.iter().position(|byte| !common(byte)).unwrap_or(0);
    let byte = words.get(rare)?;
    memchr::memchr_iter(*byte, text.get(rare..)?)
        .find(|at| text.get(*at..).is_some_and(|text| text.starts_with(words)))
}

/// Splits the text at the words where they first are, like `str::split_once`.
#[must_use]
pub fn split_once<'a>(text: &'a str, words: &str) -> Option<(&'a str, &'a str)> {
    let (before, rest) = text.split_at_checked(find(text, words)?)?;
    Some((before, rest.get(words.len()..)?))
}

/// Reads `N word` pairs that are separated by `,`, `;`, `|`, `.` or blanks: `3 failed, 166 passed, 2 skipped in 0.5s`.
///
/// Words are compared in lower case; an unknown word is passed over. A word that occurs twice counts with the sum
/// (`1 failed | 2 passed`, `2 ignored; 1 pending`). What the text does not say stays `None`.
#[must_use]
pub fn totals(text: &str) -> Totals {
    let mut totals = Totals::default();
    let mut before: Option<u64> = None;
    for word in text.split([' ', '\t', ',', ';', '|', '(', ')', '.']).filter(|word| !word.is_empty()) {
        if let Some(value) = whole_number(word) {
            before = Some(value);
            continue;
        }
        let Some(value) = before.take() else { continue };
        let lower = word.to_ascii_lowercase();
        let slot = match lower.as_str() {
            "passed" | "pass" | "passing" | "passes" | "ok" | "succeeded" | "successful" => {
                &mut totals.passed
            }
            "failed" | "fail" | "failing" | "failure" | "failures" => &mut totals.failed,
            "error" | "errors" => &mut totals.errors,
            "skipped" | "skip" | "skips" | "ignored" | "pending" | "disabled" | "omitted" => {
                &mut totals.skipped
            }
            "xfailed" | "xpassed" | "todo" | "measured" | "expected" | "incomplete" | "risky" => {
                &mut totals.other
            }
            "test" | "tests" | "examples" | "total" | "specs" | "scenarios" => {
                // `171 tests` is a total only where nothing else follows the number: `166 tests passed` is not.
                before = Some(value);
                totals.total = Some(value);
                continue;
            }
            _ => continue,
        };
        *slot = Some(slot.unwrap_or(0).saturating_add(value));
        if totals.total == Some(value) && text_has_words_between(text, value, word) {
            totals.total = None;
        }
    }
    totals
}

/// Whether `VALUE tests WORD` is in the text, so that the number belongs to the word and is not a total.
fn text_has_words_between(text: &str, value: u64, word: &str) -> bool {
    ["test", "tests", "examples", "specs", "scenarios"]
        .iter()
        .any(|noun| text.contains(&format!("{value} {noun} {word}")))
}

/// Splits `PATH:LINE:COL: rest`, `PATH:LINE: rest`, `PATH(LINE,COL): rest` or `PATH(LINE): rest` off the front.
///
/// The rest begins after the colon that ends the place. A Windows drive letter belongs to the path. A path holds no
/// blank before its extension's line number unless it begins with `/`, `./` or a drive.
#[must_use]
pub fn place(text: &str) -> Option<(Place<'_>, &str)> {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b' ') {
        // A path does not begin with a blank, and many lines do.
        return None;
    }
    let drive = matches!(bytes, [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    // What clang prints for text that is not in a file.
    let no_file = ["<command line>:", "<scratch space>:", "<inline asm>:"];
    let no_file = bytes.first() == Some(&b'<') && no_file.iter().any(|name| text.starts_with(name));
    let rooted =
        drive || no_file || text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
    let mut at = if drive { 2 } else { 0 };
    while let Some(offset) = memchr::memchr2(b':', b'(', bytes.get(at..)?) {
        let stop = at.saturating_add(offset);
        let file = text.get(..stop)?;
        let after = text.get(stop.saturating_add(1)..)?;
        if file.is_empty()
            || (!rooted && memchr::memchr(b' ', file.as_bytes()).is_some())
            || file.len() > 1024
        {
            return None;
        }
        if let Some((line, rest)) = number(after) {
            if text.as_bytes().get(stop) == Some(&b':') {
                if let Some(rest) = rest.strip_prefix(':') {
                    let rest = match number(rest) {
                        Some((_, tail)) if tail.starts_with(':') => tail.get(1..)?,
                        // `a.rs:3:5` at the end of the text: the column ends the place.
                        Some((_, "")) => "",
                        _ => rest,
                    };
                    return Some((Place { file, line: Some(line) }, rest));
                }
                if rest.is_empty() {
                    return Some((Place { file, line: Some(line) }, ""));
                }
            } else {
                let rest = rest.strip_prefix(',').and_then(number).map_or(rest, |(_, tail)| tail);
                if let Some(rest) = rest.strip_prefix(')') {
                    return Some((Place { file, line: Some(line) }, rest.strip_prefix(':').unwrap_or(rest)));
                }
            }
        }
        at = stop.saturating_add(1);
    }
    None
}

/// Whether the text is at least `least` times the one character and nothing else.
#[must_use]
pub fn is_ruler(text: &str, character: char, least: usize) -> bool {
    let width = character.len_utf8();
    text.len() >= least.saturating_mul(width) && text.chars().all(|each| each == character)
}

/// The text between two rulers of one character: `=== FAILURES ===` gives `FAILURES`. `None` when either side is missing.
#[must_use]
pub fn ruled(text: &str, character: char) -> Option<&str> {
    let inner = text.trim_matches(character);
    let inner = inner.strip_prefix(' ')?.strip_suffix(' ')?;
    let both = text.starts_with(character) && text.ends_with(character);
    (both && !inner.is_empty()).then(|| inner.trim())
}

/// Gives each line of a text to one recognizer and drops its events: for tests of what it holds afterwards.
#[cfg(test)]
pub fn feed(runner: &mut super::Driven<impl super::Runner>, text: &str) {
    let mut nobody = Messages::default();
    for (number, line) in (1..).zip(text.lines()) {
        runner.read(&crate::text::Line { number, ..crate::text::Line::of(line) }, &mut nobody);
    }
}

/// The messages that are reported, one after the other.
#[cfg(test)]
#[derive(Default)]
pub struct Messages(pub Vec<String>);

#[cfg(test)]
impl crate::event::Sink for Messages {
    fn emit(&mut self, event: crate::event::Event<'_>) {
        use crate::event::Event::{Message, Restated};
        if let Message(message) | Restated { message, .. } = event {
            self.0.push(message.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_trim_is_a_trim() {
        for text in ["", " a ", "a\u{a0}", "\u{a0} a \u{a0} ", "\u{85}a", "é \u{2003}", "\x1ca\x1c"] {
            assert_eq!((trim(text), trim_start(text)), (text.trim(), text.trim_start()), "{text:?}");
        }
    }

    #[test]
    fn blanks_in_front_are_left_out_as_the_standard_library_does() {
        for text in ["", " ", "a ", " \ta", "\u{a0} \u{2003}\té", "é", " \u{feff}a"] {
            assert_eq!(trim_start(text), text.trim_start(), "{text:?}");
        }
    }

    #[test]
    fn totals_read_pairs_and_keep_none_for_what_is_not_printed() {
        let read = totals("3 failed, 166 passed, 2 skipped in 0.56s");
        assert_eq!(
            (read.failed, read.passed, read.skipped, read.errors),
            (Some(3), Some(166), Some(2), None)
        );
        let read =
            totals("FAILED. 166 passed; 3 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        assert_eq!(
            (read.failed, read.passed, read.skipped, read.other),
            (Some(3), Some(166), Some(2), Some(0))
        );
        let read = totals("169 tests run: 166 passed, 3 failed, 2 skipped");
        assert_eq!((read.total, read.passed), (Some(169), Some(166)));
        assert_eq!(totals("12 tests passed").total, None);
        assert_eq!(totals("12 tests passed").passed, Some(12));
    }

    #[test]
    fn words_are_found_where_they_first_are() {
        for text in ["", "a", "a ... ok", "::", "x::y::z", "é::é", "aa ... b ... ", " .. ..."] {
            for words in ["::", " ... ", "a", "é", "...", "aa"] {
                assert_eq!(find(text, words), text.find(words), "{text:?} {words:?}");
                assert_eq!(split_once(text, words), text.split_once(words), "{text:?} {words:?}");
            }
        }
    }

    #[test]
    fn a_place_is_split_from_what_follows() {
        let split = |text| place(text).map(|(place, rest)| (place.file, place.line, rest));
        assert_eq!(split("src/a.c:12:5: error: no"), Some(("src/a.c", Some(12), " error: no")));
        assert_eq!(split("a_test.go:7: boom"), Some(("a_test.go", Some(7), " boom")));
        assert_eq!(
            split("C:\\a\\b.cs(3,4): error CS1: no"),
            Some(("C:\\a\\b.cs", Some(3), " error CS1: no"))
        );
        assert_eq!(split("src/delivery.rs:72:9"), Some(("src/delivery.rs", Some(72), "")));
        assert_eq!(split("note: see a:b"), None);
        assert_eq!(split("no place here: 12"), None);
    }

    #[test]
    fn a_ruled_heading_gives_its_text() {
        assert_eq!(ruled("=== FAILURES ===", '='), Some("FAILURES"));
        assert_eq!(ruled("=========", '='), None);
        assert!(is_ruler("-----", '-', 5) && !is_ruler("----", '-', 5));
    }
}
