//! Equal bodies: failures of one section that are told by the same lines share them under their headings.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::event::Part;
use crate::report::Failure;

/// Whose body each failure of a list shares. Every question is answered in one step, whatever the number of failures.
#[derive(Debug)]
pub(super) struct Bodies {
    /// By failure, when any body is shared.
    links: Vec<Link>,
}

/// Stands for no failure.
const NOBODY: u32 = u32::MAX;

/// A failure among those that share a body.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The first one.
    leader: u32,
    /// The next one.
    next: u32,
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
        Self::equal(failures.iter().map(|failure| body(failure)))
    }

    /// Puts those together that are equal and not `None`.
    fn equal(bodies: impl Iterator<Item = Option<u64>>) -> Self {
        // The first and the last one with a body.
        let mut known: HashMap<u64, (u32, u32)> = HashMap::new();
        let mut links = Vec::new();
        let mut shared = false;
        for (at, body) in bodies.enumerate() {
            let mut link = Link { leader: NOBODY, next: NOBODY };
            if let (Ok(at), Some(body)) = (u32::try_from(at), body) {
                let (leader, last) = known.entry(body).or_insert((at, at));
                if *leader != at {
                    shared = true;
                    link.leader = *leader;
                    if let Some(before) = usize::try_from(*last).ok().and_then(|last| links.get_mut(last)) {
                        let before: &mut Link = before;
                        before.next = at;
                    }
                    *last = at;
                }
            }
            links.push(link);
        }
        Self { links: if shared { links } else { Vec::new() } }
    }

    /// The earlier failure whose body this one shares.
    pub(super) fn leader(&self, at: usize) -> Option<usize> {
        self.links.get(at).and_then(|link| somebody(link.leader))
    }

    /// The later failures that share the body of this one, the first of its kind.
    pub(super) fn followers(&self, at: usize) -> impl Iterator<Item = usize> {
        let next = |at: usize| self.links.get(at).and_then(|link| somebody(link.next));
        std::iter::successors(next(at), move |at| next(*at))
    }

    /// Whether any body is shared.
    pub(super) const fn any(&self) -> bool {
        !self.links.is_empty()
    }
}

fn somebody(failure: u32) -> Option<usize> {
    (failure != NOBODY).then(|| usize::try_from(failure).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who_shares(bodies: &[u64]) -> Vec<(Option<usize>, Vec<usize>)> {
        let shared = Bodies::equal(bodies.iter().map(|body| (*body > 0).then_some(*body)));
        (0..bodies.len()).map(|at| (shared.leader(at), shared.followers(at).collect())).collect()
    }

    #[test]
    fn equal_bodies_are_the_first_ones() {
        let alone = (None, vec![]);
        assert_eq!(who_shares(&[]), []);
        assert_eq!(who_shares(&[7, 0, 8, 0]), [alone.clone(), alone.clone(), alone.clone(), alone.clone()]);
        assert_eq!(
            who_shares(&[7, 8, 7, 0, 7]),
            [(None, vec![2, 4]), alone.clone(), (Some(0), vec![4]), alone, (Some(0), vec![])]
        );
    }

    #[test]
    fn half_a_million_failures_are_asked_in_a_moment() {
        let begun = std::time::Instant::now();
        let different = Bodies::equal((0..500_000).map(Some));
        let alone = (0..500_000).filter(|at| different.any() || different.leader(*at).is_some()).count();
        let pairs = Bodies::equal((0..500_000).map(|at| Some(at / 2)));
        let followed: usize = (0..500_000).map(|at| pairs.followers(at).count()).sum();
        assert_eq!((alone, followed), (0, 250_000));
        assert!(begun.elapsed().as_secs() < 20);
    }
}
