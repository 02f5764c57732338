//! The JSON form: one line, each admitted chunk as it was written with its rank and its cost.

use std::fmt::Write as _;

use super::select::{Entry, Reason, Selection};
use super::settings::Settings;
use crate::budget::{CEILING_BYTES, Count as _, Policy};

/// The name of this form.
pub const SCHEMA: &str = "weir.pack/1";

/// Bytes for the end of the line and the number of chunks that are not listed.
const END_BYTES: usize = 100;

const fn policy(policy: Policy) -> &'static str {
    match policy {
        Policy::Prefix => "prefix",
        Policy::Greedy => "greedy",
    }
}

fn string(text: &str) -> String {
    let mut written = String::new();
    crate::text::json::string(text, &mut written);
    written
}

/// The whole answer; `estimator` is the name of what counted.
#[must_use]
pub fn json(selection: &Selection<'_>, settings: &Settings, estimator: &str) -> String {
    let (text, citations) = selection.used();
    let used = text.saturating_add(citations).saturating_add(selection.reserve);
    let mut out = format!("{{\"schema\":\"{SCHEMA}\",\"profile\":\"{}\"", settings.profile.name());
    let _ = write!(out, ",\"budget\":{},\"policy\":\"{}\"", settings.budget, policy(settings.policy));
    let _ = write!(out, ",\"order\":\"{}\",\"estimator\":{}", selection.order.name(), string(estimator));
    let _ = write!(out, ",\"reserve\":{}", selection.reserve);
    let _ = write!(out, ",\"used\":{{\"text\":{text},\"citations\":{citations}}}");
    let _ = write!(out, ",\"remaining\":{}", settings.budget.saturating_sub(used));
    let _ = write!(out, ",\"truncated\":{},\"chunks\":[", selection.truncated());
    for (at, entry) in selection.admitted().enumerate() {
        if at > 0 {
            out.push(',');
        }
        chunk(entry, &mut out);
    }
    let dropped = selection.dropped().count();
    let _ = write!(out, "],\"metadata\":{{\"dropped_count\":{dropped}");
    let _ = write!(out, ",\"dropped_total_tokens\":{},\"dropped\":[", selection.dropped_tokens());
    let most = usize::try_from(CEILING_BYTES).unwrap_or(usize::MAX).saturating_sub(END_BYTES);
    let mut listed = 0_usize;
    for (entry, reason) in selection.dropped() {
        let row = row(entry, reason);
        if out.len().saturating_add(row.len()) > most {
            break;
        }
        if listed > 0 {
            out.push(',');
        }
        out.push_str(&row);
        listed.up(1);
    }
    let _ = writeln!(out, "],\"dropped_unlisted\":{}}}}}", dropped.saturating_sub(listed));
    out
}

fn chunk(entry: &Entry<'_>, out: &mut String) {
    let Entry { chunk, rank, tokens, citation, .. } = entry;
    let _ = write!(out, "{{{}", chunk.members);
    let _ = write!(out, ",\"rank\":{rank},\"est_tokens\":{tokens},\"citation_tokens\":{citation}}}");
}

fn row(entry: &Entry<'_>, reason: Reason) -> String {
    let id = entry.chunk.id.as_deref().unwrap_or("null");
    let score = entry.chunk.score_written.as_deref().unwrap_or("null");
    let (rank, tokens) = (entry.rank, entry.tokens);
    let reason = reason.name();
    format!(
        "{{\"id\":{id},\"rank\":{rank},\"score\":{score},\"est_tokens\":{tokens},\"reason\":\"{reason}\"}}"
    )
}
