//! What was counted, as metrics: the same numbers for Prometheus and for OTLP.

use super::histogram::Histogram;
use super::summary::largest;
use super::tally::{Tally, ToolTally};
use super::words::float;

/// Tools that are listed; further ones together.
const LISTED: usize = 200;

/// Bounds of the buckets of latencies, in microseconds.
const TIMES: [u64; 12] =
    [1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000, 30_000_000];

/// Bounds of the buckets of sizes, in bytes.
const SIZES: [u64; 10] = [256, 1024, 4096, 10_240, 16_384, 32_768, 65_536, 262_144, 1_048_576, 16_777_216];

/// Names of labels with their values.
pub(super) type Labels = Vec<(&'static str, String)>;

/// A number that may go down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Amount {
    /// A whole one.
    Whole(i64),
    /// Another one.
    Fraction(f64),
}

impl std::fmt::Display for Amount {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => write!(formatter, "{number}"),
            Self::Fraction(number) => write!(formatter, "{number}"),
        }
    }
}

/// Numbers by size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Buckets {
    /// The upper bounds, in the unit of the metric.
    pub(super) bounds: Vec<f64>,
    /// How many numbers are in each bucket, and in the one above all bounds.
    pub(super) counts: Vec<u64>,
    /// The sum, in the unit of the metric.
    pub(super) sum: f64,
}

impl Buckets {
    fn of(histogram: &Histogram, bounds: &[u64], unit: f64) -> Self {
        let mut before = 0_u64;
        let mut counts = Vec::new();
        for upto in bounds.iter().map(|bound| histogram.at_most(*bound)).chain([histogram.total()]) {
            counts.push(upto.saturating_sub(before));
            before = upto;
        }
        let bounds = bounds.iter().map(|bound| float(*bound) / unit).collect();
        Self { bounds, counts, sum: float(histogram.sum()) / unit }
    }

    /// How many numbers there are.
    pub(super) fn total(&self) -> u64 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }
}

/// The numbers of a metric.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Points {
    /// Numbers that only grow.
    Counter(Vec<(Labels, u64)>),
    /// Numbers that go up and down.
    Gauge(Vec<(Labels, Amount)>),
    /// Numbers by size.
    Buckets(Box<Buckets>),
}

/// A metric.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Metric {
    /// Its name for Prometheus.
    pub(super) name: &'static str,
    /// What it is, in a sentence.
    pub(super) help: &'static str,
    /// Its unit, as UCUM writes it.
    pub(super) unit: &'static str,
    /// Its numbers.
    pub(super) points: Points,
}

/// A sum of a tool.
type Sum = fn(&ToolTally) -> u64;

/// The sums of tools: name, sentence, unit, sum.
const SUMS: [(&str, &str, &str, Sum); 10] = [
    ("weir_oversized_total", "Answers of servers over their budget.", "1", |tool| tool.sums.oversized),
    ("weir_errors_total", "Calls that were answered by an error.", "1", |tool| tool.sums.errors),
    ("weir_estimated_tokens_total", "Estimated tokens of servers' answers.", "1", |tool| {
        tool.sums.estimated_tokens
    }),
    ("weir_seen_tokens_total", "Of them, what clients would have shown.", "1", |tool| tool.sums.seen_tokens),
    ("weir_final_tokens_total", "Estimated tokens of what was sent on.", "1", |tool| tool.sums.final_tokens),
    ("weir_fetches_total", "How often a rest was fetched later.", "1", |tool| tool.sums.fetches),
    ("weir_fetched_tokens_total", "Estimated tokens of what was fetched later.", "1", |tool| {
        tool.sums.fetched_tokens
    }),
    ("weir_response_bytes_total", "Bytes of servers' answers.", "By", |tool| tool.sums.response_bytes),
    ("weir_final_bytes_total", "Bytes of what was sent on.", "By", |tool| tool.sums.final_bytes),
    ("weir_fetched_bytes_total", "Bytes of what was fetched later.", "By", |tool| tool.sums.fetched_bytes),
];

