//! The text of a failed test: message, stack, output, with titles (VSTest) or without (the platform, MSBuild's logger).

use super::dotnet_test::{DotnetTest, Open, WHY_LINES};
use super::dotnet_test_lines;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Part, Seen, Sink, Totals};

impl DotnetTest {
    /// A line of what is open.
    pub(super) fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.open == Open::Totals {
            let mut column = self.column;
            if dotnet_test_lines::part_of_totals(text, &mut column).is_some() {
                self.column = column;
                sink.emit(Event::MayHaveEnded);
                return Seen::Mine(Class::Totals);
            }
            if self.column == Totals::default()
                && (text.trim().is_empty() || dotnet_test_lines::assembly(text))
            {
                return Seen::Mine(Class::Noise);
            }
            self.column_ends(sink);
            return Seen::No;
        }
        if self.open == Open::Aborted {
            if text.trim().is_empty() {
                self.close(sink);
                return Seen::Mine(Class::Noise);
            }
            sink.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        }
        let begin = text.trim_end();
        // Old versions set their titles into the first column.
        let shown = if self.old && !begin.starts_with(' ') { format!("  {begin}") } else { begin.to_owned() };
        let title = match shown.as_str() {
            "  Error Message:" => Some(Open::Message(0)),
            "  Stack Trace:" => Some(Open::Stack),
            "  Standard Output Messages:"
            | "  Standard Error Messages:"
            | "  Debug Traces Messages:"
            | "  Additional Information Messages:"
            | "  Attachments:" => Some(Open::Output),
            _ => None,
        };
        if let Some(title) = title {
            self.open = title;
            return Seen::Mine(Class::Noise);
        }
        if text.trim().is_empty() {
            return Seen::Mine(Class::Noise);
        }
        let place = dotnet_test_lines::frame(text);
        match &mut self.open {
            Open::Message(lines) => {
                lines.up(1);
                let first = *lines == 1;
                sink.emit(Event::Text(if *lines <= WHY_LINES { Part::Why } else { Part::Output }));
                if first {
                    sink.emit(Event::Message(text.trim()));
                }
                Seen::Mine(Class::Detail)
            }
            Open::Unnamed => {
                let bare = text.trim();
                let (name, message) = named(bare);
                let id = dotnet_test_lines::id(name);
                let outcome = Outcome::Failed(FailureKind::Test);
                sink.emit(Event::Finished {
                    id,
                    outcome,
                    grade: Grade::Block,
                    attempt: 0,
                    alias: &self.alias,
                });
                sink.emit(Event::Heading);
                sink.emit(Event::Message(message));
                self.open = Open::Untitled(1);
                Seen::Mine(Class::Detail)
            }
            Open::Untitled(lines) if place.is_none() => {
                // The platform indents everything below its heading.
                if !text.starts_with("  ") {
                    self.close(sink);
                    return Seen::No;
                }
                lines.up(1);
                let first = *lines == 1;
                sink.emit(Event::Text(if *lines <= WHY_LINES { Part::Why } else { Part::Output }));
                if first {
                    sink.emit(Event::Message(text.trim()));
                }
                Seen::Mine(Class::Detail)
            }
            Open::Head if place.is_none() => {
                if !text.starts_with("  ") {
                    self.close(sink);
                    return Seen::No;
                }
                sink.emit(Event::Text(Part::Why));
                sink.emit(Event::Message(text.trim()));
                self.open = Open::Untitled(1);
                Seen::Mine(Class::Detail)
            }
            Open::Stack | Open::Untitled(_) | Open::Head => {
                let Some(place) = place else {
                    let inner = text.starts_with("---") || text.starts_with(' ');
                    if inner {
                        sink.emit(Event::Text(Part::Where));
                        return Seen::Mine(Class::Detail);
                    }
                    self.close(sink);
                    return Seen::No;
                };
                let part = match place {
                    Some(place) => {
                        sink.emit(Event::At { place, better: false });
                        Part::Why
                    }
                    None => Part::Where,
                };
                sink.emit(Event::Text(part));
                Seen::Mine(Class::Detail)
            }
            _ => {
                sink.emit(Event::Text(Part::Output));
                Seen::Inside(Class::Detail)
            }
        }
    }
}

/// `A.B (4ms): Error Message: no`: the name, and the message.
fn named(text: &str) -> (&str, &str) {
    let Some((name, message)) = text.split_once("ms): ").and_then(|(before, message)| {
        let (name, _) = before.rsplit_once(" (")?;
        Some((name, message))
    }) else {
        return (text, text);
    };
    (name, message.strip_prefix("Error Message: ").unwrap_or(message))
}
