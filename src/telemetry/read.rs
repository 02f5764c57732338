//! A line of records, as it is read: what is counted of it, borrowed.

use std::borrow::Cow;

use serde::Deserialize;

use super::fetch::Fetch;
use super::record::{Arm, Call, mode};
use super::tools::Tools;

/// What is counted of a line. Lines of other programs and later versions may lack anything.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Line<'a> {
    #[serde(borrow)]
    pub(super) event: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) time: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) session: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) tool: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) mode: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) arm: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) outcome: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) would_be: Option<Cow<'a, str>>,
    pub(super) would_be_tokens: Option<u64>,
    pub(super) estimated_tokens: u64,
    pub(super) seen_tokens: Option<u64>,
    pub(super) response_bytes: u64,
    pub(super) final_tokens: u64,
    pub(super) final_bytes: u64,
    pub(super) latency: f64,
    pub(super) overhead: f64,
    pub(super) oversized: bool,
    pub(super) is_error: bool,
    pub(super) est_error_pct: Option<f64>,
    pub(super) needed_tokens: u64,
    pub(super) admitted: u64,
    pub(super) dropped: u64,
    pub(super) dropped_tokens: u64,
    pub(super) tools: u64,
    pub(super) listed: u64,
    pub(super) denied: u64,
    pub(super) tokens_before: u64,
    pub(super) tokens_after: u64,
}

impl<'a> Line<'a> {
    /// A line, unless it is no record at all.
    pub(super) fn read(line: &'a [u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }

    /// The line of a call.
    pub(super) fn of_call(call: &'a Call, time: &'a str) -> Self {
        Self {
            event: "call".into(),
            time: time.into(),
            session: call.session.as_str().into(),
            tool: call.tool.as_str().into(),
            mode: mode(call.mode).into(),
            arm: call.arm.name().into(),
            outcome: call.outcome.name().into(),
            would_be: call.would_be.map(|(outcome, _)| outcome.name().into()),
            would_be_tokens: call.would_be.map(|(_, tokens)| tokens),
            estimated_tokens: call.estimated_tokens,
            seen_tokens: call.seen_tokens(),
            response_bytes: call.response_bytes,
            final_tokens: call.final_tokens,
            final_bytes: call.final_bytes,
            latency: call.latency.as_secs_f64() * 1e3,
            overhead: call.overhead.as_secs_f64() * 1e3,
            oversized: call.oversized,
            is_error: call.is_error,
            ..Self::default()
        }
    }

    /// The line of what was fetched later.
    pub(super) fn of_fetch(fetch: &'a Fetch, time: &'a str) -> Self {
        Self {
            event: "fetched".into(),
            time: time.into(),
            session: fetch.session.as_str().into(),
            tool: fetch.tool.as_str().into(),
            mode: mode(fetch.mode).into(),
            arm: Arm::Hardened.name().into(),
            outcome: fetch.outcome.map_or("", |outcome| outcome.name()).into(),
            final_tokens: fetch.final_tokens,
            final_bytes: fetch.final_bytes,
            overhead: fetch.overhead.as_secs_f64() * 1e3,
            is_error: fetch.is_error,
            ..Self::default()
        }
    }

    /// The line of a list of tools.
    pub(super) fn of_tools(tools: &'a Tools, time: &'a str) -> Self {
        Self {
            event: "tools".into(),
            time: time.into(),
            session: tools.session.as_str().into(),
            mode: mode(tools.mode).into(),
            tools: tools.tools,
            listed: tools.listed,
            denied: tools.denied,
            tokens_before: tools.tokens_before,
            tokens_after: tools.tokens_after,
            ..Self::default()
        }
    }

    /// Tokens of the server's answer that the client would have shown.
    pub(super) fn seen(&self) -> u64 {
        self.seen_tokens.map_or(self.estimated_tokens, |seen| seen.min(self.estimated_tokens))
    }

    /// Tokens of what was sent on that the client shows: of an answer that was not changed no more than of the
    /// server's.
    pub(super) fn sent(&self) -> u64 {
        if self.final_tokens == self.estimated_tokens { self.seen() } else { self.final_tokens }
    }
}
