//! A stand-in: every answer passes.
use serde_json::value::RawValue;

use crate::settings::Redaction;
use crate::settings::guard::{Guard, ToolGuard};
use crate::store::Place;

pub use crate::telemetry::Outcome;

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keeping {
    /// Where.
    pub place: Option<Place>,
    /// Secrets hidden.
    pub redaction: Redaction,
    /// Key.
    pub key: Option<String>,
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

/// Figures.
#[derive(Clone, Debug, Default)]
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
    /// Budget.
    pub budget: u64,
    /// Trouble.
    pub trouble: Option<String>,
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
    /// Obeys.
    pub fn obey(&self, _: &Guard) {}
    /// Judges.
    pub fn judge(&self, of: &CallOf<'_>, result: &RawValue, guard: &ToolGuard) -> Judged {
        Judged { result: None, figures: self.weigh(of, result, guard) }
    }
    /// Weighs.
    pub fn weigh(&self, _: &CallOf<'_>, result: &RawValue, _: &ToolGuard) -> Figures {
        let bytes = u64::try_from(result.get().len()).unwrap_or(0);
        Figures {
            estimated_tokens: bytes / 3,
            final_tokens: bytes / 3,
            response_bytes: bytes,
            final_bytes: bytes,
            ..Figures::default()
        }
    }
    /// Gets.
    pub fn get(&self, arguments: &RawValue, _: bool, _: &Guard) -> Judged {
        Judged {
            result: RawValue::from_string("{\"content\":[],\"isError\":true}".to_owned()).ok(),
            figures: self.weigh(
                &CallOf { method: "", tool: "", modern: false },
                arguments,
                &ToolGuard::default(),
            ),
        }
    }
}
