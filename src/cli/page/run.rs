//! Does `weir page`.

use std::borrow::Cow;
use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::budget::{CEILING_BYTES, Estimator, Measure};
use crate::cli::exit::{self, End, Problem};
use crate::cli::pages::{self, Keeping, Kept};
use crate::cli::piece::{Est, documents, est};
use crate::page::{Answer, List, ListError, Order, Request, answer};
use crate::settings::Redaction;
use crate::source::Input;
use crate::store::Recorder;
use crate::store::redact;
use crate::text::json::{Json, JsonPath, compact, harmless, project};

/// Items of a page unless others are asked for.
const ITEMS: u64 = 50;
/// Tokens of an answer unless others are asked for.
const BUDGET: u64 = 4000;
/// What the cursors of this command are for.
const QUERY: &str = "page/1";
/// The most bytes of a stored list.
const MOST_STORED: u64 = 1 << 30;

/// Where the list is.
#[derive(Clone, Debug, PartialEq)]
pub enum From {
    /// In an input.
    Inputs(Vec<Input>),
    /// Where a cursor leads.
    Cursor(String),
}

/// What is paged and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Where the list is.
    pub(super) from: From,
    pub(super) path: Option<JsonPath>,
    pub(super) order: Option<Order>,
    pub(super) fields: Vec<JsonPath>,
    pub(super) limit: Option<u64>,
    /// The first and the last page, from 1.
    pub(super) pages: Option<(u64, u64)>,
    pub(super) budget: Option<u64>,
    pub(super) est: Option<Est>,
    /// Items alone, a line each.
    pub(super) text: bool,
    pub(super) redaction: Redaction,
    pub(super) terminal: bool,
    pub(super) keeping: Keeping,
}

/// What a cursor needs to know beside the list.
#[derive(Debug, Serialize, Deserialize)]
struct Question {
    page: u8,
    path: Option<String>,
    sort: Option<String>,
    fields: Vec<String>,
    limit: u64,
    budget: u64,
    est: String,
}

fn size(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// The text of the only input, without secrets.
pub(in crate::cli) fn only_document(
    inputs: &[Input],
    redaction: Redaction,
) -> Result<documents::Document, Problem> {
    let mut all = documents::read(inputs)?;
    let Some(document) = all.pop().filter(|_| all.is_empty()) else {
        return Err(Problem::usage("more than one input").hint("one at a time"));
    };
    let text = match redaction {
        Redaction::Redact => redact::document(&document.text).map(|(text, _)| text),
        Redaction::Keep => None,
    };
    Ok(match text {
        Some(text) => documents::Document { text, ..document },
        None => document,
    })
}

/// Answers.
pub(in crate::cli) fn run(page: &Page, out: &mut impl Write) -> Result<End, Problem> {
    match &page.from {
        From::Inputs(inputs) => first(page, inputs, out),
        From::Cursor(cursor) => next(page, cursor, out),
    }
}

fn write(text: &str, out: &mut impl Write) -> Result<End, Problem> {
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|cause| Problem::output("the answer", cause))?;
    Ok(End::Reported)
}

fn first(page: &Page, inputs: &[Input], out: &mut impl Write) -> Result<End, Problem> {
    let document = only_document(inputs, page.redaction)?;
    let problem = |error: ListError| {
        let reported = Problem::unusable(error.clone()).context(document.name.clone());
        match error {
            ListError::Several(paths) => reported.hint(format!(
                "--path says which: {}",
                paths.into_iter().take(10).collect::<Vec<_>>().join(", ")
            )),
            _ => reported,
        }
    };
    let mut list = List::find(&document.text, page.path.as_ref()).map_err(problem)?;
    let est = page.est.clone().unwrap_or(Est::Named(Estimator::Chars4Margin20));
    let measure = est.measure();
    let budget = page.budget.unwrap_or(BUDGET);
    let order = page.order.clone().unwrap_or_default().apply(&mut list.items);
    let limit = page.limit.unwrap_or(ITEMS);
    if size(list.items.len()) <= limit
        && page.pages.is_none()
        && !page.text
        && let Some(text) = small(page, &list, budget, &*measure)
    {
        return write(&text, out);
    }
    let stored = stored(&list, &document.text);
    let question = Question {
        page: 1,
        path: (!list.path.steps().is_empty()).then(|| list.path.to_string()),
        sort: page.order.as_ref().map(ToString::to_string),
        fields: page.fields.iter().map(ToString::to_string).collect(),
        limit,
        budget,
        est: match &est {
            Est::Named(estimator) => estimator.name().to_owned(),
            Est::Command(_) => String::new(),
        },
    };
    let recorder = page.keeping.place.clone().map(|place| {
        let mut recorder = Recorder::new(place, Redaction::Keep);
        recorder.add(stored.as_bytes());
        recorder
    });
    let command = match inputs {
        [Input::File(path)] => format!("weir page {}", path.to_string_lossy()),
        _ => "weir page".to_owned(),
    };
    let kept = pages::keep(&page.keeping, recorder, QUERY, command, &question);
    let (from, to) = page.pages.unwrap_or((1, 1));
    let begin = from.saturating_sub(1).saturating_mul(limit);
    let wanted = Wanted {
        first: begin,
        count: to.saturating_sub(from).saturating_add(1).saturating_mul(limit),
        budget,
        fields: &page.fields,
        order: &order,
        text: page.text,
    };
    let estimated = measure.tokens(&document.text);
    answered(&list, &wanted, &*measure, kept.as_ref(), estimated, out)
}

