//! What becomes of an answer that may be too large: it is judged, and a record is made of it.
//!
//! An answer of the control arm is weighed and passes: the record says what would have been.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;

use super::arms::Arms;
use super::facts::{Facts, GET};
use super::in_flight::Call;
use super::journal::{Journal, Level, named};
use super::listing::Listed;
use super::long_error::{MOST_DEPTH, depth};
use super::origins::{Origin, Origins};
use super::rules::Rules;
use crate::budget::{Estimator, Fit};
use crate::mcp::get::Asker;
use crate::mcp::harden::{CallOf, Figures, Hardener, Judged, Keeping, Outcome};
use crate::settings::guard::{Guard, GuardMode, Profile, Switch, ToolGuard};
use crate::telemetry::{Arm, Call as Record, Fetch, Tools, Writer};
use crate::text::json::{Json, Kind, compact, string};

/// Bytes of a result without content that pass as they are.
const MOST_ODD_BYTES: usize = 16_000;

/// The answer when judging fails: nothing unbounded passes.
const FAULT: &str = "weir: a bug in weir; the answer is left out";

/// How long the last records may take to be written.
const PARTING: Duration = Duration::from_secs(1);

/// Judges answers.
#[derive(Debug)]
pub struct Guarding {
    judge: Mutex<Judge>,
    keeping: Keeping,
    arms: Arms,
    records: Writer,
    origins: Origins,
    /// What the server is called as long as its name is not known.
    server: String,
}

/// Who judges, and the name of the get tool that it prints.
#[derive(Clone, Debug)]
struct Judge {
    hardener: Arc<Hardener>,
    get_name: String,
}

impl Guarding {
    /// Judges by these settings. `server` is a name for the server.
    pub fn new(guard: &Guard, keeping: Keeping, session: String, server: String) -> Self {
        let hardener = Arc::new(Hardener::open(guard, &keeping, GET));
        let judge = Mutex::new(Judge { hardener, get_name: GET.to_owned() });
        let records = Writer::new(&guard.telemetry);
        Self { judge, keeping, arms: Arms::new(session), records, origins: Origins::default(), server }
    }

    fn judge_now(&self) -> MutexGuard<'_, Judge> {
        self.judge.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Judges by other settings from now on.
    pub fn follow(&self, guard: &Guard) {
        self.judge_now().hardener.obey(guard);
        self.records.follow(&guard.telemetry);
    }

    /// The arms.
    pub fn arms(&self) -> &Arms {
        &self.arms
    }

    /// Whether an answer of this call may be changed.
    pub fn acts_on(&self, call: &Call) -> bool {
        let tool = call.rules.tool(call.tool.as_deref().unwrap_or_default());
        tool.enabled == Switch::On && self.arms.may_harden(&tool, call.rules.guard().assign)
    }

    /// The records.
    pub fn records(&self) -> &Writer {
        &self.records
    }

    /// Nothing more is judged.
    pub(in crate::mcp) fn close(&self) {
        self.records.close(PARTING);
    }

    /// The get tool has this name from now on.
    pub fn name_get_tool(&self, name: &str, rules: &Rules) {
        let mut judge = self.judge_now();
        if judge.get_name != name {
            judge.hardener = Arc::new(Hardener::open(rules.guard(), &self.keeping, name));
            name.clone_into(&mut judge.get_name);
        }
    }

