//! What a file says of weir beside the guard: the filter, the packer, the windows of models.

use crate::budget::{Fit, Mode};

/// What a file says beside the guard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// The filter.
    pub filter: FilterWishes,
    /// Tokens of `weir pack`, at least 1.
    pub pack_budget: Option<u64>,
    /// Models and their windows, in the order of the file.
    pub models: Vec<(String, ModelWish)>,
}

impl Wishes {
    /// What is printed of a model by exactly this name.
    #[must_use]
    pub fn model(&self, name: &str) -> Option<&ModelWish> {
        self.models.iter().find(|(known, _)| known == name).map(|(_, wish)| wish)
    }
}

/// Mode and limits of the filter. Each limit lies within its bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilterWishes {
    /// The mode.
    pub mode: Option<Mode>,
    /// Chars of the answer.
    pub max_chars: Option<u64>,
    /// Lines of the answer.
    pub max_lines: Option<u64>,
    /// Chars of a line.
    pub max_line_chars: Option<u64>,
    /// The reader whose ceiling counts.
    pub fit: Option<Fit>,
}

/// The window of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelWish {
    /// Its own window in tokens, at least 1.
    pub raw: Option<u64>,
    /// The share of it that may be taken up, above 0 and below 1.
    pub ratio: Option<f64>,
}
