//! Which way an answer is shortened, if any.

use std::borrow::Cow;

use super::desk::Desk;
use super::figures::Outcome;
use super::response::Response;
use super::scale::count;
use super::shown::Shown;
use super::texts::{Cutting, Span};
use super::{lists, logs, media, records, texts, write};
use crate::recognize::formats;
use crate::settings::Redaction;
use crate::settings::guard::{Images, Switch, ToolGuard};
use crate::store::redact;
use crate::text::json::{Json, Kind};

/// What a result becomes.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    /// The new result.
    pub(super) result: Option<String>,
    pub(super) outcome: Outcome,
    pub(super) estimated: u64,
    pub(super) used: u64,
    pub(super) budget: u64,
    pub(super) items: Option<u64>,
}

/// What is done beside the budgets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub(super) redaction: Redaction,
    pub(super) images: Images,
}

/// The sizes of a result.
#[derive(Clone, Copy, Debug)]
struct Size {
    tokens: u64,
    bytes: u64,
}

/// What was found out about a result already.
#[derive(Clone, Copy, Debug)]
struct Read {
    /// Whether the structured content, or else the only text, is a document.
    document: bool,
    /// Its items, when it is a list.
    items: Option<usize>,
}

/// What there is to shorten.
enum Data<'a> {
    /// A document; its copy in text goes.
    Json(Cow<'a, str>),
    /// One text.
    Text(Cow<'a, str>),
    /// Several.
    Blocks(String),
}

/// The texts that an estimate is made of: those a client can show.
pub(super) fn probe<'a>(response: &'a Response<'_>, structured: Option<&'a str>) -> Cow<'a, str> {
    let texts = response.joined("");
    match structured {
        Some(structured) if structured.len() > texts.len() => Cow::Borrowed(structured),
        _ => texts,
    }
}

/// Judges a result, `structured` being its structured content without blanks and `tokens` its estimate.
pub(super) fn judge(
    desk: &Desk<'_>,
    response: &Response<'_>,
    structured: Option<&str>,
    tokens: u64,
    guard: &ToolGuard,
    ways: Ways,
) -> Verdict {
    let texts_bytes = response.texts().fold(0_usize, |sum, text| sum.saturating_add(text.len()));
    let size = Size { tokens, bytes: count(texts_bytes.max(structured.map_or(0, str::len))) };
    let scale = desk.scale;
    let mut verdict =
        Verdict { estimated: size.tokens, used: size.tokens, budget: scale.threshold, ..Verdict::default() };
    let document = response.structured.or_else(|| {
        let text = response.only_text()?.trim_start();
        text.starts_with(['{', '[']).then(|| Json::parse(text).ok()).flatten()
    });
    let items = document.and_then(|document| lists::counted(document, guard));
    verdict.items = items.map(count);
    if guard.enabled == Switch::Off {
        return verdict;
    }
    let within = size.tokens <= scale.threshold && size.bytes <= scale.hard;
    if response.is_ours && within {
        return verdict;
    }
    // Media first: what is left of the result is judged as any other.
    let twice = size.tokens > scale.chunk && response.media_twice();
    let words = media::words(desk, &response.blocks, response.json.text().len(), ways.images);
    let structured = structured.filter(|_| !twice);
    let size = if twice {
        Size { tokens: scale.tokens(&response.joined("")), bytes: count(texts_bytes) }
    } else {
        size
    };
    let read = Read { document: document.is_some(), items };
    let shown = shortened(desk, response, structured, size, read, guard, ways);
    let (texts, shown) = match &shown {
        Some(shown) => (write::Texts::New(&shown.text), shown.clone()),
        None if twice || !words.is_empty() => {
            let left = response.joined("").into_owned();
            let said = words.iter().fold(left, |text, (_, word)| text + word);
            let shown = Shown {
                text: said,
                outcome: Outcome::Media,
                budget: scale.threshold,
                estimated: verdict.estimated,
                ..Shown::default()
            };
            (write::Texts::Stay, shown)
        }
        None => return verdict,
    };
    let used = scale.exact(&shown.text);
    verdict.result = Some(write::changed(response, &texts, &words, &shown.meta(used)));
    verdict.outcome = shown.outcome;
    verdict.used = used;
    verdict.budget = shown.budget;
    verdict
}

/// A text without its secrets, and how many were hidden.
pub(super) fn without_secrets(text: Cow<'_, str>, redaction: Redaction) -> (Cow<'_, str>, u64) {
    let found = match redaction {
        Redaction::Redact => redact::document(&text),
        Redaction::Keep => None,
    };
    match found {
        Some((text, count)) => (Cow::Owned(text), count),
        None => (text, 0),
    }
}

