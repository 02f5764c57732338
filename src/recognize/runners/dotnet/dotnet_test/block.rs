//! The text of a failed test: message, stack, output, with titles (VSTest) or without (the platform, MSBuild's logger).

use super::dotnet_test::{DotnetTest, Open, WHY_LINES};
use super::dotnet_test_lines;
use crate::budget::Count as _;
use crate::event::{Class, Event, Grade, Part, Seen, Totals};
use crate::recognize::kit::{FAILED, Run};

impl DotnetTest {
    /// A line of what is open.
    pub(super) fn below(&mut self, text: &str, open: &mut Open, run: &mut Run<'_>) -> Seen {
        if *open == Open::Totals {
            let mut column = self.column;
            if dotnet_test_lines::part_of_totals(text, &mut column).is_some() {
                self.column = column;
                run.may_have_ended();
                return Seen::Mine(Class::Totals);
            }
            if self.column == Totals::default()
                && (text.trim().is_empty() || dotnet_test_lines::assembly(text))
            {
                return Seen::Mine(Class::Noise);
            }
            self.column_ends(open, run);
            return Seen::No;
        }
        if *open == Open::Aborted {
            if text.trim().is_empty() {
                self.leave(open, run);
                return Seen::Mine(Class::Noise);
            }
            return run.text(Part::Why);
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
            *open = title;
            return Seen::Mine(Class::Noise);
        }
        if text.trim().is_empty() {
            return Seen::Mine(Class::Noise);
        }
        let place = dotnet_test_lines::frame(text);
        match open {
            Open::Message(lines) => {
                lines.up(1);
                if *lines == 1 {
                    run.message(text);
                }
                run.text(if *lines <= WHY_LINES { Part::Why } else { Part::Output })
            }
            Open::Unnamed => {
                let bare = text.trim();
                let (name, message) = named(bare);
                let (id, alias) = (dotnet_test_lines::id(name), self.alias.as_str());
                run.emit(Event::Finished { id, outcome: FAILED, grade: Grade::Block, attempt: 0, alias });
                run.emit(Event::Heading);
                run.message(message);
                *open = Open::Untitled(1);
                Seen::Mine(Class::Detail)
            }
            Open::Untitled(lines) if place.is_none() => {
                // The platform indents everything below its heading.
                if !text.starts_with("  ") {
                    self.leave(open, run);
                    return Seen::No;
                }
                lines.up(1);
                if *lines == 1 {
                    run.message(text);
                }
                run.text(if *lines <= WHY_LINES { Part::Why } else { Part::Output })
            }
            Open::Head if place.is_none() => {
                if !text.starts_with("  ") {
                    self.leave(open, run);
                    return Seen::No;
                }
                *open = Open::Untitled(1);
                run.why(text)
            }
            Open::Stack | Open::Untitled(_) | Open::Head => {
                let Some(place) = place else {
                    let inner = text.starts_with("---") || text.starts_with(' ');
                    if inner {
                        return run.text(Part::Where);
                    }
                    self.leave(open, run);
                    return Seen::No;
                };
                let part = match place {
                    Some(place) => {
                        run.emit(Event::At { place, better: false });
                        Part::Why
                    }
                    None => Part::Where,
                };
                run.text(part)
            }
            _ => run.below(Part::Output),
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
