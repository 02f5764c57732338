//! The records, as they are written.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::words::float;
use crate::settings::guard::GuardMode;

/// Names are recorded up to this many chars.
const NAME_CHARS: usize = 200;

/// What became of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It passed as it was.
    #[default]
    Passed,
    /// The first page of a list.
    Paginated,
    /// What identifies a record.
    Summarized,
    /// A piece of a text.
    Chunked,
    /// The failures of a log.
    Filtered,
    /// Both of its ends.
    Clipped,
    /// Without what media held.
    Media,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Passed,
        Self::Paginated,
        Self::Summarized,
        Self::Chunked,
        Self::Filtered,
        Self::Clipped,
        Self::Media,
    ];

    /// The word that is recorded.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Paginated => "paginated",
            Self::Summarized => "summarized",
            Self::Chunked => "chunked",
            Self::Filtered => "filtered",
            Self::Clipped => "clipped",
            Self::Media => "media",
        }
    }
}

/// The arm that a call belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// Answers over their budget are changed.
    Hardened,
    /// Nothing is changed.
    Control,
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The session.
    pub session: String,
    /// The server, by its name.
    pub server: String,
    /// The method, `tools/call` say.
    pub method: String,
    /// The tool; the method again where there is none.
    pub tool: String,
    /// What was done with answers of this tool.
    pub mode: GuardMode,
    /// The arm.
    pub arm: Arm,
    /// What became of the answer.
    pub outcome: Outcome,
    /// Estimated tokens of the server's answer.
    pub estimated_tokens: u64,
    /// Bytes of the server's answer.
    pub response_bytes: u64,
    /// Estimated tokens of the answer that was sent on.
    pub final_tokens: u64,
    /// Bytes of the answer that was sent on.
    pub final_bytes: u64,
    /// Items of the list that it is; 1 when it is none.
    pub item_count: u64,
    /// From the call to the server's answer.
    pub latency: Duration,
    /// What was added to it.
    pub overhead: Duration,
    /// Whether the server's answer was over its budget.
    pub oversized: bool,
    /// What would have become of an answer that was left as it was, and its estimated tokens then.
    pub would_be: Option<(Outcome, u64)>,
    /// Whether the answer is an error of the server or of its tool.
    pub is_error: bool,
    /// Tokens that the client shows of any answer at most, when that is known.
    pub client_tokens: Option<u64>,
}

/// A call as a line.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallLine<'a> {
    event: &'static str,
    time: &'a str,
    session: &'a str,
    server: &'a str,
    method: &'a str,
    tool: &'a str,
    mode: &'static str,
    arm: Arm,
    outcome: Outcome,
    estimated_tokens: u64,
    response_bytes: u64,
    final_tokens: u64,
    final_bytes: u64,
    item_count: u64,
    latency: f64,
    overhead: f64,
    pagination_used: bool,
    summarization_used: bool,
    chunking_used: bool,
    oversized: bool,
    #[serde(skip_serializing_if = "is_false")]
    is_error: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    would_be: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    would_be_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    est_error_pct: Option<f64>,
}

/// An answer over its budget that was changed, as a line.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OversizedLine<'a> {
    event: &'static str,
    time: &'a str,
    session: &'a str,
    tool: &'a str,
    outcome: Outcome,
    original_tokens: u64,
    final_tokens: u64,
    reduction_pct: f64,
}

/// A change of the configuration, as a line.
#[derive(Serialize)]
struct ChangedLine<'a> {
    event: &'static str,
    time: &'a str,
    changes: &'a BTreeMap<String, (Value, Value)>,
}

impl Arm {
    /// The word that is recorded.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hardened => "hardened",
            Self::Control => "control",
        }
    }
}

impl Call {
    /// Tokens of the server's answer that the client would have shown, when that is less than all of them.
    pub(super) fn seen_tokens(&self) -> Option<u64> {
        self.client_tokens.filter(|most| *most < self.estimated_tokens)
    }

