//! What was counted, as JSON and for Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::histogram::Histogram;
use super::tally::{OTHERS, Tally, ToolTally};

/// A sum of a tool.
type Sum = fn(&ToolTally) -> u64;

/// Tools that are listed; further ones together.
const LISTED: usize = 200;

/// Bounds of the buckets of latencies, in microseconds, with their names in seconds.
const BUCKETS: [(u64, &str); 12] = [
    (1000, "0.001"),
    (2500, "0.0025"),
    (5000, "0.005"),
    (10_000, "0.01"),
    (25_000, "0.025"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (250_000, "0.25"),
    (500_000, "0.5"),
    (1_000_000, "1"),
    (5_000_000, "5"),
    (30_000_000, "30"),
];

/// The tools with the most tokens, and all others together as `(others)`.
#[must_use]
pub fn largest(tally: &Tally, most: usize) -> Vec<(String, ToolTally)> {
    let mut tools: Vec<_> = tally.tools.iter().map(|(name, tool)| (name.clone(), tool.clone())).collect();
    tools.sort_by(|(one, a), (other, b)| {
        b.sums.estimated_tokens.cmp(&a.sums.estimated_tokens).then_with(|| one.cmp(other))
    });
    if tools.len() > most {
        let mut others = ToolTally::default();
        for (_, tool) in tools.drain(most..) {
            others.join(&tool);
        }
        match tools.iter_mut().find(|(name, _)| name == OTHERS) {
            Some((_, known)) => known.join(&others),
            None => tools.push((OTHERS.to_owned(), others)),
        }
    }
    tools
}

fn milliseconds(histogram: &Histogram) -> Value {
    let at = |share| histogram.quantile(share).map(|time| float(time) / 1000.0);
    json!({"p50": at(0.5), "p95": at(0.95), "p99": at(0.99)})
}

/// How it goes, in a few numbers.
#[must_use]
pub fn health(tally: &Tally) -> Value {
    let mut health = json!({
        "schema": "weir.health/1",
        "calls": tally.sums.calls,
        "oversized": tally.sums.oversized,
        "oversizedShare": tally.share(tally.sums.oversized),
        "paginationAdoption": tally.pagination_adoption(),
        "averageResponseBytes": tally.average_bytes(),
        "reductionPct": tally.sums.reduction(),
    });
    put_error(&mut health, tally);
    health
}

fn put_error(value: &mut Value, tally: &Tally) {
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
    let arm = |(name, arm): (&String, &super::tally::ArmTally)| {
        let sums = arm.sums;
        let average = float(sums.final_bytes) / float(sums.calls.max(1));
        let value = json!({
            "calls": sums.calls, "oversized": sums.oversized,
            "estimatedTokens": sums.estimated_tokens, "finalTokens": sums.final_tokens,
            "reductionPct": sums.reduction(), "averageResponseBytes": average,
            "latency": milliseconds(&arm.latency),
        });
        (name.clone(), value)
    };
    let tool = |(name, tool): (String, ToolTally)| {
        let sums = tool.sums;
        json!({
            "tool": name, "calls": sums.calls, "oversized": sums.oversized, "outcomes": counts(&tool.outcomes),
            "estimatedTokens": sums.estimated_tokens, "finalTokens": sums.final_tokens,
            "reductionPct": sums.reduction(),
        })
    };
    let mut value = json!({
        "schema": "weir.stats/1",
        "calls": tally.sums.calls,
        "oversized": tally.sums.oversized,
        "oversizedShare": tally.share(tally.sums.oversized),
        "paginationAdoption": tally.pagination_adoption(),
        "lists": tally.lists,
        "averageResponseBytes": tally.average_bytes(),
        "estimatedTokens": tally.sums.estimated_tokens,
        "finalTokens": tally.sums.final_tokens,
        "responseBytes": tally.sums.response_bytes,
        "finalBytes": tally.sums.final_bytes,
        "reductionPct": tally.sums.reduction(),
        "outcomes": counts(&tally.outcomes),
        "latency": milliseconds(&tally.latency),
        "overhead": milliseconds(&tally.overhead),
        "arms": tally.arms.iter().map(arm).collect::<Map<_, _>>(),
        "tools": largest(tally, LISTED).into_iter().map(tool).collect::<Vec<_>>(),
        "unread": tally.unread,
    });
    put_error(&mut value, tally);
    value
}

fn counts(counts: &BTreeMap<String, u64>) -> Map<String, Value> {
    counts.iter().map(|(name, count)| (name.clone(), (*count).into())).collect()
}

/// All that was counted, in the text format of Prometheus.
#[must_use]
pub fn prometheus(tally: &Tally) -> String {
    let mut text = String::new();
    let tools = largest(tally, LISTED);
    head(&mut text, "weir_calls_total", "counter", "Calls by tool and by what became of the answer.");
    for (name, tool) in &tools {
        for (outcome, count) in &tool.outcomes {
            let (tool, outcome) = (label(name), label(outcome));
            let _ = writeln!(text, "weir_calls_total{{tool=\"{tool}\",outcome=\"{outcome}\"}} {count}");
        }
    }
    let sums: [(&str, &str, Sum); 5] = [
        ("weir_oversized_total", "Answers of servers over their budget.", |tool| tool.sums.oversized),
        ("weir_estimated_tokens_total", "Estimated tokens of servers' answers.", |tool| {
            tool.sums.estimated_tokens
        }),
        ("weir_final_tokens_total", "Estimated tokens of what was sent on.", |tool| tool.sums.final_tokens),
        ("weir_response_bytes_total", "Bytes of servers' answers.", |tool| tool.sums.response_bytes),
        ("weir_final_bytes_total", "Bytes of what was sent on.", |tool| tool.sums.final_bytes),
    ];
    for (name, help, sum) in sums {
        head(&mut text, name, "counter", help);
        for (tool, tally) in &tools {
            let _ = writeln!(text, "{name}{{tool=\"{}\"}} {}", label(tool), sum(tally));
        }
    }
    head(&mut text, "weir_arm_calls_total", "counter", "Calls by arm.");
    for (arm, tally) in &tally.arms {
        let _ = writeln!(text, "weir_arm_calls_total{{arm=\"{}\"}} {}", label(arm), tally.sums.calls);
    }
    buckets(&mut text, "weir_latency_seconds", "From a call to the server's answer.", &tally.latency);
    buckets(&mut text, "weir_overhead_seconds", "What was added to it.", &tally.overhead);
    if let Some(error) = tally.error() {
        head(&mut text, "weir_estimate_error_percent", "gauge", "How far estimates are off on average.");
        let _ = writeln!(text, "weir_estimate_error_percent {error}");
    }
    text
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn buckets(text: &mut String, name: &str, help: &str, histogram: &Histogram) {
    head(text, name, "histogram", help);
    for (bound, seconds) in BUCKETS {
        let _ = writeln!(text, "{name}_bucket{{le=\"{seconds}\"}} {}", histogram.at_most(bound));
    }
    let (total, sum) = (histogram.total(), float(histogram.sum()) / 1e6);
    let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {total}\n{name}_sum {sum}\n{name}_count {total}");
}

/// The value of a label: backslash, quote and line end escaped.
fn label(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', " ")
}

#[expect(clippy::cast_precision_loss, reason = "shares of numbers, not the numbers themselves")]
const fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::super::Sums;
    use super::*;

    fn tool(calls: u64, tokens: u64) -> ToolTally {
        let sums = Sums { calls, estimated_tokens: tokens, ..Sums::default() };
        ToolTally { sums, outcomes: [("passed".to_owned(), calls)].into() }
    }

    #[test]
    fn the_largest_tools_come_first_and_no_call_is_lost() {
        let tools: BTreeMap<_, _> = (0..10).map(|tokens| (format!("t{tokens}"), tool(1, tokens))).collect();
        let tally = Tally { tools, ..Tally::default() };
        let listed = largest(&tally, 3);
        let names: Vec<_> = listed.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["t9", "t8", "t7", "(others)"]);
        assert_eq!(listed.iter().map(|(_, tool)| tool.sums.calls).sum::<u64>(), 10);
        assert_eq!(listed[3].1.outcomes["passed"], 7);
    }

    #[test]
    fn a_label_breaks_no_line() {
        let tally = Tally { tools: [("a\"\n\\".to_owned(), tool(2, 5))].into(), ..Tally::default() };
        let text = prometheus(&tally);
        assert!(text.contains("weir_calls_total{tool=\"a\\\"\\n\\\\\",outcome=\"passed\"} 2\n"), "{text}");
    }
}
