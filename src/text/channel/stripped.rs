//! The names of a CI's prefixes, and how many lines had each.

use super::stage::{Receipts, Stage};
use crate::budget::Count as _;

/// The kinds of prefixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::text) enum Kind {
    /// There is none.
    #[default]
    Nothing,
    /// A time stamp, perhaps with a command after it.
    Stamp,
    /// A bare clock.
    Clock,
    /// A job and a step, perhaps with a stamp after them.
    Step,
    /// What a journal writes.
    Journal,
    /// The column of a build service.
    Column,
    /// A command alone: `##[group]`.
    Command,
    /// A robot's mark before new findings.
    Mark,
}

/// How many lines had each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::text) struct Stripped([u64; Self::NAMES.len()]);

impl Stripped {
    /// The names of the kinds, in their order.
    const NAMES: [&'static str; 7] = [
        "prefix:stamp",
        "prefix:clock",
        "prefix:gh-run",
        "prefix:journal",
        "prefix:build-service",
        "prefix:command",
        "prefix:mark",
    ];

    /// A prefix of this kind was stripped from a line.
    #[inline]
    pub(in crate::text) fn add(&mut self, kind: Kind) {
        let at = match kind {
            Kind::Nothing => return,
            Kind::Stamp => 0,
            Kind::Clock => 1,
            Kind::Step => 2,
            Kind::Journal => 3,
            Kind::Column => 4,
            Kind::Command => 5,
            Kind::Mark => 6,
        };
        if let Some(count) = self.0.get_mut(at) {
            count.up(1);
        }
    }

    /// The receipts for all that were stripped.
    pub(in crate::text) fn receipts(&self) -> Receipts {
        let mut receipts = Receipts::default();
        for (name, count) in Self::NAMES.iter().zip(self.0) {
            receipts.add(Stage::Stamp, name, count);
        }
        receipts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_name() {
        let name = |kind: Kind| {
            let mut stripped = Stripped::default();
            stripped.add(kind);
            stripped.add(kind);
            stripped.receipts().iter().map(|each| format!("{} {}", each.name, each.count)).collect::<Vec<_>>()
        };
        let kinds =
            [Kind::Stamp, Kind::Clock, Kind::Step, Kind::Journal, Kind::Column, Kind::Command, Kind::Mark];
        let names = kinds.map(|kind| name(kind).concat());
        assert_eq!(
            names,
            [
                "prefix:stamp 2",
                "prefix:clock 2",
                "prefix:gh-run 2",
                "prefix:journal 2",
                "prefix:build-service 2",
                "prefix:command 2",
                "prefix:mark 2",
            ]
        );
        assert!(name(Kind::Nothing).is_empty());
    }
}
