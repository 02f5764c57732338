//! The marks that reporters print before the names of tests, those of a Windows console beside them.

/// Before what passed.
pub const PASSED: [&str; 3] = ["✔ ", "✓ ", "√ "];
/// Before what failed.
const FAILED: [&str; 3] = ["✖ ", "✗ ", "× "];

/// The name after the mark of what passed.
#[must_use]
pub fn passed(text: &str) -> Option<&str> {
    strip(text, &PASSED)
}

/// The name after the mark of what failed.
#[must_use]
pub fn failed(text: &str) -> Option<&str> {
    strip(text, &FAILED)
}

fn strip<'a>(text: &'a str, marks: &[&str]) -> Option<&'a str> {
    marks.iter().find_map(|mark| text.strip_prefix(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_before_the_name() {
        for mark in PASSED {
            assert_eq!(passed(&format!("{mark}adds")), Some("adds"));
            assert_eq!(failed(&format!("{mark}adds")), None);
        }
        for mark in FAILED {
            assert_eq!(failed(&format!("{mark}adds")), Some("adds"));
            assert_eq!(passed(&format!("{mark}adds")), None);
        }
        assert_eq!((passed("✔adds"), failed("- adds")), (None, None));
    }
}
