//! What Node.js prints of an error that nobody caught: the place, the source line, carets, and behind a blank line the
//! error with its stack.

use crate::event::Place;
use crate::recognize::scan;

/// Endings of files that Node.js runs.
const ENDINGS: [&str; 8] = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"];
/// The most lines of source above the carets.
const SOURCE_LINES: u32 = 3;

/// How far the head was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The file.
    pub file: String,
    /// The line in it.
    pub line: Option<u64>,
    source: u32,
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

/// `/src/app.js:2` or `node:internal/modules/cjs/loader:1080` and nothing else.
#[must_use]
pub fn head(text: &str) -> Option<Head> {
    let text = text.strip_prefix("file://").unwrap_or(text);
    let (file, line) = text.trim_end().rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    let own = file.starts_with("node:internal/") || ENDINGS.iter().any(|ending| file.ends_with(ending));
    let plain = own && !file.contains(' ') && file.len() < 1024;
    plain.then(|| Head { file: file.to_owned(), line: Some(line), source: 0, carets: false })
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
            return if self.carets { Next::Goes } else { Next::None };
        }
        if self.carets {
            return if text.starts_with(' ') { Next::None } else { Next::Error };
        }
        if bare.chars().all(|each| matches!(each, '^' | '~' | ' ')) {
            self.carets = true;
            return Next::Goes;
        }
        self.source = self.source.saturating_add(1);
        if self.source > SOURCE_LINES { Next::None } else { Next::Goes }
    }
}
