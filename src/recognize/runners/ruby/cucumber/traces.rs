//! Errors that are distinguished from their scenarios: paragraphs with a trace, of Ruby's progress form and of Cucumber-JVM.
//!
//! The trace's line of the step tells which file and line it is of, and so whose error it is among the scenarios that were
//! listed.

use super::claims::{self, Claims};
use super::cucumber_lines;
use crate::event::{Block, Event, FailureKind, Part, Sink};
use crate::recognize::kit::clip::clipped;

/// The most errors, the most lines of each.
const MOST_TRACES: usize = 64;
const MOST_LINES: usize = 40;

/// An error, and where its step is.
#[derive(Debug, Default)]
struct Trace {
    file: String,
    line: u64,
    lines: Vec<String>,
}

/// Errors whose scenario is not known yet.
#[derive(Debug, Default)]
pub(super) struct Traces {
    open: Trace,
    done: Vec<Trace>,
}

impl Traces {
    /// A line of an error; an empty one ends it.
    pub(super) fn line(&mut self, text: &str) {
        if text.trim().is_empty() {
            // A message may hold an empty line: only a step ends an error.
            if !self.open.file.is_empty() {
                self.end();
            }
            return;
        }
        if let Some(place) = cucumber_lines::step_of(text)
            && self.open.file.is_empty()
        {
            (self.open.file, self.open.line) = (clipped(place.file), place.line.unwrap_or(0));
        }
        if self.open.lines.len() < MOST_LINES {
            self.open.lines.push(clipped(text));
        }
    }

    fn end(&mut self) {
        let trace = std::mem::take(&mut self.open);
        if !trace.file.is_empty() && self.done.len() < MOST_TRACES {
            self.done.push(trace);
        }
    }

    /// Tells each error with its scenario. Those without one stay, or are reported by themselves at the end of the stream.
    pub(super) fn tell(&mut self, claims: &Claims, ends: Ends, sink: &mut dyn Sink) {
        self.end();
        for trace in std::mem::take(&mut self.done) {
            match claims.at(&trace.file, trace.line) {
                Some((file, name)) => {
                    sink.emit(Event::BlockOpened(Block::More { name: &format!("{file}:{name}") }));
                }
                None if ends == Ends::Stream => {
                    let name = format!("{} (a step)", trace.line);
                    let id = claims::id(&trace.file, &name);
                    sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                }
                None => continue,
            }
            tell(&trace.lines, sink);
            sink.emit(Event::BlockClosed);
        }
    }
}

/// What ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// A report.
    Report,
    /// All.
    Stream,
}

/// Tells the kept lines of an error: its message up to the first frame, and the trace.
pub(super) fn tell(kept: &[String], sink: &mut dyn Sink) {
    let mut reported = false;
    for text in kept {
        let is_frame = cucumber_lines::frame(text).is_some() || text.trim_start().starts_with("at ");
        if !reported && !is_frame {
            reported = true;
            sink.emit(Event::Message(text.trim()));
        }
        sink.emit(Event::Decoded { part: if is_frame { Part::Where } else { Part::Why }, text });
    }
    if let Some(place) = kept.iter().find_map(|text| cucumber_lines::frame(text)) {
        sink.emit(Event::At { place, better: true });
    }
}
