//! The shared shape of compilers' and linters' one-line diagnostics.
//!
//! `PATH:LINE[:COL]: SEVERITY[CODE]: MESSAGE [CODE]`, and the form with `PATH(LINE,COL)` that Microsoft's tools use.
//! Source: the GNU coding standards ("Formatting Error Messages"), and the output of gcc, clang, rustc's short form, gas
//! and MSVC. A recognizer splits a line here, and decides by the file's name and the wording whether the line is its
//! tool's. Nothing here knows a tool, keeps state or looks at a second line.
//!
//! A place without a severity word (`./x.go:3:5: undefined: y`) is not a diagnostic here: the tools that print it have
//! recognizers of their own.

use super::scan;
use crate::event::Place;

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The tool stopped: `fatal error`, `internal compiler error`.
    Fatal,
    /// `error`.
    Error,
    /// `warning`.
    Warning,
    /// `note`, `remark`, `help`: belongs to the diagnostic before.
    Note,
}

impl Severity {
    /// Whether the build fails because of it.
    #[must_use]
    pub const fn fails(self) -> bool {
        matches!(self, Self::Fatal | Self::Error)
    }
}

/// The parts of a diagnostic line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagnostic<'a> {
    /// The file, and the line when it is reported.
    pub place: Place<'a>,
    /// How bad it is.
    pub severity: Severity,
    /// The tool's code: `E0308`, `-Wunused`, `C2065`; empty when there is none.
    pub code: &'a str,
    /// What is wrong, without severity and code.
    pub message: &'a str,
}

/// The severity words, a longer one before its own beginning. Those with a capital are gas's and gfortran's.
const WORDS: [(&str, Severity); 11] = [
    ("internal compiler error", Severity::Fatal),
    ("fatal error", Severity::Fatal),
    ("Fatal Error", Severity::Fatal),
    ("sorry, unimplemented", Severity::Error),
    ("error", Severity::Error),
    ("Error", Severity::Error),
    ("warning", Severity::Warning),
    ("Warning", Severity::Warning),
    ("note", Severity::Note),
    ("remark", Severity::Note),
    ("help", Severity::Note),
];

/// Reads a line that begins with a place and goes on with a severity.
#[must_use]
pub fn parse(text: &str) -> Option<Diagnostic<'_>> {
    let (place, rest) = scan::place(text)?;
    // Microsoft's form has a blank before the colon: `a.c(3) : error C2065: ...`.
    let rest = rest.trim_start();
    let rest = rest.strip_prefix(": ").unwrap_or(rest);
    let (severity, code, message) = severity(rest)?;
    Some(Diagnostic { place, severity, code, message })
}

/// Reads `SEVERITY: MESSAGE`, `SEVERITY[CODE]: MESSAGE`, `SEVERITY CODE: MESSAGE` and `SEVERITY: MESSAGE [CODE]`.
#[must_use]
pub fn severity(text: &str) -> Option<(Severity, &str, &str)> {
    let (word, severity) = WORDS.iter().find(|(word, _)| text.starts_with(word))?;
    let rest = text.strip_prefix(word)?;
    if let Some(message) = rest.strip_prefix(':') {
        let message = message.trim();
        let (message, code) = trailing_code(message);
        return Some((*severity, code, message));
    }
    if let Some(rest) = rest.strip_prefix('[') {
        let (code, message) = rest.split_once("]:")?;
        return code_word(code).then(|| (*severity, code, message.trim()));
    }
    let (code, message) = rest.strip_prefix(' ')?.split_once(':')?;
    let numbered = code.ends_with(|last: char| last.is_ascii_digit());
    (code_word(code) && numbered).then(|| (*severity, code, message.trim()))
}

/// Splits `message [-Wcode]` into message and code.
fn trailing_code(message: &str) -> (&str, &str) {
    let split = message.strip_suffix(']').and_then(|open| open.rsplit_once(" ["));
    match split {
        Some((before, code)) if code_word(code) => (before.trim_end(), code),
        _ => (message, ""),
    }
}

