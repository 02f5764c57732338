//! The shape of one line: literal text with fields in braces, anchored at both ends.
//!
//! `shape("Count: {all}, Failed: {failed}, Skipped: {skipped}")` is parsed when weir is compiled; a wrong shape does not
//! compile. It is not a pattern language: there are no classes, no alternatives and no repetition. A line with two forms
//! has two shapes ([`first`]). What a shape cannot describe needs a function.
//!
//! | field | reads |
//! |---|---|
//! | `{passed}` `{failed}` `{errors}` `{skipped}` `{other}` `{total}` | a number, for [`Fields::totals`]; one that comes again is added |
//! | `{all}` | a number of all tests, from which [`Fields::totals`] subtracts the others when no `{passed}` is there |
//! | `{line}` `{column}` | a number |
//! | `{number}` | a number that is read over |
//! | `{seconds}` | digits, perhaps with a fraction: `3`, `0.014` |
//! | `{place}` | `PATH:LINE`, `PATH:LINE:COLUMN`, `PATH(LINE)`, `PATH(LINE,COLUMN)` and the colon after it |
//! | `{point}` | the same, with a column |
//! | `{at}` | `PATH:LINE`, `PATH:LINE:COLUMN`, up to the blank after it |
//! | `{rule}` | the code of a rule: capitals, then digits |
//! | `{id}` | letters, digits, `-`, `_`, `/`, and `:` inside |
//! | `{word}` `{severity}` `{code}` | text without blanks |
//! | `{file}` `{module}` `{name}` `{message}` | any text |
//! | `{path}` | a file: text without blanks |
//! | `{rest}` | nothing: the message is all that follows, whatever the fields below read of it |
//! | `{any}` | any text, or none, that is read over |
//! | `{s}` | an `s` or nothing: the plural of a noun |
//! | `{blanks}` `{inset}` | one blank or more; blanks or none |
//!
//! A text ends at the first place where the next part of the shape is found, and `{name..}` at the last one. It is never
//! empty, except for `{any}`.

use std::cell::OnceCell;

use super::lint::finding::{code, position, spaced};
use super::scan;
use crate::event::{Place, Totals};

/// The most parts of a shape.
const PARTS: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Passed,
    Failed,
    Errors,
    Skipped,
    Other,
    Total,
    All,
    Number,
    Line,
    Column,
    Seconds,
    Place,
    Point,
    At,
    Rule,
    Id,
    Path,
    Rest,
    Word,
    Severity,
    Code,
    File,
    Module,
    Name,
    Message,
    Any,
    Plural,
    Blanks,
    Inset,
}

impl Field {
    /// Whether it begins with a digit.
    const fn is_number(self) -> bool {
        use Field::{All, Column, Errors, Failed, Line, Number, Other, Passed, Seconds, Skipped, Total};
        matches!(
            self,
            Passed | Failed | Errors | Skipped | Other | Total | All | Number | Line | Column | Seconds
        )
    }
}

/// All fields, by the names that shapes give them.
const FIELDS: [(&str, Field); 29] = [
    ("passed", Field::Passed),
    ("failed", Field::Failed),
    ("errors", Field::Errors),
    ("skipped", Field::Skipped),
    ("other", Field::Other),
    ("total", Field::Total),
    ("all", Field::All),
    ("number", Field::Number),
    ("line", Field::Line),
    ("column", Field::Column),
    ("seconds", Field::Seconds),
    ("place", Field::Place),
    ("point", Field::Point),
    ("at", Field::At),
    ("rule", Field::Rule),
    ("id", Field::Id),
    ("path", Field::Path),
    ("rest", Field::Rest),
    ("word", Field::Word),
    ("severity", Field::Severity),
    ("code", Field::Code),
    ("file", Field::File),
    ("module", Field::Module),
    ("name", Field::Name),
    ("message", Field::Message),
    ("any", Field::Any),
    ("s", Field::Plural),
    ("blanks", Field::Blanks),
    ("inset", Field::Inset),
];

/// Where a text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// At the first place where the next part is found.
    First,
    /// At the last such place.
    Last,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Literal(&'static str),
    Field(Field, Reach),
    /// The shape has no more parts.
    End,
}

impl Part {
    /// Whether a text may begin with this part, judged by its first bytes.
    fn may_begin(self, text: &str) -> bool {
        match self {
            Self::Literal(literal) => text.starts_with(literal),
            Self::Field(field, _) if field.is_number() => {
                text.starts_with(|first: char| first.is_ascii_digit())
            }
            Self::Field(..) | Self::End => true,
        }
    }
}

