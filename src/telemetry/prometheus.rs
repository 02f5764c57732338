//! Metrics in the text format of Prometheus.

use std::fmt::Write as _;

use super::metrics::{Labels, Points, metrics};
use super::tally::Tally;
use crate::budget::Count as _;

/// All that was counted, in the text format of Prometheus.
#[must_use]
pub fn prometheus(tally: &Tally) -> String {
    let mut text = String::new();
    for metric in metrics(tally) {
        let name = metric.name;
        let kind = match &metric.points {
            Points::Counter(_) => "counter",
            Points::Gauge(_) => "gauge",
            Points::Buckets(_) => "histogram",
        };
        let _ = writeln!(text, "# HELP {name} {}\n# TYPE {name} {kind}", metric.help);
        match &metric.points {
            Points::Counter(points) => {
                for (own, count) in points {
                    let _ = writeln!(text, "{name}{} {count}", labels(own));
                }
            }
            Points::Gauge(points) => {
                for (own, amount) in points {
                    let _ = writeln!(text, "{name}{} {amount}", labels(own));
                }
            }
            Points::Buckets(buckets) => {
                let mut upto = 0_u64;
                let bounds = buckets.bounds.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
                for (bound, count) in bounds.zip(&buckets.counts) {
                    upto.up(*count);
                    let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {upto}");
                }
                let _ = writeln!(text, "{name}_sum {}\n{name}_count {upto}", buckets.sum);
            }
        }
    }
    text
}

/// The labels of a sample; nothing without any.
fn labels(own: &Labels) -> String {
    if own.is_empty() {
        return String::new();
    }
    let parts: Vec<String> =
        own.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
    format!("{{{}}}", parts.join(","))
}

/// The value of a label: backslash, quote and line end escaped.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', " ")
}
