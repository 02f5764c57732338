//! The tools of a server behind two of weir's own: one finds them by words, one calls what was found.

use super::apart::Asked;
use super::catalog::{Freshness, catalog};
use super::facts::Facts;
use super::fetch::Failure;
use super::short::first_sentence;
use crate::budget::Count as _;
use crate::mcp::harden::{failed, text_answer};
use crate::mcp::wire::{INVALID_PARAMS, Splice, error, range_of, result};
use crate::text::head;
use crate::text::json::{Json, Kind, string};
use crate::text::one_line;
use crate::text::words::nearest;

/// The name of the tool that finds tools, unless the server has one of this name.
pub(super) const TOOLS: &str = "weir_tools";
/// The name of the tool that calls them.
pub(super) const CALL: &str = "weir_call";

/// Tools that are found unless more are asked for.
const USUAL: usize = 20;
/// Bytes of a line about a tool.
const LINE_BYTES: usize = 300;
/// Chars of a word that is compared by its beginning.
const LEAST_CHARS: usize = 3;

/// Both tools as `tools/list` shows them.
pub(super) fn definitions(facts: &Facts) -> [String; 2] {
    let (tools, call) = (facts.own_name(TOOLS), facts.own_name(CALL));
    let word = |text: &str| {
        let mut word = String::new();
        string(text, &mut word);
        word
    };
    let finds = word(&format!(
        "Finds this server's tools by words. names gives whole definitions; {call} calls them."
    ));
    let calls = word(&format!("Calls a tool that {tools} found, with arguments as its definition asks for."));
    [
        format!(
            concat!(
                r#"{{"name":{},"title":"Find tools","description":{},"inputSchema":{{"type":"object","properties":{{"#,
                r#""query":{{"type":"string","description":"words; without it all tools"}},"#,
                r#""names":{{"type":"array","items":{{"type":"string"}}}},"limit":{{"type":"integer","minimum":1}}}}}},"#,
                r#""annotations":{{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}}}"#
            ),
            word(&tools),
            finds
        ),
        format!(
            concat!(
                r#"{{"name":{},"title":"Call a tool","description":{},"inputSchema":{{"type":"object","properties":{{"#,
                r#""name":{{"type":"string"}},"arguments":{{"type":"object"}}}},"required":["name","arguments"]}},"#,
                r#""annotations":{{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}}}}"#
            ),
            word(&call),
            calls
        ),
    ]
}

/// The text of a result that says what is wrong with a call.
fn refused(why: &str, modern: bool) -> String {
    failed(&format!("weir: {why}"), modern).map_or_else(|| "{}".to_owned(), |result| result.get().to_owned())
}

/// What is wanted of the index.
#[derive(Debug, Default)]
struct Wanted {
    query: String,
    names: Option<Vec<String>>,
    limit: Option<usize>,
}

impl Wanted {
    fn of(arguments: Option<Json<'_>>) -> Result<Self, String> {
        let mut wanted = Self::default();
        let arguments = arguments.filter(|arguments| arguments.kind() != Kind::Null);
        if arguments.is_some_and(|arguments| arguments.kind() != Kind::Object) {
            return Err("the arguments must be an object".to_owned());
        }
        let fields = arguments.into_iter().flat_map(Json::fields);
        for (name, value) in fields.filter(|(_, value)| value.kind() != Kind::Null) {
            match name.as_ref() {
                "query" => wanted.query = value.string().ok_or("query must be a string")?.into_owned(),
                "names" => {
                    let names = value.elements().map(|name| name.string().map(std::borrow::Cow::into_owned));
                    let names: Option<Vec<String>> = match value.kind() {
                        Kind::Array => names.collect(),
                        _ => value.string().map(|name| vec![name.into_owned()]),
                    };
                    wanted.names = Some(names.ok_or("names must be a list of strings")?);
                }
                "limit" => {
                    let limit = value.text().parse().ok().filter(|limit| *limit > 0);
                    wanted.limit = Some(limit.ok_or("limit must be a whole number from 1")?);
                }
                other => {
                    return Err(format!(
                        "there is no argument {}; there are query, names, limit",
                        one_line(head(other, 60))
                    ));
                }
            }
        }
        Ok(wanted)
    }
}

