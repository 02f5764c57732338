//! The record of a rest that a client fetched later, with the get tool: what was saved before is less by it.

use std::time::Duration;

use serde::Serialize;

use super::record::{Arm, Outcome, head, line, milliseconds, mode};
use crate::settings::guard::GuardMode;

/// One answer of the get tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetch {
    /// The session.
    pub session: String,
    /// The server, by its name.
    pub server: String,
    /// The tool whose answer it goes on with; the get tool itself when that is not known any more.
    pub tool: String,
    /// What is done with answers of this tool.
    pub mode: GuardMode,
    /// What became of the answer that it goes on with, when that is known.
    pub outcome: Option<Outcome>,
    /// Estimated tokens that the client got.
    pub final_tokens: u64,
    /// Bytes that the client got.
    pub final_bytes: u64,
    /// How long it took.
    pub overhead: Duration,
    /// Whether it was refused, as with a cursor that is too old.
    pub is_error: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FetchLine<'a> {
    event: &'static str,
    time: &'a str,
    session: &'a str,
    server: &'a str,
    tool: &'a str,
    mode: &'static str,
    arm: Arm,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    final_tokens: u64,
    final_bytes: u64,
    overhead: f64,
    is_error: bool,
}

impl Fetch {
    /// The line of it.
    pub(super) fn line(&self, time: &str) -> Vec<u8> {
        line(&FetchLine {
            event: "fetched",
            time,
            session: head(&self.session),
            server: head(&self.server),
            tool: head(&self.tool),
            mode: mode(self.mode),
            arm: Arm::Hardened,
            outcome: self.outcome,
            final_tokens: self.final_tokens,
            final_bytes: self.final_bytes,
            overhead: milliseconds(self.overhead),
            is_error: self.is_error,
        })
    }
}
