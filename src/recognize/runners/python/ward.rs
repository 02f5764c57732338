//! ward: a line or a point for each test, a report of each failed one after a rule with its name, and a box of numbers.
//!
//! ```text
//! Found 64 tests and 0 fixtures in 0.01 seconds.
//!  FAIL  test_a:5 weighs                                                    95%
//! ────────────────────────────────── weighs ────────────────────────────────────
//!   Failed at ward/test_a.py:6 - weight is wrong
//! │   2  Failures           (3.1%)   │
//! ───────────────────────────── FAILED in 0.10 seconds ─────────────────────────
//! ```
//!
//! A test that passed although it was to fail is a failure to ward. Source of the format: ward's `_terminal.py`.

use crate::event::{
    Block, Class, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId,
    Totals,
};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most names of failed tests that wait for their reports, and their bytes.
const MOST_WAITING: usize = 4096;
const WAITING_BYTES: usize = 256 * 1024;

/// ward.
#[derive(Debug, Default)]
pub struct Ward {
    running: bool,
    /// The report of a failed test is open.
    block: bool,
    /// The report tells why, until its excerpt begins.
    why: bool,
    names: Names,
    /// Failed tests whose reports did not come: the title, and the name with its place.
    waiting: Vec<(String, String)>,
    waiting_bytes: usize,
    totals: Totals,
    /// Numbers were read.
    counted: bool,
}

impl Recognizer for Ward {
    fn runner(&self) -> Runner {
        Runner("ward")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Found "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.running { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(announced) = found(text) {
            self.close(sink);
            *self = Self { running: true, ..Self::default() };
            let announced = Some(announced);
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if !self.running {
            return Seen::No;
        }
        let content = text.trim();
        if let Some(title) = scan::ruled(content, '─') {
            return self.ruled(title, sink);
        }
        if scan::is_ruler(content, '─', 20) {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if !self.block
            && let Some((word, test)) = result(text)
        {
            return self.result(word, test, sink);
        }
        if let Some((number, name)) = row(content) {
            return self.number(number, name);
        }
        if self.block { self.body(content, sink) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Ward {
    /// The line of a test.
    fn result(&mut self, word: Word, test: &str, sink: &mut dyn Sink) -> Seen {
        let (place, title) = test.split_once(' ').unwrap_or(("", test));
        let (module, line) = place.rsplit_once(':').unwrap_or((place, ""));
        let mut id =
            TestId { module, separator: if module.is_empty() { "" } else { " > " }, name: title.trim() };
        match word {
            Word::Passed => sink.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 }),
            Word::Expected => sink.emit(Event::finished(id, Outcome::Other)),
            Word::Skipped => sink.emit(Event::finished(id, Outcome::Skipped)),
            Word::Failed => {
                let name = self.names.next_of(id);
                id.name = &name;
                sink.emit(Event::finished(id, Outcome::Failed(FailureKind::Test)));
                sink.emit(Event::Heading);
                if let Some(line) = scan::whole_number(line) {
                    sink.emit(Event::At { place: Place { file: module, line: Some(line) }, better: false });
                }
                let shown = format!("{module}{}{name}", id.separator);
                let bytes = self.waiting_bytes.saturating_add(title.len()).saturating_add(shown.len());
                if self.waiting.len() < MOST_WAITING && bytes <= WAITING_BYTES {
                    self.waiting_bytes = bytes;
                    self.waiting.push((title.trim().to_owned(), shown));
                }
            }
        }
        Seen::Mine(match word {
            Word::Passed => Class::Passed,
            Word::Expected => Class::Other,
            Word::Skipped => Class::Skipped,
            Word::Failed => Class::Detail,
        })
    }

    /// A rule with words in it: a failed test's title, or the last line of the run.
    fn ruled(&mut self, title: &str, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        if is_last(title) {
            self.declare(sink);
            return Seen::Mine(Class::Totals);
        }
        if title.starts_with("Captured ") {
            return Seen::Mine(Class::Noise);
        }
        // Where each test has a point only, its report is the first to name it.
        let at = self.waiting.iter().position(|(each, _)| each == title);
        let (shown, alias) = at.map_or_else(
            || (self.names.next(title), String::new()),
            |at| {
                let (_, shown) = self.waiting.remove(at);
                (shown.clone(), shown)
            },
        );
        let kind = FailureKind::Test;
        if alias.is_empty() {
            sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(&shown), kind }));
        } else {
            let id = TestId::split_last(&shown, " > ");
            let outcome = Outcome::Failed(kind);
            sink.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: 0, alias: "" });
            sink.emit(Event::BlockOpened(Block::More { name: &alias }));
        }
        sink.emit(Event::Heading);
        (self.block, self.why) = (true, true);
        Seen::Mine(Class::Detail)
    }

    fn body(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if let Some(failed) = content.strip_prefix("Failed at ") {
            let (path, message) = failed.split_once(" - ").unwrap_or((failed, ""));
            if let Some((place, "")) = scan::place(path) {
                sink.emit(Event::At { place, better: true });
            }
            if !message.is_empty() {
                sink.emit(Event::Message(message));
                self.why = false;
            }
            sink.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        }
        // The frames are in a box; the exception is the first line after it.
        let drawn = content.starts_with(['│', '╭', '╰', '❱']) || scan::number(content).is_some();
        let frame = content.trim_matches(['│', ' ']);
        if let Some((path, _)) = frame.rsplit_once(" in ").filter(|_| drawn)
            && let Some((place, "")) = scan::place(path)
        {
            sink.emit(Event::At { place, better: true });
        } else if !drawn && std::mem::take(&mut self.why) {
            sink.emit(Event::Message(content));
        }
        sink.emit(Event::Text(if drawn { Part::Where } else { Part::Why }));
        Seen::Mine(Class::Detail)
    }

    /// A row of the box: `60  Passes`.
    fn number(&mut self, number: u64, name: &str) -> Seen {
        let slot = match name {
            "Passes" => &mut self.totals.passed,
            "Failures" => &mut self.totals.failed,
            "Unexpected Passes" => &mut self.totals.errors,
            "Skips" => &mut self.totals.skipped,
            "Expected Failures" => &mut self.totals.other,
            _ => &mut self.totals.total,
        };
        *slot = Some(number);
        self.counted = true;
        Seen::Mine(Class::Totals)
    }

    fn declare(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.counted) {
            let totals = std::mem::take(&mut self.totals);
            let totals = Totals { failed: Some(totals.failed.unwrap_or(0)), total: None, ..totals };
            let totals = Totals { passed: Some(totals.passed.unwrap_or(0)), ..totals };
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        *self = Self::default();
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.block) {
            sink.emit(Event::BlockClosed);
        }
    }
}

