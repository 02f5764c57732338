//! Markdown for `buildkite-agent annotate`.

use std::io::{self, Write};

use super::limits::Limit;
use super::markdown;
use super::model::Model;

/// Writes the document. The agent reads the usual Markdown.
pub(super) fn write(model: &Model<'_>, limit: &Limit, out: &mut dyn Write) -> io::Result<()> {
    markdown::write(model, limit, out)
}
