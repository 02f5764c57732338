//! tasty's console: groups and tests by indentation, each test with `OK` or `FAIL`, and one line of totals.
//!
//! `    adds:   FAIL (0.01s)`, its text below, indented deeper. `1 out of 2 tests failed (0.00s)` or `All 2 tests passed`
//! ends a run. Nothing begins it, so a failed line with its text opens the section. Source: tasty 1, `Test.Tasty.Ingredients.ConsoleReporter`.

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen, TestId, Totals};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// How deep groups are remembered.
const DEPTH: usize = 24;
/// The longest line that is taken for a group or a test, in bytes.
const LONGEST: usize = 400;

/// How many lines may be between a run's first and its first result.
const IDLE_LINES: u32 = 200;

/// tasty.
#[derive(Debug, Default)]
pub struct Tasty {
    /// The groups above the next test: indentation and name.
    groups: Vec<(usize, String)>,
    /// The indentation of the failed test whose text follows, and lines of it so far.
    body: Option<(usize, u32)>,
    marked: bool,
    /// Lines since a run may have begun, while none is a result.
    idle: u32,
    passed: u64,
}

impl Runner for Tasty {
    const SPEC: Spec = Spec {
        name: "tasty",
        reads: "tasty, under cabal test and stack test",
        starts: &["Tests", "All ", "Test suite "],
        inside: &[" tests failed ("],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.marked
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(totals) = totals(text) {
            return self.totals(totals, run);
        }
        if text.starts_with("Test suite ") && text.trim_end().ends_with(": RUNNING...") {
            *self = Self { marked: true, ..Self::default() };
            run.forget();
            run.emit(Event::MayHaveBegun);
            return Seen::No;
        }
        let content = text.trim();
        let indent = text.len().saturating_sub(text.trim_start().len());
        if let Some((own, lines)) = self.body {
            if content.is_empty() {
                return Seen::Mine(Class::Detail);
            }
            if indent > own {
                return self.text(own, lines, content, run);
            }
            self.body = None;
            run.close();
        }
        if content.is_empty() || content.len() > LONGEST {
            return Seen::No;
        }
        self.groups.retain(|(each, _)| *each < indent);
        if let Some((name, passed)) = result(content) {
            return self.test(name, passed, indent, run);
        }
        if self.marked && !run.is_running() && self.passed == 0 {
            self.idle.up(1);
            if self.idle > IDLE_LINES {
                *self = Self::default();
                return Seen::No;
            }
        }
        if indent == 0 {
            if !self.marked {
                run.emit(Event::MayHaveBegun);
            }
            self.marked = true;
        }
        if self.groups.len() < DEPTH {
            self.groups.push((indent, content.to_owned()));
        }
        Seen::No
    }
}

/// A run began where its first group may have been, unless one is open.
fn open(run: &mut Run<'_>) {
    if !run.is_running() {
        run.begin(None);
        run.emit(Event::BeganThere);
    }
}

impl Tasty {
    fn test(&mut self, name: &str, passed: bool, indent: usize, run: &mut Run<'_>) -> Seen {
        if passed {
            self.passed.up(1);
            return if run.is_running() { Seen::Mine(Class::Passed) } else { Seen::No };
        }
        if self.groups.is_empty() {
            return Seen::No;
        }
        open(run);
        let module = self.groups.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(".");
        let id = TestId { module: &module, separator: ".", name };
        self.body = Some((indent, 0));
        run.fail(id)
    }

    fn text(&mut self, own: usize, lines: u32, content: &str, run: &mut Run<'_>) -> Seen {
        self.body = Some((own, lines.saturating_add(1)));
        if let Some((place, rest)) = scan::place(content)
            && place.file.ends_with("hs")
            && rest.trim().is_empty()
        {
            run.at(place);
        } else if lines < 2 && !content.starts_with("Use -p ") {
            run.message(content);
        }
        run.text(if content.starts_with("Use -p ") { Part::Where } else { Part::Why })
    }

    fn totals(&mut self, totals: Totals, run: &mut Run<'_>) -> Seen {
        let failed = totals.failed.unwrap_or(0) > 0;
        if !run.is_running() && !failed && (self.passed == 0 || !self.marked) {
            return Seen::No;
        }
        open(run);
        if totals.passed == Some(self.passed) {
            run.emit(Event::Counted { passed: self.passed, failed: 0, skipped: 0, other: 0 });
        }
        run.totals(totals)
    }
}

/// Reads `adds:   FAIL (0.01s)`: the name, and whether it passed.
fn result(content: &str) -> Option<(&str, bool)> {
    let content = match content.strip_suffix("s)").and_then(|inner| inner.rsplit_once(" (")) {
        Some((before, time)) if time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => before,
        _ => content,
    };
    let (name, passed) = match content.strip_suffix("OK") {
        Some(name) => (name, true),
        None => (content.strip_suffix("FAIL")?, false),
    };
    let name = name.strip_suffix(' ')?.trim_end().strip_suffix(':')?;
    (!name.is_empty()).then_some((name, passed))
}

/// Reads `1 out of 2 tests failed (0.00s)` and `All 2 tests passed (0.00s)`.
fn totals(text: &str) -> Option<Totals> {
    let text = text.trim_end();
    let (text, _) = text.strip_suffix("s)").and_then(|inner| inner.rsplit_once(" ("))?;
    let (failed, total) = match text.strip_prefix("All ") {
        Some(rest) => {
            let (total, rest) = scan::number(rest)?;
            matches!(rest, " tests passed" | " test passed").then_some((0, total))?
        }
        None => {
            let (failed, rest) = scan::number(text)?;
            let (total, rest) = scan::number(rest.strip_prefix(" out of ")?)?;
            matches!(rest, " tests failed" | " test failed").then_some((failed, total))?
        }
    };
    Some(Totals {
        passed: Some(total.saturating_sub(failed)),
        failed: Some(failed),
        total: Some(total),
        ..Totals::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_others_are_no_results() {
        assert_eq!(result("Status: it is OK"), None);
        assert_eq!(totals("3 out of 4 tests failed"), None);
    }
}
