//! Sends what was counted to a collector of OTLP metrics, on a thread of its own: a dead collector is nobody's trouble.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ureq::Agent;

use super::counting::lock;
use super::otlp::otlp;
use super::tally::Tally;

/// From the first call to the first request, so that a short session is seen soon.
const FIRST: Duration = Duration::from_secs(1);
/// Between two requests.
const PAUSE: Duration = Duration::from_secs(10);
/// How long a request may take.
const LONGEST: Duration = Duration::from_secs(2);
/// How long the last request may keep the end of a session waiting.
const PARTING: Duration = Duration::from_millis(500);

/// The last request, with a way back.
type Last = SyncSender<()>;

/// What is sent where.
#[derive(Debug)]
pub(super) struct Exporter {
    /// The collector.
    pub(super) url: String,
    last: SyncSender<Last>,
}

/// What the thread works with.
pub(super) struct Work {
    /// What is counted.
    pub(super) live: Arc<Mutex<Tally>>,
    /// When counting began, in milliseconds since 1970.
    pub(super) begun: i64,
    /// Now, in the same.
    pub(super) now: fn() -> i64,
    /// Is called with what is in the way.
    pub(super) trouble: Box<dyn Fn(&str) + Send>,
}

impl Exporter {
    /// Starts the thread. It ends when this is dropped.
    pub(super) fn start(url: &str, work: Work) -> Option<Self> {
        let (last, ends) = sync_channel(1);
        let to = url.to_owned();
        let body = move || run(&to, &work, &ends);
        std::thread::Builder::new().name("weir-otlp".to_owned()).spawn(body).ok()?;
        Some(Self { url: url.to_owned(), last })
    }

    /// Sends what is counted for the last time, and waits for it no longer than `most` and half a second.
    pub(super) fn close(self, most: Duration) {
        let (done, is_done) = sync_channel(1);
        if self.last.try_send(done).is_ok() {
            let _ = is_done.recv_timeout(most.min(PARTING));
        }
    }
}

fn run(url: &str, work: &Work, ends: &Receiver<Last>) {
    let config = Agent::config_builder()
        .http_status_as_error(true)
        .max_redirects(0)
        .timeout_global(Some(LONGEST))
        .user_agent(concat!("weir/", env!("CARGO_PKG_VERSION")))
        .build();
    let agent = Agent::new_with_config(config);
    let instance = format!("{}-{}", std::process::id(), work.begun);
    let send = || {
        // A copy: nobody who counts waits for the network.
        let tally = lock(&work.live).clone();
        let body = otlp(&tally, work.begun, (work.now)(), &instance).to_string();
        let request = agent.post(url).header("Content-Type", "application/json");
        if let Err(cause) = request.send(body.as_bytes()) {
            (work.trouble)(&format!("failed to send metrics: {cause}"));
        }
    };
    let mut pause = FIRST;
    loop {
        match ends.recv_timeout(pause) {
            Ok(done) => {
                send();
                let _ = done.try_send(());
                return;
            }
            Err(RecvTimeoutError::Timeout) => send(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
        pause = PAUSE;
    }
}
