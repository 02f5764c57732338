//! What a text costs: its chars, or more where its bytes are what runs out first.
//!
//! A page has one room. When it is bounded by chars and by bytes, a text costs the larger of its chars and of its bytes
//! scaled to the chars, so that a sum of costs within the room is within both.

use super::mode::Limits;

/// Measures texts for one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ruler {
    /// Most chars of one line.
    pub line_chars: u64,
    /// Chars and bytes of the page, when its bytes are bounded below four for each char.
    scale: Option<(u64, u64)>,
}

impl Ruler {
    /// For a page within these limits and so many bytes.
    #[must_use]
    pub fn new(limits: Limits, bytes: Option<u64>) -> Self {
        // No char has more than four bytes.
        let scale = bytes.filter(|bytes| *bytes < limits.chars.saturating_mul(4)).filter(|bytes| *bytes > 0);
        Self { line_chars: limits.line_chars, scale: scale.map(|bytes| (limits.chars, bytes)) }
    }

    /// The cost of a text, its line end not counted.
    #[must_use]
    pub fn measure(&self, text: &str) -> u64 {
        let length = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let chars = length(text.chars().count());
        match self.scale {
            None => chars,
            Some((room, bytes)) => {
                let scaled = length(text.len()).saturating_mul(room);
                // With the line end: rounded up once for both.
                chars.max(scaled.saturating_add(room).div_ceil(bytes.max(1)).saturating_sub(1))
            }
        }
    }

    /// The most that a text of so many bytes costs, its line end not counted.
    #[must_use]
    pub fn at_most(&self, bytes: usize) -> u64 {
        let length = u64::try_from(bytes).unwrap_or(u64::MAX);
        match self.scale {
            None => length,
            Some((room, bytes)) => {
                let scaled = length.saturating_mul(room).saturating_add(room);
                length.max(scaled.div_ceil(bytes.max(1)))
            }
        }
    }

    /// The most that a line of so many chars costs.
    #[must_use]
    pub fn most(&self, chars: u64) -> u64 {
        match self.scale {
            None => chars,
            Some((room, bytes)) => {
                let bytes_of = chars.saturating_mul(4).saturating_add(1);
                chars.max(bytes_of.saturating_mul(room).div_ceil(bytes.max(1)))
            }
        }
    }
}

impl From<u64> for Ruler {
    /// Lines of so many chars, bytes unbounded.
    fn from(line_chars: u64) -> Self {
        Self { line_chars, scale: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruler(chars: u64, bytes: Option<u64>) -> Ruler {
        Ruler::new(Limits { chars, lines: 100, line_chars: 200 }, bytes)
    }

    #[test]
    fn without_bytes_a_text_costs_its_chars() {
        assert_eq!(ruler(5000, None).measure("äö€"), 3);
        assert_eq!(ruler(5000, Some(20_000)).measure("äö€"), 3);
    }

    #[test]
    fn where_bytes_run_out_first_a_text_costs_its_bytes() {
        assert_eq!(ruler(10_000, Some(10_000)).measure("äö€"), 7);
        assert_eq!(ruler(10_000, Some(10_000)).measure("abc"), 3);
    }

    #[test]
    fn no_text_costs_more_than_its_bytes_tell() {
        for bytes in [None, Some(1), Some(9_999), Some(10_000), Some(20_000), Some(39_999)] {
            let ruler = ruler(10_000, bytes);
            for text in ["", "a", "abc", "\u{e4}\u{f6}\u{20ac}", "\u{1f600}\u{1f600}", "a\u{20ac}b"] {
                assert!(ruler.measure(text) <= ruler.at_most(text.len()), "{bytes:?} {text}");
            }
        }
    }

    #[test]
    fn where_both_are_bounded_costs_within_the_room_are_within_both() {
        for (chars, bytes) in [(400, 401), (5000, 10_000), (5000, 19_999), (999, 1000)] {
            let ruler = ruler(chars, Some(bytes));
            for line in ["", "a", "ä", "€", "😀", "ab", "aä", &"€".repeat(40), &"a€".repeat(33)] {
                let cost = ruler.measure(line) + 1;
                let lines = chars / cost;
                assert!(lines * (line.len() as u64 + 1) <= bytes, "{chars} {bytes} {line}");
                assert!(lines * (line.chars().count() as u64 + 1) <= chars, "{chars} {bytes} {line}");
                assert!(ruler.measure(line) <= ruler.most(line.chars().count() as u64), "{line}");
            }
        }
    }
}