/// The shape of a line. Functions that read with a shape need it to be `'static`, so that it is never parsed while weir
/// runs.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    parts: [Part; PARTS],
    /// The literal at its end, or nothing.
    end: &'static str,
}

/// A place, its column, and what follows it.
type Position<'a> = (Place<'a>, Option<u64>, &'a str);

/// A line of which several shapes read: the place at its beginning is read once.
#[derive(Debug)]
pub struct Placed<'a> {
    /// The line.
    pub text: &'a str,
    place: OnceCell<Option<Position<'a>>>,
    at: OnceCell<Option<Position<'a>>>,
}

impl<'a> Placed<'a> {
    /// A line.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, place: OnceCell::new(), at: OnceCell::new() }
    }

    fn position(&self, field: Field) -> Option<Position<'a>> {
        match field {
            Field::At => *self.at.get_or_init(|| spaced_at(self.text)),
            Field::Point => self.position(Field::Place).filter(|(_, column, _)| column.is_some()),
            _ => *self.place.get_or_init(|| position(self.text)),
        }
    }
}

/// `PATH:LINE[:COLUMN]`, and what follows it from the blank on.
fn spaced_at(text: &str) -> Option<Position<'_>> {
    let (place, column, message) = spaced(text)?;
    let rest = text.get(text.len().saturating_sub(message.len()).checked_sub(1)?..)?;
    Some((place, column, rest))
}

/// What a shape reads out of a line. A text that the shape does not have is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields<'a> {
    /// `{passed}`
    pub passed: Option<u64>,
    /// `{failed}`
    pub failed: Option<u64>,
    /// `{errors}`
    pub errors: Option<u64>,
    /// `{skipped}`
    pub skipped: Option<u64>,
    /// `{other}`
    pub other: Option<u64>,
    /// `{total}`
    pub total: Option<u64>,
    /// `{all}`
    pub all: Option<u64>,
    /// `{line}`, or that of `{place}`
    pub line: Option<u64>,
    /// `{column}`, or that of `{place}`
    pub column: Option<u64>,
    /// `{file}`, or that of `{place}`
    pub file: &'a str,
    /// `{word}`
    pub word: &'a str,
    /// `{severity}`
    pub severity: &'a str,
    /// `{code}`
    pub code: &'a str,
    /// `{module}`
    pub module: &'a str,
    /// `{name}`
    pub name: &'a str,
    /// `{message}`
    pub message: &'a str,
    /// What follows the place or the file.
    pub after: &'a str,
}

impl<'a> Fields<'a> {
    /// The numbers as totals. `None` when they contradict each other: more failed than there are.
    #[must_use]
    pub fn totals(&self) -> Option<Totals> {
        let Self { failed, errors, skipped, other, total, .. } = *self;
        let passed = match (self.passed, self.all) {
            (None, Some(all)) => {
                Some([failed, errors, skipped, other].into_iter().flatten().try_fold(all, u64::checked_sub)?)
            }
            (passed, _) => passed,
        };
        Some(Totals { passed, failed, errors, skipped, other, total })
    }

    /// The place, when the line names a file.
    #[must_use]
    pub fn place(&self) -> Option<Place<'a>> {
        (!self.file.is_empty()).then_some(Place { file: self.file, line: self.line })
    }

    /// Takes the numbers that the other one has.
    pub(super) fn take_numbers(&mut self, other: &Fields<'_>) {
        for (slot, number) in self.numbers().into_iter().zip({ *other }.numbers()) {
            *slot = number.or(*slot);
        }
    }

    /// Adds the numbers that the other one has.
    fn add_numbers(&mut self, other: &Fields<'_>) {
        for (slot, number) in self.numbers().into_iter().zip({ *other }.numbers()) {
            if let Some(number) = *number {
                *slot = Some(slot.unwrap_or(0).saturating_add(number));
            }
        }
    }

    fn numbers(&mut self) -> [&mut Option<u64>; 7] {
        [
            &mut self.passed,
            &mut self.failed,
            &mut self.errors,
            &mut self.skipped,
            &mut self.other,
            &mut self.total,
            &mut self.all,
        ]
    }

    fn set_number(&mut self, field: Field, number: u64) {
        let slot = match field {
            Field::Passed => &mut self.passed,
            Field::Failed => &mut self.failed,
            Field::Errors => &mut self.errors,
            Field::Skipped => &mut self.skipped,
            Field::Other => &mut self.other,
            Field::Total => &mut self.total,
            Field::All => &mut self.all,
            Field::Line => &mut self.line,
            Field::Column => &mut self.column,
            _ => return,
        };
        *slot = Some(slot.unwrap_or(0).saturating_add(number));
    }

    fn set_place(&mut self, (place, column, rest): Position<'a>) -> &'a str {
        (self.file, self.line, self.column, self.after) = (place.file, place.line, column, rest);
        rest
    }

    fn set_text(&mut self, field: Field, text: &'a str) {
        let slot = match field {
            Field::Word => &mut self.word,
            Field::Severity => &mut self.severity,
            Field::Code => &mut self.code,
            Field::File | Field::Path => &mut self.file,
            Field::Module => &mut self.module,
            Field::Name => &mut self.name,
            Field::Message => &mut self.message,
            _ => return,
        };
        *slot = text;
    }
}

