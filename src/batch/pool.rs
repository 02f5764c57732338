//! Workers, and the order that they do not disturb.
//!
//! One thread looks for logs and numbers them by a queue of promises; workers keep the promises; whoever writes takes them
//! in order. All queues are short, so that memory does not grow with the number of logs.

use std::ops::ControlFlow::{self, Break, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use super::answer::{Answer, answer};
use super::job::Batch;
use super::lines::{ErrorLine, Place, SCHEMA};
use super::walk::{Found, Skipped, Walk};
use crate::filter::{SurveyError, Surveyor};
use crate::source::Signals;
use crate::source::packed::{Log, logs_of};

/// How many logs may wait for each worker, found or judged.
const AHEAD: usize = 8;
/// The stack of a worker, as large as that of a program's first thread.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// What became of a log.
#[derive(Debug)]
pub(super) enum Outcome {
    Judged(Box<Answer>),
    Error(Box<ErrorLine>),
    /// Somebody asked to stop before it was judged.
    Stopped,
}

/// An outcome to come, and whether it is the last one of its file.
#[derive(Debug)]
pub(super) struct Promise {
    pub(super) outcome: Receiver<Outcome>,
    pub(super) ends_file: bool,
}

struct Task {
    path: PathBuf,
    log: Log,
    done: SyncSender<Outcome>,
}

/// What all threads see.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) batch: &'a Batch,
    pub(super) signals: Option<&'a Signals>,
    pub(super) stop: &'a AtomicBool,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.signals.is_some_and(|signals| signals.interrupted_by().is_some())
    }
}

fn error(path: &std::path::Path, member: Option<&str>, error: String) -> Outcome {
    let place = Place::new(path, member);
    Outcome::Error(Box::new(ErrorLine { schema: SCHEMA, kind: "error", place, error }))
}

/// An error and its causes, each after a colon.
fn in_full(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let more = next.to_string();
        if !text.ends_with(&more) {
            text = format!("{text}: {more}");
        }
        cause = next.source();
    }
    text
}

/// A wrapped error's own cause is what it says itself: the wrapping is left out.
fn of_reading(error: &std::io::Error) -> String {
    match error.get_ref() {
        Some(inner) => in_full(inner),
        None => error.to_string(),
    }
}

/// Starts the threads. The promises come in order; the handle gives what was left out in folders.
pub(super) fn start<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    shared: &'env Shared<'env>,
) -> std::io::Result<(Receiver<Promise>, ScopedJoinHandle<'scope, Skipped>)> {
    let jobs = shared.batch.jobs.get();
    let ahead = jobs.saturating_mul(AHEAD);
    let (tasks, waiting) = sync_channel::<Task>(ahead);
    let (promises, promised) = sync_channel::<Promise>(ahead);
    let waiting = std::sync::Arc::new(Mutex::new(waiting));
    for _ in 0..jobs {
        let waiting = std::sync::Arc::clone(&waiting);
        let thread = Builder::new().stack_size(STACK_BYTES);
        thread.spawn_scoped(scope, move || work(shared, &waiting))?;
    }
    let thread = Builder::new().stack_size(STACK_BYTES);
    let finder = thread.spawn_scoped(scope, move || find(shared, &tasks, &promises))?;
    Ok((promised, finder))
}

fn work(shared: &Shared<'_>, waiting: &Mutex<Receiver<Task>>) {
    let surveyor = Surveyor::new(&shared.batch.settings);
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { path, log, done }) = next else { return };
        if shared.is_over() {
            let _ = done.send(Outcome::Stopped);
            continue;
        }
        let member = log.member.clone();
        let judged =
            catch_unwind(AssertUnwindSafe(|| answer(&path, log, &surveyor, shared.signals, shared.stop)));
        let outcome = match judged {
            Ok(Ok(answer)) => Outcome::Judged(Box::new(answer)),
            Ok(Err(SurveyError::Interrupted)) => Outcome::Stopped,
            Ok(Err(SurveyError::Read(cause))) => error(&path, member.as_deref(), of_reading(&cause)),
            Err(_) => error(&path, member.as_deref(), "a bug in weir".to_owned()),
        };
        // Nobody waits for it any more when the writer has left.
        let _ = done.send(outcome);
    }
}

fn find(shared: &Shared<'_>, tasks: &SyncSender<Task>, promises: &SyncSender<Promise>) -> Skipped {
    let mut each = |found| {
        if shared.is_over() {
            return Break(());
        }
        match found {
            Found::File(path) => open(path, tasks, promises),
            Found::Trouble(path, why) => reported(promises, error(&path, None, why)),
        }
    };
    let mut walk = Walk { each: &mut each, skipped: Skipped::default(), signals: shared.signals };
    // How it ended is no matter: whoever broke it off knows why.
    let _ = walk.all(&shared.batch.wanted);
    walk.skipped
}

/// A promise that is kept at once.
fn reported(promises: &SyncSender<Promise>, outcome: Outcome) -> ControlFlow<()> {
    let (done, promised) = sync_channel(1);
    let _ = done.send(outcome);
    promise(promises, promised, true)
}

fn promise(promises: &SyncSender<Promise>, outcome: Receiver<Outcome>, ends_file: bool) -> ControlFlow<()> {
    match promises.send(Promise { outcome, ends_file }) {
        Ok(()) => Continue(()),
        Err(_) => Break(()),
    }
}

fn open(path: PathBuf, tasks: &SyncSender<Task>, promises: &SyncSender<Promise>) -> ControlFlow<()> {
    let logs = match catch_unwind(|| logs_of(&path)) {
        Ok(Ok(logs)) => logs,
        Ok(Err(cause)) => return reported(promises, error(&path, None, of_reading(&cause))),
        Err(_) => return reported(promises, error(&path, None, "a bug in weir".to_owned())),
    };
    if logs.is_empty() {
        return reported(promises, error(&path, None, "an archive without files".to_owned()));
    }
    let last = logs.len().saturating_sub(1);
    for (at, log) in logs.into_iter().enumerate() {
        let (done, promised) = sync_channel(1);
        promise(promises, promised, at == last)?;
        if tasks.send(Task { path: path.clone(), log, done }).is_err() {
            return Break(());
        }
    }
    Continue(())
}
