//! Where an answer goes: to standard output as it is; with lines broken that a CI would obey; or nowhere, when a document
//! takes its place.
//!
//! A CI reads commands from the log of a job. Those that a test printed are not weir's to give: their first character
//! becomes a backslash, in JSON an escape. Neither adds a char to a line of text.

use std::cell::Cell;
use std::io::{self, Write};

use crate::settings::AnswerFormat;

/// The most bytes of a line that is not complete.
const HELD_BYTES: usize = 64 * 1024;
/// The most letters between the marks of a command and its bracket.
const NAME_BYTES: usize = 20;

/// What becomes of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is written as it is.
    Plain,
    /// Commands to a CI in an answer of this form are broken.
    Broken(AnswerFormat),
    /// It is not written.
    Nowhere,
}

/// Writes what is let through.
pub(super) struct Outlet<'w, W> {
    out: W,
    way: &'w Cell<Way>,
    held: Vec<u8>,
    /// Whether what is held begins a line.
    begins: bool,
}

impl<'w, W: Write> Outlet<'w, W> {
    /// To `out`, in a way that may change.
    pub(super) const fn new(out: W, way: &'w Cell<Way>) -> Self {
        Self { out, way, held: Vec::new(), begins: true }
    }

    /// Nothing more comes.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.let_out(0)?;
        self.out.flush()
    }

    /// Writes all that is held but the last bytes.
    fn let_out(&mut self, kept: usize) -> io::Result<()> {
        let format = match self.way.get() {
            Way::Broken(format) => format,
            Way::Plain | Way::Nowhere => AnswerFormat::Text,
        };
        let whole = self.held.len().saturating_sub(kept);
        let rest = self.held.split_off(whole);
        let mut written = Vec::with_capacity(self.held.len().saturating_add(16));
        for line in self.held.split_inclusive(|byte| *byte == b'\n') {
            break_commands(line, self.begins, format, &mut written);
            self.begins = line.ends_with(b"\n");
        }
        self.held = rest;
        self.out.write_all(&written)
    }
}

impl<W: Write> Write for Outlet<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.way.get() {
            Way::Nowhere => return Ok(bytes.len()),
            Way::Plain if self.held.is_empty() => return self.out.write(bytes),
            Way::Plain => {
                self.let_out(0)?;
                return self.out.write(bytes);
            }
            Way::Broken(_) => {}
        }
        self.held.extend_from_slice(bytes);
        if let Some(end) = self.held.iter().rposition(|byte| *byte == b'\n') {
            let open = self.held.len().saturating_sub(end).saturating_sub(1);
            self.let_out(open)?;
        }
        if self.held.len() > HELD_BYTES {
            self.let_out(NAME_BYTES.saturating_add(3))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A line of text in which nothing is a command.
pub(super) fn broken(line: &str) -> String {
    let mut written = Vec::with_capacity(line.len());
    break_commands(line.as_bytes(), true, AnswerFormat::Text, &mut written);
    String::from_utf8_lossy(&written).into_owned()
}

/// Adds a line in which nothing is a command.
fn break_commands(line: &[u8], begins: bool, format: AnswerFormat, into: &mut Vec<u8>) {
    let mut rest = line;
    let text = String::from_utf8_lossy(line);
    let blank = text.len().saturating_sub(text.trim_start().len());
    let first = begins && format == AnswerFormat::Text && text.trim_start().starts_with("::");
    if first && line.get(blank.saturating_add(2)).is_some_and(u8::is_ascii_alphabetic) {
        into.extend_from_slice(line.get(..blank).unwrap_or_default());
        into.push(b'\\');
        rest = line.get(blank.saturating_add(1)..).unwrap_or_default();
    }
    while let Some(at) = memchr::memchr(b'#', rest) {
        let (before, marked) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        into.extend_from_slice(before);
        match format {
            _ if !is_command(marked) => into.push(b'#'),
            AnswerFormat::Text => into.push(b'\\'),
            AnswerFormat::Json => into.extend_from_slice(b"\\u0023"),
        }
        rest = marked.get(1..).unwrap_or_default();
    }
    into.extend_from_slice(rest);
}

/// `##[`, `##vso[`, `##teamcity[` and the like.
fn is_command(marked: &[u8]) -> bool {
    let Some(name) = marked.strip_prefix(b"##") else { return false };
    let end = name.iter().take(NAME_BYTES).position(|byte| !byte.is_ascii_alphanumeric());
    end.is_some_and(|end| name.get(end) == Some(&b'['))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: AnswerFormat, pieces: &[&str]) -> String {
        let way = Cell::new(Way::Broken(format));
        let mut out = Vec::new();
        let mut outlet = Outlet::new(&mut out, &way);
        for piece in pieces {
            outlet.write_all(piece.as_bytes()).unwrap();
            outlet.flush().unwrap();
        }
        outlet.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn commands_to_a_ci_are_broken_and_nothing_else_is() {
        let text = |line: &str| written(AnswerFormat::Text, &[line]);
        for (line, expected) in [
            ("::error file=a::b\n", "\\:error file=a::b\n"),
            (" \u{a0}::set-output name=a::b\n", " \u{a0}\\:set-output name=a::b\n"),
            ("a ::error::b\n", "a ::error::b\n"),
            (":: x\n::\n", ":: x\n::\n"),
            ("x ##vso[task.complete]\n", "x \\#vso[task.complete]\n"),
            ("###[error]\n", "#\\#[error]\n"),
            ("##TeamCity[testFailed]", "\\#TeamCity[testFailed]"),
            ("## heading ##\n##a b[\n", "## heading ##\n##a b[\n"),
        ] {
            assert_eq!(text(line), expected, "{line}");
            assert_eq!(text(&text(line)), text(line), "{line}");
        }
        let json = "{\"a\":\"##[error] ::x\"}\n";
        let safe = written(AnswerFormat::Json, &[json]);
        assert_eq!(safe, "{\"a\":\"\\u0023#[error] ::x\"}\n");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&safe).unwrap(),
            serde_json::from_str::<serde_json::Value>(json).unwrap()
        );
    }

    #[test]
    fn however_an_answer_is_written_it_is_the_same() {
        let whole = "a\n ::error::b\nx##vso[c]\n##[d]";
        let expected = written(AnswerFormat::Text, &[whole]);
        for at in 0..whole.len() {
            let (first, second) = whole.split_at(at);
            assert_eq!(written(AnswerFormat::Text, &[first, second]), expected, "{at}");
        }
        let long = format!("{}##vso[x]{}\n", "y".repeat(HELD_BYTES - 3), "z".repeat(HELD_BYTES));
        for at in HELD_BYTES - 5..HELD_BYTES + 8 {
            let (first, second) = long.split_at(at);
            let text = written(AnswerFormat::Text, &[first, second]);
            assert!(text.contains("y\\#vso[x]z") && text.len() == long.len(), "{at}");
        }
    }

    #[test]
    fn a_document_takes_the_place_of_an_answer() {
        let way = Cell::new(Way::Nowhere);
        let mut out = Vec::new();
        let mut outlet = Outlet::new(&mut out, &way);
        outlet.write_all(b"the answer\n").unwrap();
        way.set(Way::Plain);
        outlet.write_all(b"##vso[x]\n").unwrap();
        outlet.finish().unwrap();
        assert_eq!(out, b"##vso[x]\n");
    }
}
