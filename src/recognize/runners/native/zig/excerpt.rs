//! What the compiler prints below the heading of an error: its source with carets, notes, and who refers to it.

/// What the last line was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// The heading, or a note.
    Heading,
    /// The source.
    Source,
    /// The carets, or what follows them.
    Rest,
}

/// Whether anybody else could have written a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    /// Its shape is the compiler's.
    Yes,
    /// It is somebody's source.
    No,
}

impl Below {
    /// What the line is after that one; `None` when it is not part of the error.
    pub fn next(self, text: &str) -> Option<(Self, Sure)> {
        let bare = text.trim_start();
        let carets = bare.starts_with(['^', '~']) && bare.bytes().all(|byte| matches!(byte, b'^' | b'~'));
        match self {
            Self::Source if carets => Some((Self::Rest, Sure::Yes)),
            _ if text == "referenced by:" => Some((Self::Rest, Sure::Yes)),
            Self::Source => None,
            // A message goes on, where it is used, who refers to a symbol.
            Self::Rest => text.starts_with("    ").then_some((Self::Rest, Sure::No)),
            Self::Heading => {
                let source = !bare.is_empty() && !text.starts_with("error: ");
                source.then_some((Self::Source, Sure::No))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_line_has_carets_below() {
        assert_eq!(Below::Heading.next("const a = 1;"), Some((Below::Source, Sure::No)));
        assert_eq!(Below::Source.next("      ~~^~~"), Some((Below::Rest, Sure::Yes)));
        assert_eq!(Below::Source.next("      a"), None);
        assert_eq!(Below::Rest.next("referenced by:"), Some((Below::Rest, Sure::Yes)));
        assert_eq!(Below::Rest.next("    test.weighs: a.zig:14:33"), Some((Below::Rest, Sure::No)));
        assert_eq!(Below::Rest.next("other"), None);
        assert_eq!(Below::Heading.next("error: undefined symbol: a"), None);
    }
}
