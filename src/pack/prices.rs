//! What a chunk costs in each form of the answer, in tokens and in bytes.

use super::chunk::Chunk;
use super::settings::{Citing, Form, Settings};
use super::text;
use crate::budget::Measure;

/// Bytes of the members that the answer adds to a chunk, with the widest numbers.
const ADDED_BYTES: usize = 100;

/// What one chunk costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Price {
    /// Tokens of its text, in the text form with all that is round it.
    pub(super) text: u64,
    /// Tokens of its citation.
    pub(super) citation: u64,
    /// Bytes of the answer.
    pub(super) bytes: u64,
}

impl Price {
    pub(super) const fn tokens(self) -> u64 {
        self.text.saturating_add(self.citation)
    }
}

fn bytes(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// The price of a chunk.
pub(super) fn price(chunk: &Chunk, settings: &Settings, measure: &dyn Measure) -> Price {
    if chunk.unread.is_some() {
        return Price::default();
    }
    let cited = match settings.citing {
        Citing::Sources => measure.tokens(&chunk.citation()),
        Citing::Nothing => 0,
    };
    match settings.form {
        Form::Json => Price {
            text: measure.tokens(&chunk.text),
            citation: cited,
            bytes: bytes(chunk.members.len().saturating_add(ADDED_BYTES)),
        },
        Form::Text => {
            let shown = text::shown(chunk, settings);
            let source = text::source(chunk, settings);
            let line = if source.is_empty() { 0 } else { measure.tokens(&source) };
            Price {
                text: measure.tokens(&shown),
                citation: cited.max(line),
                bytes: bytes(shown.len().saturating_add(source.len())),
            }
        }
    }
}
