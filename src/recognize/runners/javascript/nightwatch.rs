//! Nightwatch: the checks of each test with what became of it, numbers, and what failed once more.
//!
//! ```text
//!   Running moors a ferry:
//! ────────────────────────────────────────
//!   ✔ Testing if element <#berth> is present (14ms)
//!   ✖ Timed out while waiting for element <#ferry> ... (5067ms)
//!
//!     Error location:
//!     /home/user/harbour/tests/quay.js:12
//!
//!   FAILED: 1 assertions failed and 1 passed (5.093s)
//!
//! ────────────────────────────────────────
//!
//!   ️TEST FAILURE (8.4s):
//!    - 1 assertions failed; 3 passed
//!
//!    ✖ 1) quay
//!
//!    – moors a ferry (5.093s)
//! ```
//!
//! The numbers count checks where there are any, so tests are counted by what was told of each. A run of one test has no
//! numbers, only the word of its report. Source of the format: Nightwatch's `lib/reporter`, and runs of it.

use crate::event::{
    Class, Event, FailureKind, Grade, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::error_text::place_of;
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The most failures that are remembered until the closing list.
const MOST_TOLD: usize = 4096;
/// The most lines of an error that are held until its test is told.
const MOST_HELD: usize = 60;
/// What stands between a suite and a test.
const SEPARATOR: &str = " > ";

/// Where the recognizer stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Outside,
    /// Among the tests.
    Tests,
    /// Behind `TEST FAILURE`.
    List,
}

/// Nightwatch.
#[derive(Debug, Default)]
pub struct Nightwatch {
    state: State,
    run: Run,
    suite: String,
    /// The test that is running, or empty.
    test: String,
    /// It checked something.
    checked: bool,
    /// Lines of checks that failed, until their test is told.
    held: Vec<String>,
    passed: u64,
    failed: u64,
    skipped: u64,
    /// Failures that no list told yet: suite and test.
    told: Vec<(String, String)>,
    /// In the list: the module, and whether a failure was told of it.
    module: (String, bool),
    /// Tests that passed, as the numbers have it.
    said: Option<u64>,
}

