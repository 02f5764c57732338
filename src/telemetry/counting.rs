//! Exact counts of a sample of answers, beside the answers: a thread of its own asks the counter.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::record::Call;
use crate::budget::Measure as _;
use crate::source::Counter;

/// Answers that wait to be counted.
const WAITING: usize = 16;

/// Longer answers are not counted.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// A call whose record waits for its count.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) milliseconds: i64,
    pub(super) call: Call,
}

/// The calls that wait, by their numbers. What is not counted in time is taken out and written without a count.
pub(super) type Pending = Arc<Mutex<BTreeMap<u64, Waiting>>>;

/// What is counted.
struct Text {
    number: u64,
    text: String,
}

/// The thread that counts.
#[derive(Debug)]
pub(super) struct Counting {
    /// `exec:CMD`.
    pub(super) counter: String,
    texts: SyncSender<Text>,
    pending: Pending,
}

/// Whether the call of this number in this session belongs to the sample, which is the same for equal sessions.
pub(super) fn is_sampled(session: &str, number: u64, share: f64) -> bool {
    let mut hasher = DefaultHasher::new();
    (session, number).hash(&mut hasher);
    // 53 bits are a float without rounding.
    let bits = hasher.finish() >> 11;
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    let place = bits as f64 / (1_u64 << 53) as f64;
    place < share
}

impl Counting {
    /// Starts the thread; `done` gets each call with its count, if it has one.
    pub(super) fn start(
        counter: &str,
        pending: &Pending,
        done: impl Fn(Waiting, Result<u64, String>) + Send + 'static,
    ) -> Option<Self> {
        let counting = Counter::parse(counter)?;
        let (texts, receiver) = sync_channel(WAITING);
        let waiting = Arc::clone(pending);
        let work = move || count(&counting, &receiver, &waiting, &done);
        std::thread::Builder::new().name("weir-count".to_owned()).spawn(work).ok()?;
        Some(Self { counter: counter.to_owned(), texts, pending: Arc::clone(pending) })
    }

    /// Has the text of a call counted; gives the call back when there is no room for it.
    pub(super) fn count(&self, number: u64, waiting: Waiting, text: String) -> Option<Waiting> {
        if text.len() > MOST_BYTES {
            return Some(waiting);
        }
        lock(&self.pending).insert(number, waiting);
        match self.texts.try_send(Text { number, text }) {
            Ok(()) => None,
            Err(_) => lock(&self.pending).remove(&number),
        }
    }
}

fn count(
    counter: &Counter,
    texts: &Receiver<Text>,
    pending: &Pending,
    done: &impl Fn(Waiting, Result<u64, String>),
) {
    for Text { number, text } in texts {
        let tokens = counter.tokens(&text);
        let counted = counter.trouble().map_or(Ok(tokens), Err);
        // Nobody waits for it any more when the writer closed. It is sent before anybody can see that nothing waits: who
        // closes the writer then would lose it.
        let mut pending = lock(pending);
        if let Some(waiting) = pending.remove(&number) {
            done(waiting, counted);
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundredth_of_ten_thousand_calls_is_about_a_hundred() {
        let sampled = (0..10_000).filter(|number| is_sampled("s", *number, 0.01)).count();
        assert!((70..=130).contains(&sampled), "{sampled}");
        assert!((0..1000).all(|number| is_sampled("s", number, 1.0) && !is_sampled("s", number, 0.0)));
    }
}
