//! Who waits for the answer to a request, and whose a message is.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::lane::Lane;
use crate::mcp::wire::{Id, Message, Splice};
use crate::text::json::Json;

/// Who waits for the answer to a request.
#[derive(Clone, Debug)]
pub(super) struct Waiter {
    pub(super) lane: Lane,
    /// How many answers the same stream still waits for, this one included.
    pub(super) due: Arc<AtomicUsize>,
    /// The number of the message.
    pub(super) number: u64,
    /// The id as the client wrote it, and as the server knows it.
    pub(super) written: String,
    pub(super) sent: String,
    /// The token of progress, as the server knows it and as the client wrote it.
    pub(super) token: Option<(Id, String)>,
    /// Whether the client may give it up.
    pub(super) may_cancel: bool,
}

/// The id that is written so.
pub(super) fn id(text: &str) -> Id {
    Id::read(text).unwrap_or(Id::Null)
}

/// Parts of a text with other texts in their places.
pub(super) fn with(text: &str, mut parts: Vec<(Range<usize>, String)>) -> String {
    parts.sort_by_key(|(range, _)| range.start);
    let mut splice = Splice::new(text);
    for (range, part) in parts {
        splice.replace(range, &part);
    }
    splice.finish()
}

/// The token of progress that a request brings.
pub(super) fn token<'a>(message: &Message<'a>) -> Option<Json<'a>> {
    message.param("_meta")?.get("progressToken")
}
