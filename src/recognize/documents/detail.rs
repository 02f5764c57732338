//! Reads the text of a failure: which lines tell why, which show where, what its place and its message are.
//!
//! Report files carry what the runner would have printed, as one string without marks. The shapes used here are those
//! of stack frames and assertion lines of the common languages; a line of no known shape tells why until the first
//! frame, and belongs to the frames after it. Nothing here knows a file format.

use crate::event::{Part, Place};
use crate::recognize::kit::scan;

/// The most lines of one text that are searched for a place.
const SEARCHED_LINES: usize = 400;

/// Cuts a text into runs of lines of one part, in order.
///
/// `message` is what the report says apart from the text: lines that repeat it tell why. Linear in both.
pub fn parts<'t>(text: &'t str, message: &str) -> Vec<(Part, &'t str)> {
    let asserted = text.lines().any(is_assertion);
    let mut wanted = message.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let mut framed = false;
    let mut runs: Vec<(Part, usize, usize)> = Vec::new();
    let mut at = 0_usize;
    for line in text.split_inclusive('\n') {
        let end = at.saturating_add(line.len());
        let repeats = wanted.peek().is_some_and(|want| line.contains(want));
        if repeats {
            wanted.next();
        }
        let frame = is_frame(line.trim());
        let part = if is_assertion(line) || repeats || is_cause(line) {
            Part::Why
        } else if frame || asserted || framed {
            Part::Where
        } else {
            Part::Why
        };
        framed |= frame;
        match runs.last_mut() {
            Some((last, _, stop)) if *last == part || line.trim().is_empty() => *stop = end,
            _ => runs.push((part, at, end)),
        }
        at = end;
    }
    let run = |(part, from, to): (Part, usize, usize)| {
        text.get(from..to).map(|lines| (part, lines.trim_matches('\n').trim_end()))
    };
    runs.into_iter().filter_map(run).filter(|(_, lines)| !lines.trim().is_empty()).collect()
}

/// Whether the text says everything that the message says, line by line and in order.
pub fn covers(text: &str, message: &str) -> bool {
    let mut wanted = message.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    for line in text.lines() {
        if wanted.peek().is_some_and(|want| line.len() >= want.len() && line.contains(want)) {
            wanted.next();
        }
    }
    wanted.peek().is_none()
}

/// How many lines after a message are searched for what was compared.
const COMPARED_LINES: usize = 12;
/// The longest compared value that is part of a message, in bytes.
const COMPARED_BYTES: usize = 80;

/// The one line that says what happened, with what was compared when the lines after it say so.
pub fn message(text: &str) -> String {
    let first = first(text);
    let mut message = first.to_owned();
    let mut after = text.lines().map(str::trim).skip_while(|line| *line != first).skip(1);
    let after: Vec<&str> = after
        .by_ref()
        .filter(|line| !line.is_empty())
        .take_while(|line| !is_frame(line))
        .take(COMPARED_LINES)
        .collect();
    let short = |line: &&&str| line.len() <= COMPARED_BYTES;
    if first.ends_with(':') {
        // The sentence goes on.
        if let Some(next) = after.first().filter(short) {
            message = format!("{message} {next}");
        }
        return message;
    }
    let lower = |line: &str| line.get(..9).unwrap_or(line).to_ascii_lowercase();
    let wanted = |line: &&&str| lower(line).starts_with("expected:");
    let was = |line: &&&str| {
        ["actual:", "received:", "got:", "but was:"].iter().any(|word| lower(line).starts_with(word))
    };
    let expected = after.iter().find(wanted).filter(short);
    let actual = after.iter().find(was).filter(short);
    match (expected, actual) {
        (Some(expected), Some(actual)) => format!("{message}; {expected}; {actual}"),
        (None, Some(actual)) if lower(first).starts_with("expected:") => format!("{message}; {actual}"),
        _ => message,
    }
}

