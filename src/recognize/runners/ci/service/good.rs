//! How a service says that a job went well: Jenkins, GitLab, Travis and AppVeyor in so many words as the last ones of the log; GitHub's
//! runner by a job that is there from its beginning to its end without a line that is marked as an error.

use crate::event::{Event, Level, Opened, Sink, Totals};
use crate::recognize::kit::good_end::GoodEnd;
use crate::text::Line;

/// What GitHub's runner does first and last.
const FIRST_STEP: &str = "Set up job";
const LAST_STEP: &str = "Complete job";

/// Whether a job went well, as far as is known.
#[derive(Debug, Default)]
pub(super) struct Good {
    word: GoodEnd,
    job: Job,
    /// A part of a job is missing, or something of it failed.
    torn: bool,
}

/// A job of GitHub's runner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Job {
    #[default]
    None,
    Begun,
    Complete,
}

impl Good {
    /// Whether every line has to come.
    pub(super) const fn is_at(&self) -> bool {
        self.word.is_at()
    }

    /// A step begins with this line.
    pub(super) fn step(&mut self, line: &Line<'_>) {
        let named = line.step().map_or("", |(_, step)| step);
        if named == FIRST_STEP || is_first(line.text) {
            self.torn |= self.job == Job::Begun && named == FIRST_STEP;
            self.job = Job::Begun;
        } else {
            self.torn |= self.job != Job::Begun;
        }
    }

    /// Something failed.
    pub(super) const fn fails(&mut self) {
        self.torn = true;
    }

    /// A line of the service, or any other one; `text` is the line without the blanks round it.
    pub(super) fn line(&mut self, line: &Line<'_>, text: &str, sink: &mut dyn Sink) {
        if self.job == Job::None && is_first(text) {
            self.job = Job::Begun;
        }
        let killed = self.job == Job::Complete && text.starts_with("Terminate orphan process: pid (");
        let ends = text == "Cleaning up orphan processes"
            && (self.job == Job::Begun || line.step().is_some())
            && line.step().is_none_or(|(_, step)| step == LAST_STEP || step == "UNKNOWN STEP");
        if ends {
            self.torn |= self.job != Job::Begun;
            self.job = Job::Complete;
        }
        if (ends || killed) && !self.torn {
            // The runner ends a step whose command failed with a marked line.
            sink.emit(Event::JobSucceeded);
            self.word.say();
        } else if is_success(text) {
            self.word.say();
        } else {
            self.word.line(text);
        }
    }

    /// The job succeeded, in words that only its service prints.
    pub(super) const fn say(&mut self) {
        self.word.say();
    }

    /// The log ended.
    pub(super) fn end(&mut self, sink: &mut dyn Sink) {
        if self.job == Job::Complete && !self.word.is_at() {
            // A part of a job that is over: its lines are known to be a service's, and nothing is known of a result.
            let none = Some(0);
            let totals =
                Totals { passed: none, failed: none, skipped: none, other: none, total: none, errors: None };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        self.word.end(sink);
    }
}

/// The first line of a job of GitHub's runner.
fn is_first(text: &str) -> bool {
    text.starts_with("Current runner version: '")
}

/// Whether a service says in so many words that the job went well.
fn is_success(text: &str) -> bool {
    matches!(text, "Finished: SUCCESS" | "Done. Your build exited with 0." | "Build success")
}