impl Recognizer for Nightwatch {
    fn runner(&self) -> Runner {
        Runner("nightwatch")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["\u{fe0f}TEST FAILURE", "TEST FAILURE"],
            passes: &[PassShape { start: "[", end: "] Test Suite" }],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.state == State::Outside { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let content = text.trim_start();
        let suite = text.strip_prefix('[').and_then(|rest| rest.strip_suffix("] Test Suite"));
        if let Some(suite) = suite {
            return self.suite(suite, sink);
        }
        if let Some(rest) = content.trim_start_matches('\u{fe0f}').strip_prefix("TEST FAILURE") {
            return self.failure(rest, sink);
        }
        match self.state {
            State::Outside => Seen::No,
            State::Tests => self.inside(text, content, sink),
            State::List => self.list(text, content, sink),
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if self.state == State::List {
            self.finish(sink);
        }
        self.run.close(sink);
    }
}

impl Nightwatch {
    fn suite(&mut self, suite: &str, sink: &mut dyn Sink) -> Seen {
        if self.state == State::List {
            self.finish(sink);
        }
        self.passed_silently(sink);
        if self.state == State::Outside {
            self.run.begin(None, sink);
            self.state = State::Tests;
        }
        self.suite = clipped(suite);
        Seen::Mine(Class::Noise)
    }

    /// A test that ended without a word passed when it checked nothing, and else did not end: the run was killed.
    fn passed_silently(&mut self, sink: &mut dyn Sink) {
        if self.test.is_empty() {
            return;
        }
        if self.checked {
            let test = std::mem::take(&mut self.test);
            let id = TestId { module: &self.suite, separator: SEPARATOR, name: &test };
            sink.emit(Event::finished(id, Outcome::Failed(FailureKind::Unfinished)));
            self.failed = self.failed.saturating_add(1);
            self.held.clear();
        } else {
            self.finished(Outcome::Passed, sink);
        }
    }

    fn finished(&mut self, outcome: Outcome, sink: &mut dyn Sink) {
        let test = std::mem::take(&mut self.test);
        let id = TestId { module: &self.suite, separator: SEPARATOR, name: &test };
        self.passed = self.passed.saturating_add(1);
        self.held.clear();
        sink.emit(Event::finished(id, outcome));
    }

    fn inside(&mut self, text: &str, content: &str, sink: &mut dyn Sink) -> Seen {
        let column = indent(text);
        if column == 2 {
            let name = content.strip_prefix("Running ").and_then(|rest| rest.strip_suffix(':'));
            let name = name.or_else(|| content.strip_prefix("Running:  "));
            if let Some(name) = name {
                self.passed_silently(sink);
                self.test = clipped(name);
                self.checked = false;
                let id = TestId { module: &self.suite, separator: SEPARATOR, name: &self.test };
                sink.emit(Event::Started(id));
                return Seen::Mine(Class::Noise);
            }
        }
        let good = content.strip_prefix("✨ PASSED. ").or_else(|| content.strip_prefix("OK. "));
        if let Some(said) = good.and_then(counted) {
            if said.total {
                self.passed_silently(sink);
                self.said = said.tests;
                self.finish(sink);
                return Seen::Mine(Class::Totals);
            }
            if !self.test.is_empty() {
                self.finished(Outcome::Passed, sink);
                return Seen::Mine(Class::Passed);
            }
        }
        if let Some(said) = content.strip_prefix("FAILED: ").filter(|_| !self.test.is_empty()) {
            return self.failed(said, sink);
        }
        if content.starts_with("Wrote HTML report file to: ") || content.starts_with("Wrote report file to: ")
        {
            // A run of one test has no numbers.
            if self.test.is_empty() {
                self.finish(sink);
            }
            return Seen::Mine(Class::Noise);
        }
        let failing = content.starts_with("✖ ") && column >= 2;
        self.checked |= failing || content.starts_with("✔ ") && column == 2;
        if (failing || !self.held.is_empty()) && !self.test.is_empty() {
            let over = column < 2 && !content.is_empty();
            if !over && !content.is_empty() && !content.starts_with("✔ ") && self.held.len() < MOST_HELD {
                self.held.push(clipped(text));
            }
            return if over { Seen::No } else { Seen::Inside(Class::Other) };
        }
        if content.starts_with("✔ ") && column == 2 { Seen::Mine(Class::Other) } else { Seen::No }
    }

    /// `1 assertions failed and 1 passed (5.093s)`
    fn failed(&mut self, said: &str, sink: &mut dyn Sink) -> Seen {
        scan::number(said).map_or(Seen::No, |_| {
            let test = std::mem::take(&mut self.test);
            let suite = self.suite.clone();
            let id = TestId { module: &suite, separator: SEPARATOR, name: &test };
            sink.emit(Event::finished(id, Outcome::Failed(FailureKind::Test)));
            let heading = format!("{suite}{SEPARATOR}{test}");
            sink.emit(Event::Instead(&heading));
            sink.emit(Event::Heading);
            let mut error = Error::default();
            for text in std::mem::take(&mut self.held) {
                error.tell(&text, Some(&text), sink);
            }
            self.failed = self.failed.saturating_add(1);
            if self.told.len() < MOST_TOLD {
                self.told.push((suite, test));
            }
            Seen::Mine(Class::Detail)
        })
    }

    /// ` (8.4s):`, or `: 1 assertions failed, 3 passed (8.4s)` in older versions.
    fn failure(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        if !(rest.starts_with(": ") || rest.starts_with(" (") && rest.contains("):")) {
            return Seen::No;
        }
        self.test.clear();
        if self.state == State::Outside {
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            sink.emit(Event::SumsUp);
        }
        self.state = State::List;
        Seen::Mine(Class::Totals)
    }

    fn list(&mut self, text: &str, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let column = indent(text);
        if column < 2 {
            self.finish(sink);
            return if content.starts_with("Wrote ") { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(said) = content.strip_prefix("- ").filter(|_| self.module.0.is_empty())
            && let Some((number, rest)) = scan::number(said)
        {
            if rest.starts_with('/') && rest.ends_with(" tests passed") {
                self.said = Some(number);
            } else if rest.starts_with(" skipped") {
                self.skipped = number;
            }
            return Seen::Mine(Class::Totals);
        }
        let module =
            content.strip_prefix("✖ ").and_then(scan::number).and_then(|(_, rest)| rest.strip_prefix(") "));
        if let Some(module) = module.filter(|_| column == 3) {
            self.run.close(sink);
            self.module = (clipped(module), false);
            return Seen::Mine(Class::Noise);
        }
        if let Some(test) = content.strip_prefix("– ").filter(|_| column == 3) {
            self.run.close(sink);
            return self.listed(test, sink);
        }
        if self.module.0.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if !self.module.1 {
            // Nothing ran of the module, and this is why.
            self.module.1 = true;
            self.failed = self.failed.saturating_add(1);
            let module = self.module.0.clone();
            self.run.fail_whole(&module, FailureKind::Suite, sink);
        }
        if self.run.is_open() {
            Error { run: Some(&mut self.run) }.tell(text, None, sink);
        }
        Seen::Inside(Class::Detail)
    }

    /// A test of the list: one that was told as it failed, or another.
    fn listed(&mut self, test: &str, sink: &mut dyn Sink) -> Seen {
        let timed = test.rsplit_once(" (").filter(|(_, time)| time.contains("s)") || time.contains("s x"));
        let name = timed.map_or(test, |(name, _)| name);
        self.module.1 = true;
        let known = self.told.iter().position(|(_, told)| told == name);
        if let Some((suite, name)) = known.map(|at| self.told.remove(at)) {
            let outcome = Outcome::Failed(FailureKind::Test);
            let id = TestId { module: &suite, separator: SEPARATOR, name: &name };
            sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
            return Seen::Mine(Class::Detail);
        }
        self.failed = self.failed.saturating_add(1);
        let module = self.module.0.clone();
        self.run.fail(TestId { module: &module, separator: SEPARATOR, name }, sink);
        Seen::Mine(Class::Detail)
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let passed = self.said.unwrap_or(self.passed);
        let failed = if self.state == State::List { self.failed.max(1) } else { self.failed };
        let totals = Totals { skipped: Some(self.skipped), ..passed_failed(passed, failed) };
        self.run.declare(totals, sink);
        *self = Self::default();
    }
}

/// The text of an error: of the failure that was just told, or of the one that a run has open.
#[derive(Default)]
struct Error<'a> {
    run: Option<&'a mut Run>,
}

impl Error<'_> {
    fn tell(&mut self, text: &str, held: Option<&str>, sink: &mut dyn Sink) {
        let content = text.trim();
        if content.starts_with('–') || content == "Error location:" || content == "Stack Trace :" {
            return;
        }
        let place = place_of(content);
        if let Some((file, line)) = place {
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: false });
        }
        let message = content.trim_start_matches("→ ").strip_prefix("✖ ").unwrap_or(content);
        let numbered = scan::number(content).is_some_and(|(_, rest)| rest.starts_with(" |"));
        let source = numbered || content.starts_with("at ");
        // What an error is called stands above what it says.
        let named = !message.contains(' ') && message.ends_with("Error");
        if !source && !named && place.is_none() {
            match &mut self.run {
                Some(run) => run.message(message, sink),
                None if content.starts_with("✖ ") => sink.emit(Event::Message(message)),
                None => {}
            }
        }
        let part = if source { Part::Where } else { Part::Why };
        match held {
            Some(text) => sink.emit(Event::Decoded { part, text }),
            None => sink.emit(Event::Text(part)),
        }
    }
}

