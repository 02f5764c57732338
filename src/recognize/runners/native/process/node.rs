//! What Node.js prints of an error that nobody caught: the place, the source line, carets, and after a blank line the
//! error with its stack.

use crate::budget::Count as _;
use crate::event::Place;
use crate::recognize::kit::scan;

/// Endings of files that Node.js runs.
const ENDINGS: [&str; 8] = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"];
/// The most lines of source above the carets.
const SOURCE_LINES: u32 = 3;
/// The blank lines below the place where a file ends too early: its source, no carets, and the one above every error.
const BLANK_LINES: u32 = 3;

/// How far the head was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The file.
    pub file: String,
    /// The line in it.
    pub line: Option<u64>,
    source: u32,
    blank: u32,
    carets: bool,
}

/// What the next line makes of the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The head goes on.
    Goes,
    /// The line is the error.
    Error,
    /// It was none.
    None,
}

/// `/src/app.js:2`, `node:events:497` or `node:internal/modules/cjs/loader:1080` and nothing else.
#[must_use]
pub fn head(text: &str) -> Option<Head> {
    let text = text.strip_prefix("file://").unwrap_or(text);
    let (file, line) = text.trim_end().rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    let own = file.starts_with("node:") || ENDINGS.iter().any(|ending| file.ends_with(ending));
    let plain = own && !file.contains(' ') && file.len() < 1024;
    plain.then(|| Head { file: file.to_owned(), line: Some(line), source: 0, blank: 0, carets: false })
}

impl Head {
    /// The place, unless it is inside of Node.js.
    #[must_use]
    pub fn place(&self) -> Option<Place<'_>> {
        (!self.file.starts_with("node:")).then_some(Place { file: &self.file, line: self.line })
    }

    /// Judges the next line.
    pub fn next(&mut self, text: &str) -> Next {
        let bare = text.trim();
        if bare.is_empty() {
            self.blank.up(1);
            let goes = self.carets || (self.source == 0 && self.blank <= BLANK_LINES);
            return if goes { Next::Goes } else { Next::None };
        }
        if self.source == 0 && !self.carets && self.blank > 0 {
            let ends = self.blank == BLANK_LINES && text.starts_with("SyntaxError: ");
            return if ends { Next::Error } else { Next::None };
        }
        if self.carets {
            return if text.starts_with(' ') { Next::None } else { Next::Error };
        }
        if bare.chars().all(|each| matches!(each, '^' | '~' | ' ')) {
            self.carets = true;
            return Next::Goes;
        }
        self.source.up(1);
        if self.source > SOURCE_LINES { Next::None } else { Next::Goes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(lines: &[&str]) -> Option<Next> {
        let mut head = head(lines.first()?)?;
        lines.get(1..)?.iter().map(|line| head.next(line)).find(|next| *next != Next::Goes)
    }

    #[test]
    fn an_error_is_below_the_source_and_a_blank_line() {
        let thrown = ["node:events:502", "      throw er;", "      ^", "", "Error: the scale is not level"];
        assert_eq!(judged(&thrown), Some(Next::Error));
        assert_eq!(head("node:events:502").and_then(|head| head.place().map(|_| ())), None);
        assert_eq!(
            judged(&["a.js:4", "", "", "", "SyntaxError: Unexpected end of input"]),
            Some(Next::Error)
        );
    }

    #[test]
    fn a_place_alone_is_no_head() {
        assert_eq!(judged(&["a.js:4", "", "SyntaxError: Unexpected end of input"]), Some(Next::None));
        assert_eq!(judged(&["a.js:4", "", "", "", "Error: no"]), Some(Next::None));
        assert_eq!(judged(&["a.js:4", "", "", "", ""]), Some(Next::None));
        assert!(head("see node:events:502").is_none());
    }
}
