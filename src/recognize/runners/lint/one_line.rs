//! Linters that print one line per finding and nothing else worth reading: a shape each.
//!
//! hadolint: `FILE:LINE CODE severity: message`, before version 2 without severity. markdownlint: `FILE:LINE[:COL]
//! [severity] MDnnn/name message`. Neither has totals, and a run without findings prints nothing.

use std::marker::PhantomData;

use crate::event::{Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, code, ends_in, spaced};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// The shape of a linter's one line.
pub trait Shape {
    /// The runner's name.
    const NAME: &'static str;
    /// Beginnings of lines whose file has no ending.
    const STARTS: &'static [&'static str];
    /// Reads a finding.
    fn read(text: &str) -> Option<Finding<'_>>;
}

/// A linter of one line per finding.
#[derive(Debug, Default)]
pub struct OneLine<S>(PhantomData<S>);

impl<S: Shape + Send> Recognizer for OneLine<S> {
    fn runner(&self) -> Runner {
        Runner(S::NAME)
    }

    fn signs(&self) -> Signs {
        Signs { starts: S::STARTS, path: true, ..Signs::default() }
    }

    fn reads(&self, _ending: &str) -> bool {
        false
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        S::read(text).map_or(Seen::No, |finding| Seen::Mine(finding.tell(text, sink)))
    }
}

/// hadolint.
#[derive(Debug, Default)]
pub struct Hadolint;

impl Shape for Hadolint {
    const NAME: &'static str = "hadolint";
    const STARTS: &'static [&'static str] = &["Dockerfile", "Containerfile", "-:", "hadolint: "];

    fn read(text: &str) -> Option<Finding<'_>> {
        if let Some((file, message)) = text.strip_prefix("hadolint: ").and_then(|rest| rest.split_once(": "))
        {
            let place = Place { file, line: None };
            let own = message.starts_with("openBinaryFile: ");
            return own.then_some(Finding { place, column: None, weight: Weight::Fails, message });
        }
        let (place, column, message) = spaced(text)?;
        let (rule, rest) = code(message)?;
        let own = rule.starts_with("DL") || rule.starts_with("SC");
        // The default threshold lets a finding about style pass.
        let weight = if rest.starts_with(" style: ") { Weight::Warns } else { Weight::Fails };
        (own && rest.starts_with(' ') && rest.len() > 2).then_some(Finding { place, column, weight, message })
    }
}

/// markdownlint.
#[derive(Debug, Default)]
pub struct Markdownlint;

impl Shape for Markdownlint {
    const NAME: &'static str = "markdownlint";
    const STARTS: &'static [&'static str] = &[];

    fn read(text: &str) -> Option<Finding<'_>> {
        let (place, column, message) = spaced(text)
            .or_else(|| crate::recognize::kit::lint::finding::position(text))
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
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_hadolint_are_read_with_and_without_severity() {
        for text in [
            "Dockerfile:3 DL3008 warning: Pin versions in apt get install",
            "docker/Dockerfile.dev:3 DL3008 Pin versions in apt get install",
            "-:3 SC2086 info: Double quote to prevent globbing",
        ] {
            assert!(Hadolint::read(text).is_some_and(|finding| finding.place.line == Some(3)), "{text}");
        }
        assert!(Hadolint::read("Dockerfile:3 DL4 x").is_none());
        assert!(Hadolint::read("a.py:3 F401 unused").is_none());
    }

    #[test]
    fn lines_of_markdownlint_are_read_with_and_without_column_and_severity() {
        let read = |text| Markdownlint::read(text).map(|read| (read.place.line, read.column));
        assert_eq!(read("a.md:3:5 error MD009/no-trailing-spaces Trailing spaces"), Some((Some(3), Some(5))));
        assert_eq!(read("a.md:4 MD032/blanks-around-lists Lists"), Some((Some(4), None)));
        assert_eq!(read("a.md:4 see MD032"), None);
    }
}
