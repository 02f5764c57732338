//! The shapes of the lines that `go test` prints, by the sources of Go's packages `testing` and `cmd/go`.
//!
//! A shape is exact in its blanks and tabs, since tests print what they like and much of it looks similar. Nothing here
//! knows what came before: whether a line of the right shape may be believed is decided by those who know the section.

use crate::event::{Place, TestId};
use crate::recognize::kit::durations::is_decimal;
use crate::recognize::kit::scan;
use crate::text::Line;

/// What `-test.v=test2json` puts before its own lines since Go 1.20 (SYN, U+0016), as the sanitiser shows it.
const MARKER: &str = "<U+0016>";

/// How the lines of tests, packages and their crashes begin.
pub const STARTS: [&str; 25] = [
    "--- FAIL: ",
    "--- PASS: ",
    "--- SKIP: ",
    "--- BENCH: ",
    "=== RUN   ",
    "=== PAUSE ",
    "=== CONT  ",
    "=== NAME  ",
    "ok  \t",
    "FAIL",
    "PASS",
    "?   \t",
    "panic: ",
    "fatal error: ",
    "SIGSEGV: ",
    "SIGABRT: ",
    "SIGQUIT: ",
    "SIGBUS: ",
    "runtime: goroutine stack",
    "WARNING: DATA RACE",
    "-test.shuffle ",
    "testing: warning: ",
    "exit status ",
    "# ",
    "<U+0016>",
];

/// The verdict of a status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Pass,
    Fail,
    Skip,
    Bench,
}

/// A status line: `    --- FAIL: TestA/b (0.01s)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported<'a> {
    /// Blanks before the dashes: four for every level of subtests.
    pub indent: usize,
    pub verdict: Verdict,
    pub name: &'a str,
}

/// What a line with `===` says of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Run,
    Pause,
    Cont,
    Name,
}

/// How a package ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    Fail,
    /// `[build failed]` or `[setup failed]`: its tests never ran.
    NotBuilt,
    NoTests,
}

/// The closing line of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package<'a> {
    pub status: Status,
    pub name: &'a str,
}

/// A line of `t.Log` or `t.Error`: `    a_test.go:12: message`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logged<'a> {
    /// Blanks before the place.
    pub indent: usize,
    pub place: Place<'a>,
    pub message: &'a str,
}

/// The text without the marker of test2json.
#[inline]
pub fn unmarked(text: &str) -> &str {
    match text.as_bytes() {
        [b'<', ..] => text.strip_prefix(MARKER).unwrap_or(text),
        _ => text,
    }
}

/// How many blanks the text begins with. A tab, by which Go before 1.14 indented logs, stands for four.
pub fn indent(text: &str) -> usize {
    text.bytes()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .fold(0, |width, byte| width.saturating_add(if byte == b'\t' { 4 } else { 1 }))
}

/// A test's id: a subtest's module is what is before its last slash.
pub fn id(name: &str) -> TestId<'_> {
    TestId::split_last(name, "/")
}

/// Reads a status line.
pub fn reported(text: &str) -> Option<Reported<'_>> {
    let blanks = text.bytes().take_while(|byte| *byte == b' ').count();
    let reported = dashed(unmarked(text.get(blanks..)?))?;
    Some(Reported { indent: blanks, ..reported })
}

/// What looks like a status line that tells a pass, and what is after the name, which has to be [its end](is_duration).
#[inline]
pub fn perhaps_passed(text: &str) -> Option<(Reported<'_>, &str)> {
    let indent = text.bytes().take_while(|byte| *byte == b' ').count();
    let rest = text.get(indent..)?.strip_prefix("--- PASS: ")?;
    let (name, after) = name(rest)?;
    Some((Reported { indent, verdict: Verdict::Pass, name }, after))
}

/// Reads a status line that was glued to output without line end: `loading...--- FAIL: TestA (0.01s)`.
pub fn glued(ending: &str) -> Option<Reported<'_>> {
    if ending.starts_with(' ') || !ending.ends_with("s)") {
        return None;
    }
    let bytes = ending.as_bytes();
    let dashes = |last: &usize| bytes.get(..last.saturating_add(2)).is_some_and(|to| to.ends_with(b"--- "));
    let last = memchr::memrchr_iter(b'-', bytes).find(dashes)?;
    // In front of them nothing is glued.
    let at = last.checked_sub(2).filter(|at| *at > 0)?;
    dashed(ending.get(at..)?)
}

