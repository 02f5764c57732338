//! What stays or goes together: a message that calls tools, and the messages that hold their results.
//!
//! A result belongs to the last call before it that has its id. One without such a call is taken out before anything
//! else is done: no provider accepts it. A call whose result never came is left as it is: the run may be waiting for it.

use std::collections::BTreeMap;

use super::part::Kind;
use super::turn::Turn;

/// Why a result is taken out.
const ORPHAN: &str = "no call before it has its id";

/// Takes out results without a call, and gives the messages in groups, each in order, by their first message.
pub(super) fn units(turns: &mut [Turn]) -> Vec<Vec<usize>> {
    let mut parents: Vec<usize> = (0..turns.len()).collect();
    let mut calls: BTreeMap<String, usize> = BTreeMap::new();
    let mut messages: BTreeMap<String, usize> = BTreeMap::new();
    for (position, turn) in turns.iter_mut().enumerate() {
        if let Some(message) = &turn.message {
            let first = *messages.entry(message.clone()).or_insert(position);
            join(&mut parents, first, position);
        }
        let mut orphans = Vec::new();
        for part in &turn.parts {
            if let (Kind::Result, Some(id)) = (part.kind, &part.tool) {
                match calls.get(id) {
                    Some(call) => join(&mut parents, *call, position),
                    None => orphans.push(part.block.clone()),
                }
            }
        }
        for orphan in &orphans {
            let inner = format!("{orphan}/");
            let inside = |block: &str| block == orphan || block.starts_with(&inner);
            turn.parts.iter_mut().filter(|part| inside(&part.block)).for_each(super::part::Part::remove);
        }
        if !orphans.is_empty() {
            turn.note(super::turn::Action::Clip, ORPHAN);
            turn.drop_if_empty(ORPHAN);
        }
        let ids: Vec<String> = if turn.is_there() { turn.calls().map(str::to_owned).collect() } else { Vec::new() };
        for id in ids {
            if let Some(earlier) = calls.insert(id, position) {
                join(&mut parents, earlier, position);
            }
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (position, turn) in turns.iter().enumerate() {
        if turn.is_there() {
            groups.entry(root(&mut parents, position)).or_default().push(position);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort_by_key(|group| group.first().copied());
    groups
}

/// The first of a group; the way there is halved for the next time.
fn root(parents: &mut [usize], mut position: usize) -> usize {
    while let Some(parent) = parents.get(position).copied().filter(|parent| *parent != position) {
        let above = parents.get(parent).copied().unwrap_or(parent);
        if let Some(place) = parents.get_mut(position) {
            *place = above;
        }
        position = above;
    }
    position
}

fn join(parents: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(parents, one), root(parents, other));
    if let Some(place) = parents.get_mut(one.max(other)) {
        *place = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::message;
    use super::*;

    fn turns(messages: &[Value]) -> Vec<Turn> {
        messages
            .iter()
            .enumerate()
            .map(|(index, message)| {
                let parts = message::parts(message, "", "history").unwrap();
                Turn::new(index.to_string(), index, message.clone(), parts)
            })
            .collect()
    }

    fn call(ids: &[&str]) -> Value {
        let calls: Vec<Value> = ids.iter().map(|id| json!({"id": id, "name": "run"})).collect();
        json!({"role": "assistant", "content": "", "tool_calls": calls})
    }

    fn answer(id: &str) -> Value {
        json!({"role": "tool", "tool_call_id": id, "content": "ok"})
    }

    #[test]
    fn a_call_and_its_results_are_one_even_with_others_between() {
        let mut turns =
            turns(&[call(&["a", "b"]), answer("a"), json!({"role": "user", "content": "x"}), answer("b"), call(&["c"])]);
        assert_eq!(units(&mut turns), [vec![0, 1, 3], vec![2], vec![4]]);
    }

    #[test]
    fn a_result_without_a_call_before_it_is_taken_out() {
        let mut turns = turns(&[answer("a"), call(&["a"]), answer("z"), answer("a")]);
        assert_eq!(units(&mut turns), [vec![1, 3]]);
        assert_eq!(turns[0].reason, "no call before it has its id");
    }

    #[test]
    fn only_the_result_without_a_call_leaves_a_message_with_several() {
        let results = json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": "1"},
            {"type": "tool_result", "tool_use_id": "z", "content": [{"type": "text", "text": "2"}]}]});
        let mut turns = turns(&[call(&["a"]), results]);
        assert_eq!(units(&mut turns), [vec![0, 1]]);
        assert_eq!(
            turns[1].written(),
            json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "1"}]})
        );
    }

    #[test]
    fn calls_that_share_an_id_share_their_fate() {
        let mut turns = turns(&[call(&["a"]), answer("a"), call(&["a"]), answer("a"), answer("a")]);
        assert_eq!(units(&mut turns), [vec![0, 1, 2, 3, 4]]);
    }
}
