//! Memories by their worth: recency x relevance x confidence x density, the best that fit.
//!
//! Recency halves every [`HALF_LIFE_DAYS`] days before `now`; without a `now` the newest memory's time is it, so that no
//! clock decides. Relevance and confidence are in the input. Density is the share of distinct words in the text, or
//! what the input says. A factor that is missing is 1.

use std::collections::BTreeSet;

use serde_json::Value;

use super::error::CompileError;
use super::message::text_field;
use super::part::Count;
use super::similar::{Seen, Shingles, embeddings_agree};
use super::turn::Action;
use crate::budget::{Cost, Policy, pack};
use crate::text::time::Time;

/// After so many days a memory counts half.
const HALF_LIFE_DAYS: f64 = 30.0;

const SECONDS_A_DAY: f64 = 86_400.0;

/// Embeddings that are compared with one at most: those of the best memories.
const COMPARED: usize = 256;

/// How the four factors become one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryScore {
    /// Their product: one bad factor is enough.
    #[default]
    Product,
    /// Their weighted sum: 0.3 recency, 0.4 relevance, 0.2 confidence, 0.1 density.
    Weighted,
}

/// The weights of [`MemoryScore::Weighted`].
const WEIGHTS: [f64; 4] = [0.3, 0.4, 0.2, 0.1];

/// A memory.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Its id, or where it is.
    pub id: String,
    /// The item as it came.
    pub value: Value,
    /// Whether it must stay.
    pub pin: bool,
    text: String,
    time: Option<Time>,
    relevance: f64,
    confidence: f64,
    density: f64,
    embedding: Vec<f64>,
    /// Tokens of its text.
    pub before: u64,
    /// What was done with it.
    pub action: Action,
    /// Why.
    pub reason: String,
}

/// A factor: a finite number, not below 0.
fn factor(value: &Value, field: &str, path: &str) -> Result<Option<f64>, CompileError> {
    match value.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(number) => match number.as_f64().filter(|number| number.is_finite() && *number >= 0.0) {
            Some(number) => Ok(Some(number)),
            None => Err(CompileError::item(format!("{path}.{field}"), "must be a number, 0 or above")),
        },
    }
}

/// The share of distinct words.
fn density(text: &str) -> f64 {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let distinct = words.iter().collect::<BTreeSet<_>>().len();
    let number = |count: usize| u32::try_from(count).map_or(f64::from(u32::MAX), f64::from);
    if words.is_empty() { 1.0 } else { number(distinct) / number(words.len()) }
}

impl Memory {
    pub(super) fn read(value: Value, path: &str) -> Result<Self, CompileError> {
        if !value.is_object() {
            return Err(CompileError::item(path, "must be an object"));
        }
        let Some(text) = text_field(&value, "text", path)? else {
            return Err(CompileError::item(format!("{path}.text"), "is missing"));
        };
        let time = match value.get("time") {
            None | Some(Value::Null) => None,
            Some(time) => Some(Time::of(time).ok_or_else(|| {
                CompileError::item(
                    format!("{path}.time"),
                    "must be a time as in RFC 3339, or seconds since 1970",
                )
            })?),
        };
        let embedding = match value.get("embedding") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(numbers)) => {
                numbers.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>().ok_or_else(|| {
                    CompileError::item(format!("{path}.embedding"), "must be a list of numbers")
                })?
            }
            Some(_) => {
                return Err(CompileError::item(format!("{path}.embedding"), "must be a list of numbers"));
            }
        };
        Ok(Self {
            id: text_field(&value, "id", path)?.unwrap_or_else(|| path.to_owned()),
            pin: value.get("pin").and_then(Value::as_bool).unwrap_or(false),
            time,
            relevance: factor(&value, "relevance", path)?.unwrap_or(1.0),
            confidence: factor(&value, "confidence", path)?.unwrap_or(1.0),
            density: factor(&value, "density", path)?.unwrap_or_else(|| density(&text)),
            embedding,
            text,
            value,
            before: 0,
            action: Action::Keep,
            reason: String::new(),
        })
    }

    pub(super) fn measure(&mut self, count: &Count<'_>) {
        self.before = count(&self.text);
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn score(&self, now: Option<Time>, by: MemoryScore) -> f64 {
        let recency = match (self.time, now) {
            (Some(time), Some(now)) => {
                let seconds = now.0.saturating_sub(time.0).max(0);
                // Exact up to 285 million years.
                #[expect(clippy::cast_precision_loss, reason = "ages are far below 2^53 seconds")]
                let days = seconds as f64 / SECONDS_A_DAY;
                (-days / HALF_LIFE_DAYS).exp2()
            }
            _ => 1.0,
        };
        let factors = [recency, self.relevance, self.confidence, self.density];
        match by {
            MemoryScore::Product => factors.iter().product(),
            MemoryScore::Weighted => {
                factors.iter().zip(WEIGHTS).map(|(factor, weight)| factor * weight).sum()
            }
        }
    }
}

