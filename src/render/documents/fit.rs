//! Which failures a document lists, and which of them with all their lines: as many as the host accepts, the first ones
//! first.

use super::limits::Limit;
use super::model::{Entry, Model};
use crate::budget::Count as _;

/// After so many failures that do not fit whole, no further one is tried.
const MISSES: usize = 64;

/// What a document lists.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fit {
    /// For each that is listed, whether it has all its lines.
    pub(super) whole: Vec<bool>,
    /// How many are not listed.
    pub(super) left_out: u64,
    /// Bytes that are left for what is no failure.
    pub(super) room: usize,
}

impl Fit {
    /// Chooses what fits. `taken` is how many bytes are written besides, `cost` how many one failure takes.
    pub(super) fn of(
        model: &Model<'_>,
        limit: &Limit,
        taken: usize,
        mut cost: impl FnMut(&Entry<'_>) -> usize,
    ) -> Self {
        let mut room = limit.bytes.saturating_sub(taken);
        let mut brief = Vec::new();
        for at in 0..model.len().min(limit.entries) {
            let bytes = cost(&model.entry(at, 0));
            if bytes > room {
                break;
            }
            room.down(bytes);
            brief.push(bytes);
        }
        let mut misses = 0_usize;
        let whole = |(at, brief): (usize, &usize)| {
            if misses >= MISSES {
                return false;
            }
            let more = cost(&model.entry(at, limit.text)).saturating_sub(*brief);
            let fits = more <= room;
            if fits {
                room.down(more);
            } else {
                misses.up(1);
            }
            fits
        };
        let whole: Vec<bool> = brief.iter().enumerate().map(whole).collect();
        let left_out = model.len().saturating_sub(whole.len());
        Self { whole, left_out: u64::try_from(left_out).unwrap_or(u64::MAX), room }
    }

    /// The failures that are listed.
    pub(super) fn entries<'m>(&self, model: &'m Model<'_>, limit: &Limit) -> impl Iterator<Item = Entry<'m>> {
        let text = limit.text;
        self.whole.iter().enumerate().map(move |(at, whole)| model.entry(at, if *whole { text } else { 0 }))
    }
}
