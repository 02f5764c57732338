//! The errors of a build script in Kotlin, as `* What went wrong:` lists them: `Script compilation errors:`, a row with the
//! line of the script for each, and the message below a caret.
//!
//! The compiler may have printed the same errors before (`e: file:///a/build.gradle.kts:42:5: ...`): those are not counted again.

use super::wrong::Location;
use crate::event::{Block, Class, Event, Part, Place, Seen, Sink};
use crate::recognize::kit::held::Earlier;
use crate::recognize::kit::scan;
use crate::text::Line;

/// The most errors of the compiler that are remembered.
const MOST_KNOWN: usize = 256;

/// The places of errors in build scripts that the compiler printed.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(Vec<(String, u64)>);

impl Known {
    /// Takes a line of the compiler: `e: file:///a/build.gradle.kts:42:5: ...`, and the older `e: /a/build.gradle.kts: (42, 5): ...`.
    pub(super) fn hear(&mut self, text: &str) {
        let Some((file, rest)) = text.strip_prefix("e: ").and_then(|rest| rest.split_once(".kts:")) else {
            return;
        };
        let line = scan::number(rest.trim_start_matches([' ', '(']));
        if let Some((line, _)) = line.filter(|_| self.0.len() < MOST_KNOWN) {
            self.0.push((format!("{}.kts", file.strip_prefix("file://").unwrap_or(file)), line));
        }
    }

    fn holds(&self, file: &str, line: u64) -> bool {
        self.0.iter().any(|(known, at)| known == file && *at == line)
    }
}

/// The list that is being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Script {
    /// Its head.
    pub(super) head: String,
    place: Option<Location>,
    /// The place was shown.
    placed: bool,
    /// The row that names the line of the script.
    row: Option<(u64, Earlier)>,
    /// An error is open.
    open: bool,
    /// The row's error was reported by the compiler.
    known: bool,
    /// Whether any row was read.
    pub(super) any: bool,
    /// How many errors were reported.
    pub(super) reported: u64,
}

impl Script {
    /// Whether the first line of what went wrong heads a list of errors.
    pub(super) fn is_head(first: &str) -> bool {
        matches!(first, "Script compilation error:" | "Script compilation errors:")
    }

    /// Begins.
    pub(super) fn new(head: String, place: Option<Location>) -> Self {
        Self { head, place, placed: false, row: None, open: false, known: false, any: false, reported: 0 }
    }

    /// The place of the script, when no row was read.
    pub(super) fn into_head(self) -> (String, Option<Location>) {
        (self.head, self.place)
    }

    /// A line of the list; `None` when it is none of it.
    pub(super) fn line(&mut self, line: &Line<'_>, known: &Known, sink: &mut dyn Sink) -> Option<Seen> {
        let text = line.judged().trim_end();
        if text.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        if matches!(scan::number(text), Some((_, " error" | " errors"))) {
            return Some(Seen::Mine(Class::Totals));
        }
        if !text.starts_with([' ', '\t']) {
            return None;
        }
        let shown = text.trim_start();
        if let Some(number) = row(shown) {
            self.known = self.place.as_ref().is_some_and(|at| known.holds(&at.file, number));
            self.row = Some((number, Earlier::of(line)));
            self.any = true;
            self.open = false;
        } else if let Some(message) = shown.strip_prefix('^').filter(|_| self.row.is_some() && !self.known) {
            self.report(message.trim(), sink);
        } else if self.open {
            sink.emit(Event::Text(Part::Why));
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// An error: the place of the script heads the first one.
    fn report(&mut self, message: &str, sink: &mut dyn Sink) {
        let Some((number, row)) = &self.row else { return };
        let file = self.place.as_ref().map_or("", |at| &at.file);
        let place = Place { file, line: Some(*number) };
        sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
        match self.place.as_ref().filter(|_| !self.placed) {
            Some(at) => {
                sink.emit(Event::Instead(at.shown.text()));
                sink.emit(Event::Heading);
                row.tell(Part::Why, sink);
            }
            None => {
                sink.emit(Event::Instead(row.text()));
                sink.emit(Event::Heading);
            }
        }
        sink.emit(Event::Message(message));
        sink.emit(Event::Text(Part::Why));
        self.placed = true;
        self.open = true;
        self.reported = self.reported.saturating_add(1);
    }
}

/// Reads `Line 42:     kotlinOptions {`.
fn row(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Line ")?.trim_start())?;
    rest.starts_with(':').then_some(number)
}

#[cfg(test)]
mod tests {
    use crate::recognize::kit::scan::drive;
    use crate::recognize::runners::jvm::gradle::Gradle;

    const LIST: &str = "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/moor/build.gradle.kts' line: 7\n\n* What went wrong:\nScript compilation errors:\n\n  Line 07:     mooring {\n               ^ Unresolved reference: mooring\n\n  Line 08:         ropes = 2\n                   ^ Unresolved reference: ropes\n\n2 errors\n\n* Try:\n> Run with --scan to get full insights.\n\nBUILD FAILED in 3s\n";

    #[test]
    fn each_error_of_a_build_script_is_one_failure() {
        let reported = drive(&mut Gradle::default(), LIST).join("\n");
        assert_eq!(reported.matches("Diagnostic").count(), 2, "{reported}");
        assert!(
            reported.contains("Unresolved reference: ropes") && reported.contains("line: Some(8)"),
            "{reported}"
        );
        assert!(reported.contains("Instead(\"Build file '/moor/build.gradle.kts' line: 7\")"), "{reported}");
    }

    #[test]
    fn what_the_compiler_printed_is_not_counted_again() {
        let before = "e: file:///moor/build.gradle.kts:7:5: Unresolved reference: mooring\n";
        let reported = drive(&mut Gradle::default(), &format!("{before}{LIST}")).join("\n");
        assert_eq!(reported.matches("Diagnostic").count(), 1, "{reported}");
        let both = format!("{before}e: /moor/build.gradle.kts: (8, 9): Unresolved reference: ropes\n{LIST}");
        let reported = drive(&mut Gradle::default(), &both).join("\n");
        assert!(!reported.contains("BlockOpened") && reported.contains("Consequence"), "{reported}");
    }

    #[test]
    fn a_list_that_is_cut_after_its_head_is_a_failure() {
        let cut = LIST.split("  Line 07").next().unwrap();
        let reported = drive(&mut Gradle::default(), cut).join("\n");
        assert!(reported.contains("BlockOpened(Whole { name: \"Script compilation errors:\""), "{reported}");
    }
}
