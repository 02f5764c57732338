//! A path as one word of `sh`.

use std::path::Path;

/// The path in apostrophes.
pub(super) fn quoted(path: &Path) -> String {
    quoted_text(&path.to_string_lossy())
}

/// The text in apostrophes.
pub(super) fn quoted_text(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
