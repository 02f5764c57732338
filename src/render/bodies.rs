//! Equal bodies: failures of one section that are told by the same lines share them under their headings.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::event::Part;
use crate::report::Failure;

/// Whose body each failure of a list shares.
#[derive(Debug)]
pub(super) struct Bodies {
    leaders: Vec<Option<usize>>,
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
        let leaders = failures
            .iter()
            .enumerate()
            .map(|(at, failure)| {
                let leader = *first.entry(body(failure)?).or_insert(at);
                (leader != at).then_some(leader)
            })
            .collect();
        Self { leaders }
    }

    /// The earlier failure whose body this one shares.
    pub(super) fn leader(&self, at: usize) -> Option<usize> {
        self.leaders.get(at).copied().flatten()
    }

    /// The later failures that share the body of this one.
    pub(super) fn followers(&self, at: usize) -> impl Iterator<Item = usize> {
        let later = self.leaders.iter().enumerate().skip(at.saturating_add(1));
        later.filter(move |(_, leader)| **leader == Some(at)).map(|(follower, _)| follower)
    }

    /// Whether any body is shared.
    pub(super) fn any(&self) -> bool {
        self.leaders.iter().any(Option::is_some)
    }
}
