//! The way of lines from a session to one stream of a client.
//!
//! Whoever sends never waits: one slow client must not hold up the others. What waits is bounded instead.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::mcp::upstream::Refusal;

/// Bytes that may wait for a client that does not read; one line always may.
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// Lines that may wait.
const MOST_LINES: usize = 10_000;

/// A line for a client.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// More may follow.
    Line(String),
    /// An answer; others that the client waits for follow.
    Part(String),
    /// All that was asked for is answered with this.
    Last(String),
    /// The server refuses whoever asks; the line answers all that was asked for otherwise.
    Refused(String, Refusal),
    /// All that was asked for is answered or was cancelled.
    Over,
}

impl Item {
    fn len(&self) -> usize {
        match self {
            Self::Line(line) | Self::Part(line) | Self::Last(line) | Self::Refused(line, _) => line.len(),
            Self::Over => 0,
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
    /// Whether the client still listens.
    pub(super) fn is_open(&self) -> bool {
        !self.sender.is_closed()
    }

    /// Puts news. Gives whether they will be read: not by a client that has left, or for whom too much waits.
    pub(super) fn send(&self, item: Item) -> bool {
        let bytes = self.waiting.bytes.load(Ordering::Relaxed);
        let lines = self.waiting.lines.load(Ordering::Relaxed);
        let is_slow = lines >= MOST_LINES || (bytes > 0 && bytes.saturating_add(item.len()) > MOST_BYTES);
        !is_slow && self.give(item)
    }

    /// Puts an answer, however much waits: the client has asked for it. Gives whether it will be read.
    pub(super) fn give(&self, item: Item) -> bool {
        let length = item.len();
        self.waiting.bytes.fetch_add(length, Ordering::Relaxed);
        self.waiting.lines.fetch_add(1, Ordering::Relaxed);
        let given = self.sender.send(item).is_ok();
        if !given {
            self.waiting.took(length);
        }
        given
    }
}

impl Waiting {
    fn took(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        self.lines.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lines {
    fn took(&self, item: Option<&Item>) {
        if let Some(item) = item {
            self.waiting.took(item.len());
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
        assert!(lane.is_open());
        drop(lines);
        assert!(!lane.give(Item::Last(String::new())) && !lane.is_open());
    }

    #[test]
    fn a_slow_client_misses_news_and_no_answer_and_gets_news_again_when_it_has_read() {
        let (lane, mut lines) = lane();
        for _ in 0..MOST_LINES {
            assert!(lane.send(Item::Line("x".to_owned())));
        }
        for _ in 0..5 {
            assert!(!lane.send(Item::Line("too much".to_owned())));
        }
        assert!(lane.give(Item::Last("answer".to_owned())) && lane.give(Item::Over));
        let mut context = Context::from_waker(std::task::Waker::noop());
        for _ in 0..MOST_LINES {
            assert_eq!(lines.poll(&mut context), Poll::Ready(Some(Item::Line("x".to_owned()))));
        }
        assert_eq!(lines.poll(&mut context), Poll::Ready(Some(Item::Last("answer".to_owned()))));
        assert_eq!(lines.poll(&mut context), Poll::Ready(Some(Item::Over)));
        assert!(lane.send(Item::Line("again".to_owned())));
        assert_eq!(lines.poll(&mut context), Poll::Ready(Some(Item::Line("again".to_owned()))));
    }
}
