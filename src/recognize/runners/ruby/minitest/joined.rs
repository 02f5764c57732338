//! Runs of minitest whose beginning is missing: the end of a log has its problems and its totals.

use super::lines::{self, Problem};
use super::recognizer::Minitest;
use crate::event::{Class, Event, Level, Opened, Seen, Sink};

impl Minitest {
    /// A line while no run is open.
    pub(super) fn join(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((number, problem)) = self.joining.take()
            && lines::named(text).is_some()
            && text.trim_end().ends_with(':')
        {
            let heading = std::mem::take(&mut self.heading);
            self.join_at(number.saturating_sub(1), sink);
            self.heading = heading;
            return self.head(number, problem, text, sink);
        }
        self.joining = lines::numbered(text).filter(|(_, problem)| *problem != Problem::Skipped);
        if self.joining.is_some() {
            text.trim_end().clone_into(&mut self.heading);
        }
        if lines::finished(text) {
            self.join_at(0, sink);
            return Seen::Mine(Class::Noise);
        }
        if let Some(sum) = lines::sum(text).filter(|sum| sum.bad() > 0 && !text.starts_with(' ')) {
            // The last line of a log: nothing above it tells whose it is, so that it says of failures alone.
            sink.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
            return Seen::Mine(Class::Totals);
        }
        Seen::No
    }

    /// A run is open of which so many problems was above.
    fn join_at(&mut self, last: u64, sink: &mut dyn Sink) {
        *self = Self { running: true, finished: true, last, ..Self::default() };
        sink.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
    }
}

#[cfg(test)]
mod tests {
    use super::Minitest;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn the_list_of_problems_is_read_without_the_run_above_it() {
        let text = "  3) Failure:\nKeel#test_depth [test/keel_test.rb:7]:\nExpected: 3\n  Actual: 4\n\n  4) Error:\nKeel#test_width:\nKeyError: no width\n    test/keel_test.rb:9:in `test_width'\n\n9 runs, 9 assertions, 3 failures, 1 errors, 0 skips\n";
        let rows = drive(&mut Minitest::default(), text).join("\n");
        assert_eq!(rows.matches("BlockOpened(Test").count(), 2, "{rows}");
        assert_eq!(rows.matches("Headless").count(), 1, "{rows}");
        assert!(rows.contains("Declared") && rows.contains("failed: Some(3), errors: Some(1)"), "{rows}");
    }

    #[test]
    fn the_line_above_the_totals_tells_whose_they_are() {
        let reported = |text: &str| drive(&mut Minitest::default(), text).join("\n");
        let totals = "9 runs, 9 assertions, 2 failures, 0 errors, 0 skips\n";
        let rows = reported(&format!("Finished in 0.02s, 41.80 runs/s, 41.80 assertions/s.\n\n{totals}"));
        assert!(rows.contains("Headless") && rows.contains("failed: Some(2)"), "{rows}");
        assert!(!reported(&format!("Finished in 0.02 seconds\n\n{totals}")).contains("Headless"));
    }

    #[test]
    fn totals_alone_tell_failures_and_no_success() {
        let reported = |text: &str| drive(&mut Minitest::default(), text).join("\n");
        let rows = reported("9 runs, 9 assertions, 2 failures, 1 errors, 0 skips\n");
        assert!(rows.contains("passed: Some(6), failed: Some(2), errors: Some(1)"), "{rows}");
        for text in [
            "9 runs, 9 assertions, 0 failures, 0 errors, 0 skips\n",
            "  9 runs, 9 assertions, 2 failures, 0 errors, 0 skips\n",
        ] {
            assert!(!reported(text).contains("Declared"), "{text}");
        }
    }

    #[test]
    fn a_numbered_failure_of_somebody_else_begins_no_run() {
        for text in [
            "  1) Failure:\nthe crane\n",
            "  1) Error:\nKeel#width is odd\n",
            "  1) Skipped:\nKeel#test_x [a.rb:1]:\n",
        ] {
            let rows = drive(&mut Minitest::default(), text).join("\n");
            assert!(!rows.contains("Section"), "{rows}");
        }
    }
}
