//! What there is to see beside messages: the numbers of `weir stats`, counted now and then.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::stats;
use crate::cli::surroundings::Surroundings;
use crate::mcp::listen::Board;
use crate::telemetry::{self, Query, Tally};

/// How long numbers stay as they were counted, at least.
const FRESH: Duration = Duration::from_millis(500);
/// Counting takes up no more than one part in so many of the time.
const SHARE: u32 = 10;

/// Numbers, and until when they are fresh.
struct Counted {
    tally: Tally,
    until: Instant,
}

/// The numbers of a folder of records.
pub(in crate::cli) struct Numbers {
    dir: Option<PathBuf>,
    counted: Mutex<Option<Counted>>,
}

impl Numbers {
    /// Those of this folder; of none there are no calls.
    pub(in crate::cli) const fn new(dir: Option<PathBuf>) -> Self {
        Self { dir, counted: Mutex::new(None) }
    }

    /// Shows the numbers. Whoever comes while others count waits for them.
    fn show<T>(&self, show: impl FnOnce(&Tally) -> T) -> T {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = Instant::now();
        match &*counted {
            Some(known) if begun < known.until => show(&known.tally),
            _ => {
                let query = self.dir.clone().map(|dir| Query { dir, ..Query::default() });
                // A folder that is not there yet has no calls.
                let tally = query.and_then(|query| query.run().ok()).unwrap_or_default();
                let pause = begun.elapsed().saturating_mul(SHARE).max(FRESH);
                let until = Instant::now().checked_add(pause).unwrap_or(begun);
                show(&counted.insert(Counted { tally, until }).tally)
            }
        }
    }
}

impl Board for Numbers {
    fn health(&self) -> (bool, String) {
        let condition = stats::condition(&Surroundings::of_this_process());
        let health = self.show(|tally| telemetry::health(tally, &condition));
        (health.code == telemetry::HEALTHY, format!("{}\n", health.body))
    }

    fn metrics(&self) -> String {
        self.show(telemetry::prometheus)
    }

    fn page(&self) -> String {
        self.show(telemetry::page::dashboard)
    }
}
