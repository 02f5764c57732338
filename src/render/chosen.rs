//! Which lines of a failure are shown, best first, and what is printed for those that are folded.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::again::Replay;
use super::difference;
use super::output;
use super::ranks::{Rank, Ranks};
use super::row::Row;
use super::source::Sources;
use crate::budget::{Cost, Count as _, Ruler};
use crate::event::Part;
use crate::report::{Detail, Stored};

/// How many why lines a failure has at most that is not shown whole.
const WHY_LINES: usize = 10;
/// How much the lines that count folded ones may cost.
const FOLDS: Cost = Cost { chars: 120, lines: 3 };

/// For how many failures the ranks are kept: hardly more have room for their lines.
const MOST_KNOWN: usize = 256;

/// How much of a failure a mode shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Manner {
    /// Equal parts and the runtime's frames are counted; of a function's source, so many lines above the failed one are
    /// shown.
    Folded(usize),
    /// Every line.
    Every,
}

/// The ranks of one failure's lines, which do not depend on the room.
struct Lines {
    ranks: Ranks,
    /// By line: whether it is output that is only counted.
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

/// The ranks by the address of a failure's lines, and the manner in which they are shown.
type LinesOf = HashMap<(usize, Manner), Rc<Lines>>;

/// The ranks of the lines of failures: each failure is read once, however many rungs and shares are tried.
#[derive(Clone, Default)]
pub(super) struct Known(Rc<RefCell<(LinesOf, Sources)>>);

impl Known {
    /// For an answer in which failures follow each other: a source that several have is shown only with the first.
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

/// The lines of one failure, and which of them are chosen.
pub(super) struct Chosen<'a> {
    detail: &'a Detail,
    lines: Rc<Lines>,
    manner: Manner,
    chosen: Vec<bool>,
    /// Whether a line counts the frames that are left out.
    counts_frames: bool,
}

impl<'a> Chosen<'a> {
    /// Chooses the best of the lines that say why.
    pub(super) fn why(detail: &'a Detail, manner: Manner, known: &Known) -> Self {
        let lines = known.lines(detail, manner);
        let mut chosen = vec![false; detail.lines.len()];
        let mut left = WHY_LINES;
        for rank in [Rank::Head, Rank::Reason, Rank::Why] {
            for (at, (part, line)) in detail.lines.iter().enumerate() {
                let wanted =
                    lines.ranks.get(at) == rank && *part == Part::Why && !line.text.trim().is_empty();
                if wanted && left > 0 {
                    left.down(1);
                    set(&mut chosen, at);
                }
            }
        }
        Self { detail, lines, manner, chosen, counts_frames: false }
    }

    /// Adds the other lines, best first, as long as they cost no more than `share`.
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

    /// Adds a line if it fits.
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

    /// Adds the ends of a test's output streams, each with its head: the end of the output is next to the failure.
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

    /// Whether all lines of these ranks fit, judged by their bytes: then none has to be measured.
    fn fits_all(&self, ranks: &[Rank], share: Cost, ruler: Ruler) -> bool {
        let mut sum = Cost::default();
        for (at, (_, line)) in self.detail.lines.iter().enumerate() {
            if ranks.contains(&self.lines.ranks.get(at)) && !self.is_old(at) {
                // With its line end, and a mark if it begins like a line of weir's own.
                let chars = ruler.at_most(line.text.len().saturating_add(1)).saturating_add(1);
                sum = sum.plus(Cost { chars, lines: 1 });
            }
        }
        sum.fits(share)
    }

    fn has(&self, at: usize) -> bool {
        self.chosen.get(at).copied().unwrap_or(false)
    }

    /// Whether a line is output that is only counted.
    fn is_old(&self, at: usize) -> bool {
        self.lines.old.get(at).copied().unwrap_or(false)
    }

    /// Whether a line that is not shown is counted.
    fn is_folded(&self, at: usize) -> bool {
        match self.lines.ranks.get(at) {
            Rank::Twice => true,
            Rank::Equal | Rank::Runtime | Rank::Replay | Rank::Around => self.manner != Manner::Every,
            Rank::Head | Rank::Reason | Rank::Why | Rank::Where | Rank::Output => self.is_old(at),
        }
    }

    /// Whether no line with information is left out.
    pub(super) fn is_complete(&self) -> bool {
        !self.detail.shortened && (0..self.detail.lines.len()).all(|at| self.has(at) || self.is_folded(at))
    }

    /// The part of a long line around its difference from the line on the other side, when that is far from the
    /// beginning.
    fn narrowed(&self, at: usize, line: &'a Stored, line_chars: u64) -> Option<Row<'a>> {
        let limit = usize::try_from(line_chars).unwrap_or(usize::MAX);
        if line.text.len() <= limit || self.lines.ranks.get(at) != Rank::Reason {
            return None;
        }
        let other = difference::partner(&self.detail.lines, at)?;
        let text = difference::narrowed(&line.text, &other.text, limit)?;
        Some(Row::Part(line, text))
    }

    /// The rows in the order of the lines; `first` makes the rows of the first line that says why.
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
                equal.up(1);
                continue;
            }
            if folded && self.is_old(at) && self.counts_frames {
                old.up(1);
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

/// The line that replaces others and counts them.
fn counted(count: u64, what: &str) -> Option<Row<'static>> {
    (count > 0)
        .then(|| Row::Own(format!("weir: ... {count} {what} line{}", if count == 1 { "" } else { "s" })))
}

fn set(chosen: &mut [bool], at: usize) {
    if let Some(slot) = chosen.get_mut(at) {
        *slot = true;
    }
}
