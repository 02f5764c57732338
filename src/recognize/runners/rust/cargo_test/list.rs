//! The closing list of names, held until what follows shows that it is one.
//!
//! A test can print a list of its own, for instance because it runs another harness. After libtest's list come the totals; after
//! a printed one comes more of the block in which it is.

use super::shapes::split;
use crate::event::{Event, FailureKind, Grade, Outcome, Sink};

/// The most bytes of names that are held; more are reported at once.
const HELD_BYTES: usize = 1024 * 1024;

/// The names of a list.
#[derive(Debug, Default)]
pub struct ClosingList {
    /// Each with a newline after it.
    names: String,
}

impl ClosingList {
    /// Another name.
    pub fn add(&mut self, name: &str, sink: &mut dyn Sink) {
        if self.names.len().saturating_add(name.len()) < HELD_BYTES {
            self.names.push_str(name);
            self.names.push('\n');
        } else {
            tell(name, sink);
        }
    }

    /// It is the runner's: these tests failed.
    pub fn tell(&mut self, sink: &mut dyn Sink) {
        self.names.lines().for_each(|name| tell(name, sink));
        self.names.clear();
    }

    /// A test printed it.
    pub fn forget(&mut self) {
        self.names.clear();
    }
}

fn tell(name: &str, sink: &mut dyn Sink) {
    let outcome = Outcome::Failed(FailureKind::Test);
    sink.emit(Event::Finished { id: split(name), outcome, grade: Grade::Listed, attempt: 0, alias: "" });
    sink.emit(Event::BlockClosed);
}

#[cfg(test)]
mod tests {
    use crate::recognize::kit::scan::drive;
    use crate::recognize::runners::rust::cargo_test::CargoTest;

    /// The closing names that a run of three tests tells in which one failed and printed this.
    fn listed(printed: &str) -> usize {
        let run = format!(
            "running 3 tests\ntest a ... FAILED\n\nfailures:\n\n---- a stdout ----\n{printed}\nfailures:\n    a\n\n\
             test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n"
        );
        drive(&mut CargoTest::default(), &run).concat().matches("grade: Listed").count()
    }

    #[test]
    fn a_list_that_a_test_printed_is_forgotten_when_its_block_goes_on() {
        assert_eq!(listed("no\n"), 1);
        assert_eq!(listed("failures:\n    b\n\nno\n"), 1);
        assert_eq!(listed("failures:\n    b\n    c\n\ntest result: ok. 1 passed; 0 failed\n"), 1);
    }

    #[test]
    fn blocks_without_their_run_are_no_output_of_each_other() {
        let pieces = "running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured\n\n\
                      ---- b stdout ----\nno\n\n---- c stdout ----\nno\n";
        let rows = drive(&mut CargoTest::default(), pieces).concat();
        assert_eq!(rows.matches("BlockOpened(Test").count(), 2, "{rows}");
    }

    #[test]
    fn a_list_ends_with_a_line_that_is_no_name() {
        let run = "running 2 tests\ntest a ... FAILED\ntest b ... ok\nfailures:\n\nfailures:\n    a\n---\n   --> $DIR/a.rs:1:3\n    |\n    c\n";
        let rows = drive(&mut CargoTest::default(), run).concat();
        assert_eq!(rows.matches("grade: Listed").count(), 1, "{rows}");
    }

    #[test]
    fn a_list_without_totals_is_reported() {
        let run = "running 1 test\n\nfailures:\n\n---- a stdout ----\nno\n\nfailures:\n    a\n";
        let mut recognizer = CargoTest::default();
        let rows = drive(&mut recognizer, run).concat();
        assert_eq!(rows.matches("grade: Listed").count(), 1, "{rows}");
    }
}
