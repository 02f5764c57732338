//! Rollup's command line: `[!] RollupError: message`, the file below it, an excerpt and a stack. `(!)` begins a warning.

use crate::event::{Block, Class, Event, Part, Runner, Seen, Sink};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::{Line, head};

use super::rollup_lines;
use super::trouble::Trouble;

/// The most lines of a warning.
const WARNING_LINES: u32 = 20;
/// The longest key of a warning, in bytes.
const KEY_BYTES: usize = 1024;

/// Rollup.
#[derive(Debug, Default)]
pub struct Rollup {
    error: Option<Trouble>,
    /// Lines of the open warning that were read.
    warning: Option<u32>,
}

impl Recognizer for Rollup {
    fn runner(&self) -> Runner {
        Runner("rollup")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["[!] ", "(!) "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.error.is_some() || self.warning.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(printed) = text.strip_prefix("[!] ").filter(|printed| rollup_lines::is_error(printed)) {
            self.close(sink);
            self.error = Some(Trouble::new(text, printed));
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("(!) ") {
            self.close(sink);
            sink.emit(Event::BlockOpened(Block::Warning { key: head(text, KEY_BYTES) }));
            sink.emit(Event::Text(Part::Why));
            self.warning = Some(0);
            return Seen::Mine(Class::Warning);
        }
        if let Some(error) = &mut self.error {
            if let Some(seen) = error.line(text, sink) {
                return seen;
            }
            self.close(sink);
            return Seen::No;
        }
        let Some(lines) = self.warning else { return Seen::No };
        if lines >= WARNING_LINES || !rollup_lines::explains(text) {
            self.close(sink);
            return Seen::No;
        }
        self.warning = Some(lines.saturating_add(1));
        sink.emit(Event::Text(Part::Why));
        Seen::Mine(Class::Warning)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Rollup {
    fn close(&mut self, sink: &mut dyn Sink) {
        if let Some(error) = self.error.take() {
            error.close(sink);
        }
        if self.warning.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}
