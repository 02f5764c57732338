//! The lines of a failure of Pester.

use crate::budget::Count as _;
use crate::event::Part;
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::MESSAGE_BYTES;
use crate::text::head;

use super::pester_lines;

/// The most lines of a failure.
const BLOCK_LINES: u32 = 80;

/// What a line is to the failure above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// A line of it.
    Mine,
    /// The beginning of its fold, or its time.
    Around,
    /// None of it: it is over.
    Over,
}

/// The last failure, which may be open.
#[derive(Debug, Default)]
pub(super) struct Failure {
    /// Blanks before its head.
    indent: usize,
    /// Its lines have no blanks before them: a file's, or a fold's.
    bare: bool,
    lines: u32,
    message: String,
}

impl Failure {
    pub(super) fn new(indent: usize, bare: bool) -> Self {
        Self { indent, bare, ..Self::default() }
    }

    /// Reads a line.
    pub(super) fn line(&mut self, text: &str, run: &mut Run<'_>) -> Read {
        if self.lines == 0 && matches!(text, "::group::Message" | "Message") {
            self.bare = true;
            return Read::Around;
        }
        let inner = text.trim_start();
        if self.lines == 0 && pester_lines::is_time(inner.split_once(' ').map_or(inner, |split| split.0)) {
            // The name was written on a line of its own.
            return Read::Around;
        }
        let azure = text.strip_prefix("##[error] ");
        let inner = azure.map_or(inner, str::trim_start);
        let deeper = pester_lines::indent(text) > self.indent || azure.is_some();
        if text.is_empty()
            || text == "::endgroup::"
            || self.lines >= BLOCK_LINES
            || !(deeper || self.bare)
            || (!deeper
                && (pester_lines::begins(text)
                    || pester_lines::is_own(text)
                    || pester_lines::sum(text).is_some()))
            || pester_lines::marked(text)
                .is_some_and(|marked| marked.timed || pester_lines::broken(marked.name).is_some())
        {
            return Read::Over;
        }
        self.lines.up(1);
        let reported = pester_lines::without_number(inner);
        let place = pester_lines::place(reported);
        let first = place.is_some() && !run.has_place();
        if let Some(place) = place {
            run.at(place);
        }
        let stack = reported.starts_with("at ") || reported.starts_with("+ ");
        if place.is_none() && !stack {
            self.say(reported);
            run.message_otherwise(&self.message);
        }
        run.text(if stack && !first { Part::Where } else { Part::Why });
        Read::Mine
    }

    /// A line of what was printed goes to the message: the first, and both values.
    fn say(&mut self, printed: &str) {
        let value = printed.starts_with("Expected: ") || printed.starts_with("But was: ");
        let room = MESSAGE_BYTES.saturating_sub(self.message.len());
        if self.message.is_empty() {
            self.message.push_str(head(printed, MESSAGE_BYTES));
        } else if value && room > 8 {
            self.message.push(' ');
            self.message.push_str(head(printed, room));
        }
    }
}
