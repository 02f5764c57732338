//! The message of Rust's `assert_eq!` and its kin, on one line: what was printed, and both values.
//!
//! The first line of the panic says no more than that they differ, or what the test says of it; the values are below.
//! See `core::panicking::assert_failed_inner`.

use crate::event::{Event, Sink};

/// The longest value that is in the message, in bytes.
const LONGEST_VALUE: usize = 100;

/// An assertion whose values may follow.
#[derive(Clone, Debug)]
pub(in crate::recognize::runners) struct Assertion {
    /// The first line.
    first: String,
    /// What is printed of it.
    printed: String,
    left: Option<String>,
}

impl Assertion {
    /// Reads the first line of a panic's message.
    pub(in crate::recognize::runners) fn begun(message: &str) -> Option<Self> {
        let rest = message.strip_prefix("assertion `left ")?;
        let (operator, rest) = rest.split_once(" right` failed")?;
        // That they should be equal needs no words.
        let printed = if operator == "==" { rest.strip_prefix(": ").unwrap_or_default() } else { message };
        Some(Self { first: message.to_owned(), printed: printed.trim_end().to_owned(), left: None })
    }

    /// Reads a line below, and tells the whole message once both values have come, when they are short.
    pub(in crate::recognize::runners) fn line(&mut self, text: &str, sink: &mut dyn Sink) {
        if let Some(left) = text.strip_prefix("  left: ") {
            self.left = Some(left).filter(|left| left.len() <= LONGEST_VALUE).map(str::to_owned);
            return;
        }
        let right = text.strip_prefix(" right: ").filter(|right| right.len() <= LONGEST_VALUE);
        if let Some(right) = right
            && let Some(left) = self.left.take()
        {
            let between = if self.printed.is_empty() { "" } else { ", " };
            let message = format!("{}{between}left: {left}, right: {right}", self.printed);
            sink.emit(Event::Restated { before: &self.first, message: &message });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan;

    fn message(lines: &[&str]) -> Option<String> {
        let mut reported = scan::Messages::default();
        let mut assertion = Assertion::begun(lines.first()?)?;
        lines.iter().skip(1).for_each(|line| assertion.line(line, &mut reported));
        reported.0.pop()
    }

    #[test]
    fn values_are_after_what_the_test_says() {
        let values = ["  left: 3", " right: 4"];
        let with = |first: &'static str| message(&[&[first], values.as_slice()].concat());
        let printed = |text: &str| Some(format!("{text}left: 3, right: 4"));
        assert_eq!(with("assertion `left == right` failed: total drifted"), printed("total drifted, "));
        assert_eq!(with("assertion `left == right` failed"), printed(""));
        assert_eq!(
            with("assertion `left != right` failed: same"),
            printed("assertion `left != right` failed: same, ")
        );
        assert_eq!(with("assertion failed: a < b"), None);
    }

    #[test]
    fn without_short_values_nothing_is_made() {
        let long = format!(" right: {}", "x".repeat(LONGEST_VALUE + 1));
        assert_eq!(message(&["assertion `left == right` failed", "  left: 3", &long]), None);
        assert_eq!(message(&["assertion `left == right` failed", " right: 4"]), None);
    }
}
