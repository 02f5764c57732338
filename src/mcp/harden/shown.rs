//! A new text, and the metadata of the result about it.

use super::figures::{Outcome, kind};
use crate::text::json::string;

/// The key of the metadata.
pub(in crate::mcp) const ANSWER: &str = "weir/answer";

/// Where a piece of text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::mcp) struct ChunkAt {
    pub(in crate::mcp) index: u64,
    pub(in crate::mcp) total: u64,
    pub(in crate::mcp) start: u64,
    pub(in crate::mcp) end: u64,
    pub(in crate::mcp) lines: u64,
}

/// A text that takes the place of another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::mcp) struct Shown {
    pub(in crate::mcp) text: String,
    pub(in crate::mcp) outcome: Outcome,
    /// Tokens that it may have.
    pub(in crate::mcp) budget: u64,
    /// Tokens of the whole original.
    pub(in crate::mcp) estimated: u64,
    pub(in crate::mcp) snapshot: Option<String>,
    pub(in crate::mcp) next: Option<String>,
    pub(in crate::mcp) total: Option<u64>,
    pub(in crate::mcp) chunk: Option<ChunkAt>,
    /// Whether it is a table.
    pub(in crate::mcp) table: bool,
}

impl Shown {
    /// The metadata, `used` being the tokens of the text.
    pub(in crate::mcp) fn meta(&self, used: u64) -> String {
        let mut meta = format!(
            "{{\"kind\":\"{}\",\"estimatedTokens\":{},\"budgetUsed\":{used},\"budgetRemaining\":{}",
            if self.table { "table" } else { kind(self.outcome) },
            self.estimated,
            self.budget.saturating_sub(used)
        );
        for (name, word) in [("snapshot", &self.snapshot), ("nextCursor", &self.next)] {
            if let Some(word) = word {
                meta.push_str(&format!(",\"{name}\":"));
                string(word, &mut meta);
            }
        }
        if let Some(total) = self.total {
            meta.push_str(&format!(",\"totalCount\":{total}"));
        }
        if let Some(ChunkAt { index, total, start, end, lines }) = self.chunk {
            meta.push_str(&format!(
                ",\"chunkIndex\":{index},\"totalChunks\":{total},\"startLine\":{start},\"endLine\":{end},\"totalLines\":{lines}"
            ));
        }
        meta.push('}');
        meta
    }
}
