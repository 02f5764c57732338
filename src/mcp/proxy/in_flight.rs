//! Requests of the client that wait for their answer.
//!
//! Each is answered once. Who takes a call out of the table answers it: the server's answer, a time-out, or the end of
//! the server. What comes for a call that is not in the table any more has nobody who waits for it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::fetch::Fetch;
use super::rules::Rules;
use crate::mcp::wire::Id;
use crate::store::Owner;

/// Calls that the client gave up and that were never answered; more are forgotten, the oldest first.
const MOST_GIVEN_UP: usize = 1000;

/// A request that waits.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its id as the client wrote it.
    pub id: String,
    /// Its method.
    pub method: String,
    /// The tool that it calls, when it calls one.
    pub tool: Option<String>,
    /// Whether it is of the era without sessions.
    pub modern: bool,
    /// Whether it asks for a list from its beginning.
    pub from_start: bool,
    /// The rules that held when it came.
    pub rules: Arc<Rules>,
    /// When it was passed on.
    pub since: Instant,
    /// How long weir itself had it until then.
    pub before: Duration,
    /// When nobody waits any more.
    pub until: Option<Instant>,
    /// Whether the server has it. What it does not have yet may still go to another one.
    pub sent: bool,
    /// Who asks, when it is over HTTP.
    pub owner: Option<Arc<Owner>>,
    /// Where the answer goes that weir itself asked for.
    pub own: Option<Arc<Fetch>>,
}

#[derive(Debug, Default)]
struct Table {
    /// Calls by id: more than one when a client uses an id twice.
    calls: HashMap<Id, VecDeque<Call>>,
    given_up: VecDeque<Id>,
    /// Why no call is taken any more.
    closed: Option<String>,
}

/// The table of waiting calls.
#[derive(Debug, Default)]
pub struct InFlight(Mutex<Table>);

impl InFlight {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call waits from now on.
    ///
    /// # Errors
    /// Why it would wait in vain.
    pub fn add(&self, id: Id, call: Call) -> Result<(), String> {
        let mut table = self.table();
        if let Some(why) = &table.closed {
            return Err(why.clone());
        }
        table.calls.entry(id).or_default().push_back(call);
        Ok(())
    }

    /// The server has these requests. Gives those of them that it never answers, and why: it has ended.
    pub fn sent(&self, ids: &[Id]) -> Option<(Vec<Call>, String)> {
        let mut table = self.table();
        for id in ids {
            for call in table.calls.get_mut(id).into_iter().flatten() {
                call.sent = true;
            }
        }
        let why = table.closed.clone()?;
        Some((ids.iter().filter_map(|id| table.take(id)).collect(), why))
    }

    /// Whether somebody waits for the answer to this request.
    pub fn waits(&self, id: &Id) -> bool {
        self.table().calls.contains_key(id)
    }

    /// The call that an answer is for.
    pub fn take(&self, id: &Id) -> Option<Call> {
        let mut table = self.table();
        if let Some(call) = table.take(id) {
            return Some(call);
        }
        // A server that counts in floating point answers a large number with its neighbour.
        let rounded = id.rounded()?;
        let near = table.calls.keys().find(|waiting| waiting.rounded() == Some(rounded))?.clone();
        table.take(&near)
    }

    /// The client waits no longer. The answer, should it come, is passed on all the same.
    pub fn give_up(&self, id: &Id) {
        let mut table = self.table();
        if !table.calls.contains_key(id) || table.given_up.contains(id) {
            return;
        }
        table.given_up.push_back(id.clone());
        if table.given_up.len() > MOST_GIVEN_UP
            && let Some(oldest) = table.given_up.pop_front()
        {
            table.calls.remove(&oldest);
        }
    }

    /// Takes out the calls whose time is over.
    pub fn overdue(&self, now: Instant) -> Vec<Call> {
        let mut table = self.table();
        let late = |call: &Call| call.until.is_some_and(|until| until <= now);
        let ids: Vec<Id> = table
            .calls
            .iter()
            .filter(|(_, calls)| calls.iter().any(late))
            .map(|(id, _)| id.clone())
            .collect();
        let mut overdue = Vec::new();
        for id in ids {
            let Some(calls) = table.calls.remove(&id) else { continue };
            let (over, waiting): (VecDeque<_>, VecDeque<_>) = calls.into_iter().partition(late);
            overdue.extend(over);
            if waiting.is_empty() {
                table.given_up.retain(|other| *other != id);
            } else {
                table.calls.insert(id, waiting);
            }
        }
        overdue
    }

    /// The next moment at which a call is overdue.
    pub fn next_due(&self) -> Option<Instant> {
        self.table().calls.values().flatten().filter_map(|call| call.until).min()
    }

