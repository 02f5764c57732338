//! What was counted, as JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::arms::{ArmTally, Mean, Trial};
use super::histogram::Histogram;
use super::record::Outcome;
use super::series::{Series, Slot};
use super::sums::Sums;
use super::tally::{ListTally, PackTally, Tally, ToolTally};
use super::words::{OTHERS, float, signed};
use crate::text::time::rfc3339;

/// Tools that are listed; further ones together.
const LISTED: usize = 200;

/// The tools with the most tokens, and all others together as `(others)`.
#[must_use]
pub fn largest(tally: &Tally, most: usize) -> Vec<(String, ToolTally)> {
    let mut tools: Vec<_> = tally.tools.iter().collect();
    tools.sort_by(|(one, a), (other, b)| {
        b.sums.estimated_tokens.cmp(&a.sums.estimated_tokens).then_with(|| one.cmp(other))
    });
    let rest = tools.split_off(tools.len().min(most));
    let mut tools: Vec<_> = tools.into_iter().map(|(name, tool)| (name.clone(), tool.clone())).collect();
    if !rest.is_empty() {
        let mut others = ToolTally::default();
        rest.iter().for_each(|(_, tool)| others.join(tool));
        match tools.iter_mut().find(|(name, _)| name == OTHERS) {
            Some((_, known)) => known.join(&others),
            None => tools.push((OTHERS.to_owned(), others)),
        }
    }
    tools
}

/// Microseconds as milliseconds, at three places.
fn milliseconds(histogram: &Histogram) -> Value {
    let at = |share| histogram.quantile(share).map(|time| float(time) / 1000.0);
    json!({"p50": at(0.5), "p95": at(0.95), "p99": at(0.99)})
}

/// Bytes at three places.
fn bytes(histogram: &Histogram) -> Value {
    let at = |share| histogram.quantile(share);
    json!({"p50": at(0.5), "p95": at(0.95), "p99": at(0.99)})
}

/// How far estimates are off, when anything was counted.
pub(super) fn put_error(value: &mut Value, tally: &Tally) {
    if let (Some(error), Some(map)) = (tally.error(), value.as_object_mut()) {
        map.insert("estErrorPct".to_owned(), error.into());
        map.insert("counted".to_owned(), tally.counted.into());
        let near = float(tally.near) / float(tally.counted.max(1));
        map.insert("within20PctShare".to_owned(), near.into());
    }
}

/// All that was counted.
#[must_use]
pub fn summary(tally: &Tally) -> Value {
    let tool = |(name, tool): (String, ToolTally)| {
        let mut value = sums(&tool.sums);
        put(
            &mut value,
            &json!({
                "tool": name, "outcomes": counts(&tool.outcomes),
                "finalSize": bytes(&tool.size), "overhead": milliseconds(&tool.overhead),
            }),
        );
        value
    };
    let mut value = json!({"schema": "weir.stats/1"});
    put(&mut value, &sums(&tally.sums));
    put(
        &mut value,
        &json!({
            "oversizedShare": tally.share(tally.sums.oversized),
            "errorShare": tally.share(tally.sums.errors),
            "paginationAdoption": tally.pagination_adoption(),
            "lists": tally.lists,
            "averageResponseBytes": tally.average_bytes(),
            "averageOriginalBytes": tally.sums.average(tally.sums.response_bytes),
            "outcomes": counts(&tally.outcomes),
            "responseSize": bytes(&tally.size_before),
            "finalSize": bytes(&tally.size_after),
            "latency": milliseconds(&tally.latency),
            "overhead": milliseconds(&tally.overhead),
            "observed": observed(&tally.sums),
            "arms": tally.arms.iter().map(arm).collect::<Map<_, _>>(),
            "ab": trial(&tally.trial),
            "tools": largest(tally, LISTED).into_iter().map(tool).collect::<Vec<_>>(),
            "time": series(&tally.series),
            "pack": pack(&tally.packs),
            "toolLists": lists(&tally.tool_lists),
            "configChanges": tally.config_changes,
            "unread": tally.unread,
        }),
    );
    put_error(&mut value, tally);
    value
}

/// Adds the fields of `more`.
fn put(value: &mut Value, more: &Value) {
    if let (Some(map), Some(more)) = (value.as_object_mut(), more.as_object()) {
        more.iter().for_each(|(key, value)| {
            map.insert(key.clone(), value.clone());
        });
    }
}