/// Parses a shape, when weir is compiled.
#[must_use]
pub const fn shape(text: &'static str) -> Shape {
    let mut parts = [Part::End; PARTS];
    let mut end = "";
    let mut count = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let open = find(rest, b'{');
        end = "";
        if open > 0 {
            let (literal, after) = rest.split_at(open);
            end = literal;
            parts = with(parts, count, Part::Literal(literal));
            rest = after;
        } else {
            let close = find(rest, b'}');
            assert!(close < rest.len(), "a brace of a shape is not closed");
            let (field, after) = rest.split_at(close.saturating_add(1));
            parts = with(parts, count, field_of(field));
            rest = after;
        }
        count = count.saturating_add(1);
    }
    Shape { parts, end }
}

/// Where the byte is first, or the length of the text.
pub(super) const fn find(text: &str, byte: u8) -> usize {
    let mut rest = text.as_bytes();
    let mut at = 0_usize;
    while let [first, more @ ..] = rest {
        if *first == byte {
            return at;
        }
        rest = more;
        at = at.saturating_add(1);
    }
    at
}

/// The parts with this one in place `at`.
const fn with(mut parts: [Part; PARTS], at: usize, part: Part) -> [Part; PARTS] {
    let (_, rest) = parts.split_at_mut(at);
    let Some(slot) = rest.first_mut() else { return parts };
    *slot = part;
    parts
}

const fn field_of(braced: &'static str) -> Part {
    let (_, name) = braced.split_at(1);
    let (name, _) = name.split_at(name.len().saturating_sub(1));
    let (name, reach) = match name.as_bytes() {
        [.., b'.', b'.'] => (name.split_at(name.len().saturating_sub(2)).0, Reach::Last),
        _ => (name, Reach::First),
    };
    let mut fields: &[(&str, Field)] = &FIELDS;
    while let [(each, field), more @ ..] = fields {
        if equal(each, name) {
            return Part::Field(*field, reach);
        }
        fields = more;
    }
    assert!(name.is_empty(), "a shape has a field that is not in the table");
    Part::End
}

/// Whether the texts are equal.
pub(super) const fn equal(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    while let ([a, more @ ..], [b, others @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (more, others);
    }
    one.is_empty() && other.is_empty()
}

impl Shape {
    /// The fields of a text that has this shape from its first to its last byte.
    #[must_use]
    pub fn read<'a>(&'static self, text: &'a str) -> Option<Fields<'a>> {
        let parts = self.parts.as_slice();
        // Most lines do not begin and end like the shape, and cost nothing more.
        if parts.first().is_some_and(|first| !first.may_begin(text)) || !text.ends_with(self.end) {
            return None;
        }
        read_parts(parts, text, Fields::default())
    }

    /// The same for a line of which several shapes read.
    #[must_use]
    pub fn read_placed<'a>(&'static self, line: &Placed<'a>) -> Option<Fields<'a>> {
        let [Part::Field(field @ (Field::Place | Field::Point | Field::At), _), parts @ ..] = &self.parts
        else {
            return self.read(line.text);
        };
        if !line.text.ends_with(self.end) {
            return None;
        }
        let mut fields = Fields::default();
        let rest = fields.set_place(line.position(*field)?);
        read_parts(parts, rest, fields)
    }

    /// Whether the text has this shape.
    #[must_use]
    pub fn fits(&'static self, text: &str) -> bool {
        self.read(text).is_some()
    }

    /// The numbers of a text of this shape, when they do not contradict each other.
    #[must_use]
    pub fn totals(&'static self, text: &str) -> Option<Totals> {
        self.read(text)?.totals()
    }
}

/// What the first fitting shape reads.
#[must_use]
pub fn first<'a>(shapes: &'static [Shape], text: &'a str) -> Option<Fields<'a>> {
    shapes.iter().find_map(|shape| shape.read(text))
}

/// Numbers with their words, in any order, such as `PASS 2 | FAIL 1` with the separator ` | `. Each part has one of the
/// shapes; equal fields are added up.
#[must_use]
pub fn each<'a>(shapes: &'static [Shape], separator: &str, text: &'a str) -> Option<Fields<'a>> {
    let mut fields = Fields::default();
    for part in text.split(separator) {
        fields.add_numbers(&first(shapes, part)?);
    }
    Some(fields)
}

/// The same as totals, where a number that the shapes have and the text does not is zero.
#[must_use]
pub fn each_or_zero(shapes: &'static [Shape], separator: &str, text: &str) -> Option<Totals> {
    let mut fields = each(shapes, separator, text)?;
    for part in shapes.iter().flat_map(|shape| shape.parts) {
        if let Part::Field(field, _) = part {
            fields.set_number(field, 0);
        }
    }
    fields.totals()
}

/// The value of the word in the table.
#[must_use]
pub fn of_word<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// The value in the table of the words that the text begins with, and what follows them.
#[must_use]
pub fn of_start<'a, T: Copy>(table: &[(&str, T)], text: &'a str) -> Option<(T, &'a str)> {
    table.iter().find_map(|(words, value)| Some((*value, text.strip_prefix(words)?)))
}

