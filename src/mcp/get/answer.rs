//! Answers a call of the tool: always a new result, within the budget.

use serde_json::value::RawValue;

use super::arguments::{Arguments, shown as word_of};
use super::{grep, list, select};
use crate::mcp::harden::{
    BLOCK_BYTES, Choice, Cutting, Desk, Figures, Hardener, Judged, Kind, Options, Outcome, Place, QUERY,
    Question, Scale, Shown, Span, Wanted, failed, found, lines_of, log_answer, now, one_block, texts_first,
    texts_onward,
};
use crate::mcp::harden::{
    first_page, inner_list, list_items, list_page, list_question, record, roomy, wrong_fields,
};
use crate::page::List;
use crate::settings::guard::{Guard, ToolGuard};
use crate::store::{CursorError, Kept, Opened, Owner, VaultError};
use crate::text::json::{Json, JsonPath, Kind as JsonKind, Step};

/// Names that a refusal lists.
const NAMES: usize = 12;
/// What to do when a cursor leads nowhere.
const AGAIN: &str = "start again without a cursor";

/// What is stored under an id.
pub(super) struct Stored {
    /// The snapshot of the question.
    pub(super) id: String,
    /// The snapshot of the text.
    pub(super) base: String,
    pub(super) question: Question,
    pub(super) text: String,
    /// Whether the text is what is stored, byte for byte.
    exact: bool,
    /// The records of a log's failures.
    pub(super) records: Vec<u8>,
    /// Whether it is a log.
    pub(super) log: bool,
}

/// The words about trouble with the store.
fn trouble(error: &VaultError) -> String {
    match error {
        VaultError::Off => "nothing is stored".to_owned(),
        VaultError::Gone => "what it leads to is not stored any more".to_owned(),
        VaultError::Trouble(_) => error.to_string(),
    }
}

/// What a snapshot that another part of weir made is about.
fn guessed(desk: &Desk<'_>, text: &str) -> Question {
    match Json::parse(text) {
        Ok(json) if list_items(json).is_some() => {
            list_question(desk, inner_list(json).as_ref(), &ToolGuard::default())
        }
        Ok(json) if json.kind() == JsonKind::Object => Question { kind: Kind::Record, ..Question::default() },
        _ => Question::default(),
    }
}

fn open(desk: &Desk<'_>, id: &str, opened: Opened) -> Result<Stored, VaultError> {
    let question = Question::parse(opened.question());
    let of = question.as_ref().and_then(|question| question.of.clone());
    let opened = match &of {
        None => opened,
        Some(of) => desk.open(of)?,
    };
    let is_whole = opened.is_whole();
    let Kept { text, records, facts, .. } = opened.whole()?;
    let (text, exact) = match String::from_utf8(text) {
        Ok(text) => (text, is_whole),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), false),
    };
    let question = question.unwrap_or_else(|| guessed(desk, &text));
    let base = of.unwrap_or_else(|| id.to_owned());
    Ok(Stored { id: id.to_owned(), base, question, text, exact, records, log: !facts.verdict.is_empty() })
}

impl Stored {
    /// The snapshot that holds the text as it is here, if there is one.
    fn of(&self) -> Option<&str> {
        self.exact.then_some(self.base.as_str())
    }
}

/// Who asks, and whether nobody waits any more.
#[derive(Clone, Copy)]
pub struct Asker<'a> {
    /// The client, when it asks over HTTP.
    pub owner: Option<&'a Owner>,
    /// Whether the call was given up.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Asker<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Asker")
    }
}

/// What a call gets.
enum Got {
    Shown(Shown),
    /// A block as it was written.
    Block(String),
}

impl Hardener {
    /// The answer of the tool that gets what is stored: always a new result.
    #[must_use]
    pub fn get(&self, arguments: &RawValue, modern: bool, guard: &Guard) -> Judged {
        self.get_for(&Asker { owner: None, stop: &|| false }, arguments, modern, guard)
    }

