//! All sessions: one for each client that has one, and one for all that have none.

use std::collections::HashMap;
use std::io;
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
        Self { opener, sessions: Mutex::default(), shared: Mutex::default() }
    }

    /// The session of all that have none. One that has ended is opened anew: no client would do it. May start a process.
    pub(super) fn shared(&self) -> io::Result<Arc<Hub>> {
        let mut shared = locked(&self.shared);
        if let Some(hub) = shared.as_ref().filter(|hub| !hub.has_ended()) {
            return Ok(Arc::clone(hub));
        }
        let hub = Hub::open(Of::All, &self.opener)?;
        *shared = Some(Arc::clone(&hub));
        Ok(hub)
    }

    /// Opens a session for one client. May start a process. Nothing when there are too many that are used.
    pub(super) fn begin(&self) -> io::Result<Option<(String, Arc<Hub>)>> {
        let oldest = {
            let mut sessions = locked(&self.sessions);
            sessions.retain(|_, hub| !hub.has_ended());
            if sessions.len() < MOST {
                None
            } else {
                let unused = sessions.iter().filter(|(_, hub)| !hub.is_asked());
                let oldest = unused.max_by_key(|(_, hub)| hub.idle()).map(|(name, _)| name.clone());
                let Some(oldest) = oldest else { return Ok(None) };
                sessions.remove(&oldest)
            }
        };
        if let Some(hub) = oldest {
            hub.close(Haste::Patient);
        }
        let (name, hub) = (name()?, Hub::open(Of::One, &self.opener)?);
        locked(&self.sessions).insert(name.clone(), Arc::clone(&hub));
        Ok(Some((name, hub)))
    }

    /// The session of this name.
    pub(super) fn find(&self, name: &str) -> Option<Arc<Hub>> {
        locked(&self.sessions).get(name).filter(|hub| !hub.has_ended()).cloned()
    }

    /// Ends the session of this name. Gives whether there is one.
    pub(super) fn end(&self, name: &str) -> bool {
        let hub = locked(&self.sessions).remove(name);
        if let Some(hub) = &hub {
            hub.close(Haste::Patient);
        }
        hub.is_some()
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
        over.iter().for_each(|hub| hub.close(Haste::Patient));
    }

    /// Ends all, and waits for it a while.
    pub(super) fn close(&self) {
        let mut all: Vec<Arc<Hub>> = locked(&self.sessions).drain().map(|(_, hub)| hub).collect();
        all.extend(locked(&self.shared).take());
        all.iter().for_each(|hub| hub.close(Haste::Urgent));
        let begun = Instant::now();
        while begun.elapsed() < PARTING && !all.iter().all(|hub| hub.has_ended()) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
