//! A line of records, as it is read: what is counted of it, borrowed.

use std::borrow::Cow;

use serde::Deserialize;

/// What is counted of a line. Lines of other programs and later versions may lack anything.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Line<'a> {
    #[serde(borrow)]
    pub(super) event: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) time: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) tool: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) arm: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) outcome: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) would_be: Option<Cow<'a, str>>,
    pub(super) estimated_tokens: u64,
    pub(super) response_bytes: u64,
    pub(super) final_tokens: u64,
    pub(super) final_bytes: u64,
    pub(super) latency: f64,
    pub(super) overhead: f64,
    pub(super) oversized: bool,
    pub(super) est_error_pct: Option<f64>,
}

impl<'a> Line<'a> {
    /// A line, unless it is no record at all.
    pub(super) fn read(line: &'a [u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }
}
