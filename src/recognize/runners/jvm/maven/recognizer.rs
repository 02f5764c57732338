//! Maven's log as a whole: which run is open, which block, and how the build ended.
//!
//! Every test run is a section of its own (`suites`); a build without tests that succeeded is one too. What the build itself
//! says is read by `build`. A line of level info says nothing else: it is noise, once the log is certainly Maven's.

use super::build::{self, Build};
use super::goal::{goal_line, is_detail_of_crash};
use super::lines::{
    Level, begins_class, certain, follows_marked_results, follows_results, glued, is_head, level,
};
use super::suites::{self, List, Run};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level as Covers, Opened, Part, Runner, Seen, Sink, Totals,
};
use crate::recognize::kit::frames::jvm::{Kind, Trace};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The longest name of a class that is held, in bytes.
const LONGEST_CLASS: usize = 1024;

/// What is open.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// The trace of a failure.
    Trace(Trace),
    /// The trace of a failure that was reported before.
    Repeat(Trace),
    /// An entry of the closing list without block.
    Entry,
    /// A compiler's error or warning.
    Diagnostic(Class),
    /// What was reported before.
    Reported,
    /// A failed goal.
    Goal,
    /// An enforced rule.
    Rule,
}

/// Maven.
#[derive(Debug, Default)]
pub struct Maven {
    run: Option<Run>,
    build: Build,
    open: Open,
    /// Maven's own head was seen.
    sure: bool,
    /// It was seen once in this stream: others mark their lines alike.
    known: bool,
    /// `Results :` came without a mark: Surefire's before 2.20, of a log that is cut in front, if its lists or totals follow.
    results: bool,
    /// The class that began last outside of a run: its closing line, if it failed, is the first of a log that is cut in
    /// front.
    class: String,
    /// A test run was seen since.
    tested: bool,
}

struct Nobody;

impl Sink for Nobody {
    fn emit(&mut self, _: Event<'_>) {}
}

impl Recognizer for Maven {
    fn runner(&self) -> Runner {
        Runner("maven")
    }

    fn has_one_header(&self) -> bool {
        // Each module has the same.
        false
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "[INFO]",
                "[ERROR]",
                "[WARN",
                "[FATAL]",
                "Error:  ",
                "Warning:  ",
                "+ Error stacktraces",
                "T E S T S",
                "Running ",
                "Results",
                "Failed tests:",
                "Tests in error:",
                "Flaked tests:",
            ],
            inside: &["Tests run: "],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        let run = self.run.as_ref().is_some_and(|run| run.expected > 0 || run.list != List::None);
        if run || !matches!(self.open, Open::Nothing) { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let (level, rest) = level(text);
        if rest.strip_prefix("+ ").unwrap_or(rest) == "Error stacktraces are turned on." {
            return Seen::Mine(Class::Noise);
        }
        if let Some(seen) = self.inside(level, rest, text, sink) {
            return seen;
        }
        self.close(sink);
        if rest.trim() == "T E S T S" {
            return self.begin(level, sink);
        }
        if let Some(seen) = self.tests(level, rest, text, line.ending(), sink) {
            return seen;
        }
        if level == Level::Bare {
            return Seen::No;
        }
        if let Some(seen) = self.ended(level, rest, sink) {
            return seen;
        }
        if level != Level::Error && self.run.as_ref().is_some_and(|run| !run.running.is_empty()) {
            // A test that logs in Maven's style; Maven itself is silent while it runs.
            return Seen::No;
        }
        let busy = self.run.as_ref().is_some_and(|run| !run.running.is_empty());
        if !busy && let Some((seen, next)) = self.build.line(level, rest, sink) {
            self.open = match next {
                build::Next::Nothing => Open::Nothing,
                build::Next::Diagnostic(class) => Open::Diagnostic(class),
                build::Next::Repeat => Open::Reported,
                build::Next::Goal => Open::Goal,
                build::Next::Rule => Open::Rule,
            };
            return seen;
        }
        self.rest(level, rest, text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        self.build.tell_rule(sink);
        if let Some(mut run) = self.run.take() {
            run.lost(None, sink);
        } else if self.build.unexplained {
            sink.emit(Event::Consequence { name: "BUILD FAILURE", kind: FailureKind::Build });
        } else if self.sure {
            // How the build ended was not seen: other modules may have followed.
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "build" });
        }
    }
}

