//! Shorter texts: a tool's result through weir's own filter, a first sentence, a text without its middle.

use std::io;
use std::ops::BitOr;

use serde_json::Value;

use super::part::Count;
use crate::budget::{Count as _, LOWEST, Limits, Mode};
use crate::filter;
use crate::settings::{Redaction, Settings};
use crate::source::{Got, Source};

/// Limits of a result that is collapsed: room for the names of some hundred failures, folded.
const COLLAPSED: Limits = Limits { chars: 2_000, lines: 40, line_chars: 200 };

/// Limits of a result of which only the failures' names are left.
const NAMED: Limits = Limits { chars: LOWEST.chars, lines: 12, line_chars: 200 };

/// Chars of a first sentence.
const SENTENCE_CHARS: usize = 160;

/// Chars that are left of a string in a call's arguments.
pub(super) const ARGUMENT_CHARS: usize = 200;

/// The same of a call that is stubbed.
pub(super) const ARGUMENT_STUB_CHARS: usize = 40;

/// A text that ends so says more than is shown.
const MORE: &str = " [...]";

/// A text as an origin of bytes.
struct Bytes<'a>(&'a [u8]);

impl Source for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let count = self.0.len().min(buffer.len());
        let (now, later) = self.0.split_at_checked(count).unwrap_or((self.0, &[]));
        if let Some(space) = buffer.get_mut(..count) {
            space.copy_from_slice(now);
        }
        self.0 = later;
        Ok(if count == 0 { Got::End } else { Got::Bytes(count) })
    }
}

/// What the filter makes of `text`: the answer, and whether it tells a failure or a sign of one.
fn filtered(text: &str, limits: Limits) -> Option<(String, bool)> {
    // What is left whole keeps its secrets, so what is shortened keeps them too.
    let settings =
        Settings { mode: Mode::Minimal, limits, redaction: Redaction::Keep, ..Settings::default() };
    let mut answer = Vec::new();
    let end = filter::run(&settings, &mut Bytes(text.as_bytes()), &[], &mut answer).ok()?;
    let answer = String::from_utf8_lossy(&answer).trim_end().to_owned();
    Some((answer, end.exit_code != 0))
}

/// A tool's result as the filter shows it. One that fits comes back as it was.
pub(super) fn collapsed(text: &str) -> String {
    if u64::try_from(text.len()).is_ok_and(|bytes| bytes <= LOWEST.chars) {
        return text.to_owned();
    }
    filtered(text, COLLAPSED).map_or_else(|| text.to_owned(), |(answer, _)| answer)
}

/// The names of a result's failures within the lowest limits; of a result without failures the first sentence.
pub(super) fn stub(text: &str) -> String {
    match filtered(text, NAMED) {
        Some((answer, true)) => answer,
        _ => first_sentence(text),
    }
}

/// The first sentence, of at most [`SENTENCE_CHARS`].
pub(super) fn first_sentence(text: &str) -> String {
    let text = text.trim();
    let mut kept = String::new();
    let mut chars = text.char_indices().peekable();
    let mut count: usize = 0;
    while let Some((_, char)) = chars.next() {
        count.up(1);
        if char == '\n' || count > SENTENCE_CHARS {
            break;
        }
        kept.push(char);
        let ends = match char {
            '.' | '!' | '?' => chars.peek().is_none_or(|(_, next)| next.is_whitespace()),
            '\u{3002}' | '\u{ff01}' | '\u{ff1f}' => true,
            _ => false,
        };
        if ends {
            break;
        }
    }
    let kept_bytes = kept.len();
    kept.truncate(kept.trim_end().len());
    if kept_bytes < text.len() {
        kept.push_str(MORE);
    }
    kept
}

