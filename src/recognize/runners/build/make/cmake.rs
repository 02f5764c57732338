//! CMake's messages.

use super::cmake_message::Message;
use super::make::{How, Make, Open, Reported, failure_open};
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::text::Line;

impl Make {
    /// `CMake Error at CMakeLists.txt:3 (find_package):`, `CMake Error: ...`, and warnings alike.
    pub(super) fn cmake(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with("CMake Generate step failed.") {
            let name = "the generate step failed";
            self.is_reported_by("cmake", How::Consequence, sink);
            sink.emit(Event::Consequence { name, kind: FailureKind::Build });
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("-- Configuring incomplete, errors occurred") {
            self.is_reported_by("cmake", How::Consequence, sink);
            sink.emit(Event::Consequence {
                name: "configuring incomplete, errors occurred",
                kind: FailureKind::Build,
            });
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("CMake Warning") || text.starts_with("CMake Deprecation Warning") {
            sink.emit(Event::BlockOpened(Block::Warning { key: text }));
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Cmake(Class::Warning, Reported::Yes);
            return Seen::Mine(Class::Warning);
        }
        let Some(rest) = text.strip_prefix("CMake Error") else { return Seen::No };
        if rest.starts_with(" at ") || rest.starts_with(" in ") {
            self.is_reported_by("cmake", How::Cause, sink);
            self.open = Open::Message(Message::new(text.trim_end()));
            return Seen::Mine(Class::Detail);
        }
        let Some(message) = rest.strip_prefix(": ") else { return Seen::No };
        self.is_reported_by("cmake", How::Cause, sink);
        failure_open(message, sink);
        self.open = Open::Cmake(Class::Detail, Reported::Yes);
        Seen::Mine(Class::Detail)
    }

    /// A line of what is open; `None` when it is not part of it.
    pub(super) fn below(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        let text = line.judged();
        match &mut self.open {
            Open::Nothing => None,
            Open::Command => {
                self.open = Open::Nothing;
                if let Some(failed) = &mut self.failed {
                    failed.ran(line);
                }
                Some(Seen::Inside(Class::Noise))
            }
            Open::Message(message) => {
                if message.take(line) {
                    let class = if text.trim().is_empty() { Class::Noise } else { Class::Detail };
                    return Some(Seen::Mine(class));
                }
                message.tell(sink);
                self.open = Open::Cmake(Class::Detail, Reported::Yes);
                self.below(line, sink)
            }
            Open::Cmake(class, reported) => {
                if text.trim().is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                if text.starts_with("Call Stack (most recent call first)") {
                    *reported = Reported::Stack;
                } else if !text.starts_with("  ") {
                    return None;
                }
                sink.emit(Event::Text(if *reported == Reported::Stack { Part::Where } else { Part::Why }));
                Some(Seen::Mine(*class))
            }
        }
    }

    /// Closes the open block.
    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        let open = std::mem::take(&mut self.open);
        if let Open::Message(message) = &open {
            message.tell(sink);
        }
        if matches!(open, Open::Cmake(..) | Open::Message(_)) {
            sink.emit(Event::BlockClosed);
        }
    }
}