impl Maven {
    /// ` T E S T S`: a run begins, or another one beside it.
    fn begin(&mut self, level: Level, sink: &mut dyn Sink) -> Seen {
        self.tested = true;
        match &mut self.run {
            Some(run) if !run.results => run.another(),
            _ => {
                if let Some(mut run) = self.run.take() {
                    run.lost(Some(Ended::Replaced), sink);
                }
                self.run = Some(Run::open(level != Level::Bare, true, sink));
            }
        }
        Seen::Mine(Class::Noise)
    }

    /// A line of a test run. What a test printed without a line end may be before the closing line of its class.
    fn tests(
        &mut self,
        level: Level,
        rest: &str,
        text: &str,
        ending: &str,
        sink: &mut dyn Sink,
    ) -> Option<Seen> {
        let glued = glued(text, ending);
        let own = certain(level, rest);
        let opens = own || glued.is_some_and(|(level, rest)| certain(level, rest));
        if self.run.is_none() && opens {
            self.tested = true;
            let bare = own && level == Level::Bare;
            let mut run = Run::open(!bare, false, sink);
            if bare && !self.class.is_empty() {
                run.line(level, &std::mem::take(&mut self.class), sink);
            }
            self.run = Some(run);
        }
        if self.run.is_none() && level == Level::Bare && !rest.is_empty() {
            self.class.clear();
            if rest.starts_with("Running ") && rest.len() <= LONGEST_CLASS {
                self.class.push_str(rest);
            }
            let results = std::mem::replace(&mut self.results, rest == "Results :");
            if results && follows_results(rest) {
                self.tested = true;
                self.run = Some(Run::open(false, false, sink));
            }
        }
        if self.run.is_none() && level != Level::Bare && !rest.trim().is_empty() {
            let results = std::mem::replace(&mut self.results, rest.trim() == "Results:");
            if results && follows_marked_results(rest.trim()) {
                // The log is cut in front.
                self.tested = true;
                self.run = Some(Run::open(true, false, sink));
            }
        }
        if self.run.is_none() && self.tested && level == Level::Info && begins_class(rest) {
            // The next module's, of a log from which its head was cut.
            self.run = Some(Run::open(true, false, sink));
        }
        let run = self.run.as_mut()?;
        let mut found = run.line(level, rest, sink);
        if found.is_none()
            && let Some((level, rest)) = glued
        {
            found = run.line(level, rest, sink);
        }
        let (seen, next) = found?;
        self.open = match next {
            suites::Next::Nothing => Open::Nothing,
            suites::Next::Trace(trace) => Open::Trace(trace),
            suites::Next::Repeat(trace) => Open::Repeat(trace),
            suites::Next::Entry => Open::Entry,
            suites::Next::Over(died) => {
                self.run = None;
                self.build.died = died;
                Open::Nothing
            }
        };
        Some(seen)
    }

