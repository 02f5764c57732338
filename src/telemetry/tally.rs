//! What is counted over many calls, in room that does not grow with them.

use std::collections::BTreeMap;

use super::arms::{ArmTally, Trial};
use super::histogram::Histogram;
use super::read::Line;
use super::series::Series;
use super::sums::Sums;
use super::words::{float, microseconds, raise, with_entry};
use crate::text::time::Time;

/// Tools are counted by name up to this many; further ones together.
const MOST_TOOLS: usize = 1000;
/// Words of outcomes and arms are counted up to this many.
const MOST_WORDS: usize = 32;
/// Tools that nobody named.
const NAMELESS: &str = "(none)";

/// One tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolTally {
    /// Its sums.
    pub sums: Sums,
    /// Its calls by outcome.
    pub outcomes: BTreeMap<String, u64>,
    /// Bytes of an answer that was sent on.
    pub size: Histogram,
    /// What was added to its latency, in microseconds.
    pub overhead: Histogram,
}

impl ToolTally {
    fn add(&mut self, line: &Line<'_>) {
        self.sums.add(line);
        if line.event != "fetched" {
            count(&mut self.outcomes, &line.outcome, 1);
            self.size.add(line.final_bytes);
            self.overhead.add(microseconds(line.overhead));
        }
    }

    /// Adds another one.
    pub(super) fn join(&mut self, other: &Self) {
        self.sums.join(&other.sums);
        for (name, more) in &other.outcomes {
            count(&mut self.outcomes, name, *more);
        }
        self.size.join(&other.size);
        self.overhead.join(&other.overhead);
    }
}

/// Runs of `weir pack`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackTally {
    /// How many.
    pub runs: u64,
    /// How many of them dropped anything.
    pub with_drops: u64,
    /// Chunks in answers.
    pub admitted: u64,
    /// Chunks that were dropped.
    pub dropped: u64,
    /// Their tokens.
    pub dropped_tokens: u64,
    /// The budgets that would have had room for everything.
    pub needed: Histogram,
}

impl PackTally {
    fn add(&mut self, line: &Line<'_>) {
        raise(&mut self.runs, 1);
        raise(&mut self.with_drops, u64::from(line.dropped > 0));
        raise(&mut self.admitted, line.admitted);
        raise(&mut self.dropped, line.dropped);
        raise(&mut self.dropped_tokens, line.dropped_tokens);
        self.needed.add(line.needed_tokens);
    }

    /// The share of runs, 0 to 1, that dropped anything; 0 without runs.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.runs == 0 { 0.0 } else { float(self.with_drops) / float(self.runs) }
    }
}

/// Answers to `tools/list`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListTally {
    /// How many.
    pub lists: u64,
    /// The servers' tools.
    pub tools: u64,
    /// The tools that were sent on.
    pub listed: u64,
    /// Tools that are not permitted.
    pub denied: u64,
    /// Estimated tokens of the servers' lists.
    pub before: u64,
    /// Estimated tokens of the lists that were sent on.
    pub after: u64,
}

impl ListTally {
    fn add(&mut self, line: &Line<'_>) {
        raise(&mut self.lists, 1);
        raise(&mut self.tools, line.tools);
        raise(&mut self.listed, line.listed);
        raise(&mut self.denied, line.denied);
        raise(&mut self.before, line.tokens_before);
        raise(&mut self.after, line.tokens_after);
    }
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
    /// The arms of trials.
    pub trial: Trial,
    /// By tool.
    pub tools: BTreeMap<String, ToolTally>,
    /// Over time.
    pub series: Series,
    /// Bytes of servers' answers.
    pub size_before: Histogram,
    /// Bytes of answers that were sent on.
    pub size_after: Histogram,
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
    /// Runs of `weir pack`.
    pub packs: PackTally,
    /// Answers to `tools/list`.
    pub tool_lists: ListTally,
    /// How often the configuration was changed while calls were made.
    pub config_changes: u64,
    /// The last of these times.
    pub config_changed: Option<Time>,
    /// Lines that are no records.
    pub unread: u64,
}

/// An estimate within this many percent is near.
const NEAR_PERCENT: f64 = 20.0;

impl Tally {
    /// Counts a record of any kind.
    pub(super) fn add(&mut self, line: &Line<'_>) {
        match line.event.as_ref() {
            "call" | "fetched" => self.add_call(line),
            "packed" => self.packs.add(line),
            "tools" => self.tool_lists.add(line),
            "config_changed" => {
                raise(&mut self.config_changes, 1);
                self.config_changed = self.config_changed.max(Time::read(&line.time));
            }
            _ => {}
        }
    }

    fn add_call(&mut self, line: &Line<'_>) {
        self.sums.add(line);
        let tool = if line.tool.is_empty() { NAMELESS } else { &line.tool };
        with_entry(&mut self.tools, tool, MOST_TOOLS, |tool| tool.add(line));
        with_entry(&mut self.arms, &line.arm, MOST_WORDS, |arm: &mut ArmTally| arm.add(line, 0));
        if let Some(time) = Time::read(&line.time) {
            self.series.add(time.0, line);
        }
        if line.mode == "ab" {
            self.trial.add(line);
        }
        if line.event == "fetched" {
            return;
        }
        count(&mut self.outcomes, &line.outcome, 1);
        let paged = line.outcome == "paginated" || line.would_be.as_deref() == Some("paginated");
        raise(&mut self.lists, u64::from(paged));
        self.size_before.add(line.response_bytes);
        self.size_after.add(line.final_bytes);
        self.latency.add(microseconds(line.latency));
        self.overhead.add(microseconds(line.overhead));
        if let Some(error) = line.est_error_pct {
            raise(&mut self.counted, 1);
            self.error_sum += error.abs();
            raise(&mut self.near, u64::from(error.abs() <= NEAR_PERCENT));
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
        self.sums.share(calls)
    }

    /// Bytes of an answer that was sent on, on average; 0 without calls.
    #[must_use]
    pub fn average_bytes(&self) -> f64 {
        self.sums.average(self.sums.final_bytes)
    }

    /// How far estimates were off on average, in percent; none when nothing was counted.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.error_sum / float(self.counted))
    }
}

fn count(counts: &mut BTreeMap<String, u64>, name: &str, by: u64) {
    with_entry(counts, name, MOST_WORDS, |count| raise(count, by));
}
