//! TestNG's own runner: a line for each test when it is not quiet, the text of what failed, and the numbers of all suites.
//!
//! ```text
//! [TestNG] Running:
//!   /home/user/harbour/testng.xml
//!
//! PASSED: opens
//! FAILED: moors
//! java.lang.AssertionError: expected [3] but found [4]
//!         at harbour.QuayTest.moors(QuayTest.java:21)
//!
//! ===============================================
//! Harbour
//! Total tests run: 2, Passes: 1, Failures: 1, Skips: 0
//! ===============================================
//! ```
//!
//! Up to 6.13 `Passes: ` is left out. Failures of configuration methods have numbers of their own below. Source of the
//! format: TestNG's `TextReporter` and `SuiteRunner`.

use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// TestNG.
#[derive(Debug, Default)]
pub struct Testng {
    running: bool,
    /// A line that names a failure came; an exception below it shows that it is TestNG's.
    named: Option<String>,
    block: bool,
    placed: bool,
    names: Names,
    /// The numbers came: the line that closes them did not.
    totals: Option<Totals>,
}

impl Recognizer for Testng {
    fn runner(&self) -> Runner {
        Runner("testng")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["[TestNG] Running:", "Total tests run: ", "FAILED: ", "FAILED CONFIGURATION: "],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.running || self.named.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let content = text.trim();
        if content == "[TestNG] Running:" {
            self.finish(sink);
            // One that is open was killed.
            self.running = false;
            self.open(sink);
            return Seen::Mine(Class::Noise);
        }
        if let Some(named) = self.named.take() {
            if exception(content) {
                self.open(sink);
                self.failed(&named, content, sink);
                return Seen::Mine(Class::Detail);
            }
            if self.running && content.is_empty() {
                // A failure without a reason.
                self.failed(&named, "", sink);
                return Seen::Mine(Class::Noise);
            }
        }
        if let Some(totals) = totals(content) {
            self.close(sink);
            self.open(sink);
            sink.emit(Event::MayHaveEnded);
            self.totals = Some(totals);
            return Seen::Mine(Class::Totals);
        }
        if let Some(totals) = &mut self.totals {
            if let Some(failed) = configuration(content) {
                totals.errors = Some(failed).filter(|failed| *failed > 0);
                return Seen::Mine(Class::Totals);
            }
            self.finish(sink);
            return if scan::is_ruler(content, '=', 20) { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(name) = failure(text) {
            self.close(sink);
            self.named = Some(clipped(name));
            return if self.running { Seen::Mine(Class::Detail) } else { Seen::No };
        }
        if !self.running {
            return Seen::No;
        }
        if text.starts_with("PASSED: ") || text.starts_with("SKIPPED: ") || text.starts_with("RETRIED: ") {
            self.close(sink);
            return Seen::Mine(if text.starts_with("PASSED") { Class::Passed } else { Class::Skipped });
        }
        if self.block { self.body(content, sink) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}

impl Testng {
    fn open(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
    }

    fn failed(&mut self, named: &str, reason: &str, sink: &mut dyn Sink) {
        let (kind, name) = match named.strip_prefix("CONFIGURATION: ") {
            Some(name) => (FailureKind::Setup, name),
            None => (FailureKind::Test, named),
        };
        let name = self.names.next(name);
        sink.emit(Event::BlockOpened(Block::Test { id: TestId::split_last(&name, "."), kind }));
        sink.emit(Event::Instead(&format!("FAILED: {name}")));
        sink.emit(Event::Heading);
        (self.block, self.placed) = (true, false);
        if !reason.is_empty() {
            sink.emit(Event::Message(reason));
            sink.emit(Event::Text(Part::Why));
        }
    }

    fn body(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.is_empty() || scan::is_ruler(content, '=', 20) {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        let Some(frame) = content.strip_prefix("at ") else {
            sink.emit(Event::Text(if self.placed { Part::Where } else { Part::Why }));
            return Seen::Inside(Class::Detail);
        };
        let own = located(frame).filter(|_| !self.placed && !library(frame));
        if let Some(place) = own {
            self.placed = true;
            sink.emit(Event::At { place, better: false });
        }
        sink.emit(Event::Text(if own.is_some() { Part::Why } else { Part::Where }));
        Seen::Mine(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.block) {
            sink.emit(Event::BlockClosed);
        }
    }

    /// The run ended, when its numbers came.
    fn finish(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if let Some(totals) = self.totals.take() {
            sink.emit(Event::Declared { totals, level: Level::Section });
            *self = Self::default();
        }
    }
}

/// The test of `FAILED: moors` and `FAILED: harbour.QuayTest.moors(1, "a")`: the name of a method.
fn failure(text: &str) -> Option<&str> {
    let named = text.strip_prefix("FAILED")?;
    let named = named
        .strip_prefix(": ")
        .or_else(|| named.strip_prefix(' ').filter(|named| named.starts_with("CONFIGURATION: ")))?;
    let name = named.strip_prefix("CONFIGURATION: ").unwrap_or(named);
    let name = name.strip_prefix('@').and_then(|name| name.split_once(' ')).map_or(name, |(_, name)| name);
    let method = name.split('(').next()?.trim_end();
    let word = |byte: u8| byte.is_ascii_alphanumeric() || b"._$".contains(&byte);
    (!method.is_empty() && method.bytes().all(word)).then_some(named.trim_end())
}

/// Whether the line is an exception of Java: `java.lang.AssertionError: expected`.
fn exception(content: &str) -> bool {
    let class = content.split([':', ' ']).next().unwrap_or("");
    let words = ["Error", "Exception", "Throwable", "Failure", "Failed"];
    class.contains('.')
        && words.iter().any(|word| class.ends_with(word))
        && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._$".contains(&byte))
}

/// The place of a frame: `harbour.QuayTest.moors(QuayTest.java:21)`.
fn located(frame: &str) -> Option<Place<'_>> {
    let (file, line) = frame.strip_suffix(')')?.rsplit_once('(')?.1.split_once(':')?;
    Some(Place { file, line: Some(scan::whole_number(line)?) })
}

/// Whether a frame is of Java or of a library that asserts.
fn library(frame: &str) -> bool {
    let names =
        ["org.testng.", "java.", "java.base/", "jdk.", "sun.", "org.junit.", "org.assertj.", "org.hamcrest."];
    names.iter().any(|name| frame.starts_with(name))
}

/// Reads `Total tests run: 4, Passes: 2, Failures: 1, Skips: 1`.
fn totals(content: &str) -> Option<Totals> {
    let (total, rest) = scan::number(content.strip_prefix("Total tests run: ")?)?;
    let (passes, rest) = match rest.strip_prefix(", Passes: ") {
        Some(rest) => scan::number(rest).map(|(number, rest)| (Some(number), rest))?,
        None => (None, rest),
    };
    let (failed, rest) = scan::number(rest.strip_prefix(", Failures: ")?)?;
    let (skipped, rest) = scan::number(rest.strip_prefix(", Skips: ")?)?;
    if !rest.is_empty() && !rest.starts_with(", Retries: ") {
        return None;
    }
    let passed = match passes {
        Some(passed) => passed,
        None => total.checked_sub(failed)?.checked_sub(skipped)?,
    };
    let sum = passed.checked_add(failed)?.checked_add(skipped)?;
    (sum == total || rest.starts_with(", Retries: ")).then_some(Totals {
        passed: Some(passed),
        failed: Some(failed),
        skipped: Some(skipped),
        ..Totals::default()
    })
}

/// Reads `Configuration Failures: 1, Skips: 2`: the failures.
fn configuration(content: &str) -> Option<u64> {
    let (failed, rest) = scan::number(content.strip_prefix("Configuration Failures: ")?)?;
    rest.starts_with(", Skips: ").then_some(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Testng::default(), text).join("\n")
    }

    const FAILED: &str = "FAILED: moors\njava.lang.AssertionError: expected [3] but found [4]\n\tat org.testng.Assert.fail(Assert.java:110)\n\tat harbour.QuayTest.moors(QuayTest.java:21)\n\n";
    const BOX: &str = "===============================================\nHarbour\nTotal tests run: 4, Passes: 2, Failures: 1, Skips: 1\n===============================================\n";

    #[test]
    fn a_failure_has_its_exception_and_its_place() {
        for head in ["[TestNG] Running:\n  testng.xml\n\nPASSED: opens\n", ""] {
            let all = all(&format!("{head}{FAILED}{BOX}"));
            assert_eq!(all.matches("BlockOpened").count(), 1, "{all}");
            assert!(
                all.contains("Message(\"java.lang.AssertionError: expected [3] but found [4]\")"),
                "{all}"
            );
            assert!(all.contains("file: \"QuayTest.java\", line: Some(21)"), "{all}");
            assert!(
                all.contains("passed: Some(2), failed: Some(1), errors: None, skipped: Some(1)"),
                "{all}"
            );
        }
    }

    #[test]
    fn numbers_without_passes_and_failures_of_configuration_are_read() {
        let all = all(
            "Total tests run: 4, Failures: 0, Skips: 3\nConfiguration Failures: 1, Skips: 2\n=====================\n",
        );
        assert!(all.contains("passed: Some(1), failed: Some(0), errors: Some(1), skipped: Some(3)"), "{all}");
    }

    #[test]
    fn what_others_say_is_failed_is_not_testngs() {
        for text in [
            "FAILED: moors\nninja: build stopped\n",
            "FAILED: a.o \n",
            "Total tests run: 4, Failures: 9, Skips: 0\n",
            "PASSED: a\n",
        ] {
            assert!(!all(text).contains("Started"), "{text}");
        }
    }
}
