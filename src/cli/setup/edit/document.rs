//! Entries into a document and out of it, whatever its format is.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::place::{Edit, Refusal, edited, reversed};
use super::tree::Tree;
use super::{dotenv, json, json_take, toml, yaml};

/// The byte order mark that some editors write.
const MARK: char = '\u{feff}';

/// A format of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) enum Format {
    /// JSON; comments and commas at the end of lists are let through.
    Json,
    /// TOML.
    Toml,
    /// A file of variables.
    Dotenv,
    /// YAML.
    Yaml,
    /// A file that is wholly ours.
    Whole,
}

/// Entries of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct Put {
    /// The keys that lead to the table.
    pub(in crate::cli) parent: Vec<String>,
    /// The entries. A file that is wholly ours has one, whose value is the file's text.
    pub(in crate::cli) fields: Vec<(String, Value)>,
}

impl Put {
    /// The keys that lead to an entry.
    pub(super) fn path(&self, key: &str) -> Vec<String> {
        self.parent.iter().cloned().chain([key.to_owned()]).collect()
    }

    /// The text of a file that is wholly ours.
    fn whole(&self) -> &str {
        self.fields.first().and_then(|(_, text)| text.as_str()).unwrap_or_default()
    }
}

/// What becomes of a value of the user's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Taken {
    /// It stays, and nothing is done.
    Refused,
    /// It is replaced; the edit holds it.
    Replaced,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Done {
    /// The document.
    pub(in crate::cli) text: String,
    /// What was edited.
    pub(in crate::cli) edits: Vec<Edit>,
    /// How many of the tables that lead to the entries were made.
    pub(in crate::cli) made: usize,
}

/// Edits, and how many tables they make.
pub(super) type Edits = (Vec<Edit>, usize);

/// What a document means.
fn tree(format: Format, text: &str) -> Result<Tree, Refusal> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    match format {
        Format::Json => json::tree(text),
        Format::Toml => toml::tree(text),
        Format::Dotenv => Ok(dotenv::tree(text)),
        Format::Yaml => yaml::tree(text),
        Format::Whole => Ok(Tree::text(text)),
    }
}

/// The values that entries have in a document, as they are shown; none where there is none.
///
/// # Errors
/// When the document is broken.
pub(in crate::cli) fn held(format: Format, text: &str, put: &Put) -> Result<Vec<Option<String>>, Refusal> {
    let tree = tree(format, text)?;
    if format == Format::Whole {
        return Ok(vec![(!text.is_empty()).then(|| tree.shown())]);
    }
    Ok(put.fields.iter().map(|(key, _)| tree.at(&put.path(key)).map(Tree::shown)).collect())
}

/// Whether all entries are in a document, as they should be.
pub(in crate::cli) fn holds(format: Format, text: &str, put: &Put) -> bool {
    self::put(format, text, put, Taken::Refused).is_ok_and(|done| done.is_none())
}

/// The texts of a list in a document.
pub(in crate::cli) fn tree_at(format: Format, text: &str, path: &[String]) -> Option<Vec<String>> {
    match tree(format, text).ok()?.at(path)? {
        Tree::List(list) => Some(list.iter().map(Tree::shown).collect()),
        Tree::Leaf(_) | Tree::Map(_) => None,
    }
}

/// Puts entries into a document; none when they are there.
///
/// # Errors
/// When the document is broken, a key is taken, or no place is found.
pub(in crate::cli) fn put(
    format: Format,
    text: &str,
    put: &Put,
    taken: Taken,
) -> Result<Option<Done>, Refusal> {
    let body = text.strip_prefix(MARK).unwrap_or(text);
    let mark = text.len().saturating_sub(body.len());
    let old = tree(format, body)?;
    if format == Format::Whole {
        return whole(text, put, taken);
    }
    let mut wanted = old.clone();
    let mut missing = Put { parent: put.parent.clone(), fields: Vec::new() };
    let mut edits = Vec::new();
    for (key, value) in &put.fields {
        let (path, value_tree) = (put.path(key), Tree::from(value));
        match old.at(&path) {
            Some(known) if *known == value_tree => continue,
            Some(known) => {
                let (at, edit) = match format {
                    Format::Json => json::value(body, &path, value),
                    Format::Toml => toml::value(body, &path, value),
                    Format::Dotenv => dotenv::value(body, key, value),
                    Format::Yaml | Format::Whole => None,
                }
                .ok_or(Refusal::NoPlace)?;
                if taken == Taken::Refused {
                    return Err(Refusal::Taken(at, path.join("."), known.shown()));
                }
                edits.push(edit);
            }
            None => missing.fields.push((key.clone(), value.clone())),
        }
        wanted.set(&path, value_tree);
    }
    if missing.fields.is_empty() && edits.is_empty() {
        return Ok(None);
    }
    let candidates: Vec<Edits> = if missing.fields.is_empty() {
        vec![(Vec::new(), 0)]
    } else {
        match format {
            Format::Json => vec![json::insertion(body, &missing)?],
            Format::Toml => toml::insertions(body, &missing)?,
            Format::Dotenv => vec![dotenv::insertion(body, &missing).ok_or(Refusal::NoPlace)?],
            Format::Yaml => yaml::insertions(body, &missing),
            Format::Whole => Vec::new(),
        }
    };
    for (inserted, made) in candidates {
        let mut all: Vec<Edit> = edits.iter().cloned().chain(inserted).collect();
        all.sort_by_key(|edit| edit.at);
        let new = edited(body, &all);
        if tree(format, &new).is_ok_and(|new| new == wanted) {
            let moved = |edit: Edit| Edit { at: edit.at.saturating_add(mark), ..edit };
            let edits: Vec<Edit> = all.into_iter().map(moved).collect();
            return Ok(Some(Done { text: edited(text, &edits), edits, made }));
        }
    }
    Err(Refusal::NoPlace)
}