/// The line that says what happened, taken from a text without a message of its own.
fn first(text: &str) -> &str {
    let mut lines = text.lines().map(|line| without_place(line.trim())).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else { return "" };
    if first.starts_with("Traceback (most recent call last)") {
        // The exception is after the indented frames.
        let plain = |line: &&str| !line.starts_with([' ', '\t']) && !line.trim().is_empty();
        return text.lines().filter(plain).nth(1).map_or(first, str::trim);
    }
    let assertion = text.lines().find(|line| is_assertion(line));
    if let Some(line) = assertion {
        return line.trim().trim_start_matches("E ").trim();
    }
    if first.contains("panicked at ") && first.ends_with(':') {
        return lines.next().unwrap_or(first);
    }
    first
}

/// A line without the place that it begins with: that is distinguished.
fn without_place(line: &str) -> &str {
    match scan::place(line) {
        Some((place, rest)) if is_file(place.file) => rest.trim_start(),
        _ => line,
    }
}

/// pytest's lines of the assertion: `E   assert 1 == 2`.
fn is_assertion(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("E  ") || (line.starts_with("E ") && line.len() > 2)
}

/// A further exception: what caused the first one.
fn is_cause(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("Caused by:") || line.starts_with("Suppressed:")
}

/// Whether a trimmed line is a stack frame.
fn is_frame(line: &str) -> bool {
    if line.starts_with("note: run with `RUST_BACKTRACE=") {
        return true;
    }
    if let Some(rest) = line.strip_prefix("at ") {
        return rest.contains(['(', ':', '/', '\\']);
    }
    if line.starts_with("... ") {
        return line.ends_with(" more");
    }
    if line.starts_with("--- End of ") {
        // .NET's rulers between the frames of an exception and those of another.
        return line.ends_with(" ---");
    }
    if line.starts_with("Traceback (most recent call last)") || line.starts_with("stack backtrace:") {
        return true;
    }
    if let Some(rest) = line.strip_prefix("File \"") {
        return rest.contains("\", line ");
    }
    if let Some(rest) = line.strip_prefix("# ") {
        // Ruby's, as RSpec prints them.
        return rest.contains(":in `") || rest.contains(":in '");
    }
    if let Some((_, rest)) = line.strip_prefix('#').and_then(scan::number) {
        return rest.starts_with(' ');
    }
    scan::number(line)
        .is_some_and(|(_, rest)| rest.strip_prefix(": ").is_some_and(|rest| rest.contains("::")))
}

/// A place with its own copy of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The path as written.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u64>,
}

impl Spot {
    /// The place.
    pub fn place(&self) -> Place<'_> {
        Place { file: &self.file, line: self.line }
    }

    fn of(place: Place<'_>) -> Self {
        Self { file: place.file.to_owned(), line: place.line }
    }
}

/// Where the failure happened, by its text. `class` is the test's class, whose frames are the user's own.
pub fn spot(text: &str, class: &str) -> Option<Spot> {
    let mut first: Option<Spot> = None;
    let mut last_python: Option<Spot> = None;
    for line in text.lines().take(SEARCHED_LINES) {
        let line = super::limits::head(line, crate::text::JUDGED_BYTES);
        let line = line.trim().trim_start_matches("E ").trim_start();
        let panicked = line.split_once("panicked at ").and_then(|(_, rest)| scan::place(rest));
        if let Some((place, _)) = panicked {
            return Some(Spot::of(place));
        }
        if let Some(spot) = python_frame(line) {
            last_python = Some(spot);
            continue;
        }
        if let Some(spot) = xcode_anchor(line).or_else(|| swift_parens(line)) {
            return Some(spot);
        }
        if let Some(rest) = line.strip_prefix("at ") {
            match frame(rest, class) {
                Some((spot, true)) => return Some(spot),
                Some((spot, false)) if first.is_none() => first = Some(spot),
                _ => {}
            }
            continue;
        }
        if let Some((place, _)) = scan::place(line).filter(|(place, _)| is_file(place.file)) {
            if place.file.ends_with(".py") {
                last_python = Some(Spot::of(place));
            } else if first.is_none() {
                first = Some(Spot::of(place));
            }
        }
    }
    last_python.or(first)
}

/// Whether a text before `:LINE` is a file: it has an extension that begins with a letter.
fn is_file(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && extension.len() <= 8
            && extension.starts_with(|c: char| c.is_ascii_alphabetic())
            && extension.chars().all(|c| c.is_ascii_alphanumeric() || c == '+')
    })
}

