//! All connections: how many there may be, and which one goes when there are too many.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::budget::Count as _;

use tokio::sync::Notify;

/// Connections at once, unless the system allows fewer descriptors.
const MOST: usize = 2048;
/// Descriptors that are for other things: pipes of servers, the store.
const OTHERS: usize = 512;
/// Connections at once, at least.
const FEWEST: usize = 64;

/// What is known of a connection.
#[derive(Debug)]
struct Known {
    /// Requests that are answered.
    busy: usize,
    /// When the last one was done.
    since: Instant,
    /// Ends it.
    end: Arc<Notify>,
}

/// All connections.
#[derive(Debug)]
pub(super) struct Connections {
    all: Mutex<(u64, HashMap<u64, Known>)>,
    most: usize,
}

/// A connection's place. It is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    connections: Arc<Connections>,
    number: u64,
    end: Arc<Notify>,
}

/// A request that is answered: its connection is not idle.
#[derive(Debug)]
pub(super) struct Busy {
    connections: Arc<Connections>,
    number: u64,
}

impl Connections {
    /// None yet. As many as the system has descriptors for.
    pub(super) fn new() -> Arc<Self> {
        Self::within(descriptors())
    }

    fn within(descriptors: usize) -> Arc<Self> {
        let most = descriptors.saturating_sub(OTHERS).clamp(FEWEST, MOST);
        Arc::new(Self { all: Mutex::default(), most })
    }

    fn all(&self) -> MutexGuard<'_, (u64, HashMap<u64, Known>)> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more. When there is none, the connection that has been idle for the longest time ends; when all
    /// are busy there is no place.
    pub(super) fn enter(self: &Arc<Self>) -> Option<Place> {
        let mut all = self.all();
        if all.1.len() >= self.most && !end_idle(&mut all.1) {
            return None;
        }
        all.0.up(1);
        let (number, end) = (all.0, Arc::new(Notify::new()));
        all.1.insert(number, Known { busy: 0, since: Instant::now(), end: Arc::clone(&end) });
        Some(Place { connections: Arc::clone(self), number, end })
    }

    /// Ends the connection that has been idle for the longest time: descriptors are short.
    pub(super) fn make_room(&self) {
        end_idle(&mut self.all().1);
    }
}

fn end_idle(all: &mut HashMap<u64, Known>) -> bool {
    let idle = all.iter().filter(|(_, known)| known.busy == 0).min_by_key(|(_, known)| known.since);
    let Some(number) = idle.map(|(number, _)| *number) else { return false };
    if let Some(known) = all.remove(&number) {
        known.end.notify_one();
    }
    true
}

impl Place {
    /// Waits until the connection is to end.
    pub(super) async fn is_over(&self) {
        self.end.notified().await;
    }

    /// A request comes.
    pub(super) fn busy(&self) -> Busy {
        if let Some(known) = self.connections.all().1.get_mut(&self.number) {
            known.busy.up(1);
        }
        Busy { connections: Arc::clone(&self.connections), number: self.number }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.all().1.remove(&self.number);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if let Some(known) = self.connections.all().1.get_mut(&self.number) {
            known.busy.down(1);
            known.since = Instant::now();
        }
    }
}

/// How many descriptors there may be. The system's soft limit is raised as far as connections need it.
#[cfg(unix)]
fn descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let wanted = u64::try_from(MOST.saturating_add(OTHERS)).unwrap_or(u64::MAX);
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let most = maximum.map_or(wanted, |maximum| maximum.min(wanted));
    let now = match current {
        Some(current) if current < most => {
            let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum });
            if raised.is_ok() { most } else { current }
        }
        Some(current) => current,
        None => wanted,
    };
    usize::try_from(now).unwrap_or(usize::MAX)
}

/// How many descriptors there may be.
#[cfg(windows)]
const fn descriptors() -> usize {
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_2048_connections_or_as_many_as_there_are_descriptors_for() {
        for (descriptors, most) in [(usize::MAX, 2048), (2560, 2048), (2559, 2047), (1024, 512), (0, 64)] {
            let connections = Connections::within(descriptors);
            let places: Vec<Place> = (0..most).map(|_| connections.enter().unwrap()).collect();
            assert_eq!(connections.all().1.len(), most);
            let further = connections.enter().unwrap();
            let all = connections.all();
            assert_eq!((all.1.len(), all.1.contains_key(&places[0].number)), (most, false), "{descriptors}");
            drop(all);
            drop((places, further));
        }
    }

    #[test]
    fn the_one_that_is_idle_for_the_longest_time_goes_and_a_busy_one_stays() {
        let connections = Arc::new(Connections { all: Mutex::default(), most: 2 });
        let first = connections.enter().unwrap();
        let second = connections.enter().unwrap();
        let busy = first.busy();
        let third = connections.enter().unwrap();
        assert!(!connections.all().1.contains_key(&second.number), "the second one is idle");
        let more = third.busy();
        assert!(connections.enter().is_none());
        drop((busy, more));
        assert!(connections.enter().is_some());
        assert!(!connections.all().1.contains_key(&first.number));
        drop((first, second, third));
    }
}
