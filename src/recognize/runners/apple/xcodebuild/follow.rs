//! The lines below an error: excerpts and notes, the linker's symbols, explanations, and the two closing lists.
//!
//! A block ends with the first line that does not have its shape; that line is judged anew.

use super::diagnostics::{Severity, diagnostic, is_excerpt, is_linker_error};
use super::xcodebuild::{BLOCK_LINES, Inside, Xcodebuild, clipped};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Seen, Sink, TestId};
use crate::recognize::kit::scan::whole_number;

/// How many failed commands are reported where their errors are known.
const COMMANDS_REPORTED: u32 = 6;

impl Xcodebuild {
    /// A line of an open block or list; `None` when that is over.
    pub(super) fn follow(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        self.left.down(1);
        let indented = text.starts_with([' ', '\t']) && !text.trim().is_empty();
        let over = self.left == 0;
        match self.part {
            Inside::Nothing => None,
            Inside::Diagnostic(class) => {
                let note = diagnostic(text)
                    .is_some_and(|read| read.severity == Severity::Note && read.place.is_some());
                if over || !(note || is_excerpt(text)) {
                    return self.leave(sink);
                }
                sink.emit(Event::Text(Part::Where));
                Some(Seen::Mine(class))
            }
            Inside::Formatted(class) => {
                let parted = text.trim().is_empty() && self.left == BLOCK_LINES.saturating_sub(1);
                if over || !(parted || is_excerpt(text)) {
                    return self.leave(sink);
                }
                if parted {
                    return Some(Seen::Mine(Class::Noise));
                }
                sink.emit(Event::Text(Part::Where));
                Some(Seen::Mine(class))
            }
            Inside::Linker => {
                if indented && !over {
                    let symbol = text.trim_start().starts_with('"') || text.contains(", referenced from:");
                    sink.emit(Event::Text(if symbol { Part::Why } else { Part::Where }));
                    return Some(Seen::Mine(Class::Detail));
                }
                // xcpretty's `> Symbol: _x` and `> Referenced from: y`.
                if (is_linker_error(text) || text.starts_with("> ")) && !over {
                    sink.emit(Event::Text(Part::Why));
                    return Some(Seen::Mine(Class::Detail));
                }
                self.leave(sink)
            }
            Inside::Explanation => {
                if over || !(indented || text.trim().is_empty()) {
                    return self.leave(sink);
                }
                if text.trim().is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                let listed = text.trim_start().starts_with("{ platform:");
                sink.emit(Event::Text(if listed && self.left < BLOCK_LINES.saturating_sub(2) {
                    Part::Where
                } else {
                    Part::Why
                }));
                Some(Seen::Mine(Class::Detail))
            }
            Inside::Commands(before) => {
                if !indented || over {
                    let count = text.starts_with('(') && text.contains(" failure");
                    let seen = self.leave(sink);
                    return if count { Some(Seen::Mine(Class::Totals)) } else { seen };
                }
                let left = self.left;
                // Where errors are known, a long list of what they stopped says nothing more.
                if before == 0 {
                    // Nothing else tells what failed: each command counts, and the marker stands for all of them.
                    if let Some(marker) = self.marker.take() {
                        sink.emit(Event::Withdrawn(TestId::bare(&marker)));
                    }
                    let name = clipped(text.trim());
                    self.whole(name, name, FailureKind::Build, Inside::Nothing, sink);
                    self.commands.push(name.to_owned());
                } else if left >= BLOCK_LINES.saturating_sub(COMMANDS_REPORTED) {
                    self.consequence(text, sink);
                }
                self.part = Inside::Commands(before);
                self.left = left;
                Some(Seen::Mine(Class::Detail))
            }
            Inside::Causes => {
                if !indented || over {
                    return self.leave(sink);
                }
                self.cause(text.trim(), sink);
                Some(Seen::Mine(Class::Detail))
            }
        }
    }

    /// One cause under `Testing failed:`. What names a dead test, or repeats a diagnostic, was reported before.
    fn cause(&mut self, text: &str, sink: &mut dyn Sink) {
        let left = self.left;
        if text.ends_with(':') {
            // The bundle that the next causes are about.
            return;
        }
        let name = text.split(" encountered an error (").next().unwrap_or(text);
        let is_test = name.starts_with("-[") || (name.ends_with(')') && !name.contains(' '));
        if name.len() < text.len() && !is_test && !text.contains("Underlying Error: Crash: ") {
            self.whole(name, text, FailureKind::Crash, Inside::Explanation, sink);
            if let Some(words) = self.last_words.take(process(name)) {
                words.tell(sink);
            }
            self.close_block(sink);
        } else {
            sink.emit(Event::Consequence { name: clipped(text), kind: FailureKind::Suite });
        }
        self.part = Inside::Causes;
        self.left = left;
    }

    fn leave(&mut self, sink: &mut dyn Sink) -> Option<Seen> {
        self.close_block(sink);
        None
    }

    pub(super) fn close_block(&mut self, sink: &mut dyn Sink) {
        if matches!(
            self.part,
            Inside::Diagnostic(_) | Inside::Formatted(_) | Inside::Linker | Inside::Explanation
        ) {
            sink.emit(Event::BlockClosed);
        }
        self.part = Inside::Nothing;
    }
}

/// The number of the process in `App.app (30007)`.
fn process(name: &str) -> Option<u64> {
    let (_, number) = name.strip_suffix(')')?.rsplit_once('(')?;
    whole_number(number)
}
