//! Judges the answers of a server, whoever asks for them: shared between threads.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::value::RawValue;

use super::desk::Desk;
use super::figures::{CallOf, Figures, Judged};
use super::judge::{Verdict, Ways, judge, probe};
use super::response::Response;
use super::scale::{Scale, count};
use super::secrets;
use super::write::replaced;
use crate::settings::Redaction;
use crate::settings::guard::{Guard, Hiding, Images, StoreAt, Switch, ToolGuard};
use crate::store::{Owner, Place, Vault};
use crate::text::json::{Json, Kind};

/// What is kept, and under which key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keeping {
    /// The folder of the store and its quota; nothing when nothing is to be stored, whatever the configuration says.
    pub place: Option<Place>,
    /// Whether secrets are hidden in what is changed.
    pub redaction: Redaction,
    /// The key of the cursors instead of the folder's own: 64 hexadecimal digits, or any word of 32 bytes at least.
    pub key: Option<String>,
}

/// The part of a configuration that holds for all tools.
#[derive(Clone)]
pub(in crate::mcp) struct Options {
    pub(in crate::mcp) vault: Arc<Vault>,
    pub(in crate::mcp) estimator: String,
    pub(in crate::mcp) seconds: u32,
    store: StoreAt,
    images: Images,
    resources: Switch,
    /// Why there is another store than was asked for.
    trouble: Option<String>,
}

/// Judges answers and gets what is stored of them.
pub struct Hardener {
    keeping: Keeping,
    get_name: String,
    options: RwLock<Options>,
}

impl std::fmt::Debug for Hardener {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Hardener").field("get_name", &self.get_name).finish_non_exhaustive()
    }
}

fn vault(at: &StoreAt, keeping: &Keeping) -> (Vault, Option<String>) {
    let key = keeping.key.clone();
    match (at, &keeping.place) {
        (StoreAt::Off, _) | (_, None) => (Vault::nowhere(), None),
        (StoreAt::Files, Some(place)) => (Vault::files(place.clone(), key), None),
        (StoreAt::Redis(url), place) => match Vault::redis(url, place.clone(), key) {
            Ok(vault) => (vault, None),
            Err(error) => (Vault::nowhere(), Some(error.to_string())),
        },
    }
}

impl Options {
    fn new(guard: &Guard, keeping: &Keeping) -> Self {
        let (vault, trouble) = vault(&guard.store, keeping);
        Self {
            vault: Arc::new(vault),
            estimator: guard.estimator.clone(),
            seconds: u32::try_from(guard.cursor_ttl.as_secs()).unwrap_or(u32::MAX),
            store: guard.store.clone(),
            images: guard.images,
            resources: guard.resources,
            trouble,
        }
    }
}

/// The time, in seconds since the epoch.
pub(in crate::mcp) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

impl Hardener {
    /// Judges by a configuration. `get_name` is the name of the tool that gets what is stored. Nothing is opened yet.
    #[must_use]
    pub fn open(guard: &Guard, keeping: &Keeping, get_name: &str) -> Self {
        let options = RwLock::new(Options::new(guard, keeping));
        Self { keeping: keeping.clone(), get_name: get_name.to_owned(), options }
    }

    /// Judges by another configuration from now on. The store stays open unless it is another one.
    pub fn obey(&self, guard: &Guard) {
        let mut options = self.options.write().unwrap_or_else(PoisonError::into_inner);
        let mut fresh = Options::new(guard, &self.keeping);
        if fresh.store == options.store {
            fresh.vault = Arc::clone(&options.vault);
            fresh.trouble.clone_from(&options.trouble);
        }
        *options = fresh;
    }

