//! The last lines of a failed step that BuildKit prints again, each after seconds alone.
//!
//! ```text
//! ------
//!  > [app 4/4] RUN make check:
//! 3.408 src/hull.c:12: error: no keel
//! ------
//! ```
//!
//! Where the steps' own lines were read (`#13 3.408 src/hull.c:12: error: no keel`) these say nothing new: only the builder's
//! recognizer sees them, for its excerpt. Where they were not, they are the step's lines and are read as such.

use super::Streams;
use crate::event::{Class, Listener, Seen};
use crate::recognize::kit::scan;
use crate::text::Line;
use crate::text::channel::names::Form;

/// Whose the lines after seconds alone are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SecondPrint {
    /// No step's.
    #[default]
    No,
    /// A step's whose lines were read.
    Known,
    /// A step's whose lines were not read.
    New,
}

/// ` > [app 4/4] RUN make check:`
pub(super) fn is_head(text: &str) -> bool {
    text.starts_with(" > [") && text.trim_end().ends_with(':')
}

/// The length of `3.408 `, in bytes.
fn seconds(text: &str) -> Option<usize> {
    let (_, rest) = scan::number(text)?;
    let fraction = rest.strip_prefix('.')?;
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    let rest = fraction.get(digits..)?;
    let rest = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
    (digits > 0).then(|| text.len().saturating_sub(rest.len()))
}

impl Streams {
    /// Whether names without a mark of their own, or seconds, are looked for.
    #[inline]
    pub(super) fn reads_words(&self) -> bool {
        self.announced.words() || self.again != SecondPrint::No
    }

    /// Judges a line of a step that is printed again. Returns whether it is one.
    pub(super) fn printed_again(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> bool {
        let found = seconds(line.text).filter(|_| self.again != SecondPrint::No);
        let Some(length) = found else {
            self.again = match (is_head(line.text), self.names.iter().any(|each| each.form == Form::Step)) {
                (false, _) => SecondPrint::No,
                (true, true) => SecondPrint::Known,
                (true, false) => SecondPrint::New,
            };
            return false;
        };
        let seen = self.plain.overhear(self.builder, line, listener);
        if self.again == SecondPrint::New {
            let stream = self.named(Form::Step, "");
            self.stream_line(stream, Some(line), length, listener);
        } else {
            let class = match seen {
                Some(Seen::Mine(class) | Seen::Inside(class)) => class,
                _ => Class::Noise,
            };
            listener.judged(line, class);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_a_fraction() {
        for (text, rest) in [("3.408 a", "a"), ("12.3   a", "  a"), ("0.1", ""), ("3.408 ", "")] {
            assert_eq!(&text[seconds(text).unwrap()..], rest);
        }
        for text in ["3 a", "3.a", "3.4a", ".4 a", "a"] {
            assert_eq!(seconds(text), None, "{text}");
        }
        assert!(is_head(" > [app 4/4] RUN make:") && !is_head("> [a]:") && !is_head(" > [a] b"));
    }
}
