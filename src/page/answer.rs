//! One page: whole items within the budget, and what is known of the rest.

use super::list::{Item, List};
use super::order::Order;
use crate::budget::{CEILING_BYTES, Measure, Usage, settle};
use crate::text::json::{JsonPath, compact, harmless, project, string};

/// Bytes of all items of a page at most; the rest of the ceiling is for what is printed of them.
const ITEM_BYTES: usize = 900_000;
/// Names of other fields that are listed, and of fields that are in no item, at most.
const MOST_NAMES: u64 = 20;
/// The budget that affords one more name.
const TOKENS_A_NAME: u64 = 200;
/// Chars of such a name, and of a path.
const NAME_CHARS: usize = 40;
/// Chars of a cursor, for the room that it takes.
const CURSOR_CHARS: usize = 120;

/// Which part of a list is wanted, and how.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The place of the first item in the list, from 0.
    pub first: usize,
    /// Items at most.
    pub count: usize,
    /// Tokens of the answer.
    pub budget: u64,
    /// What counts them.
    pub measure: &'a dyn Measure,
    /// The fields that are kept; all of them when there is none.
    pub fields: &'a [JsonPath],
    /// The order that the list has.
    pub order: &'a Order,
    /// The snapshot of the document, when there is one.
    pub snapshot: Option<&'a str>,
    /// Tokens of the whole document.
    pub estimated: u64,
    /// A word on how to go on without a cursor.
    pub note: Option<&'a str>,
    /// What else there is to be known.
    pub remark: Option<&'a str>,
    /// Where the list is, when that is printed.
    pub path: Option<&'a str>,
    /// What the document says beside the list, as JSON, when that is printed.
    pub beside: Option<&'a str>,
    /// Bytes of the answer at most.
    pub most_bytes: u64,
    /// The words that show the item at a path, when there are any.
    pub how: &'a dyn Fn(&JsonPath) -> Option<String>,
    /// The words that follow a cursor, when the page lists them.
    pub onward: Option<&'a dyn Fn(&str) -> String>,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { first, count, budget, .. } = self;
        formatter
            .debug_struct("Request")
            .field("first", first)
            .field("count", count)
            .field("budget", budget)
            .finish_non_exhaustive()
    }
}

impl Request<'_> {
    /// Bytes of the answer at most, whatever was asked for.
    fn most_bytes(&self) -> u64 {
        self.most_bytes.min(CEILING_BYTES)
    }
}

/// Which items a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Items.
    pub items: usize,
    /// The place of the first item after them, when there is one.
    pub next: Option<usize>,
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer, one line of JSON with its end.
    pub text: String,
    /// What is in it.
    pub shown: Shown,
}

/// Makes a page. `cursor` gives the cursor that leads to an item.
#[must_use]
pub fn answer(list: &List<'_>, request: &Request<'_>, cursor: impl Fn(usize) -> Option<String>) -> Answer {
    let (items, unknown) = items(list, request);
    let whole = items.len();
    let make = |count: usize| {
        let next = request.first.saturating_add(count);
        let next = (next < list.items.len()).then_some(next);
        let word = next.and_then(&cursor);
        let text = settle(request.measure, request.budget, |usage| {
            let shown = items.get(..count).unwrap_or_default();
            write(list, request, shown, &Printed { usage, next, cursor: word.as_deref(), unknown: &unknown })
        });
        Answer { text, shown: Shown { items: count, next } }
    };
    let fits = |answer: &Answer| {
        request.measure.tokens(&answer.text) <= request.budget
            && u64::try_from(answer.text.len()).is_ok_and(|bytes| bytes <= request.most_bytes())
    };
    let all = make(whole);
    if fits(&all) || whole <= 1 {
        return all;
    }
    // The most items that fit, one at least: a page without any would lead nowhere.
    let (mut low, mut high) = (1_usize, whole.saturating_sub(1));
    while low < high {
        let middle = low.saturating_add(high.saturating_sub(low).div_ceil(2));
        if fits(&make(middle)) {
            low = middle;
        } else {
            high = middle.saturating_sub(1);
        }
    }
    make(low)
}