    /// `BUILD SUCCESS` and `BUILD FAILURE`.
    fn ended(&mut self, level: Level, rest: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let failed = match (level, rest.trim()) {
            (Level::Info, "BUILD SUCCESS" | "BUILD SUCCESSFUL") => false,
            (Level::Info | Level::Error, "BUILD FAILURE" | "BUILD ERROR" | "BUILD FAILED") => true,
            _ => return None,
        };
        if let Some(mut run) = self.run.take() {
            if !failed && !run.running.is_empty() {
                self.run = Some(run);
                return None;
            }
            let died = if run.running.is_empty() { None } else { Some(run.running.remove(0)) };
            let how = if failed { Ended::Crash } else { run.ended_well() };
            run.lost(Some(how), sink);
            self.build.died = died.map(|class| suites::died(&class, sink));
        } else if !failed && self.sure && !self.tested {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "build" });
            let totals = Totals { passed: Some(0), failed: Some(0), skipped: Some(0), ..Totals::default() };
            sink.emit(Event::Declared { totals, level: Covers::Section });
            sink.emit(Event::SectionEnded(Ended::Passed));
        }
        self.build.unexplained = failed;
        self.build.failed |= failed;
        if !failed {
            self.build.forget_rule(sink);
        }
        self.build.crashed = false;
        self.tested = false;
        self.sure = false;
        Some(Seen::Mine(Class::Totals))
    }

    /// What is left: noise, once the log is Maven's.
    fn rest(&mut self, level: Level, rest: &str, text: &str, sink: &mut dyn Sink) -> Seen {
        let begins = level == Level::Info && rest.starts_with("Scanning for projects...");
        if begins && let Some(mut run) = self.run.take() {
            // Another build: the one above has no end.
            run.lost(None, sink);
        }
        let head = rest.starts_with("Scanning for projects...")
            || (rest.starts_with("--- ") && rest.ends_with("---"));
        self.sure |= level == Level::Info && (head || (rest.starts_with("--- ") && rest.contains(" @ ")));
        self.known |= self.sure || self.tested;
        match level {
            // Of the summary of the modules: it was not built.
            Level::Info if self.known && rest.contains(" ..") && rest.trim_end().ends_with(". SKIPPED") => {
                let module = rest.split(" ..").next().unwrap_or(rest).trim();
                sink.emit(Event::Remark(&format!("{module} skipped: module not built")));
                Seen::Mine(Class::Noise)
            }
            Level::Info if self.known => Seen::Mine(Class::Noise),
            Level::Warning if self.sure && !rest.trim().is_empty() => {
                sink.emit(Event::BlockOpened(Block::Warning { key: text }));
                sink.emit(Event::Text(Part::Why));
                sink.emit(Event::BlockClosed);
                Seen::Mine(Class::Warning)
            }
            Level::Warning if self.sure => Seen::Mine(Class::Noise),
            Level::Info | Level::Warning | Level::Error | Level::Bare => Seen::No,
        }
    }

    /// A line of what is open; `None` when it is not part of it.
    fn inside(&mut self, level: Level, rest: &str, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let marked = self.run.as_ref().is_none_or(|run| run.marked);
        let own = marked && level != Level::Bare;
        match &mut self.open {
            Open::Nothing => None,
            Open::Trace(trace) => {
                if own || (!marked && is_head(rest)) {
                    return None;
                }
                trace_line(trace, text, sink)
            }
            Open::Repeat(trace) => {
                if own || (!marked && is_head(rest)) {
                    return None;
                }
                trace_line(trace, text, &mut Nobody).map(|_| Seen::Inside(Class::Noise))
            }
            Open::Entry => {
                let bare = !marked && (rest.trim().is_empty() || is_head(rest) || rest.starts_with("  "));
                if own || bare {
                    return None;
                }
                if text.trim().is_empty() {
                    return Some(Seen::Mine(Class::Noise));
                }
                sink.emit(Event::Text(Part::Why));
                Some(Seen::Inside(Class::Detail))
            }
            Open::Diagnostic(class) => {
                let more = (level == Level::Bare && !text.trim().is_empty())
                    || (matches!(level, Level::Error | Level::Warning) && rest.starts_with(' '));
                if !more {
                    return None;
                }
                sink.emit(Event::Text(Part::Why));
                Some(Seen::Mine(*class))
            }
            Open::Reported => {
                let more = (level == Level::Bare && !text.trim().is_empty())
                    || (level == Level::Error
                        && !rest.is_empty()
                        && !rest.starts_with("Failed to execute goal ")
                        && (rest.starts_with([' ', '\t']) || is_detail_of_crash(rest)));
                more.then_some(Seen::Mine(Class::Noise))
            }
            Open::Goal => goal_line(level, rest, text, sink),
            Open::Rule => {
                if level != Level::Bare || text.trim().is_empty() {
                    return None;
                }
                self.build.hold(text);
                Some(Seen::Mine(Class::Detail))
            }
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        match std::mem::take(&mut self.open) {
            Open::Trace(_) | Open::Entry | Open::Diagnostic(_) => sink.emit(Event::BlockClosed),
            Open::Goal => self.build.close(sink),
            Open::Nothing | Open::Repeat(_) | Open::Reported | Open::Rule => {}
        }
    }
}

