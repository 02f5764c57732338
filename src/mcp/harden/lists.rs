//! A list, page by page.

use regex::{Regex, RegexBuilder};

use super::beside::beside;
use super::desk::Desk;
use super::fields;
use super::figures::Outcome;
use super::question::{Kind, Question};
use super::scale::{count, roomy};
use super::shown::Shown;
use super::table::Table;
use super::texts::has_room;
use crate::page::{Answer, List, Order, Request, answer};
use crate::settings::guard::{ListFormat, ToolGuard};
use crate::text::json::{Json, JsonPath, Kind as JsonKind};

/// Bytes that a compiled pattern may take up.
const PATTERN_BYTES: usize = 1 << 20;

/// Which part of a list is wanted.
#[derive(Clone, Copy, Debug)]
pub(in crate::mcp) struct Wanted<'a> {
    /// The snapshot and the question that cursors are bound to, when they are stored.
    pub(in crate::mcp) id: Option<&'a str>,
    /// Where it is about.
    pub(in crate::mcp) question: &'a Question,
    /// The first item, from 0.
    pub(in crate::mcp) first: usize,
    /// Items at most.
    pub(in crate::mcp) most: usize,
    /// Tokens of the whole original.
    pub(in crate::mcp) estimated: u64,
    /// What else there is to be known.
    pub(in crate::mcp) remark: Option<&'a str>,
}

/// The share of an answer from which one list is all that matters in it, in percent.
const DOMINANT: usize = 80;
/// How deep such a list is looked for.
const MOST_DEPTH: usize = 64;

/// Where the list is that is nearly all of a document: in objects of any depth, and in arrays of one element.
pub(in crate::mcp) fn dominant(document: Json<'_>) -> Option<JsonPath> {
    let chars = |value: Json<'_>| value.text().chars().count();
    let least = chars(document).saturating_mul(DOMINANT).div_ceil(100);
    let (mut here, mut path) = (document, JsonPath::default());
    for _ in 0..MOST_DEPTH {
        if chars(here) < least {
            return None;
        }
        here = match here.kind() {
            JsonKind::Array => {
                let mut elements = here.elements();
                let only = elements.next()?;
                if elements.next().is_some() {
                    return Some(path);
                }
                path = path.index(0);
                only
            }
            JsonKind::Object => {
                let (key, largest) = here.fields().max_by_key(|(_, value)| value.text().len())?;
                path = path.key(&key);
                largest
            }
            _ => return None,
        };
    }
    None
}

/// The path of the list of a document: of a tool's list, when a list is there, or else of one that is nearly all of the
/// document. Nothing when the document itself is the list, or an object with one.
pub(super) fn path_of(document: Json<'_>, guard: &ToolGuard) -> Option<JsonPath> {
    let named = guard.path.as_deref().and_then(|path| JsonPath::parse(path).ok());
    let is_list = |path: &JsonPath| document.at(path).is_some_and(|value| value.kind() == JsonKind::Array);
    named.filter(is_list).or_else(|| inner(document))
}

/// The path of a list that is nearly all of a document, and is not the document itself.
pub(in crate::mcp) fn inner(document: Json<'_>) -> Option<JsonPath> {
    dominant(document).filter(|path| !path.steps().is_empty())
}

/// The items of a document that is a list: one that is nearly all of it, an array, or an object of which one array is the
/// most, and that has no other part beside it.
pub(in crate::mcp) fn items(document: Json<'_>) -> Option<usize> {
    if let Some(list) = dominant(document).and_then(|path| document.at(&path)) {
        return Some(list.count());
    }
    if document.kind() == JsonKind::Array {
        return Some(document.count());
    }
    let mut array = None;
    for (_, value) in document.raw_fields() {
        match value.kind() {
            JsonKind::Array if array.is_none() => array = Some(value),
            JsonKind::Array | JsonKind::Object => return None,
            _ => {}
        }
    }
    let array = array.filter(|array| array.text().len() >= document.text().len().div_euclid(2))?;
    Some(array.count())
}

/// The items of a document that is a list, as a tool's settings have it.
pub(super) fn counted(document: Json<'_>, guard: &ToolGuard) -> Option<usize> {
    match guard.path.as_ref().and_then(|_| path_of(document, guard)) {
        Some(path) => document.at(&path).map(Json::count),
        None => items(document),
    }
}

/// The question of a list.
pub(in crate::mcp) fn question(desk: &Desk<'_>, path: Option<&JsonPath>, guard: &ToolGuard) -> Question {
    Question {
        kind: Kind::List,
        path: path.map(ToString::to_string),
        sort: guard.sort.clone(),
        table: guard.format == ListFormat::Table,
        most: count(desk.scale.items),
        budget: roomy(desk.scale.threshold),
        bytes: desk.scale.hard,
        ..Question::default()
    }
}