/// Which memories fit, best first: their positions.
pub(super) fn admit(
    memories: &mut [Memory],
    budget: u64,
    now: Option<Time>,
    by: MemoryScore,
) -> Result<Vec<usize>, CompileError> {
    let pinned = memories
        .iter()
        .filter(|memory| memory.pin)
        .fold(0_u64, |sum, memory| sum.saturating_add(memory.before));
    if pinned > budget {
        return Err(CompileError::Pinned { section: "memory", pinned, budget });
    }
    let now = now.or_else(|| memories.iter().filter_map(|memory| memory.time).max());
    let mut ranked: Vec<(bool, f64, usize)> = memories
        .iter()
        .enumerate()
        .map(|(position, memory)| (memory.pin, memory.score(now, by), position))
        .collect();
    // Pins first, then the best; ties stay in the order of the input.
    ranked
        .sort_by(|one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)).then(one.2.cmp(&other.2)));
    let ranked: Vec<usize> = ranked.into_iter().map(|(_, _, position)| position).collect();
    let ranked = distinct(memories, ranked);
    let cost = |position: &usize| Cost {
        chars: memories.get(*position).map_or(0, |memory| memory.before),
        lines: 0,
    };
    let packed = pack(ranked.iter().map(cost), Cost { chars: budget, lines: 0 }, Policy::Greedy);
    let mut admitted = Vec::new();
    for (position, fits) in ranked.into_iter().zip(packed.admitted) {
        let Some(memory) = memories.get_mut(position) else { continue };
        if fits {
            admitted.push(position);
            memory.reason = if memory.pin { "pinned".to_owned() } else { "fits".to_owned() };
        } else {
            memory.action = Action::Drop;
            "memory over budget: worth less than what stayed".clone_into(&mut memory.reason);
        }
    }
    Ok(admitted)
}

/// Takes out what says the same as a better one.
fn distinct(memories: &mut [Memory], ranked: Vec<usize>) -> Vec<usize> {
    let mut seen: Seen<usize> = Seen::new();
    let mut kept: Vec<usize> = Vec::new();
    for position in ranked {
        let Some(memory) = memories.get(position) else { continue };
        let shingles = Shingles::of(&memory.text);
        let by_embedding = || {
            kept.iter().take(COMPARED).copied().find(|kept| {
                memories.get(*kept).is_some_and(|kept| embeddings_agree(&kept.embedding, &memory.embedding))
            })
        };
        let better = if memory.embedding.is_empty() { None } else { by_embedding() };
        let better = better.or_else(|| seen.find(&shingles).copied()).filter(|_| !memory.pin);
        let better = better.and_then(|position| memories.get(position)).map(|better| better.id.clone());
        match (better, memories.get_mut(position)) {
            (Some(better), Some(memory)) => {
                memory.action = Action::Dedupe;
                memory.reason = format!("says the same as {better}");
            }
            _ => {
                seen.add(shingles, position);
                kept.push(position);
            }
        }
    }
    kept
}
