//! The shapes of lines of Zig's test programs; see `test_runner.zig` of its library.

use crate::event::{Place, TestId, Totals};
use crate::recognize::kit::scan;

/// The longest name of a test, in bytes.
const LONGEST_NAME: usize = 400;

/// What a result line says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing came yet.
    #[default]
    None,
    /// `OK`.
    Passed,
    /// `SKIP`.
    Skipped,
    /// `FAIL (TestUnexpectedResult)`.
    Failed,
    /// The process died.
    Crashed,
}

/// A line that begins a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// How many there are.
    pub count: u64,
    /// Its name.
    pub name: &'a str,
    /// What is after the points: a result, or the first line that it printed.
    pub rest: &'a str,
}

/// Reads `3/10 cart.test.prices add up...OK`; up to 0.11 a blank follows the points.
pub fn begun(text: &str) -> Option<Begun<'_>> {
    let (number, rest) = scan::number(text)?;
    let (count, rest) = scan::number(rest.strip_prefix('/')?)?;
    let rest = rest.strip_prefix(' ')?;
    if number == 0 || number > count {
        return None;
    }
    // A name may hold points of its own: a result at the end tells where it ends.
    let end = |points: &str| {
        let (name, result) = rest.rsplit_once(points)?;
        (!matches!(verdict(result), Verdict::None)).then_some((name, result))
    };
    let (name, rest) = end("...").or_else(|| rest.split_once("..."))?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    (is_name(name) && name.len() <= LONGEST_NAME).then_some(Begun { number, count, name, rest })
}

/// Whether a test can be called so: `cart.test.prices add up`, `test.adds`, `cart.decltest.total`, `cart.test_0`.
fn is_name(name: &str) -> bool {
    ["test.", "decltest.", "test_"].iter().any(|word| {
        name.match_indices(word)
            .any(|(at, _)| at == 0 || name.as_bytes().get(at.wrapping_sub(1)) == Some(&b'.'))
    })
}

/// A test's name, split into its file and the rest.
pub fn id(name: &str) -> TestId<'_> {
    for separator in [".test.", ".decltest."] {
        if let Some((module, name)) = name.split_once(separator)
            && !module.is_empty()
            && !name.is_empty()
        {
            return TestId { module, separator, name };
        }
    }
    TestId::bare(name)
}

/// A whole line, or what is after a test's name, as its result.
pub fn verdict(text: &str) -> Verdict {
    match text.trim() {
        "OK" => Verdict::Passed,
        "SKIP" => Verdict::Skipped,
        text if failed(text).is_some() => Verdict::Failed,
        _ => Verdict::None,
    }
}

/// Reads `FAIL (TestUnexpectedResult)`: the error's name.
pub fn failed(text: &str) -> Option<&str> {
    let name = text.trim_end().strip_prefix("FAIL (")?.strip_suffix(')')?;
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (!name.is_empty() && name.bytes().all(word)).then_some(name)
}

/// A result that is after what the test printed without ending its line.
pub fn glued(text: &str) -> Verdict {
    if text.ends_with("OK") {
        Verdict::Passed
    } else if text.ends_with("SKIP") {
        Verdict::Skipped
    } else if text.rfind("FAIL (").and_then(|at| text.get(at..)).and_then(failed).is_some() {
        Verdict::Failed
    } else {
        Verdict::None
    }
}

/// Reads `All 3 tests passed.` and `2 passed; 1 skipped; 1 failed.`.
pub fn totals(text: &str) -> Option<Totals> {
    let (passed, skipped, failed) = match text.strip_prefix("All ") {
        Some(rest) => match scan::number(rest)? {
            (passed, " tests passed.") => (passed, 0, 0),
            _ => return None,
        },
        None => {
            let (passed, rest) = scan::number(text)?;
            let (skipped, rest) = scan::number(rest.strip_prefix(" passed; ")?)?;
            let (failed, rest) = scan::number(rest.strip_prefix(" skipped; ")?)?;
            if rest != " failed." {
                return None;
            }
            (passed, skipped, failed)
        }
    };
    let (passed, failed, skipped) = (Some(passed), Some(failed), Some(skipped));
    Some(Totals { passed, failed, skipped, ..Totals::default() })
}

/// What may follow the totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// `2 errors were logged.`
    Logged(u64),
    /// `1 tests leaked memory.`
    Leaked,
    /// `1 fuzz tests found.`
    Fuzz,
}

/// Reads a line that may follow the totals.
pub fn after(text: &str) -> Option<After> {
    match scan::number(text)? {
        (number, " errors were logged.") => Some(After::Logged(number)),
        (_, " tests leaked memory.") => Some(After::Leaked),
        (_, " fuzz tests found.") => Some(After::Fuzz),
        _ => None,
    }
}

/// Whether the compiler says that the program which it ran failed.
pub fn command_failed(text: &str) -> bool {
    let rest = text.strip_prefix("error: the following test command ");
    rest.is_some_and(|rest| {
        rest.ends_with(':')
            && ["failed with exit code ", "crashed:", "terminated with signal ", "terminated unexpectedly"]
                .iter()
                .any(|words| rest.starts_with(words))
    })
}

/// The same after what a test printed without a line end.
pub fn command_failed_after(text: &str) -> Option<&str> {
    let at = text.rfind("error: the following test command ")?;
    text.get(at..).filter(|text| command_failed(text))
}

