//! What is counted over many calls, in room that does not grow with them.

use std::collections::BTreeMap;

use super::histogram::Histogram;
use super::read::Line;

/// Tools are counted by name up to this many; further ones together.
const MOST_TOOLS: usize = 1000;
/// Words of outcomes and arms are counted up to this many.
const MOST_WORDS: usize = 32;
/// The name of what is counted together.
pub(super) const OTHERS: &str = "(others)";
/// Tools that nobody named.
const NAMELESS: &str = "(none)";

/// Sums over calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many calls.
    pub calls: u64,
    /// How many answers of servers were over their budget.
    pub oversized: u64,
    /// Estimated tokens of the servers' answers.
    pub estimated_tokens: u64,
    /// Estimated tokens of what was sent on.
    pub final_tokens: u64,
    /// Bytes of the servers' answers.
    pub response_bytes: u64,
    /// Bytes of what was sent on.
    pub final_bytes: u64,
}

impl Sums {
    fn add(&mut self, line: &Line<'_>) {
        self.join(&Self {
            calls: 1,
            oversized: u64::from(line.oversized),
            estimated_tokens: line.estimated_tokens,
            final_tokens: line.final_tokens,
            response_bytes: line.response_bytes,
            final_bytes: line.final_bytes,
        });
    }

    fn join(&mut self, other: &Self) {
        let raise = |sum: &mut u64, by: u64| *sum = sum.saturating_add(by);
        raise(&mut self.calls, other.calls);
        raise(&mut self.oversized, other.oversized);
        raise(&mut self.estimated_tokens, other.estimated_tokens);
        raise(&mut self.final_tokens, other.final_tokens);
        raise(&mut self.response_bytes, other.response_bytes);
        raise(&mut self.final_bytes, other.final_bytes);
    }

    /// The percent of tokens that were saved; none when there were none.
    #[must_use]
    pub fn reduction(&self) -> Option<f64> {
        let saved = self.estimated_tokens.saturating_sub(self.final_tokens);
        (self.estimated_tokens > 0).then(|| float(saved) / float(self.estimated_tokens) * 100.0)
    }
}

/// One tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolTally {
    /// Its sums.
    pub sums: Sums,
    /// Its calls by outcome.
    pub outcomes: BTreeMap<String, u64>,
}

impl ToolTally {
    /// Adds another one.
    pub(super) fn join(&mut self, other: &Self) {
        self.sums.join(&other.sums);
        for (name, more) in &other.outcomes {
            let count = entry(&mut self.outcomes, name, MOST_WORDS);
            *count = count.saturating_add(*more);
        }
    }
}

/// One arm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmTally {
    /// Its sums.
    pub sums: Sums,
    /// Its latencies with what was added to them, in microseconds.
    pub latency: Histogram,
}

/// All calls that were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// The sums.
    pub sums: Sums,
    /// Calls by outcome.
    pub outcomes: BTreeMap<String, u64>,
    /// By arm.
    pub arms: BTreeMap<String, ArmTally>,
    /// By tool.
    pub tools: BTreeMap<String, ToolTally>,
    /// Latencies of the servers, in microseconds.
    pub latency: Histogram,
    /// What was added to them, in microseconds.
    pub overhead: Histogram,
    /// Lists that were paged, or would have been.
    pub lists: u64,
    /// How many estimates were held against a count.
    pub counted: u64,
    /// The sum of how far they were off, in percent, without signs.
    pub error_sum: f64,
    /// How many of them were off by at most 20 percent.
    pub near: u64,
    /// Lines that are no records.
    pub unread: u64,
}

/// An estimate within this many percent is near.
const NEAR_PERCENT: f64 = 20.0;

impl Tally {
    pub(super) fn add(&mut self, line: &Line<'_>) {
        self.sums.add(line);
        count(&mut self.outcomes, &line.outcome);
        let paged = line.outcome == "paginated" || line.would_be.as_deref() == Some("paginated");
        self.lists = self.lists.saturating_add(u64::from(paged));
        let (latency, overhead) = (microseconds(line.latency), microseconds(line.overhead));
        self.latency.add(latency);
        self.overhead.add(overhead);
        let arm = entry(&mut self.arms, &line.arm, MOST_WORDS);
        arm.sums.add(line);
        arm.latency.add(latency.saturating_add(overhead));
        let tool =
            entry(&mut self.tools, if line.tool.is_empty() { NAMELESS } else { &line.tool }, MOST_TOOLS);
        tool.sums.add(line);
        count(&mut tool.outcomes, &line.outcome);
        if let Some(error) = line.est_error_pct {
            self.counted = self.counted.saturating_add(1);
            self.error_sum += error.abs();
            self.near = self.near.saturating_add(u64::from(error.abs() <= NEAR_PERCENT));
        }
    }

    /// Calls with this outcome.
    #[must_use]
    pub fn outcome(&self, name: &str) -> u64 {
        self.outcomes.get(name).copied().unwrap_or(0)
    }

    /// The share of calls, 0 to 1, that were answered with a page; 0 without calls.
    #[must_use]
    pub fn pagination_adoption(&self) -> f64 {
        self.share(self.outcome("paginated"))
    }

    /// The share of all calls; 0 without calls.
    #[must_use]
    pub fn share(&self, calls: u64) -> f64 {
        if self.sums.calls == 0 { 0.0 } else { float(calls) / float(self.sums.calls) }
    }

    /// Bytes of an answer that was sent on, on average; 0 without calls.
    #[must_use]
    pub fn average_bytes(&self) -> f64 {
        if self.sums.calls == 0 { 0.0 } else { float(self.sums.final_bytes) / float(self.sums.calls) }
    }

    /// How far estimates were off on average, in percent; none when nothing was counted.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.error_sum / float(self.counted))
    }
}

/// The entry of a name; when there are too many names, that of all others.
fn entry<'a, T: Default>(entries: &'a mut BTreeMap<String, T>, name: &str, most: usize) -> &'a mut T {
    let name = if entries.len() < most || entries.contains_key(name) { name } else { OTHERS };
    entries.entry(name.to_owned()).or_default()
}

fn count(counts: &mut BTreeMap<String, u64>, name: &str) {
    let count = entry(counts, name, MOST_WORDS);
    *count = count.saturating_add(1);
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast of a float is the nearest number that fits"
)]
fn microseconds(milliseconds: f64) -> u64 {
    (milliseconds * 1000.0).round() as u64
}

#[expect(clippy::cast_precision_loss, reason = "shares of numbers, not the numbers themselves")]
const fn float(number: u64) -> f64 {
    number as f64
}
