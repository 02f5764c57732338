//! What stored answers belong to: which tool's answer a rest goes on with, as far as it is remembered.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use crate::mcp::harden::{ANSWER, Outcome};
use crate::settings::guard::GuardMode;
use crate::text::json::Json;

/// Stored answers that are remembered; more are forgotten, the oldest first.
const MOST: usize = 4096;

/// The call that an answer was stored for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The tool.
    pub tool: String,
    /// What is done with its answers.
    pub mode: GuardMode,
    /// What became of the answer.
    pub outcome: Outcome,
}

#[derive(Debug, Default)]
struct Known {
    origins: HashMap<String, Origin>,
    order: VecDeque<String>,
}

/// The calls of stored answers, by the names of their snapshots.
#[derive(Debug, Default)]
pub struct Origins(Mutex<Known>);

impl Origins {
    /// Remembers what this result, a new one, was made of.
    pub fn learn(&self, result: &str, origin: impl FnOnce() -> Origin) {
        let Some(snapshot) = snapshot(result) else { return };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.origins.insert(snapshot.clone(), origin()).is_none() {
            known.order.push_back(snapshot);
        }
        if known.order.len() > MOST
            && let Some(oldest) = known.order.pop_front()
        {
            known.origins.remove(&oldest);
        }
    }

    /// What this result of the get tool goes on with.
    pub fn of(&self, result: &str) -> Option<Origin> {
        let snapshot = snapshot(result)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).origins.get(&snapshot).cloned()
    }
}

/// The snapshot that a result of weir names.
fn snapshot(result: &str) -> Option<String> {
    let answer = Json::parse(result).ok()?.get("_meta")?.get(ANSWER)?;
    Some(answer.get("snapshot")?.string()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_is_known_by_its_snapshot_and_the_oldest_is_forgotten() {
        let origins = Origins::default();
        let result =
            |id: usize| format!(r#"{{"content":[],"_meta":{{"weir/answer":{{"snapshot":"s{id}"}}}}}}"#);
        let origin = |id: usize| Origin {
            tool: format!("t{id}"),
            mode: GuardMode::Enforce,
            outcome: Outcome::Chunked,
        };
        for id in 0..=MOST {
            origins.learn(&result(id), || origin(id));
        }
        assert_eq!((origins.of(&result(0)), origins.of(&result(MOST))), (None, Some(origin(MOST))));
        assert_eq!(origins.of(r#"{"content":[]}"#), None);
    }
}
