//! The logs of tests after a run (before 0.57), and the file of logs, `meson-logs/testlog.txt`, as a CI prints it.
//!
//! Both tell of one test after another: its name, its command, and what it printed up to a ruler. Where the run itself was
//! read before, they only add text to what failed there.

use super::meson_test::MesonTest;
use super::meson_test_lines::{self, Word};
use super::printed;
use super::sums::Sums;
use crate::event::{Class, FailureKind, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::LINE_BYTES;
use crate::recognize::kit::output::Reader;
use crate::recognize::kit::scan;
use crate::text::head;

/// The longest name of a test that is kept, in bytes.
const LONGEST_NAME: usize = 1024;

/// What is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    /// The logs of what failed.
    #[default]
    Failed,
    /// The file of all logs.
    File,
}

/// The logs that are being read.
#[derive(Debug, Default)]
pub(super) struct Log {
    form: Form,
    /// The totals of the run are known.
    pub(super) reported: bool,
    /// The totals that are in the file.
    pub(super) sums: Sums,
    /// Between the rulers of what a test printed.
    printed: Printed,
    /// The next line is the test's command.
    command: bool,
    /// The test whose log is being read, and its result.
    name: String,
    result: String,
}

/// Whose lines come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Printed {
    /// Meson's.
    #[default]
    No,
    /// The test's, up to `-------`.
    UpToDashes,
    /// The test's, up to a line of `=`.
    UpToEquals,
}

impl Log {
    /// Whether the line heads Meson's file of logs.
    pub(super) fn begins_file(text: &str) -> bool {
        text.starts_with("Log of Meson test suite run on ")
    }

    /// Reads the line above the logs.
    pub(super) fn begins(text: &str, reported: bool) -> Option<Self> {
        if Self::begins_file(text) {
            return Some(Self { form: Form::File, reported, ..Self::default() });
        }
        let failed =
            text == "The output from the failed tests:" || text == "The output from 10 first failed tests:";
        failed.then(|| Self { reported, ..Self::default() })
    }

    /// Whether the file of logs is read.
    pub(super) fn is_file(&self) -> bool {
        self.form == Form::File
    }

    /// Judges a line; `None` when it is none of a log.
    pub(super) fn line(&mut self, text: &str, tests: &mut MesonTest, run: &mut Run<'_>) -> Option<Seen> {
        match self.printed {
            Printed::UpToDashes if text == "-------" => {
                self.printed = Printed::No;
                run.close();
                return Some(Seen::Mine(Class::Noise));
            }
            Printed::UpToEquals if scan::is_ruler(text, '=', 70) => {
                self.printed = Printed::No;
                run.close();
                return Some(Seen::Mine(Class::Noise));
            }
            Printed::UpToDashes | Printed::UpToEquals => return Some(Self::text(text, tests, run)),
            Printed::No => {}
        }
        match text {
            "" => return Some(Seen::No),
            "--- command ---" => {
                self.command = true;
                return Some(Seen::Mine(Class::Noise));
            }
            "--- stdout ---" | "--- stderr ---" => {
                self.printed = Printed::UpToDashes;
                return Some(Seen::Mine(Class::Noise));
            }
            "--- Listing only the last 100 lines from a long log. ---" => {
                // The line that begins the output may be among those that were left out.
                self.printed = Printed::UpToDashes;
                return Some(Seen::Mine(Class::Noise));
            }
            _ => {}
        }
        if let Some(status) = meson_test_lines::status(text).filter(|_| self.form == Form::Failed) {
            tests.reader = Reader::default();
            return Some(match status.word {
                // 0.56 tells of what failed here and in its list alone.
                Word::Failed(kind) if !self.reported => {
                    let (id, kind) =
                        (meson_test_lines::id(status.name), meson_test_lines::kind(kind, status.details));
                    let seen = run.fail_as(id, kind);
                    run.message_otherwise(head(&meson_test_lines::message(&status), LINE_BYTES));
                    seen
                }
                _ => run.more(status.name),
            });
        }
        if std::mem::take(&mut self.command) {
            return Some(Seen::Mine(Class::Noise));
        }
        self.entry(text, tests, run)
    }

    /// A line of an entry of the file.
    fn entry(&mut self, text: &str, tests: &mut MesonTest, run: &mut Run<'_>) -> Option<Seen> {
        if self.form != Form::File {
            return None;
        }
        let kept = |text: &str| head(text.trim(), LONGEST_NAME).to_owned();
        if let Some((_, of)) = scan::ruled(text, '=').and_then(|inner| inner.split_once('/')) {
            run.close();
            if self.reported && scan::whole_number(of).is_some_and(|of| !tests.has(of)) {
                // The file is another run's.
                tests.replace(run);
                self.reported = false;
            }
            (self.name, self.result) = (String::new(), String::new());
        } else if let Some(name) = text.strip_prefix("test:         ") {
            self.name = kept(name);
        } else if let Some(result) = text.strip_prefix("result:       ") {
            self.result = kept(result);
            self.open(tests, run);
        } else if text.starts_with('-')
            && matches!(scan::ruled(text, '-'), Some("stdout" | "stderr" | "output"))
        {
            self.printed = Printed::UpToEquals;
        } else if !["start time:   ", "duration:     ", "command:      ", "Inherited environment: "]
            .iter()
            .any(|begin| text.starts_with(begin))
        {
            return None;
        }
        Some(Seen::Mine(Class::Noise))
    }

    /// Opens what an entry tells of, when its test did not end well. Which of them were to fail tells the list of failures.
    fn open(&self, tests: &mut MesonTest, run: &mut Run<'_>) {
        // A test that tells of its parts may fail all the same: where the run reported so this is its text.
        if self.name.is_empty() || (self.result == "exit status 0" && !self.reported) {
            return;
        }
        tests.reader = Reader::default();
        let (id, name) = (meson_test_lines::id(&self.name), self.name.as_str());
        if self.reported {
            run.more(name);
        } else {
            let kind = meson_test_lines::kind(FailureKind::Test, &self.result);
            run.instead(name);
            run.fail_as(id, kind);
            run.message_otherwise(head(&self.result, LINE_BYTES));
        }
    }

    /// A line that a test printed.
    fn text(text: &str, tests: &mut MesonTest, run: &mut Run<'_>) -> Seen {
        if !run.is_open() {
            return Seen::Mine(Class::Other);
        }
        let own = matches!(text, "--- stderr ---" | "--- stdout ---")
            || (text.starts_with("-----") && matches!(scan::ruled(text, '-'), Some("stdout" | "stderr")));
        if text.trim().is_empty() || own {
            return Seen::Mine(Class::Noise);
        }
        let part = printed::part(&mut tests.reader, text, run);
        run.text(part)
    }
}
