//! The record of an answer to `tools/list`: numbers alone.

use serde::Serialize;

use super::record::{head, line, mode};
use crate::settings::guard::{GuardMode, ToolList};

/// An answer to `tools/list`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tools {
    /// The session.
    pub session: String,
    /// The server, by its name.
    pub server: String,
    /// What was done with answers.
    pub mode: GuardMode,
    /// How much of the list was shown.
    pub list: ToolList,
    /// The server's tools.
    pub tools: u64,
    /// The tools that were sent on, weir's own included.
    pub listed: u64,
    /// Tools that are not permitted.
    pub denied: u64,
    /// Estimated tokens of the server's list.
    pub tokens_before: u64,
    /// Estimated tokens of the list that was sent on.
    pub tokens_after: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolsLine<'a> {
    event: &'static str,
    time: &'a str,
    session: &'a str,
    server: &'a str,
    mode: &'static str,
    tool_list: &'static str,
    tools: u64,
    listed: u64,
    denied: u64,
    tokens_before: u64,
    tokens_after: u64,
}

impl Tools {
    /// Its line.
    pub(super) fn line(&self, time: &str) -> Vec<u8> {
        line(&ToolsLine {
            event: "tools",
            time,
            session: head(&self.session),
            server: head(&self.server),
            mode: mode(self.mode),
            tool_list: match self.list {
                ToolList::Full => "full",
                ToolList::Short => "short",
                ToolList::Index => "index",
            },
            tools: self.tools,
            listed: self.listed,
            denied: self.denied,
            tokens_before: self.tokens_before,
            tokens_after: self.tokens_after,
        })
    }
}
