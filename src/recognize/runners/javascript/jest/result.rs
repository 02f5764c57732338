//! What a run of jest came to: when its totals count, and what they do not count.

use super::jest::Jest;
use super::jest_lines::{self, SEPARATOR};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Level, Seen, TestId, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::clipped;

/// How many lines of others may be between the numbers of files and those of tests.
const APART: u8 = 32;

/// Totals that were read but not reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) totals: Totals,
    pub(super) suites: Totals,
    /// They may be those of a run that goes on.
    pub(super) running: bool,
    /// Snapshots are obsolete.
    pub(super) obsolete: bool,
}

impl Jest {
    /// A section begins unless one is open.
    pub(super) fn begin(&mut self, run: &mut Run<'_>) {
        if !run.is_running() {
            self.begun = true;
            run.begin(None);
        }
    }

    /// Numbers of files that failed wait for those of the tests when another run prints its lines in between.
    pub(super) fn keep_suites(&mut self, suites: Option<(Totals, bool)>, text: &str) {
        let failed = suites.is_some_and(|(totals, _)| totals.failed > Some(0));
        if (failed || jest_lines::covers(text)) && self.suites.is_none() && self.apart < APART {
            self.suites = suites;
            self.apart.up(1);
        }
    }

    /// The numbers of files are all that was read of the totals: of failures without a name they are the best.
    pub(super) fn tell_suites(&mut self, run: &mut Run<'_>) {
        let failed = self.suites.take().and_then(|(totals, running)| totals.failed.filter(|_| !running));
        if let Some(failed) = failed.filter(|failed| *failed > 0 && run.is_running() && self.known.is_empty())
        {
            let totals = Totals { errors: Some(failed), ..Totals::default() };
            run.emit(Event::Declared { totals, level: Level::Section });
        }
    }

    /// A failure that is no test's.
    pub(super) fn whole(&mut self, name: &str, kind: FailureKind, run: &mut Run<'_>) -> Seen {
        self.uncounted.up(1);
        run.instead(name);
        run.fail_whole(&clipped(name), kind)
    }

    /// Whether the totals that were read count what was reported: those that a test printed seldom do.
    pub(super) fn plausible(&self) -> bool {
        let Some(Pending { totals, suites, .. }) = self.pending else { return false };
        let reported = u64::try_from(self.known.len()).unwrap_or(u64::MAX);
        let [passed, failed] = self.files;
        suites.passed.unwrap_or(0) == passed
            && suites.failed.unwrap_or(0) == failed
            && totals.failed.unwrap_or(0).saturating_add(self.uncounted) == reported
    }

    /// Tells the totals that were read.
    pub(super) fn settle(&mut self, run: &mut Run<'_>) {
        let Some(Pending { mut totals, suites, obsolete, .. }) = self.pending.take() else { return };
        let files = suites.failed.unwrap_or(0);
        let clean = totals.failed == Some(0) && files == 0 && self.uncounted == 0;
        let [passed, failed] = self.files;
        let all_passed = suites.passed.unwrap_or(0) == passed;
        if clean && !all_passed && failed > 0 && self.names.is_empty() {
            // Files that passed are missing, one that failed is not, and why it failed was not seen.
            let name = std::mem::take(&mut self.failed_file);
            run.instead(&format!("FAIL {name}"));
            run.fail_whole_at_once(&name, FailureKind::Suite, "");
        }
        if clean && all_passed {
            // Every file that passed has reported so: the reports were text of a test.
            for name in std::mem::take(&mut self.names) {
                run.emit(Event::Withdrawn(TestId::split_last(&name, SEPARATOR)));
            }
        }
        if clean && obsolete {
            self.whole("obsolete snapshots", FailureKind::Suite, run);
            run.message("snapshots are obsolete: run jest with -u to remove them");
            run.close();
        }
        // Where each failed test was reported, further files failed without one.
        let already_reported =
            u64::try_from(self.known.len()).unwrap_or(u64::MAX).saturating_sub(self.uncounted);
        let of_files = u64::try_from(self.failing.len()).unwrap_or(u64::MAX);
        let others = match totals.failed {
            Some(failed) if failed > 0 && failed == already_reported && of_files > 0 => {
                files.saturating_sub(of_files)
            }
            _ => 0,
        };
        if self.uncounted.saturating_add(others) > 0 {
            totals.errors = Some(self.uncounted.saturating_add(others));
        } else if totals.failed == Some(0) && files > 0 {
            totals.errors = Some(files);
        }
        run.emit(Event::Declared { totals, level: Level::Section });
        run.forget();
        *self = Self { begun: true, ..Self::default() };
    }
}