    /// The same for whoever asks.
    #[must_use]
    pub fn get_for(&self, asker: &Asker<'_>, arguments: &RawValue, modern: bool, guard: &Guard) -> Judged {
        let Options { vault, estimator, seconds, .. } = self.options();
        let (scale, _) = Scale::new(&estimator, &guard.base.budgets, "");
        let desk = Desk::new(&scale, &vault, self.get_name(), seconds, now(), self.get_name());
        let desk = desk.owned(asker.owner);
        let got = got(&desk, asker, arguments, guard);
        let mut figures = Figures { budget: scale.threshold, ..Figures::default() };
        let result = match got {
            Ok(Got::Shown(shown)) => {
                let used = scale.exact(&shown.text);
                figures.outcome = shown.outcome;
                figures.budget = shown.budget;
                figures.estimated_tokens = shown.estimated;
                figures.final_tokens = used;
                figures.item_count = shown.total;
                found(&shown, used, modern)
            }
            Ok(Got::Block(block)) => {
                figures.outcome = Outcome::Media;
                let meta = Shown { outcome: Outcome::Media, budget: scale.threshold, ..Shown::default() };
                one_block(&block, &meta.meta(0), modern)
            }
            Err(why) => {
                figures.final_tokens = scale.tokens(&why);
                figures.estimated_tokens = figures.final_tokens;
                failed(&why, modern)
            }
        };
        figures.final_bytes =
            result.as_ref().map_or(0, |result| u64::try_from(result.get().len()).unwrap_or(u64::MAX));
        figures.response_bytes = figures.final_bytes;
        figures.trouble = scale.trouble.clone().or_else(|| desk.trouble());
        Judged { result, figures }
    }
}

/// Whether a call takes a while: then it should have a thread of its own.
#[must_use]
pub fn is_slow(arguments: Json<'_>) -> bool {
    arguments.get("select").is_some_and(|select| select.kind() != JsonKind::Null)
}

fn got(desk: &Desk<'_>, asker: &Asker<'_>, arguments: &RawValue, guard: &Guard) -> Result<Got, String> {
    let json = Json::parse(arguments.get()).map_err(|error| error.to_string())?;
    if !matches!(json.kind(), JsonKind::Object | JsonKind::Null) {
        return Err("the arguments must be an object".to_owned());
    }
    let most = u64::try_from(guard.base.budgets.max_page_size).unwrap_or(u64::MAX);
    let arguments = Arguments::read(json, most)?;
    if let Some(cursor) = &arguments.cursor {
        return follow(desk, cursor.trim(), &arguments).map(Got::Shown);
    }
    let id = arguments.id.as_deref().unwrap_or_default().trim();
    let stored = desk.open(id).and_then(|opened| open(desk, id, opened));
    let stored = stored.map_err(|error| {
        format!("the id {} leads nowhere: {}; call the tool again", word_of(id), trouble(&error))
    })?;
    if stored.question.kind == Kind::Media {
        let block = stored.text;
        return if block.len() <= BLOCK_BYTES {
            Ok(Got::Block(block))
        } else {
            Err("it is too large for one answer".to_owned())
        };
    }
    if let Some(program) = &arguments.select {
        return select::selected(desk, &stored, (program, asker), &arguments).map(Got::Shown);
    }
    part(desk, &stored, &arguments, guard).map(Got::Shown)
}

/// Follows a cursor.
fn follow(desk: &Desk<'_>, cursor: &str, arguments: &Arguments) -> Result<Shown, String> {
    let claim = desk.vault.read(cursor, QUERY, desk.now).map_err(|error| match error {
        CursorError::Malformed => format!("invalid cursor format; {AGAIN}"),
        CursorError::Expired => format!("the cursor has expired; {AGAIN}"),
        CursorError::Foreign => format!("the cursor is not one of this store; {AGAIN}"),
    })?;
    let gone = |error: VaultError| format!("the cursor leads nowhere: {}; {AGAIN}", trouble(&error));
    let opened = desk.open(&claim.snapshot).map_err(gone)?;
    let beyond = || format!("the cursor leads beyond the end; {AGAIN}");
    let question = Question::parse(opened.question()).filter(|question| question.kind == Kind::Text);
    if let Some(question) = question {
        let mut opened = match &question.of {
            None => opened,
            Some(of) => desk.open(of).map_err(gone)?,
        };
        let place = Place::of(claim.offset);
        let shown = texts_onward(desk, &mut opened, &claim.snapshot, &question, place).map_err(gone)?;
        return shown.ok_or_else(beyond);
    }
    let mut stored = open(desk, &claim.snapshot, opened).map_err(gone)?;
    if let Some(table) = arguments.table.filter(|table| *table != stored.question.table) {
        stored.question = Question { table, of: Some(stored.base.clone()), ..stored.question };
        stored.id = desk.keep(&stored.text, &stored.question).unwrap_or(stored.id);
    }
    let estimated = desk.scale.tokens(&stored.text);
    let Stored { id, question, text, .. } = &stored;
    let shown = match question.kind {
        Kind::List => {
            let wanted = Wanted {
                id: Some(id),
                question,
                first: usize::try_from(claim.offset).unwrap_or(usize::MAX),
                most: usize::try_from(arguments.limit.unwrap_or(question.most)).unwrap_or(usize::MAX),
                estimated,
                remark: None,
            };
            list_page(desk, text, &wanted)
        }
        Kind::Failures => Some(list::failures(desk, &stored, claim.offset, estimated)),
        Kind::Text | Kind::Record | Kind::Media => None,
    };
    shown.ok_or_else(beyond)
}

