//! What all linters print: a place, how bad it is, a message. Here it becomes events.
//!
//! The message with its code distinguishes a finding from others on its line: linters report several findings of
//! one rule on one line. Nothing here knows a tool or keeps state.

use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Opened, Part, Place, Sink, Totals};
use crate::recognize::kit::scan;

/// Whether a finding fails its tool's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It fails the run.
    Fails,
    /// It is shown, and the run may pass.
    Warns,
}

/// One finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding<'a> {
    /// The file, and the line when it is printed.
    pub place: Place<'a>,
    /// The column, where the tool prints it as `PATH:LINE:COLUMN`.
    pub column: Option<u64>,
    /// How bad it is.
    pub weight: Weight,
    /// The message, with the rule's code as printed.
    pub message: &'a str,
}

impl<'a> Finding<'a> {
    /// A finding that fails the run.
    #[must_use]
    pub const fn fails(place: Place<'a>, column: Option<u64>, message: &'a str) -> Self {
        Self { place, column, weight: Weight::Fails, message }
    }

    /// A finding without a line number.
    #[must_use]
    pub const fn in_file(file: &'a str, weight: Weight, message: &'a str) -> Self {
        Self { place: Place { file, line: None }, column: None, weight, message }
    }

    /// Opens the finding's block, with the current line as its heading, or as the first line of a warning.
    pub fn open(&self, text: &str, sink: &mut dyn Sink) -> Class {
        if self.weight == Weight::Warns {
            sink.emit(Event::BlockOpened(Block::Warning { key: text.trim() }));
            sink.emit(Event::Text(Part::Why));
            return Class::Warning;
        }
        open_at(self.place, self.column, self.message, sink);
        sink.emit(Event::Heading);
        Class::Detail
    }

    /// The same for a finding without further lines.
    pub fn tell(&self, text: &str, sink: &mut dyn Sink) -> Class {
        let class = self.open(text, sink);
        sink.emit(Event::BlockClosed);
        class
    }
}

/// Opens the block of a finding that fails the run; two of one message on one line are distinguished by their columns.
pub fn open_at(place: Place<'_>, column: Option<u64>, message: &str, sink: &mut dyn Sink) {
    if let Some(column) = column {
        sink.emit(Event::BlockClosed);
        sink.emit(Event::Column(column));
    }
    sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
}

/// Opens the block of a failure that has a name of its own, with the current line as its heading.
pub fn whole(name: &str, kind: FailureKind, sink: &mut dyn Sink) {
    sink.emit(Event::BlockOpened(Block::Whole { name, kind }));
    sink.emit(Event::Heading);
}

/// The tool's number of failing findings; ends its run.
pub fn declared(errors: u64, sink: &mut dyn Sink) {
    let totals = Totals { errors: Some(errors), ..Totals::default() };
    sink.emit(Event::Declared { totals, level: Level::Section });
    sink.emit(Event::SectionEnded(Ended::Failed));
}

/// The tool says that there is nothing to report.
pub fn all_is_well(sink: &mut dyn Sink) {
    sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
    sink.emit(Event::SectionEnded(Ended::Passed));
}

/// Splits `PATH:LINE[:COLUMN]: rest` or `PATH(LINE[,COLUMN]): rest`, with the column.
#[must_use]
pub fn position(text: &str) -> Option<(Place<'_>, Option<u64>, &str)> {
    let (place, rest) = scan::place(text)?;
    let numbers = text.get(place.file.len()..text.len().saturating_sub(rest.len()))?;
    let column = scan::number(numbers.get(1..)?).and_then(|(_, after)| scan::number(after.get(1..)?));
    // `PATH:LINE:COLUMN - message`: no colon ends the column.
    if let (None, Some((column, after))) = (column, scan::number(rest))
        && after.starts_with(" - ")
    {
        return Some((place, Some(column), after));
    }
    Some((place, column.map(|(column, _)| column), rest))
}

/// Splits the code of a rule off a message: capitals and then digits, `F401`, `PLR0913`, `SC2086`.
#[must_use]
pub fn code(text: &str) -> Option<(&str, &str)> {
    let letters = text.bytes().position(|byte| !byte.is_ascii_uppercase())?;
    let digits = text.get(letters..)?.bytes().position(|byte| !byte.is_ascii_digit());
    let end = digits.map_or(text.len(), |digits| letters.saturating_add(digits));
    let fits = (1..=6).contains(&letters) && (2..=6).contains(&end.saturating_sub(letters));
    fits.then(|| text.split_at_checked(end)).flatten()
}