fn sums(sums: &Sums) -> Value {
    json!({
        "calls": sums.calls,
        "oversized": sums.oversized,
        "errors": sums.errors,
        "estimatedTokens": sums.estimated_tokens,
        "seenTokens": sums.seen_tokens,
        "finalTokens": sums.final_tokens,
        "fetches": sums.fetches,
        "fetchedTokens": sums.fetched_tokens,
        "savedTokens": sums.saved_tokens(),
        "reductionPct": sums.reduction(),
        "responseBytes": sums.response_bytes,
        "finalBytes": sums.final_bytes,
        "fetchedBytes": sums.fetched_bytes,
    })
}

/// What was left as it was, and what it would have been: nobody knows what would have been fetched later.
fn observed(sums: &Sums) -> Value {
    let saved = signed(sums.observed_tokens).saturating_sub(signed(sums.would_be_tokens));
    let share = (sums.observed_tokens > 0).then(|| {
        float(sums.observed_tokens.saturating_sub(sums.would_be_tokens)) / float(sums.observed_tokens) * 100.0
    });
    json!({
        "calls": sums.observed, "tokens": sums.observed_tokens, "wouldBeTokens": sums.would_be_tokens,
        "mostSavedTokens": saved, "mostReductionPct": share,
    })
}

fn arm((name, arm): (&String, &ArmTally)) -> (String, Value) {
    let own = arm.sums;
    let mut value = sums(&own);
    put(
        &mut value,
        &json!({
            "averageResponseBytes": own.average(own.final_bytes), "latency": milliseconds(&arm.latency),
        }),
    );
    (name.clone(), value)
}

/// The arms of trials beside each other; null when nothing was tried.
fn trial(trial: &Trial) -> Value {
    let mean = |mean: Option<Mean>| match mean {
        Some(Mean { mean, interval }) => {
            let (low, high) = interval.unzip();
            json!({"mean": mean, "low": low, "high": high})
        }
        None => Value::Null,
    };
    let arm = |arm: &ArmTally| {
        json!({
            "calls": arm.sums.calls,
            "tokensPerCall": mean(trial.tokens(arm)),
            "oversizedShare": arm.sums.share(arm.sums.oversized),
            "errorShare": arm.sums.share(arm.sums.errors),
            "fetches": arm.sums.fetches,
            "latency": milliseconds(&arm.latency),
        })
    };
    if trial.hardened.sums.calls == 0 && trial.control.sums.calls == 0 {
        return Value::Null;
    }
    json!({
        "unit": trial.unit().name(),
        "hardened": arm(&trial.hardened),
        "control": arm(&trial.control),
        "difference": mean(trial.difference()),
    })
}

fn series(series: &Series) -> Value {
    let slot = |(begins, slot): (i64, Slot)| {
        let own = slot.sums;
        let known = Outcome::ALL.iter().map(|outcome| outcome.name()).chain(["other"]);
        let outcomes = known.zip(slot.outcomes).filter(|(_, count)| *count > 0);
        json!({
            "from": rfc3339(begins.saturating_mul(1000)), "calls": own.calls, "oversized": own.oversized,
            "errors": own.errors, "outcomes": outcomes.map(|(name, count)| (name.to_owned(), count.into())).collect::<Map<_, _>>(),
            "seenTokens": own.seen_tokens, "finalTokens": own.final_tokens, "fetchedTokens": own.fetched_tokens,
            "overhead": milliseconds(&slot.overhead),
        })
    };
    json!({"seconds": series.seconds(), "slots": series.slots().into_iter().map(slot).collect::<Vec<_>>()})
}

fn pack(packs: &PackTally) -> Value {
    json!({
        "runs": packs.runs, "runsWithDrops": packs.with_drops, "dropShare": packs.share(),
        "admittedChunks": packs.admitted, "droppedChunks": packs.dropped, "droppedTokens": packs.dropped_tokens,
        "neededTokens": bytes(&packs.needed),
    })
}

fn lists(lists: &ListTally) -> Value {
    let ListTally { lists, tools, listed, denied, before, after } = lists;
    json!({
        "lists": lists, "tools": tools, "listed": listed, "denied": denied, "tokensBefore": before,
        "tokensAfter": after,
    })
}

fn counts(counts: &BTreeMap<String, u64>) -> Map<String, Value> {
    counts.iter().map(|(name, count)| (name.clone(), (*count).into())).collect()
}
