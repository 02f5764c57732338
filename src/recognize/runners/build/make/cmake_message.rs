//! The text of a CMake error, until its first paragraph is complete: that is its message, and what it is counted by.
//!
//! CMake breaks a message into rows of 77 columns and indents them; a paragraph that ends with a colon goes on in the
//! next one. Two errors of one line of a module are two when their messages differ.

use crate::event::{Part, Place};
use crate::recognize::kit::held::Earlier;
use crate::recognize::kit::{Run, scan};
use crate::text::Line;

/// The most rows of a message, and the most bytes of one.
const ROWS: (usize, usize) = (24, 400);

/// An error whose message is being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    heading: String,
    rows: Vec<Earlier>,
    /// Blank rows that came since the last one.
    blank: bool,
}

impl Message {
    /// An error with this heading.
    #[must_use]
    pub fn new(heading: &str) -> Self {
        Self { heading: clipped(heading).to_owned(), rows: Vec::new(), blank: false }
    }

    /// Takes the next line; `false` when the message is complete without it.
    pub fn take(&mut self, line: &Line<'_>) -> bool {
        let text = line.judged();
        if text.trim().is_empty() {
            self.blank = true;
            return true;
        }
        let goes_on = self.rows.last().is_none_or(|row| !self.blank || row.text().ends_with(':'));
        if !text.starts_with("  ") || !goes_on || self.rows.len() >= ROWS.0 {
            return false;
        }
        self.blank = false;
        self.rows.push(Earlier::of(line));
        true
    }

    /// Tells the failure.
    pub fn tell(&self, run: &mut Run<'_>) {
        let message = self.rows.iter().map(|row| row.text().trim()).collect::<Vec<_>>().join(" ");
        run.instead(&self.heading);
        run.diagnostic(place(&self.heading), "", clipped(&message));
        for row in &self.rows {
            row.tell(Part::Why, run);
        }
    }
}

/// `CMake Error at CMakeLists.txt:3 (find_package):` and `CMake Error in a/CMakeLists.txt:`.
fn place(heading: &str) -> Place<'_> {
    let at = heading.strip_prefix("CMake Error at ").or_else(|| heading.strip_prefix("CMake Error in "));
    let at = at.unwrap_or(heading).trim_end_matches(':');
    let path = at.split_once(" (").map_or(at, |(path, _)| path);
    match path.rsplit_once(':') {
        Some((file, line)) if scan::whole_number(line).is_some() => {
            Place { file, line: scan::whole_number(line) }
        }
        _ => Place { file: path, line: None },
    }
}

fn clipped(text: &str) -> &str {
    crate::text::head(text, ROWS.1)
}
