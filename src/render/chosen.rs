//! Which lines of a failure are shown, best first, and what is printed of those that are folded.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::again::Replay;
use super::difference;
use super::output;
use super::ranks::{Rank, Ranks};
use super::row::Row;
use super::source::Sources;
use crate::budget::{Cost, Ruler};
use crate::event::Part;
use crate::report::{Detail, Stored};

/// The most why lines of a failure that is not shown whole.
const WHY_LINES: usize = 10;
/// What the lines that count folded ones may cost.
const FOLDS: Cost = Cost { chars: 120, lines: 3 };

/// So many failures are known at most: hardly more have room for their lines.
const MOST_KNOWN: usize = 256;

/// How much of a failure a mode shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Manner {
    /// Equal parts and the runtime's frames are counted; of a function's source there are so many lines above the one that failed.
    Folded(usize),
    /// Every line.
    Every,
}

/// What the lines of one failure are, whatever room there is.
struct Lines {
    ranks: Ranks,
    /// Lines of output that are counted instead.
    old: Vec<bool>,
}

impl Lines {
    fn of(detail: &Detail, manner: Manner, sources: &mut Sources) -> Self {
        let mut ranks = Ranks::of(detail);
        let Manner::Folded(above) = manner else {
            return Self { ranks, old: Vec::new() };
        };
        ranks.hush(detail);
        sources.lower(detail, above, &mut ranks.of);
        let old = output::old(&detail.lines, &ranks.of);
        Self { ranks, old }
    }
}

/// By where a failure's lines are, and the manner in which they are shown.
type LinesOf = HashMap<(usize, Manner), Rc<Lines>>;

/// What the lines of failures are: each failure is looked through once, however many rungs and shares are tried.
#[derive(Clone, Default)]
pub(super) struct Known(Rc<RefCell<(LinesOf, Sources)>>);

impl Known {
    /// Of an answer in which failures follow each other: a source that several have is shown with the first.
    pub(super) fn shared() -> Self {
        Self(Rc::new(RefCell::new((LinesOf::new(), Sources::shared()))))
    }

    fn lines(&self, detail: &Detail, manner: Manner) -> Rc<Lines> {
        let key = (std::ptr::from_ref(detail).addr(), manner);
        let mut known = self.0.borrow_mut();
        let (known, sources) = &mut *known;
        if let Some(lines) = known.get(&key) {
            return Rc::clone(lines);
        }
        let lines = Rc::new(Lines::of(detail, manner, sources));
        if known.len() < MOST_KNOWN {
            known.insert(key, Rc::clone(&lines));
        }
        lines
    }
}

/// The lines of one failure, some of them chosen.
pub(super) struct Chosen<'a> {
    detail: &'a Detail,
    lines: Rc<Lines>,
    manner: Manner,
    chosen: Vec<bool>,
    /// Whether the frames that are left out are counted.
    counts_frames: bool,
}

impl<'a> Chosen<'a> {
    /// Those that tell why, the best of them.
    pub(super) fn why(detail: &'a Detail, manner: Manner, known: &Known) -> Self {
        let lines = known.lines(detail, manner);
        let mut chosen = vec![false; detail.lines.len()];
        let mut left = WHY_LINES;
        for rank in [Rank::Head, Rank::Reason, Rank::Why] {
            for (at, (part, line)) in detail.lines.iter().enumerate() {
                let wanted =
                    lines.ranks.get(at) == rank && *part == Part::Why && !line.text.trim().is_empty();
                if wanted && left > 0 {
                    left = left.saturating_sub(1);
                    set(&mut chosen, at);
                }
            }
        }
        Self { detail, lines, manner, chosen, counts_frames: false }
    }

    /// Adds the others, best first, as long as they cost no more than `share`.
    pub(super) fn add(&mut self, share: Cost, ruler: Ruler) {
        self.counts_frames = true;
        let mut left = share.minus(FOLDS);
        let every = [
            Rank::Head,
            Rank::Reason,
            Rank::Why,
            Rank::Where,
            Rank::Output,
            Rank::Around,
            Rank::Runtime,
            Rank::Equal,
            Rank::Replay,
        ];
        let ranks = match self.manner {
            Manner::Every => &every[..],
            Manner::Folded(_) => every.get(..5).unwrap_or_default(),
        };
        if self.fits_all(ranks, left, ruler) {
            for at in 0..self.detail.lines.len() {
                if ranks.contains(&self.lines.ranks.get(at)) && !self.is_old(at) {
                    set(&mut self.chosen, at);
                }
            }
            return;
        }
        for rank in ranks {
            if *rank == Rank::Output {
                self.add_ends_of_output(&mut left, ruler);
                continue;
            }
            for at in 0..self.detail.lines.len() {
                if self.lines.ranks.get(at) == *rank && !self.add_line(at, &mut left, ruler) {
                    break;
                }
            }
        }
    }

    /// Adds a line when it fits.
    fn add_line(&mut self, at: usize, left: &mut Cost, ruler: Ruler) -> bool {
        let Some((_, line)) = self.detail.lines.get(at).filter(|_| !self.has(at)) else { return true };
        let cost = Row::Input(line).cost(ruler);
        let fits = cost.fits(*left);
        if fits {
            *left = left.minus(cost);
            set(&mut self.chosen, at);
        }
        fits
    }

