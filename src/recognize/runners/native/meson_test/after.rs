//! Logs after a run: which of their lines say what the run has printed before.

use super::log::Log;
use super::meson_test::{At, MesonTest};
use super::meson_test_lines::{self, Status};
use crate::event::{Class, Seen};
use crate::recognize::kit::Run;

impl MesonTest {
    /// A line of logs after the run.
    pub(super) fn logged(&mut self, text: &str, mut log: Log, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = log.line(text, self, run) {
            self.at = At::Log(log);
            return seen;
        }
        run.close();
        if log.reported && self.is_known(text, &mut log) {
            self.at = At::Log(log);
            return Seen::Mine(Class::Noise);
        }
        if log.reported && log.is_file() {
            // The file is another run's.
            self.replace(run);
            log.reported = false;
            if meson_test_lines::status(text).is_some() {
                self.at = At::List;
            }
        }
        let file = log.is_file();
        let seen = self.inside(text, run);
        if file && matches!(self.at, At::Run) {
            self.at = At::Log(log);
        }
        seen
    }

    /// Whether a line of logs after a run says what the run printed: its list of failures, and its totals.
    fn is_known(&self, text: &str, log: &mut Log) -> bool {
        if let Some((label, number)) = meson_test_lines::total(text) {
            log.sums.take(label, number);
            // Before its last line nothing can be reported.
            return !log.is_file() || !log.sums.are_whole() || log.sums.fail() == self.sums.fail();
        }
        let same = |status: Status<'_>| self.of == status.of && self.failed.has(status.number);
        let listed = |status| !log.is_file() || same(status);
        text.is_empty()
            || text == "Summary of Failures:"
            || meson_test_lines::status(text).is_some_and(listed)
    }
}
