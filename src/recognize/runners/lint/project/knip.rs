//! knip: `Unused files (2)` and as many rows, of which each fails its run; its hints fail none.

use crate::event::{Class, Place, Seen};
use crate::recognize::kit::lint::finding::Finding;
use crate::recognize::kit::linter::{Findings, Tool};
use crate::recognize::kit::scan;

/// What heads a list, before its number.
const LISTS: [&str; 12] = [
    "Unused files",
    "Unused dependencies",
    "Unused devDependencies",
    "Unused exports",
    "Unused exported types",
    "Unused exported enum members",
    "Unused exported class members",
    "Duplicate exports",
    "Unlisted dependencies",
    "Unlisted binaries",
    "Unresolved imports",
    "Referenced optional peerDependencies",
];

/// knip.
#[derive(Debug, Default)]
pub(super) struct Knip {
    /// A list, and how many of its rows are to come.
    list: Option<(&'static str, u64)>,
}

impl Tool for Knip {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some((list, left)) = self.list.take()
            && !text.is_empty()
            && !text.starts_with(' ')
        {
            let subject = text.split("  ").next().unwrap_or(text);
            let message = format!("{list}: {subject}");
            let left = left.saturating_sub(1);
            self.list = (left > 0).then_some((list, left));
            return Some(findings.report(&Finding::fails(place(text, subject), None, &message), text));
        }
        self.list = list(text);
        self.list.map(|_| Seen::Mine(Class::Noise))
    }

    fn is_open(&self) -> bool {
        self.list.is_some()
    }
}

/// `Unused files (2)`.
fn list(text: &str) -> Option<(&'static str, u64)> {
    let (title, number) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let title = LISTS.iter().find(|list| **list == title)?;
    number.parse().ok().filter(|number| *number > 0).map(|number| (*title, number))
}

/// Where a row of knip's is: what it lists, or the place after it, `lodash  package.json:3:5`.
fn place<'a>(text: &'a str, subject: &'a str) -> Place<'a> {
    let after = text.get(subject.len()..).unwrap_or_default().trim();
    let last = after.rsplit("  ").next().unwrap_or_default().trim();
    let file = if last.is_empty() { subject } else { last };
    match scan::place(&format!("{file}: ")) {
        Some((place, _)) => {
            let line = place.line;
            Place { file: file.get(..place.file.len()).unwrap_or(file), line }
        }
        None => Place { file, line: None },
    }
}
