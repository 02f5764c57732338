//! Why a context cannot be compiled.

use crate::text::json::in_words;

/// What is wrong with the input or with what was asked for. Every kind is a mistake of the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The input is not JSON, or not as a whole what it has to be.
    #[error("{0}")]
    Input(String),
    /// One item is wrong; `path` is where it is, `history[3].content` or `line 12` say.
    #[error("{path}: {what}")]
    Item {
        /// Where.
        path: String,
        /// What is wrong there.
        what: String,
    },
    /// The budgets do not make up the window.
    #[error("the budgets sum up to {sum} tokens, the window is {window}")]
    Sum {
        /// The sum of the budgets.
        sum: u64,
        /// The window.
        window: u64,
    },
    /// Pinned items are never changed, and these do not fit.
    #[error("the pinned items of {section} take up {pinned} tokens, its budget is {budget}")]
    Pinned {
        /// The section.
        section: &'static str,
        /// What its pinned items take up.
        pinned: u64,
        /// What there is.
        budget: u64,
    },
}

/// The message on a line that is not JSON.
pub(super) fn not_json(error: &serde_json::Error) -> String {
    format!("is not JSON at column {}: {}", error.column(), in_words(error))
}

impl CompileError {
    /// A mistake at `path`.
    pub(super) fn item(path: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Item { path: path.into(), what: what.into() }
    }
}
