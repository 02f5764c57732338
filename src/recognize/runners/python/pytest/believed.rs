//! Whether totals are the session's own, or what a test printed.

use super::closing::Closing;
use super::parts::Part;
use super::recognizer::Pytest;
use super::rule;
use crate::event::{Seen, Sink};

impl Pytest {
    /// Whether totals can be those of this session at this place.
    pub(super) fn believes(&mut self, closing: &Closing) -> bool {
        if self.halted {
            return true;
        }
        let covered = self.announced.is_none_or(|announced| closing.covers(announced));
        if self.part == Part::Progress {
            // Nothing but the last result comes before the totals of a session that has no report.
            let done = self.percent.is_none_or(|percent| percent >= 100);
            return covered && (done || self.announced.is_some() || closing.sum() == 0);
        }
        if self.is_output() {
            if closing.failed() == 0 {
                self.pending = self.is_explained(closing).then_some(*closing);
                return false;
            }
            return closing.failed() == self.blocks || (self.announced.is_some() && covered);
        }
        true
    }

    /// Ends the session with totals that were right below output, unless this line goes on with its report. What is below a
    /// session is read as such, so no later line is waited for.
    pub(super) fn settle_pending(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let closing = self.pending.take()?;
        let rule =
            |char| rule::title(text.trim_end(), char).is_some_and(|title| title != "test session starts");
        let listed = text.starts_with("FAILED ") || text.starts_with("ERROR ");
        if listed || ['=', '_', '-'].into_iter().any(rule) {
            return None;
        }
        self.finish(&closing, sink);
        self.ended_early = true;
        Some(self.outside(text, sink))
    }

    /// Whether totals without a failure right below output, as `-rP` and `-rX` have them, account for every test of a
    /// session of which none failed so far.
    fn is_explained(&self, closing: &Closing) -> bool {
        let lettered = (self.percent == Some(100)).then_some(self.counted);
        let tests = self.announced.or(lettered);
        let failed =
            self.blocks > 0 || self.internal || !(self.lettered.is_empty() && self.reported.is_empty());
        self.open.is_none() && !failed && tests.is_some_and(|tests| closing.covers(tests))
    }
}

#[cfg(test)]
mod tests {
    use super::Pytest;
    use crate::recognize::kit::scan::drive;

    const HEAD: &str = "============================= test session starts ==============================\n\
        platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0\nrootdir: /quay\ncollected 2 items\n\n";
    const OUTPUT: &str = "==================================== PASSES ====================================\n\
        _________________________________ test_prints __________________________________\n\
        ----------------------------- Captured stdout call -----------------------------\n\
        Traceback (most recent call last):\n  File \"/quay/moor.py\", line 3, in moor\nValueError: no rope\n";

    fn totals(session: &str, closing: &str) -> bool {
        drive(&mut Pytest::default(), &format!("{session}{OUTPUT}{closing}\n"))
            .join("\n")
            .contains("Declared")
    }

    #[test]
    fn totals_below_the_output_of_tests_that_passed_are_those_of_the_session() {
        let passed = format!(
            "{HEAD}test_a.py ..                                                             [100%]\n\n"
        );
        let closing = "============================== 2 passed in 0.01s ===============================";
        assert!(totals(&passed, closing));
        assert!(totals(
            "..                                                                       [100%]\n",
            "2 passed in 0.01s"
        ));
        let other = "============================== 3 passed in 0.01s ===============================";
        assert!(!totals(&passed, other));
        assert!(!totals(
            "..                                                                       [100%]\n",
            "1 passed in 0.01s"
        ));
        let failed = passed.replace(" ..  ", " .F  ");
        assert!(!totals(&failed, closing));
        let reported = format!(
            "{HEAD}test_a.py::test_a PASSED                                                 [ 50%]\n\
            test_a.py::test_b FAILED                                                 [100%]\n\n"
        );
        assert!(!totals(&reported, closing));
    }

    #[test]
    fn totals_that_a_test_prints_do_not_count_beside_those_of_the_session() {
        let passed = format!(
            "{HEAD}test_a.py ..                                                             [100%]\n\n"
        );
        let closing = "============================== 2 passed in 0.01s ===============================";
        let rule = "____________________________________ test_b ____________________________________";
        let summary = "=========================== short test summary info ============================";
        for between in [
            rule.to_owned(),
            format!("more\n{rule}"),
            format!("FAILED a - b\n{rule}"),
            summary.to_owned(),
            closing.to_owned(),
        ] {
            let text = format!("{passed}{OUTPUT}{closing}\n{between}\n{closing}\n");
            let events = drive(&mut Pytest::default(), &text).join("\n");
            assert_eq!(events.matches("Declared").count(), 1, "{between}: {events}");
        }
        let failed =
            format!("{passed}{OUTPUT}{closing}\nmore\n{}\n", closing.replace("2 passed", "1 failed"));
        assert_eq!(drive(&mut Pytest::default(), &failed).join("\n").matches("Declared").count(), 2);
        let again = format!("{passed}{OUTPUT}{closing}\n{passed}{OUTPUT}{closing}\n");
        assert_eq!(drive(&mut Pytest::default(), &again).join("\n").matches("Declared").count(), 2);
    }
}
