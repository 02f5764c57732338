//! Progress that runners print as points and letters, one for every test: counts how many of each there are.
//!
//! Several runners print the same points, so points do not show which runner it is. They confirm totals: when there are
//! as many points as tests in the totals, they are hardly another runner's. Only points at the beginning of a line are
//! read. What a test prints without a line end hides the points after it; then the numbers differ and confirm nothing.

use crate::budget::Count as _;

/// The most kinds of points that one runner has.
const KINDS: usize = 12;

/// The points of one run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::recognize) struct Points {
    counts: [u64; KINDS],
}

impl Points {
    /// Reads the points that the text begins with; `kinds` are the runner's own. Returns how many there were.
    pub(in crate::recognize) fn read(&mut self, text: &str, kinds: &str) -> u64 {
        let mut more = 0_u64;
        for byte in text.bytes() {
            let Some(kind) = kinds.bytes().position(|each| each == byte) else { break };
            let Some(count) = self.counts.get_mut(kind) else { break };
            count.up(1);
            more.up(1);
        }
        more
    }

    /// How many of one kind were seen.
    pub(in crate::recognize) fn of(&self, kinds: &str, kind: char) -> u64 {
        kinds.chars().position(|each| each == kind).and_then(|at| self.counts.get(at)).copied().unwrap_or(0)
    }

    /// The points that were seen since `before`.
    pub(in crate::recognize) fn since(&self, before: &Self) -> Self {
        let mut since = *self;
        for (count, before) in since.counts.iter_mut().zip(before.counts) {
            count.down(before);
        }
        since
    }

    /// How many were seen of all kinds.
    pub(in crate::recognize) fn all(&self) -> u64 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }
}

/// Totals that count when nothing of the run follows them, and what was seen of the run before them.
#[derive(Clone, Copy, Debug)]
pub(in crate::recognize) struct Held<Sum> {
    pub(in crate::recognize) sum: Sum,
    pub(in crate::recognize) points: Points,
    /// Runs that had begun inside of this one and had not ended.
    pub(in crate::recognize) inner: u32,
}

impl<Sum> Held<Sum> {
    /// The points after the totals, when tests or inner runs came after the totals, and no other totals followed.
    pub(in crate::recognize) fn died_after(&self, points: &Points, inner: u32) -> Option<Points> {
        let after = points.since(&self.points);
        (inner > self.inner || after.all() > 0).then_some(after)
    }
}

/// Whether the line may be progress: it begins with one of the points, and they are not the beginning of a word.
pub(in crate::recognize) fn begins(text: &str, kinds: &str) -> bool {
    let rest = text.trim_start_matches(|each: char| kinds.contains(each));
    let points = text.len().saturating_sub(rest.len());
    if points == 0 {
        return false;
    }
    // `F` and `E` begin words; a point does not.
    text.starts_with('.') && points > 1
        || rest.is_empty()
        || text.get(..points).is_some_and(|all| all.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_up_to_the_first_foreign_char() {
        let mut points = Points::default();
        assert_eq!(points.read("..F.*ERROR ..", ".F*"), 5);
        assert_eq!((points.of(".F*", '.'), points.of(".F*", 'F'), points.of(".F*", '*')), (3, 1, 1));
        assert_eq!(points.all(), 5);
    }

    #[test]
    fn words_are_no_points() {
        for text in ["Failures:", "Error:", "F is a letter", "", "x.."] {
            assert!(!begins(text, ".FE"), "{text}");
        }
        for text in ["..", ".F.", "F", "..ERROR", ".printed", "EE.."] {
            assert!(begins(text, ".FE"), "{text}");
        }
    }
}
