//! What is printed between the points of a run: progress, and errors that the tested program logs.

use super::phpunit::POINTS;
use crate::event::{Event, Part, Sink};
use crate::recognize::kit::points;
use crate::recognize::runners::php::shared::fatal::fatal;

/// The most lines of errors that are kept.
const LINES: usize = 5;
/// The longest of them, in bytes.
const LINE_BYTES: usize = 2000;
/// How a logger's line of an error begins.
const LEVELS: [&str; 6] =
    ["[critical] ", "[error] ", "[alert] ", "[emergency] ", "PHP Fatal error: ", "PHP Warning: "];

/// Errors that were logged while tests ran. They are shown with the first failure.
#[derive(Debug, Default)]
pub(super) struct Logged(Vec<String>);

impl Logged {
    /// A line between points.
    pub(super) fn read(&mut self, text: &str) {
        let text = text.trim_start_matches(|each: char| POINTS.contains(each)).trim_start();
        if self.0.len() < LINES && LEVELS.iter().any(|level| text.starts_with(level)) {
            self.0.push(crate::text::head(text, LINE_BYTES).to_owned());
        }
    }

    /// The first failure is open.
    pub(super) fn tell(&mut self, sink: &mut dyn Sink) {
        let lines = std::mem::take(&mut self.0);
        if !lines.is_empty() {
            sink.emit(Event::Decoded { part: Part::Output, text: &lines.join("\n") });
        }
    }
}

/// Whether the line is progress: points, and what is after them.
pub(super) fn is_progress(text: &str) -> bool {
    let rest = text.trim_start_matches(|each: char| POINTS.contains(each));
    let counted = rest.starts_with(' ') && rest.trim_end().ends_with("%)") && is_counter(rest);
    points::begins(text, POINTS) || rest.len() < text.len() && (counted || fatal(rest).is_some())
}

/// Whether nothing but how many tests ran is after points: `   61 / 3187 (  1%)`.
pub(super) fn is_counter(rest: &str) -> bool {
    rest.trim().bytes().all(|byte| byte.is_ascii_digit() || b" /()%".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_logger_calls_an_error_is_kept() {
        let mut logged = Logged::default();
        for line in
            ["[info] moored", "..[critical] Uncaught PHP Exception: no rope", "error", "[error] no quay"]
        {
            logged.read(line);
        }
        let mut reported: Vec<String> = Vec::new();
        logged.tell(&mut reported);
        logged.tell(&mut reported);
        assert_eq!(reported.len(), 1, "{reported:?}");
        assert!(
            reported[0].contains("no rope")
                && reported[0].contains("no quay")
                && !reported[0].contains("moored")
        );
    }
}
