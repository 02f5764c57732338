//! A path as one word of `sh`.

use std::path::Path;

/// The path in apostrophes.
pub(super) fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}