/// The answer to a call of the tool that finds tools.
///
/// # Errors
/// What the server answers instead of its list.
pub(super) fn found(asked: &Asked<'_>) -> Result<String, Failure> {
    let Asked { session, message, apart, caller, .. } = asked;
    let wanted = match Wanted::of(message.param("arguments")) {
        Ok(wanted) => wanted,
        Err(why) => return Ok(refused(&why, apart.modern)),
    };
    let catalog = catalog(asked, Freshness::Known)?;
    let guard = apart.rules.guard();
    let permitted: Vec<&(String, String)> =
        catalog.tools.iter().filter(|(name, _)| guard.permits(name)).collect();
    let text = match &wanted.names {
        Some(names) => match defined(&permitted, names) {
            Ok(text) => text,
            Err(why) => return Ok(refused(&why, apart.modern)),
        },
        None => {
            let threshold = guard.base.budgets.token_budget_threshold;
            searched(&permitted, &wanted, threshold.saturating_mul(3))
        }
    };
    let answer =
        text_answer(&session.guarding.hardener(), &text, (apart.modern, caller.owner.as_deref()), guard);
    Ok(answer.map_or_else(|| "{}".to_owned(), |answer| answer.get().to_owned()))
}

/// Whole definitions, as the server wrote them.
fn defined(tools: &[&(String, String)], names: &[String]) -> Result<String, String> {
    let mut all = Vec::new();
    for name in names {
        let Some((_, tool)) = tools.iter().find(|(known, _)| known == name) else {
            let known = || tools.iter().map(|(name, _)| name.as_str());
            let alike = |known: &&str| strsim::jaro(&known.to_lowercase(), &name.to_lowercase());
            let near = nearest(name, known())
                .or_else(|| known().max_by(|one, other| alike(one).total_cmp(&alike(other))));
            let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            return Err(format!("there is no tool {}{}", one_line(head(name, 200)), one_line(&near)));
        };
        all.push(tool.as_str());
    }
    Ok(format!("[{}]", all.join(",")))
}

/// A line for each tool that was found, the best first, within so many bytes.
fn searched(tools: &[&(String, String)], wanted: &Wanted, most_bytes: usize) -> String {
    let words = words(&wanted.query);
    let mut scored: Vec<(u32, &str, String)> = Vec::new();
    for (name, tool) in tools.iter().copied() {
        let description =
            Json::parse(tool).ok().and_then(|tool| tool.get("description")).and_then(Json::string);
        let description = description.unwrap_or_default();
        let score = score(&words, name, &description);
        if words.is_empty() || score > 0 {
            let sentence = one_line(first_sentence(&description).trim());
            let line = if sentence.is_empty() { name.clone() } else { format!("{name}: {sentence}") };
            scored.push((score, name, head(&line, LINE_BYTES).to_owned()));
        }
    }
    if scored.is_empty() {
        return format!("weir: no tool of {} has these words; without query all are listed\n", tools.len());
    }
    scored.sort_by_key(|(score, _, _)| std::cmp::Reverse(*score));
    let found = scored.len();
    let usual = if words.is_empty() { usize::MAX } else { USUAL };
    let (mut text, mut shown) = (String::new(), 0_usize);
    for (_, _, line) in scored.iter().take(wanted.limit.unwrap_or(usual)) {
        if text.len().saturating_add(line.len()) > most_bytes {
            break;
        }
        text.push_str(line);
        text.push('\n');
        shown.up(1);
    }
    let more =
        if shown < found { format!("; {found} match, query or limit shows others") } else { String::new() };
    text.push_str(&format!("weir: {shown} of {} tools{more}; names gives whole definitions\n", tools.len()));
    text
}

/// The words of a text, in small letters: camelCase is two of them. Short ones count when there are no others.
fn words(text: &str) -> Vec<String> {
    let all = parts(text);
    let long: Vec<String> = all.iter().filter(|word| word.chars().count() >= LEAST_CHARS).cloned().collect();
    if long.is_empty() { all } else { long }
}