/// The wanted items as they will be shown, no more than have room, and the fields that none of them has.
fn items(list: &List<'_>, request: &Request<'_>) -> (Vec<String>, Vec<String>) {
    let mut found = vec![false; request.fields.len()];
    let mut items = Vec::new();
    let mut bytes = 0_usize;
    // The same for every page, so that an item that is too large is so on all of them.
    let printed = Printed {
        usage: Usage { used: request.budget, remaining: request.budget },
        next: Some(list.items.len()),
        cursor: Some(&"w".repeat(CURSOR_CHARS)),
        unknown: &request.fields.iter().map(ToString::to_string).collect::<Vec<_>>(),
    };
    let beside = write(list, &Request { first: list.items.len(), ..*request }, &[], &printed);
    let room = request.budget.saturating_sub(request.measure.tokens(&beside));
    let most = usize::try_from(request.most_bytes()).unwrap_or(usize::MAX);
    let most = most.saturating_sub(beside.len()).min(ITEM_BYTES);
    for item in list.items.iter().skip(request.first).take(request.count) {
        let text = if request.fields.is_empty() {
            let mut text = String::new();
            compact(item.json.text(), &mut text);
            text
        } else {
            let projected = project(item.json, request.fields);
            for (slot, found) in found.iter_mut().zip(projected.found) {
                *slot |= found;
            }
            projected.text
        };
        let text = harmless(&text).into_owned();
        let tokens = request.measure.tokens(&text);
        let text = if tokens > room || text.len() > most { stub(list, item, tokens, request) } else { text };
        bytes = bytes.saturating_add(text.len()).saturating_add(1);
        if bytes > most && !items.is_empty() {
            break;
        }
        items.push(text);
    }
    let unknown =
        request.fields.iter().zip(&found).filter(|(_, found)| !**found).map(|(path, _)| path.to_string());
    (items, unknown.collect())
}

/// What is in the place of an item that is larger than a page.
fn stub(list: &List<'_>, item: &Item<'_>, tokens: u64, request: &Request<'_>) -> String {
    let path = list.path.index(item.index);
    let mut text = format!(
        "{{\"weir.oversized\":{{\"index\":{},\"bytes\":{},\"estimatedTokens\":{tokens}",
        item.index,
        item.json.text().len()
    );
    let short = path.to_string().chars().count() <= NAME_CHARS;
    if let Some(how) = short.then(|| (request.how)(&path)).flatten() {
        text.push_str(",\"howToGet\":");
        string(&how, &mut text);
    }
    text.push_str("}}");
    text
}

/// What is printed beside the items.
struct Printed<'a> {
    usage: Usage,
    next: Option<usize>,
    cursor: Option<&'a str>,
    unknown: &'a [String],
}

fn write(list: &List<'_>, request: &Request<'_>, items: &[String], printed: &Printed<'_>) -> String {
    let mut text = String::from("{\"schema\":\"weir.page/1\",\"items\":[");
    text.push_str(&items.join(","));
    text.push(']');
    if let Some(cursor) = printed.cursor {
        text.push_str(",\"nextCursor\":");
        string(cursor, &mut text);
    }
    if !list.continues {
        text.push_str(&format!(",\"totalCount\":{}", list.items.len()));
    }
    if let Some(beside) = request.beside {
        text.push_str(",\"beside\":");
        text.push_str(beside);
    }
    let Usage { used, remaining } = printed.usage;
    text.push_str(&format!(
        ",\"meta\":{{\"estimatedTokens\":{},\"budget\":{},\"budgetUsed\":{used},\"budgetRemaining\":{remaining},\"estimator\":",
        request.estimated, request.budget
    ));
    string(request.measure.name(), &mut text);
    text.push_str(",\"sort\":");
    string(&request.order.to_string(), &mut text);
    text.push_str(&format!(",\"first\":{},\"count\":{}", request.first, items.len()));
    if items.len() < request.count && printed.next.is_some() {
        text.push_str(",\"limitedBy\":\"budget\"");
    }
    if let Some(path) = request.path {
        text.push_str(",\"path\":");
        string(path, &mut text);
    }
    if let Some(snapshot) = request.snapshot {
        text.push_str(",\"snapshot\":");
        string(snapshot, &mut text);
    }
    if list.continues {
        text.push_str(",\"upstreamHasMore\":true");
    }
    let most = usize::try_from(request.budget.div_euclid(TOKENS_A_NAME).min(MOST_NAMES)).unwrap_or(0);
    names(",\"unknownFields\":[", printed.unknown, most, &mut text);
    names(",\"otherFields\":[", &list.others, most, &mut text);
    if let (Some(onward), Some(cursor)) = (request.onward, printed.cursor) {
        text.push_str(",\"howToGet\":[");
        string(&onward(cursor), &mut text);
        text.push(']');
    }
    let note = request.note.filter(|_| printed.next.is_some() && printed.cursor.is_none());
    let notes: Vec<&str> = note.into_iter().chain(request.remark).collect();
    if !notes.is_empty() {
        text.push_str(",\"note\":");
        string(&notes.join("; "), &mut text);
    }
    text.push_str("}}\n");
    text
}

