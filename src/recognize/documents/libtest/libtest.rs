//! The recognizer of libtest's JSON.
//!
//! A suite is a section, from its `started` to its `ok` or `failed`. Between them every result has a `started` of its
//! own, and no test runs when the suite ends: a line that does not keep to that was printed by a test. nextest, which
//! writes without blanks, runs suites at the same time and may say of one twice that it ended: its suites that overlap
//! are one section with the sum of their numbers, and its tests are not awaited.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::budget::Count as _;
use crate::event::{
    Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Seen, Sink, TestId, Totals,
};
use crate::recognize::PassShape;
use crate::recognize::documents::clean::Clean;
use crate::recognize::documents::failure;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::kit::{Run, Runner, Spec};

use super::record::{self, Record};

/// Between a binary and the path of a test, in nextest's names.
const BINARY_END: char = '$';

/// The most running tests that are remembered. Beyond them every result is believed.
const RUNNING: usize = 4096;

/// libtest's JSON.
#[derive(Debug, Default)]
pub struct Libtest {
    /// Suites that have begun and not ended.
    suites: u64,
    totals: Totals,
    /// Hashes of the names of tests that run.
    running: HashSet<u64>,
    /// Whether more ran than are remembered.
    more: bool,
}

impl Runner for Libtest {
    const SPEC: Spec = Spec {
        name: "libtest json",
        reads: "cargo test and nextest in libtest's JSON lines",
        starts: &[
            "{ \"type\": \"suite\"",
            "{ \"type\": \"test\"",
            "{ \"type\": \"bench\"",
            "{ \"type\": \"report\"",
            "{\"type\":\"suite\",\"event\"",
            "{\"type\":\"test\",\"event\"",
            "{\"type\":\"bench\"",
        ],
        passes: &[PassShape { start: "{ \"type\": \"test\", \"name\": \"", end: "\"event\": \"ok\" }" }],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let Some(record) = record::read(line) else { return Seen::No };
        // What the reader of lines cleaned was the JSON, in which a control character is written as an escape.
        let sink: &mut dyn Sink = &mut Clean::new(run);
        let alone = line.text.trim_start().starts_with("{ ");
        match &*record.kind {
            "suite" => self.suite(&record, alone, sink),
            "test" if alone && self.suites > 0 && !self.keeps_order(&record) => Seen::No,
            "test" => test(&record, sink),
            "bench" => {
                let name = record.name.trim();
                let id = TestId::split_last(name, "::");
                sink.emit(Event::Finished {
                    id,
                    outcome: Outcome::Other,
                    grade: Grade::Listed,
                    attempt: 0,
                    alias: "",
                });
                Seen::Mine(Class::Passed)
            }
            _ => Seen::Mine(Class::Noise),
        }
    }
}

impl Libtest {
    /// Whether a test's line is one that libtest could have written now.
    fn keeps_order(&mut self, record: &Record<'_>) -> bool {
        let mut hasher = DefaultHasher::new();
        record.name.hash(&mut hasher);
        let hash = hasher.finish();
        match &*record.event {
            "started" if self.running.len() < RUNNING => self.running.insert(hash),
            "started" => {
                self.more = true;
                true
            }
            "timeout" => true,
            _ => self.running.remove(&hash) || self.more,
        }
    }

    fn suite(&mut self, record: &Record<'_>, alone: bool, sink: &mut dyn Sink) -> Seen {
        if record.event == "started" {
            self.running.clear();
            self.more = false;
            if alone && self.suites > 0 {
                // The process of the suite before died.
                sink.emit(Event::SectionEnded(Ended::Crash));
                self.suites = 0;
            }
            if self.suites == 0 {
                sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
                self.totals = Totals::default();
            }
            self.suites.up(1);
            return Seen::Mine(Class::Noise);
        }
        let (Some(passed), Some(failed)) = (record.passed, record.failed) else {
            return Seen::Mine(Class::Noise);
        };
        if alone && !self.running.is_empty() && !self.more {
            return Seen::No;
        }
        let more = |number: Option<u64>, by: u64| Some(number.unwrap_or(0).saturating_add(by));
        self.totals.passed = more(self.totals.passed, passed);
        self.totals.failed = more(self.totals.failed, failed);
        self.totals.skipped = more(self.totals.skipped, record.ignored.unwrap_or(0));
        self.totals.other = more(self.totals.other, record.measured.unwrap_or(0));
        self.suites.down(1);
        if self.suites == 0 {
            let totals = std::mem::take(&mut self.totals);
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        Seen::Mine(Class::Totals)
    }
}

fn test(record: &Record<'_>, sink: &mut dyn Sink) -> Seen {
    let (name, attempt, awaited) = named(&record.name);
    match &*record.event {
        "started" => {
            if awaited {
                sink.emit(Event::Started(name.id()));
            }
            Seen::Mine(Class::Noise)
        }
        "ok" => {
            failure::emit_other(sink, &name, Outcome::Passed, attempt, "");
            Seen::Mine(Class::Passed)
        }
        "ignored" => {
            failure::emit_other(sink, &name, Outcome::Skipped, 0, &record.message);
            Seen::Mine(Class::Skipped)
        }
        "failed" => {
            let late = record.reason == "time limit exceeded";
            let kind = if late { FailureKind::Timeout } else { FailureKind::Test };
            let (output, panic) = at_panic(&record.stdout);
            let printed = [&*record.message, &*record.reason].into_iter().find(|printed| !printed.is_empty());
            let reported = Reported {
                message: printed.unwrap_or_default().to_owned(),
                text: panic.to_owned(),
                exception: String::new(),
            };
            failure::emit(sink, &name, kind, attempt, &[reported], None, output);
            Seen::Mine(Class::Detail)
        }
        // It has run for a minute and goes on.
        _ => Seen::Mine(Class::Noise),
    }
}

/// The name, the attempt, and whether a test that begins has to end under this name.
pub(super) fn named(shown: &str) -> (Name, u32, bool) {
    let Some((binary, path)) = shown.split_once(BINARY_END) else {
        return (Name::split_last(shown, "::"), 0, true);
    };
    let (path, attempt) = match path.rsplit_once('#') {
        Some((path, number)) => match number.parse() {
            Ok(number) => (path, number),
            Err(_) => (path, 0),
        },
        None => (path, 0),
    };
    // nextest calls the binary of a library by its package alone.
    let binary = match binary.split_once("::") {
        Some((package, name)) if package.replace('-', "_") == name.replace('-', "_") => package,
        _ => binary,
    };
    let name = match path.rsplit_once("::") {
        Some((module, last)) if !last.is_empty() => Name::new(&format!("{binary} {module}"), "::", last),
        _ => Name::new(binary, " ", path),
    };
    (name, attempt, false)
}

/// What a test printed before it panicked for the last time, and what it printed then.
fn at_panic(stdout: &str) -> (&str, &str) {
    let mut at = 0_usize;
    let mut panic = None;
    for line in stdout.split_inclusive('\n') {
        if line.starts_with("thread '") && line.contains("panicked at ") {
            panic = Some(at);
        }
        at.up(line.len());
    }
    panic.and_then(|at| stdout.split_at_checked(at)).unwrap_or(("", stdout))
}