    /// Of what a test printed the end is next to its failure: the ends of its streams, each with its head.
    fn add_ends_of_output(&mut self, left: &mut Cost, ruler: Ruler) {
        let mut streams: Vec<(Option<usize>, usize, usize)> = Vec::new();
        for (at, (_, line)) in self.detail.lines.iter().enumerate() {
            if self.lines.ranks.get(at) != Rank::Output {
                continue;
            }
            let after = at.saturating_add(1);
            match streams.last_mut() {
                _ if output::heads(&line.text) => streams.push((Some(at), after, after)),
                Some((_, _, end)) => *end = after,
                None => streams.push((None, at, after)),
            }
        }
        for (done, (head, from, to)) in streams.iter().enumerate() {
            let waiting = u64::try_from(streams.len().saturating_sub(done)).unwrap_or(u64::MAX).max(1);
            let part = |all: u64| all.checked_div(waiting).unwrap_or(0);
            let share = Cost { chars: part(left.chars), lines: part(left.lines) };
            let mut own = share;
            if head.is_none_or(|head| self.add_line(head, &mut own, ruler)) {
                let is_shown = |at: &usize| self.lines.ranks.get(*at) == Rank::Output && !self.is_old(*at);
                let lines: Vec<usize> = (*from..*to).rev().filter(is_shown).collect();
                let _ = lines.into_iter().all(|at| self.add_line(at, &mut own, ruler));
            }
            *left = left.minus(share.minus(own));
        }
    }

    /// Whether all lines of these ranks fit, by their bytes: then none has to be measured.
    fn fits_all(&self, ranks: &[Rank], share: Cost, ruler: Ruler) -> bool {
        let mut sum = Cost::default();
        for (at, (_, line)) in self.detail.lines.iter().enumerate() {
            if ranks.contains(&self.lines.ranks.get(at)) && !self.is_old(at) {
                // With the mark before a line that begins like one of weir's own, and its line end.
                let chars = ruler.at_most(line.text.len().saturating_add(1)).saturating_add(1);
                sum = sum.plus(Cost { chars, lines: 1 });
            }
        }
        sum.fits(share)
    }

    fn has(&self, at: usize) -> bool {
        self.chosen.get(at).copied().unwrap_or(false)
    }

    /// Whether a line of output is counted instead.
    fn is_old(&self, at: usize) -> bool {
        self.lines.old.get(at).copied().unwrap_or(false)
    }

    /// Whether a line that is not shown is counted instead.
    fn is_folded(&self, at: usize) -> bool {
        match self.lines.ranks.get(at) {
            Rank::Twice => true,
            Rank::Equal | Rank::Runtime | Rank::Replay | Rank::Around => self.manner != Manner::Every,
            Rank::Head | Rank::Reason | Rank::Why | Rank::Where | Rank::Output => self.is_old(at),
        }
    }

    /// Whether nothing that tells something is left out.
    pub(super) fn is_complete(&self) -> bool {
        !self.detail.shortened && (0..self.detail.lines.len()).all(|at| self.has(at) || self.is_folded(at))
    }

    /// A long line that differs from the next one far from its beginning: from a little before there on.
    fn narrowed(&self, at: usize, line: &'a Stored, line_chars: u64) -> Option<Row<'a>> {
        let limit = usize::try_from(line_chars).unwrap_or(usize::MAX);
        if line.text.len() <= limit || self.lines.ranks.get(at) != Rank::Reason {
            return None;
        }
        let other = difference::partner(&self.detail.lines, at)?;
        let text = difference::narrowed(&line.text, &other.text, limit)?;
        Some(Row::Part(line, text))
    }

    /// The rows in the order of the lines; `first` lays out the first one that tells why.
    pub(super) fn rows(
        &self,
        line_chars: u64,
        mut first: impl FnMut(&'a Stored) -> Vec<Row<'a>>,
    ) -> Vec<Row<'a>> {
        let mut rows = Vec::new();
        let mut equal = 0_u64;
        let mut old = 0_u64;
        let mut is_first = true;
        let last_frame = (self.counts_frames && self.manner != Manner::Every && self.lines.ranks.frames > 0)
            .then(|| self.lines.ranks.of.iter().rposition(|rank| *rank == Rank::Runtime))
            .flatten();
        for (at, (part, line)) in self.detail.lines.iter().enumerate() {
            let folded = !self.has(at);
            if folded && self.lines.ranks.get(at) == Rank::Equal && self.manner != Manner::Every {
                equal = equal.saturating_add(1);
                continue;
            }
            if folded && self.is_old(at) && self.counts_frames {
                old = old.saturating_add(1);
                continue;
            }
            if !folded {
                rows.extend(counted(std::mem::take(&mut equal), "equal"));
                rows.extend(counted(std::mem::take(&mut old), "more"));
                if *part == Part::Why && is_first {
                    is_first = false;
                    rows.extend(first(line));
                } else {
                    rows.push(self.narrowed(at, line, line_chars).unwrap_or(Row::Input(line)));
                }
            }
            if let Some(again) = self.lines.ranks.again.iter().find(|again| again.after == at && !folded)
                && self.manner != Manner::Every
            {
                let Replay { lines, times, .. } = *again;
                let what = if lines == 1 { "this line".to_owned() } else { format!("these {lines} lines") };
                let plural = if times == 1 { "time" } else { "times" };
                rows.push(Row::Own(format!("weir: ... {what} {times} {plural} more")));
            }
            if last_frame == Some(at) {
                let frames = self.lines.ranks.frames;
                let plural = if frames == 1 { "" } else { "s" };
                rows.push(Row::Own(format!("weir: ... {frames} runtime frame{plural}")));
            }
        }
        rows.extend(counted(equal, "equal"));
        rows.extend(counted(old, "more"));
        rows
    }
}

/// The line that replaces others.
fn counted(count: u64, what: &str) -> Option<Row<'static>> {
    (count > 0)
        .then(|| Row::Own(format!("weir: ... {count} {what} line{}", if count == 1 { "" } else { "s" })))
}

fn set(chosen: &mut [bool], at: usize) {
    if let Some(slot) = chosen.get_mut(at) {
        *slot = true;
    }
}
