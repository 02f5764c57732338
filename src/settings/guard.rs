//! Validated settings of what guards a client's context window in front of an MCP server: no environment, no files.
//!
//! The numbers and their defaults. Where they come from (flags, environment, a file) is the loader's matter, and what
//! they do to an answer is that of the guard itself.

use std::path::PathBuf;
use std::time::Duration;

/// What is done with answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
pub enum Assign {
    /// A session as a whole.
    #[default]
    Session,
    /// Each call by itself.
    Call,
}

/// What happens to images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Images {
    /// They pass.
    #[default]
    Pass,
    /// They go to the store, and words take their place.
    Store,
}

/// Whether one way of changing an answer may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switch {
    /// It may.
    #[default]
    On,
    /// It may not.
    Off,
}

/// Where snapshots are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Telemetry {
    /// The folder of the records; without one nothing is recorded.
    pub dir: Option<PathBuf>,
    /// The share of answers whose tokens are counted exactly, 0 to 1.
    pub sample: f64,
    /// The command that counts tokens exactly.
    pub counter: Option<String>,
}

/// The budgets of one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Items on a page, unless a call asks for another number.
    pub default_page_size: usize,
    /// Items on a page at most.
    pub max_page_size: usize,
    /// Estimated tokens of a list, a log, several blocks, an error.
    pub token_budget_threshold: usize,
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
            item_budget: 2000,
            chunk_size: 2000,
            chunk_max_lines: 200,
            hard_bytes: 16_000,
        }
    }
}

/// What holds for one tool, every pattern applied.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// What holds for a tool that no pattern names.
    pub base: ToolGuard,
    /// Names or globs, and what holds for the tools that they name, in the order of the file; already merged with the base.
    pub tools: Vec<(String, ToolGuard)>,
    /// Only tools that one of these globs names are changed; none means all.
    pub only: Vec<String>,
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
            base: ToolGuard { rollout: 100, ..ToolGuard::default() },
            tools: Vec::new(),
            only: Vec::new(),
            cursor_ttl: Duration::from_secs(600),
            estimator: DEFAULT_ESTIMATOR.to_owned(),
            assign: Assign::default(),
            images: Images::default(),
            resources: Switch::On,
            max_message_bytes: 268_435_456,
            store: StoreAt::default(),
            telemetry: Telemetry { dir: None, sample: 0.01, counter: None },
        }
    }
}
