//! Tools of which one line is known: the words with which they say that what they ran has failed.
//!
//! What they ran says why, above that line: a consequence. Alone it is a failure, told with the last lines above it.

use std::marker::PhantomData;

use crate::event::{Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 240;

/// The words of a tool.
pub trait Words {
    /// The tool's name.
    const NAME: &'static str;
    /// How its lines begin.
    const STARTS: &'static [&'static str];
    /// Whether a line, without the blanks round it, says that what the tool ran has failed.
    fn fails(text: &str) -> bool;
}

/// A tool of which its closing words are known.
#[derive(Debug, Default)]
pub struct Closing<W>(PhantomData<W>);

impl<W: Words + Send> Recognizer for Closing<W> {
    fn runner(&self) -> Runner {
        Runner(W::NAME)
    }

    fn signs(&self) -> Signs {
        Signs { starts: W::STARTS, ..Signs::default() }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        if !W::fails(text) {
            return Seen::No;
        }
        let name = crate::text::head(text, NAME_BYTES);
        sink.emit(Event::Consequence { name, kind: FailureKind::Build });
        sink.emit(Event::LastLines { since: 0 });
        Seen::Mine(Class::Detail)
    }
}

/// Whether the text ends with a number above zero behind these words, a full stop aside.
pub(super) fn ends_above_zero(text: &str, words: &str) -> bool {
    let number = text.rsplit_once(words).map(|(_, number)| number.trim_end_matches('.'));
    number
        .map(|number| number.strip_prefix('-').unwrap_or(number))
        .and_then(crate::recognize::scan::whole_number)
        .is_some_and(|number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_above_zero_ends_a_line() {
        assert!(ends_above_zero("exited with code 3", " code "));
        assert!(ends_above_zero("exited with code -1.", " code "));
        for text in ["exited with code 0", "exited with code a", "exited"] {
            assert!(!ends_above_zero(text, " code "), "{text}");
        }
    }
}
