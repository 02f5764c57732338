//! Validated settings of what guards a client's context window in front of an MCP server: no environment, no files.
//!
//! The numbers and their defaults. Where they come from (flags, environment, a file) is the loader's matter, and what
//! they do to an answer is that of the guard itself.

use std::path::PathBuf;
use std::time::Duration;

use super::pattern::NamePattern;

/// A named set of defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Profile {
    /// The documented defaults.
    #[default]
    Mcp,
    /// Pages of 200 items, for clients that begin to use pages.
    SoftLanding,
    /// Budgets that keep an answer below what Claude Code shows.
    ClaudeCode,
    /// Budgets that keep an answer below what Codex shows.
    Codex,
}

/// What is done with answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GuardMode {
    /// Answers over their budget are changed.
    #[default]
    Enforce,
    /// Nothing is changed; records say what would have been.
    Observe,
    /// One half of the calls is changed, the other one is the control arm.
    Ab,
}

/// What is dealt to an arm, or to the share that is rolled out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Assign {
    /// A session as a whole.
    #[default]
    Session,
    /// Each call by itself.
    Call,
}

/// What happens to images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Images {
    /// They pass.
    #[default]
    Pass,
    /// They go to the store, and words take their place.
    Store,
}

/// Whether one way of changing an answer may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Switch {
    /// It may.
    #[default]
    On,
    /// It may not.
    Off,
}

/// Which secrets are hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hiding {
    /// Those of what is shortened or stored.
    #[default]
    Shortened,
    /// Those of small answers, too.
    Always,
    /// None.
    Never,
}

/// How lists are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListFormat {
    /// As JSON.
    #[default]
    Json,
    /// Lists of equal records as a table.
    Table,
}

/// How much of a server's list of tools is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolList {
    /// All of it.
    #[default]
    Full,
    /// Of each description its first sentence.
    Short,
    /// A tool that searches it, and one that calls what was found.
    Index,
}

/// Where snapshots are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreAt {
    /// In files of this machine.
    #[default]
    Files,
    /// In a Redis, by its URL.
    Redis(String),
    /// Nowhere: no cursors.
    Off,
}

/// What is recorded of calls.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Telemetry {
    /// The folder of the records; without one nothing is recorded.
    pub dir: Option<PathBuf>,
    /// The share of answers whose tokens are counted exactly, 0 to 1.
    pub sample: f64,
    /// The command that counts tokens exactly, as `exec:CMD`.
    pub counter: Option<String>,
    /// Files of records go when they are older than this many days.
    pub max_age_days: u64,
    /// Bytes that all files of records may take up; the oldest go first.
    pub max_bytes: u64,
    /// The URL of a collector that gets the same numbers as OTLP metrics.
    pub otlp: Option<String>,
}

impl Default for Telemetry {
    fn default() -> Self {
        Self { dir: None, sample: 0.01, counter: None, max_age_days: 30, max_bytes: 268_435_456, otlp: None }
    }
}

/// Bytes of text that belong to one token of a budget, unless bytes are limited by themselves.
pub const BYTES_PER_TOKEN: usize = 4;

/// The budgets of one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budgets {
    /// Items on a page, unless a call asks for another number.
    pub default_page_size: usize,
    /// Items on a page at most.
    pub max_page_size: usize,
    /// Estimated tokens of a list, a log, several blocks, an error.
    pub token_budget_threshold: usize,
    /// Estimated tokens of a list that passes whatever its number of items.
    pub small_list: usize,
    /// Estimated tokens of one record.
    pub item_budget: usize,
    /// Estimated tokens of one piece of a text.
    pub chunk_size: usize,
    /// Lines of one piece of a text.
    pub chunk_max_lines: usize,
    /// Bytes of text in any answer.
    pub hard_bytes: usize,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            default_page_size: 50,
            max_page_size: 200,
            token_budget_threshold: 4000,
            small_list: 1000,
            item_budget: 2000,
            chunk_size: 2000,
            chunk_max_lines: 200,
            hard_bytes: 16_000,
        }
    }
}

/// What holds for one tool, every pattern applied.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolGuard {
    /// Whether its answers are changed at all.
    pub enabled: Switch,
    /// Whether lists are paged.
    pub paginate: Switch,
    /// Whether records are digested.
    pub summarize: Switch,
    /// Whether texts are cut into pieces.
    pub chunk: Switch,
    /// Whether logs are filtered.
    pub filter: Switch,
    /// What is done with its answers.
    pub mode: GuardMode,
    /// Which secrets are hidden.
    pub redact: Hiding,
    /// How its lists are shown.
    pub format: ListFormat,
    /// The percent of sessions or calls that are changed, 0 to 100.
    pub rollout: u8,
    /// The order of lists: `FIELD:asc`, `FIELD:desc` or `auto`; none leaves them as they came.
    pub sort: Option<String>,
    /// Fields that stay in a digest, as globs of their paths.
    pub keep: Vec<String>,
    /// Fields that are left out of digests, as globs.
    pub strip: Vec<String>,
    /// Where the list is in an answer, as `.data.items`.
    pub path: Option<String>,
    /// Its budgets.
    pub budgets: Budgets,
}

