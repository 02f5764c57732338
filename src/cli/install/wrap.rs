//! The edits that put weir in front of a server, and that take it out.

use std::ops::Range;
use std::path::Path;

use super::clients::Form;
use super::entry::{Between, Entry, Field, Part};
use crate::config::is_header_name;

/// What `weir proxy` is called with before the server.
const PROXY: &str = "proxy";
/// What ends weir's own words.
const END: &str = "--";
/// Keys of a server over HTTP.
const URLS: [&str; 3] = ["url", "httpUrl", "serverUrl"];
/// Keys that give headers to a server over HTTP, by their values.
const HEADERS: [&str; 2] = ["headers", "http_headers"];
/// The key that gives them by the names of variables.
const NAMED: &str = "env_http_headers";
/// Keys that give headers in a way that weir does not have.
const OTHERS: [&str; 3] = ["bearer_token_env_var", "headersHelper", "requestInit"];
/// What the names of variables begin with that hold headers.
const VARIABLE: &str = "HEADER_";

/// A change of a text: what is in this range becomes something else.
pub(super) type Edit = (Range<usize>, String);

/// What is to be done with a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wrapped {
    /// These changes.
    Edits(Vec<Edit>),
    /// Nothing: it is so already.
    Already,
}

/// A text as both formats write it.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Whether a server is after weir already.
pub(super) fn is_wrapped(entry: &Entry, form: Form) -> bool {
    let words = words(entry, form);
    let is_weir = |word: &String| Path::new(word).file_stem().is_some_and(|stem| stem == "weir");
    words.first().is_some_and(is_weir) && words.get(1).is_some_and(|word| word == PROXY)
}

/// The words of a server's command.
fn words(entry: &Entry, form: Form) -> Vec<String> {
    let list = |name| match entry.field(name).map(|field| &field.part) {
        Some(Part::List(elements)) => elements.iter().filter_map(|(_, text)| text.clone()).collect(),
        _ => Vec::new(),
    };
    match form {
        Form::List => list("command"),
        Form::Words => entry.text("command").map(str::to_owned).into_iter().chain(list("args")).collect(),
    }
}

/// Puts `weir`, by this word, in front of a server.
///
/// # Errors
/// When it has no command that can be wrapped, in words.
pub(super) fn wrap(text: &str, entry: &Entry, form: Form, weir: &str) -> Result<Wrapped, String> {
    if is_wrapped(entry, form) {
        return Ok(Wrapped::Already);
    }
    let Some(command) = entry.field("command") else { return over_http(text, entry, form, weir) };
    let edits = match (&command.part, form) {
        (Part::List(elements), Form::List) if !elements.is_empty() => {
            vec![at_front(command, &[weir, PROXY, END].map(quoted), elements)]
        }
        (Part::Text(_), Form::Words) => {
            let own = text.get(command.value.clone()).unwrap_or_default();
            // A text over several lines is no word of JSON: it is written anew.
            let own = if own.contains('\n') {
                quoted(entry.text("command").unwrap_or_default())
            } else {
                own.to_owned()
            };
            let front = [quoted(PROXY), quoted(END), own];
            let args = match entry.field("args") {
                Some(args) => match &args.part {
                    Part::List(elements) => at_front(args, &front, elements),
                    Part::Text(_) | Part::Other => return Err("has args that are no list".to_owned()),
                },
                None => {
                    let separator = entry.separator(text, command.key.start);
                    let args = entry.written("args", &format!("[{}]", front.join(", ")));
                    (command.value.end..command.value.end, separator + &args)
                }
            };
            vec![(command.value.clone(), quoted(weir)), args]
        }
        _ => return Err("has a command in a form that is not known".to_owned()),
    };
    Ok(Wrapped::Edits(edits))
}

/// Words at the front of a list.
fn at_front(field: &Field, words: &[String], elements: &[(Range<usize>, Option<String>)]) -> Edit {
    // A list on several lines keeps them: the words come right before its first element.
    let at = elements.first().map_or(field.value.start.saturating_add(1), |(range, _)| range.start);
    let rest = if elements.is_empty() { "" } else { ", " };
    (at..at, words.join(", ") + rest)
}

