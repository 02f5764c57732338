//! What is known of the files of a run: which tests of them failed, and which broke as a whole.

use super::prove_lines::ranges;
use crate::budget::Count as _;
use crate::event::{Block, Event, FailureKind, Grade, Outcome, Sink, TestId};
use crate::recognize::kit::bounds::NAME_BYTES;

/// What is between a file and a test's name.
pub(super) const SEPARATOR: &str = " > ";
/// How many failures are held, to tell them once.
const MOST_FAILURES: usize = 8192;

/// A failure that was reported.
#[derive(Debug)]
struct Reported {
    file: String,
    /// Empty when the whole file broke.
    name: String,
    /// The verdict line of the test's TAP was united with it.
    matched: bool,
}

/// The files of one run.
#[derive(Debug, Default)]
pub(super) struct Files {
    reported: Vec<Reported>,
    /// Failures beyond those that are held.
    beyond: u64,
}

fn short(name: &str) -> &str {
    crate::text::head(name, NAME_BYTES)
}

impl Files {
    /// How many failed tests of the file were reported.
    pub(super) fn failed(&self, file: &str) -> u64 {
        let failed = self
            .reported
            .iter()
            .filter(|reported| reported.file == file && !reported.name.is_empty())
            .count();
        u64::try_from(failed).unwrap_or(u64::MAX)
    }

    /// How many files broke as a whole.
    pub(super) fn broken(&self) -> u64 {
        let broken = self.reported.iter().filter(|reported| reported.name.is_empty()).count();
        u64::try_from(broken).unwrap_or(u64::MAX)
    }

    /// Whether the file was reported to be broken.
    pub(super) fn is_broken(&self, file: &str) -> bool {
        self.reported.iter().any(|reported| reported.file == file && reported.name.is_empty())
    }

    /// A diagnostic tells a failed test; one of a name that was reported before is another test.
    pub(super) fn diagnosed(&mut self, file: &str, name: &str, sink: &mut dyn Sink) {
        self.tell(file, name, false, sink);
    }

    /// A verdict tells a failed test: the first of its name that no verdict reported yet, or another one.
    pub(super) fn verdict(&mut self, file: &str, name: &str, sink: &mut dyn Sink) {
        let base = short(name);
        // A test without a name is called after its line by the one, after its number by the other.
        let number = base.strip_prefix("test ").unwrap_or("x");
        let unnamed = number.bytes().all(|byte| byte.is_ascii_digit());
        let same = |reported: &Reported| {
            let rest = reported.name.strip_prefix(base);
            reported.file == file
                && !reported.matched
                && (rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" (again"))
                    || unnamed && reported.name.starts_with("test at line "))
        };
        let known = self.reported.iter_mut().find(|reported| same(reported));
        if let Some(reported) = known {
            reported.matched = true;
            claim(&reported.file, &reported.name, Grade::Line, sink);
            return;
        }
        self.tell(file, name, true, sink);
    }

    fn tell(&mut self, file: &str, name: &str, matched: bool, sink: &mut dyn Sink) {
        let mut name = short(name).to_owned();
        let same = self.reported.iter().filter(|reported| {
            reported.file == file
                && reported
                    .name
                    .strip_prefix(name.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(" (again"))
        });
        let times = same.count();
        if times > 0 {
            name = format!("{name} (again {times})");
        }
        if matched {
            claim(file, &name, Grade::Line, sink);
        } else {
            let id = TestId { module: file, separator: SEPARATOR, name: &name };
            sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        }
        if self.reported.len() < MOST_FAILURES {
            self.reported.push(Reported { file: short(file).to_owned(), name, matched });
        } else {
            self.beyond.up(1);
        }
    }

    /// `Failed tests:  2, 5-7`: the numbers are all that is known when no diagnostic came.
    pub(super) fn numbered(&mut self, file: &str, failed: u64, numbers: &str, sink: &mut dyn Sink) {
        for number in ranges(numbers) {
            if self.failed(file) >= failed {
                return;
            }
            self.diagnosed(file, &format!("test {number}"), sink);
            sink.emit(Event::Instead(&format!("{file} test {number}")));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
        }
    }

    /// A file broke as a whole. What is reported it later is more of the same failure.
    pub(super) fn break_file(&mut self, file: &str, kind: FailureKind, sink: &mut dyn Sink) -> bool {
        if self.is_broken(file) {
            sink.emit(Event::BlockOpened(Block::More { name: file }));
            return false;
        }
        sink.emit(Event::BlockOpened(Block::Whole { name: file, kind }));
        if self.reported.len() < MOST_FAILURES {
            self.reported.push(Reported { file: short(file).to_owned(), name: String::new(), matched: true });
        }
        true
    }

    /// The run passed: what was reported was printed by its tests.
    pub(super) fn withdraw(&mut self, sink: &mut dyn Sink) {
        for reported in self.reported.drain(..) {
            let id = if reported.name.is_empty() {
                TestId::bare(&reported.file)
            } else {
                TestId { module: &reported.file, separator: SEPARATOR, name: &reported.name }
            };
            sink.emit(Event::Withdrawn(id));
        }
    }
}

fn claim(file: &str, name: &str, grade: Grade, sink: &mut dyn Sink) {
    let separator = if file.is_empty() { "" } else { SEPARATOR };
    let id = TestId { module: file, separator, name };
    let outcome = Outcome::Failed(FailureKind::Test);
    sink.emit(Event::Finished { id, outcome, grade, attempt: 0, alias: "" });
}