    /// The result of a call of the get tool, as JSON. A record is made of it: what is fetched later was not saved.
    pub(super) fn get(
        &self,
        facts: &Facts,
        arguments: Option<Json<'_>>,
        (modern, rules): (bool, &Rules),
        asker: &Asker<'_>,
    ) -> String {
        let begun = Instant::now();
        let arguments = arguments.map_or("null", Json::text);
        let hardener = self.hardener();
        let got = || {
            let arguments = serde_json::from_str::<&RawValue>(arguments).ok()?;
            hardener.get_for(asker, arguments, modern, rules.guard()).result
        };
        let result = catch_unwind(AssertUnwindSafe(got)).ok().flatten();
        let result = result.map_or_else(|| fault("tools/call", modern), |result| result.get().to_owned());
        let json = Json::parse(&result).ok();
        let origin = self.origins.of(&result);
        self.records.fetched(&Fetch {
            session: self.arms.session().to_owned(),
            server: facts.server().unwrap_or_else(|| self.server.clone()),
            mode: origin.as_ref().map_or(GuardMode::Enforce, |origin| origin.mode),
            outcome: origin.as_ref().map(|origin| origin.outcome),
            tool: origin.map_or_else(|| facts.get_name(), |origin| origin.tool),
            final_tokens: json.map_or(0, |json| tokens(&answer_text(json))),
            final_bytes: bytes(&result),
            overhead: begun.elapsed(),
            is_error: json.is_some_and(is_error),
        });
        result
    }

    /// A list of tools was answered.
    pub(super) fn listed(&self, facts: &Facts, rules: &Rules, listed: &Listed) {
        self.records.tools(&Tools {
            session: self.arms.session().to_owned(),
            server: facts.server().unwrap_or_else(|| self.server.clone()),
            mode: rules.guard().base.mode,
            list: listed.list,
            tools: listed.tools,
            listed: listed.listed,
            denied: listed.denied,
            tokens_before: listed.before,
            tokens_after: listed.after,
        });
    }

    /// Who judges.
    pub(in crate::mcp) fn hardener(&self) -> Arc<Hardener> {
        Arc::clone(&self.judge_now().hardener)
    }

    /// A call was answered by weir itself.
    pub(super) fn own_call(
        &self,
        (facts, journal): (&Facts, &Journal),
        call: &Call,
        figures: &Figures,
        arrived: Instant,
    ) {
        note(journal, call, figures, true);
        let tool = call.rules.tool(call.tool.as_deref().unwrap_or_default());
        self.record(facts, call, &tool, figures, (Arm::Hardened, false), arrived, String::new);
    }

    /// A call was answered by an error.
    pub fn failed(
        &self,
        facts: &Facts,
        call: &Call,
        error: Json<'_>,
        bounded: Option<&str>,
        arrived: Instant,
    ) {
        if call.method != "tools/call" {
            return;
        }
        let sizes = |text: &str| (tokens(text), bytes(text));
        let (estimated_tokens, response_bytes) = sizes(error.text());
        let (final_tokens, final_bytes) = sizes(bounded.unwrap_or(error.text()));
        let outcome = if bounded.is_some() { Outcome::Clipped } else { Outcome::Passed };
        let figures = Figures {
            outcome,
            estimated_tokens,
            response_bytes,
            final_tokens,
            final_bytes,
            budget: u64::MAX,
            ..Figures::default()
        };
        let tool = call.rules.tool(call.tool.as_deref().unwrap_or_default());
        let how = (Arm::Hardened, true);
        self.record(facts, call, &tool, &figures, how, arrived, || error.text().to_owned());
    }

