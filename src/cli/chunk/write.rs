//! A chunk, or the map of all chunks, as JSON.

use super::run::Found;
use crate::budget::{Estimator, Measure};
use crate::chunk::{Bounds, Chunk, MOST_ENCODED_BYTES};
use crate::text::json::string;

/// Chars of a chunk's first line in a map.
const BEGINNING: usize = 60;

/// What is printed beside a chunk.
pub(super) struct Printed {
    pub(super) bounds: Bounds,
    pub(super) estimator: Estimator,
    pub(super) total: u64,
    pub(super) lines: u64,
    pub(super) redacted: u64,
    pub(super) note: Option<String>,
    pub(super) snapshot: Option<String>,
    pub(super) cursor: Option<String>,
}

/// A list of chunks, as much as an answer can hold.
#[derive(Debug, Default)]
pub(super) struct Map {
    entries: String,
    full: Option<u64>,
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

impl Map {
    /// Adds a chunk, while there is room.
    pub(super) fn add(&mut self, chunk: &Chunk<'_>, measure: &dyn Measure) {
        if self.full.is_some() {
            return;
        }
        let text = String::from_utf8_lossy(chunk.bytes);
        let mut entry = format!(
            "{{\"chunkIndex\":{},\"startLine\":{},\"endLine\":{},\"bytes\":{},\"estimatedTokens\":{},\"begins\":",
            chunk.index,
            chunk.start_line,
            chunk.end_line,
            chunk.bytes.len(),
            measure.tokens(&text)
        );
        let line = text.lines().next().unwrap_or_default();
        string(&line.chars().take(BEGINNING).collect::<String>(), &mut entry);
        entry.push('}');
        if count(self.entries.len().saturating_add(entry.len())) > MOST_ENCODED_BYTES {
            self.full = Some(chunk.index);
            return;
        }
        if !self.entries.is_empty() {
            self.entries.push(',');
        }
        self.entries.push_str(&entry);
    }
}

/// The answer with a chunk.
pub(super) fn chunk_json(found: &Found, printed: &Printed) -> String {
    let content = String::from_utf8_lossy(&found.bytes);
    let invalid: usize = found.bytes.utf8_chunks().map(|part| part.invalid().len()).sum();
    let tokens = printed.estimator.tokens(&content);
    let mut text = String::from("{\"schema\":\"weir.chunk/1\",\"content\":");
    string(&content, &mut text);
    text.push_str(&format!(",\"chunkIndex\":{},\"totalChunks\":{}", found.index, printed.total));
    if let Some(cursor) = &printed.cursor {
        text.push_str(",\"nextCursor\":");
        string(cursor, &mut text);
    }
    text.push_str(&format!(
        ",\"startLine\":{},\"endLine\":{},\"totalLines\":{},\"meta\":{{\"bytes\":{}",
        found.start_line,
        found.end_line,
        printed.lines,
        found.bytes.len()
    ));
    let remaining = printed.bounds.tokens.saturating_sub(tokens);
    text.push_str(&format!(
        ",\"estimatedTokens\":{tokens},\"budgetUsed\":{tokens},\"budgetRemaining\":{remaining}"
    ));
    if invalid > 0 {
        text.push_str(&format!(",\"invalidBytes\":{invalid}"));
    }
    rest(printed, text)
}

/// The answer with a map.
pub(super) fn map_json(map: &Map, printed: &Printed) -> String {
    let mut text = format!(
        "{{\"schema\":\"weir.chunk-map/1\",\"chunks\":[{}],\"totalChunks\":{},\"totalLines\":{},\"meta\":{{",
        map.entries, printed.total, printed.lines
    );
    match map.full {
        Some(next) => text
            .push_str(&format!("\"unlisted\":{},\"nextIndex\":{next}", printed.total.saturating_sub(next))),
        None => text.push_str("\"unlisted\":0"),
    }
    rest(printed, text)
}

fn rest(printed: &Printed, mut text: String) -> String {
    text.push_str(&format!(
        ",\"budget\":{},\"maxLines\":{},\"boundary\":\"{}\",\"estimator\":\"{}\"",
        printed.bounds.tokens,
        printed.bounds.lines,
        printed.bounds.boundary.name(),
        printed.estimator.name()
    ));
    if printed.redacted > 0 {
        text.push_str(&format!(",\"redacted\":{}", printed.redacted));
    }
    for (name, word) in [("snapshot", &printed.snapshot), ("note", &printed.note)] {
        if let Some(word) = word {
            text.push_str(&format!(",\"{name}\":"));
            string(word, &mut text);
        }
    }
    text.push_str("}}\n");
    text
}
