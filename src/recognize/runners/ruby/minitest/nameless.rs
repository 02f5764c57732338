//! Problems that Rails' first inline reporter showed without a name: below the point the error, and the command that reruns
//! the test. Source: railties 5.0 before its release, `rails/test_unit/reporter.rb`.

use super::minitest::Minitest;
use super::minitest_lines;
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink, TestId};
use crate::recognize::kit::scan;
use crate::text::head;

/// The most lines of a problem that are held, and the longest of them in bytes.
const MOST_LINES: usize = 40;
const LONGEST: usize = 600;

impl Minitest {
    /// A line below the point of a test that failed.
    pub(super) fn nameless(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let held = self.nameless.as_mut()?;
        let text = text.trim_end();
        let Some(place) = minitest_lines::rerun_place(text) else {
            if minitest_lines::problem(text).is_some() || minitest_lines::numbered(text).is_some() {
                // It has a name.
                self.nameless = None;
            } else if held.len() < MOST_LINES && !text.is_empty() {
                held.push(head(text, LONGEST).to_owned());
            }
            return None;
        };
        let held = std::mem::take(&mut self.nameless)?;
        let message = held.first()?;
        let name = text.rsplit(' ').next().unwrap_or(text);
        self.reported.where_it_ran(name);
        sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(name), kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        sink.emit(Event::At { place, better: false });
        sink.emit(Event::Message(message));
        for text in &held {
            let is_frame = text.starts_with(' ') && scan::place(text.trim_start()).is_some();
            sink.emit(Event::Decoded { part: if is_frame { Part::Where } else { Part::Why }, text });
        }
        sink.emit(Event::BlockClosed);
        Some(Seen::Mine(Class::Detail))
    }
}