/// A server over HTTP becomes a command that asks it.
fn over_http(text: &str, entry: &Entry, form: Form, weir: &str) -> Result<Wrapped, String> {
    let url = URLS.iter().find_map(|name| entry.field(name)).ok_or("has neither a command nor a url")?;
    if let Some(other) = OTHERS.iter().find(|name| entry.field(name).is_some()) {
        return Err(format!("has {other}, which weir cannot take over: write a header by hand"));
    }
    let key = if form == Form::List { "environment" } else { "env" };
    let values = HEADERS.iter().find_map(|name| entry.field(name));
    if values.is_some() && entry.field(key).is_some() {
        return Err(format!("has headers and {key}: write --header-env by hand"));
    }
    let own = text.get(url.value.clone()).unwrap_or_default();
    let mut words = vec![quoted(PROXY), quoted("--url"), own.to_owned()];
    // The values stay in this file, and are on no command line.
    let (mut variables, mut names) = (Vec::new(), Vec::new());
    let (mut moved, mut edits) = (Vec::new(), Vec::new());
    let mut replace = |field: &Field, written: String| {
        if is_section(text, field) {
            // A line of the server itself takes its place.
            let before = text.get(..field.value.start).unwrap_or_default().trim_end().len();
            edits.push((before..field.value.end, String::new()));
            moved.push(written);
        } else {
            edits.push((field.key.start..field.value.end, written));
        }
    };
    if let Some(field) = values {
        for (name, value) in pairs(text, field, entry)? {
            let variable = variable(&name);
            if variables.iter().any(|(known, _)| *known == variable) {
                return Err(format!("has headers that are {variable} both: write --header-env by hand"));
            }
            words.extend([quoted("--header-env"), quoted(&format!("{name}={variable}"))]);
            variables.push((variable, value));
        }
        let pair = |(name, value): &(String, String)| entry.pair(name, value);
        let pairs: Vec<String> = variables.iter().map(pair).collect();
        replace(field, entry.written(key, &format!("{{ {} }}", pairs.join(", "))));
    }
    if let Some(field) = entry.field(NAMED) {
        for (name, variable) in pairs(text, field, entry)? {
            words.extend([quoted("--header-env"), quoted(&format!("{name}={variable}"))]);
            names.push(quoted(&variable));
        }
        // A program gets the variables that are named.
        replace(field, entry.written("env_vars", &format!("[{}]", names.join(", "))));
    }
    let separator = entry.separator(text, url.key.start);
    let written = match form {
        Form::Words => {
            let args = entry.written("args", &format!("[{}]", words.join(", ")));
            entry.written("command", &quoted(weir)) + &separator + &args
        }
        Form::List => entry.written("command", &format!("[{}, {}]", quoted(weir), words.join(", "))),
    };
    let written = [written].into_iter().chain(moved).collect::<Vec<_>>().join(&separator);
    edits.push((url.key.start..url.value.end, written));
    if let Some(kind) = entry.field("type") {
        let local = if form == Form::List { "local" } else { "stdio" };
        edits.push((kind.value.clone(), quoted(local)));
    }
    Ok(Wrapped::Edits(edits))
}

/// Whether the field is a table below a header of its own.
fn is_section(text: &str, field: &Field) -> bool {
    matches!(field.part, Part::Other)
        && text.get(field.value.clone()).is_some_and(|text| text.starts_with('['))
}

/// The variable that holds a header.
fn variable(header: &str) -> String {
    let plain = |char: char| if char.is_ascii_alphanumeric() { char.to_ascii_uppercase() } else { '_' };
    VARIABLE.chars().chain(header.chars().map(plain)).collect()
}

/// The names and the texts of a table of headers.
fn pairs(text: &str, field: &Field, entry: &Entry) -> Result<Vec<(String, String)>, String> {
    let wrong = || format!("has {} in a form that is not known", field.name);
    let written = text.get(field.value.clone()).unwrap_or_default();
    let pairs: std::collections::BTreeMap<String, String> = match entry.between {
        Between::Json => serde_json::from_str(written).map_err(|_| wrong())?,
        _ if is_section(text, field) => {
            let (_, lines) = written.split_once('\n').unwrap_or_default();
            toml::from_str(lines).map_err(|_| wrong())?
        }
        Between::TomlLines | Between::TomlBraces => {
            let mut table: std::collections::BTreeMap<String, std::collections::BTreeMap<String, String>> =
                toml::from_str(&format!("pairs = {written}")).map_err(|_| wrong())?;
            table.remove("pairs").ok_or_else(wrong)?
        }
    };
    let is_header =
        |(name, value): (&String, &String)| is_header_name(name) && !value.contains(['\n', '\r', '\0']);
    if pairs.iter().all(is_header) { Ok(pairs.into_iter().collect()) } else { Err(wrong()) }
}

/// Takes weir out, as far as its words tell what was there.
///
/// # Errors
/// When its words do not tell, in words.
pub(super) fn unwrap(text: &str, entry: &Entry, form: Form) -> Result<Wrapped, String> {
    if !is_wrapped(entry, form) {
        return Ok(Wrapped::Already);
    }
    let list = entry.field(if form == Form::List { "command" } else { "args" });
    let elements = match list.map(|list| &list.part) {
        Some(Part::List(elements)) => elements,
        _ => return Err("has no words after weir's".to_owned()),
    };
    let end = elements.iter().position(|(_, text)| text.as_deref() == Some(END));
    let first = end.and_then(|end| elements.get(end.saturating_add(1)));
    let (Some(end), Some((first, _))) = (end, first) else {
        return Err("is a server over HTTP: put its url back by hand".to_owned());
    };
    let begins = elements.first().map_or(0, |(range, _)| range.start);
    let edits = match form {
        Form::List => vec![(begins..first.start, String::new())],
        Form::Words => {
            let command = entry.field("command").ok_or("has no command")?;
            let own = text.get(first.clone()).unwrap_or_default().to_owned();
            let rest = elements.get(end.saturating_add(2)).map_or(first.end, |(range, _)| range.start);
            vec![(command.value.clone(), own), (begins..rest, String::new())]
        }
    };
    Ok(Wrapped::Edits(edits))
}

/// A text with its changes.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|(range, _)| range.start);
    let mut edited = String::new();
    let mut from = 0;
    for (range, new) in edits {
        edited.push_str(text.get(from..range.start).unwrap_or_default());
        edited.push_str(new);
        from = range.end;
    }
    edited.push_str(text.get(from..).unwrap_or_default());
    edited
}
