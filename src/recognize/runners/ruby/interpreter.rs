//! Ruby's own last words: an exception that nobody rescued, a file that could not be loaded, and rake's.
//!
//! `a.rb:3:in 'total': no price (ArgumentError)`, then a line after a tab for each caller: `from b.rb:5:in ...`. What was
//! raised inside of Ruby or a gem is reported at the first caller of one's own. Source: `error.c` and `eval_error.c` of
//! Ruby 2.5 to 3.4; rake, `lib/rake/application.rb`. Failures of tests have their runners' recognizers.

use crate::event::{Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EveryLine, Run, Runner, Spec};

/// How many lines of a message after the first are looked for.
const MESSAGE_LINES: u32 = 4;
/// The most lines that belong to one exception.
const MOST_LINES: u32 = 400;

/// What is open.
#[derive(Debug, Default)]
enum State {
    #[default]
    Nothing,
    /// The callers of an exception: whether its place is known, and how many lines there were.
    Callers(bool, u32),
    /// Below `rake aborted!`.
    Rake(u32),
}

/// Ruby itself, and rake.
#[derive(Debug, Default)]
pub struct Ruby {
    state: State,
}

impl Runner for Ruby {
    const SPEC: Spec = Spec {
        name: "ruby",
        reads: "exceptions of Ruby itself, and rake",
        starts: &["<internal:", "-e:", "bin/", "ruby: ", "rake aborted!"],
        places: Some(&["rb"]),
        every_line: EveryLine::BelowFailure,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        match std::mem::take(&mut self.state) {
            State::Nothing => self.first(text, run),
            State::Callers(placed, lines) => self.caller(placed, lines, text, run),
            State::Rake(lines) => self.rake(lines, text, run),
        }
    }
}

impl Ruby {
    fn first(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim_end() == "rake aborted!" {
            self.state = State::Rake(0);
            return run.open_consequence("rake aborted!", FailureKind::Build);
        }
        let Some((place, message)) = raised(text) else { return Seen::No };
        let own = place.filter(|place| !is_foreign(place.file));
        let reported = own.unwrap_or(Place { file: "", line: None });
        let seen = run.diagnostic(reported, "", message);
        run.message(message);
        self.state = State::Callers(own.is_some(), 0);
        seen
    }

    fn caller(&mut self, placed: bool, lines: u32, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let frame = content.strip_prefix("from ").filter(|_| content.len() < text.len());
        // The other lines of a message are before the callers, and may be anything.
        let message = lines < MESSAGE_LINES && raised(text).is_none();
        let Some(frame) = frame else {
            if message {
                self.state = State::Callers(placed, lines.saturating_add(1));
                return run.below(Part::Why);
            }
            run.close();
            return self.first(text, run);
        };
        if lines > MOST_LINES {
            run.close();
            return Seen::No;
        }
        let own =
            scan::place(frame).map(|(place, _)| place).filter(|place| !placed && !is_foreign(place.file));
        if let Some(place) = own {
            run.emit(Event::At { place, better: true });
        }
        let lines = lines.saturating_add(1).max(MESSAGE_LINES);
        self.state = State::Callers(placed || own.is_some(), lines);
        run.text(if own.is_some() { Part::Why } else { Part::Where })
    }

    /// Below `rake aborted!`: class and message, then frames, a blank line, the task.
    fn rake(&mut self, lines: u32, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        let place = scan::place(content).map(|(place, _)| place);
        let last = content.starts_with("Tasks: ") || content.starts_with("(See full trace");
        let over = if content.is_empty() { lines >= 30 } else { place.is_none() && !last && lines > 3 };
        if over {
            run.close();
            return Seen::No;
        }
        self.state = State::Rake(lines.saturating_add(1));
        if content.is_empty() {
            return Seen::No;
        }
        if lines == 0 {
            run.message(content);
        }
        if let Some(place) = place.filter(|place| !is_foreign(place.file)) {
            run.at(place);
        }
        run.text(if place.is_none() && !last { Part::Why } else { Part::Where })
    }
}

/// Reads `PLACE:in 'METHOD': MESSAGE (CLASS)`, `PLACE: MESSAGE (SyntaxError)`, `ruby: MESSAGE (LoadError)`.
fn raised(text: &str) -> Option<(Option<Place<'_>>, &str)> {
    let text = text.trim_end();
    let class = text.strip_suffix(')')?.rsplit_once(" (")?.1;
    let plain = class.chars().all(|each| each.is_alphanumeric() || each == ':' || each == '_');
    let known =
        class.ends_with("Error") || class.contains("::") || class.ends_with("Exception") || class == "fatal";
    if !plain || !known || !class.starts_with(|first: char| first.is_alphabetic()) {
        return None;
    }
    if let Some(message) = text.strip_prefix("ruby: ") {
        return Some((None, message));
    }
    let (place, rest) = match text.strip_prefix("<internal:") {
        Some(rest) => {
            (None, rest.split_once(">:").and_then(|(_, rest)| scan::number(rest))?.1.strip_prefix(':')?)
        }
        None => {
            let (place, rest) = scan::place(text)?;
            let file = place.file;
            if !(file.ends_with(".rb") || file == "-e" || file.starts_with("bin/") || file.contains("/bin/"))
            {
                return None;
            }
            (Some(place), rest)
        }
    };
    if let Some(rest) = rest.strip_prefix("in ") {
        let (_, message) = rest.split_once("': ")?;
        // Of a file that could not be read the message holds the place.
        return match scan::place(message).filter(|(place, _)| place.file.ends_with(".rb")) {
            Some((place, message)) => Some((Some(place), message.trim_start())),
            None => Some((place, message)),
        };
    }
    let message = rest.trim_start();
    (class == "SyntaxError" || rest.starts_with(' ')).then_some((place, message))
}

/// Whether a file is a gem's or Ruby's own.
fn is_foreign(file: &str) -> bool {
    ["/gems/", "/vendor/bundle/", "/lib/ruby/", "/rubygems/", "/vendor_ruby/", "/bin/"]
        .iter()
        .any(|part| file.contains(part))
        || file.starts_with('<')
        || file.starts_with("-e")
        || file.starts_with("bin/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_quotes_and_syntax_errors_are_read() {
        let read = |text| raised(text).map(|(place, message)| (place.and_then(|place| place.line), message));
        assert_eq!(
            read("a.rb:3:in 'Cart#total': no price (ArgumentError)"),
            Some((Some(3), "no price (ArgumentError)"))
        );
        assert_eq!(
            read("a.rb:7: syntax error, unexpected end-of-input (SyntaxError)"),
            Some((Some(7), "syntax error, unexpected end-of-input (SyntaxError)"))
        );
        assert_eq!(read("a.rb:7: warning: method redefined (see above)"), None);
        assert_eq!(read("a.go:3:in 'x': no (Error)"), None);
    }
}
