//! Which way an answer is shortened, if any.

use std::borrow::Cow;

use super::desk::Desk;
use super::figures::Outcome;
use super::response::{Response, one_string};
use super::scale::count;
use super::shown::Shown;
use super::texts::{Cutting, Span};
use super::{lists, logs, media, records, secrets, texts, write};
use crate::recognize::documents;
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
    /// Secrets that were hidden already.
    pub(super) hidden: u64,
    /// Bytes of the line that are not of the result.
    pub(super) around: usize,
}

/// Bytes by which words may be longer than what they are in the place of.
const SLACK_BYTES: usize = 8_192;

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
    /// A document, and the text beside it that is no copy of it.
    Json(Cow<'a, str>, Cow<'a, str>),
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
    let structured = structured.filter(|_| !twice);
    let size = if twice {
        Size { tokens: scale.tokens(&response.joined("")), bytes: count(texts_bytes) }
    } else {
        size
    };
    let read = Read { document: document.is_some(), items };
    let shown = shortened(desk, response, structured, size, read, guard, ways);
    let mut line = ways.around.saturating_add(response.json.text().len());
    // Words may be longer than what they are in the place of: then one more block goes.
    for last in [false, true] {
        let words = media::words(desk, &response.blocks, line, ways.images);
        let (texts, shown) = match &shown {
            Some(shown) => (write::Texts::New(&shown.text), shown.clone()),
            None if twice || !words.is_empty() => {
                let left = response.joined("").into_owned();
                let printed = words.iter().fold(left, |text, (_, word)| text + word);
                let shown = Shown {
                    text: printed,
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
        let result = write::changed(response, &texts, &words, &shown.meta(used));
        let new_line = ways.around.saturating_add(result.len());
        let over = new_line.saturating_sub(media::LINE_BYTES);
        verdict.result = Some(result);
        verdict.outcome = shown.outcome;
        verdict.used = used;
        verdict.budget = shown.budget;
        if last || over == 0 {
            break;
        }
        line = line.saturating_add(over).saturating_add(SLACK_BYTES);
    }
    verdict
}

/// Remarks as one.
fn joined(remarks: [Option<&str>; 2]) -> Option<String> {
    let remarks: Vec<&str> = remarks.into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

impl Ways {
    /// A text without its secrets, and how many were hidden, those before included.
    fn clean<'a>(&self, text: Cow<'a, str>) -> (Cow<'a, str>, u64) {
        let (text, count) = without_secrets(text, self.redaction);
        (text, count.saturating_add(self.hidden))
    }
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
        return Some(failure(desk, response, structured, size, guard, ways));
    }
    match data(desk, response, structured, read, guard)? {
        Data::Json(text, beside) => document(desk, (text, beside), size, read.items, guard, ways),
        Data::Text(text) => {
            if !over(scale.chunk) {
                return None;
            }
            let (text, redacted) = ways.clean(text);
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
            let cutting = Cutting { hidden: redacted, ..Cutting::usual(desk) };
            texts::first(desk, &text, None, Span::ALL, cutting, size.tokens)
        }
        Data::Blocks(text) => {
            if !over(scale.threshold) {
                return None;
            }
            let (text, redacted) = ways.clean(Cow::Owned(text));
            log(desk, &text, redacted, size, guard)
                .or_else(|| Some(texts::ends(desk, &text, redacted, size.tokens)))
        }
    }
}

/// Two texts as one, each on lines of its own.
fn after_each_other(one: &str, other: &str) -> String {
    let between = if one.ends_with('\n') { "" } else { "\n" };
    format!("{one}{between}{other}")
}

/// An error. Its text and its structured content are one text, unless one of them is in the other.
fn failure(
    desk: &Desk<'_>,
    response: &Response<'_>,
    structured: Option<&str>,
    size: Size,
    guard: &ToolGuard,
    ways: Ways,
) -> Shown {
    let texts = response.joined("\n");
    let whole = structured.unwrap_or_default();
    let body = match response.structured_string() {
        Some(one) if structured.is_some() => one,
        _ => Cow::Borrowed(whole),
    };
    let (text, turned) = if texts.contains(body.as_ref()) {
        (texts, None)
    } else if body.contains(texts.as_ref()) || response.is_same(whole) {
        (body, None)
    } else {
        // In a log that is JSON, the JSON comes first: a log that begins with other lines is none.
        let turned = after_each_other(&body, &texts);
        (Cow::Owned(after_each_other(&texts, &body)), Some(turned))
    };
    let (text, redacted) = ways.clean(text);
    let found = log(desk, &text, redacted, size, guard).or_else(|| {
        let (turned, redacted) = ways.clean(Cow::Owned(turned?));
        log(desk, &turned, redacted, size, guard)
    });
    found.unwrap_or_else(|| texts::ends(desk, &text, redacted, size.tokens))
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
    guard: &ToolGuard,
) -> Option<Data<'a>> {
    let scale = desk.scale;
    let Some(whole) = structured else {
        let Some(only) = response.only_text() else {
            let joined = response.joined("\n");
            return (!joined.is_empty()).then(|| Data::Blocks(joined.into_owned()));
        };
        // Without structured content, what was read is this text.
        let document = read.document && response.structured.is_none();
        if !document {
            return Some(Data::Text(Cow::Borrowed(only)));
        }
        let one = Json::first(only.trim_start()).and_then(one_string);
        return Some(match one {
            Some(one) => Data::Text(one),
            None => Data::Json(Cow::Borrowed(only), Cow::Borrowed("")),
        });
    };
    let texts = response.joined("\n");
    if let Some(one) = response.structured_string()
        && (texts.len() <= one.len() || texts == one || response.is_copy())
    {
        return Some(Data::Text(one));
    }
    let is_copy = texts.is_empty() || response.is_copy();
    let large = !scale.affords(whole, scale.record);
    let is_data = match read.items {
        Some(items) => guard.paginate == Switch::On && (large || items > scale.items),
        None => guard.summarize == Switch::On && large && whole.starts_with('{'),
    };
    if is_copy || is_data || (large && texts.len() <= whole.len()) {
        let beside = if is_copy { Cow::Borrowed("") } else { texts };
        return Some(Data::Json(Cow::Borrowed(whole), beside));
    }
    // Small facts beside a large text: both are kept.
    Some(Data::Blocks(after_each_other(&texts, whole)))
}

