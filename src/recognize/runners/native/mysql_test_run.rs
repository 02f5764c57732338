//! mysql-test-run.pl of MySQL and MariaDB: a row for each test, what a failed one printed, and the numbers.
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

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Part, Seen, TestId, Totals};
use crate::recognize::kit::{EqualNames, FAILED, Remembered, Run, Runner, Spec, begins, scan};

/// The most lines of a failure that say why.
const MOST_WHY: u32 = 60;
/// What is before the reason why the runner itself gave up.
const ERROR: &str = "mysql-test-run: *** ERROR: ";

/// mysql-test-run.pl.
#[derive(Debug, Default)]
pub struct MysqlTestRun {
    /// Lines of the failure that is open.
    lines: u32,
    /// How many names the closing list has.
    failing: u64,
    /// Tests whose rows failed, each once.
    failed: Remembered<4096>,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    Table,
    /// After `Completed: ...`, and whether all were successful.
    Completed(bool),
}

impl Runner for MysqlTestRun {
    const SPEC: Spec = Spec {
        name: "mysql-test-run",
        reads: "mysql-test-run.pl of MySQL and MariaDB",
        starts: &["TEST ", "Completed: ", ERROR],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if head(text) {
            self.finish(*zone, run);
            *self = Self::default();
            *zone = Zone::Table;
            return run.begin(None);
        }
        if let Some(reason) = text.strip_prefix(ERROR) {
            run.close();
            let known = begins(reason, &["there were failing test cases", "Test suite aborted"]);
            if matches!(zone, Zone::Completed(_)) && known {
                self.finish(*zone, run);
                return Seen::Mine(Class::Detail);
            }
            return run.fail_whole_at_once(reason, FailureKind::Crash, "");
        }
        match *zone {
            Zone::Outside => return Seen::No,
            Zone::Completed(_) => return self.completed(*zone, text, run),
            Zone::Table => {}
        }
        if let Some(row) = row(text) {
            return self.row(row, run);
        }
        if let Some(good) = ended(text) {
            run.close();
            run.may_have_ended();
            *zone = Zone::Completed(good);
            return Seen::Mine(Class::Totals);
        }
        if run.is_open() {
            return self.why(text, run);
        }
        let noise = scan::is_ruler(text, '-', 20) || begins(text, &["worker[", "Spent "]);
        if noise { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        self.finish(zone, run);
    }
}

impl MysqlTestRun {
    fn row(&mut self, Row { name, result, comment }: Row<'_>, run: &mut Run<'_>) -> Seen {
        run.close();
        let id = id(name);
        match result {
            "pass" | "retry-pass" | "exp-fail" if name == "shutdown_report" => Seen::Mine(Class::Noise),
            "pass" | "retry-pass" | "exp-fail" => run.pass(id),
            "skipped" | "skip" | "disabled" => run.skip(id),
            _ => {
                run.emit(Event::finished(id, FAILED));
                run.emit(Event::Heading);
                let seen = run.more(name);
                run.message(comment);
                self.failed.push_new(name);
                self.lines = 0;
                seen
            }
        }
    }

    /// A line below a failed test.
    fn why(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        self.lines.up(1);
        if content.is_empty()
            || begins(content, &["Test ended at ", "CURRENT_TEST: "])
            || scan::is_ruler(content, '-', 20)
        {
            return Seen::Inside(Class::Detail);
        }
        if begins(content, &["mysqltest: ", "Test case timeout"]) {
            return run.why_below(content);
        }
        let changed = text.starts_with(['+', '-', '@']);
        run.below(if changed && self.lines < MOST_WHY { Part::Why } else { Part::Output })
    }

    /// A line after `Completed: ...`.
    fn completed(&mut self, zone: Zone, text: &str, run: &mut Run<'_>) -> Seen {
        const KNOWN: [&str; 6] = [
            "The log files in var/log",
            "If you want to report",
            "Unstable test(s)",
            "Only ",
            "http",
            "Errors/warnings were found",
        ];
        if let Some(names) = text.strip_prefix("Failing test(s): ") {
            for name in names.split_whitespace() {
                // `main.moors` is also `main.moors 'innodb'`.
                let same = |failed: &&str| {
                    failed.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(" '"))
                };
                let failed: Vec<&str> = self.failed.iter().map(String::as_str).filter(same).collect();
                for name in if failed.is_empty() { vec![name] } else { failed } {
                    let (id, outcome) = (id(name), FAILED);
                    run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
                    self.failing.up(1);
                }
            }
            return Seen::Mine(Class::Detail);
        }
        if text.is_empty() || begins(text, &KNOWN) || text.contains(" tests were skipped, ") {
            return Seen::Mine(Class::Noise);
        }
        self.finish(zone, run);
        Seen::No
    }

    fn finish(&mut self, zone: Zone, run: &mut Run<'_>) {
        run.close();
        let Zone::Completed(good) = zone else { return };
        // Where no test failed for good, those that failed passed at another try.
        let mut failed = self.failing;
        if !good && failed == 0 {
            failed = 1;
            run.fail_whole_at_once("tests that failed", FailureKind::Suite, "");
        }
        run.totals(Totals { failed: Some(failed), other: None, ..run.counted() });
    }
}

/// The test of a row, within its suite.
fn id(name: &str) -> TestId<'_> {
    let (suite, test) = name.split_once('.').unwrap_or(("", name));
    TestId::of(suite, ".", test)
}

/// Reads `Completed: All 3 tests were successful.` and `Too many failed: Failed 1/2 tests, 50.00% were successful.`, of which
/// old versions have the second half alone: whether all is well.
fn ended(text: &str) -> Option<bool> {
    let (how, result) = text.split_once(": ").unwrap_or(("Completed", text));
    ["Completed", "Timeout", "Too many failed"].contains(&how).then_some(())?;
    let all = result.starts_with("All ") && result.ends_with(" tests were successful.");
    let some = result.starts_with("Failed ") && result.ends_with("% were successful.");
    (all || some).then_some(all && how == "Completed")
}

/// The head of the table, of MySQL and of MariaDB.
fn head(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(5).collect();
    // `WORKER` is there when several tests run at once.
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
    // With `--repeat` the word comes after the number of the time.
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
