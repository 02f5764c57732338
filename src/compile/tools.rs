//! Tools by what the task asks for: BM25 over names, descriptions and parameters; the rest is listed by name.
//!
//! Without a task all tools are alike and come in the order of the input. With one, tools that share no word with it are
//! left out even when they fit, unless they are pinned, the history calls them, or no tool at all shares a word: then the
//! task tells nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::error::CompileError;
use super::message::text_field;
use super::part::Count;
use super::turn::Action;
use crate::budget::{Cost, Count as _, Policy, pack};

/// The usual constants of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Words of a tool that are looked at.
const TOOL_WORDS: usize = 4_096;

/// A tool.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// The definition as it came.
    pub value: Value,
    /// Whether it must stay.
    pub pin: bool,
    words: Vec<String>,
    /// Tokens of the definition as compact JSON.
    pub before: u64,
    /// What was done with it.
    pub action: Action,
    /// Why.
    pub reason: String,
}

/// The words of a text: runs of letters and digits, also parted where a capital follows a small letter, in lower case.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut small = false;
    for char in text.chars() {
        let parts = !char.is_alphanumeric() || (char.is_uppercase() && small);
        if parts && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if char.is_alphanumeric() {
            word.extend(char.to_lowercase());
        }
        small = char.is_lowercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The names of the parameters, at any depth.
fn parameters(schema: &Value, found: &mut String) {
    if let Some(Value::Object(properties)) = schema.get("properties") {
        for (name, inner) in properties {
            found.push_str(name);
            found.push(' ');
            parameters(inner, found);
        }
    }
}

impl Tool {
    pub(super) fn read(value: Value, path: &str) -> Result<Self, CompileError> {
        if !value.is_object() {
            return Err(CompileError::item(path, "must be an object"));
        }
        // Chat completions put the definition one level down.
        let (inner, inner_path) = match value.get("function") {
            Some(function) if function.is_object() => (function, format!("{path}.function")),
            _ => (&value, path.to_owned()),
        };
        let Some(name) = text_field(inner, "name", &inner_path)? else {
            return Err(CompileError::item(format!("{inner_path}.name"), "is missing"));
        };
        let mut text =
            format!("{name} {}", text_field(inner, "description", &inner_path)?.unwrap_or_default());
        text.push(' ');
        for field in ["inputSchema", "input_schema", "parameters"] {
            inner.get(field).into_iter().for_each(|schema| parameters(schema, &mut text));
        }
        let mut words = words(&text);
        words.truncate(TOOL_WORDS);
        Ok(Self {
            pin: value.get("pin").and_then(Value::as_bool).unwrap_or(false),
            name,
            words,
            value,
            before: 0,
            action: Action::Keep,
            reason: "fits".to_owned(),
        })
    }

    /// The same with another definition.
    pub(super) fn written_as(self, value: Value) -> Self {
        Self { value, ..self }
    }

    pub(super) fn measure(&mut self, count: &Count<'_>) {
        self.before = count(&self.value.to_string());
    }
}

/// How well each tool fits the task, by BM25.
fn scores(tools: &[Tool], task: &str) -> Vec<f64> {
    let wanted: BTreeSet<String> = words(task).into_iter().collect();
    let number = |count: usize| u32::try_from(count).map_or(f64::from(u32::MAX), f64::from);
    let all = number(tools.len());
    let mean = tools.iter().map(|tool| number(tool.words.len())).sum::<f64>() / all.max(1.0);
    let mut with: BTreeMap<&str, usize> = BTreeMap::new();
    let counts: Vec<BTreeMap<&str, usize>> = tools
        .iter()
        .map(|tool| {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for word in tool.words.iter().filter(|word| wanted.contains(*word)) {
                let count = counts.entry(word).or_default();
                count.up(1);
            }
            counts
        })
        .collect();
    for word in counts.iter().flat_map(BTreeMap::keys) {
        let count = with.entry(word).or_default();
        count.up(1);
    }
    tools
        .iter()
        .zip(&counts)
        .map(|(tool, counts)| {
            let length = 1.0 - B + B * number(tool.words.len()) / mean.max(1.0);
            let term = |(word, count): (&&str, &usize)| {
                let having = with.get(word).map_or(0.0, |count| number(*count));
                let rarity = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
                rarity * number(*count) * (K1 + 1.0) / (number(*count) + K1 * length)
            };
            counts.iter().map(term).sum()
        })
        .collect()
}

/// Chooses tools; `called` are the names that the history calls.
pub(super) fn choose(
    tools: &mut [Tool],
    budget: u64,
    task: Option<&str>,
    called: &BTreeSet<String>,
) -> Result<(), CompileError> {
    let pinned =
        tools.iter().filter(|tool| tool.pin).fold(0_u64, |sum, tool| sum.saturating_add(tool.before));
    if pinned > budget {
        return Err(CompileError::Pinned { section: "tools", pinned, budget });
    }
    let scores = task.map_or_else(|| vec![0.0; tools.len()], |task| scores(tools, task));
    let telling = scores.iter().any(|score| *score > 0.0);
    // Pins, then by score, then what is called, then in the order of the input.
    let mut ranked: Vec<(bool, f64, bool, usize)> = tools
        .iter()
        .zip(&scores)
        .enumerate()
        .map(|(position, (tool, score))| (tool.pin, *score, called.contains(&tool.name), position))
        .collect();
    ranked.sort_by(|one, other| {
        let by_score = other.0.cmp(&one.0).then(other.1.total_cmp(&one.1));
        by_score.then(other.2.cmp(&one.2)).then(one.3.cmp(&other.3))
    });
    let (wanted, other): (Vec<_>, Vec<_>) =
        ranked.into_iter().partition(|(pin, score, called, _)| *pin || *score > 0.0 || *called || !telling);
    let cost = |(_, _, _, position): &(bool, f64, bool, usize)| Cost {
        chars: tools.get(*position).map_or(0, |tool| tool.before),
        lines: 0,
    };
    let packed = pack(wanted.iter().map(cost), Cost { chars: budget, lines: 0 }, Policy::Greedy);
    for ((pin, score, called, position), fits) in wanted.into_iter().zip(packed.admitted) {
        let Some(tool) = tools.get_mut(position) else { continue };
        let reason = match () {
            () if !fits => "tools over budget",
            () if pin => "pinned",
            () if score > 0.0 => "shares words with the task",
            () if called => "the history calls it",
            () => "fits",
        };
        reason.clone_into(&mut tool.reason);
        if !fits {
            tool.action = Action::Drop;
        }
    }
    for (_, _, _, position) in other {
        if let Some(tool) = tools.get_mut(position) {
            tool.action = Action::Drop;
            "shares no word with the task".clone_into(&mut tool.reason);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tools(definitions: &[(&str, &str)]) -> Vec<Tool> {
        let read = |(name, description): &(&str, &str)| {
            let mut tool = Tool::read(json!({"name": name, "description": description}), "tools").unwrap();
            tool.measure(&|text| u64::try_from(text.len()).unwrap());
            tool
        };
        definitions.iter().map(read).collect()
    }

    fn kept(tools: &[Tool]) -> Vec<&str> {
        let there = tools.iter().filter(|tool| tool.action == Action::Keep);
        there.map(|tool| tool.name.as_str()).collect()
    }

    #[test]
    fn names_are_parted_into_words() {
        assert_eq!(
            words("gitLog read_file HTTPServer v2"),
            ["git", "log", "read", "file", "httpserver", "v2"]
        );
    }

    #[test]
    fn a_tool_that_shares_a_word_stays_and_a_rare_word_weighs_more() {
        let mut tools = tools(&[
            ("send_mail", "sends a mail"),
            ("git_log", "shows the log of a repository"),
            ("log_view", "shows a log"),
        ]);
        let scores = scores(&tools, "git log");
        assert!(scores[1] > scores[2] && scores[2] > 0.0 && scores[0] == 0.0, "{scores:?}");
        choose(&mut tools, 1000, Some("git"), &BTreeSet::new()).unwrap();
        assert_eq!(kept(&tools), ["git_log"]);
    }

    #[test]
    fn a_task_that_no_tool_knows_tells_nothing_and_what_is_called_stays() {
        let definitions = [("a", "x"), ("b", "y"), ("c", "task")];
        let mut all = tools(&definitions);
        choose(&mut all, 1000, Some("quite other"), &BTreeSet::new()).unwrap();
        assert_eq!(kept(&all), ["a", "b", "c"]);
        let mut some = tools(&definitions);
        choose(&mut some, 1000, Some("task"), &BTreeSet::from(["b".to_owned()])).unwrap();
        assert_eq!(kept(&some), ["b", "c"]);
    }
}