    /// Takes no call from now on, for this reason, and takes out those for which somebody still waits. What was not sent
    /// yet is left to who sends it.
    pub fn close(&self, why: &str) -> Vec<Call> {
        let mut table = self.table();
        table.closed.get_or_insert_with(|| why.to_owned());
        let given_up = std::mem::take(&mut table.given_up);
        let calls = std::mem::take(&mut table.calls);
        let (sent, unsent): (HashMap<_, _>, HashMap<_, _>) =
            calls.into_iter().partition(|(_, calls)| calls.iter().all(|call| call.sent));
        table.calls = unsent;
        let mut left: Vec<Call> =
            sent.into_iter().filter(|(id, _)| !given_up.contains(id)).flat_map(|(_, calls)| calls).collect();
        left.sort_by_key(|call| call.since);
        left
    }

    /// How many calls wait.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.table().calls.values().map(VecDeque::len).sum()
    }

    /// The id of the oldest waiting call of a method, as the client wrote it.
    pub fn waiting_for(&self, method: &str) -> Option<String> {
        let table = self.table();
        let of_method = table.calls.values().flatten().filter(|call| call.method == method);
        of_method.min_by_key(|call| call.since).map(|call| call.id.clone())
    }
}

impl Table {
    fn take(&mut self, id: &Id) -> Option<Call> {
        let calls = self.calls.get_mut(id)?;
        let call = calls.pop_front();
        if calls.is_empty() {
            self.calls.remove(id);
            self.given_up.retain(|other| other != id);
        }
        call
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> Id {
        Id::read(text).unwrap()
    }

    fn call(text: &str, until: Option<Instant>) -> Call {
        Call {
            id: text.to_owned(),
            method: "ping".to_owned(),
            tool: None,
            modern: false,
            from_start: true,
            rules: Arc::default(),
            since: Instant::now(),
            before: Duration::ZERO,
            until,
            sent: true,
            owner: None,
            own: None,
        }
    }

    fn with(ids: &[&str]) -> InFlight {
        let table = InFlight::default();
        for text in ids {
            table.add(id(text), call(text, None)).unwrap();
        }
        table
    }

    fn ids(calls: Vec<Call>) -> Vec<String> {
        calls.into_iter().map(|call| call.id).collect()
    }

    #[test]
    fn a_call_is_taken_once_by_any_writing_of_its_id() {
        let table = with(&["1e2", "\"1\"", "1"]);
        assert_eq!(table.take(&id("100")).unwrap().id, "1e2");
        assert!(table.take(&id("1e2")).is_none());
        assert_eq!(table.take(&id("1")).unwrap().id, "1");
        assert_eq!(table.take(&id("\"1\"")).unwrap().id, "\"1\"");
        assert_eq!(table.len(), 0);
    }

    #[test]
    fn a_large_number_that_was_rounded_finds_its_call_and_its_neighbour_comes_first() {
        let table = with(&["9007199254740993"]);
        assert_eq!(table.take(&id("9007199254740992")).unwrap().id, "9007199254740993");
        let table = with(&["9007199254740993", "9007199254740992"]);
        assert_eq!(table.take(&id("9007199254740992")).unwrap().id, "9007199254740992");
    }

    #[test]
    fn an_id_that_is_used_twice_is_answered_twice() {
        let table = with(&["7", "7"]);
        assert!(table.take(&id("7")).is_some() && table.take(&id("7")).is_some());
        assert!(table.take(&id("7")).is_none());
    }

    #[test]
    fn what_was_given_up_can_still_be_answered_and_is_bounded() {
        let table = with(&["1", "2"]);
        table.give_up(&id("1"));
        table.give_up(&id("unknown".replace("unknown", "9").as_str()));
        assert!(table.take(&id("1")).is_some());
        for number in 0..2 * MOST_GIVEN_UP {
            let text = format!("\"k{number}\"");
            table.add(id(&text), call(&text, None)).unwrap();
            table.give_up(&id(&text));
        }
        assert_eq!(table.len(), MOST_GIVEN_UP + 1);
        assert_eq!(ids(table.close("over")), ["2"]);
    }

    #[test]
    fn a_closed_table_says_why() {
        let table = with(&["1", "2"]);
        assert_eq!(ids(table.close("it ended")), ["1", "2"]);
        assert_eq!(table.add(id("3"), call("3", None)), Err("it ended".to_owned()));
        assert_eq!(ids(table.close("again")), [""; 0]);
    }

    #[test]
    fn calls_whose_time_is_over_are_taken_out() {
        let table = InFlight::default();
        let now = Instant::now();
        let later = now + Duration::from_secs(5);
        table.add(id("1"), call("1", Some(now))).unwrap();
        table.add(id("1"), call("1", Some(later))).unwrap();
        table.add(id("2"), call("2", None)).unwrap();
        assert_eq!(table.next_due(), Some(now));
        assert_eq!(ids(table.overdue(now)), ["1"]);
        assert_eq!((table.len(), table.next_due()), (2, Some(later)));
        assert_eq!(ids(table.overdue(now)), [""; 0]);
    }
}
