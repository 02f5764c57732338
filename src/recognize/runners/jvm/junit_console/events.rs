//! Exceptions below their nodes, in the forms of the report that have no list of failures.

use super::details::{attribute, flat, path};
use super::junit_console::{JunitConsole, State};
use super::junit_console_lines::node;
use crate::event::{Block, Class, Event, FailureKind, Outcome, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::jvm::Trace;

impl JunitConsole {
    /// A line of the flat form, or an exception of the verbose one.
    pub(super) fn event(&mut self, plain: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some((kind, name, id)) = flat(plain) {
            let mut names: Vec<String> = path(id).into_iter().map(str::to_owned).collect();
            names.push(name.to_owned());
            if kind == "Finished" {
                self.state = State::Finished(names);
                return Some(Seen::Mine(Class::Noise));
            }
            if kind == "Skipped" {
                let shown = names.join(":");
                let id = TestId::split_last(&shown, ":");
                run.emit(Event::finished(id, Outcome::Skipped));
                return Some(self.stay(Seen::Mine(Class::Skipped), run));
            }
            return Some(self.stay(Seen::Mine(Class::Noise), run));
        }
        let (column, text) = attribute(plain)?;
        if text.starts_with("status: ") {
            // The node is over: a further exception is its container's.
            self.before.take_if(|(depth, ..)| *depth == column);
            return Some(self.stay(Seen::Mine(Class::Noise), run));
        }
        let exception = text.strip_prefix("caught: ")?;
        let before = self.before.iter().map(|(depth, name, _)| (*depth, name));
        let nodes = self.levels.iter().map(|(depth, name)| (*depth, name)).chain(before);
        let names: Vec<String> =
            nodes.filter(|(depth, _)| *depth <= column).skip(1).map(|(_, name)| name.clone()).collect();
        if names.is_empty() {
            return None;
        }
        Some(self.exception(&names, Some(column), exception, run))
    }

    /// The first line of an exception below its node.
    pub(super) fn exception(
        &mut self,
        path: &[String],
        column: Option<usize>,
        text: &str,
        run: &mut Run<'_>,
    ) -> Seen {
        let shown = path.join(":");
        let id = TestId::split_last(&shown, ":");
        run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        run.emit(Event::Instead(&shown));
        run.emit(Event::Heading);
        let mut trace = Trace::of(path.first().map_or("", String::as_str));
        trace.line(text, run);
        self.state = State::Caught(column, trace);
        Seen::Mine(Class::Detail)
    }

    /// Below a finished node of the flat form.
    pub(super) fn finished(&mut self, path: &[String], text: &str, run: &mut Run<'_>) -> Seen {
        match text.trim_start().strip_prefix("=> Exception: ") {
            Some(exception) => self.exception(path, None, exception, run),
            None => self.tree(text, run),
        }
    }

    /// In an exception: it ends at the next node or attribute, or at a line without indentation.
    pub(super) fn caught(
        &mut self,
        column: Option<usize>,
        mut trace: Trace,
        text: &str,
        run: &mut Run<'_>,
    ) -> Seen {
        let inner = match column {
            Some(own) => attribute(text).filter(|(column, _)| *column == own).map(|(_, text)| text),
            None => text.starts_with("      ").then(|| text.trim()),
        };
        let ends = inner.is_none_or(|inner| inner.starts_with("duration: ") || inner.starts_with("status: "));
        if ends || (column.is_some() && node(text).is_some()) {
            run.emit(Event::BlockClosed);
            return self.tree(text, run);
        }
        let inner = inner.unwrap_or_default();
        let seen = if inner.is_empty() {
            Seen::Mine(Class::Noise)
        } else {
            trace.line(inner, run);
            Seen::Mine(Class::Detail)
        };
        self.state = State::Caught(column, trace);
        seen
    }
}