fn parts(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut was_small = false;
    for char in text.chars() {
        let begins = char.is_uppercase() && was_small;
        if (begins || !char.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if char.is_alphanumeric() {
            word.extend(char.to_lowercase());
        }
        was_small = char.is_lowercase() || char.is_numeric();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// How well a tool is what these words ask for.
fn score(words: &[String], name: &str, description: &str) -> u32 {
    let (names, others) = (parts(name), parts(description));
    let begins = |word: &str, part: &str| {
        part.starts_with(word) || (part.chars().count() >= LEAST_CHARS && word.starts_with(part))
    };
    let of = |word: &String| {
        let within = |parts: &[String], exact: u32, alike: u32| {
            let best = parts.iter().map(|part| match () {
                () if part == word => exact,
                () if begins(word, part) => alike,
                () => 0,
            });
            best.max().unwrap_or(0)
        };
        within(&names, 12, 10).max(within(&others, 4, 3))
    };
    words.iter().map(of).fold(0, u32::saturating_add)
}

/// The line that calls the tool that is meant.
///
/// # Errors
/// The line that answers a call that is wrong.
pub(super) fn called(asked: &Asked<'_>) -> Result<String, String> {
    let Asked { session, message, apart, .. } = asked;
    let wrong = |why: &str| result(&apart.id, &refused(why, apart.modern));
    let (name, arguments) = meant(message.param("arguments")).map_err(|why| wrong(&why))?;
    let own = [session.facts.get_name(), session.facts.own_name(TOOLS), session.facts.own_name(CALL)];
    if own.contains(&name) {
        return Err(wrong(&format!("{name} is weir's own; call it by its name")));
    }
    if !apart.rules.guard().permits(&name) {
        return Err(error(&apart.id, INVALID_PARAMS, &format!("Unknown tool: {name}")));
    }
    #[cfg(feature = "http")]
    if apart.modern && matches!(asked.server, crate::mcp::upstream::Server::Http(_)) {
        // Which of the arguments go into headers is in the list.
        let _ = catalog(asked, Freshness::Known);
    }
    let params = message.params.ok_or_else(|| wrong("name is missing"))?;
    let text = message.json.text();
    let place = |member: &str| range_of(text, params.get(member)?.text());
    let mut word = String::new();
    string(&name, &mut word);
    let parts = place("name").zip(place("arguments"));
    let (old_name, old_arguments) = parts.ok_or_else(|| wrong("arguments are missing"))?;
    let mut parts = [(old_name, word), (old_arguments, arguments.text().to_owned())];
    parts.sort_by_key(|(range, _)| range.start);
    let mut splice = Splice::new(text);
    for (range, part) in parts {
        splice.replace(range, &part);
    }
    Ok(splice.finish())
}

/// The tool that a call means, and its arguments.
fn meant(arguments: Option<Json<'_>>) -> Result<(String, Json<'_>), String> {
    let object = arguments.filter(|arguments| arguments.kind() == Kind::Object);
    let object = object.ok_or_else(|| "name and arguments are missing".to_owned())?;
    let (mut name, mut inner) = (None, None);
    for (key, value) in object.fields() {
        match key.as_ref() {
            "name" => name = Some(value.string().ok_or("name must be a string")?.into_owned()),
            "arguments" if value.kind() == Kind::Object => inner = Some(value),
            "arguments" => return Err("arguments must be an object".to_owned()),
            other => {
                return Err(format!(
                    "there is no argument {}; there are name, arguments",
                    one_line(head(other, 60))
                ));
            }
        }
    }
    Ok((name.ok_or("name is missing")?, inner.ok_or("arguments are missing")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_tool_comes_first() {
        let tools: Vec<(String, String)> = ["list", "create", "delete"]
            .iter()
            .flat_map(|verb| {
                ["issues", "labels"].map(|thing| {
                    let name = format!("{verb}_{thing}");
                    let tool = format!(r#"{{"name":"{name}","description":"{verb}s {thing}. More."}}"#);
                    (name, tool)
                })
            })
            .collect();
        let all: Vec<&(String, String)> = tools.iter().collect();
        let found = |query: &str| {
            let wanted = Wanted { query: query.to_owned(), ..Wanted::default() };
            searched(&all, &wanted, 10_000)
        };
        assert!(
            found("delete a label").starts_with("delete_labels: deletes labels.\n"),
            "{}",
            found("delete a label")
        );
        assert!(found("zebra").contains("no tool"));
        assert!(found("").ends_with("weir: 6 of 6 tools; names gives whole definitions\n"));
        assert!(defined(&all, &["list_issue".to_owned()]).unwrap_err().contains("list_issues"));
    }

    #[test]
    fn a_call_names_a_tool_and_has_arguments() {
        let read = |text: &str| {
            meant(Json::parse(text).ok()).map(|(name, arguments)| (name, arguments.text().to_owned()))
        };
        assert_eq!(
            read(r#"{"name":"a","arguments":{"n":1.0}}"#),
            Ok(("a".to_owned(), "{\"n\":1.0}".to_owned()))
        );
        for text in [
            "{}",
            r#"{"name":"a"}"#,
            r#"{"arguments":{}}"#,
            r#"{"name":"a","arguments":"x"}"#,
            r#"{"name":"a","arguments":{},"more":1}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn both_tools_are_cheap() {
        let both = definitions(&Facts::default());
        assert!(both.iter().all(|tool| Json::parse(tool).is_ok()));
        assert!(both.iter().map(String::len).sum::<usize>() * 3 / 10 < 300);
    }
}
