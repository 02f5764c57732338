//! The decision: which chunks are admitted, and why the others are not.
//!
//! Tokens are what the budget counts. Bytes are counted beside them, as the kernel's second measure, since no answer is
//! larger than the ceiling of all answers, whatever an estimator says of it. In the text form what is round the
//! chunks has its room, too: a head of sources, and the line that tells of dropped chunks when there are any.

use std::collections::HashSet;

use super::chunk::{Chunk, Unread};
use super::order::order;
use super::prices::{Price, price};
use super::settings::{Form, Matter, Order, Settings};
use super::text;
use crate::budget::{CEILING_BYTES, Cost, Count as _, Measure, pack};

/// Bytes that are kept for what is round the chunks.
const ROUND_BYTES: u64 = 60_000;

/// More tokens than what is round the chunks ever has.
const ROUND_TOKENS: u64 = 1000;

/// Why a chunk is not admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There was no room.
    Budget,
    /// It is after the last that was asked for.
    TopK,
    /// It is equal to one before it.
    Duplicate,
    /// The file is no text.
    Binary,
    /// The file alone is larger than the room.
    TooLarge,
    /// The file cannot be read.
    Unreadable,
}

impl Reason {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Self; 6] =
        [Self::Budget, Self::TooLarge, Self::Binary, Self::Unreadable, Self::TopK, Self::Duplicate];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Budget => "budget",
            Self::TopK => "top_k",
            Self::Duplicate => "duplicate",
            Self::Binary => "binary",
            Self::TooLarge => "too_large",
            Self::Unreadable => "unreadable",
        }
    }
}

/// What became of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is in the answer.
    Admitted,
    /// It is not.
    Dropped(Reason),
}

/// A chunk in the order in which all were looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry<'a> {
    /// The chunk.
    pub chunk: &'a Chunk,
    /// Its place in the order, from 1.
    pub rank: u64,
    /// Tokens of its text.
    pub tokens: u64,
    /// Tokens of its citation.
    pub citation: u64,
    /// What became of it.
    pub fate: Fate,
}

/// The decision on all chunks.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection<'a> {
    /// The order that was taken.
    pub order: Order,
    /// Tokens that were kept.
    pub reserve: u64,
    /// All chunks, the first one first.
    pub entries: Vec<Entry<'a>>,
    /// The budget with which every chunk would be admitted that was not dropped for something else; none when there
    /// are no others, or when the ceiling of all answers is in the way.
    pub enough: Option<u64>,
}

impl<'a> Selection<'a> {
    /// Those that are in the answer.
    pub fn admitted(&self) -> impl Iterator<Item = &Entry<'a>> {
        self.entries.iter().filter(|entry| entry.fate == Fate::Admitted)
    }

    /// Those that are not, each with its reason.
    pub fn dropped(&self) -> impl Iterator<Item = (&Entry<'a>, Reason)> {
        self.entries.iter().filter_map(|entry| match entry.fate {
            Fate::Admitted => None,
            Fate::Dropped(reason) => Some((entry, reason)),
        })
    }

    /// Whether something is missing from the answer: a duplicate is not.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.dropped().any(|(_, reason)| reason != Reason::Duplicate)
    }

    /// Tokens of the admitted texts, and of their citations.
    #[must_use]
    pub fn used(&self) -> (u64, u64) {
        self.admitted().fold((0, 0), |(text, citations), entry| {
            (text.saturating_add(entry.tokens), citations.saturating_add(entry.citation))
        })
    }

    /// Tokens of the texts that are not in the answer.
    #[must_use]
    pub fn dropped_tokens(&self) -> u64 {
        self.dropped().fold(0, |sum, (entry, _)| sum.saturating_add(entry.tokens))
    }
}

/// Decides.
///
/// # Errors
/// The position of the first chunk without a score that it needs.
pub fn select<'a>(
    chunks: &'a [Chunk],
    settings: &Settings,
    measure: &dyn Measure,
) -> Result<Selection<'a>, usize> {
    let (order, positions) = order(chunks, settings.order)?;
    let mut prices = Vec::with_capacity(chunks.len());
    let mut entries = Vec::with_capacity(chunks.len());
    let mut known = HashSet::new();
    let mut candidates = 0_usize;
    for (chunk, rank) in positions.iter().filter_map(|position| chunks.get(*position)).zip(1_u64..) {
        let price = price(chunk, settings, measure);
        let fate = match chunk.unread {
            _ if !known.insert(chunk.identity()) => Fate::Dropped(Reason::Duplicate),
            Some(Unread::Binary) => Fate::Dropped(Reason::Binary),
            Some(Unread::TooLarge) => Fate::Dropped(Reason::TooLarge),
            Some(Unread::Unreadable) => Fate::Dropped(Reason::Unreadable),
            None if settings.top.is_some_and(|top| candidates >= top) => Fate::Dropped(Reason::TopK),
            None => {
                candidates.up(1);
                Fate::Admitted
            }
        };
        prices.push(price);
        entries.push(Entry { chunk, rank, tokens: price.text, citation: price.citation, fate });
    }
    let selection = Selection { order, reserve: settings.reserve, entries, enough: None };
    Ok(Packing { settings, measure, prices }.pack(selection))
}

struct Packing<'a> {
    settings: &'a Settings,
    measure: &'a dyn Measure,
    /// One for each entry.
    prices: Vec<Price>,
}

