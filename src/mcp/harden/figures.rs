//! The figures of a judged answer.

use serde_json::value::RawValue;

use crate::store::Owner;
pub use crate::telemetry::Outcome;

/// The kind of an answer in its metadata.
pub(super) const fn kind(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "part",
        Outcome::Paginated => "page",
        Outcome::Summarized => "digest",
        Outcome::Chunked => "chunk",
        Outcome::Filtered => "filter",
        Outcome::Clipped => "cut",
        Outcome::Media => "media",
    }
}

/// The sizes of an answer, before and after.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// What became of it.
    pub outcome: Outcome,
    /// Estimated tokens as it came: of its text or of its structured content, whichever is more.
    pub estimated_tokens: u64,
    /// Estimated tokens as it goes on.
    pub final_tokens: u64,
    /// Bytes of the result as it came.
    pub response_bytes: u64,
    /// Bytes of the result as it goes on.
    pub final_bytes: u64,
    /// Items, when it is a list.
    pub item_count: Option<u64>,
    /// The tokens that it may have.
    pub budget: u64,
    /// What went wrong beside it: the estimator, the store. Worth a line in a log, no more.
    pub trouble: Option<String>,
}

/// A judged answer.
#[derive(Debug)]
pub struct Judged {
    /// The new result; without one the old one goes on byte for byte.
    pub result: Option<Box<RawValue>>,
    /// Its sizes.
    pub figures: Figures,
}

/// The call that an answer is for.
#[derive(Clone, Copy, Debug)]
pub struct CallOf<'a> {
    /// The method: `tools/call`, `tasks/result`, `tasks/get` or `resources/read`.
    pub method: &'a str,
    /// The name of the tool, or what is in its place.
    pub tool: &'a str,
    /// Whether the request was one of the modern era.
    pub modern: bool,
    /// Bytes of the answer's line that are not its result.
    pub around: usize,
    /// Who asked, when it was over HTTP.
    pub owner: Option<&'a Owner>,
}