/// Cuts every longer string in `value` to `chars`; tells whether there was one.
pub(super) fn cut_strings(value: &mut Value, chars: usize) -> bool {
    match value {
        Value::String(text) => match text.char_indices().nth(chars) {
            Some((end, _)) => {
                let left = text.get(end..).map_or(0, |rest| rest.chars().count());
                text.truncate(end);
                text.push_str(&format!(" [{left} chars left out]"));
                true
            }
            None => false,
        },
        Value::Array(items) => {
            items.iter_mut().map(|item| cut_strings(item, chars)).fold(false, BitOr::bitor)
        }
        Value::Object(fields) => {
            fields.values_mut().map(|field| cut_strings(field, chars)).fold(false, BitOr::bitor)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// `text` without its middle, in at most `tokens`; two thirds of what is left are its beginning.
pub(super) fn clipped(text: &str, tokens: u64, count: &Count<'_>) -> Option<String> {
    let chars: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
    let with = |kept: usize| -> Option<String> {
        let head = kept.saturating_mul(2) / 3;
        let tail = kept.saturating_sub(head);
        let left = chars.len().saturating_sub(kept);
        let head = text.get(..*chars.get(head)?)?;
        let tail = match tail {
            0 => "",
            _ => text.get(*chars.get(chars.len().saturating_sub(tail))?..)?,
        };
        Some(format!("{head}\n[... {left} chars left out ...]\n{tail}"))
    };
    // The largest number of chars that fits, found by halving.
    let (mut fits, mut too_many) = (None, chars.len());
    let mut low: usize = 0;
    while low < too_many {
        let middle = low.midpoint(too_many);
        let text = with(middle)?;
        if count(&text) <= tokens {
            fits = Some(text);
            low = middle.saturating_add(1);
        } else {
            too_many = middle;
        }
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_sentence_ends_at_its_mark_at_a_line_end_or_at_its_bound() {
        assert_eq!(first_sentence("Done. All good."), "Done. [...]");
        assert_eq!(first_sentence("see a.rs:3 now\nmore"), "see a.rs:3 now [...]");
        assert_eq!(first_sentence("  whole  "), "whole");
        assert_eq!(first_sentence(""), "");
        assert_eq!(first_sentence(&"x".repeat(160)), "x".repeat(160));
        assert_eq!(first_sentence(&"x".repeat(161)), format!("{} [...]", "x".repeat(160)));
        assert_eq!(first_sentence("\u{597d}\u{3002}\u{597d}"), "\u{597d}\u{3002} [...]");
    }

    #[test]
    fn only_long_strings_are_cut_wherever_they_are() {
        let mut value = serde_json::json!({"a": ["xxxxxx", 5], "b": {"c": "yyyy"}});
        assert!(cut_strings(&mut value, 4));
        assert_eq!(value, serde_json::json!({"a": ["xxxx [2 chars left out]", 5], "b": {"c": "yyyy"}}));
        assert!(!cut_strings(&mut serde_json::json!(["xxxx"]), 4));
    }

    #[test]
    fn a_clipped_text_fits_and_keeps_both_ends() {
        let count = |text: &str| u64::try_from(text.chars().count()).unwrap();
        let text = clipped(&format!("{}é{}", "a".repeat(300), "b".repeat(300)), 100, &count).unwrap();
        assert!(text.starts_with("aaaa") && text.ends_with("bbbb") && count(&text) <= 100, "{text}");
        assert_eq!(clipped(&"a".repeat(300), 5, &count), None);
    }

    #[test]
    fn failures_of_a_test_run_survive_as_names_and_a_pass_is_one_sentence() {
        let mut log = String::from("running 60 tests\n");
        for number in 0..59 {
            log.push_str(&format!("test dock::berth_{number} ... ok\n"));
        }
        let green = format!(
            "{log}test dock::last ... ok\n\ntest result: ok. 60 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"
        );
        let red = format!(
            "{log}test dock::last ... FAILED\n\nfailures:\n\nfailures:\n    dock::last\n\ntest result: FAILED. 59 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"
        );
        for shrunk in [collapsed(&red), stub(&red)] {
            assert!(shrunk.contains("dock::last") && shrunk.len() < 600, "{shrunk}");
        }
        assert_eq!(stub(&green), "running 60 tests [...]");
    }
}