/// The last words of a program that dies: `thread 20024 panic: index out of bounds`.
pub fn dies(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("thread ") {
        let (number, message) = rest.split_once(" panic: ")?;
        return scan::whole_number(number).map(|_| message);
    }
    if let Some(message) = text.strip_prefix("panic: ") {
        return Some(message);
    }
    let faults = ["Segmentation fault", "Illegal instruction", "Bus error", "Arithmetic exception"];
    let fault = faults
        .iter()
        .any(|fault| text.strip_prefix(fault).is_some_and(|rest| rest.starts_with(" at address 0x")));
    (fault || text.starts_with("General protection exception")).then_some(text)
}

/// Whether the line is the log's, at the level of errors: `[gpa] (err): memory address 0x7f leaked:`.
pub fn logged_error(text: &str) -> bool {
    text.strip_prefix('[').and_then(|rest| rest.split_once("] (err): ")).is_some_and(|(scope, _)| {
        !scope.is_empty() && scope.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// Whether the line says that memory was not given back.
pub fn leaked(text: &str) -> bool {
    logged_error(text) && text.contains("(err): memory address 0x") && text.trim_end().ends_with(" leaked:")
}

/// Whether a frame is that of the test itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// It is.
    Test,
    /// It is in a function.
    Other,
    /// It is in Zig's own library.
    Library,
}

/// Reads `src/cart.zig:9:5: 0x111c45b in test.a discount is taken off (cart.zig)`.
pub fn frame(text: &str) -> Option<(Place<'_>, Frame)> {
    let (place, rest) = scan::place(text)?;
    let (address, function) = rest.trim_start().strip_prefix("0x")?.split_once(" in ")?;
    if address.is_empty() || !address.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let library = ["/lib/std/", "/lib/compiler/", "/lib/zig/"].iter().any(|part| place.file.contains(part));
    let test = ["test.", "decltest.", "test_"].iter().any(|word| function.starts_with(word));
    let frame = if test {
        Frame::Test
    } else if library {
        Frame::Library
    } else {
        Frame::Other
    };
    Some((place, frame))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_begins_with_its_number_and_name() {
        let read = |text| begun(text).map(|begun| (begun.number, begun.count, begun.name, begun.rest));
        assert_eq!(read("1/3 cart.test.prices add up...OK"), Some((1, 3, "cart.test.prices add up", "OK")));
        assert_eq!(read("2/3 test.adds... OK"), Some((2, 3, "test.adds", "OK")));
        assert_eq!(
            read("2/3 cart.test.waits...and sees...OK"),
            Some((2, 3, "cart.test.waits...and sees", "OK"))
        );
        assert_eq!(
            read("2/3 cart.decltest.total...expected 5, found 6"),
            Some((2, 3, "cart.decltest.total", "expected 5, found 6"))
        );
        assert_eq!(read("3/3 cart.test_0...SKIP"), Some((3, 3, "cart.test_0", "SKIP")));
        for none in
            ["4/3 cart.test.adds...OK", "0/3 cart.test.adds...OK", "1/3 ships...OK", "1/3 contest.a...OK"]
        {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn totals_have_their_exact_shape() {
        let read = |text| totals(text).map(|totals| (totals.passed, totals.skipped, totals.failed));
        assert_eq!(read("All 3 tests passed."), Some((Some(3), Some(0), Some(0))));
        assert_eq!(read("2 passed; 1 skipped; 4 failed."), Some((Some(2), Some(1), Some(4))));
        for none in ["All 3 tests passed", "All tests passed.", "2 passed; 1 skipped; 4 failed", "2 passed."]
        {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn a_frame_tells_whose_it_is() {
        let read = |text| frame(text).map(|(place, frame)| (place.file, place.line, frame));
        assert_eq!(
            read("src/cart.zig:9:5: 0x111c45b in test.a discount (cart.zig)"),
            Some(("src/cart.zig", Some(9), Frame::Test))
        );
        assert_eq!(
            read("/opt/zig/lib/std/testing.zig:110:17: 0x1020034 in expectEqualInner__anon_467 (std.zig)"),
            Some(("/opt/zig/lib/std/testing.zig", Some(110), Frame::Library))
        );
        assert_eq!(
            read("src/cart.zig:9:5: 0x1 in total (cart.zig)"),
            Some(("src/cart.zig", Some(9), Frame::Other))
        );
        assert_eq!(read("src/cart.zig:9:5: error: no"), None);
    }

    #[test]
    fn last_words_and_errors_of_the_log_are_known() {
        assert_eq!(dies("thread 20024 panic: the till is on fire"), Some("the till is on fire"));
        assert_eq!(dies("Segmentation fault at address 0x8"), Some("Segmentation fault at address 0x8"));
        assert_eq!(dies("thread main panic: no"), None);
        assert!(leaked("[gpa] (err): memory address 0x7f44394a0000 leaked: "));
        assert!(logged_error("[default] (err): off by 3") && !leaked("[default] (err): off by 3"));
        assert!(!logged_error("[default] (warn): off by 3"));
        assert!(command_failed("error: the following test command crashed:"));
        assert!(!command_failed("error: the following command failed:"));
        let failed = "error: the following test command failed with exit code 3:";
        assert_eq!(command_failed_after(&format!("seen{failed}")), Some(failed));
    }

    #[test]
    fn names_are_split_after_their_file() {
        assert_eq!(id("cart.test.a.b"), TestId { module: "cart", separator: ".test.", name: "a.b" });
        assert_eq!(id("test.adds"), TestId::bare("test.adds"));
    }
}
