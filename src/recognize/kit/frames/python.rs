//! Frames and exception lines as Python itself prints them, for pytest and for unittest.
//!
//! Distinguishes the user's own code from the interpreter's and the runners', because a failure's place is the last line
//! of the user's code. The callers decide what a line is shown as.

use crate::event::{Class, Event, Part, Place, Seen, Sink};
use crate::recognize::kit::scan;

/// Reads `  File "PATH", line N, in NAME` and faulthandler's `  File "PATH", line N in NAME`.
pub(in crate::recognize) fn frame(text: &str) -> Option<(Place<'_>, &str)> {
    let rest = text.trim_start().strip_prefix("File \"")?;
    let (file, rest) = rest.split_once("\", line ")?;
    let (line, rest) = scan::number(rest)?;
    let name = rest.strip_prefix(',').unwrap_or(rest);
    let name = name.strip_prefix(" in ").unwrap_or("");
    Some((Place { file, line: Some(line) }, name))
}

/// Whether a file belongs to the user and not to the interpreter, an installed package or generated code.
pub(in crate::recognize) fn is_own(file: &str) -> bool {
    const FOREIGN: [&str; 8] = [
        "site-packages/",
        "dist-packages/",
        "site-packages\\",
        "/lib/python",
        "lib/python3",
        "\\Lib\\",
        "/Lib/",
        "/python3.",
    ];
    // The script that starts the runner has no extension.
    has_extension(file) && !file.starts_with('<') && !FOREIGN.iter().any(|part| file.contains(part))
}

/// Whether the line is the last of Python's own traceback: `LookupError: no shelf`, `pkg.errors.Broken`,
/// `KeyboardInterrupt`.
///
/// It begins in the first column with a dotted name that ends or is followed by a colon.
pub(in crate::recognize) fn is_exception(text: &str) -> bool {
    let end =
        text.find(|each: char| !(each.is_alphanumeric() || each == '_' || each == '.')).unwrap_or(text.len());
    let Some((name, rest)) = text.split_at_checked(end) else { return false };
    let last = name.rsplit('.').next().unwrap_or(name);
    let starts = name.starts_with(|each: char| each.is_alphabetic() || each == '_');
    if !starts || last.is_empty() {
        return false;
    }
    if rest.starts_with(": ") || rest == ":" {
        return true;
    }
    rest.is_empty() && last.starts_with(|each: char| each.is_uppercase())
}

/// Reads a line of the stacks that a dying process wrote. The user's own frames show which test was running.
pub(in crate::recognize) fn dump(text: &str, sink: &mut dyn Sink) -> Option<Seen> {
    let content = text.trim_end();
    if content.is_empty() || content.starts_with("~~~") || content.starts_with("Extension modules: ") {
        return Some(Seen::Mine(Class::Noise));
    }
    if let Some((place, _)) = frame(content) {
        let own = is_own(place.file);
        if own {
            sink.emit(Event::At { place, better: false });
        }
        sink.emit(Event::Text(if own { Part::Why } else { Part::Where }));
        return Some(Seen::Mine(Class::Detail));
    }
    let stack = content.starts_with("Current thread ")
        || content.starts_with("Thread 0x")
        || content.starts_with("Stack of ")
        || content.starts_with("Python runtime state: ")
        || content.starts_with("Current thread's C stack trace")
        || content.starts_with(' ');
    stack.then(|| {
        sink.emit(Event::Text(Part::Where));
        Seen::Mine(Class::Detail)
    })
}

/// Whether the path ends with an extension, like the files that pytest collects: `.py`, `.rst`, `.txt`, `.yaml`.
pub(in crate::recognize) fn has_extension(path: &str) -> bool {
    /// The longest extension, in bytes.
    const LONGEST_EXTENSION: usize = 8;
    let length = path.bytes().rev().take_while(u8::is_ascii_alphanumeric).take(LONGEST_EXTENSION + 1).count();
    let dot = path.len().checked_sub(length.saturating_add(1)).and_then(|at| path.as_bytes().get(at));
    (1..=LONGEST_EXTENSION).contains(&length) && dot == Some(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_in_both_spellings() {
        let read = |text| frame(text).map(|(place, name)| (place.file, place.line, name));
        assert_eq!(read("  File \"tests/a.py\", line 7, in test_b"), Some(("tests/a.py", Some(7), "test_b")));
        assert_eq!(read("  File \"a.py\", line 7 in test_b"), Some(("a.py", Some(7), "test_b")));
        assert_eq!(read("    File \"a.py\", line 7"), Some(("a.py", Some(7), "")));
        assert_eq!(read("  Filed under 7"), None);
    }

    #[test]
    fn the_interpreter_and_packages_are_not_the_users_code() {
        assert!(is_own("tests/test_a.py") && is_own("/home/u/lib/a.py"));
        assert!(!is_own("/usr/lib/python3.11/unittest/case.py"));
        assert!(!is_own("../venv/lib/python3.11/site-packages/x.py"));
        assert!(!is_own("<frozen runpy>") && !is_own("/home/u/venv/bin/pytest"));
    }

    #[test]
    fn an_exception_line_is_a_name_and_a_message() {
        assert!(is_exception("AssertionError: 1 != 2") && is_exception("pkg.errors.Broken: x"));
        assert!(is_exception("KeyboardInterrupt") && is_exception("AssertionError"));
        assert!(!is_exception("    raise X") && !is_exception("the end") && !is_exception("- [1]"));
    }
}
