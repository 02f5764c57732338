//! Lines that tell that a test process died: the Swift and Objective-C runtimes, xcodebuild and SwiftPM.
//!
//! XCTest, Swift Testing and xcodebuild's recognizers share these shapes; each decides whether one is about itself.
//! A word like `Index out of range` says nothing: only a line that begins as the runtime's line begins is one.

use crate::event::Place;
use crate::recognize::kit::scan;
use crate::recognize::kit::scan::{number, whole_number};

/// The most bytes of a process's name in the system log.
const PROCESS_BYTES: usize = 80;

/// A runtime's last words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fatal<'a> {
    /// Where in the user's code; `None` when unknown or inside the standard library.
    pub place: Option<Place<'a>>,
    /// From `Fatal error` on.
    pub message: &'a str,
    /// Whether only a Swift or Objective-C runtime writes so; other languages have a bare `Fatal error:` too.
    pub certain: bool,
}

impl<'a> Fatal<'a> {
    /// Reads `[PATH:LINE: ]Fatal error: text[: file PATH, line N]` and its like, after the system log's prefix or not.
    #[must_use]
    pub fn read(text: &'a str) -> Option<Self> {
        let text = log_message(text).unwrap_or(text);
        if let Some(rest) = text.strip_prefix("*** Terminating app due to uncaught exception ") {
            return rest.starts_with('\'').then_some(Self { place: None, message: text, certain: true });
        }
        if text.starts_with("libc++abi: terminating due to uncaught exception")
            || text.starts_with("libc++abi.dylib: terminating with uncaught exception")
        {
            return Some(Self { place: None, message: text, certain: true });
        }
        if is_last_words(text) {
            let place = trailing_place(text);
            return Some(Self { place, message: text, certain: place.is_some() });
        }
        // `Mocks.swift:1513: Fatal error: Unexpectedly found nil`
        let at = scan::find(text, ".swift:")?;
        let (line, rest) = number(text.get(at.saturating_add(7)..)?)?;
        let message = rest.strip_prefix(": ")?;
        if !is_last_words(message) {
            return None;
        }
        let file = text.get(..at.saturating_add(6))?;
        let place = (!file.starts_with("Swift/")).then_some(Place { file, line: Some(line) });
        Some(Self { place, message, certain: true })
    }
}

fn is_last_words(text: &str) -> bool {
    ["Fatal error", "Precondition failed", "Assertion failed"]
        .iter()
        .any(|start| text.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
}

/// `...: file /p/A.swift, line 19`
fn trailing_place(text: &str) -> Option<Place<'_>> {
    let (head, line) = text.trim_end().rsplit_once(", line ")?;
    let (_, file) = head.rsplit_once(": file ")?;
    Some(Place { file, line: Some(whole_number(line)?) })
}

/// What follows the system log's prefix `2018-11-04 10:28:22.440644-0800 App[28750:2314289] `. The time stamp may be
/// gone already: a CI's own looks the same.
#[must_use]
pub fn log_message(text: &str) -> Option<&str> {
    let (head, rest) = text.split_at_checked(scan::find(text, "] ")?)?;
    let (name, ids) = head.rsplit_once('[')?;
    let (process, thread) = ids.split_once(':')?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let stamped = name.as_bytes().get(4) == Some(&b'-') && name.as_bytes().get(13) == Some(&b':');
    let bare = name.len() <= PROCESS_BYTES && !name.contains(['/', ':', '\'', '"']);
    let read = number(process) && number(thread) && !name.is_empty() && (stamped || bare);
    read.then(|| rest.trim_start_matches(']').trim_start())
}

/// `Restarting after unexpected exit, crash, or test timeout in S.t(); summary will include ...`
#[must_use]
pub fn is_restart(text: &str) -> bool {
    text.starts_with("Restarting after unexpected exit")
}

/// The test that such a line names.
#[must_use]
pub fn restarted_test(text: &str) -> Option<&str> {
    let (head, _) = text.split_once("; summary will include")?;
    let (_, name) = head.split_once(" in ")?;
    (!name.is_empty() && (name.starts_with("-[") || !name.contains(' '))).then_some(name)
}

/// `error: Exited with unexpected signal code 11`, as SwiftPM says of a test process that died.
#[must_use]
pub fn is_signal_exit(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("error: ") else {
        return text.starts_with("Exited with unexpected signal code ");
    };
    ["Exited with unexpected signal code ", "Exited with signal code "]
        .iter()
        .any(|start| rest.starts_with(start))
        || (rest.starts_with("Process '") && rest.contains("' exited with unexpected signal code "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Option<&str>, Option<u64>, &str)> {
        Fatal::read(text).map(|fatal| {
            (fatal.place.map(|place| place.file), fatal.place.and_then(|place| place.line), fatal.message)
        })
    }

    #[test]
    fn last_words_are_read_with_their_place() {
        assert_eq!(
            read("App/A.swift:24: Fatal error: Unexpectedly found nil"),
            Some((Some("App/A.swift"), Some(24), "Fatal error: Unexpectedly found nil"))
        );
        assert_eq!(
            read("Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range"),
            Some((None, None, "Fatal error: Index out of range"))
        );
        assert_eq!(
            read("Precondition failed: no: file /p/A.swift, line 19"),
            Some((Some("/p/A.swift"), Some(19), "Precondition failed: no: file /p/A.swift, line 19"))
        );
        assert_eq!(
            read("2018-11-04 10:28:22.440644-0800 App[28750:2314289] Fatal error: nil"),
            Some((None, None, "Fatal error: nil"))
        );
        assert_eq!(read("App[28750:2314289] Fatal error: nil"), Some((None, None, "Fatal error: nil")));
    }

    #[test]
    fn the_words_inside_other_text_are_no_crash() {
        for text in [
            "/p/F.swift:4: error: -[A.S t] : XCTAssertEqual failed: (\"Index out of range\") is not equal to",
            "we print Fatal error: no",
            "Fatal errors are bad",
            "Index out of range",
            "2025-01-01 10:00:00.123 App[123:456] error: nothing",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_restart_names_its_test_when_it_can() {
        let line = "Restarting after unexpected exit, crash, or test timeout in S.t(); summary will include totals from previous launches.";
        assert!(is_restart(line));
        assert_eq!(restarted_test(line), Some("S.t()"));
        let line = "Restarting after unexpected exit, crash, or test timeout; summary will include totals from previous launches.";
        assert_eq!(restarted_test(line), None);
        assert!(is_signal_exit("error: Exited with unexpected signal code 11"));
        assert!(is_signal_exit(
            "error: Process '/b/AppPackageTests.xctest' exited with unexpected signal code 4"
        ));
        assert!(!is_signal_exit("error: exited"));
    }
}
