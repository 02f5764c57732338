//! pytest's rules: `===== FAILURES =====`, `____ test_x ____`, `---- Captured stdout call ----`, `!!!! Interrupted !!!!`.
//!
//! A rule is drawn over the whole width of the terminal, which a session asks once a rule. The first rule of a session
//! therefore fixes how long the others are, and a look-alike that a test printed is reported by its length. What a title
//! means is decided elsewhere.

use crate::recognize::kit::scan;

/// The width of the terminal that the session draws its rules on, in chars, once it is known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Width(Option<usize>);

/// The least width that is learnt from a rule; a shorter one was drawn by somebody else.
const LEAST_WIDTH: usize = 10;

impl Width {
    /// Takes the width from a rule, when it was not fixed before.
    pub(super) fn learn(&mut self, rule: &str) {
        let chars = rule.chars().count();
        if self.0.is_none() && chars >= LEAST_WIDTH && rule.get(..2).is_some_and(is_doubled) {
            self.0 = Some(chars);
        }
    }

    /// Whether pytest would have drawn this rule on this width. An unknown width fits every rule.
    ///
    /// The writer puts as many characters on either side as fit, at least one, and one more on the right when
    /// the sum is odd.
    pub(super) fn fits(self, rule: &str, character: char) -> bool {
        let Some(width) = self.0 else { return true };
        let chars = rule.chars().count();
        if chars == width || chars.saturating_add(1) == width {
            return true;
        }
        // A title that is too long for the width has one character on either side, on the right sometimes two.
        let left = rule.chars().take_while(|each| *each == character).count();
        let right = rule.chars().rev().take_while(|each| *each == character).count();
        chars > width && left == 1 && right <= 2
    }
}

/// Whether the text is the same char twice.
fn is_doubled(two: &str) -> bool {
    let mut chars = two.chars();
    chars.next() == chars.next()
}

/// The title of a rule of this character; `None` when the text is no rule. A rule starts in the first column.
pub(super) fn title(text: &str, character: char) -> Option<&str> {
    if !text.starts_with(character) {
        return None;
    }
    scan::ruled(text, character)
}

/// Whether a session's header is after something else on its line.
pub(super) fn opens_inside(text: &str) -> bool {
    memchr::memchr(b'=', text.as_bytes()).is_some() && text.contains("== test session starts ==")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_fixes_the_width_of_the_others() {
        let mut width = Width::default();
        assert!(width.fits("== x ==", '='));
        width.learn("===== test session starts =====");
        assert!(width.fits("=========== FAILURES ==========", '='));
        assert!(!width.fits("==== 3 failed in 0.1s ====", '='));
        assert!(width.fits("_ ERROR at setup of TestCart.test_long_name _", '_'));
        assert!(!width.fits("=== a title that is longer than the width ===", '='));
    }

    #[test]
    fn a_rule_starts_in_the_first_column() {
        assert_eq!(title("___ test_x ___", '_'), Some("test_x"));
        assert_eq!(title("  === FAILURES ===", '='), None);
        assert_eq!(title("==========", '='), None);
    }
}
