//! Settings as a document in the form of the file, and what differs between two of them.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::layer::ToolLayer;
use super::merge::Merged;
use super::numbers::{ByTool, NUMBERS};
use super::profile::PROFILES;
use super::read::{ASSIGNS, FORMATS, HIDINGS, IMAGES, MODES, TOOL_LISTS};
use super::wishes::Wishes;
use crate::settings::guard::{StoreAt, Switch, Telemetry};
use crate::settings::pattern::NamePattern;

/// A document, its keys in the order of the documentation.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// True or false.
    Truth(bool),
    /// A whole number.
    Number(u64),
    /// Another number.
    Fraction(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// Keys and values.
    Map(Vec<(String, Self)>),
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Truth(truth) => serializer.serialize_bool(*truth),
            Self::Number(number) => serializer.serialize_u64(*number),
            Self::Fraction(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => list.serialize(serializer),
            Self::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

/// What differs: the keys, as `tools.list_*.rollout`, each with its old and its new value. A value that is not there is
/// null.
pub type Changes = BTreeMap<String, (serde_json::Value, serde_json::Value)>;

impl Shown {
    /// The document of settings. Of tools it holds what their layers say.
    pub(super) fn of(merged: &Merged, tools: &[(String, ToolLayer)]) -> Self {
        let guard = &merged.guard;
        let base = &guard.base;
        let mut map = Entries::default();
        map.word("mode", name(&MODES, base.mode));
        map.word("profile", name(&PROFILES, guard.profile));
        for known in &NUMBERS {
            map.number(known.key, known.number.of(guard));
        }
        map.word("estimator", &guard.estimator);
        map.word("assign", name(&ASSIGNS, guard.assign));
        map.word("sort", base.sort.as_deref().unwrap_or("none"));
        map.texts("strip", &base.strip);
        map.word("images", name(&IMAGES, guard.images));
        map.truth("resources", guard.resources);
        map.word("store", &store(&guard.store));
        map.word("redact", name(&HIDINGS, base.redact));
        map.word("format", name(&FORMATS, base.format));
        map.word("toolList", name(&TOOL_LISTS, guard.tool_list));
        if let Some(file) = &guard.header_file {
            map.word("headerFile", &file.to_string_lossy());
        }
        map.put("telemetry", telemetry(&guard.telemetry));
        let mut named = Entries::default();
        let globs = |patterns: &[NamePattern]| -> Vec<String> {
            patterns.iter().map(|pattern| pattern.text().to_owned()).collect()
        };
        guard.allow.iter().for_each(|allow| named.texts("allow", &globs(allow)));
        if !guard.deny.is_empty() {
            named.texts("deny", &globs(&guard.deny));
        }
        tools.iter().for_each(|(name, layer)| named.put(name, tool(layer)));
        map.put("tools", Self::Map(named.0));
        wishes(&merged.wishes, &mut map);
        Self::Map(map.0)
    }

    /// What differs between this document and a newer one.
    pub(super) fn changes(&self, newer: &Self) -> Changes {
        let (mut old, mut new) = (BTreeMap::new(), BTreeMap::new());
        self.flatten("", &mut old);
        newer.flatten("", &mut new);
        let keys: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let value = |map: &BTreeMap<String, serde_json::Value>, key: &String| {
            map.get(key).cloned().unwrap_or(serde_json::Value::Null)
        };
        let pair = |key: &String| (key.clone(), (value(&old, key), value(&new, key)));
        keys.into_iter().map(pair).filter(|(_, (old, new))| old != new).collect()
    }

    fn flatten(&self, path: &str, to: &mut BTreeMap<String, serde_json::Value>) {
        match self {
            Self::Map(entries) if !entries.is_empty() || path.is_empty() => {
                for (key, value) in entries {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    value.flatten(&path, to);
                }
            }
            // A map without entries says nothing.
            Self::Map(_) => {}
            Self::Truth(_) | Self::Number(_) | Self::Fraction(_) | Self::Text(_) | Self::List(_) => {
                to.insert(path.to_owned(), serde_json::to_value(self).unwrap_or_default());
            }
        }
    }
}

/// The entries of a map that is made.
#[derive(Default)]
struct Entries(Vec<(String, Shown)>);

impl Entries {
    fn put(&mut self, key: &str, value: Shown) {
        self.0.push((key.to_owned(), value));
    }

    fn word(&mut self, key: &str, word: &str) {
        self.put(key, Shown::Text(word.to_owned()));
    }

    fn number(&mut self, key: &str, number: u64) {
        self.put(key, Shown::Number(number));
    }

    fn truth(&mut self, key: &str, switch: Switch) {
        self.put(key, Shown::Truth(switch == Switch::On));
    }

    fn texts(&mut self, key: &str, texts: &[String]) {
        self.put(key, Shown::List(texts.iter().cloned().map(Shown::Text).collect()));
    }
}

/// The name of a value.
fn name<T: PartialEq>(names: &[(&'static str, T)], value: T) -> &'static str {
    names.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

/// The place of the store, without a password.
fn store(store: &StoreAt) -> String {
    match store {
        StoreAt::Files => "files".to_owned(),
        StoreAt::Off => "off".to_owned(),
        StoreAt::Redis(url) => match url.split_once("://") {
            Some((scheme, rest)) => match rest.rsplit_once('@') {
                Some((_, host)) => format!("{scheme}://***@{host}"),
                None => url.clone(),
            },
            None => url.clone(),
        },
    }
}

fn telemetry(telemetry: &Telemetry) -> Shown {
    let mut map = Entries::default();
    let dir = telemetry.dir.as_ref().map(|dir| dir.to_string_lossy());
    map.word("dir", dir.as_deref().unwrap_or("off"));
    map.put("sample", Shown::Fraction(telemetry.sample));
    if let Some(counter) = &telemetry.counter {
        map.word("counter", counter);
    }
    map.number("maxAgeDays", telemetry.max_age_days);
    map.number("maxBytes", telemetry.max_bytes);
    if let Some(otlp) = &telemetry.otlp {
        map.word("otlp", otlp);
    }
    Shown::Map(map.0)
}

fn tool(tool: &ToolLayer) -> Shown {
    let mut map = Entries::default();
    let switches = [
        ("enabled", tool.enabled),
        ("paginate", tool.paginate),
        ("summarize", tool.summarize),
        ("chunk", tool.chunk),
        ("filter", tool.filter),
    ];
    for (key, switch) in switches {
        switch.into_iter().for_each(|switch| map.truth(key, switch));
    }
    tool.mode.into_iter().for_each(|mode| map.word("mode", name(&MODES, mode)));
    tool.redact.into_iter().for_each(|redact| map.word("redact", name(&HIDINGS, redact)));
    tool.format.into_iter().for_each(|format| map.word("format", name(&FORMATS, format)));
    for known in NUMBERS.iter().filter(|known| known.by_tool == ByTool::Yes) {
        tool.numbers.get(known.number).into_iter().for_each(|number| map.number(known.key, number));
    }
    tool.sort.iter().for_each(|sort| map.word("sort", sort.as_deref().unwrap_or("none")));
    tool.keep.iter().for_each(|keep| map.texts("keep", keep));
    tool.strip.iter().for_each(|strip| map.texts("strip", strip));
    tool.path.iter().for_each(|path| map.word("path", path));
    Shown::Map(map.0)
}

fn wishes(wishes: &Wishes, to: &mut Entries) {
    let filter = wishes.filter;
    let mode = filter.mode.unwrap_or_default();
    let limits = mode.limits();
    let mut map = Entries::default();
    map.word("mode", mode.name());
    map.number("maxChars", filter.max_chars.unwrap_or(limits.chars));
    map.number("maxLines", filter.max_lines.unwrap_or(limits.lines));
    map.number("maxLineChars", filter.max_line_chars.unwrap_or(limits.line_chars));
    filter.fit.into_iter().for_each(|fit| map.word("fit", fit.name));
    to.put("filter", Shown::Map(map.0));
    let mut map = Entries::default();
    wishes.pack_budget.into_iter().for_each(|budget| map.number("budget", budget));
    if !map.0.is_empty() {
        to.put("pack", Shown::Map(map.0));
    }
    let mut models = Entries::default();
    for (name, wish) in &wishes.models {
        let mut map = Entries::default();
        wish.raw.into_iter().for_each(|raw| map.number("raw", raw));
        wish.ratio.into_iter().for_each(|ratio| map.put("ratio", Shown::Fraction(ratio)));
        models.put(name, Shown::Map(map.0));
    }
    if !models.0.is_empty() {
        to.put("models", Shown::Map(models.0));
    }
}