/// A part of what is stored.
fn part(desk: &Desk<'_>, stored: &Stored, arguments: &Arguments, guard: &Guard) -> Result<Shown, String> {
    let estimated = desk.scale.tokens(&stored.text);
    let text = stored.text.as_str();
    let of_items = stored.question.kind == Kind::List && arguments.range.is_none();
    if let Some(pattern) = arguments.grep.as_ref().filter(|_| of_items) {
        grep::checked(pattern)?;
        return listed(desk, stored, arguments, estimated);
    }
    if let Some(pattern) = &arguments.grep {
        return grep::grep(desk, stored, pattern, arguments.range, estimated);
    }
    if let Some(range) = arguments.range {
        let lines = lines_of(text);
        if range.first > lines {
            return Err(format!("there is no line {}: the text has {lines} lines", range.first));
        }
        let span = Span { first: range.first, last: range.last };
        return texts_first(desk, text, stored.of(), span, Cutting::named(desk), estimated)
            .ok_or_else(|| "these lines are empty".to_owned());
    }
    if arguments.failures {
        if !stored.log {
            return Err("what is stored is no log of tests or of a build, and has no failures".to_owned());
        }
        return Ok(list::failures(desk, stored, 0, estimated));
    }
    if let Some(path) = &arguments.path {
        return at_path(desk, stored, path, &arguments.fields, estimated);
    }
    if stored.log {
        let answer = log_answer(desk, text, Some(&stored.base), 0)
            .ok_or_else(|| "the log cannot be shown within the budget; lines gets a part".to_owned())?;
        return Ok(Shown {
            text: answer,
            outcome: Outcome::Filtered,
            budget: roomy(desk.scale.threshold),
            estimated,
            snapshot: Some(stored.base.clone()),
            ..Shown::default()
        });
    }
    match stored.question.kind {
        Kind::List => listed(desk, stored, arguments, estimated),
        Kind::Record if arguments.pages.is_none() => {
            if let Some(why) = Json::parse(text).ok().and_then(|whole| no_fields(whole, &arguments.fields)) {
                return Err(why);
            }
            let choice = Choice {
                keep: &guard.base.keep,
                strip: if arguments.fields.is_empty() { &guard.base.strip } else { &[] },
                fields: &arguments.fields,
                remark: None,
            };
            record(desk, text, Some(&stored.base), &choice, desk.scale.threshold, estimated)
                .ok_or_else(|| "what is stored is no record".to_owned())
        }
        Kind::Record => Err("what is stored is one record and has no pages; path gets a part".to_owned()),
        Kind::Text | Kind::Failures | Kind::Media => {
            if arguments.pages.is_some() || !arguments.fields.is_empty() {
                return Err("what is stored is a text; lines and grep get a part".to_owned());
            }
            texts_first(desk, text, stored.of(), Span::ALL, Cutting::usual(desk), estimated)
                .ok_or_else(|| "what is stored is empty".to_owned())
        }
    }
}

/// Why fields of a value cannot be had, when it has none of them.
pub(super) fn no_fields(value: Json<'_>, fields: &[JsonPath]) -> Option<String> {
    wrong_fields(std::iter::once(value), fields)
}

