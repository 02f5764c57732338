//! Reports to a client how far a run is, every second.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::talk::Talk;

/// How often it is reported.
const PAUSE: Duration = Duration::from_secs(1);

/// The tests of a run that have ended so far.
#[derive(Debug, Default)]
pub(super) struct Tests {
    pub(super) passed: AtomicU64,
    pub(super) failed: AtomicU64,
}

/// Reports until it is dropped: then nothing more comes.
#[derive(Debug)]
pub(super) struct Ticks {
    /// Closed at the end.
    going: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticks {
    /// Begins; `token` is what the client knows the call by, as JSON.
    pub(super) fn start(talk: &Arc<Talk>, token: &str, tests: &Arc<Tests>) -> Self {
        let (going, over) = channel::<()>();
        let (talk, token, tests) = (Arc::clone(talk), token.to_owned(), Arc::clone(tests));
        let tell = move || {
            for second in 1_u64.. {
                if over.recv_timeout(PAUSE) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                let passed = tests.passed.load(Ordering::Relaxed);
                let failed = tests.failed.load(Ordering::Relaxed);
                let line = format!(
                    "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\"progressToken\":{token},\"progress\":{second},\"message\":\"{passed} passed, {failed} failed after {second} s\"}}}}"
                );
                talk.session().output.line(line.as_bytes());
            }
        };
        let thread = thread::Builder::new().name("progress".to_owned()).spawn(tell).ok();
        Self { going: Some(going), thread }
    }
}

impl Drop for Ticks {
    fn drop(&mut self) {
        self.going = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
