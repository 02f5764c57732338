//! What a failed test of EUnit printed: `output:<<"`, the text as it is, and `">>` with an empty line below.
//!
//! The text may hold anything, so that only what must be there ends it. EUnit shows at most its first 800 bytes, with `">>...` after.

/// The most bytes that are shown, twice: what cannot be shown may be written with more.
const MOST_BYTES: usize = 1600;

/// The output of a test, up to some line of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    bytes: usize,
    /// The last line may have been its last.
    closed: bool,
}

/// What a line is to the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printed {
    Statement,
    /// The empty line below.
    End,
    /// More than EUnit shows: the end was missed.
    Beyond,
}

impl Statement {
    /// The output begins with this, after `output:<<"`.
    pub(super) fn begin(first: &str) -> Self {
        Self { bytes: first.len(), closed: closes(first) }
    }

    /// Another line.
    pub(super) fn next(&mut self, line: &str) -> Printed {
        if self.closed && line.is_empty() {
            return Printed::End;
        }
        self.bytes = self.bytes.saturating_add(line.len()).saturating_add(1);
        if self.bytes > MOST_BYTES {
            return Printed::Beyond;
        }
        self.closed = closes(line);
        Printed::Statement
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
        let mut statement = Statement::begin("a");
        for (line, printed) in [
            ("", Printed::Statement),
            ("b\">>", Printed::Statement),
            ("c", Printed::Statement),
            ("", Printed::Statement),
            ("d\">>...", Printed::Statement),
            ("", Printed::End),
        ] {
            assert_eq!(statement.next(line), printed, "{line}");
        }
    }

    #[test]
    fn output_is_no_longer_than_what_is_shown() {
        let mut statement = Statement::begin("");
        assert_eq!(statement.next(&"a".repeat(MOST_BYTES - 1)), Printed::Statement);
        assert_eq!(statement.next(""), Printed::Beyond);
    }
}
