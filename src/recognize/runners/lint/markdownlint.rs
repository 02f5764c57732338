//! markdownlint: `FILE:LINE[:COL] [severity] MDnnn/name message`. It has no totals, and a run without findings prints
//! nothing.

use crate::recognize::kit::lint::finding::{Finding, Weight, code, ends_in, position, spaced};
use crate::recognize::kit::linter::{Linter, Table};

/// markdownlint.
#[derive(Debug, Default)]
pub struct Markdownlint;

impl Linter for Markdownlint {
    const TABLE: Table = Table {
        name: "markdownlint",
        reads: "markdownlint",
        places: Some(&[]),
        findings: &[finding],
        ..Table::NONE
    };
}

fn finding(text: &str) -> Option<Finding<'_>> {
    let (place, column, message) = spaced(text)
        .or_else(|| position(text))
        .map(|(place, column, message)| (place, column, message.trim_start()))?;
    let (weight, rest) = match message.strip_prefix("warning ") {
        Some(rest) => (Weight::Warns, rest),
        None => (Weight::Fails, message.strip_prefix("error ").unwrap_or(message)),
    };
    let (rule, after) = code(rest)?;
    let own = rule.starts_with("MD") && after.starts_with('/');
    (own && ends_in(place.file, &["md", "markdown", "mdx"])).then_some(Finding {
        place,
        column,
        weight,
        message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_with_and_without_column_and_severity() {
        let read = |text| finding(text).map(|read| (read.place.line, read.column));
        assert_eq!(read("a.md:3:5 error MD009/no-trailing-spaces Trailing spaces"), Some((Some(3), Some(5))));
        assert_eq!(read("a.md:4 MD032/blanks-around-lists Lists"), Some((Some(4), None)));
        assert_eq!(read("a.md:4 see MD032"), None);
    }
}
