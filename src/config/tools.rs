//! What a document says of tools.

use super::error::ConfigError;
use super::field::Field;
use super::layer::ToolLayer;
use super::numbers::{ByTool, NUMBERS};
use super::read::{MODES, sort};
use crate::settings::pattern::NamePattern;
use crate::text::json::JsonPath;
use crate::text::words::shown;

const KEYS: [&str; 10] =
    ["enabled", "paginate", "summarize", "chunk", "filter", "mode", "sort", "keep", "strip", "path"];

/// The tools of a document, in its order.
pub(super) fn read(field: &Field<'_>) -> Result<Vec<(String, ToolLayer)>, ConfigError> {
    let mut tools = Vec::new();
    for (name, field) in field.fields(&[])? {
        NamePattern::new(name).map_err(|wrong| field.wrong(wrong))?;
        tools.push((name.to_owned(), tool(&field)?));
    }
    Ok(tools)
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
