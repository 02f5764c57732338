//! A document after the names or numbers that a tool writes before each line: its lines are gathered, and parsed at its end.
//!
//! Without such names the reader of lines finds documents, and they may be as long as they like. Here at most `GATHERED` bytes
//! are held; of a longer document the beginning is parsed, which then does not come to its end. The lines stay lines: whatever
//! else is found in them counts.

use crate::event::{DOCUMENT, Listener, Runner};
use crate::recognize::documents::{self, Begins, Kind, Reach};

/// The most bytes of a document that are held.
const GATHERED: usize = 2 * documents::SNIFF_BYTES;

/// The lines of one stream that may be a document.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    text: String,
    lines: u64,
    /// How far it reaches; none where there is no document.
    reach: Option<Reach>,
    /// Its kind, of one that is an object a line.
    of_lines: Option<Kind>,
}

impl Gathered {
    /// A line of the stream, without its name.
    pub(super) fn line(&mut self, text: &str, listener: &mut dyn Listener) {
        if self.of_lines.is_some() && !text.trim_start().starts_with('{') {
            self.end(listener);
        }
        if self.reach.is_none() {
            if !documents::may_begin(text.as_bytes()) {
                return;
            }
            self.reach = Some(Reach::of_text(text));
        }
        let begun = self.text.len();
        self.text.push_str(text);
        self.text.push('\n');
        self.lines = self.lines.saturating_add(1);
        let Some(reach) = &mut self.reach else { return };
        reach.measure(self.text.as_bytes().get(begun..).unwrap_or_default());
        let (ended, full) = (reach.is_ended(), self.text.len() >= GATHERED);
        if self.of_lines.is_none() && !full && (ended || self.lines == 2) {
            self.of_lines = match documents::begins(self.text.as_bytes(), ended) {
                Begins::Document(kind) => {
                    Some(kind).filter(|kind| ended && self.lines == 1 && kind.is_of_lines())
                }
                Begins::Open => None,
                Begins::Lines(_) => return *self = Self::default(),
            };
        }
        if full || (ended && self.of_lines.is_none()) {
            self.end(listener);
        }
    }

    /// No more lines of it come.
    pub(super) fn end(&mut self, listener: &mut dyn Listener) {
        let Self { text, .. } = std::mem::take(self);
        let (bytes, begins) = (text.as_bytes(), documents::begins(text.as_bytes(), true));
        if let Begins::Document(kind) = begins {
            let (mut input, runner) = (bytes, Runner(kind.name()));
            // What is wrong with it is told with its end.
            let _ =
                documents::tell(kind, &mut input, &mut |event| listener.event(DOCUMENT, runner, None, event));
        }
    }
}
