//! Whether all is well: a few numbers, the age of the configuration, the state of the store, and a status for a probe.

use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::summary::put_error;
use super::tally::Tally;

/// Fewer calls say nothing of a share of errors.
const LEAST_CALLS: u64 = 20;
/// A share of errors from which on something is wrong with the server.
const MANY_ERRORS: f64 = 0.5;

/// The status of HTTP when calls are answered as they should be.
pub const HEALTHY: u16 = 200;
const UNAVAILABLE: u16 = 503;

/// What is known of the configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Configured {
    /// How long ago its file was written; none without a file.
    pub age: Option<Duration>,
    /// Whether the file is wrong, so that other settings hold.
    pub is_wrong: bool,
}

impl Configured {
    /// What is known of a file.
    #[must_use]
    pub fn by(file: Option<&Path>, is_wrong: bool) -> Self {
        let written = file.and_then(|file| std::fs::metadata(file).ok()?.modified().ok());
        // A file from the future has no age yet.
        let age = written.map(|written| SystemTime::now().duration_since(written).unwrap_or_default());
        Self { age, is_wrong }
    }
}

/// Where originals are stored, and whether that works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storing {
    /// Nothing is stored.
    #[default]
    Off,
    /// In files.
    Files,
    /// In a Redis.
    Redis,
    /// Somewhere that cannot be used.
    Failing,
}

impl Storing {
    const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Files => "files",
            Self::Redis => "redis",
            Self::Failing => "failing",
        }
    }
}

/// Whether the server that answers can be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Upstream {
    /// There is none, or nobody looked.
    #[default]
    Unknown,
    /// It can.
    There,
    /// It has ended, or cannot be reached.
    Gone,
}

/// What is around the calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// The configuration.
    pub configured: Configured,
    /// The store.
    pub storing: Storing,
    /// The server.
    pub upstream: Upstream,
}

/// How it goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Health {
    /// The status of HTTP: 200, or 503 when what is promised cannot be kept.
    pub code: u16,
    /// What is not as it should be, a sentence each.
    pub reasons: Vec<&'static str>,
    /// All of it: `weir.mcp-health/1`.
    pub body: Value,
}

/// How it goes. 503 when the store cannot be used, as what is left out of answers is lost then, and when the server is
/// gone. A wrong configuration and many errors are reported, and are no 503: calls are answered.
#[must_use]
pub fn health(tally: &Tally, condition: &Condition) -> Health {
    let Condition { configured, storing, upstream } = *condition;
    let sums = tally.sums;
    let errors = sums.share(sums.errors);
    let failing = [
        (storing == Storing::Failing, "the store cannot be used"),
        (upstream == Upstream::Gone, "the upstream server is gone"),
    ];
    let degraded = [
        (configured.is_wrong, "the configuration file is wrong; other settings hold"),
        (sums.calls >= LEAST_CALLS && errors >= MANY_ERRORS, "half of the calls or more end in an error"),
    ];
    let reported = |signs: &[(bool, &'static str)]| -> Vec<&'static str> {
        signs.iter().filter(|(is, _)| *is).map(|(_, what)| *what).collect()
    };
    let (mut reasons, others) = (reported(&failing), reported(&degraded));
    let (status, code) = match (reasons.is_empty(), others.is_empty()) {
        (false, _) => ("failing", UNAVAILABLE),
        (true, false) => ("degraded", HEALTHY),
        (true, true) => ("ok", HEALTHY),
    };
    reasons.extend(others);
    let mut body = json!({
        "schema": "weir.mcp-health/1",
        "status": status,
        "code": code,
        "reasons": reasons,
        "calls": sums.calls,
        "oversized": sums.oversized,
        "oversizedShare": tally.share(sums.oversized),
        "errors": sums.errors,
        "errorShare": errors,
        "paginationAdoption": tally.pagination_adoption(),
        "averageOriginalBytes": sums.average(sums.response_bytes),
        "averageResponseBytes": tally.average_bytes(),
        "fetches": sums.fetches,
        "savedTokens": sums.saved_tokens(),
        "reductionPct": sums.reduction(),
        "configuration": {
            "valid": !configured.is_wrong,
            "ageSeconds": configured.age.map(|age| age.as_secs()),
            "changes": tally.config_changes,
        },
        "store": {"state": storing.name(), "works": storing != Storing::Failing},
    });
    put_error(&mut body, tally);
    Health { code, reasons, body }
}

#[cfg(test)]
mod tests {
    use super::super::sums::Sums;
    use super::*;

    fn of(sums: Sums, condition: &Condition) -> (u16, String, Vec<&'static str>) {
        let health = health(&Tally { sums, ..Tally::default() }, condition);
        (health.code, health.body["status"].as_str().unwrap().to_owned(), health.reasons)
    }

    #[test]
    fn a_store_that_cannot_be_used_and_a_server_that_is_gone_are_503_and_nothing_else_is() {
        let fine = Condition::default();
        assert_eq!(of(Sums::default(), &fine), (200, "ok".into(), vec![]));
        for bad in
            [Condition { storing: Storing::Failing, ..fine }, Condition { upstream: Upstream::Gone, ..fine }]
        {
            let (code, status, reasons) = of(Sums::default(), &bad);
            assert_eq!((code, status.as_str(), reasons.len()), (503, "failing", 1));
        }
        let wrong = Condition { configured: Configured { is_wrong: true, age: None }, ..fine };
        assert_eq!(of(Sums::default(), &wrong).1, "degraded");
        let errors = |calls, errors| of(Sums { calls, errors, ..Sums::default() }, &fine).1;
        assert_eq!([errors(19, 19), errors(20, 9), errors(20, 10)], ["ok", "ok", "degraded"]);
    }
}
