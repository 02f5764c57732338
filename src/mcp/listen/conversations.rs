//! All sessions: one for each client that has one, and one for all that have none.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::hub::{Hub, Of};
use super::opener::Opener;
use crate::mcp::proxy::Haste;

/// Sessions at once. A further one takes the place of the one that nobody has used for the longest time.
const MOST: usize = 256;
/// How long a session stays that nobody uses.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// How long sessions may take to end when weir ends.
const PARTING: Duration = Duration::from_millis(6500);

/// All sessions.
#[derive(Debug)]
pub(super) struct Conversations {
    opener: Opener,
    sessions: Mutex<HashMap<String, Arc<Hub>>>,
    shared: Mutex<Option<Arc<Hub>>>,
    /// Sessions that are ending: weir does not end before their servers have.
    ending: Mutex<Vec<Arc<Hub>>>,
    /// Whether no session is opened any more.
    over: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A name that nobody guesses.
fn name() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Conversations {
    /// None yet.
    pub(super) fn new(opener: Opener) -> Self {
        Self {
            opener,
            sessions: Mutex::default(),
            shared: Mutex::default(),
            ending: Mutex::default(),
            over: AtomicBool::new(false),
        }
    }

    fn open(&self, of: Of) -> io::Result<Arc<Hub>> {
        if self.over.load(Ordering::Acquire) {
            return Err(io::Error::other("weir ends"));
        }
        Hub::open(of, &self.opener)
    }

    /// Begins the end of a session.
    fn part(&self, hub: Arc<Hub>) {
        hub.close(Haste::Patient);
        let mut ending = locked(&self.ending);
        ending.retain(|hub| !hub.has_ended());
        ending.push(hub);
    }

    /// A session of all that have none took no more: the next request opens another.
    pub(super) fn replace(&self, gone: &Arc<Hub>) {
        let mut shared = locked(&self.shared);
        let old =
            if shared.as_ref().is_some_and(|hub| Arc::ptr_eq(hub, gone)) { shared.take() } else { None };
        drop(shared);
        old.into_iter().for_each(|hub| self.part(hub));
    }

    /// How many sessions are ending.
    fn ending(&self) -> usize {
        let mut ending = locked(&self.ending);
        ending.retain(|hub| !hub.has_ended());
        ending.len()
    }

    /// The session of all that have none. One that has ended is opened anew: no client would do it. May start a process.
    pub(super) fn shared(&self) -> io::Result<Arc<Hub>> {
        let mut shared = locked(&self.shared);
        if let Some(hub) = shared.as_ref().filter(|hub| !hub.is_gone()) {
            return Ok(Arc::clone(hub));
        }
        let hub = self.open(Of::All)?;
        let old = shared.replace(Arc::clone(&hub));
        drop(shared);
        old.into_iter().for_each(|hub| self.part(hub));
        Ok(hub)
    }

    /// Opens a session for one client. May start a process. Nothing when there are too many that are used.
    pub(super) fn begin(&self) -> io::Result<Option<(String, Arc<Hub>)>> {
        if self.ending() >= MOST {
            return Ok(None);
        }
        let oldest = {
            let mut sessions = locked(&self.sessions);
            sessions.retain(|_, hub| !hub.has_ended());
            if sessions.len() < MOST {
                None
            } else {
                let unused = sessions.iter().filter(|(_, hub)| !hub.is_used());
                let oldest = unused.max_by_key(|(_, hub)| hub.idle()).map(|(name, _)| name.clone());
                let Some(oldest) = oldest else { return Ok(None) };
                sessions.remove(&oldest)
            }
        };
        if let Some(hub) = oldest {
            self.part(hub);
        }
        let (name, hub) = (name()?, self.open(Of::One)?);
        locked(&self.sessions).insert(name.clone(), Arc::clone(&hub));
        Ok(Some((name, hub)))
    }

    /// The session of this name.
    pub(super) fn find(&self, name: &str) -> Option<Arc<Hub>> {
        locked(&self.sessions).get(name).filter(|hub| !hub.has_ended()).cloned()
    }

    /// Ends the session of this name, if there is one.
    pub(super) fn end(&self, name: &str) {
        let hub = locked(&self.sessions).remove(name);
        if let Some(hub) = hub {
            self.part(hub);
        }
    }

    /// Ends what nobody uses any more.
    pub(super) fn tidy(&self) {
        let mut over = Vec::new();
        locked(&self.sessions).retain(|_, hub| {
            let stays = !hub.has_ended() && hub.idle() < IDLE;
            if !stays {
                over.push(Arc::clone(hub));
            }
            stays
        });
        let mut shared = locked(&self.shared);
        if shared.as_ref().is_some_and(|hub| hub.has_ended() || hub.idle() >= IDLE) {
            over.extend(shared.take());
        }
        drop(shared);
        over.into_iter().for_each(|hub| self.part(hub));
        self.ending();
    }

    /// Ends all, and waits for it a while.
    pub(super) fn close(&self) {
        self.over.store(true, Ordering::Release);
        let begun = Instant::now();
        let mut all: Vec<Arc<Hub>> = Vec::new();
        loop {
            // One may just have been opened.
            let mut more: Vec<Arc<Hub>> = locked(&self.sessions).drain().map(|(_, hub)| hub).collect();
            more.extend(locked(&self.shared).take());
            more.append(&mut locked(&self.ending));
            more.iter().for_each(|hub| hub.close(Haste::Urgent));
            all.append(&mut more);
            if begun.elapsed() >= PARTING || all.iter().all(|hub| hub.has_ended()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::mcp::harden::Keeping;
    use crate::mcp::proxy::{Job, Journal, Settings, Setup, Upstream};

    /// Sessions with a server that reads and does nothing.
    fn conversations() -> Conversations {
        let setup = || Setup {
            settings: Settings::Fixed(Arc::default()),
            keeping: Keeping::default(),
            session: "s".to_owned(),
            server: "s".to_owned(),
            timeout: None,
            journal: Journal::default(),
        };
        let command = ["sh", "-c", "while read -r line; do :; done"].map(Into::into).to_vec();
        let job = move || Ok(Job { upstream: Upstream::Command(command.clone()), setup: setup() });
        Conversations::new(Opener::Proxy(Box::new(job)))
    }

    #[test]
    fn a_session_is_used_as_long_as_somebody_listens_to_it() {
        let conversations = conversations();
        let (_, hub) = conversations.begin().unwrap().unwrap();
        hub.rest(IDLE);
        assert!(!hub.is_used() && hub.idle() >= IDLE);
        let lines = hub.listen();
        hub.rest(IDLE);
        assert!(hub.is_used() && hub.idle().is_zero());
        drop(lines);
        assert!(!hub.is_used() && hub.idle() >= IDLE, "the client has closed its stream");
        conversations.close();
    }

    #[test]
    fn a_session_that_nobody_uses_for_half_an_hour_ends_and_no_other() {
        let conversations = conversations();
        let begin = || conversations.begin().unwrap().unwrap();
        let ((unused, hub), (used, other), (heard, listened)) = (begin(), begin(), begin());
        hub.rest(Duration::from_secs(30 * 60));
        other.rest(Duration::from_secs(30 * 60 - 5));
        let lines = listened.listen();
        listened.rest(Duration::from_secs(60 * 60));
        conversations.tidy();
        let there = |name: &str| conversations.find(name).is_some();
        assert_eq!([there(&unused), there(&used), there(&heard)], [false, true, true]);
        assert_eq!(conversations.ending(), usize::from(!hub.has_ended()));
        conversations.close();
        assert!(hub.has_ended() && other.has_ended() && listened.has_ended());
        assert!(conversations.begin().is_err(), "nothing is opened at the end");
        drop(lines);
    }

    #[test]
    fn an_ended_session_is_forgotten() {
        let conversations = conversations();
        let (name, hub) = conversations.begin().unwrap().unwrap();
        let known = Arc::downgrade(&hub);
        drop(hub);
        conversations.end(&name);
        let begun = Instant::now();
        while conversations.ending() > 0 || known.upgrade().is_some() {
            assert!(begun.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
