//! A stand-in: every answer passes.
use serde_json::value::RawValue;

use crate::settings::guard::{Guard, Switch, ToolGuard};

/// What is kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keeping {
    /// Snapshots.
    pub store: Switch,
    /// Secrets hidden.
    pub redact: Switch,
}

/// Judges.
#[derive(Debug)]
pub struct Hardener {}

/// Which call.
#[derive(Debug)]
pub struct CallOf<'a> {
    /// Method.
    pub method: &'a str,
    /// Tool.
    pub tool: &'a str,
    /// Era.
    pub modern: bool,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As is.
    Passed,
    /// A page.
    Paginated,
    /// A digest.
    Summarized,
    /// A piece.
    Chunked,
    /// A filtered log.
    Filtered,
    /// Cut.
    Clipped,
    /// Media out.
    Media,
}

/// Figures.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Outcome.
    pub outcome: Outcome,
    /// Tokens before.
    pub estimated_tokens: u64,
    /// Tokens after.
    pub final_tokens: u64,
    /// Bytes before.
    pub response_bytes: u64,
    /// Bytes after.
    pub final_bytes: u64,
    /// Items.
    pub item_count: Option<u64>,
}

/// The judgement.
#[derive(Debug)]
pub struct Judged {
    /// None passes.
    pub result: Option<Box<RawValue>>,
    /// Figures.
    pub figures: Figures,
}

impl Hardener {
    /// Opens.
    pub fn open(_: &Guard, _: &Keeping, _: &str) -> Self {
        Self {}
    }
    /// Judges.
    pub fn judge(&self, _: &CallOf<'_>, result: &RawValue, _: &ToolGuard) -> Judged {
        let bytes = u64::try_from(result.get().len()).unwrap_or(0);
        Judged {
            result: None,
            figures: Figures {
                outcome: Outcome::Passed,
                estimated_tokens: bytes / 3,
                final_tokens: bytes / 3,
                response_bytes: bytes,
                final_bytes: bytes,
                item_count: None,
            },
        }
    }
    /// Gets.
    pub fn get(&self, arguments: &RawValue, _: bool, _: &Guard) -> Judged {
        Judged {
            result: serde_json::value::RawValue::from_string("{\"content\":[],\"isError\":true}".to_owned())
                .ok(),
            ..self.judge(&CallOf { method: "", tool: "", modern: false }, arguments, &ToolGuard::default())
        }
    }
}