/// The name with which a text begins, and what is after it from its blank on.
#[inline]
fn name(text: &str) -> Option<(&str, &str)> {
    let blank = memchr::memchr(b' ', text.as_bytes()).filter(|blank| *blank > 0)?;
    text.split_at_checked(blank)
}

/// Reads `--- FAIL: NAME (1.23s)`.
fn dashed(text: &str) -> Option<Reported<'_>> {
    let verdict = match text.as_bytes() {
        [b'-', b'-', b'-', b' ', b'P', b'A', b'S', b'S', b':', b' ', ..] => Verdict::Pass,
        [b'-', b'-', b'-', b' ', b'F', b'A', b'I', b'L', b':', b' ', ..] => Verdict::Fail,
        [b'-', b'-', b'-', b' ', b'S', b'K', b'I', b'P', b':', b' ', ..] => Verdict::Skip,
        [b'-', b'-', b'-', b' ', b'B', b'E', b'N', b'C', b'H', b':', b' ', ..] => {
            return Some(Reported { indent: 0, verdict: Verdict::Bench, name: text.get(11..)?.trim_end() });
        }
        _ => return None,
    };
    let (name, duration) = name(text.get(10..)?)?;
    is_duration(duration).then_some(Reported { indent: 0, verdict, name })
}

/// Whether the text is ` (1.23s)`, or ` (0.00 seconds)` as Go before 1.5 wrote, with any blanks after it.
pub fn is_duration(text: &str) -> bool {
    let [b' ', b'(', inner @ .., b')'] = text.as_bytes().trim_ascii_end() else { return false };
    match inner {
        [number @ .., b' ', b's', b'e', b'c', b'o', b'n', b'd', b's'] | [number @ .., b's'] => {
            is_decimal(number)
        }
        _ => false,
    }
}

/// Reads `=== RUN   NAME` and its kin. The name of `=== NAME` may be empty.
pub fn frame(text: &str) -> Option<(Verb, &str)> {
    let text = unmarked(text);
    let verb = match text.as_bytes() {
        [b'=', b'=', b'=', b' ', b'R', b'U', b'N', b' ', b' ', b' ', ..] => Verb::Run,
        [b'=', b'=', b'=', b' ', b'P', b'A', b'U', b'S', b'E', b' ', ..] => Verb::Pause,
        [b'=', b'=', b'=', b' ', b'C', b'O', b'N', b'T', b' ', b' ', ..] => Verb::Cont,
        [b'=', b'=', b'=', b' ', b'N', b'A', b'M', b'E', b' ', b' ', ..] => Verb::Name,
        _ => return None,
    };
    let name = text.get(10..)?.trim_end();
    (memchr::memchr(b' ', name.as_bytes()).is_none() && (verb == Verb::Name || !name.is_empty()))
        .then_some((verb, name))
}

/// Reads `=== RUN   NAME` that was glued to output without line end.
pub fn glued_run(ending: &str) -> Option<&str> {
    // The name has no blank. It is short: looking for it needs no preparation.
    let blank = ending.as_bytes().iter().rposition(|byte| *byte == b' ')?;
    let (before, name) = ending.split_at_checked(blank.checked_add(1)?)?;
    let glued = before.strip_suffix("=== RUN   ").is_some_and(|output| !output.is_empty());
    (glued && !name.is_empty()).then_some(name)
}

/// Whether the line holds none of the signs that a status line or a log line has somewhere.
pub fn is_plain(line: &Line<'_>) -> bool {
    line.tail.is_empty() && memchr::memchr2(b':', b'=', line.judged().as_bytes()).is_none()
}

/// Whether the go command says how the test binary ended.
pub fn is_exit(text: &str) -> bool {
    matches!(text.as_bytes().first(), Some(b'e' | b's'))
        && (text.starts_with("exit status ") || text.starts_with("signal: "))
}

