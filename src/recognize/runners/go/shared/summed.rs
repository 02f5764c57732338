//! What gotestsum sums up after the lines of `go test` itself, which its standard forms hand on as they are.
//!
//! The run was reported by those lines: of the list of failures only what they did not tell is reported. The other forms, which
//! print lines of their own, are `gotestsum.rs`.

use std::collections::HashSet;

use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink, TestId};
use crate::recognize::kit::bounds::NAMES;

/// With what gotestsum's own forms mark packages and tests.
const MARKS: [&str; 3] = ["\u{2713}  ", "\u{2716}  ", "\u{2205}  "];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum List {
    #[default]
    None,
    /// Skipped tests, or errors, which others read.
    Others,
    Failed,
    /// The text of a failure that was reported before.
    Repeated,
    /// The text of a failure that was not.
    New,
}

/// Follows the packages that were reported, and the list after them.
#[derive(Debug, Default)]
pub struct Summed {
    /// A package was closed by its own line since the last summary.
    packages: bool,
    /// Packages and their failed tests; without a name the package itself.
    failed: HashSet<(Box<str>, Box<str>)>,
    list: List,
}

impl Summed {
    /// Whether every line matters.
    pub fn waits(&self) -> bool {
        self.list != List::None
    }

    /// A package was closed by its own line; a failed one with the tests that failed in it.
    pub fn package<'a>(&mut self, package: &str, failed: Option<impl Iterator<Item = &'a str>>) {
        self.packages = true;
        let Some(names) = failed else { return };
        for name in names.chain([""]) {
            if self.failed.len() < NAMES {
                self.failed.insert((package.into(), name.into()));
            }
        }
    }

    /// Reads a line after packages; `None` when it is none of a summary's.
    #[inline(never)]
    pub fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if !self.packages {
            return None;
        }
        if self.list == List::None && MARKS.iter().any(|mark| text.starts_with(mark)) {
            *self = Self::default();
            return None;
        }
        if is_done(text) {
            self.close(sink);
            *self = Self::default();
            return Some(Seen::Mine(Class::Totals));
        }
        let heading = match text.trim_end() {
            "=== Failed" => Some(List::Failed),
            "=== Skipped" | "=== Errors" => Some(List::Others),
            _ => None,
        };
        if let Some(list) = heading {
            self.close(sink);
            self.list = list;
            return Some(Seen::Mine(Class::Noise));
        }
        if matches!(self.list, List::None | List::Others) {
            return None;
        }
        if let Some((package, name)) = text.strip_prefix("=== FAIL: ").and_then(case) {
            self.close(sink);
            if self.failed.contains(&(Box::from(package), Box::from(name))) {
                self.list = List::Repeated;
                return Some(Seen::Mine(Class::Noise));
            }
            self.list = List::New;
            sink.emit(Event::BlockOpened(if name.is_empty() {
                Block::Whole { name: package, kind: FailureKind::Suite }
            } else {
                let id = TestId { module: package, separator: ".", name };
                Block::Test { id, kind: FailureKind::Test }
            }));
            sink.emit(Event::Heading);
            return Some(Seen::Mine(Class::Detail));
        }
        if self.list == List::New && !text.is_empty() {
            sink.emit(Event::Text(Part::Why));
            return Some(Seen::Mine(Class::Detail));
        }
        Some(Seen::Mine(Class::Noise))
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.list == List::New {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// Reads `berth TestMoor/at_night (re-run 1) (0.00s)`: the package, and the test or nothing.
fn case(text: &str) -> Option<(&str, &str)> {
    let (text, time) = text.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let timed = time == "unknown" || time.strip_suffix('s').is_some_and(|time| time.parse::<f64>().is_ok());
    let text = text.split_once(" (re-run ").map_or(text, |(text, _)| text);
    let (package, name) = text.split_once(' ').unwrap_or((text, ""));
    (timed && !package.is_empty()).then_some((package, name.trim_end()))
}

/// `DONE 12 tests, 1 skipped, 6 failures in 1.021s`, also with runs in front.
fn is_done(text: &str) -> bool {
    let counts = text.strip_prefix("DONE ").and_then(|rest| rest.trim_end().rsplit_once(" in "));
    counts.is_some_and(|(counts, time)| {
        let timed = time.strip_suffix('s').is_some_and(|time| time.parse::<f64>().is_ok());
        let counted = |part: &str| {
            let number = part.split_once(' ').is_some_and(|(number, _)| number.parse::<u64>().is_ok());
            let word = part.rsplit(' ').next().unwrap_or_default();
            number
                && matches!(
                    word,
                    "run"
                        | "runs"
                        | "test"
                        | "tests"
                        | "skipped"
                        | "failure"
                        | "failures"
                        | "error"
                        | "errors"
                )
        };
        timed && counts.contains(" test") && counts.split(", ").all(counted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_not_reported_is_reported() {
        let mut summed = Summed::default();
        summed.package("x/a", Some(["TestA"].into_iter()));
        summed.package("x/b", None::<std::iter::Empty<&str>>);
        let mut reported: Vec<String> = Vec::new();
        let lines = [
            "=== Skipped",
            "=== SKIP: x/a TestC (0.00s)",
            "",
            "=== Failed",
            "=== FAIL: x/a TestA (0.00s)",
            "    a_test.go:7: want 1, got 2",
            "",
            "=== FAIL: x/c TestD (unknown)",
            "    c_test.go:9: boom",
            "",
            "DONE 4 tests, 1 skipped, 2 failures in 0.512s",
            "=== Failed",
        ];
        let seen: Vec<bool> = lines.iter().map(|line| summed.line(line, &mut reported).is_some()).collect();
        assert_eq!(seen, [true, false, false, true, true, true, true, true, true, true, true, false]);
        assert_eq!(reported.len(), 4, "{reported:#?}");
        assert!(
            reported[0].contains("TestD") && reported[2] == "Text(Why)" && reported[3] == "BlockClosed",
            "{reported:#?}"
        );
    }

    #[test]
    fn without_packages_of_go_nothing_is_read() {
        let mut summed = Summed::default();
        let mut reported: Vec<String> = Vec::new();
        assert_eq!(summed.line("=== Failed", &mut reported), None);
        summed.package("x/a", Some(["TestA"].into_iter()));
        assert_eq!(summed.line("\u{2716}  x/b (3ms)", &mut reported), None);
        assert_eq!(summed.line("=== Failed", &mut reported), None);
        assert!(
            !is_done("DONE 3 things in 0.1s")
                && !is_done("DONE in 1s")
                && is_done("DONE 2 runs, 7 tests in 1.0s")
        );
    }
}
