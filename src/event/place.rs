//! Where something happened.

use crate::text::number;

/// Where something happened: a file, and a line number from 1 when it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place<'a> {
    /// The path as printed.
    pub file: &'a str,
    /// The line number in that file, from 1.
    pub line: Option<u64>,
}

impl Place<'_> {
    /// The column, from 1, that a text prints after this place: `a.c:3:5`, `a.cs(3,5)`, `A.java:[3,5]`, `A.kt: (3, 5)`.
    #[must_use]
    pub fn printed_column(&self, text: &str) -> Option<u64> {
        let line = self.line.filter(|_| !self.file.is_empty())?;
        text.match_indices(self.file).find_map(|(at, file)| {
            let after = text.get(at.checked_add(file.len())?..)?;
            let opened = after.strip_prefix(':').unwrap_or(after).trim_start_matches(' ');
            let (reported, rest) = number(opened.strip_prefix(['[', '(']).unwrap_or(opened))?;
            let rest = rest.strip_prefix(", ").or_else(|| rest.strip_prefix([',', ':']))?;
            number(rest).map(|(column, _)| column).filter(|_| reported == line)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_after_the_place_in_the_forms_of_compilers() {
        for (file, text) in [
            ("a.c", "a.c:3:5: error: no"),
            ("a.c", "a.c.h:9:9: from a.c:3:5: error: no"),
            ("/s/a.cs", "/s/a.cs(3,5): error CS1503: no"),
            ("/s/A.java", "[ERROR] /s/A.java:[3,5] no"),
            ("/s/A.kt", "e: /s/A.kt: (3, 5): no"),
            ("/s/A.kt", "e: file:///s/A.kt:3:5 no"),
            ("C:\\s\\a.c", "C:\\s\\a.c(3,5): error C1: no"),
        ] {
            assert_eq!(Place { file, line: Some(3) }.printed_column(text), Some(5), "{text}");
        }
        for (file, line, text) in [
            ("a.c", Some(3), "a.c:3: 5 errors"),
            ("a.c", Some(3), "a.c:4:5: error: no"),
            ("a.c", Some(3), "a.c:3: error: no"),
            ("a.c", Some(3), "a.c(3): error C1: no"),
            ("a.c", None, "a.c:3:5: error: no"),
            ("", Some(3), ":3:5"),
        ] {
            assert_eq!(Place { file, line }.printed_column(text), None, "{text}");
        }
    }
}
