//! cargo's errors with their causes: `Caused by:` and what the failed process printed, over empty lines.

use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::kit::crash;

/// From how many bytes on a line of a command is shown without the command's arguments.
const LONGEST: usize = 200;

/// What part of an error's causes is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    /// cargo's words and the process' stderr.
    Reason,
    /// The process' stdout.
    Output,
    /// The line after a panic's head.
    Message,
}

/// A line of cargo's chain of causes: indented, or the head of a cause, or empty.
pub(super) fn causes(stream: &mut Stream, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
    if text.trim().is_empty() {
        return Some(Seen::Mine(Class::Noise));
    }
    if text == "Caused by:" {
        *stream = Stream::Reason;
        return Some(Seen::Mine(Class::Noise));
    }
    let note = text.starts_with("note: ") || text.starts_with("help: ");
    if !note && !text.starts_with("  ") {
        return None;
    }
    let bare = text.trim();
    match bare {
        "--- stdout" => *stream = Stream::Output,
        "--- stderr" => *stream = Stream::Reason,
        _ => {
            if *stream == Stream::Message {
                sink.emit(Event::Message(bare));
                *stream = Stream::Reason;
            } else if let Some(panic) = crash::rust_panic(bare) {
                if let Some(place) = panic.place {
                    sink.emit(Event::At { place, better: false });
                }
                *stream = Stream::Message;
            }
            let part = match stream {
                Stream::Output => Part::Output,
                Stream::Reason | Stream::Message if note || bare.starts_with("note: ") => Part::Where,
                Stream::Reason | Stream::Message => Part::Why,
            };
            match shortened(text) {
                // How it ended is at the end of the line.
                Some(short) => sink.emit(Event::Decoded { part, text: &short }),
                None => sink.emit(Event::Text(part)),
            }
            return Some(Seen::Mine(Class::Detail));
        }
    }
    Some(Seen::Mine(Class::Noise))
}

/// ``  process didn't exit successfully: `/p/rustc --crate-name ...` (signal: 9, SIGKILL: kill)``, when it is too long to be shown:
/// without the arguments.
fn shortened(text: &str) -> Option<String> {
    const WORDS: &str = "process didn't exit successfully: `";
    if text.len() < LONGEST {
        return None;
    }
    let at = text.find(WORDS)?.saturating_add(WORDS.len());
    let (before, command) = text.split_at_checked(at)?;
    let (command, ending) = command.rsplit_once('`')?;
    let program = command.split(' ').next().unwrap_or(command);
    Some(format!("{before}{program} \u{2026}`{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_command_is_shown_without_its_arguments() {
        let command = "--extern rope ".repeat(20);
        let line =
            format!("  process didn't exit successfully: `/p/rustc {command}` (signal: 9, SIGKILL: kill)");
        let short = shortened(&line).unwrap();
        assert_eq!(
            short,
            "  process didn't exit successfully: `/p/rustc \u{2026}` (signal: 9, SIGKILL: kill)"
        );
        assert_eq!(shortened("  process didn't exit successfully: `/p/rustc -v` (exit status: 1)"), None);
    }
}
