//! Reports of Ant's junit task that are read from their files: no task marks their lines.

use super::ant::{Ant, CASE, SUITE};
use crate::event::{Class, Opened, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::NAME_BYTES;

/// Where a report is whose lines no task marks.
#[derive(Debug, Default)]
pub(super) enum Bare {
    /// There is none.
    #[default]
    None,
    /// A suite was named: its numbers have to follow.
    Suite(String),
    /// A case was named: its verdict may follow.
    Case,
    /// It is a report.
    Report,
}

impl Ant {
    /// A line that no task marks.
    pub(super) fn bare(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let (names_suite, names_case) = (text.starts_with(SUITE), text.starts_with(CASE));
        match std::mem::take(&mut self.bare) {
            Bare::Report => {
                self.bare = Bare::Report;
                let seen = self.of_report(text, run);
                // Whoever prints between two suites is nobody's.
                return if seen == Seen::Inside(Class::Other) && !self.suite.printed {
                    Seen::No
                } else {
                    seen
                };
            }
            Bare::Suite(name) if text.starts_with("Tests run: ") && text.contains(", Failures: ") => {
                self.begin_bare(run);
                self.enter(&name, run);
                return self.of_report(text, run);
            }
            Bare::Case if matches!(text.trim(), "FAILED" | "Caused an ERROR") && text.starts_with('\t') => {
                self.begin_bare(run);
                return self.of_report(text, run);
            }
            Bare::None | Bare::Suite(_) | Bare::Case => {}
        }
        if run.is_running() {
            return Seen::No;
        }
        if names_suite {
            self.bare = Bare::Suite(
                crate::text::head(text.get(SUITE.len()..).unwrap_or_default(), NAME_BYTES).to_owned(),
            );
        } else if names_case {
            let case = text.get(CASE.len()..).and_then(|case| case.rsplit_once(" took "));
            self.case = case.map(|(name, _)| crate::text::head(name, NAME_BYTES).to_owned());
            self.bare = if self.case.is_some() { Bare::Case } else { Bare::None };
        }
        Seen::No
    }

    /// A line of a report. Nothing closes it: its last line does.
    fn of_report(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let seen = self.junit(text, run);
        if matches!(seen, Seen::Mine(_)) {
            run.may_have_ended();
        }
        seen
    }

    /// A report begins whose lines no task marks: it owns nothing.
    fn begin_bare(&mut self, run: &mut Run<'_>) {
        self.bare = Bare::Report;
        run.begin_as(Opened::Headless, None);
    }
}