/// The longest code of any tool, in bytes. clang-tidy joins several checks with commas.
const CODE_BYTES: usize = 160;

/// Whether the text can be a tool's code: no blanks, begins with a letter or a dash.
fn code_word(text: &str) -> bool {
    let begins = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '-');
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'=' | b'.' | b',' | b':' | b'+')
    };
    begins && text.len() > 1 && text.len() <= CODE_BYTES && text.bytes().all(plain)
}

/// The ending of a path after its last dot, without the dot; empty when the file's name has none.
#[must_use]
pub fn extension(path: &str) -> &str {
    // From the dot, not from the separators: linters call this on whole lines, and a search for single bytes is fast.
    let after = path.rsplit_once('.').map_or("", |(_, after)| after);
    if memchr::memchr2(b'/', b'\\', after.as_bytes()).is_some() { "" } else { after }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(&str, Option<u64>, Severity, &str, &str)> {
        parse(text).map(|read| (read.place.file, read.place.line, read.severity, read.code, read.message))
    }

    #[test]
    fn an_extension_is_after_the_last_dot_of_the_files_name() {
        for (path, ending) in [
            ("src/a.test.js", "js"),
            ("a", ""),
            (".", ""),
            ("quay.d/oar", ""),
            ("quay.d\\oar", ""),
            ("a\\.rs", "rs"),
            ("", ""),
        ] {
            assert_eq!(extension(path), ending, "{path}");
        }
    }

    #[test]
    fn the_gnu_form_is_read_with_and_without_column_and_code() {
        assert_eq!(
            read("src/a.c:3:5: error: ‘x’ undeclared"),
            Some(("src/a.c", Some(3), Severity::Error, "", "‘x’ undeclared"))
        );
        assert_eq!(
            read("a.c:3: warning: unused variable 'x' [-Wunused-variable]"),
            Some(("a.c", Some(3), Severity::Warning, "-Wunused-variable", "unused variable 'x'"))
        );
        assert_eq!(
            read("a.h:1:10: fatal error: b.h: No such file or directory"),
            Some(("a.h", Some(1), Severity::Fatal, "", "b.h: No such file or directory"))
        );
        assert_eq!(read("<stdin>:1:3: note: here"), Some(("<stdin>", Some(1), Severity::Note, "", "here")));
    }

    #[test]
    fn the_short_form_of_rustc_and_the_form_of_microsoft_are_read() {
        assert_eq!(
            read("src/a.rs:3:5: error[E0308]: mismatched types"),
            Some(("src/a.rs", Some(3), Severity::Error, "E0308", "mismatched types"))
        );
        assert_eq!(
            read("C:\\a\\b.cpp(3,4): error C2065: 'x': undeclared identifier"),
            Some(("C:\\a\\b.cpp", Some(3), Severity::Error, "C2065", "'x': undeclared identifier"))
        );
        assert_eq!(read("b.c(3) : warning: odd"), Some(("b.c", Some(3), Severity::Warning, "", "odd")));
    }

    #[test]
    fn a_place_without_severity_or_a_severity_without_place_is_none() {
        assert_eq!(read("./x.go:3:5: undefined: y"), None);
        assert_eq!(read("error: no place"), None);
        assert_eq!(read("a.c:3:5: errors are fun: really"), None);
        assert_eq!(read("a.c:3:5: error handling 3: begins"), None);
        assert_eq!(read("time 12:30:00 error: no"), None);
    }

    #[test]
    fn an_array_type_at_the_end_of_a_message_is_no_code() {
        assert_eq!(
            read("a.cc:3:5: error: cannot convert to ‘int [4]’"),
            Some(("a.cc", Some(3), Severity::Error, "", "cannot convert to ‘int [4]’"))
        );
        assert_eq!(
            read("a.cc:3:5: error: in the end [3]"),
            Some(("a.cc", Some(3), Severity::Error, "", "in the end [3]"))
        );
    }
}
