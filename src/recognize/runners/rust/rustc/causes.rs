//! cargo's errors with their causes: `Caused by:` and what the failed process printed, over empty lines.

use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::kit::crash;

/// What part of an error's causes is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    /// cargo's words and the process' stderr.
    Reason,
    /// The process' stdout.
    Output,
    /// The line after a panic's head.
    Message,
}

/// A line of cargo's chain of causes: indented, or the head of a cause, or empty.
pub(super) fn causes(stream: &mut Stream, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
    if text.trim().is_empty() {
        return Some(Seen::Mine(Class::Noise));
    }
    if text == "Caused by:" {
        *stream = Stream::Reason;
        return Some(Seen::Mine(Class::Noise));
    }
    let note = text.starts_with("note: ") || text.starts_with("help: ");
    if !note && !text.starts_with("  ") {
        return None;
    }
    let bare = text.trim();
    match bare {
        "--- stdout" => *stream = Stream::Output,
        "--- stderr" => *stream = Stream::Reason,
        _ => {
            if *stream == Stream::Message {
                sink.emit(Event::Message(bare));
                *stream = Stream::Reason;
            } else if let Some(panic) = crash::rust_panic(bare) {
                if let Some(place) = panic.place {
                    sink.emit(Event::At { place, better: false });
                }
                *stream = Stream::Message;
            }
            let part = match stream {
                Stream::Output => Part::Output,
                Stream::Reason | Stream::Message if note || bare.starts_with("note: ") => Part::Where,
                Stream::Reason | Stream::Message => Part::Why,
            };
            sink.emit(Event::Text(part));
            return Some(Seen::Mine(Class::Detail));
        }
    }
    Some(Seen::Mine(Class::Noise))
}