fn next(page: &Page, cursor: &str, out: &mut impl Write) -> Result<End, Problem> {
    let pages::Opened { mut snapshot, question, offset, kept } =
        pages::open::<Question>(&page.keeping, cursor, QUERY)?;
    let bytes = snapshot.whole(MOST_STORED).map_err(Problem::gone)?;
    let text = String::from_utf8_lossy(&bytes);
    let gone = |_| Problem::usage("what is stored is no list").hint("start again without a cursor");
    let path = |word: &String| JsonPath::parse(word).ok();
    let fields: Vec<JsonPath> = question.fields.iter().filter_map(path).collect();
    let mut list = List::find(&text, question.path.as_ref().and_then(path).as_ref()).map_err(gone)?;
    let order = question.sort.as_deref().and_then(Order::parse).unwrap_or_default().apply(&mut list.items);
    let named = Estimator::parse(&question.est).unwrap_or(Estimator::Chars4Margin20);
    let measure = page.est.clone().unwrap_or(Est::Named(named)).measure();
    let wanted = Wanted {
        first: offset,
        count: page.limit.unwrap_or(question.limit),
        budget: page.budget.unwrap_or(question.budget),
        fields: &fields,
        order: &order,
        text: page.text,
    };
    let estimated = measure.tokens(&text);
    answered(&list, &wanted, &*measure, Some(&kept), estimated, out)
}

/// What is kept of a list: its document, and of JSON lines an array, so that every item has a path.
fn stored<'a>(list: &List<'_>, text: &'a str) -> Cow<'a, str> {
    let lines = list.path.steps().is_empty() && !text.trim_start().starts_with('[');
    if !lines {
        return Cow::Borrowed(text);
    }
    let mut items = list.items.clone();
    items.sort_by_key(|item| item.index);
    let items: Vec<&str> = items.iter().map(|item| item.json.text()).collect();
    Cow::Owned(format!("[\n{}\n]\n", items.join(",\n")))
}

/// A list that needs no pages: as it came when nothing is asked of it, else its items alone.
fn small(page: &Page, list: &List<'_>, budget: u64, measure: &dyn Measure) -> Option<String> {
    let asked = !page.fields.is_empty() || page.order.is_some();
    let mut text = if asked {
        let item = |json: Json<'_>| {
            if page.fields.is_empty() {
                let mut text = String::new();
                compact(json.text(), &mut text);
                text
            } else {
                project(json, &page.fields).text
            }
        };
        let items: Vec<String> = list.items.iter().map(|each| item(each.json)).collect();
        harmless(&format!("[{}]\n", items.join(","))).into_owned()
    } else {
        list.text.to_owned()
    };
    if !asked && page.path.is_some() {
        text.push('\n');
    }
    if page.terminal {
        text = harmless(&text).into_owned();
    }
    (measure.tokens(&text) <= budget && size(text.len()) <= CEILING_BYTES).then_some(text)
}

/// Which items are wanted, and how.
struct Wanted<'a> {
    first: u64,
    count: u64,
    budget: u64,
    fields: &'a [JsonPath],
    order: &'a Order,
    text: bool,
}

fn answered(
    list: &List<'_>,
    wanted: &Wanted<'_>,
    measure: &dyn Measure,
    kept: Option<&Kept>,
    estimated: u64,
    out: &mut impl Write,
) -> Result<End, Problem> {
    let how = |path: &JsonPath| kept.map(|kept| show(&kept.id, path));
    let request = Request {
        first: usize::try_from(wanted.first).unwrap_or(usize::MAX),
        count: usize::try_from(wanted.count).unwrap_or(usize::MAX),
        budget: wanted.budget,
        measure,
        fields: wanted.fields,
        order: wanted.order,
        snapshot: kept.map(|kept| kept.id.as_str()),
        estimated,
        note: Some("nothing is stored, so there is no cursor; --pages shows other pages of the same input"),
        path: None,
        beside: None,
        remark: None,
        most_bytes: CEILING_BYTES,
        how: &how,
        onward: None,
    };
    let Answer { text, shown } = answer(list, &request, |next| kept.and_then(|kept| kept.cursor(size(next))));
    est::tell_trouble(measure);
    if !wanted.text {
        return write(&text, out);
    }
    let items = Json::parse(text.trim_end()).ok().and_then(|answer| answer.get("items"));
    let lines: String =
        items.into_iter().flat_map(Json::elements).map(|item| format!("{}\n", item.text())).collect();
    let end = write(&lines, out)?;
    if let Some(next) = shown.next {
        let first = wanted.first.saturating_add(1);
        let cursor = kept
            .and_then(|kept| kept.cursor(size(next)))
            .map(|cursor| format!("; next: weir page --cursor {cursor}"));
        exit::warn_of(&format!(
            "items {first} to {next} of {}{}",
            list.items.len(),
            cursor.unwrap_or_default()
        ));
    }
    Ok(end)
}

/// The command that shows the value at a path of what is stored.
pub(in crate::cli) fn show(id: &str, path: &JsonPath) -> String {
    let word = path.to_string();
    let plain = word.chars().all(|char| char.is_ascii_alphanumeric() || "._-".contains(char));
    if plain {
        format!("weir show {id} --path {word}")
    } else {
        format!("weir show {id} --path '{}'", word.replace('\'', "'\\''"))
    }
}
