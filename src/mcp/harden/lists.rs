//! A list, page by page.

use super::desk::Desk;
use super::fields;
use super::figures::Outcome;
use super::question::{Kind, Question};
use super::scale::{count, roomy};
use super::shown::Shown;
use super::texts::has_room;
use crate::page::{Answer, List, Order, Request, answer};
use crate::settings::guard::ToolGuard;
use crate::text::json::{Json, JsonPath, Kind as JsonKind};

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

/// The path of a tool's list, when there is one and a list is there.
pub(super) fn path_of(document: Json<'_>, guard: &ToolGuard) -> Option<JsonPath> {
    let path = JsonPath::parse(guard.path.as_deref()?).ok()?;
    document.at(&path).filter(|value| value.kind() == JsonKind::Array).map(|_| path)
}

/// The items of a document that is a list: an array, or an object of which one array is the most, and that has no other
/// part beside it.
pub(in crate::mcp) fn items(document: Json<'_>) -> Option<usize> {
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
    match path_of(document, guard) {
        Some(path) => document.at(&path).map(Json::count),
        None => items(document),
    }
}

/// The question of a list.
pub(in crate::mcp) fn question(desk: &Desk<'_>, path: Option<&JsonPath>, sort: Option<&str>) -> Question {
    Question {
        kind: Kind::List,
        path: path.map(ToString::to_string),
        sort: sort.map(ToOwned::to_owned),
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

/// A page of a list; nothing when the text is none.
pub(in crate::mcp) fn page(desk: &Desk<'_>, text: &str, wanted: &Wanted<'_>) -> Option<Shown> {
    let Wanted { id, question, .. } = *wanted;
    let parse = |word: &String| JsonPath::parse(word).ok();
    let path = question.path.as_ref().and_then(parse);
    let mut list = List::find(text, path.as_ref()).ok()?;
    let order = question.sort.as_deref().and_then(Order::parse).unwrap_or(Order::None);
    let order = order.apply(&mut list.items);
    let wanted_fields: Vec<JsonPath> = question.fields.iter().filter_map(parse).collect();
    // Parts are those of the text, wherever the question is kept.
    let of = question.of.as_deref().or(id);
    let how = |path: &JsonPath| of.map(|id| desk.call_path(id, path));
    let onward = |cursor: &str| desk.call_cursor(cursor);
    let note = desk.note();
    let unknown = || fields::remark(list.items.iter().map(|item| item.json), &wanted_fields);
    let unknown = if has_room(question.budget) { unknown() } else { None };
    let remarks: Vec<&str> = wanted.remark.into_iter().chain(unknown.as_deref()).collect();
    let remark = Some(remarks.join("; ")).filter(|remark| !remark.is_empty());
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
        most_bytes: question.bytes,
        how: &how,
        onward: Some(&onward),
    };
    let Answer { text, shown } =
        answer(&list, &request, |next| id.and_then(|id| desk.cursor(id, count(next))));
    let next = Json::parse(&text).ok().and_then(|page| page.get("nextCursor")).and_then(Json::string);
    let next = next.filter(|_| shown.next.is_some()).map(std::borrow::Cow::into_owned);
    Some(Shown {
        text,
        outcome: Outcome::Paginated,
        budget: question.budget,
        estimated: wanted.estimated,
        snapshot: of.map(ToOwned::to_owned),
        next,
        total: (!list.continues).then_some(count(list.items.len())),
        chunk: None,
    })
}
