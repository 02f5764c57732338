//! One layer of values: what a file, the environment or the flags say, and no more.

use std::path::PathBuf;

use super::numbers::Numbers;
use super::wishes::Wishes;
use crate::settings::guard::{
    Assign, GuardMode, Hiding, Images, ListFormat, Profile, StoreAt, Switch, ToolList,
};

/// The values of one layer; `None` where it says nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layer {
    pub(super) profile: Option<Profile>,
    pub(super) mode: Option<GuardMode>,
    pub(super) numbers: Numbers,
    pub(super) estimator: Option<String>,
    pub(super) assign: Option<Assign>,
    /// `none` is `Some(None)`.
    pub(super) sort: Option<Option<String>>,
    pub(super) strip: Option<Vec<String>>,
    pub(super) images: Option<Images>,
    pub(super) resources: Option<Switch>,
    pub(super) store: Option<StoreAt>,
    pub(super) telemetry: TelemetryLayer,
    pub(super) redact: Option<Hiding>,
    pub(super) format: Option<ListFormat>,
    pub(super) tool_list: Option<ToolList>,
    pub(super) header_file: Option<PathBuf>,
    /// Globs of the tools that may be called, and of those that may not.
    pub(super) allow: Option<Vec<String>>,
    pub(super) deny: Option<Vec<String>>,
    pub(super) tools: Vec<(String, ToolLayer)>,
    pub(super) wishes: Wishes,
}

/// What a layer says of telemetry. `off` is `Some(None)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TelemetryLayer {
    pub(super) dir: Option<Option<PathBuf>>,
    pub(super) sample: Option<f64>,
    pub(super) counter: Option<String>,
    pub(super) max_age_days: Option<u64>,
    pub(super) max_bytes: Option<u64>,
    pub(super) otlp: Option<String>,
}

/// What a layer says of one tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ToolLayer {
    pub(super) enabled: Option<Switch>,
    pub(super) paginate: Option<Switch>,
    pub(super) summarize: Option<Switch>,
    pub(super) chunk: Option<Switch>,
    pub(super) filter: Option<Switch>,
    pub(super) mode: Option<GuardMode>,
    pub(super) redact: Option<Hiding>,
    pub(super) format: Option<ListFormat>,
    pub(super) numbers: Numbers,
    pub(super) sort: Option<Option<String>>,
    pub(super) keep: Option<Vec<String>>,
    pub(super) strip: Option<Vec<String>>,
    pub(super) path: Option<String>,
}
