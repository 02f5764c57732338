//! The way of lines from a session to one stream of a client.
//!
//! Whoever sends never waits: one slow client must not hold up the others. What waits is bounded instead.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Bytes that may wait for a client that does not read; one line always may.
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// Lines that may wait.
const MOST_LINES: usize = 10_000;

/// A line for a client.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// More may follow.
    Line(String),
    /// All that was asked for is answered with this.
    Last(String),
}

impl Item {
    fn len(&self) -> usize {
        match self {
            Self::Line(line) | Self::Last(line) => line.len(),
        }
    }
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: AtomicUsize,
    lines: AtomicUsize,
}

/// Where lines are put.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    sender: UnboundedSender<Item>,
    waiting: Arc<Waiting>,
}

/// Where they come out.
#[derive(Debug)]
pub(super) struct Lines {
    receiver: UnboundedReceiver<Item>,
    waiting: Arc<Waiting>,
}

/// A new way.
pub(super) fn lane() -> (Lane, Lines) {
    let (sender, receiver) = unbounded_channel();
    let waiting = Arc::new(Waiting::default());
    (Lane { sender, waiting: Arc::clone(&waiting) }, Lines { receiver, waiting })
}

impl Lane {
    /// Puts a line. Gives whether it will be read: not by a client that has left, or for whom too much waits.
    pub(super) fn send(&self, item: Item) -> bool {
        let bytes = self.waiting.bytes.fetch_add(item.len(), Ordering::Relaxed);
        let lines = self.waiting.lines.fetch_add(1, Ordering::Relaxed);
        let is_slow = lines >= MOST_LINES || (bytes > 0 && bytes.saturating_add(item.len()) > MOST_BYTES);
        !is_slow && self.sender.send(item).is_ok()
    }
}

impl Lines {
    fn took(&self, item: Option<&Item>) {
        if let Some(item) = item {
            self.waiting.bytes.fetch_sub(item.len(), Ordering::Relaxed);
            self.waiting.lines.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The next line; none when no more will come.
    pub(super) async fn next(&mut self) -> Option<Item> {
        let item = self.receiver.recv().await;
        self.took(item.as_ref());
        item
    }

    /// As [`Lines::next`], for a stream.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Item>> {
        let polled = self.receiver.poll_recv(context);
        if let Poll::Ready(item) = &polled {
            self.took(item.as_ref());
        }
        polled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_may_be_long_and_many_may_not() {
        let (lane, mut lines) = lane();
        let long = "x".repeat(MOST_BYTES * 2);
        assert!(lane.send(Item::Line(long)));
        assert!(!lane.send(Item::Line("y".to_owned())));
        let mut context = Context::from_waker(std::task::Waker::noop());
        assert!(
            matches!(lines.poll(&mut context), Poll::Ready(Some(Item::Line(line))) if line.len() == MOST_BYTES * 2)
        );
        drop(lines);
        assert!(!lane.send(Item::Last(String::new())));
    }
}
