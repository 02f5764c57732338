//! Runs of minitest whose beginning is missing: the end of a log has its problems and its totals.

use super::minitest::Minitest;
use super::minitest_lines::{self, Problem};
use crate::event::{Class, Event, Level, Opened, Seen};
use crate::recognize::kit::Run;

impl Minitest {
    /// A line while no run is open.
    pub(super) fn join(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, problem)) = self.joining.take()
            && minitest_lines::named(text).is_some()
            && text.trim_end().ends_with(':')
        {
            let heading = std::mem::take(&mut self.heading);
            self.join_at(number.saturating_sub(1), run);
            self.heading = heading;
            return self.head(number, problem, text, run);
        }
        self.joining = minitest_lines::numbered(text).filter(|(_, problem)| *problem != Problem::Skipped);
        if self.joining.is_some() {
            text.trim_end().clone_into(&mut self.heading);
        }
        if minitest_lines::finished(text) {
            self.join_at(0, run);
            return Seen::Mine(Class::Noise);
        }
        if let Some(sum) = minitest_lines::sum(text).filter(|sum| sum.bad() > 0 && !text.starts_with(' ')) {
            // The last line of a log: nothing above it tells whose it is, so that it says of failures alone.
            run.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
            return Seen::Mine(Class::Totals);
        }
        Seen::No
    }

    /// A run is open of which so many problems was above.
    fn join_at(&mut self, last: u64, run: &mut Run<'_>) {
        *self = Self { finished: true, last, ..Self::default() };
        run.begin_as(Opened::Headless, None);
    }
}
