//! Tools of which one line is known: the words with which they say that what they ran has failed.
//!
//! What they ran says why, above that line: a consequence. Alone it is a failure, reported with the last lines above it.

use std::marker::PhantomData;

use super::lint::finding::all_is_well;
use crate::event::{Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::{Attention, Recognizer, Signs};
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
    /// The tool that prints such a line.
    fn tool(text: &str) -> &'static str {
        let _ = text;
        Self::NAME
    }
    /// Whether such a line says itself why.
    fn is_reason(text: &str) -> bool {
        let _ = text;
        false
    }
    /// Whether such a line says that all went well, as the last word.
    fn passes(text: &str) -> bool {
        let _ = text;
        false
    }
    /// Whether the tool prints this below that word.
    fn follows(text: &str) -> bool {
        let _ = text;
        false
    }
}

/// A tool's word that all went well, which counts as the last word of a log alone: what comes below it may fail.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::recognize) struct GoodEnd(bool);

impl GoodEnd {
    /// The word was printed.
    pub(in crate::recognize) const fn say(&mut self) {
        self.0 = true;
    }

    /// Whether nothing came below it.
    pub(in crate::recognize) const fn is_at(self) -> bool {
        self.0
    }

    /// Another line came.
    #[inline]
    pub(in crate::recognize) fn line(&mut self, text: &str) {
        self.0 = self.0 && text.trim().is_empty();
    }

    /// The log ended.
    pub(in crate::recognize) fn end(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.0) {
            all_is_well(sink);
        }
    }
}

/// A tool of which its closing words are known.
#[derive(Debug, Default)]
pub struct Closing<W> {
    good: GoodEnd,
    /// The tool that printed the last such line.
    tool: Option<&'static str>,
    words: PhantomData<W>,
}

impl<W: Words + Send> Recognizer for Closing<W> {
    fn runner(&self) -> Runner {
        Runner(W::NAME)
    }

    fn signs(&self) -> Signs {
        Signs { starts: W::STARTS, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.good.is_at() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        if W::passes(text) {
            self.good.say();
            return Seen::Mine(Class::Totals);
        }
        if !W::follows(text) {
            self.good.line(text);
        }
        if !W::fails(text) {
            return Seen::No;
        }
        let name = crate::text::head(text, NAME_BYTES);
        let tool = W::tool(text);
        if self.tool.replace(tool).unwrap_or(W::NAME) != tool {
            sink.emit(Event::Tool(Runner(tool)));
        }
        sink.emit(Event::Consequence { name, kind: FailureKind::Build });
        if W::is_reason(text) {
            sink.emit(Event::Message(name));
        }
        sink.emit(Event::LastLines { since: 0, until: None });
        Seen::Mine(Class::Detail)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.good.end(sink);
    }
}

/// Whether the text ends with a number above zero after these words, a full stop aside.
pub(in crate::recognize) fn ends_above_zero(text: &str, words: &str) -> bool {
    let number = text.rsplit_once(words).map(|(_, number)| number.trim_end_matches('.'));
    number
        .map(|number| number.strip_prefix('-').unwrap_or(number))
        .and_then(crate::recognize::kit::scan::whole_number)
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
