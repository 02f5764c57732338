//! Workflow commands of GitHub Actions: an annotation for each of the first failures, and one closing line.
//!
//! Source: docs.github.com, workflow commands; `@actions/core`, how values are escaped.

use std::io::{self, Write};

use super::annotations::{body, closing, flaky, title};
use super::escape::{github, github_property};
use super::limits::Limit;
use super::model::{Model, Places};

pub(super) fn write(
    model: &Model<'_>,
    places: &dyn Places,
    limit: &Limit,
    out: &mut dyn Write,
) -> io::Result<()> {
    let listed = model.len().min(limit.entries);
    for at in 0..listed {
        let entry = model.entry(at, limit.text);
        let mut properties = format!("title={}", github_property(&title(&entry)));
        // GitHub does not show an annotation at a place that is not in the workspace.
        if let Some(file) = entry.file.as_deref().and_then(|file| places.below_workspace(file)) {
            properties = format!("file={},{properties}", github_property(&file));
            if let Some(line) = entry.line {
                properties = format!("{properties},line={line}");
            }
        }
        writeln!(out, "::error {properties}::{}", github(&body(&entry, limit.text)))?;
    }
    let left_out = u64::try_from(model.len().saturating_sub(listed)).unwrap_or(u64::MAX);
    if !model.passed() {
        return writeln!(out, "::error title=weir::{}", github(&closing(model, left_out, limit.text)));
    }
    if let Some(flaky) = flaky(model) {
        writeln!(out, "::warning title=weir::{}", github(&flaky))?;
    }
    writeln!(out, "::notice title=weir::{}", github(&model.headline))
}
