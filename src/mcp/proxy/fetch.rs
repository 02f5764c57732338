//! Something that weir itself asks the server, and waits for.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::mcp::upstream::Refusal;

/// How often it is looked whether somebody still waits.
const GLANCE: Duration = Duration::from_millis(50);

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The error, as JSON.
    pub error: String,
    /// How the server refuses whoever asks, when it does.
    pub refusal: Option<Refusal>,
}

/// A result that is waited for.
#[derive(Debug, Default)]
pub struct Fetch {
    got: Mutex<Option<Result<String, Failure>>>,
    came: Condvar,
}

impl Fetch {
    /// The result has come, as JSON, or there is none.
    pub fn give(&self, result: Result<String, Failure>) {
        self.got.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(result);
        self.came.notify_all();
    }

    /// Waits for the result, no longer than `most` and not when `stop` says that nobody wants it.
    pub fn wait(&self, most: Duration, stop: &dyn Fn() -> bool) -> Option<Result<String, Failure>> {
        let begun = Instant::now();
        let mut got = self.got.lock().unwrap_or_else(PoisonError::into_inner);
        while got.is_none() && begun.elapsed() < most && !stop() {
            got = self.came.wait_timeout(got, GLANCE).unwrap_or_else(PoisonError::into_inner).0;
        }
        got.clone()
    }
}