/// The new text, when the old one is too large.
fn shortened(
    desk: &Desk<'_>,
    response: &Response<'_>,
    structured: Option<&str>,
    size: Size,
    read: Read,
    guard: &ToolGuard,
    ways: Ways,
) -> Option<Shown> {
    let scale = desk.scale;
    let over = |budget: u64| size.tokens > budget || size.bytes > scale.hard;
    if response.is_error {
        if !over(scale.threshold) {
            return None;
        }
        let text = match response.joined("\n") {
            text if text.is_empty() => Cow::Borrowed(structured.unwrap_or_default()),
            text => text,
        };
        let (text, redacted) = without_secrets(text, ways.redaction);
        return log(desk, &text, redacted, size, guard)
            .or_else(|| Some(texts::ends(desk, &text, size.tokens)));
    }
    match data(desk, response, structured, read)? {
        Data::Json(text) => document(desk, text, size, read.items, guard, ways),
        Data::Text(text) => {
            if !over(scale.chunk) {
                return None;
            }
            let (text, redacted) = without_secrets(text, ways.redaction);
            if guard.filter == Switch::On
                && let Some(log) = logs::read(&text)
            {
                return over(scale.threshold)
                    .then(|| logs::filtered(desk, &text, log, redacted, size.tokens))
                    .flatten();
            }
            if guard.chunk == Switch::Off {
                return None;
            }
            texts::first(desk, &text, None, Span::ALL, Cutting::usual(desk), size.tokens)
        }
        Data::Blocks(text) => {
            if !over(scale.threshold) {
                return None;
            }
            let (text, redacted) = without_secrets(Cow::Owned(text), ways.redaction);
            log(desk, &text, redacted, size, guard).or_else(|| Some(texts::ends(desk, &text, size.tokens)))
        }
    }
}

fn log(desk: &Desk<'_>, text: &str, redacted: u64, size: Size, guard: &ToolGuard) -> Option<Shown> {
    if guard.filter == Switch::Off {
        return None;
    }
    logs::filtered(desk, text, logs::read(text)?, redacted, size.tokens)
}

/// What of a result is shortened.
fn data<'a>(
    desk: &Desk<'_>,
    response: &'a Response<'_>,
    structured: Option<&'a str>,
    read: Read,
) -> Option<Data<'a>> {
    let scale = desk.scale;
    let Some(whole) = structured else {
        let Some(only) = response.only_text() else {
            let joined = response.joined("\n");
            return (!joined.is_empty()).then(|| Data::Blocks(joined.into_owned()));
        };
        // Without structured content, what was read is this text.
        let document = read.document && response.structured.is_none();
        return Some(if document {
            Data::Json(Cow::Borrowed(only))
        } else {
            Data::Text(Cow::Borrowed(only))
        });
    };
    let texts = response.joined("\n");
    if let Some(one) = response.one_string()
        && (texts.len() <= one.len() || texts == one || response.is_copy())
    {
        return Some(Data::Text(one));
    }
    // A text that says more than the structured content is no copy of it, and no summary either.
    let large = !scale.affords(whole, scale.record) && texts.len() <= whole.len();
    if large || texts.is_empty() || response.is_copy() {
        return Some(Data::Json(Cow::Borrowed(whole)));
    }
    // Small facts beside a large text: both are kept.
    let mut both = texts.into_owned();
    if !both.ends_with('\n') {
        both.push('\n');
    }
    both.push_str(whole);
    Some(Data::Blocks(both))
}

/// A document: a list by pages, a record by its digest.
fn document(
    desk: &Desk<'_>,
    text: Cow<'_, str>,
    size: Size,
    items: Option<usize>,
    guard: &ToolGuard,
    ways: Ways,
) -> Option<Shown> {
    let scale = desk.scale;
    let over = |budget: u64| size.tokens > budget || size.bytes > scale.hard;
    // It was checked when it was read.
    let whole = Json::first(text.trim_start())?;
    if guard.filter == Switch::On && over(scale.threshold) && formats::sniff(text.as_bytes()).is_some() {
        let (hidden, redacted) = without_secrets(Cow::Borrowed(&text), ways.redaction);
        if let Some(log) = logs::read(&hidden) {
            return logs::filtered(desk, &hidden, log, redacted, size.tokens);
        }
    }
    let path = lists::path_of(whole, guard);
    if let Some(items) = items {
        if guard.paginate == Switch::Off || !(items > scale.items || over(scale.threshold)) {
            return None;
        }
        let (text, _) = without_secrets(text, ways.redaction);
        let question = lists::question(desk, path.as_ref(), guard.sort.as_deref());
        return lists::first(desk, &text, &question, size.tokens)
            .or_else(|| Some(texts::ends(desk, &text, size.tokens)));
    }
    // A number of a thousand digits is neither a record nor a text.
    if whole.kind() != Kind::Object {
        return over(scale.threshold).then(|| texts::ends(desk, &text, size.tokens));
    }
    if guard.summarize == Switch::Off || !over(scale.record) {
        return None;
    }
    let (text, _) = without_secrets(text, ways.redaction);
    let choice = records::Choice { keep: &guard.keep, strip: &guard.strip, fields: &[] };
    records::record(desk, &text, None, &choice, scale.record, size.tokens)
        .or_else(|| Some(texts::ends(desk, &text, size.tokens)))
}
