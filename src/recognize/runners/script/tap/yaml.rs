//! The YAML block after a verdict, read by lines: which key a line belongs to and what it is worth.
//!
//! No YAML parser: a block is bounded by the indentation of its `---`, keys by that of the first of them. What is deeper belongs
//! to the key above, so that a message may hold `...`, `---` and verdicts of its own.

use crate::event::Part;

/// What a line of a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row<'a> {
    /// `...`: the block ends.
    End,
    /// The line cannot belong to the block: it was cut off.
    Broken,
    /// A key on the first level with the value on its line.
    Key(&'a str, &'a str),
    /// A line below the key that came last.
    Below(&'a str),
}

/// Where a block is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Yaml {
    indent: usize,
    keys: Option<usize>,
}

impl Yaml {
    /// A block whose `---` is after so many blanks.
    pub(super) fn new(indent: usize) -> Self {
        Self { indent, keys: None }
    }

    /// Whether the line is below the `---` and begins unlike the end of the block: a short way round [`ends`](Self::ends),
    /// which has the last word on any other.
    #[inline]
    pub(super) fn goes_on(&self, line: &str) -> bool {
        line.as_bytes().split_at_checked(self.indent).is_some_and(|(blanks, rest)| {
            blanks.iter().all(|blank| *blank == b' ') && rest.first().is_some_and(|first| *first != b'.')
        })
    }

    /// Whether the line ends the block of a passing test: no more is asked of it.
    pub(super) fn ends(&self, line: &str) -> Option<Row<'static>> {
        let text = line.trim_ascii_start();
        if text.is_empty() {
            return None;
        }
        let indent = line.len().saturating_sub(text.len());
        if indent < self.indent {
            return Some(Row::Broken);
        }
        (indent == self.indent && text.trim_ascii_end() == "...").then_some(Row::End)
    }

    /// Reads the next line.
    pub(super) fn row<'a>(&mut self, line: &'a str) -> Row<'a> {
        if let Some(end) = self.ends(line) {
            return end;
        }
        let text = line.trim_ascii_start();
        let indent = line.len().saturating_sub(text.len());
        let keys = *self.keys.get_or_insert(indent);
        if indent == keys
            && let Some((key, value)) = text.split_once(':')
            && !key.is_empty()
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
            && (value.is_empty() || value.starts_with(' '))
        {
            return Row::Key(key, value.trim());
        }
        Row::Below(text.trim_ascii_end())
    }
}

/// What a key is worth in an answer. `None`: noise.
pub(super) fn part_of(key: &str) -> Option<Part> {
    Some(match key {
        "error" | "message" | "expected" | "actual" | "found" | "wanted" | "got" | "diff" | "at"
        | "location" | "signal" | "exitCode" | "failureType" | "reason" | "values" | "assertion"
        | "difference" | "data" => Part::Why,
        "duration_ms" | "type" | "code" | "name" | "severity" | "compare" | "time" | "tapCaught"
        | "generatedMessage" => return None,
        "stdout" | "stderr" | "output" => Part::Output,
        _ => Part::Where,
    })
}

/// A scalar without its quotes. `|-`, `>` and `~` are empty.
pub(super) fn scalar(value: &str) -> &str {
    let value = value.trim();
    if matches!(value, "~" | "null" | "") || value.starts_with(['|', '>']) && value.len() <= 3 {
        return "";
    }
    ['\'', '"'].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote)).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_may_hold_the_end_of_a_block() {
        let mut yaml = Yaml::new(2);
        assert_eq!(yaml.row("  error: |-"), Row::Key("error", "|-"));
        assert_eq!(yaml.row("    ..."), Row::Below("..."));
        assert_eq!(yaml.row("    not ok 1 - x"), Row::Below("not ok 1 - x"));
        assert_eq!(yaml.row(""), Row::Below(""));
        assert_eq!(yaml.row("  ..."), Row::End);
        assert_eq!(yaml.row("ok 2"), Row::Broken);
    }

    #[test]
    fn what_surely_goes_on_with_a_block_does_not_end_it() {
        let yaml = Yaml::new(2);
        for line in ["  a: 1", "    a: 1", "   ", "    ...", "  - a"] {
            assert!(yaml.goes_on(line) && yaml.ends(line).is_none(), "{line}");
        }
        for line in ["", " ", "  ", "  ...", "  ... ", "  .", " a", "ok 2", "\ta: 1"] {
            assert!(!yaml.goes_on(line), "{line}");
        }
    }

    #[test]
    fn keys_may_be_deeper_than_the_block() {
        let mut yaml = Yaml::new(2);
        assert_eq!(yaml.row("    operator: equal"), Row::Key("operator", "equal"));
        assert_eq!(
            yaml.row("    at: Test.<anonymous> (/a/b.js:3:5)"),
            Row::Key("at", "Test.<anonymous> (/a/b.js:3:5)")
        );
    }
}
