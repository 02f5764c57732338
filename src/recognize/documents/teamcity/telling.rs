//! What single service messages say: a failure's text and kind, a build's problem, a linter's finding.
//!
//! Which test and which run they belong to is known by `teamcity`.

use super::message::Message;
use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, Sink};
use crate::recognize::documents::failure::{Reported, one_line};
use crate::recognize::kit::scan;

/// The shortest row of dots or dashes that is a ruler.
pub(super) const RULER: usize = 30;

/// What a failure says: its message, its details, and what was compared.
pub(super) fn reported(message: &Message<'_>) -> Reported {
    let mut text = message.get("details").to_owned();
    let (expected, actual) = (message.get("expected"), message.get("actual"));
    if !(expected.is_empty() && actual.is_empty()) {
        let known = text.contains(expected) && text.contains(actual);
        if !known {
            text = format!("expected: {expected}\nactual: {actual}\n{text}");
        }
    }
    // Catch2 repeats the heading of its console: the case's sections and place above a row of dots.
    let printed = message.get("message");
    let ruler = |line: &&str| scan::is_ruler(line.trim(), '.', RULER);
    let printed = match printed.lines().find(ruler).and_then(|dots| printed.split_once(dots)) {
        Some((heading, printed)) => {
            text.push('\n');
            text.push_str(heading);
            printed.trim_start_matches('\n')
        }
        None => printed,
    };
    let exception = if printed.trim().is_empty() && text.trim().is_empty() { "it failed" } else { "" };
    Reported { message: printed.to_owned(), text, exception: exception.to_owned() }
}

/// A process that died is reported as a failed test.
pub(super) fn kind(reported: &Reported) -> FailureKind {
    let first = reported.message.lines().next().unwrap_or_default();
    let timed_out = first.starts_with("Test timed out") || first.starts_with("Timeout ");
    if timed_out { FailureKind::Timeout } else { FailureKind::Test }
}

/// The build failed, or has a problem: most often since a test failed.
pub(super) fn consequence(text: &str, sink: &mut dyn Sink) -> Seen {
    let text = one_line(text);
    let name = if text.is_empty() { "the build failed" } else { text.as_str() };
    sink.emit(Event::Consequence { name, kind: FailureKind::Build });
    Seen::Mine(Class::Detail)
}

/// A linter's finding.
pub(super) fn inspection(message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
    let printed = one_line(message.get("message"));
    let printed = if printed.is_empty() { message.get("typeId").to_owned() } else { printed };
    let file = message.get("file");
    let place = Place { file, line: scan::whole_number(message.get("line")).filter(|line| *line > 0) };
    let shown = match place.line {
        Some(line) => format!("{file}:{line}: {printed} [{}]", message.get("typeId")),
        None => format!("{file}: {printed} [{}]", message.get("typeId")),
    };
    if message.get("SEVERITY").starts_with("ERROR") {
        sink.emit(Event::BlockOpened(Block::Diagnostic {
            place,
            code: message.get("typeId"),
            message: &printed,
        }));
        sink.emit(Event::Decoded { part: Part::Why, text: &shown });
        sink.emit(Event::BlockClosed);
        return Seen::Mine(Class::Detail);
    }
    sink.emit(Event::BlockOpened(Block::Warning { key: &shown }));
    sink.emit(Event::Text(Part::Why));
    sink.emit(Event::BlockClosed);
    Seen::Mine(Class::Warning)
}
