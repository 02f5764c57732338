//! The writer: takes records at once, and writes them on a thread of its own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::counting::{Counting, Pending, Waiting, is_sampled, lock};
#[cfg(feature = "http")]
use super::export::{Exporter, Work};
use super::fetch::Fetch;
use super::folder::Folder;
use super::read::Line;
use super::record::{Call, changed};
use super::tally::Tally;
use super::tools::Tools;
use crate::settings::guard::Telemetry;
use crate::text::time::rfc3339;

/// Records that wait to be written; what comes when so many wait is lost.
const WAITING: usize = 4096;

/// A message to the thread.
enum Message {
    /// Lines of a day.
    Lines { day: String, lines: Vec<u8> },
    /// Another folder, or none.
    Follow(Option<Folder>),
    /// Everything before this is written.
    Done(SyncSender<()>),
}

/// Writes records, and counts them. Whatever goes wrong, a call of this returns at once and gives no error.
#[derive(Debug)]
pub struct Writer {
    state: Mutex<State>,
    /// What was counted since this began, also without a folder.
    live: Arc<Mutex<Tally>>,
    /// When that was, in milliseconds since 1970.
    #[cfg(feature = "http")]
    begun: i64,
    number: AtomicU64,
    pending: Pending,
    trouble: Arc<Mutex<Trouble>>,
}

/// What follows the settings.
#[derive(Debug, Default)]
struct State {
    settings: Telemetry,
    /// The thread, as soon as there was a folder.
    messages: Option<SyncSender<Message>>,
    /// The thread that counts, as soon as a call was sampled.
    counting: Option<Counting>,
    /// The thread that sends metrics, as soon as there was anything to send.
    #[cfg(feature = "http")]
    exporter: Option<Exporter>,
    /// Whether the thread does not know the folder yet: it had no room.
    untold: bool,
}

/// The first trouble, until it is reported.
#[derive(Debug, Default)]
enum Trouble {
    #[default]
    None,
    Untold(String),
    Reported,
}

impl Writer {
    /// A writer of these settings. Without a folder it does nothing, and nothing is made before the first record.
    #[must_use]
    pub fn new(settings: &Telemetry) -> Self {
        let state = State { settings: settings.clone(), ..State::default() };
        Self {
            state: Mutex::new(state),
            live: Arc::default(),
            #[cfg(feature = "http")]
            begun: now(),
            number: AtomicU64::new(0),
            pending: Pending::default(),
            trouble: Arc::default(),
        }
    }

    /// Obeys other settings from the next record on.
    pub fn follow(&self, settings: &Telemetry) {
        let mut state = lock(&self.state);
        if state.settings == *settings {
            return;
        }
        state.settings = settings.clone();
        if state
            .counting
            .as_ref()
            .is_some_and(|counting| Some(&counting.counter) != settings.counter.as_ref())
        {
            state.counting = None;
        }
        #[cfg(feature = "http")]
        if state.exporter.as_ref().is_some_and(|exporter| Some(&exporter.url) != settings.otlp.as_ref()) {
            state.exporter = None;
        }
        state.untold = state.messages.is_some();
        state.tell_folder();
    }

    /// What was counted since this began. The numbers of a file may be more: several processes write them.
    #[must_use]
    pub fn tally(&self) -> Tally {
        lock(&self.live).clone()
    }

    /// Records a call. `text` is the server's answer; it is asked for only when its tokens are counted, which is done
    /// beside all others.
    pub fn call(&self, call: &Call, text: impl FnOnce() -> String) {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        let milliseconds = now();
        lock(&self.live).add(&Line::of_call(call, &rfc3339(milliseconds)));
        let mut state = lock(&self.state);
        self.export(&mut state);
        let Some(messages) = state.messages(&self.trouble) else { return };
        let waiting = Waiting { milliseconds, call: call.clone() };
        let share = state.settings.sample;
        let counting = if state.settings.counter.is_some() && is_sampled(&call.session, number, share) {
            state.counting(&messages, &self.pending, &self.trouble)
        } else {
            None
        };
        let uncounted = match counting {
            Some(counting) => counting.count(number, waiting, text()),
            None => Some(waiting),
        };
        drop(state);
        if let Some(waiting) = uncounted {
            send(&messages, &waiting, None, &self.trouble);
        }
    }

    /// Records that a client fetched a rest.
    pub fn fetched(&self, fetch: &Fetch) {
        let time = rfc3339(now());
        lock(&self.live).add(&Line::of_fetch(fetch, &time));
        let Some(messages) = lock(&self.state).messages(&self.trouble) else { return };
        send_lines(&messages, &time, fetch.line(&time), &self.trouble);
    }