/// Whether the text begins like a verdict of the test binary or a package's closing line.
pub fn begins_verdict(text: &str) -> bool {
    let text = unmarked(text);
    match text.as_bytes().first() {
        Some(b'o') => text.starts_with("ok  \t"),
        Some(b'F') => text.starts_with("FAIL"),
        Some(b'P') => text.starts_with("PASS"),
        Some(b'?') => text.starts_with("?   \t"),
        _ => false,
    }
}

/// Reads a package's closing line.
pub fn package(text: &str) -> Option<Package<'_>> {
    let text = unmarked(text).trim_end();
    if let Some(rest) = text.strip_prefix("ok  \t") {
        let (name, note) = rest.split_once('\t')?;
        return (is_path(name) && (note.starts_with("(cached)") || duration(note)))
            .then_some(Package { status: Status::Ok, name });
    }
    if let Some(rest) = text.strip_prefix("FAIL\t") {
        if let Some((name, note)) = rest.split_once('\t') {
            return (is_path(name) && duration(note)).then_some(Package { status: Status::Fail, name });
        }
        let (name, note) = rest.split_once(" [")?;
        return (is_path(name) && matches!(note, "build failed]" | "setup failed]"))
            .then_some(Package { status: Status::NotBuilt, name });
    }
    let (name, note) = text.strip_prefix("?   \t")?.split_once('\t')?;
    (is_path(name) && note.starts_with("[no test")).then_some(Package { status: Status::NoTests, name })
}

/// Whether the text begins with `1.23s` as a word.
fn duration(text: &str) -> bool {
    let word = text.split([' ', '\t']).next().unwrap_or(text);
    word.as_bytes().strip_suffix(b"s").is_some_and(is_decimal)
}

/// Whether the text can be an import path.
pub fn is_path(text: &str) -> bool {
    !text.is_empty() && !text.contains([' ', '\t', ':', '"'])
}

/// Whether the text may hold a log line's place, `x.go:`: most lines do not, and need no closer look.
pub fn may_log(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b':', bytes).any(|colon| match bytes.get(..colon) {
        Some([.., b'.', b'g', b'o']) => true,
        Some(before) => before.ends_with(b"<autogenerated>"),
        None => false,
    })
}

/// Whether the text is a line of a top-level test's log, `    a_test.go:12: message`, or of a subtest's: for a look at
/// every line. Whatever else [`logged`] reads is none here.
#[inline]
pub fn is_log(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("    ").map(scan::after_blanks) else { return false };
    let Some(colon) = memchr::memchr(b':', rest.as_bytes()) else { return false };
    let Some((file, place)) = rest.split_at_checked(colon) else { return false };
    let after = place.get(1..).and_then(scan::number).map(|(_, after)| after);
    file.ends_with("_test.go") && !file.contains(' ') && after.is_some_and(|after| after.starts_with(": "))
}

/// Reads a line of a test's log. Go 1.14 put the test's name before the place.
pub fn logged(text: &str) -> Option<Logged<'_>> {
    if !matches!(text.as_bytes().first(), Some(b' ' | b'\t')) {
        return None;
    }
    let indent = indent(text);
    if indent < 4 {
        return None;
    }
    let blanks = text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let rest = text.get(blanks..)?;
    if let Some(trailing) = rest.strip_prefix("<autogenerated>:") {
        let (line, message) = scan::number(trailing)?;
        let place = Place { file: "<autogenerated>", line: Some(line) };
        return Some(Logged { indent, place, message: message.strip_prefix(": ")? });
    }
    let rest = match scan::split_once(rest, ": ") {
        Some((name, trailing))
            if memchr::memchr2(b' ', b'.', name.as_bytes()).is_none() && !trailing.is_empty() =>
        {
            trailing
        }
        _ => rest,
    };
    let (place, message) = scan::place(rest)?;
    // A frame of a goroutine is no log line: it has an offset instead of a message.
    (place.file.ends_with(".go") && !place.file.contains('\t') && !message.is_empty()).then(|| Logged {
        indent,
        place,
        message: message.strip_prefix(' ').unwrap_or(message),
    })
}

