//! A field of a document: its value as what it must be, or what is wrong with it.

use super::error::ConfigError;
use super::node::{Entry, Node, Value};
use super::read::HIDINGS;
use crate::settings::guard::{Hiding, Switch};
use crate::text::amount;
use crate::text::words::{nearest, shown};

/// A value and the path that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    /// As `tools.list_*.rollout`; empty for the whole document.
    pub(super) path: String,
    pub(super) node: &'a Node,
}

impl<'a> Field<'a> {
    /// The whole document.
    pub(super) const fn whole(node: &'a Node) -> Self {
        Self { path: String::new(), node }
    }

    fn below(&self, entry: &'a Entry) -> Self {
        Self { path: self.below_path(entry), node: &entry.node }
    }

    /// Something wrong with this field.
    pub(super) fn wrong(&self, what: impl Into<String>) -> ConfigError {
        let wrong = if self.path.is_empty() {
            ConfigError::new(what)
        } else {
            ConfigError::of(self.path.as_str(), what)
        };
        wrong.at(self.node.line)
    }

    fn must(&self, what: &str) -> ConfigError {
        self.wrong(format!("must be {what}, not {}", self.node.value.shown()))
    }

    /// The fields of a map, each with its key; only these keys, when there are any.
    pub(super) fn fields(&self, known: &[&str]) -> Result<Vec<(&'a str, Self)>, ConfigError> {
        let Value::Map(entries) = &self.node.value else { return Err(self.must("a map of settings")) };
        for entry in entries {
            if !known.is_empty() && !known.contains(&entry.key.as_str()) {
                return Err(self.unknown(entry, known));
            }
        }
        Ok(entries.iter().map(|entry| (entry.key.as_str(), self.below(entry))).collect())
    }

    fn unknown(&self, entry: &Entry, known: &[&str]) -> ConfigError {
        let what = match nearest(&entry.key, known.iter().copied()) {
            Some(near) => format!("is unknown; did you mean {}?", shown(near)),
            None => format!("is unknown; the keys here are {}", known.join(", ")),
        };
        ConfigError::of(self.below_path(entry), what).at(entry.line)
    }

    fn below_path(&self, entry: &Entry) -> String {
        if self.path.is_empty() { entry.key.clone() } else { format!("{}.{}", self.path, entry.key) }
    }

    /// A whole number within bounds.
    pub(super) fn number(&self, lowest: u64, highest: u64) -> Result<u64, ConfigError> {
        let must = || self.must(&format!("a whole number from {lowest} to {highest}"));
        let number = match &self.node.value {
            Value::Number(text) => text.parse().ok(),
            // `8k`: with its letter it is a text in both formats.
            Value::Text(text) if text.ends_with(|last: char| last.is_ascii_alphabetic()) => amount(text),
            _ => None,
        };
        number.filter(|number| (lowest..=highest).contains(number)).ok_or_else(must)
    }

    /// A number from 0 to 1.
    pub(super) fn share(&self) -> Result<f64, ConfigError> {
        let must = || self.must("a number from 0 to 1");
        let Value::Number(text) = &self.node.value else { return Err(must()) };
        text.parse().ok().filter(|number| (0.0..=1.0).contains(number)).ok_or_else(must)
    }

    pub(super) fn switch(&self) -> Result<Switch, ConfigError> {
        match &self.node.value {
            Value::Truth(true) => Ok(Switch::On),
            Value::Truth(false) => Ok(Switch::Off),
            _ => Err(self.must("true or false")),
        }
    }

    /// A text that is not empty.
    pub(super) fn text(&self) -> Result<&'a str, ConfigError> {
        match &self.node.value {
            Value::Text(text) if !text.is_empty() => Ok(text),
            _ => Err(self.must("a text")),
        }
    }

    /// A list of texts; one text is a list of one.
    pub(super) fn texts(&self) -> Result<Vec<String>, ConfigError> {
        let element = |node: &'a Node| Self { path: self.path.clone(), node }.text().map(str::to_owned);
        match &self.node.value {
            Value::List(nodes) => nodes.iter().map(element).collect(),
            Value::Text(_) => Ok(vec![element(self.node)?]),
            _ => Err(self.must("a list of texts")),
        }
    }

    /// A list of texts, and nothing else.
    pub(super) fn list(&self) -> Result<Vec<String>, ConfigError> {
        match &self.node.value {
            Value::List(_) => self.texts(),
            _ => Err(self.must("a list of names and globs")),
        }
    }

    /// Whether it is a map.
    pub(super) const fn is_map(&self) -> bool {
        matches!(self.node.value, Value::Map(_))
    }

    /// Which secrets are hidden, by a word or by true and false.
    pub(super) fn hiding(&self) -> Result<Hiding, ConfigError> {
        match self.node.value {
            Value::Truth(true) => Ok(Hiding::Shortened),
            Value::Truth(false) => Ok(Hiding::Never),
            _ => self.one_of(&HIDINGS),
        }
    }

    /// One of these words, and what it means.
    pub(super) fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, ConfigError> {
        let names = || words.iter().map(|(name, _)| *name);
        if let Value::Text(text) = &self.node.value {
            if let Some((_, meaning)) = words.iter().find(|(name, _)| name == text) {
                return Ok(*meaning);
            }
            if let Some(near) = nearest(text, names()) {
                let values = names().collect::<Vec<_>>().join(", ");
                return Err(self.wrong(format!(
                    "cannot be {}; did you mean {}? the values are {values}",
                    shown(text),
                    shown(near)
                )));
            }
        }
        let values = names().collect::<Vec<_>>().join(", ");
        Err(self.wrong(format!("cannot be {}; the values are {values}", self.node.value.shown())))
    }
}
