//! Logging commands of Azure Pipelines: an issue for each of the first failures, and the command that completes the task.
//!
//! Source: learn.microsoft.com, logging commands.

use std::io::{self, Write};

use super::annotations::{body, closing, flaky};
use super::escape::{azure, azure_property};
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
        let mut properties = "type=error;".to_owned();
        if let Some(file) = entry.file.as_deref().and_then(|file| places.below_workspace(file)) {
            properties.push_str(&format!("sourcepath={};", azure_property(&file)));
            if let Some(line) = entry.line {
                properties.push_str(&format!("linenumber={line};"));
            }
        }
        let text = format!("{}: {}", entry.name, body(&entry, limit.text));
        writeln!(out, "##vso[task.logissue {properties}]{}", azure(&text))?;
    }
    let left_out = u64::try_from(model.len().saturating_sub(listed)).unwrap_or(u64::MAX);
    if !model.passed() {
        let closing = azure(&format!("weir: {}", closing(model, left_out, limit.text)));
        writeln!(out, "##vso[task.logissue type=error;]{closing}")?;
        return writeln!(out, "##vso[task.complete result=Failed;]{closing}");
    }
    if let Some(flaky) = flaky(model) {
        writeln!(out, "##vso[task.logissue type=warning;]{}", azure(&format!("weir: {flaky}")))?;
    }
    writeln!(out, "##[section]weir {}", azure(&model.headline))
}
