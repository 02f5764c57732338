//! The record of a run of `weir pack`: numbers alone.

use serde::Serialize;

use super::folder::Folder;
use super::record::line;
use super::writer::now;
use crate::settings::guard::Telemetry;
use crate::text::time::rfc3339;

/// One run of `weir pack`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The profile, by its name.
    pub profile: &'static str,
    /// Tokens that there was room for.
    pub budget: u64,
    /// Tokens that were used, citations and all.
    pub used_tokens: u64,
    /// Chunks that are in the answer.
    pub admitted: u64,
    /// Chunks that are not.
    pub dropped: u64,
    /// Their tokens.
    pub dropped_tokens: u64,
    /// The budget that would have had room for all that was dropped for it.
    pub needed_tokens: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PackedLine<'a> {
    event: &'static str,
    time: &'a str,
    profile: &'static str,
    budget: u64,
    used_tokens: u64,
    admitted: u64,
    dropped: u64,
    dropped_tokens: u64,
    needed_tokens: u64,
}

impl Packed {
    /// Appends its record. Without a folder nothing happens, and neither does it when the record cannot be written: an
    /// answer is worth more than its record.
    pub fn note(&self, settings: &Telemetry) {
        let Some(mut folder) = Folder::of(settings) else { return };
        let time = rfc3339(now());
        let day: String = time.chars().take(10).collect();
        let Self { profile, budget, used_tokens, admitted, dropped, dropped_tokens, needed_tokens } = *self;
        let line = line(&PackedLine {
            event: "packed",
            time: &time,
            profile,
            budget,
            used_tokens,
            admitted,
            dropped,
            dropped_tokens,
            needed_tokens,
        });
        let _ = folder.append(&day, &line);
    }
}