/// A document: a list by pages, a record by its digest.
fn document(
    desk: &Desk<'_>,
    (text, beside): (Cow<'_, str>, Cow<'_, str>),
    size: Size,
    items: Option<usize>,
    guard: &ToolGuard,
    ways: Ways,
) -> Option<Shown> {
    let scale = desk.scale;
    let over = |budget: u64| size.tokens > budget || size.bytes > scale.hard;
    // It was checked when it was read.
    let whole = Json::first(text.trim_start())?;
    if guard.filter == Switch::On && over(scale.threshold) && documents::sniff(text.as_bytes()).is_some() {
        let (hidden, redacted) = ways.clean(Cow::Borrowed(&text));
        if let Some(log) = logs::read(&hidden) {
            return logs::filtered(desk, &hidden, log, redacted, size.tokens);
        }
    }
    let path = lists::path_of(whole, guard);
    if let Some(items) = items {
        let is_small = size.tokens <= scale.small && !over(scale.threshold);
        if guard.paginate == Switch::Off || is_small || !(items > scale.items || over(scale.threshold)) {
            return None;
        }
        let (text, redacted) = ways.clean(text);
        let (beside, more) = without_secrets(beside, ways.redaction);
        let hidden = secrets::remark(redacted.saturating_add(more));
        let remark = joined([texts::remark(desk, &beside).as_deref(), hidden.as_deref()]);
        let question = lists::question(desk, path.as_ref(), guard);
        let shown = lists::first(desk, &text, &question, size.tokens, remark.as_deref());
        return shown.or_else(|| Some(texts::ends(desk, &text, redacted, size.tokens)));
    }
    // A number of a thousand digits is neither a record nor a text.
    if whole.kind() != Kind::Object {
        return over(scale.threshold).then(|| texts::ends(desk, &text, 0, size.tokens));
    }
    if guard.summarize == Switch::Off || !over(scale.record) {
        return None;
    }
    let (text, redacted) = ways.clean(text);
    let (beside, more) = without_secrets(beside, ways.redaction);
    let hidden = secrets::remark(redacted.saturating_add(more));
    let remark = joined([texts::remark(desk, &beside).as_deref(), hidden.as_deref()]);
    let choice =
        records::Choice { keep: &guard.keep, strip: &guard.strip, fields: &[], remark: remark.as_deref() };
    records::record(desk, &text, None, &choice, scale.record, size.tokens)
        .or_else(|| Some(texts::ends(desk, &text, redacted, size.tokens)))
}