/// The settings of a guard.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// Where the defaults come from.
    pub profile: Profile,
    /// What holds for a tool that no pattern names.
    pub base: ToolGuard,
    /// Names or globs, and what holds for the tools that they name, in the order of the file; already merged with the base.
    /// [`Guard::tool`] looks them up.
    pub tools: Vec<(NamePattern, ToolGuard)>,
    /// Only tools that one of these globs names are changed; none means all.
    pub only: Vec<NamePattern>,
    /// Tools that may be called; without a list all of them.
    pub allow: Option<Vec<NamePattern>>,
    /// Tools that may not be called, whatever allows them.
    pub deny: Vec<NamePattern>,
    /// How much of the list of tools is shown.
    pub tool_list: ToolList,
    /// A file with headers for a server over HTTP.
    pub header_file: Option<PathBuf>,
    /// How long a cursor is valid.
    pub cursor_ttl: Duration,
    /// The estimator of tokens, as `weir tokens` names it.
    pub estimator: String,
    /// What is dealt to arms and to the rollout.
    pub assign: Assign,
    /// What happens to images.
    pub images: Images,
    /// Whether `resources/read` is guarded too.
    pub resources: Switch,
    /// Bytes of one message at most.
    pub max_message_bytes: usize,
    /// Where snapshots are kept.
    pub store: StoreAt,
    /// What is recorded.
    pub telemetry: Telemetry,
}

/// The estimator unless another one is named.
pub const DEFAULT_ESTIMATOR: &str = "chars4-margin20";

impl Default for Guard {
    fn default() -> Self {
        Self {
            profile: Profile::default(),
            base: ToolGuard { rollout: 100, ..ToolGuard::default() },
            tools: Vec::new(),
            only: Vec::new(),
            allow: None,
            deny: Vec::new(),
            tool_list: ToolList::default(),
            header_file: None,
            cursor_ttl: Duration::from_secs(600),
            estimator: DEFAULT_ESTIMATOR.to_owned(),
            assign: Assign::default(),
            images: Images::default(),
            resources: Switch::On,
            max_message_bytes: 268_435_456,
            store: StoreAt::default(),
            telemetry: Telemetry::default(),
        }
    }
}

impl Guard {
    /// What holds for the tool of this name: an exact name comes before the first glob that matches, and what no pattern
    /// names follows the base. A tool that is none of `only` is not changed.
    #[must_use]
    pub fn tool(&self, name: &str) -> ToolGuard {
        let exact = self.tools.iter().find(|(pattern, _)| pattern.text() == name);
        let found = exact.or_else(|| self.tools.iter().find(|(pattern, _)| pattern.matches(name)));
        let tool = found.map_or(&self.base, |(_, tool)| tool).clone();
        let wanted = self.only.is_empty() || self.only.iter().any(|pattern| pattern.matches(name));
        if wanted { tool } else { ToolGuard { enabled: Switch::Off, ..tool } }
    }

    /// Whether a tool of the server may be listed and called.
    #[must_use]
    pub fn permits(&self, name: &str) -> bool {
        let named = |patterns: &[NamePattern]| patterns.iter().any(|pattern| pattern.matches(name));
        self.allow.as_deref().is_none_or(named) && !named(&self.deny)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(texts: &[&str]) -> Vec<NamePattern> {
        texts.iter().map(|text| NamePattern::new(text).unwrap()).collect()
    }

    #[test]
    fn an_exact_name_comes_before_the_first_glob_and_a_glob_before_the_base() {
        let with = |rollout| ToolGuard { rollout, ..ToolGuard::default() };
        let named = patterns(&["l*", "list_*", "list_all"]).into_iter().zip([1, 2, 3].map(with));
        let guard = Guard { tools: named.collect(), ..Guard::default() };
        let rollout = |name| guard.tool(name).rollout;
        assert_eq!((rollout("list_all"), rollout("list_some"), rollout("other")), (3, 1, 100));
    }

    #[test]
    fn a_tool_that_is_none_of_only_is_left_alone() {
        let guard = Guard { only: patterns(&["a*", "b"]), ..Guard::default() };
        assert_eq!(
            ["ab", "b", "c"].map(|name| guard.tool(name).enabled),
            [Switch::On, Switch::On, Switch::Off]
        );
    }
}