/// Reads a line of a test's log after output without line end: `loading...    a_test.go:12: message`.
pub fn glued_log(text: &str) -> Option<Logged<'_>> {
    let named = |colon: usize| text.get(..colon).is_some_and(|before| before.ends_with("_test.go"));
    let colon = memchr::memchr_iter(b':', text.as_bytes()).find(|colon| named(*colon))?;
    let file_end = colon.checked_sub("_test.go".len())?;
    let start = text.get(..file_end)?.rfind("    ")?;
    if start == 0 {
        return None;
    }
    let log = logged(text.get(start..)?)?;
    (!log.place.file.contains(' ')).then_some(log)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_line_needs_its_duration_and_a_name_without_blanks() {
        let expected = Some(Reported { indent: 4, verdict: Verdict::Fail, name: "TestA/b" });
        assert_eq!(reported("    --- FAIL: TestA/b (0.01s)"), expected);
        assert_eq!(
            reported("<U+0016>--- PASS: TestA (1.20s)").map(|reported| (reported.verdict, reported.name)),
            Some((Verdict::Pass, "TestA"))
        );
        assert_eq!(reported("--- FAIL: TestA"), None);
        assert_eq!(reported("--- FAIL: the test (0.01s)"), None);
        assert_eq!(reported("--- FAIL: TestA (soon)"), None);
    }

    #[test]
    fn a_line_of_a_log_has_its_place_after_its_blanks() {
        for text in ["    a_test.go:12: boom", "        a_test.go:3: ", "    \ta_test.go:3: x"] {
            assert!(is_log(text) && logged(text).is_some(), "{text}");
        }
        for text in [
            "a_test.go:12: boom",
            "   a_test.go:12: boom",
            "    a.go:1: x",
            "    a_test.go:x: y",
            "    a_test.go:1:2: y",
            "    at a_test.go:1: y",
        ] {
            assert!(!is_log(text), "{text}");
        }
    }

    #[test]
    fn a_status_line_glued_to_output_is_found_at_its_end() {
        assert_eq!(
            glued("loading...--- FAIL: TestA (0.01s)").map(|reported| (reported.verdict, reported.name)),
            Some((Verdict::Fail, "TestA"))
        );
        assert_eq!(glued("    a_test.go:3: --- FAIL: TestA (0.01s)"), None);
        assert_eq!(glued("saw \"--- FAIL: TestA (0.01s)\""), None);
    }

    #[test]
    fn a_package_line_is_exact_in_its_tabs() {
        let read = |text| package(text).map(|package| (package.status, package.name));
        assert_eq!(read("ok  \ta.com/b\t(cached)"), Some((Status::Ok, "a.com/b")));
        assert_eq!(
            read("ok  \ta.com/b\t0.01s\tcoverage: 50.0% of statements"),
            Some((Status::Ok, "a.com/b"))
        );
        assert_eq!(read("ok  \ta.com/b\t0.01s [no tests to run]"), Some((Status::Ok, "a.com/b")));
        assert_eq!(read("FAIL\ta.com/b\t0.01s"), Some((Status::Fail, "a.com/b")));
        assert_eq!(read("FAIL\ta.com/b [build failed]"), Some((Status::NotBuilt, "a.com/b")));
        assert_eq!(read("?   \ta.com/b\t[no test files]"), Some((Status::NoTests, "a.com/b")));
        assert_eq!(read("ok  a.com/b 0.01s"), None);
        assert_eq!(read("FAIL\tsomething else"), None);
    }

    #[test]
    fn a_log_line_glued_to_output_is_found() {
        let read = |text| glued_log(text).map(|log| (log.place.file, log.place.line, log.message));
        assert_eq!(read("loading...    a_test.go:7: boom"), Some(("a_test.go", Some(7), "boom")));
        assert_eq!(read("see a_test.go:7: boom"), None);
    }

    #[test]
    fn a_logged_line_has_four_blanks_and_a_go_file() {
        let read = |text| logged(text).map(|log| (log.indent, log.place.file, log.place.line, log.message));
        assert_eq!(read("    a_test.go:7: boom: no"), Some((4, "a_test.go", Some(7), "boom: no")));
        assert_eq!(read("    TestA: a_test.go:7: boom"), Some((4, "a_test.go", Some(7), "boom")));
        assert_eq!(read("\ta_test.go:7: boom"), Some((4, "a_test.go", Some(7), "boom")));
        assert_eq!(read("a_test.go:7: boom"), None);
        assert_eq!(read("    note: 7 of 9"), None);
    }
}
