//! How many tests LuaUnit reported, as far as can be seen.

use super::luaunit_lines;

/// How many tests were reported: points at least and at most, and lines of `-v`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tests {
    pub(super) least: u64,
    pub(super) most: u64,
    /// Whatever can be a point.
    pub(super) loose: u64,
    pub(super) lines: u64,
}

impl Tests {
    /// The points of a line.
    pub(super) fn on(text: &str) -> Self {
        let (least, most, loose) = luaunit_lines::points(text);
        Self { least, most, loose, lines: 0 }
    }

    /// Whether so many tests can have been reported.
    pub(super) fn fits(self, number: u64) -> bool {
        let points = self.least <= number && number <= self.most;
        (self.lines == number && self.least == 0) || (points && (self.least > 0 || self.lines == 0))
    }

    /// Whether so many points can have was anywhere.
    pub(super) fn may_be(self, number: u64) -> bool {
        self.lines == 0 && self.least <= number && number <= self.loose
    }

    /// Nothing was seen: a lone point is no sign of a run.
    pub(super) const fn is_unseen(self) -> bool {
        self.lines == 0 && self.loose == 0
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            least: self.least.saturating_add(other.least),
            most: self.most.saturating_add(other.most),
            loose: self.loose.saturating_add(other.loose),
            lines: self.lines.saturating_add(other.lines),
        }
    }
}