/// Whether the text begins with one of these.
#[must_use]
pub fn begins(text: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| text.starts_with(beginning))
}

/// Reads the parts of a shape, to the end of the text.
fn read_parts<'a>(mut parts: &'static [Part], text: &'a str, mut fields: Fields<'a>) -> Option<Fields<'a>> {
    let mut rest = text;
    while let [part, next @ ..] = parts {
        rest = match part {
            Part::Literal(literal) => rest.strip_prefix(literal)?,
            Part::Field(field, reach) => field_at(*field, *reach, next.first(), rest, &mut fields)?,
            Part::End => break,
        };
        parts = next;
    }
    rest.is_empty().then_some(fields)
}

/// Reads one field at the beginning; `next` is the part after it.
fn field_at<'a>(
    field: Field,
    reach: Reach,
    next: Option<&Part>,
    text: &'a str,
    fields: &mut Fields<'a>,
) -> Option<&'a str> {
    match field {
        Field::Plural => Some(text.strip_prefix('s').unwrap_or(text)),
        Field::Blanks => {
            let rest = text.trim_start_matches(' ');
            (rest.len() < text.len()).then_some(rest)
        }
        Field::Seconds => seconds(text),
        Field::Inset => Some(text.trim_start()),
        Field::Rest => {
            fields.message = text;
            Some(text)
        }
        Field::Place => Some(fields.set_place(position(text)?)),
        Field::Point => Some(fields.set_place(position(text).filter(|(_, column, _)| column.is_some())?)),
        Field::At => Some(fields.set_place(spaced_at(text)?)),
        Field::Rule => code(text).map(|(_, rest)| rest),
        Field::Id => {
            let id = |byte: u8| byte.is_ascii_alphanumeric() || b"-_:/".contains(&byte);
            let end = text.bytes().position(|byte| !id(byte)).unwrap_or(text.len());
            let found = text.get(..end)?.trim_end_matches(':').len();
            text.get(found..).filter(|_| found > 0)
        }
        Field::Word
        | Field::Severity
        | Field::Code
        | Field::File
        | Field::Path
        | Field::Module
        | Field::Name
        | Field::Message
        | Field::Any => {
            let end = match (next, reach) {
                (Some(Part::Literal(literal)), Reach::First) => scan::find(text, literal)?,
                (Some(Part::Literal(literal)), Reach::Last) => text.rfind(literal)?,
                (Some(Part::Field(..)), _) => text.find(' ').unwrap_or(text.len()),
                (Some(Part::End) | None, _) => text.len(),
            };
            let (value, rest) = text.split_at_checked(end)?;
            let one_word = matches!(field, Field::Word | Field::Severity | Field::Code | Field::Path);
            if (value.is_empty() && field != Field::Any) || (one_word && value.contains(' ')) {
                return None;
            }
            fields.set_text(field, value);
            if matches!(field, Field::File | Field::Path) {
                fields.after = rest;
            }
            Some(rest)
        }
        _ => {
            let (number, rest) = scan::number(text)?;
            fields.set_number(field, number);
            Some(rest)
        }
    }
}

