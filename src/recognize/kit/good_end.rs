//! Tools of which one line is read: the words with which they say that what they ran has failed.
//!
//! The line is a consequence: what they ran says why, above it. When nothing does, the line is a failure, reported with
//! the last lines above it.

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
    /// Whether a line, without the blanks around it, says that what the tool ran has failed.
    fn fails(text: &str) -> bool;
    /// The tool that prints such a line.
    fn tool(text: &str) -> &'static str {
        let _ = text;
        Self::NAME
    }
    /// Whether such a line itself says why.
    fn is_reason(text: &str) -> bool {
        let _ = text;
        false
    }
    /// Whether a line says, as the tool's last word, that all went well.
    fn passes(text: &str) -> bool {
        let _ = text;
        false
    }
    /// Whether the tool prints this line below its last word.
    fn follows(text: &str) -> bool {
        let _ = text;
        false
    }
}

/// A tool says that all went well. That counts only at the end of a log: what comes below it may fail.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::recognize) struct GoodEnd(bool);

impl GoodEnd {
    /// The tool said so.
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

/// A tool of which the closing words are read.
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

/// Whether the text ends with these words and a number above zero, and perhaps a full stop.
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
