//! A message that is put together from several lines of a runner.

use crate::event::{Event, Sink};
use crate::text::head;

/// The longest message, in bytes.
const BYTES: usize = 240;
/// The least room for another piece, in bytes.
const LEAST: usize = 5;

/// A message in the making.
#[derive(Debug, Default)]
pub struct Message(String);

impl Message {
    /// Whether it has no piece yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a piece after a comma, or as much of it as there is room for.
    pub fn say(&mut self, printed: &str) {
        add(&mut self.0, printed);
    }

    /// Reports the message, if it has any piece, and closes the failure's block.
    pub fn close(&mut self, sink: &mut dyn Sink) {
        if !self.0.is_empty() {
            sink.emit(Event::Message(&self.0));
            self.0.clear();
        }
        sink.emit(Event::BlockClosed);
    }

    /// Forgets all pieces.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// Adds a piece to a message after a comma, or as much of it as there is room for.
pub fn add(message: &mut String, piece: &str) {
    let room = BYTES.saturating_sub(message.len());
    if piece.is_empty() || room < LEAST {
        return;
    }
    if !message.is_empty() {
        message.push_str(", ");
    }
    message.push_str(head(piece, room));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_after_commas_and_have_an_end() {
        let mut message = Message::default();
        let mut events: Vec<String> = Vec::new();
        message.close(&mut events);
        message.say("");
        message.say("low tide");
        message.say("no berth");
        message.close(&mut events);
        assert!(message.is_empty());
        assert_eq!(events, ["BlockClosed", "Message(\"low tide, no berth\")", "BlockClosed"]);
        (0..100).for_each(|_| message.say("a long story"));
        assert!((BYTES - LEAST..=BYTES + 2).contains(&message.0.len()), "{}", message.0.len());
    }
}
