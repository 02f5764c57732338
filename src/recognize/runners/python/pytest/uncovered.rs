//! pytest-cov's threshold: a session whose tests passed fails, and its totals do not say so.

use super::parts::Part;
use super::recognizer::Pytest;
use crate::event::{Class, Event, FailureKind, Seen, Sink, TestId};

/// What the failure is called.
const NAME: &str = "test coverage";

/// Whether pytest-cov says that too little was covered.
pub(super) fn says_so(text: &str) -> bool {
    text.starts_with("FAIL Required test coverage of ")
        || text.starts_with("ERROR: Coverage failure: total of ")
}

impl Pytest {
    /// The line, where pytest-cov may write it: after the last test or below the warnings.
    ///
    /// A test whose output is not captured may print it too. Then a result follows.
    pub(super) fn uncovered(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let where_it_may_be = match self.part {
            Part::Progress => self.nested.is_none(),
            Part::Warnings | Part::Foreign | Part::Summary | Part::Reruns => true,
            Part::Outside | Part::Errors | Part::Failures | Part::Expected | Part::Passes => false,
        };
        if !where_it_may_be || !says_so(text) {
            return None;
        }
        self.ensure_open(sink);
        self.close(sink);
        self.uncovered |= self.part == Part::Progress;
        sink.emit(Event::Consequence { name: NAME, kind: FailureKind::Suite });
        sink.emit(Event::Message(text.trim_end()));
        Some(Seen::Mine(Class::Detail))
    }

    /// A result came: the line before it was a test's.
    pub(super) fn forget_uncovered(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.uncovered) {
            sink.emit(Event::Withdrawn(TestId::bare(NAME)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::recognize::kit::scan;
    use crate::recognize::runners::python::pytest::Pytest;

    const HEAD: &str =
        "===== test session starts =====\nplatform linux -- Python 3.11.7\ncollected 2 items\n\n";
    const TOO_LITTLE: &str = "FAIL Required test coverage of 90% not reached. Total coverage: 76.92%";
    const TOTALS: &str = "====== 2 passed in 0.01s ======\n";

    fn rows(text: &str) -> Vec<String> {
        scan::drive(&mut Pytest::default(), &format!("{HEAD}{text}{TOTALS}"))
    }

    fn reported(text: &str) -> [usize; 2] {
        let rows = rows(text);
        ["Consequence", "Withdrawn"].map(|word| rows.iter().filter(|row| row.contains(word)).count())
    }

    #[test]
    fn too_little_coverage_after_the_last_test_fails_the_session() {
        assert_eq!(reported(&format!("test_a.py ..                [100%]\n\n{TOO_LITTLE}\n\n")), [1, 0]);
        assert_eq!(reported(&format!("test_a.py ..\n\nTOTAL   13   3   77%\n{TOO_LITTLE}\n")), [1, 0]);
    }

    #[test]
    fn the_table_may_are_below_the_warnings() {
        let warnings =
            "====== warnings summary =======\na.py:3\n  a.py:3: UserWarning: old\n\n-- Docs: https://x\n";
        assert_eq!(
            reported(&format!("test_a.py ..                [100%]\n\n{warnings}\n{TOO_LITTLE}\n")),
            [1, 0]
        );
    }

    #[test]
    fn a_result_after_it_shows_that_a_test_printed_it() {
        assert_eq!(reported(&format!("test_a.py::test_x {TOO_LITTLE}\nPASSED\n")), [0, 0]);
        assert_eq!(reported(&format!("test_a.py::test_x\n{TOO_LITTLE}\nPASSED\n")), [1, 1]);
        assert_eq!(reported(&format!("test_a.py .\n{TOO_LITTLE}\n.            [100%]\n")), [1, 1]);
        assert_eq!(reported(&format!("{TOO_LITTLE}\ntest_a.py::test_x PASSED       [100%]\n")), [1, 1]);
    }
}
