//! Failed assertions of the compact form, which names no test case: which of them are one case's.
//!
//! The totals count test cases. Where more assertions failed than that, those are taken for one case's that are the nearest to
//! each other in a file: the answer has as many failures as the runner counts, and each assertion is shown.

use super::catch2_lines;
use crate::event::{Block, Event, Part, Sink, TestId};

/// The most assertions that are kept.
const MOST: usize = 512;
/// The most bytes of one.
const BYTES: usize = 512;
/// How far apart assertions of two files are, in lines.
const OTHER_FILE: u64 = u64::MAX;

/// The failed assertions of a run so far, in their order, each place once.
#[derive(Debug, Default)]
pub(super) struct Assertions {
    lines: Vec<String>,
    /// There were more.
    beyond: bool,
}

impl Assertions {
    /// An assertion failed at a new place.
    pub(super) fn failed(&mut self, text: &str) {
        if self.lines.len() < MOST {
            self.lines.push(crate::text::head(text, BYTES).to_owned());
        } else {
            self.beyond = true;
        }
    }

    /// The run counts so many failed test cases: how many failures there are then, when that is known.
    pub(super) fn are_of(&mut self, cases: u64, sink: &mut dyn Sink) -> Option<u64> {
        let lines = std::mem::take(&mut self.lines);
        let located = u64::try_from(lines.len()).ok().filter(|_| !self.beyond)?;
        if cases == 0 || located <= cases {
            return Some(located);
        }
        let read: Vec<_> = lines.iter().filter_map(|line| catch2_lines::compact(line)).collect();
        let mut gaps: Vec<(u64, usize)> = read
            .windows(2)
            .zip(1..)
            .map(|(pair, at)| match pair {
                [(_, before, _), (_, after, _)] if before.file == after.file => {
                    let (before, after) = (before.line.unwrap_or(0), after.line.unwrap_or(0));
                    (after.checked_sub(before).unwrap_or(OTHER_FILE), at)
                }
                _ => (OTHER_FILE, at),
            })
            .collect();
        gaps.sort_unstable();
        let more = usize::try_from(located.saturating_sub(cases)).unwrap_or(usize::MAX);
        let mut joined: Vec<usize> = gaps.into_iter().take(more).map(|(_, at)| at).collect();
        joined.sort_unstable();
        let mut first = 0;
        for (at, (shown, _, _)) in read.iter().enumerate() {
            if joined.binary_search(&at).is_err() {
                first = at;
                continue;
            }
            let (Some((name, _, _)), Some(text)) = (read.get(first), lines.get(at)) else { continue };
            sink.emit(Event::Withdrawn(TestId::bare(shown)));
            sink.emit(Event::BlockOpened(Block::More { name }));
            sink.emit(Event::Decoded { part: Part::Why, text });
            sink.emit(Event::BlockClosed);
        }
        Some(cases)
    }
}
