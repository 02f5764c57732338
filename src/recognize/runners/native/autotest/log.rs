//! `testsuite.log`: what a suite writes beside what it prints.
//!
//! It names the tests that passed and were skipped, tells the totals, lists what failed, and then shows the report of each
//! test that failed. After a run it says more of failures that are known, alone it is a report of its own; its totals tell
//! which. What tests print is in the reports alone, and so after all else.

use super::autotest_lines::{self, Logged, Word};
use super::block::Text;
use super::boxes::Found;
use super::run::{NAME_BYTES, Run};
use super::sum::Reader;
use super::tell::{self, id};
use crate::budget::Count as _;
use crate::event::{Class, Event, Part};
use crate::recognize::kit;
use crate::text::head;

/// The most tests that were skipped whose names are kept before it is known whose the log is.
const MOST_SKIPPED: usize = 512;

/// Whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// Not known before its totals.
    Unknown,
    /// That of the run that is open, or it is a run of its own that is open now.
    Open,
    /// That of a run that ended: nothing new.
    Past,
}

/// Which part of it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// What the suite ran on.
    Head,
    Running,
    Results,
    /// The lists, and which one.
    Lists(Option<Word>),
    Reports,
}

/// A report in it.
#[derive(Debug)]
struct Report {
    number: u64,
    place: String,
    name: String,
    text: Text,
}

/// A log.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) title: String,
    pub(super) whose: Whose,
    part: Section,
    pub(super) reader: Reader,
    pub(super) passed: u64,
    pub(super) skipped: Vec<String>,
    report: Option<Report>,
}

impl Log {
    pub(super) fn new(title: String) -> Self {
        Self {
            title,
            whose: Whose::Unknown,
            part: Section::Head,
            reader: Reader::default(),
            passed: 0,
            skipped: Vec::new(),
            report: None,
        }
    }

    /// Whether a box may begin something else here: no test prints it.
    pub(super) fn may_end(&self) -> bool {
        self.report.is_none()
    }

    /// Whether its totals are known, but not whose it is.
    pub(super) fn is_to_be_decided(&self) -> bool {
        self.whose == Whose::Unknown && self.is_reported()
    }

    /// Whether its totals are known.
    pub(super) fn is_reported(&self) -> bool {
        self.reader.sum().is_some() && self.part != Section::Results
    }

    /// A line; `None` is none of it, for all that is known.
    pub(super) fn line(
        &mut self,
        bare: &str,
        found: &Found,
        tests: Option<&mut Run>,
        run: &mut kit::Run<'_>,
    ) -> Option<Class> {
        if self.report.is_some() {
            return Some(self.already_reported(bare, tests, run));
        }
        if let Found::Title(title) = found {
            self.title(title);
            return Some(Class::Noise);
        }
        match self.part {
            Section::Head => Some(Class::Noise),
            Section::Running => Some(self.running(bare)),
            Section::Results => {
                let part = self.reader.line(bare);
                if !part && self.reader.sum().is_some() {
                    self.part = Section::Lists(None);
                }
                Some(if part { Class::Totals } else { Class::Noise })
            }
            Section::Lists(list) => Some(self.list(list, bare, tests, run)),
            Section::Reports => {
                if let Some((at, name)) = autotest_lines::head(bare) {
                    self.report = Some(Report {
                        number: at.number,
                        place: at.place.to_owned(),
                        name: head(name, NAME_BYTES).to_owned(),
                        text: Text::default(),
                    });
                    return Some(Class::Detail);
                }
                let own = bare.is_empty() || bare.starts_with('#') || bare.starts_with("| ") || bare == "|";
                own.then_some(Class::Noise)
            }
        }
    }

    /// A title.
    fn title(&mut self, title: &str) {
        self.part = match (self.part, title) {
            (Section::Head, "Running the tests") => Section::Running,
            (Section::Head | Section::Running, "Test results") => {
                self.reader.begin();
                Section::Results
            }
            (Section::Results | Section::Lists(_), "Summary of the failures") => Section::Lists(None),
            (Section::Lists(_), "Detailed failed tests") => Section::Reports,
            // The configuration's log follows the lists and the reports.
            (Section::Lists(_), _) => Section::Reports,
            (part, _) => part,
        };
    }

    /// A test that did not fail.
    fn running(&mut self, bare: &str) -> Class {
        match autotest_lines::logged(bare) {
            Some(Logged { reported, .. }) if reported.word == Word::Ok => {
                self.passed.up(1);
                Class::Passed
            }
            Some(Logged { reported, .. }) if reported.word == Word::Skipped => {
                if self.skipped.len() < MOST_SKIPPED {
                    self.skipped.push(head(bare, NAME_BYTES).to_owned());
                }
                Class::Skipped
            }
            _ => Class::Noise,
        }
    }

    /// A line of the lists.
    fn list(
        &mut self,
        list: Option<Word>,
        bare: &str,
        tests: Option<&mut Run>,
        run: &mut kit::Run<'_>,
    ) -> Class {
        let next = match bare {
            "Failed tests:" => Some(Word::Failed),
            "Skipped tests:" => Some(Word::Skipped),
            "Unexpected passes:" => Some(Word::UnexpectedPass),
            _ => list,
        };
        self.part = Section::Lists(next);
        let Some((word, (at, name))) =
            next.zip(autotest_lines::listed(bare)).filter(|(word, _)| word.fails())
        else {
            return Class::Noise;
        };
        if let Some(tests) = tests.filter(|_| self.whose == Whose::Open) {
            tests.list(at, name, word, run);
        }
        Class::Detail
    }

    /// A line of a report.
    fn already_reported(&mut self, bare: &str, tests: Option<&mut Run>, run: &mut kit::Run<'_>) -> Class {
        let Some(report) = &mut self.report else { return Class::Noise };
        let last = autotest_lines::logged_tail(bare)
            .filter(|last| last.at.number == report.number && last.at.place == report.place);
        if let Some(last) = last {
            self.tell(Some((last, bare)), tests, run);
        } else {
            report.text.push(bare);
        }
        Class::Detail
    }

    /// The report that is read ends: tells what the run did not.
    pub(super) fn tell(
        &mut self,
        last: Option<(Logged<'_>, &str)>,
        tests: Option<&mut Run>,
        run: &mut kit::Run<'_>,
    ) {
        let Some(report) = self.report.take() else { return };
        let Some(tests) = tests.filter(|tests| self.whose == Whose::Open && !tests.is_reported_whole())
        else {
            return;
        };
        if !tests.knows(report.number) {
            return;
        }
        let number = report.number.to_string();
        let test = id(&number, &report.name);
        let name = format!("{}{}{}", test.module, test.separator, test.name);
        run.more(&name);
        let message = report.text.tell(run);
        if let Some((last, line)) = last {
            run.emit(Event::Decoded { part: Part::Where, text: line });
            tell::place(last.reported.place, run);
        }
        tell::message(message.as_deref(), run);
        run.close();
    }
}
