//! What tests printed before their result was known, and how it is reported one that failed.

use std::collections::VecDeque;

use crate::event::Part;
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::output::{Reader, Reported};
use crate::text::head;

/// The most tests whose last lines are kept, the most lines of each, and the most bytes of a line.
const KEPT_TESTS: usize = 32;
const KEPT_LINES: usize = 60;

/// The last lines of tests that have no result yet, by their numbers. Number 0 is for lines of whom nobody knows.
#[derive(Debug, Default)]
pub(super) struct Held(Vec<(u64, VecDeque<String>)>);

impl Held {
    /// Keeps a line.
    pub(super) fn keep(&mut self, number: u64, text: &str) {
        let at = self.0.iter().position(|(each, _)| *each == number).unwrap_or_else(|| {
            if self.0.len() >= KEPT_TESTS {
                self.0.remove(0);
            }
            self.0.push((number, VecDeque::new()));
            self.0.len().saturating_sub(1)
        });
        let Some((_, lines)) = self.0.get_mut(at) else { return };
        let mut line = if lines.len() >= KEPT_LINES { lines.pop_front() } else { None }.unwrap_or_default();
        line.clear();
        line.push_str(head(text, LINE_BYTES));
        lines.push_back(line);
    }

    /// Takes what was kept.
    pub(super) fn take(&mut self, number: u64) -> VecDeque<String> {
        let at = self.0.iter().position(|(each, _)| *each == number);
        at.map(|at| self.0.remove(at).1).unwrap_or_default()
    }
}

/// What a line that a failed test printed tells.
pub(super) fn part(reader: &mut Reader, text: &str, run: &mut Run<'_>) -> Part {
    let bare = text.trim();
    // Meson's own words between the two streams.
    if matches!(bare, "stdout:" | "stderr:") || bare.starts_with("Listing only the last ") {
        return Part::Output;
    }
    let reported = reader.line(text);
    if let Some(inside) = reader.inside() {
        run.message_otherwise(&inside);
    }
    match reported {
        Reported::Message => {
            run.message(bare);
            Part::Why
        }
        Reported::Why => Part::Why,
        Reported::Output => Part::Output,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_of_the_last_tests_are_kept() {
        let mut held = Held::default();
        for number in 0..70_u64 {
            held.keep(number, "a");
            held.keep(7_000, &number.to_string());
        }
        assert!(held.0.len() <= KEPT_TESTS && held.take(1).is_empty());
        assert!(held.take(69).len() == 1 && held.take(69).is_empty());
        for number in 0..61_u64 {
            held.keep(3, &number.to_string());
        }
        assert_eq!(held.take(3).front().map(String::as_str), Some("1"));
        held.keep(4, &"x".repeat(500));
        assert_eq!(held.take(4).front().map(String::len), Some(LINE_BYTES));
    }
}
