//! The recognizer of tools of which single [`rows`](super::rows) are read: with which words they say that what they ran has failed, or
//! that all is well. The blanks around a line do not count.
//!
//! A line that breaks is a consequence: what the tool ran says why, above it. When nothing does, the line is a failure, reported
//! with the last lines above it.

use super::good_end::GoodEnd;
use super::rows::{Table, Verb};
use super::shape::Placed;
use crate::event::{Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::kit::bounds::MESSAGE_BYTES;
use crate::recognize::recognizer::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The recognizer of a tool's words.
#[derive(Debug)]
pub struct Closing {
    words: &'static Table,
    good: GoodEnd,
    /// The tool that printed the last such line.
    tool: &'static str,
}

impl Closing {
    /// For one tool.
    #[must_use]
    pub fn new(words: &'static Table) -> Self {
        Self { words, good: GoodEnd::default(), tool: words.name }
    }
}

impl Recognizer for Closing {
    fn runner(&self) -> Runner {
        Runner(self.words.name)
    }

    fn signs(&self) -> Signs {
        Signs { starts: self.words.starts, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.good.is_at() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        let row = self.words.find(&Placed::new(text), |_| true).map(|(row, _)| row);
        match row.map(|row| row.verb) {
            Some(Verb::Well) => {
                self.good.say();
                return Seen::Mine(Class::Totals);
            }
            Some(Verb::Below) => return Seen::No,
            _ => self.good.line(text),
        }
        let Some(row) = row.filter(|row| row.breaks()) else { return Seen::No };
        let name = crate::text::head(text, MESSAGE_BYTES);
        let tool = row.tool.unwrap_or(self.words.name);
        if std::mem::replace(&mut self.tool, tool) != tool {
            sink.emit(Event::Tool(Runner(tool)));
        }
        sink.emit(Event::Consequence { name, kind: FailureKind::Build });
        if row.verb == Verb::BreaksWhy {
            sink.emit(Event::Message(name));
        }
        sink.emit(Event::LastLines { since: 0, until: None });
        Seen::Mine(Class::Detail)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.good.end(sink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::runners::infra::tools::words::ALL as WORDS;
    use crate::recognize::runners::lint::rows::{ALL as LINTERS, WITH_CODE};

    /// Every line of the logs below a folder.
    fn lines(folder: &std::path::Path, with: &mut dyn FnMut(&str)) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                lines(&path, with);
            } else if path.extension().is_some_and(|end| end == "log" || end == "sample" || end == "txt") {
                String::from_utf8_lossy(&std::fs::read(path).unwrap()).lines().for_each(&mut *with);
            }
        }
    }

    #[test]
    fn each_row_takes_a_line_of_a_log() {
        let all = || {
            WORDS
                .iter()
                .map(|words| (*words, true))
                .chain(LINTERS.iter().chain(WITH_CODE).map(|rows| (*rows, false)))
        };
        let rows = |table: &'static Table| table.rows.iter().enumerate();
        let mut unused: Vec<(&str, &str, usize)> =
            all().flat_map(|(table, _)| rows(table).map(|(at, _)| (table.name, table.reads, at))).collect();
        lines(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"), &mut |line| {
            for (table, trimmed) in all() {
                let line = Placed::new(if trimmed { line.trim() } else { line.trim_end() });
                for zone in 0..=table.rows.iter().map(|row| row.zone).max().unwrap_or(0) {
                    if let Some((row, _)) = table.find(&line, |row| row.zone == zone) {
                        unused.retain(|(_, reads, at)| {
                            *reads != table.reads
                                || !table.rows.get(*at).is_some_and(|each| std::ptr::eq(each, row))
                        });
                    }
                }
            }
        });
        assert!(unused.is_empty(), "no log has a line for {unused:?}");
    }
}