/// Splits a number and the noun that it counts off the front: `3 errors in ...`, `1 error`.
#[must_use]
pub fn count<'a>(text: &'a str, noun: &str) -> Option<(u64, &'a str)> {
    let (number, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(' ')?.strip_prefix(noun)?;
    let rest = rest.strip_prefix('s').unwrap_or(rest);
    (!rest.starts_with(|next: char| next.is_alphanumeric())).then_some((number, rest))
}

/// Splits `LINE:COLUMN` off the front.
#[must_use]
pub fn numbers(text: &str) -> Option<(u64, u64, &str)> {
    let (line, rest) = scan::number(text)?;
    let (column, rest) = scan::number(rest.strip_prefix(':')?)?;
    Some((line, column, rest))
}

/// How bad a finding with this word is, by the tool's words for findings that fail its run and for those that do not.
#[must_use]
pub fn weight(word: &str, fails: &[&str], warns: &[&str]) -> Option<Weight> {
    if fails.contains(&word) {
        return Some(Weight::Fails);
    }
    warns.contains(&word).then_some(Weight::Warns)
}

/// Whether the file's name has one of the endings, without their dots.
#[must_use]
pub fn ends_in(file: &str, endings: &[&str]) -> bool {
    endings.contains(&crate::recognize::kit::diagnostics::extension(file))
}

/// Splits `PATH:LINE message` or `PATH:LINE:COL message`.
pub fn spaced(text: &str) -> Option<(Place<'_>, Option<u64>, &str)> {
    let (place, message) = text.split_once(' ')?;
    let (file, last) = place.rsplit_once(':')?;
    let last = scan::whole_number(last)?;
    if file.is_empty() {
        return None;
    }
    let (file, line, column) =
        match file.rsplit_once(':').map(|(file, line)| (file, scan::whole_number(line))) {
            Some((file, Some(line))) if !file.is_empty() => (file, line, Some(last)),
            _ => (file, last, None),
        };
    Some((Place { file, line: Some(line) }, column, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_has_its_column_in_both_forms() {
        let read = |text| position(text).map(|(place, column, rest)| (place.file, place.line, column, rest));
        assert_eq!(read("a.py:3:8: F401 x"), Some(("a.py", Some(3), Some(8), " F401 x")));
        assert_eq!(read("a.py:3: x"), Some(("a.py", Some(3), None, " x")));
        assert_eq!(read("a.ts(3,14): x"), Some(("a.ts", Some(3), Some(14), " x")));
        assert_eq!(read("a.ts:3:14 - x"), Some(("a.ts", Some(3), Some(14), " - x")));
        assert_eq!(read("a.ts(3): x"), Some(("a.ts", Some(3), None, " x")));
    }

    #[test]
    fn a_code_is_capitals_and_digits() {
        assert_eq!(code("F401 'x' unused"), Some(("F401", " 'x' unused")));
        assert_eq!(code("SC2086"), Some(("SC2086", "")));
        for text in ["Error 3", "F ", "404 x", "UTF8 x", "E1 x", ""] {
            assert_eq!(code(text), None, "{text}");
        }
    }

    #[test]
    fn a_count_is_a_number_and_its_noun() {
        assert_eq!(count("3 errors in 2 files", "error"), Some((3, " in 2 files")));
        assert_eq!(count("1 error.", "error"), Some((1, ".")));
        assert_eq!(count("1 errored", "error"), None);
    }

    #[test]
    fn numbers_are_a_line_and_a_column() {
        assert_eq!(numbers("3:14  error"), Some((3, 14, "  error")));
        assert_eq!(numbers("3  error"), None);
    }

    #[test]
    fn a_word_is_as_bad_as_the_tool_says() {
        let weight = |word| weight(word, &["error"], &["warning"]);
        assert_eq!(weight("error"), Some(Weight::Fails));
        assert_eq!(weight("warning"), Some(Weight::Warns));
        assert_eq!(weight("hint"), None);
    }
}
