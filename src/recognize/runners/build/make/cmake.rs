//! CMake's messages.

use super::cmake_message::Message;
use super::make::{How, Make, Open, Reported};
use crate::event::{Class, FailureKind, Part, Seen};
use crate::recognize::kit::Run;
use crate::text::Line;

impl Make {
    /// `CMake Error at CMakeLists.txt:3 (find_package):`, `CMake Error: ...`, and warnings alike.
    pub(super) fn cmake(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("CMake Generate step failed.") {
            self.is_reported_by("cmake", How::Consequence, run);
            run.consequence("the generate step failed", FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("-- Configuring incomplete, errors occurred") {
            self.is_reported_by("cmake", How::Consequence, run);
            run.consequence("configuring incomplete, errors occurred", FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("CMake Warning") || text.starts_with("CMake Deprecation Warning") {
            self.open = Open::Cmake(Class::Warning, Reported::Yes);
            return run.warn(text);
        }
        let Some(rest) = text.strip_prefix("CMake Error") else { return Seen::No };
        if rest.starts_with(" at ") || rest.starts_with(" in ") {
            self.is_reported_by("cmake", How::Cause, run);
            self.open = Open::Message(Message::new(text.trim_end()));
            return Seen::Mine(Class::Detail);
        }
        let Some(message) = rest.strip_prefix(": ") else { return Seen::No };
        self.is_reported_by("cmake", How::Cause, run);
        self.open = Open::Cmake(Class::Detail, Reported::Yes);
        run.fail_whole(message, FailureKind::Build)
    }

    /// A line of what is open; `None` when it is not part of it.
    pub(super) fn below(&mut self, line: &Line<'_>, run: &mut Run<'_>) -> Option<Seen> {
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
                message.tell(run);
                self.open = Open::Cmake(Class::Detail, Reported::Yes);
                self.below(line, run)
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
                run.text(if *reported == Reported::Stack { Part::Where } else { Part::Why });
                Some(Seen::Mine(*class))
            }
        }
    }

    /// What is open is over.
    pub(super) fn leave(&mut self, run: &mut Run<'_>) {
        if let Open::Message(message) = std::mem::take(&mut self.open) {
            message.tell(run);
        }
        run.close();
    }
}
