//! What is said of a judged answer besides the answer.

use serde_json::value::RawValue;

/// What became of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// It was left as it is.
    #[default]
    Passed,
    /// A list is shown page by page.
    Paginated,
    /// A record is shown by what identifies it.
    Summarized,
    /// A text is shown piece by piece.
    Chunked,
    /// A log is shown by its failures.
    Filtered,
    /// Both ends of it are shown.
    Clipped,
    /// Words stand for pictures or sounds, or their copy is left out.
    Media,
}

impl Outcome {
    /// The name in records and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Paginated => "paginated",
            Self::Summarized => "summarized",
            Self::Chunked => "chunked",
            Self::Filtered => "filtered",
            Self::Clipped => "clipped",
            Self::Media => "media",
        }
    }

    /// The kind of the answer in its metadata.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Passed => "part",
            Self::Paginated => "page",
            Self::Summarized => "digest",
            Self::Chunked => "chunk",
            Self::Filtered => "filter",
            Self::Clipped => "cut",
            Self::Media => "media",
        }
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
    /// The name of the tool, or what stands for it.
    pub tool: &'a str,
    /// Whether the request was one of the modern era.
    pub modern: bool,
}
