//! Report files beside the text: their events go into the same result.

use super::context::Context;
use super::report::Report;
use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::Class;
use crate::text::Line;

impl Report {
    /// From now on events come from report files, not from the text: what the text left open will not end.
    pub fn begin_report_files(&mut self) {
        self.settle_all();
        // An empty input says nothing: the answer comes from the report files, in the form of a run's.
        self.whole.forget_nothing();
        self.reading_report = true;
    }

    /// Another report file begins.
    pub fn next_report_file(&mut self) {
        self.settle_all();
        self.contexts.clear();
        self.documents.context = Context::default();
    }

    /// A report file could not be used: the result rests on the text alone.
    pub fn report_file_failed(&mut self, note: String) {
        self.report_failed = true;
        self.note(note);
    }

    /// Takes note of a judged line of a report file: it is not a line of the input, but a skip on it is kept all the
    /// same.
    pub fn judged_in_report_file(&mut self, line: &Line<'_>, class: Class) {
        let class = self.claimed_as.take().unwrap_or(class);
        self.escaped.up(line.escaped);
        let decoded = line.text.trim_start().starts_with('{');
        if class == Class::Skipped && line.last_row && !decoded {
            self.keep_skip(Stored::of(line, class));
        }
    }
}
