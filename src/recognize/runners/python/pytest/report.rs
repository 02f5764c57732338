//! The blocks of `ERRORS` and `FAILURES`, the warnings, and what plugins add between them and the closing list.

use super::block::Block;
use super::parts::Part;
use super::pytest::{Open, Pytest};
use super::rule;
use super::summary::Nameless;
use crate::budget::Count as _;
use crate::event::{self, Class, Event, FailureKind, Seen, Sink, TestId};
use crate::recognize::kit::frames::python;
use crate::recognize::kit::frames::python::has_extension;
use crate::recognize::kit::scan;
use crate::recognize::runners::python::shared::pytest_id;

impl Pytest {
    /// A line of `ERRORS` or `FAILURES`.
    pub(super) fn report(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let rule = text.trim_end();
        if rule.starts_with('_')
            && !rule.starts_with("_ _")
            && self.width.fits(rule, '_')
            && let Some(title) = rule::title(rule, '_')
            && (!self.is_output() || (self.nested.is_none() && is_heading(title) && self.expects(title)))
        {
            return self.open_report(title, sink);
        }
        let section = rule.starts_with("---")
            && rule::title(rule, '-').is_some_and(|title| self.width.fits(rule, '-') && !title.is_empty());
        if section && let Some(Open::Report(block) | Open::Short(block, _)) = &mut self.open {
            block.output_begins();
            sink.emit(Event::Text(event::Part::Output));
            return Seen::Mine(Class::Detail);
        }
        if let Some(Open::Report(block)) = &mut self.open {
            return block.line(text, sink);
        }
        if self.part == Part::Failures { self.short(text, sink) } else { Seen::No }
    }

    /// Whether a heading in captured output names a test that `-v` reported as failed. Without `-v` any name may come.
    fn expects(&self, title: &str) -> bool {
        let name = ["ERROR at setup of ", "ERROR at teardown of "]
            .iter()
            .find_map(|each| title.strip_prefix(each))
            .unwrap_or(title);
        let name = name.strip_prefix("[doctest] ").unwrap_or(name);
        self.reported.is_empty()
            || self.reported.is_full()
            || name.ends_with(".py")
            || self.reported.contains(name)
    }

    /// Opens the block of a heading.
    pub(super) fn open_report(&mut self, title: &str, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        self.nested = None;
        self.blocks.up(1);
        let doctest = title.strip_prefix("[doctest] ");
        let (name, kind) = if let Some(file) = title.strip_prefix("ERROR collecting ") {
            (file, FailureKind::Collection)
        } else if self.part == Part::Errors || title.starts_with("ERROR at ") {
            (title, FailureKind::Setup)
        } else if has_extension(title) && title.ends_with(".py") {
            // xdist knows only the file of a test whose worker died.
            (title, FailureKind::Crash)
        } else {
            (doctest.unwrap_or(title), FailureKind::Test)
        };
        let early = self.listed_early.remove(name).or_else(|| self.named_failed.remove(name).flatten());
        if early.is_none() {
            self.known.push(name);
        }
        let id = early.as_deref().map_or_else(|| TestId::bare(name), pytest_id::split);
        sink.emit(Event::BlockOpened(event::Block::Test { id, kind }));
        sink.emit(Event::Heading);
        self.open = Some(Open::Report(Block::new(doctest.is_some())));
        Seen::Mine(Class::Detail)
    }

    /// A line of `FAILURES` without headings: `--tb=line` ends each failure with its place and message, or, when it has no
    /// place, with its only line once more.
    fn short(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.trim().is_empty() && !self.is_output() {
            return Seen::Mine(Class::Noise);
        }
        if !matches!(self.open, Some(Open::Short(..))) {
            self.close(sink);
            self.blocks.up(1);
            let name = super::summary::nameless_name(self.blocks);
            self.known.push(&name);
            sink.emit(Event::BlockOpened(event::Block::Test {
                id: TestId::bare(&name),
                kind: FailureKind::Test,
            }));
            self.open = Some(Open::Short(Block::new(false), String::new()));
            self.nameless(Nameless { alias: name, file: String::new(), message: String::new() });
        }
        let Some(Open::Short(block, before)) = &mut self.open else { return Seen::No };
        let placed = scan::place(text).filter(|(place, rest)| {
            rest.starts_with(' ') && !rest.starts_with(" in ") && has_extension(place.file)
        });
        if let Some((place, rest)) = placed {
            let message = rest.trim();
            sink.emit(Event::Text(event::Part::Why));
            sink.emit(Event::Heading);
            sink.emit(Event::At { place, better: python::is_own(place.file) });
            sink.emit(Event::Message(message));
            let file = place.file.to_owned();
            if let Some(last) = self.nameless.last_mut().filter(|_| self.unheld.is_none()) {
                last.file = file;
                last.message = message.chars().take(super::summary::COMPARED).collect();
            }
            self.close(sink);
            return Seen::Mine(Class::Detail);
        }
        if !block.is_output() && before.as_str() == text {
            if let Some(last) = self.nameless.last_mut().filter(|_| self.unheld.is_none()) {
                last.message = text.chars().take(super::summary::COMPARED).collect();
            }
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        before.clear();
        if text.len() <= pytest_id::LONGEST {
            before.push_str(text);
        }
        block.line(text, sink)
    }

    /// A line of the warnings' summary: places or tests in the first column, then the message, indented.
    pub(super) fn warning(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("-- Docs: ") || text.starts_with("-- docs: ") {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        let message = text.starts_with(' ') || is_warning(text);
        if matches!(self.open, Some(Open::Warning)) {
            sink.emit(Event::Text(event::Part::Where));
        } else if message {
            self.close(sink);
            sink.emit(Event::BlockOpened(event::Block::Warning { key: content }));
            sink.emit(Event::Text(event::Part::Why));
            self.open = Some(Open::Warning);
        }
        Seen::Mine(Class::Warning)
    }
}

/// Whether a title in captured output can be a heading: the name of a test has no blank before its parameters.
fn is_heading(title: &str) -> bool {
    let titled = ["ERROR at setup of ", "ERROR at teardown of ", "ERROR collecting ", "[doctest] "];
    if titled.iter().any(|each| title.starts_with(each)) {
        return true;
    }
    let plain = title.find(['[', '(']).map_or(title, |at| title.get(..at).unwrap_or(title));
    !plain.trim_end().is_empty() && !plain.trim_end().contains(' ')
}

/// Whether a line in the first column is a warning without a place: `PytestConfigWarning: Unknown config option: x`.
fn is_warning(text: &str) -> bool {
    text.split_once(": ").is_some_and(|(name, _)| {
        name.ends_with("Warning") || name.rsplit(' ').next().is_some_and(|last| last.ends_with("Warning"))
    })
}
