//! What is kept of a value: the fields that say what it is, long text clipped, bytes as their number.

use unicode_segmentation::UnicodeSegmentation as _;

use super::blob::blob;
use super::names::{identifies, tells};
use crate::text::json::{Json, JsonPath, Kind, compact, harmless, project, string};

/// How deep fields are looked for when the top says nothing.
const DEEPEST: usize = 4;

/// How much is kept.
pub(super) struct Measures<'a> {
    /// Chars of a text.
    pub(super) text: usize,
    /// Elements of an array within the summary.
    pub(super) elements: usize,
    /// The fields that are kept beside the identifying ones, instead of dates and totals.
    pub(super) keep: &'a [JsonPath],
    /// Whether an object beside the identifying fields is kept by what identifies it.
    pub(super) related: bool,
    /// The command that shows the value at a path.
    pub(super) how: &'a dyn Fn(&JsonPath) -> Option<String>,
}

/// One part of a summary.
pub(super) struct Piece {
    /// The key as it is written, with its colon; nothing for an element.
    pub(super) key: String,
    /// The value as it is shown.
    pub(super) value: String,
    /// Whether it tells which thing it is: the last to go.
    pub(super) identifies: bool,
    /// Whether the value is shown whole.
    pub(super) whole: bool,
    /// The number of the field or element in its document.
    pub(super) index: usize,
}

/// A scalar as it is shown, and whether that is all of it.
fn scalar(value: Json<'_>, path: &JsonPath, measures: &Measures<'_>) -> (String, bool) {
    let verbatim = || (harmless(value.text()).into_owned(), true);
    if value.kind() == Kind::Number {
        return if value.text().len() <= measures.text.max(40) {
            verbatim()
        } else {
            ("null".to_owned(), false)
        };
    }
    let Some(text) = value.string() else { return verbatim() };
    if let Some(found) = blob(&text) {
        let mut shown = format!("{{\"bytes\":{},\"mime\":", found.bytes);
        string(&found.mime, &mut shown);
        shown.push('}');
        return (shown, false);
    }
    let chars = text.chars().count();
    if chars <= measures.text {
        return verbatim();
    }
    let kept = beginning(&text, measures.text);
    let more = chars.saturating_sub(kept.chars().count());
    let rest = (measures.how)(path).map_or_else(String::new, |command| format!(": {command}"));
    let mut shown = String::new();
    string(&format!("{kept}... [+{more} chars{rest}]"), &mut shown);
    (shown, false)
}

/// The first chars of a text, at most so many; a cluster of chars is not parted unless it alone is longer.
fn beginning(text: &str, most: usize) -> &str {
    let hard = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
    let whole =
        text.grapheme_indices(true).map(|(at, _)| at).take_while(|at| *at <= hard).last().unwrap_or(0);
    text.get(..if whole == 0 { hard } else { whole }).unwrap_or_default()
}

/// The parts of a document's summary, in its order.
pub(super) fn pieces(document: Json<'_>, measures: &Measures<'_>) -> Vec<Piece> {
    match document.kind() {
        Kind::Object => fields(document, &JsonPath::default(), measures, 0),
        Kind::Array => document
            .elements()
            .enumerate()
            .take(measures.elements)
            .map(|(index, element)| {
                let (value, whole) = condensed(element, &JsonPath::default().index(index), measures, 1);
                Piece { key: String::new(), value, identifies: false, whole, index }
            })
            .collect(),
        _ => {
            let (value, whole) = scalar(document, &JsonPath::default(), measures);
            vec![Piece { key: String::new(), value, identifies: true, whole, index: 0 }]
        }
    }
}

/// The fields of an object that say what it is; when none does, its scalars and what its nested values say.
fn fields(object: Json<'_>, path: &JsonPath, measures: &Measures<'_>, depth: usize) -> Vec<Piece> {
    let speaking = |key: &str, value: Json<'_>| value.is_scalar() && identifies(key);
    let speaks = object.fields().any(|(key, value)| speaking(&key, value)) || !measures.keep.is_empty();
    let mut pieces = Vec::new();
    for (index, (key, value)) in object.raw_fields().enumerate() {
        let name = key.string().unwrap_or_default();
        let path = path.key(&name);
        let identifying = speaking(&name, value);
        let (text, whole) =
            if identifying || (measures.keep.is_empty() && value.is_scalar() && (!speaks || tells(&name))) {
                scalar(value, &path, measures)
            } else if let Some(kept) = kept(value, &name, &path, measures, depth) {
                kept
            } else if !speaks && !value.is_scalar() && depth < DEEPEST
                || measures.related && depth == 0 && measures.keep.is_empty() && is_related(value)
            {
                condensed(value, &path, measures, depth.saturating_add(1))
            } else {
                continue;
            };
        if !whole && matches!(text.as_str(), "{}" | "[]") && !speaks {
            continue;
        }
        let key = format!("{}:", harmless(key.text()));
        pieces.push(Piece { key, value: text, identifies: identifying, whole, index });
    }
    pieces
}

/// Whether a value is another thing that is known by fields of its own.
fn is_related(value: Json<'_>) -> bool {
    value.kind() == Kind::Object && value.fields().any(|(key, value)| value.is_scalar() && identifies(&key))
}

/// What `--keep` asks for of a field.
fn kept(
    value: Json<'_>,
    name: &str,
    path: &JsonPath,
    measures: &Measures<'_>,
    depth: usize,
) -> Option<(String, bool)> {
    use crate::text::json::Step;
    let inner: Vec<JsonPath> = measures
        .keep
        .iter()
        .filter_map(|keep| match keep.steps().split_first() {
            Some((Step::Key(key), later)) if key == name && depth == 0 => Some(JsonPath::of(later)),
            _ => None,
        })
        .collect();
    if inner.is_empty() {
        return None;
    }
    if value.is_scalar() {
        return Some(scalar(value, path, measures));
    }
    let projected = project(value, &inner);
    let whole = inner.iter().any(|path| path.steps().is_empty());
    projected.found.contains(&true).then(|| (harmless(&projected.text).into_owned(), whole))
}

/// A value within a summary, and whether that is all of it.
fn condensed(value: Json<'_>, path: &JsonPath, measures: &Measures<'_>, depth: usize) -> (String, bool) {
    if value.is_scalar() {
        return scalar(value, path, measures);
    }
    if value.text().len() <= measures.text {
        let mut text = String::new();
        compact(value.text(), &mut text);
        return (harmless(&text).into_owned(), true);
    }
    if depth >= DEEPEST {
        return (if value.kind() == Kind::Array { "[]" } else { "{}" }.to_owned(), false);
    }
    if value.kind() == Kind::Array {
        let next = depth.saturating_add(1);
        let shown = value.elements().enumerate().take(measures.elements);
        let shown: Vec<String> =
            shown.map(|(index, element)| condensed(element, &path.index(index), measures, next).0).collect();
        return (format!("[{}]", shown.join(",")), false);
    }
    let pieces = fields(value, path, measures, depth);
    let shown: Vec<String> = pieces.iter().map(|piece| format!("{}{}", piece.key, piece.value)).collect();
    let whole = pieces.len() == value.count() && pieces.iter().all(|piece| piece.whole);
    (format!("{{{}}}", shown.join(",")), whole)
}
