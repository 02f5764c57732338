//! What a failed test of EUnit printed: `output:<<"`, the text as it is, and `">>` with an empty line below.
//!
//! The text may hold anything, so that only what must stand there ends it. EUnit shows at most its first 800 bytes, with `">>...` behind.

/// The most bytes that are shown, twice: what cannot be shown may be written with more.
const MOST_BYTES: usize = 1600;

/// The output of a test, up to some line of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    bytes: usize,
    /// The last line may have been its last.
    closed: bool,
}

/// What a line is to the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Printed,
    /// The empty line below.
    End,
    /// More than EUnit shows: the end was missed.
    Beyond,
}

impl Printed {
    /// The output begins with this, behind `output:<<"`.
    pub(super) fn begin(first: &str) -> Self {
        Self { bytes: first.len(), closed: closes(first) }
    }

    /// Another line.
    pub(super) fn next(&mut self, line: &str) -> Said {
        if self.closed && line.is_empty() {
            return Said::End;
        }
        self.bytes = self.bytes.saturating_add(line.len()).saturating_add(1);
        if self.bytes > MOST_BYTES {
            return Said::Beyond;
        }
        self.closed = closes(line);
        Said::Printed
    }
}

fn closes(line: &str) -> bool {
    line.ends_with("\">>") || line.ends_with("\">>...")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_ends_where_an_empty_line_follows_its_closing() {
        let mut printed = Printed::begin("a");
        for (line, said) in [
            ("", Said::Printed),
            ("b\">>", Said::Printed),
            ("c", Said::Printed),
            ("", Said::Printed),
            ("d\">>...", Said::Printed),
            ("", Said::End),
        ] {
            assert_eq!(printed.next(line), said, "{line}");
        }
    }

    #[test]
    fn output_is_no_longer_than_what_is_shown() {
        let mut printed = Printed::begin("");
        assert_eq!(printed.next(&"a".repeat(MOST_BYTES - 1)), Said::Printed);
        assert_eq!(printed.next(""), Said::Beyond);
    }
}
