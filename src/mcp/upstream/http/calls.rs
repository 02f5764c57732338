//! Calls that wait for their answers. Each has connections of its own, which are closed as soon as nobody waits.

use std::time::{Duration, Instant};

use ureq::Agent;

use crate::budget::Count as _;
use crate::mcp::wire::Id;

/// Calls that wait for their answers at once; a further one is refused: whoever sends it may have to cancel one of these.
pub(super) const MOST_AT_ONCE: usize = 256;

/// Threads of calls, with those that were given up: one that is still connecting ends when that does.
const MOST_THREADS: usize = 1024;

/// Agents that are kept for further calls.
const MOST_KEPT: usize = 4;

/// Which era a call is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// That of sessions, where a message to the server cancels a call.
    Sessions,
    /// That where the end of its connection cancels a call.
    Modern,
}

/// What a call is known by here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number(u64);

/// A call, or several that were sent at once.
struct Waiting {
    number: Number,
    /// The requests that somebody waits for.
    ids: Vec<Id>,
    era: Era,
    agent: Agent,
}

/// What became of a request that was given up.
pub(super) enum GivenUp {
    /// Nobody knows it: it is answered, say.
    Unknown,
    /// Others that were sent with it are waited for.
    Partly(Era),
    /// Nobody waits for anything here: the connection is to be closed.
    Whole(Era, Agent),
}

/// The calls that wait.
#[derive(Default)]
pub(super) struct Calls {
    waiting: Vec<Waiting>,
    /// Threads whose call was given up.
    leaving: usize,
    /// Agents that have nothing to do, and since when.
    kept: Vec<(Agent, Instant)>,
    number: u64,
}

impl Calls {
    /// A call waits from now on; nothing when there are too many. `fresh` makes an agent.
    pub(super) fn begin(
        &mut self,
        ids: &[Id],
        era: Era,
        fresh: impl FnOnce() -> Agent,
    ) -> Option<(Number, Agent)> {
        if self.waiting.len() >= MOST_AT_ONCE
            || self.waiting.len().saturating_add(self.leaving) >= MOST_THREADS
        {
            return None;
        }
        self.number.up(1);
        let number = Number(self.number);
        let agent = self.kept.pop().map_or_else(fresh, |(agent, _)| agent);
        self.waiting.push(Waiting { number, ids: ids.to_vec(), era, agent: agent.clone() });
        Some((number, agent))
    }

    /// How many calls wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Nobody waits for a request any more: its place is free.
    pub(super) fn give_up(&mut self, id: &Id) -> GivenUp {
        let found = self.waiting.iter_mut().enumerate().find(|(_, call)| call.ids.contains(id));
        let Some((at, call)) = found else { return GivenUp::Unknown };
        call.ids.retain(|other| other != id);
        if !call.ids.is_empty() {
            return GivenUp::Partly(call.era);
        }
        let call = self.waiting.remove(at);
        self.leaving.up(1);
        GivenUp::Whole(call.era, call.agent)
    }

    /// Nobody waits for anything any more. Gives the agents whose connections are to be closed.
    pub(super) fn give_up_all(&mut self) -> Vec<Agent> {
        let waiting = std::mem::take(&mut self.waiting);
        self.leaving.up(waiting.len());
        let kept = std::mem::take(&mut self.kept);
        waiting.into_iter().map(|call| call.agent).chain(kept.into_iter().map(|(agent, _)| agent)).collect()
    }

    /// The requests of a call that somebody waits for; none when it was given up.
    pub(super) fn wanted(&self, number: Number) -> Vec<Id> {
        let call = self.waiting.iter().find(|call| call.number == number);
        call.map(|call| call.ids.clone()).unwrap_or_default()
    }

    /// The thread of a call ends. Its agent is kept for a while, unless the call was given up.
    pub(super) fn end(&mut self, number: Number, idle: Duration) {
        self.kept.retain(|(_, since)| since.elapsed() < idle);
        let Some(at) = self.waiting.iter().position(|call| call.number == number) else {
            self.leaving.down(1);
            return;
        };
        let call = self.waiting.swap_remove(at);
        if self.kept.len() < MOST_KEPT {
            self.kept.push((call.agent, Instant::now()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDLE: Duration = Duration::from_secs(60);

    fn ids(texts: &[&str]) -> Vec<Id> {
        texts.iter().map(|text| Id::read(text).unwrap()).collect()
    }

    fn begin(calls: &mut Calls, texts: &[&str]) -> Option<Number> {
        calls.begin(&ids(texts), Era::Modern, Agent::new_with_defaults).map(|(number, _)| number)
    }

    #[test]
    fn a_call_that_is_given_up_gives_its_place_back() {
        let mut calls = Calls::default();
        let numbers: Vec<Number> =
            (0..MOST_AT_ONCE).map(|id| begin(&mut calls, &[&id.to_string()]).unwrap()).collect();
        assert!(begin(&mut calls, &["\"x\""]).is_none());
        assert!(matches!(calls.give_up(&ids(&["7"])[0]), GivenUp::Whole(Era::Modern, _)));
        assert!(matches!(calls.give_up(&ids(&["7"])[0]), GivenUp::Unknown));
        assert!(calls.wanted(numbers[7]).is_empty());
        let more = begin(&mut calls, &["\"x\""]).unwrap();
        assert_eq!((calls.waiting(), calls.leaving), (MOST_AT_ONCE, 1));
        calls.end(numbers[7], IDLE);
        calls.end(more, IDLE);
        assert_eq!((calls.waiting(), calls.leaving, calls.kept.len()), (MOST_AT_ONCE - 1, 0, 1));
        assert_eq!(calls.give_up_all().len(), MOST_AT_ONCE);
        assert_eq!((calls.waiting(), calls.leaving, calls.kept.len()), (0, MOST_AT_ONCE - 1, 0));
    }

    #[test]
    fn of_several_requests_at_once_the_others_are_waited_for() {
        let mut calls = Calls::default();
        let number = begin(&mut calls, &["1", "2"]).unwrap();
        assert!(matches!(calls.give_up(&ids(&["1"])[0]), GivenUp::Partly(Era::Modern)));
        assert_eq!(calls.wanted(number), ids(&["2"]));
        assert!(matches!(calls.give_up(&ids(&["2"])[0]), GivenUp::Whole(..)));
    }

    #[test]
    fn threads_that_do_not_come_back_are_bounded_and_idle_agents_are_few() {
        let mut calls = Calls::default();
        for _ in 0..MOST_THREADS {
            begin(&mut calls, &["1"]).unwrap();
            calls.give_up(&ids(&["1"])[0]);
        }
        assert!(begin(&mut calls, &["1"]).is_none());
        let mut calls = Calls::default();
        let numbers: Vec<Number> = (0..10).map(|_| begin(&mut calls, &["1"]).unwrap()).collect();
        numbers.into_iter().for_each(|number| calls.end(number, IDLE));
        assert_eq!(calls.kept.len(), MOST_KEPT);
        let number = begin(&mut calls, &["1"]).unwrap();
        calls.end(number, Duration::ZERO);
        assert_eq!(calls.kept.len(), 1);
    }
}
