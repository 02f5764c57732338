//! The last lines that a test printed, kept until it is known to have failed.

use std::collections::VecDeque;

use crate::recognize::kit::bounds::LINE_BYTES;

/// The most last lines of a test's output that are kept until it is known to have failed.
const KEPT_LINES: usize = 12;

/// The last lines of output.
#[derive(Debug, Default)]
pub struct LastLines(VecDeque<String>);

impl LastLines {
    /// Keeps a line; its buffer is that of the line that is forgotten.
    pub fn keep(&mut self, text: &str) {
        let full = self.0.len() >= KEPT_LINES;
        let mut line = if full { self.0.pop_front() } else { None }.unwrap_or_default();
        line.clear();
        line.push_str(crate::text::head(text, LINE_BYTES));
        self.0.push_back(line);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What was kept, as one text; forgets it.
    #[must_use]
    pub fn take(&mut self) -> Option<String> {
        let lines: Vec<String> = self.0.drain(..).collect();
        let text = lines.join("\n");
        (!text.trim().is_empty()).then_some(text)
    }
}