/// All metrics.
pub(super) fn metrics(tally: &Tally) -> Vec<Metric> {
    let tools = largest(tally, LISTED);
    let tool = |name: &String| ("tool", name.clone());
    let mut metrics = Vec::new();
    let mut put = |name, help, unit, points| metrics.push(Metric { name, help, unit, points });
    let outcomes = tools.iter().flat_map(|(name, counts)| {
        let one = move |(outcome, count): (&String, &u64)| {
            (vec![("tool", name.clone()), ("outcome", outcome.clone())], *count)
        };
        counts.outcomes.iter().map(one)
    });
    let calls = Points::Counter(outcomes.collect());
    put("weir_calls_total", "Calls by tool and by what became of the answer.", "1", calls);
    for (name, help, unit, sum) in SUMS {
        let points = tools.iter().map(|(name, counts)| (vec![tool(name)], sum(counts)));
        put(name, help, unit, Points::Counter(points.collect()));
    }
    let saved =
        tools.iter().map(|(name, counts)| (vec![tool(name)], Amount::Whole(counts.sums.saved_tokens())));
    put(
        "weir_saved_tokens",
        "Tokens saved, less what was fetched later.",
        "1",
        Points::Gauge(saved.collect()),
    );
    let arms = |of: fn(&super::arms::ArmTally) -> u64| {
        let points = tally.arms.iter().map(|(name, arm)| (vec![("arm", name.clone())], of(arm)));
        Points::Counter(points.collect())
    };
    put("weir_arm_calls_total", "Calls by arm.", "1", arms(|arm| arm.sums.calls));
    put("weir_arm_oversized_total", "Answers over their budget by arm.", "1", arms(|arm| arm.sums.oversized));
    put(
        "weir_arm_tokens_total",
        "Tokens that clients got, by arm.",
        "1",
        arms(|arm| arm.sums.sent_tokens.saturating_add(arm.sums.fetched_tokens)),
    );
    let single = |number| Points::Counter(vec![(Vec::new(), number)]);
    let sums = tally.sums;
    put(
        "weir_observed_tokens_total",
        "Tokens of answers that were only observed.",
        "1",
        single(sums.observed_tokens),
    );
    put("weir_would_be_tokens_total", "What these would have been.", "1", single(sums.would_be_tokens));
    let times = |histogram| Points::Buckets(Box::new(Buckets::of(histogram, &TIMES, 1e6)));
    put("weir_latency_seconds", "From a call to the server's answer.", "s", times(&tally.latency));
    put("weir_overhead_seconds", "What was added to it.", "s", times(&tally.overhead));
    let sizes = |histogram| Points::Buckets(Box::new(Buckets::of(histogram, &SIZES, 1.0)));
    put("weir_response_size_bytes", "Size of servers' answers.", "By", sizes(&tally.size_before));
    put("weir_final_size_bytes", "Size of what was sent on.", "By", sizes(&tally.size_after));
    let lists = &tally.tool_lists;
    let states = [("before", lists.before), ("after", lists.after)];
    let states = states.map(|(state, tokens)| (vec![("state", state.to_owned())], tokens));
    put(
        "weir_tool_list_tokens_total",
        "Estimated tokens of lists of tools, before and after.",
        "1",
        Points::Counter(states.into()),
    );
    let packs = &tally.packs;
    put("weir_pack_runs_total", "Runs of weir pack.", "1", single(packs.runs));
    put(
        "weir_pack_runs_with_drops_total",
        "Of them, those that dropped chunks.",
        "1",
        single(packs.with_drops),
    );
    put("weir_pack_dropped_chunks_total", "Chunks that weir pack dropped.", "1", single(packs.dropped));
    put("weir_pack_dropped_tokens_total", "Their tokens.", "1", single(packs.dropped_tokens));
    put("weir_config_changes_total", "Changes of the configuration.", "1", single(tally.config_changes));
    if let Some(error) = tally.error() {
        let gauge = |amount| Points::Gauge(vec![(Vec::new(), amount)]);
        put(
            "weir_estimate_error_percent",
            "How far estimates are off on average.",
            "%",
            gauge(Amount::Fraction(error)),
        );
        let near = float(tally.near) / float(tally.counted.max(1));
        put(
            "weir_estimate_near_ratio",
            "The share of estimates within 20 percent.",
            "1",
            gauge(Amount::Fraction(near)),
        );
    }
    metrics
}