/// What the good word counts.
struct Counted {
    total: bool,
    tests: Option<u64>,
}

/// `2 assertions. (1.03s)`, `3 total assertions (3.1s)`, `5 tests (1.6s)`, `2 assertions passed. (1s)`.
fn counted(said: &str) -> Option<Counted> {
    let (number, rest) = scan::number(said)?;
    let (what, time) = rest.rsplit_once(" (")?;
    time.ends_with("s)").then_some(())?;
    let what = what.trim();
    let total = what == "tests" || what == "assertion" || what.starts_with("total assertions");
    let single = what == "assertions." || what == "assertions passed.";
    (total || single).then_some(Counted { total, tests: (what == "tests").then_some(number) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Nightwatch::default(), text).join("\n")
    }

    const HEAD: &str = "[Quay] Test Suite\n──────\n\n  Running opens:\n──────\n  ✔ Element <body> was visible (34ms)\n\n  ✨ PASSED. 1 assertions. (1.03s)\n\n  Running moors:\n──────\n";
    const FAILED: &str = "  ✖ Timed out while waiting for <#ferry> (5067ms)\n\n    Error location:\n    /p/tests/quay.js:12\n    –––––\n     12 |     .waitFor('#ferry');\n    –––––\n\n\n  \
                          FAILED: 1 assertions failed and 1 passed (5.093s)\n\n──────\n\n  \u{fe0f}TEST FAILURE (8.4s):  \n   - 1 assertions failed; 2 passed\n\n   ✖ 1) quay\n\n   – moors (5.093s)\n\n   \
                          → ✖ NightwatchAssertError\n   Timed out while waiting for <#ferry> (5067ms)\n\n Wrote HTML report file to: /p/index.html\n";

    #[test]
    fn a_test_fails_with_its_check_and_is_listed_once_more() {
        let all = all(&format!("{HEAD}{FAILED}"));
        assert!(all.contains("module: \"Quay\", separator: \" > \", name: \"moors\""), "{all}");
        assert!(all.contains("Message(\"Timed out while waiting for <#ferry> (5067ms)\")"), "{all}");
        assert!(
            all.contains("file: \"/p/tests/quay.js\", line: Some(12)") && all.contains("Listed"),
            "{all}"
        );
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_off_has_a_test_that_did_not_end() {
        let cut = all(HEAD);
        assert!(
            cut.contains("Started(TestId { module: \"Quay\", separator: \" > \", name: \"moors\" })"),
            "{cut}"
        );
        assert!(!cut.contains("Declared"), "{cut}");
        let whole = all(&format!(
            "{HEAD}  ✨ PASSED. 1 assertions. (24ms)\n\n  ✨ PASSED. 2 total assertions (3.1s)\n"
        ));
        assert!(whole.contains("passed: Some(2), failed: Some(0)"), "{whole}");
    }

    #[test]
    fn a_test_that_checked_something_and_has_no_word_did_not_end() {
        let next = HEAD.replace("Quay", "Tug");
        let killed = all(&format!("{HEAD}  ✔ Element <#berth> is present (14ms)\n{next}"));
        assert!(killed.contains("name: \"moors\" }, outcome: Failed(Unfinished)"), "{killed}");
        assert!(all(&format!("{HEAD}{next}")).contains("name: \"moors\" }, outcome: Passed"));
    }

    #[test]
    fn the_list_alone_tells_what_failed_and_modules_that_did_not_run() {
        let all = all(
            "  \u{fe0f}TEST FAILURE (1.6s):  \n   - 1 error during execution;\n   - 1 tests failed; \n   - 2/4 tests passed\n\n   ✖ 1) a\n\n   – moors (85ms)\n\n   ✖ AssertionError\n   3 == 4\n\n   \
             ✖ 2) b\n\n   Error: no session\n\nnext\n",
        );
        assert!(all.contains("name: \"moors\"") && all.contains("Message(\"3 == 4\")"), "{all}");
        assert!(
            all.contains("Whole { name: \"b\"") && all.contains("passed: Some(2), failed: Some(2)"),
            "{all}"
        );
    }

    #[test]
    fn what_others_print_is_nobodys() {
        for text in ["TEST FAILURE\n", "  ✨ PASSED. 2 assertions. (1s)\n", "[x] Test Suites\n"] {
            assert!(!all(text).contains("Started"), "{text}");
        }
    }
}
