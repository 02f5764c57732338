//! A record, by what identifies it.

use super::desk::Desk;
use super::fields;
use super::figures::Outcome;
use super::question::{Kind, Question};
use super::scale::roomy;
use super::shown::Shown;
use super::texts::has_room;
use crate::digest::{Answer, Globs, Request, digest};
use crate::text::json::{Json, JsonPath, compact};

/// Chars of a text in a digest.
const TEXT_CHARS: usize = 200;

/// What is kept and left out.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::mcp) struct Choice<'a> {
    pub(in crate::mcp) keep: &'a [String],
    pub(in crate::mcp) strip: &'a [String],
    pub(in crate::mcp) fields: &'a [JsonPath],
    /// What else there is to be known.
    pub(in crate::mcp) remark: Option<&'a str>,
}

/// The digest of a record, which is stored before unless it has an id already.
pub(in crate::mcp) fn record(
    desk: &Desk<'_>,
    text: &str,
    id: Option<&str>,
    choice: &Choice<'_>,
    budget: u64,
    estimated: u64,
) -> Option<Shown> {
    let document = Json::parse(text).ok()?;
    let budget = roomy(budget);
    let stored = match id {
        Some(id) => Some(id.to_owned()),
        None => {
            let question = Question {
                kind: Kind::Record,
                budget: desk.scale.threshold,
                bytes: desk.scale.hard,
                most: super::scale::count(desk.scale.items),
                ..Question::default()
            };
            desk.keep(text, &question)
        }
    };
    let keep: Vec<JsonPath> = choice.keep.iter().filter_map(|word| JsonPath::parse(word).ok()).collect();
    let strip = Globs::parse(&choice.strip.join(","));
    let unknown = || fields::remark(std::iter::once(document), choice.fields);
    let unknown = if has_room(budget) { unknown() } else { None };
    let remark = choice.remark.or(unknown.as_deref());
    let how = |path: &JsonPath| stored.as_deref().map(|id| desk.call_path(id, path));
    let request = Request {
        budget,
        item_budget: budget,
        measure: desk.scale.measure(),
        keep: &keep,
        fields: choice.fields,
        related: true,
        strip: &strip,
        max_text: TEXT_CHARS,
        snapshot: stored.as_deref(),
        how: &how,
        most_bytes: usize::try_from(desk.scale.hard).unwrap_or(usize::MAX),
        note: Some(desk.note()),
        remark,
    };
    let text = match digest(document, text, &request) {
        Answer::Digest(text) => text,
        // It was the copy with blanks that was too large.
        Answer::Unchanged => {
            let mut whole = String::new();
            compact(text, &mut whole);
            whole
        }
    };
    Some(Shown {
        text,
        outcome: Outcome::Summarized,
        budget,
        estimated,
        snapshot: stored,
        ..Shown::default()
    })
}
