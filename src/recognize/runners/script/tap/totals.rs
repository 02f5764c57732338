//! The totals that many producers print as comments after the plan: `# tests 3`, `# pass  2`, `# fail  1`, with node
//! `# suites`, `# cancelled`, `# skipped`, `# todo`, `# duration_ms`; node-tap's `# failed 1 of 3 tests` has none of passes.

use crate::event::Totals;
use crate::recognize::kit::scan;

/// A group of such comments in the making.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// With `# tests` the group is one.
    read: Totals,
    /// The time came that node writes last.
    timed: bool,
}

impl Group {
    /// Takes a comment's text; tells whether it belongs to totals.
    pub(super) fn take(&mut self, comment: &str) -> bool {
        let Some(rest) = comment.strip_prefix(' ') else { return false };
        let Some((word, number)) = rest.split_once(' ') else {
            return self.is_begun() && rest.trim() == "ok";
        };
        let number = number.trim();
        if matches!(word, "duration_ms" | "time" | "time:") {
            self.timed |= self.is_begun() && word == "duration_ms";
            return self.is_begun();
        }
        let Some(number) = scan::whole_number(number) else { return false };
        if word == "tests" {
            *self = Self { read: Totals { total: Some(number), ..Totals::default() }, timed: false };
            return true;
        }
        if !self.is_begun() {
            return false;
        }
        let slot = match word {
            "pass" => &mut self.read.passed,
            "fail" => &mut self.read.failed,
            "cancelled" => &mut self.read.errors,
            "skip" | "skipped" => &mut self.read.skipped,
            "todo" => &mut self.read.other,
            "suites" => return true,
            _ => return false,
        };
        *slot = Some(number);
        true
    }

    /// Whether a group is in the making.
    pub(super) const fn is_begun(&self) -> bool {
        self.read.total.is_some()
    }

    /// The numbers of a group that is whole as node writes it: nobody prints all of it by chance.
    pub(super) fn whole(&self) -> Option<Totals> {
        self.totals().filter(|_| self.timed)
    }

    /// Whether passes or failures were reported.
    pub(super) fn is_reported(&self) -> bool {
        self.is_begun() && (self.read.passed.is_some() || self.read.failed.is_some())
    }

    /// The numbers, when passes or failures were reported.
    pub(super) fn totals(&self) -> Option<Totals> {
        self.is_reported().then_some(self.read)
    }

    /// What came was printed by a test.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_after_the_plan_are_totals() {
        let mut group = Group::default();
        for comment in [
            " tests 171",
            " suites 8",
            " pass 166",
            " fail 3",
            " cancelled 0",
            " skipped 2",
            " todo 0",
            " duration_ms 2752.2",
        ] {
            assert!(group.take(comment), "{comment}");
        }
        let read = group.totals();
        assert_eq!(
            read.map(|read| (read.passed, read.failed, read.errors, read.skipped, read.other, read.total)),
            Some((Some(166), Some(3), Some(0), Some(2), Some(0), Some(171)))
        );
        assert!(!group.take(" 3 tests are slow") && !Group::default().take(" pass 3"));
    }
}
