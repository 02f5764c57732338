//! Uncaptured output (`--no-capture`): the panic comes before the status line that says the test failed, and a test
//! that is expected to panic prints one as well. So only place and message are kept, for the status line to tell.

use super::status::clipped;
use crate::event::{Event, Place, Sink};
use crate::recognize::kit::crash;

/// The longest message that is gathered from uncaptured output, in bytes.
const MESSAGE_BYTES: usize = 400;

/// A panic, or another reason to fail, and where it was.
#[derive(Clone, Debug, Default)]
pub struct Uncaught {
    file: String,
    line: Option<u64>,
    message: String,
    ended: bool,
}

impl Uncaught {
    /// Tells place and message of the failure that was just reported.
    pub fn tell(&self, sink: &mut dyn Sink) {
        if !self.file.is_empty() {
            let place = Place { file: &self.file, line: self.line };
            sink.emit(Event::At { place, better: false });
        }
        if !self.message.is_empty() {
            sink.emit(Event::Message(&self.message));
        }
    }
}

/// Gathers the last panic of uncaptured output: its place, and its message's lines joined.
pub fn gather(uncaught: &mut Option<Uncaught>, text: &str) {
    if let Some(panic) = crash::rust_panic(text) {
        let (file, line) =
            panic.place.map_or((String::new(), None), |place| (clipped(place.file), place.line));
        let message = panic.message.map_or_else(String::new, clipped);
        *uncaught = Some(Uncaught { file, line, message, ended: false });
        return;
    }
    let bare = text.trim();
    if let Some(open) = uncaught.as_mut().filter(|open| !open.ended) {
        open.ended = bare.starts_with("note: ") || bare == "stack backtrace:";
        let room = MESSAGE_BYTES.saturating_sub(open.message.len());
        if !open.ended && !bare.is_empty() && bare.len() < room {
            if !open.message.is_empty() {
                open.message.push_str("; ");
            }
            open.message.push_str(bare);
        }
        return;
    }
    if bare.starts_with("Error: ") || crash::sign(bare).is_some() {
        *uncaught = Some(Uncaught { message: clipped(bare), ended: true, ..Uncaught::default() });
    }
}