/// What the line of a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Passed,
    Failed,
    Skipped,
    Expected,
}

/// Reads `Found 64 tests and 0 fixtures in 0.01 seconds.`
fn found(text: &str) -> Option<u64> {
    let (tests, rest) = scan::number(text.strip_prefix("Found ")?)?;
    let rest = rest.strip_prefix(" tests and ").or_else(|| rest.strip_prefix(" test and "))?;
    let (_, rest) = scan::number(rest)?;
    let timed = rest.starts_with(" fixtures in ") || rest.starts_with(" fixture in ");
    (timed && rest.trim_end().ends_with(" seconds.")).then_some(tests)
}

/// Reads ` FAIL  test_a:5 weighs                          95%`: the word, and place and title.
fn result(text: &str) -> Option<(Word, &str)> {
    // In the form that is drawn over, a spinner or a mark is before it.
    let text = text
        .trim_start()
        .trim_start_matches(['✔', '✘', '⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏', ' ']);
    let (word, rest) = text.split_once("  ")?;
    let word = match word {
        "PASS" => Word::Passed,
        "FAIL" | "XPAS" => Word::Failed,
        "SKIP" => Word::Skipped,
        "XFAI" => Word::Expected,
        _ => return None,
    };
    let (test, percent) = rest.trim_end().strip_suffix('%')?.rsplit_once(' ')?;
    scan::whole_number(percent)?;
    let test = test.trim_end();
    let (place, _) = test.split_once(' ')?;
    scan::whole_number(place.rsplit_once(':')?.1)?;
    // The reason of a skip is in a column of its own.
    let test = if word == Word::Failed { test } else { test.split("   ").next().unwrap_or(test) };
    Some((word, test))
}

