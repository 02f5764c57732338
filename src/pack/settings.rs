//! What decides a selection, and the profiles: named sets of numbers.

use crate::budget::{Estimator, Policy};

/// A named set of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Chunks of rules: the best ones up to the first that does not fit.
    Rules,
    /// Chunks with their sources: every one that fits, and its citation.
    Rag,
}

impl Profile {
    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Rag => "rag",
        }
    }

    /// Tokens of the answer.
    #[must_use]
    pub const fn budget(self) -> u64 {
        match self {
            Self::Rules => 8192,
            Self::Rag => 8000,
        }
    }

    /// What happens at a chunk that does not fit.
    #[must_use]
    pub const fn policy(self) -> Policy {
        match self {
            Self::Rules => Policy::Prefix,
            Self::Rag => Policy::Greedy,
        }
    }

    /// How tokens are counted.
    #[must_use]
    pub const fn estimator(self) -> Estimator {
        match self {
            Self::Rules => Estimator::Chars4Floor,
            Self::Rag => Estimator::Chars4Ceil,
        }
    }

    /// Tokens that are kept for what is round the chunks.
    #[must_use]
    pub const fn reserve(self) -> u64 {
        match self {
            Self::Rules => 0,
            Self::Rag => 64,
        }
    }
}

/// Which chunk is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The one with the highest score; equal ones as they came.
    Score,
    /// As they came.
    Input,
}

impl Order {
    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Input => "input",
        }
    }
}

/// Whether a chunk's source is reported and costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Citing {
    /// Yes.
    Sources,
    /// No.
    Nothing,
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The texts of the chunks, and what was left out.
    Text,
    /// One line of JSON.
    Json,
}

/// What the chunks are, for those who read of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Chunks.
    Chunks,
    /// Whole files, each with a line that names it.
    Files,
}

/// What decides a selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where the numbers come from.
    pub profile: Profile,
    /// Tokens of the answer, at least 1.
    pub budget: u64,
    /// What happens at a chunk that does not fit.
    pub policy: Policy,
    /// Which chunk is first; when it is not printed, by score when all have one.
    pub order: Option<Order>,
    /// Tokens that are kept for what is round the chunks.
    pub reserve: u64,
    /// Whether sources are reported.
    pub citing: Citing,
    /// So many chunks at most, the first ones.
    pub top: Option<usize>,
    /// What is between two texts.
    pub separator: String,
    /// The form of the answer.
    pub form: Form,
    /// What the chunks are.
    pub matter: Matter,
}