    /// Another result in the place of one that is too large; `around` is the bytes of its line that are not of it.
    pub fn judge(
        &self,
        (facts, journal): (&Facts, &Journal),
        call: &Call,
        (result, around): (Json<'_>, usize),
        arrived: Instant,
    ) -> Option<String> {
        let name = call.tool.as_deref().unwrap_or_default();
        let guard = call.rules.guard();
        if is_handle(facts, result, name)
            || (call.method == "resources/read" && guard.resources == Switch::Off)
        {
            return None;
        }
        let tool = call.rules.tool(name);
        let arm = self.arms.deal(&tool, guard.assign);
        let acts = tool.enabled == Switch::On && arm == Arm::Hardened;
        let flat = acts.then(|| flattened(result, call)).flatten();
        let judged = self.judged(call, flat.as_deref().unwrap_or(result.text()), &tool, (acts, around));
        note(journal, call, &judged.figures, acts);
        let how = (arm, is_error(result));
        self.record(facts, call, &tool, &judged.figures, how, arrived, || answer_text(result));
        let changed = judged.result.map(|result| result.get().to_owned());
        if let Some(changed) = changed.as_ref().filter(|_| acts) {
            let (tool_name, outcome) = (call.tool.as_ref().unwrap_or(&call.method), judged.figures.outcome);
            self.origins.learn(changed, || Origin { tool: tool_name.clone(), mode: tool.mode, outcome });
        }
        changed.or(flat).filter(|_| acts)
    }

    fn judged(&self, call: &Call, text: &str, tool: &ToolGuard, (acts, around): (bool, usize)) -> Judged {
        let hardener = self.hardener();
        let name = call.tool.as_deref().unwrap_or(&call.method);
        let owner = call.owner.as_deref();
        let of = CallOf { method: &call.method, tool: name, modern: call.modern, around, owner };
        let judge = || {
            let raw = serde_json::from_str::<&RawValue>(text).ok()?;
            Some(if acts {
                hardener.judge(&of, raw, tool)
            } else {
                Judged { result: None, figures: hardener.weigh(&of, raw, tool) }
            })
        };
        catch_unwind(AssertUnwindSafe(judge)).ok().flatten().unwrap_or_else(|| Judged {
            result: RawValue::from_string(fault(&call.method, call.modern)).ok(),
            figures: Figures {
                outcome: Outcome::Clipped,
                estimated_tokens: tokens(text),
                final_tokens: tokens(FAULT),
                response_bytes: bytes(text),
                final_bytes: bytes(FAULT),
                ..Figures::default()
            },
        })
    }

    #[expect(clippy::too_many_arguments, reason = "a record has many columns")]
    fn record(
        &self,
        facts: &Facts,
        call: &Call,
        tool: &ToolGuard,
        figures: &Figures,
        (arm, is_error): (Arm, bool),
        arrived: Instant,
        text: impl FnOnce() -> String,
    ) {
        let looks = arm == Arm::Control;
        let record = Record {
            session: self.arms.session().to_owned(),
            server: facts.server().unwrap_or_else(|| self.server.clone()),
            method: call.method.clone(),
            tool: call.tool.clone().unwrap_or_else(|| call.method.clone()),
            mode: tool.mode,
            arm,
            outcome: if looks { Outcome::Passed } else { figures.outcome },
            estimated_tokens: figures.estimated_tokens,
            response_bytes: figures.response_bytes,
            final_tokens: if looks { figures.estimated_tokens } else { figures.final_tokens },
            final_bytes: if looks { figures.response_bytes } else { figures.final_bytes },
            item_count: figures.item_count.unwrap_or(1),
            latency: arrived.saturating_duration_since(call.since),
            overhead: call.before.saturating_add(arrived.elapsed()),
            oversized: figures.estimated_tokens > figures.budget,
            would_be: looks.then_some((figures.outcome, figures.final_tokens)),
            is_error,
            client_tokens: client_tokens(call.rules.guard().profile),
        };
        self.records.call(&record, text);
    }
}

/// Whether a tool says that it failed.
fn is_error(result: Json<'_>) -> bool {
    result.get("isError").is_some_and(|is_error| is_error.text() == "true")
}

/// Tokens that the client of a profile shows of an answer at most.
fn client_tokens(profile: Profile) -> Option<u64> {
    let reader = match profile {
        Profile::ClaudeCode => "claude-code",
        Profile::Codex => "codex",
        Profile::Mcp | Profile::SoftLanding => return None,
    };
    Fit::named(reader).and_then(Fit::tokens)
}

pub(super) fn tokens(text: &str) -> u64 {
    let chars = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
    Estimator::Chars4Margin20.of_chars(chars).unwrap_or(chars)
}

fn bytes(text: &str) -> u64 {
    u64::try_from(text.len()).unwrap_or(u64::MAX)
}

/// The result in the place of one that could not be judged.
fn fault(method: &str, modern: bool) -> String {
    let complete = if modern { r#","resultType":"complete""# } else { "" };
    match method {
        "resources/read" => format!(r#"{{"contents":[]{complete}}}"#),
        _ => format!(r#"{{"content":[{{"type":"text","text":"{FAULT}"}}],"isError":true{complete}}}"#),
    }
}

/// Whether a result is no answer yet: a question to the client, or the handle of a task, whose tool is remembered.
fn is_handle(facts: &Facts, result: Json<'_>, tool: &str) -> bool {
    let (mut kind, mut id, mut task, mut has_content) = (None, None, None, false);
    // One way through: a result may be large.
    for (key, value) in result.fields() {
        match key.as_ref() {
            "resultType" => kind = value.string(),
            "taskId" => id = value.string(),
            "task" => task = Some(value),
            "content" => has_content = true,
            _ => {}
        }
    }
    let is_partial = kind.is_some_and(|kind| kind != "complete");
    let of_session = task.filter(|_| !has_content).and_then(|task| task.get("taskId")).and_then(Json::string);
    let handle = if is_partial { id } else { of_session };
    if let Some(task) = &handle {
        facts.task(task, tool);
    }
    is_partial || handle.is_some()
}

/// A result that is nested too deep for clients, or that is long and has nothing to shorten where clients look, as one
/// with a text.
fn flattened(result: Json<'_>, call: &Call) -> Option<String> {
    let is_odd = || result.text().len() > MOST_ODD_BYTES && !has_content(result, &call.method);
    if depth(result.text()) <= MOST_DEPTH && !is_odd() {
        return None;
    }
    let mut text = String::new();
    string(result.text(), &mut text);
    let complete = if call.modern { r#","resultType":"complete""# } else { "" };
    Some(match call.method.as_str() {
        "resources/read" => format!(r#"{{"contents":[{{"uri":"","text":{text}}}]{complete}}}"#),
        _ => format!(r#"{{"content":[{{"type":"text","text":{text}}}]{complete}}}"#),
    })
}

/// Whether a result has what its method promises, in the form that the protocol wants.
fn has_content(result: Json<'_>, method: &str) -> bool {
    let is = |value: Json<'_>, kind: Kind| value.kind() == kind;
    match method {
        "tools/call" | "tasks/result" => result.fields().any(|(name, value)| match name.as_ref() {
            "content" => is(value, Kind::Array),
            "structuredContent" => !is(value, Kind::Null),
            _ => false,
        }),
        // Reports of a task, and files, have a form of their own.
        _ => true,
    }
}

/// What a client shows of an answer: its texts or its structured content, whichever is more.
fn answer_text(result: Json<'_>) -> String {
    let mut text = String::new();
    for list in ["content", "contents"] {
        for block in result.get(list).into_iter().flat_map(Json::elements) {
            let own = block.get("text").or_else(|| block.get("resource").and_then(|inner| inner.get("text")));
            if let Some(own) = own.and_then(Json::string) {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&own);
            }
        }
    }
    let structured = result.get("structuredContent").filter(|structured| structured.kind() != Kind::Null);
    let mut other = String::new();
    if let Some(structured) = structured {
        compact(structured.text(), &mut other);
    }
    if other.len() > text.len() { other } else { text }
}

fn note(journal: &Journal, call: &Call, figures: &Figures, acts: bool) {
    let tool = named(call.tool.as_deref().unwrap_or(&call.method));
    let Figures { outcome, estimated_tokens, final_tokens, .. } = figures;
    let word = outcome.name();
    if let Some(trouble) = &figures.trouble {
        journal.note(Level::Warn, &format!("{tool}: {}", crate::text::one_line(trouble)));
    }
    let (level, line) = match (outcome, acts) {
        (Outcome::Passed, _) => (Level::Debug, format!("{word} {tool}: {estimated_tokens} tokens")),
        (_, true) => (Level::Info, format!("{word} {tool}: {estimated_tokens} -> {final_tokens} tokens")),
        (_, false) => (
            Level::Debug,
            format!("passed {tool}: {estimated_tokens} tokens; would be {word}, {final_tokens} tokens"),
        ),
    };
    journal.note(level, &line);
}