/// A line of a block. A blank line after a frame ends it.
fn trace_line(trace: &mut Trace, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
    if text.trim().is_empty() {
        return if trace.framed() { None } else { Some(Seen::Mine(Class::Noise)) };
    }
    Some(match trace.line(text, sink) {
        Kind::Frame | Kind::More | Kind::Cause | Kind::Head => Seen::Mine(Class::Detail),
        Kind::Message => Seen::Inside(Class::Detail),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    const CLASS: &str = "[ERROR] Tests run: 2, Failures: 2, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! - in a.PressTest";
    const LIST: &str = "[ERROR] Failures: \n[ERROR]   PressTest.after:48 one is missing\n[ERROR]   PressTest.after:48 two are missing\n[ERROR] Tests run: 2, Failures: 2, Errors: 0, Skipped: 0";

    fn failures(log: &str) -> usize {
        let rows = drive(&mut Maven::default(), log);
        rows.iter()
            .map(|row| row.matches("outcome: Failed").count() + row.matches("BlockOpened(Test").count())
            .sum()
    }

    #[test]
    fn modules_that_were_not_built_are_named() {
        let log = "[INFO] Scanning for projects...\n[INFO] Reactor Summary:\n[INFO] quay-lib ................. FAILURE [ 30.776 s]\n[INFO] quay-gui ................. SKIPPED\n";
        let rows = drive(&mut Maven::default(), log);
        assert_eq!(
            (rows[2].as_str(), rows[3].as_str()),
            ("3 Mine(Noise) ", "4 Mine(Noise) Remark(\"quay-gui skipped: module not built\")")
        );
    }

    #[test]
    fn a_failed_class_without_its_tests_is_a_failure_when_the_totals_do_not_come() {
        let log = " T E S T S\nRunning quay.MoorTest\nTests run: 4, Failures: 2, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec <<< FAILURE!\nRunning quay.SinkTest\nTests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec\n";
        for end in ["", "[INFO] BUILD SUCCESS\n", "[INFO] BUILD FAILURE\n"] {
            let printed = drive(&mut Maven::default(), &format!("{log}{end}")).join("\n");
            assert!(printed.contains("Counted { passed: 5, failed: 2, skipped: 0"), "{printed}");
            assert!(printed.contains("Whole { name: \"MoorTest\", kind: Suite }"), "{printed}");
        }
        let results = "\nResults :\n\nFailed tests:   moors(quay.MoorTest): no\n  ties(quay.MoorTest): no\n\nTests run: 7, Failures: 2, Errors: 0, Skipped: 0\n";
        let printed = drive(&mut Maven::default(), &format!("{log}{results}")).join("\n");
        assert!(!printed.contains("kind: Suite"), "{printed}");
    }

    #[test]
    fn the_results_of_a_log_that_is_cut_in_front_are_a_run_when_they_tell_of_failures() {
        let reported = |log: &str| drive(&mut Maven::default(), log).join("\n");
        let printed = reported(
            "[INFO] Results:\n[INFO]\n[ERROR] Failures: \n[ERROR] quay.PierTests.moors\n[ERROR]   Run 1: PierTests.moors:60 no water\n[ERROR]   Run 2: PierTests.moors:60 no water\n[INFO]\n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n",
        );
        assert!(printed.contains("moors") && printed.matches("Finished").count() == 1, "{printed}");
        let well = "[INFO] Results:\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS\n";
        for others in ["[INFO] Results:\n[INFO] 3 ships moored\n", well] {
            assert!(!reported(others).contains("SectionStarted"), "{others}");
        }
    }

    #[test]
    fn a_quiet_run_begins_after_what_a_test_printed_without_a_line_end() {
        let blocks =
            "[ERROR] fills  Time elapsed: 0 s  <<< FAILURE!\njava.lang.AssertionError: one is missing\n\n";
        assert_eq!(failures(&format!("{CLASS}\n{blocks}")), 1);
        assert_eq!(failures(&format!("no line end{CLASS}\n{blocks}")), 1);
        assert_eq!(failures(&format!("no line end\n{blocks}")), 0);
    }

    #[test]
    fn entries_beyond_the_blocks_are_failures_of_their_own_names() {
        assert_eq!(failures(&format!("{CLASS}\n{LIST}")), 2);
        let blocks = "[ERROR] fills  Time elapsed: 0 s  <<< FAILURE!\njava.lang.AssertionError: one is missing\n\n[ERROR] turns  Time elapsed: 0 s  <<< FAILURE!\njava.lang.AssertionError: two are missing\n\n";
        assert_eq!(failures(&format!("{CLASS}\n{blocks}{LIST}")), 2, "the list goes through another method");
    }

    #[test]
    fn without_a_summary_lists_and_totals_follow_the_head() {
        let head = "[INFO]  T E S T S\n[INFO] -----\n";
        let rows = drive(&mut Maven::default(), &format!("{head}{LIST}\n[INFO] BUILD SUCCESS"));
        assert!(
            rows.iter().any(|row| row.contains("Declared") && row.contains("failed: Some(2)")),
            "{rows:?}"
        );
        assert!(rows.iter().all(|row| !row.contains("SectionEnded(Passed)")), "{rows:?}");
    }

    #[test]
    fn what_is_below_a_build_that_failed_tells_so_when_nothing_else_does() {
        let last = "[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.";
        let reported = |log: &str| {
            drive(&mut Maven::default(), log)
                .concat()
                .matches("Consequence { name: \"BUILD FAILURE\"")
                .count()
        };
        assert_eq!(reported(&format!("[ERROR] -> [Help 1]\n{last}\n[ERROR] [Help 1] http://a\n")), 1);
        assert_eq!(reported(&format!("[ERROR] the quay is closed -> [Help 1]\n{last}\n")), 0);
    }

    #[test]
    fn the_levels_that_githubs_page_shows_are_read_as_mavens() {
        let log = format!(
            "[INFO]  T E S T S\n[INFO] Running a.PressTest\n{CLASS}\n[ERROR] fills  Time elapsed: 0 s  <<< FAILURE!\njava.lang.AssertionError: one is missing\n\n[INFO] Results:\n{LIST}\n[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s - in a.Quay\n"
        );
        let shown = log.replace("[ERROR] ", "Error:  ").replace("[WARNING] ", "Warning:  ");
        let reported = |log: &str| drive(&mut Maven::default(), log);
        assert_eq!(reported(&shown), reported(&log));
        assert!(reported("Error: Tests run: 2, Failures: 2, Errors: 0, Skipped: 0\n")[0].starts_with("1 No"));
    }

    #[test]
    fn unmarked_totals_below_results_are_a_run_of_a_log_that_is_cut_in_front() {
        let reported = |log: &str| drive(&mut Maven::default(), log).join("\n");
        let totals = "Tests run: 9, Failures: 1, Errors: 2, Skipped: 3\n";
        let printed = reported(&format!("Results :\n\n{totals}"));
        assert!(
            printed.contains("passed: Some(3), failed: Some(1), errors: Some(2), skipped: Some(3)"),
            "{printed}"
        );
        let printed = reported(&format!("Results :\n\nFailed tests:   moors(a.Quay): no water\n\n{totals}"));
        assert!(printed.contains("name: \"moors\"") && printed.contains("Declared"), "{printed}");
        assert!(!reported(totals).contains("Section"));
    }

    #[test]
    fn skipped_tests_count_when_the_totals_are_lost() {
        let class = "[INFO]  T E S T S\n[INFO] Running a.QuayTest\n[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s - in a.QuayTest\n";
        let printed = drive(&mut Maven::default(), class).join("\n");
        assert!(printed.contains("Counted { passed: 2, failed: 0, skipped: 1, other: 0 }"), "{printed}");
    }

    #[test]
    fn that_traces_are_turned_on_is_no_error() {
        for line in ["[INFO] Error stacktraces are turned on.", "+ Error stacktraces are turned on."] {
            assert_eq!(drive(&mut Maven::default(), line)[0], "1 Mine(Noise) ");
        }
    }

    #[test]
    fn the_first_class_of_a_log_without_marks_may_be_one_that_failed() {
        let text = "Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 21.3 sec\nRunning a.QuayTest\nTests run: 4, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 1.8 sec <<< FAILURE!\nmoors(a.QuayTest)  Time elapsed: 0.1 sec  <<< ERROR!\njava.io.IOException: no rope\n";
        let rows = drive(&mut Maven::default(), text);
        assert!(rows[0].starts_with("1 No") && rows[2].contains("SectionStarted"), "{rows:?}");
        assert!(rows[3].contains("module: \"QuayTest\", separator: \".\", name: \"moors\""), "{rows:?}");
    }
}