    /// Records an answer to `tools/list`.
    pub fn tools(&self, tools: &Tools) {
        let time = rfc3339(now());
        lock(&self.live).add(&Line::of_tools(tools, &time));
        let Some(messages) = lock(&self.state).messages(&self.trouble) else { return };
        send_lines(&messages, &time, tools.line(&time), &self.trouble);
    }

    /// Starts the thread that sends metrics, when they are to be sent.
    #[cfg(feature = "http")]
    fn export(&self, state: &mut State) {
        let State { settings, exporter, .. } = state;
        if exporter.is_none()
            && let Some(url) = &settings.otlp
        {
            let trouble = Arc::clone(&self.trouble);
            let work = Work {
                live: Arc::clone(&self.live),
                begun: self.begun,
                now,
                trouble: Box::new(move |cause| note(&trouble, cause)),
            };
            *exporter = Exporter::start(url, work);
        }
    }

    /// This weir was built without HTTP.
    #[cfg(not(feature = "http"))]
    #[expect(clippy::unused_self, reason = "as with HTTP")]
    fn export(&self, _state: &mut State) {}

    /// Records what a reload changed: keys with their old and new values.
    pub fn config_changed(&self, changes: &BTreeMap<String, (Value, Value)>) {
        let time = rfc3339(now());
        lock(&self.live).add(&Line {
            event: "config_changed".into(),
            time: time.as_str().into(),
            ..Line::default()
        });
        let Some(messages) = lock(&self.state).messages(&self.trouble) else { return };
        send_lines(&messages, &time, changed(&time, changes), &self.trouble);
    }

    /// What is in the way of records, once.
    pub fn trouble(&self) -> Option<String> {
        let mut trouble = lock(&self.trouble);
        match std::mem::replace(&mut *trouble, Trouble::None) {
            Trouble::Untold(text) => {
                *trouble = Trouble::Reported;
                Some(text)
            }
            other => {
                *trouble = other;
                None
            }
        }
    }

    /// Waits until everything is written, no longer than `most`. Answers that are still being counted are recorded
    /// without their count when half of the time has passed.
    pub fn close(&self, most: Duration) {
        let begun = std::time::Instant::now();
        #[cfg(feature = "http")]
        {
            let exporter = lock(&self.state).exporter.take();
            exporter.into_iter().for_each(|exporter| exporter.close(most.div_f64(2.0)));
        }
        let Some(messages) = lock(&self.state).messages.clone() else { return };
        let half = most.saturating_sub(begun.elapsed()).div_f64(2.0);
        let until = begun.elapsed().saturating_add(half);
        while begun.elapsed() < until && !lock(&self.pending).is_empty() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let left = std::mem::take(&mut *lock(&self.pending));
        left.values().for_each(|waiting| send(&messages, waiting, None, &self.trouble));
        let (done, is_done) = sync_channel(1);
        if messages.try_send(Message::Done(done)).is_ok() {
            let _ = is_done.recv_timeout(most.saturating_sub(begun.elapsed()));
        }
    }
}

impl State {
    /// Sends the folder to the thread, as soon as it has room.
    fn tell_folder(&mut self) {
        if let Some(messages) = self.messages.as_ref().filter(|_| self.untold) {
            self.untold = messages.try_send(Message::Follow(Folder::of(&self.settings))).is_err();
        }
    }

    /// The way to the thread, which is started when there is a folder.
    fn messages(&mut self, trouble: &Arc<Mutex<Trouble>>) -> Option<SyncSender<Message>> {
        let folder = Folder::of(&self.settings)?;
        if self.messages.is_none() {
            let (sender, receiver) = sync_channel(WAITING);
            let trouble = Arc::clone(trouble);
            let work = move || write(folder, &receiver, &trouble);
            std::thread::Builder::new().name("weir-telemetry".to_owned()).spawn(work).ok()?;
            self.messages = Some(sender);
        }
        self.tell_folder();
        // Until then the records would go into another folder.
        self.messages.clone().filter(|_| !self.untold)
    }

    /// The thread that counts, started when it is not.
    fn counting(
        &mut self,
        messages: &SyncSender<Message>,
        pending: &Pending,
        trouble: &Arc<Mutex<Trouble>>,
    ) -> Option<&Counting> {
        if self.counting.is_none() {
            let (messages, trouble) = (messages.clone(), Arc::clone(trouble));
            let done = move |waiting: Waiting, counted: Result<u64, String>| {
                if let Err(cause) = &counted {
                    note(&trouble, cause);
                }
                send(&messages, &waiting, counted.ok(), &trouble);
            };
            self.counting = Counting::start(self.settings.counter.as_deref()?, pending, done);
        }
        self.counting.as_ref()
    }
}