impl Packing<'_> {
    /// Drops what does not fit.
    fn pack<'a>(&self, mut selection: Selection<'a>) -> Selection<'a> {
        let candidates: Vec<bool> =
            selection.entries.iter().map(|entry| entry.fate == Fate::Admitted).collect();
        let reported = selection.truncated();
        selection.reserve = self.reserve(&selection, reported);
        let enough = self.enough(&selection);
        self.fit(&mut selection, &candidates);
        if !reported && selection.truncated() {
            // Now there is something to tell, which needs its room.
            selection.reserve = self.reserve(&selection, true);
            for (entry, candidate) in selection.entries.iter_mut().zip(&candidates) {
                entry.fate = if *candidate { Fate::Admitted } else { entry.fate };
            }
            self.fit(&mut selection, &candidates);
        }
        if self.settings.form == Form::Text {
            self.hold(&mut selection);
        }
        if selection.dropped().any(|(_, reason)| matches!(reason, Reason::Budget | Reason::TooLarge)) {
            selection.enough = enough.filter(|enough| *enough > self.settings.budget);
        }
        selection
    }

    /// Tokens for what is round the chunks.
    fn reserve(&self, selection: &Selection<'_>, reported: bool) -> u64 {
        match self.settings.form {
            Form::Json => self.settings.reserve,
            Form::Text => {
                let round = self.round(selection, reported);
                let needed = if round.is_empty() { 0 } else { self.measure.tokens(&round) };
                self.settings.reserve.max(needed)
            }
        }
    }

    /// What is round the chunks. It has the same size for any budget up to that which would fit all.
    fn round(&self, selection: &Selection<'_>, reported: bool) -> String {
        let sum = self.prices.iter().fold(0_u64, |sum, price| sum.saturating_add(price.tokens()));
        let chunks = u64::try_from(self.prices.len()).unwrap_or(u64::MAX);
        let most = sum.max(chunks).saturating_add(self.settings.reserve).saturating_add(ROUND_TOKENS);
        let mut reasons: Vec<Reason> = vec![Reason::Budget];
        if self.settings.matter == Matter::Files {
            reasons.push(Reason::TooLarge);
        }
        for (_, reason) in selection.dropped() {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        text::widest_round(self.settings, reported.then_some(reasons.as_slice()), most)
    }

    /// The budget that all candidates need.
    fn enough(&self, selection: &Selection<'_>) -> Option<u64> {
        let (mut tokens, mut bytes) = (selection.reserve, ROUND_BYTES);
        for (entry, price) in selection.entries.iter().zip(&self.prices) {
            if entry.fate == Fate::Admitted {
                tokens.up(price.tokens());
                bytes.up(price.bytes);
            }
        }
        if bytes > CEILING_BYTES {
            return None;
        }
        match self.settings.form {
            Form::Json => Some(tokens.max(1)),
            Form::Text => {
                let mut whole = text::body(selection, self.settings);
                if selection.truncated() {
                    whole.push_str(&self.round(selection, true));
                }
                Some(tokens.max(1).max(self.measure.tokens(&whole)))
            }
        }
    }

    /// Packs the candidates into the room.
    fn fit(&self, selection: &mut Selection<'_>, candidates: &[bool]) {
        if selection.reserve > self.settings.budget {
            // Not even what costs nothing has room.
            keep(selection, 0);
            return;
        }
        let room = Cost {
            chars: self.settings.budget.saturating_sub(selection.reserve),
            lines: CEILING_BYTES.saturating_sub(ROUND_BYTES),
        };
        let cost = |price: &Price| Cost { chars: price.tokens(), lines: price.bytes };
        let costs = self.prices.iter().zip(candidates).filter(|(_, candidate)| **candidate);
        let packed = pack(costs.map(|(price, _)| cost(price)), room, self.settings.policy);
        let entries = selection.entries.iter_mut().zip(&self.prices);
        let waiting = entries.zip(candidates).filter(|(_, candidate)| **candidate).map(|(entry, _)| entry);
        for ((entry, price), admitted) in waiting.zip(packed.admitted) {
            entry.fate = match self.settings.matter {
                _ if admitted => Fate::Admitted,
                Matter::Files if !cost(price).fits(room) => Fate::Dropped(Reason::TooLarge),
                Matter::Files | Matter::Chunks => Fate::Dropped(Reason::Budget),
            };
        }
    }

    /// Drops the last ones while the whole text is more than the budget: by some estimators, those that round down,
    /// it costs more than the sum of its parts.
    fn hold(&self, selection: &mut Selection<'_>) {
        let admitted = selection.admitted().count();
        let fits = |kept: usize, selection: &Selection<'_>| {
            let mut fewer = selection.clone();
            keep(&mut fewer, kept);
            self.measure.tokens(&text::text(&fewer, self.settings)) <= self.settings.budget
        };
        if admitted == 0 || fits(admitted, selection) {
            return;
        }
        let (mut low, mut high) = (0, admitted);
        while low < high {
            let middle = low.saturating_add(high).div_ceil(2);
            if fits(middle, selection) {
                low = middle;
            } else {
                high = middle.saturating_sub(1);
            }
        }
        keep(selection, low);
    }
}

/// Keeps the first `kept` of the admitted ones.
fn keep(selection: &mut Selection<'_>, kept: usize) {
    let admitted = selection.entries.iter_mut().filter(|entry| entry.fate == Fate::Admitted);
    for entry in admitted.skip(kept) {
        entry.fate = Fate::Dropped(Reason::Budget);
    }
}
