//! Equal bodies: failures of one section that are told by the same lines share them under their headings.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::event::Part;
use crate::report::Failure;

/// Whose body each failure of a list shares.
#[derive(Debug)]
pub(super) struct Bodies {
    /// Of each failure that shares a body: the first that has it. In order, so that answers are the same each time.
    leaders: BTreeMap<usize, usize>,
}

/// What makes two bodies equal: section, parts and texts. `None` for a failure that has no heading or no reason.
fn body(failure: &Failure) -> Option<u64> {
    let detail = failure.detail.as_deref()?;
    let reason = detail.lines.iter().any(|(part, line)| *part == Part::Why && !line.text.trim().is_empty());
    if detail.heading.is_none() || !reason || detail.shortened {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    failure.section.hash(&mut hasher);
    for (part, line) in &detail.lines {
        (*part == Part::Why, *part == Part::Output).hash(&mut hasher);
        line.text.hash(&mut hasher);
    }
    Some(hasher.finish())
}

impl Bodies {
    /// Compares the bodies of failures.
    pub(super) fn of(failures: &[&Failure]) -> Self {
        let mut first: HashMap<u64, usize> = HashMap::new();
        let mut leaders = BTreeMap::new();
        for (at, failure) in failures.iter().enumerate() {
            let Some(body) = body(failure) else { continue };
            let leader = *first.entry(body).or_insert(at);
            if leader != at {
                leaders.insert(at, leader);
            }
        }
        Self { leaders }
    }

    /// The earlier failure whose body this one shares.
    pub(super) fn leader(&self, at: usize) -> Option<usize> {
        self.leaders.get(&at).copied()
    }

    /// The later failures that share the body of this one.
    pub(super) fn followers(&self, at: usize) -> impl Iterator<Item = usize> {
        self.leaders.range(at..).filter(move |(_, leader)| **leader == at).map(|(follower, _)| *follower)
    }

    /// Whether any body is shared.
    pub(super) fn any(&self) -> bool {
        !self.leaders.is_empty()
    }
}