/// Reads `│   2  Failures           (3.1%)   │`.
fn row(content: &str) -> Option<(u64, &str)> {
    let inside = content.strip_prefix('│')?.strip_suffix('│')?;
    let (number, rest) = scan::number(inside.trim_start())?;
    let name = rest.strip_prefix("  ")?.split("  ").next()?.trim();
    let known = ["Passes", "Failures", "Unexpected Passes", "Skips", "Expected Failures"];
    let all = name == "Tests Encountered" || name == "Test Encountered" || name == "Dry-runs";
    (all || known.contains(&name)).then_some((number, name))
}

/// Reads `FAILED in 0.10 seconds`, the words of the run's last rule.
fn is_last(title: &str) -> bool {
    title.strip_suffix(" seconds").and_then(|title| title.rsplit_once(" in ")).is_some_and(|(word, time)| {
        word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b' ')
            && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Ward::default(), text).join("\n")
    }

    const FOUND: &str = "Found 3 tests and 0 fixtures in 0.01 seconds.\n";
    const REPORT: &str = "─────── weighs ───────\n\n  Failed at ward/test_a.py:6 - weight is wrong\n\n    ❱ 6 def _(): assert 1 == 2\n\n";
    const BOX: &str = "──────────────────────────────\n╭──── Results ────╮\n│  3  Tests Encountered  │\n│  1  Passes  (33.3%)  │\n│  1  Failures  (33.3%)  │\n\
                       │  1  Skips  (33.3%)  │\n╰─────────────────╯\n─── FAILED in 0.10 seconds ───\nFAIL  a:1 b 1%\n";

    #[test]
    fn a_failed_test_has_its_place_and_message_and_counts_once() {
        let lines = " PASS  test_a:3 berths          33%\n FAIL  test_a:5 weighs          66%\n SKIP  test_a:7 one     later  100%\n";
        for lines in [lines, "ward/test_a.py: .F-                 100%\n"] {
            let all = all(&format!("{FOUND}{lines}{REPORT}{BOX}"));
            assert!(all.contains("announced: Some(3)"), "{all}");
            assert!(all.contains("file: \"ward/test_a.py\", line: Some(6)"), "{all}");
            assert!(all.contains("Message(\"weight is wrong\")"), "{all}");
            let declared = "passed: Some(1), failed: Some(1), errors: None, skipped: Some(1)";
            assert!(all.contains(declared) && all.ends_with("No \nend "), "{all}");
        }
    }

    #[test]
    fn an_exception_after_a_box_of_frames_is_the_message() {
        let report = "─── lifts ───\n  Failed at ward/test_a.py\n  ╭──── Traceback ────╮\n  │ /a/test_a.py:11 in _   │\n  │ ❱ 11 def _()    │\n  ╰─────╯\n  RuntimeError: rope is torn\n";
        let all = all(&format!("{FOUND}{report}{BOX}"));
        assert!(all.contains("Message(\"RuntimeError: rope is torn\")"), "{all}");
        assert!(all.contains("file: \"/a/test_a.py\", line: Some(11)"), "{all}");
    }

    #[test]
    fn names_that_wait_for_their_reports_are_held_while_there_is_room() {
        let mut ward = Ward::default();
        let title = "x".repeat(4000);
        let line = format!(" FAIL  test_a:5 {title} 95%\n");
        drive(&mut ward, &format!("Found 99 tests and 0 fixtures in 0.01 seconds.\n{}", line.repeat(99)));
        assert_eq!((ward.waiting.len(), ward.waiting_bytes <= WAITING_BYTES), (32, true));
    }

    #[test]
    fn others_words_begin_no_run() {
        for text in ["Found 3 tests and more", "Found 3 errors in 2 files", " FAIL  test_a:5 weighs   95%"] {
            assert!(!all(text).contains("Started"), "{text}");
        }
    }
}