/// Pages of a list, or certain fields of its items.
fn listed(desk: &Desk<'_>, stored: &Stored, arguments: &Arguments, estimated: u64) -> Result<Shown, String> {
    let mut question = stored.question.clone();
    if let Some(limit) = arguments.limit {
        question.most = limit;
    }
    if !arguments.fields.is_empty() {
        let path = question.path.as_ref().and_then(|path| JsonPath::parse(path).ok());
        let list =
            List::find(&stored.text, path.as_ref()).map_err(|_| "what is stored is no list".to_owned())?;
        if let Some(why) = wrong_fields(list.items.iter().map(|item| item.json), &arguments.fields) {
            return Err(why);
        }
        question.fields = arguments.fields.iter().map(ToString::to_string).collect();
    }
    question.table = arguments.table.unwrap_or(question.table);
    if arguments.grep.is_some() {
        question.grep.clone_from(&arguments.grep);
    }
    let same = question == stored.question;
    let id = if same {
        Some(stored.id.clone())
    } else {
        question.of = Some(stored.base.clone());
        desk.keep(&stored.text, &question)
    };
    let (from, to) = arguments.pages.unwrap_or((1, 1));
    let first = from.saturating_sub(1).saturating_mul(question.most);
    let most = to.saturating_sub(from).saturating_add(1).saturating_mul(question.most);
    let wanted = Wanted {
        id: id.as_deref(),
        question: &question,
        first: usize::try_from(first).unwrap_or(usize::MAX),
        most: usize::try_from(most).unwrap_or(usize::MAX),
        estimated,
        remark: None,
    };
    let shown = list_page(desk, &stored.text, &wanted);
    shown.ok_or_else(|| "what is stored is no list".to_owned())
}

/// A text that is affordable, as it is.
pub(super) fn whole(desk: &Desk<'_>, text: &str, of: &str, estimated: u64) -> Shown {
    Shown {
        text: text.to_owned(),
        outcome: Outcome::Passed,
        budget: desk.scale.threshold,
        estimated,
        snapshot: Some(of.to_owned()),
        ..Shown::default()
    }
}

/// The value at a path: whole when it is affordable, else as any other value of its kind.
fn at_path(
    desk: &Desk<'_>,
    stored: &Stored,
    path: &JsonPath,
    fields: &[JsonPath],
    estimated: u64,
) -> Result<Shown, String> {
    let document = Json::parse(&stored.text)
        .map_err(|_| "what is stored is no JSON; lines and grep get a part of it".to_owned())?;
    let value = walked(document, path)?;
    if !fields.is_empty() {
        if let Some(why) = no_fields(value, fields) {
            return Err(why);
        }
        let choice = Choice { fields, ..Choice::default() };
        let budget = desk.scale.threshold;
        return record(desk, value.text(), None, &choice, budget, desk.scale.tokens(value.text()))
            .ok_or_else(|| format!("{path} has no fields"));
    }
    let string = value.string();
    let text = string.as_deref().unwrap_or(value.text());
    if desk.scale.affords(text, desk.scale.threshold) {
        return Ok(whole(desk, text, &stored.base, estimated));
    }
    let own = desk.scale.tokens(text);
    let shown = if path.steps().is_empty() {
        texts_first(desk, &stored.text, stored.of(), Span::ALL, Cutting::usual(desk), own)
    } else if value.is_scalar() {
        texts_first(desk, text, None, Span::ALL, Cutting::usual(desk), own)
    } else if list_items(value).is_some() {
        let question = list_question(desk, inner_list(value).as_ref(), &ToolGuard::default());
        first_page(desk, text, &question, own, None)
    } else {
        record(desk, text, None, &Choice::default(), desk.scale.threshold, own)
    };
    shown.ok_or_else(|| format!("{path} cannot be shown"))
}

fn walked<'a>(document: Json<'a>, path: &JsonPath) -> Result<Json<'a>, String> {
    let mut here = JsonPath::default();
    let mut value = document;
    for step in path.steps() {
        let found = match (value.kind(), step) {
            (JsonKind::Object, Step::Key(key)) => value.get(key),
            (JsonKind::Array, Step::Index(at)) => value.elements().nth(*at),
            (JsonKind::Array, Step::Key(key)) => key.parse().ok().and_then(|at| value.elements().nth(at)),
            _ => None,
        };
        let Some(found) = found else {
            let mut there: Vec<String> =
                value.fields().take(NAMES).map(|(name, _)| here.key(&name).to_string()).collect();
            if value.kind() == JsonKind::Array {
                there = vec![format!("{} items", value.count())];
            }
            let instead =
                if there.is_empty() { String::new() } else { format!("; there is {}", there.join(", ")) };
            return Err(format!("there is nothing at {path}{instead}"));
        };
        here = match step {
            Step::Key(key) => here.key(key),
            Step::Index(at) => here.index(*at),
        };
        value = found;
    }
    Ok(value)
}