/// The text after digits, which may have a fraction.
fn seconds(text: &str) -> Option<&str> {
    let digits = |text| {
        let rest = str::trim_start_matches(text, |each: char| each.is_ascii_digit());
        (rest.len() < str::len(text)).then_some(rest)
    };
    let whole = digits(text)?;
    Some(whole.strip_prefix('.').and_then(digits).unwrap_or(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_totals() {
        const NUMBERS: [Shape; 2] = [
            shape("Count: {all}, Failed: {failed}, Skipped: {skipped}"),
            shape("Count: {all}, Failed: {failed}"),
        ];
        let totals = |text| first(&NUMBERS, text).and_then(|fields| fields.totals());
        let both =
            |passed, failed| Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() };
        assert_eq!(
            totals("Count: 5, Failed: 1, Skipped: 1"),
            Some(Totals { skipped: Some(1), ..both(3, 1) })
        );
        assert_eq!(totals("Count: 5, Failed: 1"), Some(both(4, 1)));
        for text in
            ["Count: 5, Failed: 6", "Count: 5, Failed: 1.", " Count: 5, Failed: 1", "Count: , Failed: 1"]
        {
            assert_eq!(totals(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_of_a_list_are_added_and_those_that_are_missing_are_zero() {
        const NUMBERS: [Shape; 3] = [shape("PASS {passed}"), shape("WARN {passed}"), shape("FAIL {failed}")];
        let read = each(&NUMBERS, " | ", "WARN 1 | PASS 2").unwrap();
        assert_eq!((read.passed, read.failed), (Some(3), None));
        let totals = each_or_zero(&NUMBERS, " | ", "WARN 1 | PASS 2").unwrap();
        assert_eq!((totals.passed, totals.failed, totals.skipped), (Some(3), Some(0), None));
        assert_eq!(each(&NUMBERS, " | ", "WARN 1 | BOATS 2"), None);
    }

    #[test]
    fn a_table_says_what_a_word_is() {
        const MARKS: [(&str, u8); 2] = [("+ ", 1), ("- ", 2)];
        assert_eq!((of_word(&MARKS, "- "), of_word(&MARKS, "-")), (Some(2), None));
        assert_eq!((of_start(&MARKS, "- a"), of_start(&MARKS, "a")), (Some((2, "a")), None));
    }

    #[test]
    fn nouns_have_a_plural_or_none() {
        const FOUND: Shape = shape("Found {errors} error{s} in {number} file{s} (checked {any}");
        assert_eq!(
            FOUND.read("Found 1 error in 2 files (checked 3)").and_then(|found| found.errors),
            Some(1)
        );
        assert!(FOUND.fits("Found 2 errors in 1 file (checked "));
        assert!(!FOUND.fits("Found 2 errors in 1 folder (checked 3)"));
    }

    #[test]
    fn a_text_goes_to_the_first_place_or_to_the_last() {
        const FIRST: Shape = shape("{module}: {name}");
        const LAST: Shape = shape("{module..}: {name}");
        let name = |shape: &'static Shape, text| shape.read(text).map(|fields| (fields.module, fields.name));
        assert_eq!(name(&FIRST, "a: b: c"), Some(("a", "b: c")));
        assert_eq!(name(&LAST, "a: b: c"), Some(("a: b", "c")));
        assert_eq!(name(&FIRST, "a: "), None);
        assert_eq!(name(&FIRST, ": a"), None);
    }

    #[test]
    fn a_word_has_no_blank_and_a_place_has_its_column() {
        const LINE: Shape = shape("{place} [{severity}] {message}");
        let read = LINE.read("a.yml:3:8: [error] no end").unwrap();
        assert_eq!((read.file, read.line, read.column), ("a.yml", Some(3), Some(8)));
        assert_eq!((read.severity, read.message), ("error", "no end"));
        assert!(!LINE.fits("a.yml:3:8: [an error] no end"));
    }

    #[test]
    fn seconds_may_have_a_fraction() {
        const TIME: Shape = shape("{seconds}s");
        for (text, fits) in [("3s", true), ("0.014s", true), ("3.s", false), ("s", false), (".3s", false)] {
            assert_eq!(TIME.fits(text), fits, "{text}");
        }
    }

    #[test]
    fn blanks_are_one_or_more() {
        const ROW: Shape = shape("Passed:{blanks}{passed}");
        assert_eq!(ROW.read("Passed:   2").and_then(|row| row.passed), Some(2));
        assert!(!ROW.fits("Passed:2"));
    }
}
