//! The state machine over jest's output.
//!
//! jest has no header; a section opens at the first file that is reported (`PASS`, `FAIL`) and ends with its totals. What
//! is printed of one file is together, in columns: the file at the line's beginning, titles of reports two columns in,
//! their text four columns in. Text of tests that was written past the console is between files, in any form,
//! and is nobody's: a title counts only directly below its file.
//!
//! The totals are reported when the lines below them have come, because on a terminal jest repeats them while it runs, and
//! because what follows (an interrupted run) may belong to the result.
//!
//! Not handled here: coverage tables, the lists of obsolete snapshots, the JSON report.

use crate::recognize::kit::{self, Runner, Spec};
use std::collections::HashSet;

use super::cut::Held;
use super::errors::Errors;
use super::jest_lines::{self, SEPARATOR, below, console, header, threshold, title, torn_down};
use super::result::Pending;
use super::tree::{self, Tree};
use crate::event::{Class, Event, FailureKind, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::v8::frame;
use crate::recognize::runners::javascript::shared::{Body, Death};

/// Where in jest's output a line is.
#[derive(Clone, Debug, Default)]
pub(super) enum Zone {
    /// Between files: output of anybody.
    #[default]
    Between,
    /// Directly below a file's header: the tree of names, then reports.
    Tree,
    /// Below a file's header, where a report may begin.
    Reports,
    /// In a report.
    Report(Body),
    /// In the list of what a file's tests logged, or in a report that is known already.
    Console,
    /// In something that was logged while the tests of a file run.
    Logged,
    /// In the report of an attempt that is tried again.
    Retry,
    /// In a warning of jest itself.
    Warning,
}

/// jest.
#[derive(Debug, Default)]
pub struct Jest {
    pub(super) zone: Zone,
    /// The file of the last header, and whether it failed.
    pub(super) file: String,
    pub(super) failed: bool,
    /// The file of the last header of one that failed.
    pub(super) failed_file: String,
    /// Errors that the failed file's tests logged before its first report.
    pub(super) errors: Errors,
    pub(super) tree: Tree,
    /// Failures that were reported with their text.
    pub(super) known: HashSet<u64>,
    pub(super) names: Vec<String>,
    /// Headers of files that passed, and of files that failed.
    pub(super) files: [u64; 2],
    /// The closing list has begun.
    pub(super) listing: bool,
    /// Failures that the number of failed tests does not count.
    pub(super) uncounted: u64,
    pub(super) suites: Option<(Totals, bool)>,
    /// How many lines of others came since they were read.
    pub(super) apart: u8,
    pub(super) pending: Option<Pending>,
    pub(super) death: Death,
    /// Files of which a failure was reported.
    pub(super) failing: HashSet<u64>,
    /// A run was seen, or a file's header.
    pub(super) begun: bool,
    /// A report without its file's header that may be one.
    pub(super) held: Option<Held>,
}

impl Runner for Jest {
    const SPEC: Spec = Spec {
        name: "jest",
        reads: "jest",
        starts: &jest_lines::STARTS,
        equal_names: kit::EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.held.is_some() || !matches!(self.zone, Zone::Between)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut kit::Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(seen) = self.cut(line, run) {
            return seen;
        }
        if let Some(seen) = self.inside(text, run) {
            return seen;
        }
        let suites = self.suites.take();
        let seen = self.outside(text, suites, run);
        if seen == Seen::No {
            self.keep_suites(suites, text);
        }
        seen
    }

    fn end(&mut self, (): (), run: &mut kit::Run<'_>) {
        self.leave(run);
        self.settle(run);
        if run.is_running() && self.death.tell(run) {
            run.forget();
        }
        self.tell_suites(run);
    }
}

impl Jest {
    /// Judges a line by the columns of what is open. `None` when it is outside.
    pub(super) fn inside(&mut self, text: &str, run: &mut kit::Run<'_>) -> Option<Seen> {
        let columns = indent(text);
        let blank = text.trim().is_empty();
        match &mut self.zone {
            Zone::Between => None,
            Zone::Tree | Zone::Reports | Zone::Report(_) | Zone::Console
                if columns < 2 && text.trim_start().starts_with("RUNS ") =>
            {
                run.close();
                self.zone = Zone::Reports;
                Some(Seen::Mine(Class::Noise))
            }
            Zone::Tree if blank => {
                self.zone = Zone::Reports;
                Some(Seen::Mine(Class::Noise))
            }
            Zone::Tree => self.name(text, run),
            Zone::Reports if blank => Some(Seen::Mine(Class::Noise)),
            Zone::Reports => None,
            Zone::Report(body) if blank || columns >= 4 => {
                Some(Seen::Mine(body.line(text.get(4..).unwrap_or_default(), run)))
            }
            Zone::Report(body) if body.lines() == 0 && header(text).is_none() && title(text).is_none() => {
                // A title of several lines.
                Some(run.text(Part::Why))
            }
            Zone::Console | Zone::Logged if blank || columns >= 4 => {
                if !run.is_running() && columns >= 6 && frame(text).is_some() {
                    // What the first tests log is above the first file when names are reported.
                    self.begin(run);
                }
                if self.failed || matches!(self.zone, Zone::Logged) {
                    self.errors.read(text);
                }
                Some(Seen::Inside(Class::Other))
            }
            Zone::Retry if blank || columns >= 4 || text.trim_start().starts_with("RETRY ") => {
                Some(Seen::Mine(Class::Other))
            }
            Zone::Warning if blank || columns >= 2 => {
                if blank {
                    return Some(Seen::Mine(Class::Noise));
                }
                run.emit(Event::Text(Part::Why));
                Some(Seen::Mine(Class::Warning))
            }
            Zone::Report(_) | Zone::Console | Zone::Logged | Zone::Retry | Zone::Warning => None,
        }
    }

    /// A line of the tree of names.
    pub(super) fn name(&mut self, text: &str, run: &mut kit::Run<'_>) -> Option<Seen> {
        if title(text).is_some() || header(text).is_some() || indent(text) < 2 {
            return None;
        }
        let Some((outcome, name)) = tree::test(text) else {
            if self.tree.describe(text) {
                return Some(Seen::Mine(Class::Noise));
            }
            return None;
        };
        self.begin(run);
        let module = self.tree.module(&self.file, text);
        let id = TestId { module: &module, separator: SEPARATOR, name };
        run.emit(Event::finished(id, outcome));
        Some(match outcome {
            Outcome::Passed | Outcome::Other => Seen::Mine(Class::Passed),
            Outcome::Skipped => Seen::Mine(Class::Skipped),
            Outcome::Failed(_) => {
                run.emit(Event::Heading);
                Seen::Mine(Class::Detail)
            }
        })
    }

    /// Judges a line that is not part of what was open.
    pub(super) fn outside(
        &mut self,
        text: &str,
        suites: Option<(Totals, bool)>,
        run: &mut kit::Run<'_>,
    ) -> Seen {
        if let Some(header) = header(text) {
            self.file(header, run);
            return Seen::Mine(if header.passed { Class::Passed } else { Class::Noise });
        }
        let below_file =
            matches!(self.zone, Zone::Tree | Zone::Reports | Zone::Report(_) | Zone::Console | Zone::Retry);
        if below_file && let Some(title) = title(text) {
            self.pending.take_if(|pending| pending.running);
            return self.report(title, run);
        }
        let right_below = suites.is_some() && self.apart == 0;
        let status =
            jest_lines::suites(text).is_some() || right_below || (self.pending.is_some() && below(text));
        self.leave(run);
        if below_file && status {
            // A terminal's status is between a file and its reports.
            self.zone = Zone::Reports;
        }
        if self.pending.is_some() {
            if below(text) {
                run.emit(Event::MayHaveEnded);
                if let (Some(words), Some(pending)) = (jest_lines::obsolete(text), &mut self.pending) {
                    pending.obsolete = !pending.running && !words.is_empty();
                }
                return Seen::Mine(Class::Totals);
            }
            if text.starts_with("Test run was interrupted.") {
                let seen = self.whole(text, FailureKind::Crash, run);
                run.close();
                self.settle(run);
                return seen;
            }
            let goes_on = text.trim_start().starts_with("RUNS ") || jest_lines::suites(text).is_some();
            if indent(text) == 2 && console(text) && !self.plausible() {
                self.pending = None;
            } else if !goes_on {
                self.settle(run);
            }
        }
        if let Some(suites) = jest_lines::suites(text) {
            (self.suites, self.apart) = (Some(suites), 0);
            return Seen::Mine(Class::Totals);
        }
        if let Some((suites, running)) = suites
            && let Some(totals) = jest_lines::tests(text)
        {
            self.begin(run);
            self.pending = Some(Pending { totals, suites, running, obsolete: false });
            run.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        self.words(text, run)
    }

    /// Sentences of jest itself.
    pub(super) fn words(&mut self, text: &str, run: &mut kit::Run<'_>) -> Seen {
        let bare = text.trim_start();
        if bare.starts_with("RUNS ") || text == "Determining test suites to run..." {
            self.pending = None;
            self.begin(run);
            return Seen::Mine(Class::Noise);
        }
        if text == "Summary of all failing tests" && run.is_running() {
            self.listing = true;
            return Seen::Mine(Class::Noise);
        }
        if bare.starts_with("LOGGING RETRY ERRORS ") && indent(text) < 2 {
            self.begin(run);
            self.zone = Zone::Retry;
            return Seen::Mine(Class::Other);
        }
        // Where a log begins inside of a file's list of what was logged, that is indented further.
        let listed = indent(text) == 4 && !run.is_running() && !self.begun;
        if (indent(text) == 2 || listed) && console(text) {
            run.emit(Event::MayHaveBegun);
            self.errors.read(text);
            self.zone = Zone::Logged;
            return Seen::Inside(Class::Other);
        }
        if let Some(file) = jest_lines::errors_in(text)
            && run.is_running()
        {
            // The reporter for GitHub tells the reports after all files.
            self.file = clipped(file);
            self.failed = true;
            self.zone = Zone::Reports;
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Ran all test suites") {
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("● Validation Error") || text.starts_with("● Multiple configurations found") {
            self.begin(run);
            self.zone = Zone::Report(Body::default());
            return self.whole(text.trim_start_matches("● "), FailureKind::Setup, run);
        }
        if text.starts_with("No tests found, exiting with code 1") {
            self.begin(run);
            let seen = self.whole(text, FailureKind::Suite, run);
            run.close();
            return seen;
        }
        if threshold(text) || run.is_running() && torn_down(text) {
            self.begin(run);
            let kind = if torn_down(text) { FailureKind::Crash } else { FailureKind::Suite };
            let seen = self.whole(text, kind, run);
            run.close();
            return seen;
        }
        if jest_lines::warning(text) {
            self.zone = Zone::Warning;
            return run.warn(text);
        }
        if bare.starts_with("●  process.exit called with ") {
            self.begin(run);
        }
        if run.is_running() && self.death.feed(text) {
            return Seen::Inside(Class::Detail);
        }
        Seen::No
    }
}
