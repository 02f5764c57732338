//! What becomes of an answer that may be too large: it is judged, and a record is made of it.
//!
//! A call of the control arm is judged like any other, and its answer passes: the record says what would have been.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;

use super::arms::{Arm, Arms};
use super::in_flight::Call;
use super::journal::{Level, named};
use super::long_error::{MOST_DEPTH, depth};
use super::rules::Rules;
use super::session::Session;
use crate::mcp::harden::{CallOf, Figures, Hardener, Judged, Keeping, Outcome};
use crate::settings::guard::{Guard, Switch, ToolGuard};
use crate::text::json::{Json, string};

/// What is said when judging fails: nothing unbounded passes.
const FAULT: &str = r#"{"content":[{"type":"text","text":"weir: a fault in weir itself; the answer is left out"}],"isError":true}"#;

/// Judges answers.
#[derive(Debug)]
pub struct Guarding {
    hardeners: Mutex<Hardeners>,
    arms: Arms,
    store: Switch,
    redact: Switch,
}

/// The one that keeps originals, and the one that only looks.
#[derive(Clone, Debug)]
struct Hardeners {
    acting: Arc<Hardener>,
    looking: Arc<Hardener>,
    get_name: String,
}

impl Hardeners {
    fn open(guard: &Guard, store: Switch, redact: Switch, get_name: &str) -> Self {
        let open = |store| Arc::new(Hardener::open(guard, &Keeping { store, redact }, get_name));
        Self { acting: open(store), looking: open(Switch::Off), get_name: get_name.to_owned() }
    }
}

impl Guarding {
    /// Judges by these settings.
    pub fn new(guard: &Guard, store: Switch, redact: Switch, arms: Arms) -> Self {
        let hardeners = Mutex::new(Hardeners::open(guard, store, redact, super::facts::GET));
        Self { hardeners, arms, store, redact }
    }

    fn hardeners(&self) -> Hardeners {
        self.hardeners.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The get tool has this name from now on.
    pub fn name_get_tool(&self, name: &str, rules: &Rules) {
        let mut hardeners = self.hardeners.lock().unwrap_or_else(PoisonError::into_inner);
        if hardeners.get_name != name {
            *hardeners = Hardeners::open(rules.guard(), self.store, self.redact, name);
        }
    }

    /// The result of a call of the get tool, as JSON.
    pub fn get(&self, arguments: Option<Json<'_>>, modern: bool, rules: &Rules) -> String {
        let arguments = arguments.map_or("null", Json::text);
        let Ok(arguments) = serde_json::from_str::<&RawValue>(arguments) else { return FAULT.to_owned() };
        let hardener = self.hardeners().acting;
        let judged = catch_unwind(AssertUnwindSafe(|| hardener.get(arguments, modern, rules.guard())));
        let result = judged.ok().and_then(|judged| judged.result);
        result.map_or_else(|| FAULT.to_owned(), |result| result.get().to_owned())
    }

    /// A call was answered by an error.
    pub fn failed(&self, _call: &Call, _error: Json<'_>, _arrived: Instant) {}

    /// Another result in the place of one that is too large.
    pub fn judge(
        &self,
        session: &Session,
        call: &Call,
        result: Json<'_>,
        arrived: Instant,
    ) -> Option<String> {
        let named_tool = call.tool.as_deref().unwrap_or_default();
        if call.method == "resources/read" && call.rules.guard().resources == Switch::Off {
            return None;
        }
        if is_handle(session, result, named_tool) {
            return None;
        }
        let tool = call.rules.tool(named_tool);
        let touched = call.rules.touches(named_tool);
        let arm = self.arms.deal(tool, call.rules.guard().assign);
        let acts = touched && arm == Arm::Hardened;
        let flat = acts.then(|| flattened(result)).flatten();
        let text = flat.as_deref().unwrap_or(result.text());
        let judged = self.judged(call, text, tool, acts)?;
        let changed = judged.result.map(|result| result.get().to_owned()).or(flat).filter(|_| acts);
        let shown = call.tool.as_deref().unwrap_or(&call.method);
        note(session, shown, &judged.figures, acts);
        self.record(call, &judged.figures, arm, arrived.elapsed());
        changed
    }

    fn judged(&self, call: &Call, text: &str, tool: &ToolGuard, acts: bool) -> Option<Judged> {
        let raw = serde_json::from_str::<&RawValue>(text).ok()?;
        let hardeners = self.hardeners();
        let hardener = if acts { hardeners.acting } else { hardeners.looking };
        let of = CallOf {
            method: &call.method,
            tool: call.tool.as_deref().unwrap_or_default(),
            modern: call.modern,
        };
        let judged = catch_unwind(AssertUnwindSafe(|| hardener.judge(&of, raw, tool)));
        judged.ok().or_else(|| {
            let bytes = u64::try_from(text.len()).unwrap_or(u64::MAX);
            let figures = Figures {
                outcome: Outcome::Clipped,
                estimated_tokens: bytes,
                final_tokens: 0,
                response_bytes: bytes,
                final_bytes: 0,
                item_count: None,
            };
            Some(Judged { result: RawValue::from_string(FAULT.to_owned()).ok(), figures })
        })
    }

    fn record(&self, _call: &Call, _figures: &Figures, _arm: Arm, _overhead: Duration) {
        let _ = self.arms.session();
    }
}

/// Whether a result is no answer yet: a question to the client, or the handle of a task, whose tool is remembered.
fn is_handle(session: &Session, result: Json<'_>, tool: &str) -> bool {
    let kind = result.get("resultType").and_then(Json::string);
    if kind.as_deref().is_some_and(|kind| kind != "complete") {
        if let Some(task) = result.get("taskId").and_then(Json::string) {
            session.facts.task(&task, tool);
        }
        return true;
    }
    let task = result.get("task").filter(|_| result.get("content").is_none());
    if let Some(task) = task.and_then(|task| task.get("taskId")).and_then(Json::string) {
        session.facts.task(&task, tool);
        return true;
    }
    false
}

/// A result that is nested too deep for clients, as a text.
fn flattened(result: Json<'_>) -> Option<String> {
    if depth(result.text()) <= MOST_DEPTH {
        return None;
    }
    let mut text = String::new();
    string(result.text(), &mut text);
    Some(format!("{{\"content\":[{{\"type\":\"text\",\"text\":{text}}}]}}"))
}

fn note(session: &Session, tool: &str, figures: &Figures, acts: bool) {
    let Figures { outcome, estimated_tokens, final_tokens, .. } = figures;
    let word = word(*outcome);
    let tool = named(tool);
    match (outcome, acts) {
        (Outcome::Passed, _) => {
            session.journal.note(Level::Debug, &format!("{word} {tool}: {estimated_tokens} tokens"));
        }
        (_, true) => session
            .journal
            .note(Level::Info, &format!("{word} {tool}: {estimated_tokens} -> {final_tokens} tokens")),
        (_, false) => session.journal.note(
            Level::Debug,
            &format!("passed {tool}: {estimated_tokens} tokens, would be {word}, {final_tokens} tokens"),
        ),
    }
}

/// An outcome in the log and in the records.
pub(super) const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Paginated => "paginated",
        Outcome::Summarized => "summarized",
        Outcome::Chunked => "chunked",
        Outcome::Filtered => "filtered",
        Outcome::Clipped => "clipped",
        Outcome::Media => "media",
    }
}
