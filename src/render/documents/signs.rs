//! What a log says about the reason when no failure was found: its signs, the strongest first, else its last lines.

use std::fmt::Write as _;

use super::of_report::{clean, clipped};
use crate::event::Strength;
use crate::report::{Report, Stored, Window};

/// The most lines.
const LINES: usize = 10;
/// The most bytes of all lines together.
const BYTES: usize = 2000;
/// The most bytes of one line.
const LINE_BYTES: usize = 300;

/// The lines, each with its number if it has one.
pub(super) fn signs(report: &Report) -> String {
    let open = |window: &&Window| window.is_sign && report.is_open(window);
    let excerpt = report.excerpt();
    let windows = Strength::ALL.into_iter().flat_map(|strength| {
        excerpt.windows_of(strength).chain(excerpt.crowd_of(strength)).filter(open).map(|window| &window.line)
    });
    let says = |line: &&Stored| !line.text.trim().is_empty();
    let mut lines: Vec<&Stored> = excerpt.last_words().chain(windows).filter(says).take(LINES).collect();
    if lines.is_empty() {
        lines = excerpt.tail().filter(says).collect();
        lines = lines.split_off(lines.len().saturating_sub(LINES));
    }
    if lines.is_empty() {
        // A short log is only in the head.
        lines = excerpt.head().iter().filter(says).collect();
        lines = lines.split_off(lines.len().saturating_sub(LINES));
    }
    lines.sort_by_key(|line| line.number);
    lines.dedup_by_key(|line| line.number);
    let mut text = String::new();
    for line in lines {
        let words = clipped(clean(&line.text).into_owned(), LINE_BYTES).replace('\n', " ");
        let _ = match line.number {
            0 => writeln!(text, "{words}"),
            number => writeln!(text, "{number}: {words}"),
        };
    }
    clipped(text.trim_end().to_owned(), BYTES)
}
