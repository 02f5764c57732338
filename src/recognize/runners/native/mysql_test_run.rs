//! mysql-test-run.pl of MySQL and MariaDB: a row for each test, what a failed one said, and the numbers.
//!
//! ```text
//! [ 50%] main.opens                                [ pass ]    118
//! [100%] main.moors                                [ fail ]
//!         Test ended at 2024-01-01 10:00:00
//!
//! CURRENT_TEST: main.moors
//! mysqltest: At line 3: Unknown column
//!
//! Completed: Failed 1/2 tests, 50.00% were successful.
//!
//! Failing test(s): main.moors
//! ```
//!
//! A test that fails is tried again: its rows are attempts, and the last names say which failed for good. A test may run in
//! several combinations, which its rows name and the last names do not. Where the run was ended early the numbers are those of
//! `Timeout: ...` or `Too many failed: ...`. Source of the format: `mtr_report.pm` of both.

use crate::event::{
    Attempt, Class, Event, FailureKind, Grade, Outcome, Part, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::run::{Run, passed_failed};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines of a failure that tell why.
const MOST_WHY: u32 = 60;
/// The most names of failures that are remembered for the closing list.
const MOST_TOLD: usize = 4096;

/// mysql-test-run.pl.
#[derive(Debug, Default)]
pub struct MysqlTestRun {
    run: Run,
    /// The table's head came.
    table: bool,
    passed: u64,
    skipped: u64,
    /// Lines of the failure that is told.
    lines: u32,
    /// `Completed: ...` came: whether all were successful.
    completed: Option<bool>,
    failing: u64,
    /// Tests whose rows failed, each once.
    told: Vec<String>,
}

impl Recognizer for MysqlTestRun {
    fn runner(&self) -> Runner {
        Runner("mysql-test-run")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["TEST ", "Completed: ", "mysql-test-run: *** ERROR: "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.table { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if head(text) {
            self.finish(sink);
            self.run.begin(None, sink);
            *self = Self { run: std::mem::take(&mut self.run), table: true, ..Self::default() };
            return Seen::Mine(Class::Noise);
        }
        if let Some(reason) = text.strip_prefix("mysql-test-run: *** ERROR: ") {
            self.run.close(sink);
            let known = reason.starts_with("there were failing test cases")
                || reason.starts_with("Test suite aborted");
            if self.completed.is_some() && known {
                self.finish(sink);
            } else {
                self.run.fail_whole(reason, FailureKind::Crash, sink);
                self.run.close(sink);
            }
            return Seen::Mine(Class::Detail);
        }
        if !self.table {
            return Seen::No;
        }
        if self.completed.is_some() {
            return self.behind(text, sink);
        }
        if let Some(row) = row(text) {
            return self.row(row, sink);
        }
        if let Some(good) = ended(text) {
            self.run.close(sink);
            self.completed = Some(good);
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if self.run.is_open() {
            return self.why(text, sink);
        }
        let noise =
            scan::is_ruler(text, '-', 20) || text.starts_with("worker[") || text.starts_with("Spent ");
        if noise { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}

impl MysqlTestRun {
    fn row(&mut self, Row { name, result, comment }: Row<'_>, sink: &mut dyn Sink) -> Seen {
        self.run.close(sink);
        let (suite, test) = name.split_once('.').unwrap_or(("", name));
        let id = TestId { module: suite, separator: if suite.is_empty() { "" } else { "." }, name: test };
        let finished = |outcome, attempt: Attempt| Event::Finished {
            id,
            outcome,
            grade: Grade::Line,
            attempt,
            alias: "",
        };
        match result {
            "pass" | "retry-pass" | "exp-fail" if name == "shutdown_report" => Seen::Mine(Class::Noise),
            "pass" | "retry-pass" | "exp-fail" => {
                self.passed = self.passed.saturating_add(1);
                sink.emit(finished(Outcome::Passed, 0));
                Seen::Mine(Class::Passed)
            }
            "skipped" | "skip" | "disabled" => {
                self.skipped = self.skipped.saturating_add(1);
                sink.emit(finished(Outcome::Skipped, 0));
                Seen::Mine(Class::Skipped)
            }
            _ => {
                sink.emit(finished(Outcome::Failed(FailureKind::Test), 0));
                sink.emit(Event::Heading);
                let name = format!("{}{}{}", id.module, id.separator, id.name);
                if self.told.len() < MOST_TOLD && !self.told.contains(&name) {
                    self.told.push(clipped(&name));
                }
                self.run.more(&name, sink);
                self.run.message(comment, sink);
                self.lines = 0;
                Seen::Mine(Class::Detail)
            }
        }
    }

    /// A line below a failed test.
    fn why(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        self.lines = self.lines.saturating_add(1);
        let noise = content.is_empty()
            || content.starts_with("Test ended at ")
            || content.starts_with("CURRENT_TEST: ")
            || scan::is_ruler(content, '-', 20);
        if noise {
            return Seen::Inside(Class::Detail);
        }
        if content.starts_with("mysqltest: ") || content.starts_with("Test case timeout") {
            self.run.why(content, sink);
        } else {
            let changed = text.starts_with(['+', '-', '@']);
            let part = if changed && self.lines < MOST_WHY { Part::Why } else { Part::Output };
            self.run.text(part, sink);
        }
        Seen::Inside(Class::Detail)
    }

    /// A line behind `Completed: ...`.
    fn behind(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(names) = text.strip_prefix("Failing test(s): ") {
            for name in names.split_whitespace() {
                // `main.moors` is also `main.moors 'innodb'`.
                let same = |told: &&String| {
                    told.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(" '"))
                };
                let told: Vec<&str> = self.told.iter().filter(same).map(String::as_str).collect();
                for name in if told.is_empty() { vec![name] } else { told } {
                    let (suite, test) = name.split_once('.').unwrap_or(("", name));
                    let separator = if suite.is_empty() { "" } else { "." };
                    let id = TestId { module: suite, separator, name: test };
                    let outcome = Outcome::Failed(FailureKind::Test);
                    sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
                    self.failing = self.failing.saturating_add(1);
                }
            }
            return Seen::Mine(Class::Detail);
        }
        let known = [
            "The log files in var/log",
            "If you want to report",
            "Unstable test(s)",
            "Only ",
            "http",
            "Errors/warnings were found",
        ];
        if text.is_empty()
            || known.iter().any(|begin| text.starts_with(begin))
            || text.contains(" tests were skipped, ")
        {
            return Seen::Mine(Class::Noise);
        }
        self.finish(sink);
        Seen::No
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
        let Some(good) = self.completed else { return };
        // Where no test failed for good, those that failed passed at another try.
        let mut failed = self.failing;
        if !good && failed == 0 {
            failed = 1;
            self.run.fail_whole("tests that failed", FailureKind::Suite, sink);
            self.run.close(sink);
        }
        let totals = Totals { skipped: Some(self.skipped), ..passed_failed(self.passed, failed) };
        self.run.declare(totals, sink);
        *self = Self::default();
    }
}

/// Reads `Completed: All 3 tests were successful.` and `Too many failed: Failed 1/2 tests, 50.00% were successful.`, of which
/// old versions have the second half alone: whether all is well.
fn ended(text: &str) -> Option<bool> {
    let (how, said) = text.split_once(": ").unwrap_or(("Completed", text));
    ["Completed", "Timeout", "Too many failed"].contains(&how).then_some(())?;
    let all = said.starts_with("All ") && said.ends_with(" tests were successful.");
    let some = said.starts_with("Failed ") && said.ends_with("% were successful.");
    (all || some).then_some(all && how == "Completed")
}

/// The head of the table, of MySQL and of MariaDB.
fn head(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(5).collect();
    // `WORKER` stands there when several tests run at once.
    matches!(
        words.as_slice(),
        ["TEST", "NAME" | "WORKER", "RESULT", "TIME", "(ms)"] | ["TEST", "RESULT", "TIME", "(ms)", ..]
    )
}

/// A row of the table.
struct Row<'a> {
    name: &'a str,
    result: &'a str,
    comment: &'a str,
}

/// Reads `[ 33%] main.opens    [ pass ]    118` and `main.opens 'innodb'     w1 [ pass ]    118`.
fn row(text: &str) -> Option<Row<'_>> {
    let text = match text.strip_prefix('[').and_then(|rest| rest.split_once("%] ")) {
        Some((number, rest)) => {
            scan::whole_number(number.trim())?;
            rest
        }
        None => text,
    };
    let (name, rest) = text.split_once(" [ ")?;
    let (result, comment) = rest.split_once(" ]")?;
    // With `--repeat` the time that it is stands before the word.
    let result = scan::number(result).map_or(result, |(_, word)| word.trim_start());
    let known = [
        "pass",
        "fail",
        "skipped",
        "skip",
        "disabled",
        "retry-pass",
        "retry-fail",
        "exp-fail",
        "fail-timeout",
    ];
    known.contains(&result).then_some(())?;
    // A name without a suite, as old versions print it, is padded.
    let padded = name.ends_with(' ');
    let name = name.trim_end();
    let worker = name.rsplit_once(' ').filter(|(_, last)| {
        last.strip_prefix('w').is_some_and(|number| scan::whole_number(number).is_some())
    });
    let name = worker.map_or(name, |(name, _)| name.trim_end());
    (!name.is_empty() && !name.starts_with(' ') && (padded || name.contains('.'))).then_some(Row {
        name,
        result,
        comment: comment.trim(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut MysqlTestRun::default(), text).join("\n")
    }

    const HEAD: &str = "                  TEST NAME                       RESULT  TIME (ms) COMMENT\n------------------------------------------------------\n\
                        [ 50%] main.opens                                [ pass ]    118\n";
    const FAILED: &str = "[100%] main.moors                                [ fail ]\n        Test ended at 2024-01-01 10:00:00\n\nCURRENT_TEST: main.moors\n\
                          mysqltest: At line 3: Unknown column\n\n";

    #[test]
    fn a_failed_test_has_what_the_client_said_and_the_last_names_count() {
        let all = all(&format!(
            "{HEAD}{FAILED}Completed: Failed 1/2 tests, 50.00% were successful.\n\nFailing test(s): main.moors\n\nmysql-test-run: *** ERROR: there were failing test cases\n"
        ));
        assert!(all.contains("module: \"main\", separator: \".\", name: \"moors\""), "{all}");
        assert!(all.contains("Message(\"mysqltest: At line 3: Unknown column\")"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_passes_by_its_last_word_alone() {
        assert!(!all(HEAD).contains("Declared"));
        let all = all(&format!("{HEAD}Completed: All 1 tests were successful.\n\nnext\n"));
        assert!(all.contains("passed: Some(1), failed: Some(0)"), "{all}");
    }

    #[test]
    fn rows_name_workers_and_combinations() {
        let of = |text| row(text).map(|row| (row.name, row.result));
        assert_eq!(
            of("main.opens 'innodb'                      w1 [ pass ]    118"),
            Some(("main.opens 'innodb'", "pass"))
        );
        assert_eq!(
            of("[ 50%] main.docks    [ skipped ]  Test needs --big-test"),
            Some(("main.docks", "skipped"))
        );
        assert_eq!(of("see [ this ] here"), None);
        assert_eq!(of("see [ fail ] here"), None);
        assert!(!all("TEST a [ fail ]\nCompleted: All 2 tests were successful.\n").contains("Started"));
    }
}