    pub(in crate::mcp) fn options(&self) -> Options {
        self.options.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether secrets of a tool's answers are hidden where they are shortened.
    pub(super) const fn redaction(&self, guard: &ToolGuard) -> Redaction {
        match (self.keeping.redaction, guard.redact) {
            (Redaction::Keep, _) | (_, Hiding::Never) => Redaction::Keep,
            (Redaction::Redact, _) => Redaction::Redact,
        }
    }

    /// The marks of who asks over HTTP; none for this machine's own client.
    pub(in crate::mcp) fn marks(&self, owner: Option<&Owner>) -> Vec<String> {
        owner.map(|owner| self.options().vault.marks(owner)).unwrap_or_default()
    }

    pub(in crate::mcp) fn get_name(&self) -> &str {
        &self.get_name
    }

    /// Judges an answer: `result` is the member `result` as it was written. What is left out of it is stored.
    #[must_use]
    pub fn judge(&self, of: &CallOf<'_>, result: &RawValue, guard: &ToolGuard) -> Judged {
        let options = self.options();
        let vault = Arc::clone(&options.vault);
        let is_wanted = guard.redact == Hiding::Always
            && guard.enabled == Switch::On
            && self.redaction(guard) == Redaction::Redact
            && !(of.method == "resources/read" && options.resources == Switch::Off);
        let hidden = if is_wanted { secrets::without(result.get(), of.method) } else { None };
        let hidden = hidden.and_then(|(text, count)| Some((RawValue::from_string(text).ok()?, count)));
        let Some((clean, number)) = hidden else {
            return self.judged(of, (result, 0), guard, &options, &vault);
        };
        let mut judged = self.judged(of, (&clean, number), guard, &options, &vault);
        if judged.result.is_none() {
            judged.figures.final_bytes = count(clean.get().len());
            judged.result = Some(clean);
        }
        judged
    }

    /// Judges an answer in which so many secrets are hidden already.
    pub(super) fn judge_hidden(
        &self,
        of: &CallOf<'_>,
        result: (&RawValue, u64),
        guard: &ToolGuard,
    ) -> Judged {
        let options = self.options();
        let vault = Arc::clone(&options.vault);
        self.judged(of, result, guard, &options, &vault)
    }

    /// Says what would become of an answer. Nothing is stored.
    #[must_use]
    pub fn weigh(&self, of: &CallOf<'_>, result: &RawValue, guard: &ToolGuard) -> Figures {
        self.judged(of, (result, 0), guard, &self.options(), &Vault::nowhere()).figures
    }

    fn judged(
        &self,
        of: &CallOf<'_>,
        (result, hidden): (&RawValue, u64),
        guard: &ToolGuard,
        options: &Options,
        vault: &Vault,
    ) -> Judged {
        let bytes = count(result.get().len());
        let mut figures = Figures { response_bytes: bytes, final_bytes: bytes, ..Figures::default() };
        let Some(outer) = Json::first(result.get().trim_start()) else {
            return Judged { result: None, figures };
        };
        // The result of a task that has ended is in what is reported of the task.
        let inner = match of.method {
            "tasks/get" => outer.get("result").filter(|inner| inner.kind() == Kind::Object),
            _ => None,
        };
        let nested = of.method == "tasks/get";
        let json = if nested { inner } else { Some(outer) };
        let Some(response) = json.and_then(|json| Response::read(json, of.method)) else {
            return Judged { result: None, figures };
        };
        let structured = response.compact();
        let text = probe(&response, structured.as_deref());
        let (scale, tokens) = Scale::new(&options.estimator, &guard.budgets, &text);
        drop(text);
        let desk = Desk::new(&scale, vault, &self.get_name, options.seconds, now(), of.tool);
        let desk = desk.owned(of.owner);
        let off = of.method == "resources/read" && options.resources == Switch::Off;
        let verdict = if off {
            Verdict { estimated: tokens, used: tokens, ..Verdict::default() }
        } else {
            let outside = outer.text().len().saturating_sub(response.json.text().len());
            let ways = Ways {
                redaction: self.redaction(guard),
                hidden,
                images: options.images,
                around: of.around.saturating_add(outside),
            };
            judge(&desk, &response, structured.as_deref(), tokens, guard, ways)
        };
        let result =
            verdict.result.map(|inner| if nested { replaced(outer, "result", &inner) } else { inner });
        let result = result.and_then(|text| RawValue::from_string(text).ok());
        figures = Figures {
            outcome: if result.is_some() { verdict.outcome } else { Default::default() },
            estimated_tokens: verdict.estimated,
            final_tokens: verdict.used,
            response_bytes: bytes,
            final_bytes: result.as_ref().map_or(bytes, |result| count(result.get().len())),
            item_count: verdict.items,
            budget: verdict.budget,
            trouble: scale.trouble.clone().or_else(|| desk.trouble()).or_else(|| options.trouble.clone()),
        };
        Judged { result, figures }
    }
}