    /// The lines of the call: its own, and one more for an answer over its budget that was changed. `actual` are the
    /// tokens of the server's answer, when they were counted.
    pub(super) fn lines(&self, time: &str, actual: Option<u64>) -> Vec<u8> {
        let tool = head(&self.tool);
        let session = head(&self.session);
        let error = actual.filter(|actual| *actual > 0).map(|actual| {
            let (estimated, actual) = (float(self.estimated_tokens), float(actual));
            rounded((estimated - actual) / actual * 100.0)
        });
        let mut lines = line(&CallLine {
            event: "call",
            time,
            session,
            server: head(&self.server),
            method: head(&self.method),
            tool,
            mode: mode(self.mode),
            arm: self.arm,
            outcome: self.outcome,
            estimated_tokens: self.estimated_tokens,
            response_bytes: self.response_bytes,
            final_tokens: self.final_tokens,
            final_bytes: self.final_bytes,
            item_count: self.item_count,
            latency: milliseconds(self.latency),
            overhead: milliseconds(self.overhead),
            pagination_used: self.outcome == Outcome::Paginated,
            summarization_used: self.outcome == Outcome::Summarized,
            chunking_used: self.outcome == Outcome::Chunked,
            oversized: self.oversized,
            is_error: self.is_error,
            seen_tokens: self.seen_tokens(),
            would_be: self.would_be.map(|(outcome, _)| outcome),
            would_be_tokens: self.would_be.map(|(_, tokens)| tokens),
            actual_tokens: actual,
            est_error_pct: error,
        });
        if self.oversized && self.outcome != Outcome::Passed {
            let (original, last) = (float(self.estimated_tokens), float(self.final_tokens));
            let reduction = if original > 0.0 { (original - last) / original * 100.0 } else { 0.0 };
            lines.extend(line(&OversizedLine {
                event: "oversized",
                time,
                session,
                tool,
                outcome: self.outcome,
                original_tokens: self.estimated_tokens,
                final_tokens: self.final_tokens,
                reduction_pct: rounded(reduction),
            }));
        }
        lines
    }
}

/// The line of a change of the configuration.
pub(super) fn changed(time: &str, changes: &BTreeMap<String, (Value, Value)>) -> Vec<u8> {
    line(&ChangedLine { event: "config_changed", time, changes })
}

pub(super) fn line(record: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(record).unwrap_or_default();
    line.push(b'\n');
    line
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

/// The word of a mode.
pub(super) const fn mode(mode: GuardMode) -> &'static str {
    match mode {
        GuardMode::Enforce => "enforce",
        GuardMode::Observe => "observe",
        GuardMode::Ab => "ab",
    }
}

/// The beginning of a name.
pub(super) fn head(name: &str) -> &str {
    let end = name.char_indices().nth(NAME_CHARS).map_or(name.len(), |(end, _)| end);
    name.get(..end).unwrap_or(name)
}

/// Milliseconds, to the microsecond.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A percentage to two digits.
fn rounded(share: f64) -> f64 {
    (share * 100.0).round() / 100.0
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::telemetry) fn call(outcome: Outcome) -> Call {
        Call {
            session: "s".to_owned(),
            server: "x".to_owned(),
            method: "tools/call".to_owned(),
            tool: "t".to_owned(),
            mode: GuardMode::Enforce,
            arm: Arm::Hardened,
            outcome,
            estimated_tokens: 9000,
            response_bytes: 30_000,
            final_tokens: 2250,
            final_bytes: 7500,
            item_count: 500,
            latency: Duration::from_micros(12_345),
            overhead: Duration::from_micros(500),
            oversized: outcome != Outcome::Passed,
            would_be: None,
            is_error: false,
            client_tokens: None,
        }
    }

    fn values(lines: &[u8]) -> Vec<Value> {
        lines
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect()
    }

    #[test]
    fn a_call_has_every_key_and_an_answer_over_its_budget_a_line_of_its_own() {
        let lines = values(&call(Outcome::Paginated).lines("T", Some(6000)));
        assert_eq!(
            lines[0],
            serde_json::json!({"event": "call", "time": "T", "session": "s", "server": "x", "method": "tools/call",
                "tool": "t", "mode": "enforce", "arm": "hardened", "outcome": "paginated", "estimatedTokens": 9000,
                "responseBytes": 30_000, "finalTokens": 2250, "finalBytes": 7500, "itemCount": 500, "latency": 12.345,
                "overhead": 0.5, "paginationUsed": true, "summarizationUsed": false, "chunkingUsed": false,
                "oversized": true, "actualTokens": 6000, "estErrorPct": 50.0})
        );
        assert_eq!((&lines[1]["event"], &lines[1]["reductionPct"]), (&"oversized".into(), &75.0.into()));
        assert_eq!(values(&call(Outcome::Passed).lines("T", None)).len(), 1);
    }

    #[test]
    fn a_name_of_any_length_is_a_short_one() {
        let long = Call { tool: "é".repeat(100_000), ..call(Outcome::Passed) };
        assert!(long.lines("T", None).len() < 1000);
    }
}
