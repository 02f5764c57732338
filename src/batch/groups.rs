//! The same failure in several logs: the same test of the same runner, or the same diagnostic.

use std::collections::HashMap;
use std::rc::Rc;

use super::lines::{FailureLine, Place, SharedLine};
use crate::budget::Count as _;

/// The most bytes of all names that are compared.
const COMPARED_BYTES: usize = 16 * 1024 * 1024;
/// What a group takes up besides its names, in bytes, about.
const GROUP_BYTES: usize = 200;
/// The most groups that the summary lists.
const LISTED: usize = 1000;

/// One failure, and where it was seen.
#[derive(Debug)]
struct Group {
    message: Option<Box<str>>,
    logs: u64,
    first: Rc<Place>,
    last: Rc<Place>,
    /// The number of the last log that has it: a log counts once.
    last_log: u64,
    order: usize,
}

/// All failures so far.
#[derive(Debug, Default)]
pub(super) struct Groups {
    groups: HashMap<(&'static str, Box<str>), Group>,
    bytes: usize,
    log: u64,
    uncompared: u64,
}

impl Groups {
    /// Takes the failures of the next log.
    pub(super) fn add(&mut self, place: Place, failures: Vec<FailureLine>, unlisted: u64) {
        self.log.up(1);
        self.uncompared.up(unlisted);
        if failures.is_empty() {
            return;
        }
        let place = Rc::new(place);
        for failure in failures {
            let key = (failure.runner, failure.id.into_boxed_str());
            if let Some(group) = self.groups.get_mut(&key) {
                if group.last_log != self.log {
                    group.last_log = self.log;
                    group.logs.up(1);
                    group.last = Rc::clone(&place);
                }
                continue;
            }
            let message = failure.message.map(String::into_boxed_str);
            let text = key.1.len().saturating_add(message.as_ref().map_or(0, |message| message.len()));
            let bytes = self.bytes.saturating_add(text).saturating_add(GROUP_BYTES);
            if bytes > COMPARED_BYTES {
                self.uncompared.up(1);
                continue;
            }
            self.bytes = bytes;
            let order = self.groups.len();
            let (first, last) = (Rc::clone(&place), Rc::clone(&place));
            self.groups.insert(key, Group { message, logs: 1, first, last, last_log: self.log, order });
        }
    }

    /// The failures that several logs share, the most frequent first, and how many more there are.
    pub(super) fn shared(&self) -> (Vec<SharedLine<'_>>, u64) {
        let mut shared: Vec<_> = self.groups.iter().filter(|(_, group)| group.logs > 1).collect();
        shared.sort_by_key(|(_, group)| (std::cmp::Reverse(group.logs), group.order));
        let more = u64::try_from(shared.len().saturating_sub(LISTED)).unwrap_or(u64::MAX);
        shared.truncate(LISTED);
        let lines = shared.into_iter().map(|((runner, id), group)| SharedLine {
            id,
            runner,
            message: group.message.as_deref(),
            logs: group.logs,
            first: &group.first,
            last: &group.last,
        });
        (lines.collect(), more)
    }

    /// Failures that were not compared.
    pub(super) const fn uncompared(&self) -> u64 {
        self.uncompared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn failure(id: &str, message: &str) -> FailureLine {
        FailureLine {
            id: id.to_owned(),
            kind: "test",
            runner: "pytest",
            file: None,
            line: None,
            message: Some(message.to_owned()),
        }
    }

    fn place(name: &str) -> Place {
        Place::new(Path::new(name), None)
    }

    #[test]
    fn a_failure_counts_once_a_log_and_the_most_frequent_come_first() {
        let mut groups = Groups::default();
        groups.add(place("a"), vec![failure("x", "1"), failure("y", "2"), failure("y", "3")], 0);
        groups.add(place("b"), vec![failure("y", "4"), failure("z", "5")], 0);
        groups.add(place("c"), vec![], 0);
        groups.add(place("d"), vec![failure("x", "6"), failure("y", "7")], 2);
        let (shared, more) = groups.shared();
        let seen: Vec<_> =
            shared.iter().map(|each| (each.id, each.message, each.logs, each.first, each.last)).collect();
        let (a, d) = (place("a"), place("d"));
        assert_eq!(seen, [("y", Some("2"), 3, &a, &d), ("x", Some("1"), 2, &a, &d)]);
        assert_eq!((more, groups.uncompared()), (0, 2));
    }

    #[test]
    fn what_is_compared_is_bounded() {
        let mut groups = Groups::default();
        let long = "n".repeat(COMPARED_BYTES / 2);
        groups.add(place("a"), vec![failure(&long, ""), failure(&format!("{long}2"), "")], 0);
        assert_eq!(groups.uncompared(), 1);
    }
}
