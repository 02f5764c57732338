//! Messages to one server: one is written at a time, and what waits for that is bounded.
//!
//! A server may not read. Whoever writes to it then waits in a thread, so there is one such thread for each server and no
//! more, and further messages wait here, where a client that leaves takes its own with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of messages that may wait for one server: half of what there is for all. One message always may.
const MOST_BYTES: usize = 24 * 1024 * 1024;

/// The turns of the messages to one server.
#[derive(Debug)]
pub(super) struct Turns {
    turn: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// A message that waits or is being written, as long as this lives.
#[derive(Debug)]
pub(super) struct Waits {
    waiting: Arc<AtomicUsize>,
    bytes: usize,
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.waiting.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl Default for Turns {
    fn default() -> Self {
        Self { turn: Arc::new(Semaphore::new(1)), waiting: Arc::default() }
    }
}

impl Turns {
    /// A place for a message of so many bytes; none when too much waits already.
    pub(super) fn enter(&self, bytes: usize) -> Option<Waits> {
        let before = self.waiting.fetch_add(bytes, Ordering::Relaxed);
        let waits = Waits { waiting: Arc::clone(&self.waiting), bytes };
        if before > 0 && before.saturating_add(bytes) > MOST_BYTES { None } else { Some(waits) }
    }

    /// Waits for the turn of a message. Turns come in the order in which they were asked for, each when the one before is
    /// dropped.
    pub(super) async fn next(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.turn).acquire_owned().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_message_may_be_large_and_all_together_may_not() {
        let turns = Turns::default();
        let large = turns.enter(MOST_BYTES * 2);
        assert!(large.is_some() && turns.enter(1).is_none());
        drop(large);
        let (half, other) = (turns.enter(MOST_BYTES / 2), turns.enter(MOST_BYTES / 2));
        assert!(half.is_some() && other.is_some() && turns.enter(1).is_none());
        drop(half);
        assert!(turns.enter(MOST_BYTES / 2).is_some());
    }

    #[test]
    fn a_turn_comes_when_the_one_before_is_over() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let turns = Turns::default();
            let first = turns.next().await;
            let short = std::time::Duration::from_millis(20);
            assert!(tokio::time::timeout(short, turns.next()).await.is_err());
            drop(first);
            assert!(tokio::time::timeout(short, turns.next()).await.is_ok());
        });
    }
}