/// A file that is wholly ours.
fn whole(text: &str, put: &Put, taken: Taken) -> Result<Option<Done>, Refusal> {
    let wanted = put.whole();
    if text == wanted {
        return Ok(None);
    }
    if !text.is_empty() && taken == Taken::Refused {
        let first = text.lines().next().unwrap_or_default().to_owned();
        return Err(Refusal::Taken(1, "the file".to_owned(), first));
    }
    let edits = vec![Edit { at: 0, removed: text.to_owned(), inserted: wanted.to_owned() }];
    Ok(Some(Done { text: wanted.to_owned(), edits, made: 0 }))
}

/// Takes entries out of a document that may have changed since they were put in; none when they are not there any more,
/// or have another value by now.
///
/// # Errors
/// When the document is broken, or no edit takes out these entries and nothing else.
pub(in crate::cli) fn take(
    format: Format,
    text: &str,
    put: &Put,
    (edits, made): (&[Edit], usize),
    unchanged: bool,
) -> Result<Option<String>, Refusal> {
    if unchanged {
        return Ok(Some(edited(text, &reversed(edits))));
    }
    if format == Format::Whole {
        return Ok(uniquely(text, edits));
    }
    let now = tree(format, text)?;
    let mut wanted = now.clone();
    let mut ours = Vec::new();
    // A value that was replaced comes back.
    let before = tree(format, &edited(text, &reversed_in(text, edits))).ok();
    for (key, value) in &put.fields {
        let path = put.path(key);
        if now.at(&path) == Some(&Tree::from(value)) {
            ours.push(key.clone());
            let was_replaced = edits.iter().any(|edit| !edit.removed.is_empty());
            match before.as_ref().and_then(|before| before.at(&path)).filter(|_| was_replaced) {
                Some(old) => wanted.set(&path, old.clone()),
                None => wanted.unset(&path, made),
            }
        }
    }
    if ours.is_empty() {
        return Ok(None);
    }
    if let Some(new) = uniquely(text, edits)
        && tree(format, &new).is_ok_and(|new| new == wanted)
    {
        return Ok(Some(new));
    }
    let (body, mark) = match text.strip_prefix(MARK) {
        Some(body) => (body, MARK.to_string()),
        None => (text, String::new()),
    };
    let candidates = match format {
        Format::Json => json_take::removals(body, put, &ours, made),
        Format::Toml => toml::removals(body, put, &ours, made),
        Format::Dotenv => vec![edited(body, &dotenv::removal(body, &ours))],
        Format::Yaml | Format::Whole => Vec::new(),
    };
    let mut fit = candidates.into_iter().filter(|new| tree(format, new).is_ok_and(|new| new == wanted));
    fit.next().map(|new| Some(mark + &new)).ok_or(Refusal::NoPlace)
}

/// The edits taken back where their texts are, each of which is there once.
fn reversed_in(text: &str, edits: &[Edit]) -> Vec<Edit> {
    let mut back = Vec::new();
    for edit in edits {
        let mut found = text.match_indices(edit.inserted.as_str());
        if let (Some((at, _)), None) = (found.next(), found.next()) {
            back.push(Edit { at, removed: edit.inserted.clone(), inserted: edit.removed.clone() });
        }
    }
    back.sort_by_key(|edit| edit.at);
    back
}

/// The text without what was put in; none when that is not all there, each once.
fn uniquely(text: &str, edits: &[Edit]) -> Option<String> {
    let back = reversed_in(text, edits);
    let apart = back.windows(2).all(|pair| match pair {
        [one, next] => one.at.saturating_add(one.removed.len()) <= next.at,
        _ => true,
    });
    (back.len() == edits.len() && apart).then(|| edited(text, &back))
}

#[cfg(test)]
mod tests;
