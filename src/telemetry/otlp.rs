//! Metrics as a request of OTLP/HTTP in JSON: sums from the beginning of the process on.

use serde_json::{Value, json};

use super::metrics::{Amount, Labels, Metric, Points, metrics};
use super::tally::Tally;

/// Sums are counted from their beginning.
const CUMULATIVE: u8 = 2;

/// The body of a request. `from` and `to` are milliseconds since 1970: when counting began, and now. `instance` is a
/// name for this process.
#[must_use]
pub fn otlp(tally: &Tally, from: i64, to: i64, instance: &str) -> Value {
    let times = (nanoseconds(from), nanoseconds(to));
    let version = env!("CARGO_PKG_VERSION");
    let text = |key: &str, value: &str| json!({"key": key, "value": {"stringValue": value}});
    let resource = json!({"attributes": [
        text("service.name", "weir"),
        text("service.version", version),
        text("service.instance.id", instance),
    ]});
    let metrics: Vec<Value> = metrics(tally).iter().map(|metric| one(metric, &times)).collect();
    let scope = json!({"scope": {"name": "weir", "version": version}, "metrics": metrics});
    json!({"resourceMetrics": [{"resource": resource, "scopeMetrics": [scope]}]})
}

fn one(metric: &Metric, times: &(String, String)) -> Value {
    let mut value = json!({
        "name": dotted(metric.name),
        "description": metric.help,
        "unit": metric.unit,
    });
    let (kind, data) = match &metric.points {
        Points::Counter(points) => {
            let points =
                points.iter().map(|(labels, count)| point(labels, times, "asInt", count.to_string().into()));
            let points: Vec<Value> = points.collect();
            ("sum", json!({"aggregationTemporality": CUMULATIVE, "isMonotonic": true, "dataPoints": points}))
        }
        Points::Gauge(points) => {
            let points = points.iter().map(|(labels, amount)| match amount {
                Amount::Whole(number) => point(labels, times, "asInt", number.to_string().into()),
                Amount::Fraction(number) => point(labels, times, "asDouble", (*number).into()),
            });
            ("gauge", json!({"dataPoints": points.collect::<Vec<_>>()}))
        }
        Points::Buckets(buckets) => {
            let counts: Vec<String> = buckets.counts.iter().map(ToString::to_string).collect();
            let mut point = point(&Vec::new(), times, "count", buckets.total().to_string().into());
            if let Some(map) = point.as_object_mut() {
                map.insert("sum".to_owned(), buckets.sum.into());
                map.insert("bucketCounts".to_owned(), counts.into());
                map.insert("explicitBounds".to_owned(), buckets.bounds.clone().into());
            }
            ("histogram", json!({"aggregationTemporality": CUMULATIVE, "dataPoints": [point]}))
        }
    };
    if let Some(map) = value.as_object_mut() {
        map.insert(kind.to_owned(), data);
    }
    value
}

fn point(labels: &Labels, (from, to): &(String, String), key: &str, number: Value) -> Value {
    let attributes: Vec<Value> =
        labels.iter().map(|(name, value)| json!({"key": name, "value": {"stringValue": value}})).collect();
    let mut point = json!({"attributes": attributes, "startTimeUnixNano": from, "timeUnixNano": to});
    if let Some(map) = point.as_object_mut() {
        map.insert(key.to_owned(), number);
    }
    point
}

/// A name as OTLP has it: the unit and the kind are distinguished from it.
fn dotted(name: &str) -> String {
    let name = name.strip_suffix("_total").unwrap_or(name);
    let name = name.strip_suffix("_seconds").unwrap_or(name);
    name.replacen('_', ".", 1)
}

/// Milliseconds as nanoseconds, in the words of JSON for numbers of 64 bits.
fn nanoseconds(milliseconds: i64) -> String {
    milliseconds.max(0).saturating_mul(1_000_000).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::read::Line;
    use super::*;

    #[test]
    fn a_request_holds_sums_gauges_and_buckets_and_no_content() {
        let mut tally = Tally::default();
        tally.add(&Line {
            event: "call".into(),
            tool: "list".into(),
            outcome: "paginated".into(),
            estimated_tokens: 9000,
            final_tokens: 3000,
            response_bytes: 30_000,
            latency: 12.0,
            oversized: true,
            ..Line::default()
        });
        let request = otlp(&tally, 1000, 2000, "i");
        let metrics = request["resourceMetrics"][0]["scopeMetrics"][0]["metrics"].as_array().unwrap();
        let named = |name: &str| metrics.iter().find(|metric| metric["name"] == name).unwrap();
        let calls = &named("weir.calls")["sum"];
        assert_eq!((&calls["isMonotonic"], &calls["aggregationTemporality"]), (&true.into(), &2.into()));
        assert_eq!(
            calls["dataPoints"][0],
            json!({"attributes": [
                {"key": "tool", "value": {"stringValue": "list"}},
                {"key": "outcome", "value": {"stringValue": "paginated"}}],
                "startTimeUnixNano": "1000000000", "timeUnixNano": "2000000000", "asInt": "1"})
        );
        assert_eq!(named("weir.saved_tokens")["gauge"]["dataPoints"][0]["asInt"], "6000");
        let latency = &named("weir.latency")["histogram"]["dataPoints"][0];
        let counts = latency["bucketCounts"].as_array().unwrap();
        assert_eq!(counts.len(), latency["explicitBounds"].as_array().unwrap().len() + 1);
        assert_eq!((&latency["count"], &counts[4]), (&"1".into(), &"1".into()));
    }
}
