//! What a document says of tools.

use super::error::ConfigError;
use super::field::Field;
use super::layer::{Layer, ToolLayer};
use super::numbers::{ByTool, NUMBERS};
use super::read::{FORMATS, MODES, sort};
use crate::settings::pattern::NamePattern;
use crate::text::json::JsonPath;
use crate::text::words::shown;

const KEYS: [&str; 12] = [
    "enabled",
    "paginate",
    "summarize",
    "chunk",
    "filter",
    "mode",
    "redact",
    "format",
    "sort",
    "keep",
    "strip",
    "path",
];

/// The tools of a document, in its order, and which of them may be called. A tool may have the name of either list.
pub(super) fn read(field: &Field<'_>, layer: &mut Layer) -> Result<(), ConfigError> {
    for (name, field) in field.fields(&[])? {
        match name {
            "allow" if !field.is_map() => layer.allow = Some(globs(&field)?),
            "deny" if !field.is_map() => layer.deny = Some(globs(&field)?),
            _ => {
                NamePattern::new(name).map_err(|wrong| field.wrong(wrong))?;
                layer.tools.push((name.to_owned(), tool(&field)?));
            }
        }
    }
    Ok(())
}

/// Names and globs.
fn globs(field: &Field<'_>) -> Result<Vec<String>, ConfigError> {
    let globs = field.list()?;
    for glob in &globs {
        NamePattern::new(glob).map_err(|wrong| field.wrong(format!("{}: {wrong}", shown(glob))))?;
    }
    Ok(globs)
}

fn tool(field: &Field<'_>) -> Result<ToolLayer, ConfigError> {
    let numbers = || NUMBERS.iter().filter(|known| known.by_tool == ByTool::Yes);
    let known: Vec<&str> = KEYS.into_iter().chain(numbers().map(|known| known.key)).collect();
    let mut tool = ToolLayer::default();
    for (key, field) in field.fields(&known)? {
        match key {
            "enabled" => tool.enabled = Some(field.switch()?),
            "paginate" => tool.paginate = Some(field.switch()?),
            "summarize" => tool.summarize = Some(field.switch()?),
            "chunk" => tool.chunk = Some(field.switch()?),
            "filter" => tool.filter = Some(field.switch()?),
            "mode" => tool.mode = Some(field.one_of(&MODES)?),
            "redact" => tool.redact = Some(field.hiding()?),
            "format" => tool.format = Some(field.one_of(&FORMATS)?),
            "sort" => tool.sort = Some(sort(&field)?),
            "keep" => tool.keep = Some(field.texts()?),
            "strip" => tool.strip = Some(field.texts()?),
            "path" => tool.path = Some(path(&field)?),
            _ => {
                if let Some(known) = numbers().find(|known| known.key == key) {
                    let number = field.number(known.lowest, known.highest)?;
                    tool.numbers.set(known.number, number, field.node.line);
                }
            }
        }
    }
    Ok(tool)
}

fn path(field: &Field<'_>) -> Result<String, ConfigError> {
    let word = field.text()?;
    match JsonPath::parse(word) {
        Ok(_) => Ok(word.to_owned()),
        Err(_) => Err(field.wrong(format!("must be a path as .data.items, not {}", shown(word)))),
    }
}