/// `File "PATH", line N, in NAME`, outside of installed packages.
fn python_frame(line: &str) -> Option<Spot> {
    let (file, rest) = line.strip_prefix("File \"")?.split_once("\", line ")?;
    let (number, _) = scan::number(rest)?;
    let foreign = file.contains("site-packages") || file.contains("/lib/python") || file.starts_with('<');
    (!foreign).then(|| Spot { file: file.to_owned(), line: Some(number) })
}

/// Xcode's location: `/a/B.swift#CharacterRangeLen=0&EndingLineNumber=36&StartingLineNumber=36`, counted from 0.
pub fn xcode_anchor(text: &str) -> Option<Spot> {
    let (before, anchor) = text.split_once('#')?;
    let (_, number) = anchor.split_once("StartingLineNumber=")?;
    let (number, _) = scan::number(number)?;
    let from = before.rfind("file://").map(|at| at.saturating_add(7)).or_else(|| {
        before.rfind(" (").map(|at| at.saturating_add(2)).or_else(|| before.starts_with('/').then_some(0))
    })?;
    let file = unescaped_path(before.get(from..)?);
    (!file.is_empty()).then_some(Spot { file, line: Some(number.saturating_add(1)) })
}

/// A path of a URL with its `%XX` decoded.
pub fn unescaped_path(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, trailing)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        match trailing.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = trailing.get(2..).unwrap_or("");
            }
            None => {
                bytes.push(b'%');
                rest = trailing;
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `XCTAssertTrue failed (/a/Unit.swift:19)`, as the converters write it.
fn swift_parens(line: &str) -> Option<Spot> {
    let (_, inner) = line.strip_suffix(')')?.rsplit_once('(')?;
    let (file, number) = inner.rsplit_once(':')?;
    let number = scan::whole_number(number)?;
    let apple = [".swift", ".m", ".mm"].iter().any(|extension| file.ends_with(extension));
    apple.then(|| Spot { file: file.to_owned(), line: Some(number) })
}

/// A frame of .NET after its `at `: `Space.Class.Method(Int32 i) in C:\\a\\B.cs:line 67`; the word is a translated one.
/// Sources of packages lie below `/_/`.
fn dotnet_frame(rest: &str, class: &str) -> Option<(Spot, bool)> {
    let (name, place) = rest.rsplit_once(" in ")?;
    let (file, line) = place.rsplit_once(':')?;
    let line = scan::whole_number(line.rsplit(' ').next()?)?;
    let real = !file.starts_with("/_/") && is_file(file) && line > 0;
    let own = !class.is_empty() && name.starts_with(class);
    real.then(|| (Spot { file: file.to_owned(), line: Some(line) }, own))
}

/// A frame of Java or JavaScript after its `at `, and whether it is surely the user's own.
fn frame(rest: &str, class: &str) -> Option<(Spot, bool)> {
    if rest.contains(" in ")
        && let Some(frame) = dotnet_frame(rest, class)
    {
        return Some(frame);
    }
    let (name, inner) = match rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        Some((name, inner)) => (name.trim(), inner),
        None => ("", rest),
    };
    // JavaScript prints a column after the line, Java does not.
    let place = scan::place(inner).map(|(place, _)| place)?;
    if !is_file(place.file) {
        return None;
    }
    let foreign = ["node_modules", "internal/", "node:", "jasmine", "/lib/jest"];
    if foreign.iter().any(|part| place.file.contains(part)) {
        return None;
    }
    let java = place.file.ends_with(".java") || place.file.ends_with(".kt") || place.file.ends_with(".scala");
    let own = if java { !class.is_empty() && name.starts_with(class) } else { true };
    let file = place.file.strip_prefix("file://").unwrap_or(place.file).to_owned();
    Some((Spot { file, line: place.line }, own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_show_where_and_the_rest_tells_why() {
        let text = "java.lang.AssertionError: expected 1\n  but was 2\n\tat a.B.c(B.java:3)\nCaused by: x\n\tat d.E(E.java:4)\n\t... 3 more";
        assert_eq!(
            parts(text, ""),
            [
                (Part::Why, "java.lang.AssertionError: expected 1\n  but was 2"),
                (Part::Where, "\tat a.B.c(B.java:3)"),
                (Part::Why, "Caused by: x"),
                (Part::Where, "\tat d.E(E.java:4)\n\t... 3 more"),
            ]
        );
    }

    #[test]
    fn assertion_lines_tell_why_in_a_text_that_has_them() {
        let text = "def test_a():\n>   assert 1 == 2\nE   assert 1 == 2\n\ntest_a.py:2: AssertionError";
        assert_eq!(
            parts(text, "assert 1 == 2"),
            [
                (Part::Where, "def test_a():"),
                (Part::Why, ">   assert 1 == 2\nE   assert 1 == 2"),
                (Part::Where, "test_a.py:2: AssertionError"),
            ]
        );
        assert!(covers(text, "assert 1 == 2"));
        assert!(!covers(text, "assert 1 == 3"));
    }

    #[test]
    fn the_place_is_the_users_own() {
        let find = |text: &str, class: &str| spot(text, class).map(|spot| (spot.file, spot.line));
        let at = |file: &str, line| Some((file.to_owned(), Some(line)));
        assert_eq!(
            find("x\n\tat org.Assert.fail(Assert.java:9)\n\tat a.BTest.c(BTest.java:3)", "a.BTest"),
            at("BTest.java", 3)
        );
        assert_eq!(
            find(
                "Error: x\n    at f (node_modules/a/b.js:1:2)\n    at Object.<anonymous> (src/a.test.js:10:21)",
                ""
            ),
            at("src/a.test.js", 10)
        );
        assert_eq!(find("thread 'a' panicked at tests/basic.rs:19:5:\nx", ""), at("tests/basic.rs", 19));
        assert_eq!(
            find(
                "Traceback (most recent call last):\n  File \"/u/t.py\", line 4, in a\n  File \"/usr/lib/python3/x.py\", line 9, in b",
                ""
            ),
            at("/u/t.py", 4)
        );
        assert_eq!(
            find(
                "XCTAssertTrue failed (/a b/T.swift#CharacterRangeLen=0&EndingLineNumber=36&StartingLineNumber=36)",
                ""
            ),
            at("/a b/T.swift", 37)
        );
        assert_eq!(find("XCTAssertTrue failed -  (/a/Unit.swift:19)", ""), at("/a/Unit.swift", 19));
        assert_eq!(find("Tests.swift:38: XCTAssertEqual failed", ""), at("Tests.swift", 38));
        assert_eq!(find("    a_test.go:7: boom", ""), at("a_test.go", 7));
        assert_eq!(find("conn: 12: refused 10:20", ""), None);
        let dotnet = "   at Xunit.Assert.True() in /_/src/Asserts.cs:line 4\n   at A.Helper.Run() in C:\\w\\Helper.cs:line 3\n   at A.BTests.Adds(Int32 i) in C:\\w\\BTests.cs:line 67";
        assert_eq!(find(dotnet, "A.BTests"), at("C:\\w\\BTests.cs", 67));
        assert_eq!(find(dotnet, ""), at("C:\\w\\Helper.cs", 3));
    }

    #[test]
    fn the_message_is_the_line_that_says_what_happened() {
        assert_eq!(message("\n  Error: some\n at x"), "Error: some");
        assert_eq!(
            message("Traceback (most recent call last):\n  File \"a\", line 1\nValueError: x"),
            "ValueError: x"
        );
        assert_eq!(message("thread 'a' panicked at b.rs:1:2:\nassertion failed"), "assertion failed");
        assert_eq!(message("def a():\n> b\nE   assert 1\n"), "assert 1");
        assert_eq!(message("a_test.cc:14\nFailed"), "Failed");
        assert_eq!(message("A.swift:3: boom"), "boom");
        assert_eq!(message(""), "");
        assert_eq!(
            message("Error: strictly equal:\n\n390 !== 400\n\n    at a (b.js:1:2)"),
            "Error: strictly equal: 390 !== 400"
        );
        assert_eq!(
            message("Assert.Equal() Failure\nExpected: 3\nActual:   2"),
            "Assert.Equal() Failure; Expected: 3; Actual:   2"
        );
        assert_eq!(message("expected: 400\n     got: 390\n\n(compared using ==)"), "expected: 400; got: 390");
    }
}
