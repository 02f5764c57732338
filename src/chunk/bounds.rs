//! How large a chunk may be, and where it may end.

/// Tokens of a chunk unless others are asked for.
pub const DEFAULT_TOKENS: u64 = 2_000;
/// Lines of a chunk unless others are asked for.
pub const DEFAULT_LINES: u64 = 200;
/// The most tokens that can be asked for.
pub const MOST_TOKENS: u64 = 1_000_000;
/// The most lines that can be asked for.
pub const MOST_LINES: u64 = 1_000_000;
/// Bytes of a chunk as a JSON string at most, so that the answer stays below the ceiling whatever the text holds.
pub const MOST_ENCODED_BYTES: u64 = 900_000;

/// Where a chunk may end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boundary {
    /// Before a log entry when the text has them, else after a paragraph in the second half, else at a line that
    /// does not go on from the one before.
    #[default]
    Auto,
    /// Before a log entry; its stack trace belongs to it.
    Entry,
    /// After a blank line.
    Paragraph,
    /// After a sentence, also within a line.
    Sentence,
    /// After any line.
    Line,
}

impl Boundary {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Entry, Self::Paragraph, Self::Sentence, Self::Line];

    /// The name on the command line and in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Entry => "entry",
            Self::Paragraph => "paragraph",
            Self::Sentence => "sentence",
            Self::Line => "line",
        }
    }

    /// The boundary of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|boundary| boundary.name() == name)
    }
}

/// The bounds of every chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Most tokens.
    pub tokens: u64,
    /// Most lines; a whole text within the tokens may have more.
    pub lines: u64,
    /// Where it may end.
    pub boundary: Boundary,
    /// Most bytes, as a JSON string.
    pub bytes: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            tokens: DEFAULT_TOKENS,
            lines: DEFAULT_LINES,
            boundary: Boundary::Auto,
            bytes: MOST_ENCODED_BYTES,
        }
    }
}