/// The first page of a list, which is stored before.
pub(in crate::mcp) fn first(
    desk: &Desk<'_>,
    text: &str,
    question: &Question,
    estimated: u64,
    remark: Option<&str>,
) -> Option<Shown> {
    let id = desk.keep(text, question);
    let most = usize::try_from(question.most).unwrap_or(usize::MAX);
    page(desk, text, &Wanted { id: id.as_deref(), question, first: 0, most, estimated, remark })
}

/// The list that a question is about, in the order and with the items that it asks for; nothing when the text has none.
fn listed<'t>(text: &'t str, question: &Question) -> Option<(List<'t>, Order)> {
    let path = question.path.as_ref().and_then(|word| JsonPath::parse(word).ok());
    let mut list = List::find(text, path.as_ref()).ok()?;
    if let Some(regex) = question.grep.as_deref().and_then(|pattern| regex(pattern).ok()) {
        list.items.retain(|item| regex.is_match(item.json.text()));
        // These are all that match, whatever the list is a part of.
        list.continues = false;
    }
    let order = question.sort.as_deref().and_then(Order::parse).unwrap_or(Order::None);
    let order = order.apply(&mut list.items);
    Some((list, order))
}

/// The pattern that lines and items are matched with.
///
/// # Errors
/// When it is none.
pub(in crate::mcp) fn regex(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).size_limit(PATTERN_BYTES).build()
}

/// A page of a list; nothing when the text is none.
pub(in crate::mcp) fn page(desk: &Desk<'_>, text: &str, wanted: &Wanted<'_>) -> Option<Shown> {
    let Wanted { id, question, .. } = *wanted;
    let (list, order) = listed(text, question)?;
    let wanted_fields: Vec<JsonPath> =
        question.fields.iter().filter_map(|word| JsonPath::parse(word).ok()).collect();
    // Parts are those of the text, wherever the question is kept.
    let of = question.of.as_deref().or(id);
    let how = |path: &JsonPath| of.map(|id| desk.call_path(id, path));
    let onward = |cursor: &str| desk.call_cursor(cursor);
    let note = desk.note();
    let unknown = || fields::remark(list.items.iter().map(|item| item.json), &wanted_fields);
    let unknown = if has_room(question.budget) { unknown() } else { None };
    let path = (!list.path.steps().is_empty()).then(|| list.path.to_string());
    let beside = if wanted.first == 0 { beside(desk, text, &list.path, question.budget, &how) } else { None };
    let left_out = beside.as_ref().and_then(|beside| beside.remark.as_deref());
    let remarks: Vec<&str> = wanted.remark.into_iter().chain(unknown.as_deref()).chain(left_out).collect();
    let remark = Some(remarks.join("; ")).filter(|remark| !remark.is_empty());
    let total = (!list.continues).then_some(count(list.items.len()));
    let cursor = |next: usize| id.and_then(|id| desk.cursor(id, count(next)));
    let beside = beside.and_then(|beside| beside.text);
    let shown = Shown {
        outcome: Outcome::Paginated,
        budget: question.budget,
        estimated: wanted.estimated,
        snapshot: of.map(ToOwned::to_owned),
        total,
        ..Shown::default()
    };
    if question.table {
        let table = Table {
            first: wanted.first,
            most: wanted.most,
            budget: question.budget,
            bytes: question.bytes,
            fields: &wanted_fields,
            beside: beside.as_deref(),
            remark: remark.as_deref(),
        };
        if let Some((text, next)) = table.of(desk, &list.items, &cursor) {
            return Some(Shown { text, next, table: true, ..shown });
        }
    }
    let request = Request {
        first: wanted.first,
        count: wanted.most,
        budget: question.budget,
        measure: desk.scale.measure(),
        fields: &wanted_fields,
        order: &order,
        snapshot: of,
        estimated: wanted.estimated,
        note: Some(note),
        remark: remark.as_deref(),
        path: path.as_deref(),
        beside: beside.as_deref(),
        most_bytes: question.bytes,
        how: &how,
        onward: Some(&onward),
    };
    let Answer { text, shown: page } = answer(&list, &request, cursor);
    let next = Json::parse(&text).ok().and_then(|page| page.get("nextCursor")).and_then(Json::string);
    let next = next.filter(|_| page.next.is_some()).map(std::borrow::Cow::into_owned);
    Some(Shown { text, next, ..shown })
}