fn names(title: &str, names: &[String], most: usize, text: &mut String) {
    for (at, name) in names.iter().take(most).enumerate() {
        text.push_str(if at == 0 { title } else { "," });
        string(&name.chars().take(NAME_CHARS).collect::<String>(), text);
    }
    if !names.is_empty() && most > 0 {
        text.push(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Estimator;

    fn request<'a>(first: usize, count: usize, budget: u64, order: &'a Order) -> Request<'a> {
        Request {
            first,
            count,
            budget,
            measure: &Estimator::Chars4Margin20,
            fields: &[],
            order,
            snapshot: Some("abcdefgh"),
            estimated: 9,
            note: None,
            remark: None,
            path: None,
            beside: None,
            most_bytes: CEILING_BYTES,
            how: &|_| None,
            onward: None,
        }
    }

    #[test]
    fn a_page_says_what_it_holds_and_where_the_rest_begins() {
        let list = List::find("[1, {\"a\" : 2.0}, \"\u{202e}\"]", None).unwrap();
        let page = answer(&list, &request(0, 2, 4000, &Order::None), |next| Some(format!("w1.{next}")));
        assert_eq!(
            page.text,
            "{\"schema\":\"weir.page/1\",\"items\":[1,{\"a\":2.0}],\"nextCursor\":\"w1.2\",\"totalCount\":3,\"meta\":{\"estimatedTokens\":9,\"budget\":4000,\"budgetUsed\":75,\"budgetRemaining\":3925,\"estimator\":\"chars4-margin20\",\"sort\":\"none\",\"first\":0,\"count\":2,\"snapshot\":\"abcdefgh\"}}\n"
        );
        let last = answer(&list, &request(2, 2, 4000, &Order::None), |_| None);
        assert!(last.text.contains("\"items\":[\"\\u202e\"],\"totalCount\":3"), "{}", last.text);
        assert_eq!(last.shown, Shown { items: 1, next: None });
    }

    proptest::proptest! {
        #[test]
        fn pages_put_together_are_the_list_within_the_budget(
            sizes in proptest::collection::vec(0_usize..1500, 0..60), limit in 1_usize..30, budget in 500_u64..2000,
        ) {
            let items: Vec<String> = sizes.iter().map(|size| format!("\"{}\"", "x".repeat(*size))).collect();
            let text = format!("[{}]", items.join(" , "));
            let list = List::find(&text, None).unwrap();
            let (mut first, mut seen) = (0, Vec::new());
            loop {
                let page = answer(&list, &request(first, limit, budget, &Order::None), |next| Some(format!("{next:0>110}")));
                proptest::prop_assert!(Estimator::Chars4Margin20.estimate(&page.text) <= budget);
                let value: serde_json::Value = serde_json::from_str(&page.text).unwrap();
                let shown = value["items"].as_array().unwrap().clone();
                proptest::prop_assert_eq!(shown.len(), page.shown.items);
                seen.extend(shown);
                match page.shown.next {
                    Some(next) => { proptest::prop_assert!(next > first); first = next; }
                    None => break,
                }
            }
            proptest::prop_assert_eq!(seen.len(), items.len());
            for (seen, item) in seen.iter().zip(&items) {
                let same = *seen == serde_json::from_str::<serde_json::Value>(item).unwrap();
                proptest::prop_assert!(same || seen["weir.oversized"].is_object());
            }
        }
    }
}