fn send(messages: &SyncSender<Message>, waiting: &Waiting, counted: Option<u64>, trouble: &Mutex<Trouble>) {
    let time = rfc3339(waiting.milliseconds);
    send_lines(messages, &time, waiting.call.lines(&time, counted), trouble);
}

fn send_lines(messages: &SyncSender<Message>, time: &str, lines: Vec<u8>, trouble: &Mutex<Trouble>) {
    let day = time.chars().take(10).collect();
    if messages.try_send(Message::Lines { day, lines }).is_err() {
        note(trouble, "records come faster than they are written, and are lost");
    }
}

/// The thread: writes until nobody can send any more.
fn write(folder: Folder, messages: &Receiver<Message>, trouble: &Mutex<Trouble>) {
    let mut folder = Some(folder);
    for message in messages {
        match message {
            Message::Lines { day, lines } => {
                let Some(folder) = &mut folder else { continue };
                // One write a line.
                for line in lines.split_inclusive(|byte| *byte == b'\n') {
                    if let Err(cause) = folder.append(&day, line) {
                        note(trouble, &format!("failed to write records: {cause}"));
                    }
                }
            }
            Message::Follow(other) => folder = other,
            Message::Done(done) => {
                let _ = done.try_send(());
            }
        }
    }
}

/// Keeps the first trouble.
fn note(trouble: &Mutex<Trouble>, text: &str) {
    let mut trouble = lock(trouble);
    if matches!(*trouble, Trouble::None) {
        *trouble = Trouble::Untold(text.to_owned());
    }
}

/// Milliseconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::record::Outcome;
    use super::super::record::tests::call;
    use super::*;

    fn settings(dir: &std::path::Path) -> Telemetry {
        Telemetry { dir: Some(dir.to_owned()), ..Telemetry::default() }
    }

    fn lines(dir: &std::path::Path) -> Vec<Value> {
        let files = super::super::folder::files(dir).unwrap();
        let texts: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
        texts.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    const LONG: Duration = Duration::from_secs(10);

    #[test]
    fn a_record_is_written_beside_and_a_folder_is_followed() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let writer = Writer::new(&settings(one.path()));
        writer.call(&call(Outcome::Paginated), || panic!("nobody counts"));
        writer.follow(&settings(other.path()));
        writer.config_changed(&BTreeMap::from([("rollout".to_owned(), (100.into(), 25.into()))]));
        writer.close(LONG);
        assert_eq!(lines(one.path()).len(), 2);
        assert_eq!(lines(other.path())[0]["changes"], serde_json::json!({"rollout": [100, 25]}));
        assert_eq!(writer.trouble(), None);
    }

    #[test]
    fn without_a_folder_nothing_happens() {
        let writer = Writer::new(&Telemetry::default());
        writer.call(&call(Outcome::Passed), || panic!("nobody counts"));
        writer.close(LONG);
        assert_eq!(writer.trouble(), None);
    }

    #[test]
    fn a_folder_that_cannot_be_is_reported_once_and_harms_nobody() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "x").unwrap();
        let writer = Writer::new(&settings(&file));
        for _ in 0..3 {
            writer.call(&call(Outcome::Passed), String::new);
        }
        writer.close(LONG);
        assert!(writer.trouble().unwrap().starts_with("failed to write records: "));
        assert_eq!(writer.trouble(), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_sampled_answer_is_counted_and_one_that_takes_too_long_is_recorded_without() {
        let dir = tempfile::tempdir().unwrap();
        let counted =
            Telemetry { sample: 1.0, counter: Some("exec:wc -w".to_owned()), ..settings(dir.path()) };
        let writer = Writer::new(&counted);
        writer.call(&call(Outcome::Passed), || "word ".repeat(6000));
        writer.close(LONG);
        assert_eq!(
            (&lines(dir.path())[0]["actualTokens"], &lines(dir.path())[0]["estErrorPct"]),
            (&6000.into(), &50.0.into())
        );
        let slow = Telemetry { counter: Some("exec:sleep 3; echo 5".to_owned()), ..counted };
        writer.follow(&slow);
        writer.call(&call(Outcome::Passed), String::new);
        writer.close(Duration::from_millis(200));
        let lines = lines(dir.path());
        assert_eq!((lines.len(), lines[1].get("actualTokens")), (2, None));
    }

    #[cfg(unix)]
    #[test]
    fn a_counter_that_fails_leaves_a_record_without_a_count() {
        let dir = tempfile::tempdir().unwrap();
        let writer = Writer::new(&Telemetry {
            sample: 1.0,
            counter: Some("exec:false".to_owned()),
            ..settings(dir.path())
        });
        writer.call(&call(Outcome::Passed), || "a".to_owned());
        writer.close(LONG);
        assert_eq!(lines(dir.path())[0].get("actualTokens"), None);
        assert!(writer.trouble().unwrap().contains("exec:false"));
    }
}
