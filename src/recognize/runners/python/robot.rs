//! Robot Framework's console: each test a line with its result at a fixed column, between rules.
//!
//! A suite is announced between two rules of `=`, a test ends at a rule of `-`. What a test writes to the console is
//! between its name and its result, which then is alone on its line. A suite ends with a result line of its name, and
//! its totals; those of the first suite are the run's. The dotted console prints points and tells failures at the end.
//! Source: `robot/output/console/verbose.py`, `dotted.py` and `robot/result/model`, Robot Framework 3 to 7.

mod robot_lines;

use crate::event::{Attempt, Block, Class, Event, FailureKind, Grade, Level, Outcome, Part, Seen, TestId};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::TELLING_LINES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use robot_lines::{Cut, Reported, is_same, rule, totals, without_doc};

use crate::budget::Count as _;

/// The width of the console when nobody asks for another, in chars: that of the rules.
const RULE: usize = 78;
/// Robot Framework does not number attempts.
const ATTEMPT: Attempt = 0;
/// The most lines in which the first result has to be after a title that anybody may have printed.
const DOUBTFUL_LINES: u32 = 200;
/// How deep suites are nested.
const DEPTH: usize = 64;
/// The most tests of a suite whose passes wait for its end.
const MOST_HELD: usize = 4096;
/// The most bytes of their names.
const HELD_BYTES: usize = 512 * 1024;

/// Where the recognizer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing is known of the next line.
    #[default]
    Between,
    /// After a rule of `=`.
    Ruled,
    /// After the name of a suite.
    Suite,
    /// After a rule: a test begins.
    Begins,
    /// One line came that holds no result: a suite, or a test that prints.
    Named,
    /// A test began and printed something.
    Prints,
    /// In the message of a failed test; its lines so far.
    Failed(u32),
    /// After the result line of a suite, and whether a message may follow: one that passed has none.
    SuiteEnds(bool),
    /// In the message of a failure that the dotted console tells.
    Dotted(u32),
    /// After `Run suite`: the totals.
    DottedEnds,
}

/// Robot Framework.
#[derive(Debug, Default)]
pub struct Robot {
    state: State,
    dotted: bool,
    /// The suites that are open, outermost first.
    suites: Vec<String>,
    /// Tests of the innermost suite that passed, unless its tear-down fails.
    held: Vec<String>,
    held_bytes: usize,
    /// The name of a suite or test whose line came.
    name: String,
    /// The width of the rules; 0 when none came.
    width: usize,
    /// Whether the title that came last is filled up to the width, as nobody else does.
    filled: bool,
    /// Lines after a title that anybody may have printed.
    doubtful: u32,
    /// Outside of a run.
    cut: Cut,
}

impl Runner for Robot {
    const SPEC: Spec = Spec {
        name: "robot",
        reads: "Robot Framework",
        starts: &["==============================", "Running suite '", "[ ERROR ]"],
        numbered: &[" tests, ", " test, ", " tasks, ", " task, "],
        passes: &[PassShape { start: "", end: "| PASS |" }],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.state != State::Between || self.cut.is_open()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let state = std::mem::take(&mut self.state);
        if !run.is_running() && !self.suites.is_empty() {
            self.doubtful.up(1);
            if self.doubtful > DOUBTFUL_LINES {
                *self = Self::default();
                return Seen::No;
            }
        }
        if !run.is_running()
            && let Some(seen) = self.cut.line(text, run)
        {
            return seen;
        }
        if let Some(width) = rule(text).filter(|width| !run.is_running() || [0, *width].contains(&self.width))
        {
            let another = std::mem::replace(&mut self.width, width) != width && !run.is_running();
            return self.rule(if another { State::Between } else { state }, text, run);
        }
        match state {
            State::Between => self.between(text, run),
            State::Ruled if run.is_running() && self.result(text).is_some() => {
                self.test(State::Begins, text, run)
            }
            State::Ruled => match self.suite(text, run) {
                // The rule was somebody else's.
                Seen::No if self.state == State::Between => self.between(text, run),
                seen => seen,
            },
            State::Suite => Seen::No,
            State::Begins | State::Named | State::Prints => self.test(state, text, run),
            State::Failed(lines) | State::Dotted(lines) => {
                let more = lines.saturating_add(1);
                self.state =
                    if state == State::Failed(lines) { State::Failed(more) } else { State::Dotted(more) };
                message(text, lines, run)
            }
            State::SuiteEnds(_) | State::DottedEnds => self.totals(state, text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.release(run);
        if run.is_running() && !self.dotted && matches!(self.state, State::Named | State::Prints) {
            let name = self.name.clone();
            run.emit(Event::Started(self.id(&name)));
        }
    }
}

impl Robot {
    fn between(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(rest) = text.strip_prefix("Running suite '") {
            let number = rest.rsplit_once("' with ").and_then(|(_, rest)| scan::number(rest));
            let Some((announced, _)) = number else { return Seen::No };
            *self = Self { dotted: true, ..Self::default() };
            return run.begin(Some(announced));
        }
        if self.dotted
            && let Some(name) = text.strip_prefix("FAIL: ")
        {
            return self.dotted_failure(name.trim_end(), run);
        }
        if self.dotted && text.starts_with("Run suite '") {
            self.state = State::DottedEnds;
            return Seen::Mine(Class::Noise);
        }
        let broken = text.strip_prefix("[ ERROR ] ").filter(|_| !run.is_running());
        if let Some(what) = broken {
            let what = what.trim_end();
            run.open_block(Block::Whole { name: what, kind: FailureKind::Collection });
            run.emit(Event::Heading);
            run.close();
            return Seen::Mine(Class::Detail);
        }
        let closing = ["Output:  ", "Log:     ", "Report:  ", "XUnit:   ", "Debug:   "];
        if closing.iter().any(|word| text.starts_with(word)) {
            let is_file = text.ends_with(".xml") || text.ends_with(".html");
            return if is_file { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        Seen::No
    }

    fn rule(&mut self, state: State, text: &str, run: &mut Run<'_>) -> Seen {
        let double = text.starts_with('=');
        if matches!(state, State::Failed(_) | State::Dotted(_)) {
            run.close();
        }
        match state {
            State::Suite | State::Named if double => {
                self.release(run);
                if !run.is_running() && self.filled {
                    let name = std::mem::take(&mut self.name);
                    *self = Self { name, width: self.width, ..Self::default() };
                    begin(&self.name, run);
                }
                if self.suites.len() < DEPTH {
                    self.suites.push(std::mem::take(&mut self.name));
                }
                // A suite or the first test follows.
                self.state = State::Begins;
            }
            // The message of a test may hold a rule of its own; a rule of `=` ends suites only.
            _ if double => {
                self.state = if run.is_running() && self.dotted { State::Between } else { State::Ruled }
            }
            _ if (run.is_running() || !self.suites.is_empty()) && !self.dotted => self.state = State::Begins,
            _ => {}
        }
        if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// The line between two rules of `=`.
    fn suite(&mut self, text: &str, run: &Run<'_>) -> Seen {
        let name = without_doc(text.trim_end());
        let width = text.chars().count();
        // Anybody may put a title between rules, and make them as long as it is. Robot fills the line up with blanks or cuts
        // the title with dots, which tells its titles at other widths than the usual; at that one the first result does.
        let filled = width == self.width && text.ends_with([' ', '.']);
        let fits = if self.width == RULE || run.is_running() { width <= self.width } else { filled };
        if name.is_empty() || !fits || text.starts_with(' ') {
            return Seen::No;
        }
        name.clone_into(&mut self.name);
        self.filled = filled;
        self.state = State::Suite;
        Seen::No
    }

    /// A line of a test, or of a suite that ends.
    fn test(&mut self, state: State, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((before, reported)) = self.result(text) else {
            if state == State::Begins {
                let width =
                    text.char_indices().nth(self.width.saturating_sub(8)).map_or(text.len(), |(at, _)| at);
                without_doc(text.get(..width).unwrap_or(text).trim_end()).clone_into(&mut self.name);
                self.state = State::Named;
            } else {
                self.state = State::Prints;
            }
            return Seen::No;
        };
        // After what a test printed its result is alone.
        if state != State::Begins && !before.is_empty() {
            self.state = State::Prints;
            return Seen::No;
        }
        if !run.is_running()
            && let Some(label) = self.suites.first()
        {
            // Where blanks at the ends of lines were cut off, the first result tells whose title it was.
            begin(label, run);
        }
        if state == State::Begins {
            without_doc(before).clone_into(&mut self.name);
        }
        let name = std::mem::take(&mut self.name);
        if state == State::Begins && self.suites.last().is_some_and(|suite| is_same(suite, &name)) {
            self.state = State::SuiteEnds(reported != Reported::Pass);
            return Seen::Mine(Class::Noise);
        }
        let (outcome, class) = match reported {
            Reported::Pass => (Outcome::Passed, Class::Passed),
            Reported::Skip => (Outcome::Skipped, Class::Skipped),
            Reported::NotRun => (Outcome::Other, Class::Other),
            Reported::Fail => {
                let (id, kind) = (self.id(&name), FailureKind::Test);
                run.open_block(Block::Test { id, kind });
                run.instead(&format!("{name} | FAIL |"));
                run.emit(Event::Heading);
                self.state = State::Failed(0);
                return Seen::Mine(Class::Detail);
            }
        };
        let bytes = self.held_bytes.saturating_add(name.len());
        if outcome == Outcome::Passed && self.held.len() < MOST_HELD && bytes <= HELD_BYTES {
            self.held_bytes = bytes;
            self.held.push(name);
        } else {
            self.finished(&name, outcome, Grade::Line, run);
        }
        Seen::Mine(class)
    }

    fn finished(&self, name: &str, outcome: Outcome, grade: Grade, run: &mut Run<'_>) {
        let id = self.id(name);
        run.emit(Event::Finished { id, outcome, grade, attempt: ATTEMPT, alias: "" });
    }

    /// The innermost suite ended, or another one begins: what passed there stays so.
    fn release(&mut self, run: &mut Run<'_>) {
        self.held_bytes = 0;
        for name in std::mem::take(&mut self.held) {
            self.finished(&name, Outcome::Passed, Grade::Line, run);
        }
    }

    /// The tear-down of the innermost suite failed, and with it all of its tests.
    fn fail_held(&mut self, run: &mut Run<'_>) {
        self.held_bytes = 0;
        for name in std::mem::take(&mut self.held) {
            self.finished(&name, Outcome::Failed(FailureKind::Setup), Grade::Block, run);
            run.instead(&format!("{name} | FAIL |"));
            run.emit(Event::Heading);
            run.emit(Event::Message("Parent suite teardown failed"));
        }
    }

    /// Splits `Name :: documentation     | FAIL |` at the result, which ends at the console's last column.
    fn result<'a>(&self, text: &'a str) -> Option<(&'a str, Reported)> {
        let words = [
            ("| PASS |", Reported::Pass),
            ("| FAIL |", Reported::Fail),
            ("| SKIP |", Reported::Skip),
            ("| NOT RUN |", Reported::NotRun),
        ];
        let text = text.trim_end();
        let (before, reported) =
            words.iter().find_map(|(word, reported)| Some((text.strip_suffix(word)?, *reported)))?;
        let alone = before.is_empty();
        let full = before.ends_with(' ') && text.len() >= self.width;
        (alone || full).then_some((before.trim_end(), reported))
    }

    /// A failure that the dotted console tells: the full name.
    fn dotted_failure(&mut self, name: &str, run: &mut Run<'_>) -> Seen {
        let id = TestId::split_last(name, ".");
        run.open_block(Block::Test { id, kind: FailureKind::Test });
        run.emit(Event::Heading);
        self.state = State::Dotted(0);
        Seen::Mine(Class::Detail)
    }

    fn id<'a>(&'a self, name: &'a str) -> TestId<'a> {
        match self.suites.last() {
            Some(module) => TestId { module, separator: ".", name },
            None => TestId::bare(name),
        }
    }

    /// The totals of a suite, after its message.
    fn totals(&mut self, state: State, text: &str, run: &mut Run<'_>) -> Seen {
        self.state = state;
        let Some(totals) = totals(text) else {
            return if state == State::SuiteEnds(true) && !text.trim().is_empty() {
                self.suite_message(text, run)
            } else {
                Seen::No
            };
        };
        self.state = State::Between;
        self.release(run);
        self.suites.pop();
        if self.suites.is_empty() || state == State::DottedEnds {
            return run.totals(totals);
        }
        run.emit(Event::Declared { totals, level: Level::Suite });
        Seen::Mine(Class::Totals)
    }

    /// What is between a suite's result and its totals: why its set-up or tear-down failed.
    fn suite_message(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let line = text.trim_end();
        // The tests of a suite whose set-up failed are reported one by one. Those that passed before its tear-down failed have their
        // result taken back, and the totals count them as failed.
        if line.starts_with("Suite teardown failed:") && !self.held.is_empty() {
            let last = self.held.last().cloned().unwrap_or_default();
            self.fail_held(run);
            let TestId { module, separator, name } = self.id(&last);
            run.more(&format!("{module}{separator}{name}"));
        } else if line.starts_with("Suite teardown failed:") {
            let name = self.suites.last().cloned().unwrap_or_default();
            run.open_block(Block::Whole { name: &name, kind: FailureKind::Setup });
            run.emit(Event::Heading);
        }
        run.emit(Event::Text(Part::Why));
        Seen::Mine(Class::Detail)
    }
}

fn begin(label: &str, run: &mut Run<'_>) {
    run.begin(None);
    run.emit(Event::SectionLabel(label));
}

fn message(text: &str, lines: u32, run: &mut Run<'_>) -> Seen {
    let line = text.trim_end();
    if line.is_empty() {
        return Seen::Mine(Class::Detail);
    }
    if lines == 0 && !line.ends_with(':') {
        run.emit(Event::Message(line));
    }
    run.emit(Event::Text(if lines > TELLING_LINES { Part::Where } else { Part::Why }));
    Seen::Mine(Class::Detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_at_at_the_last_column_or_alone() {
        let robot = Robot { width: RULE, ..Robot::default() };
        let line = format!("{:70}| FAIL |", "Compares :: prices");
        assert_eq!(
            robot.result(&line).map(|(name, reported)| (without_doc(name), reported)),
            Some(("Compares", Reported::Fail))
        );
        assert_eq!(robot.result("| PASS |"), Some(("", Reported::Pass)));
        assert_eq!(robot.result("a table | FAIL |"), None);
    }

    #[test]
    fn passes_that_wait_for_the_end_of_their_suite_are_held_while_there_is_room() {
        let mut robot = crate::recognize::kit::Driven::<Robot>::default();
        let rule = "=".repeat(4000);
        let test = format!("{:3993}| PASS |\n{}\n", "x".repeat(3900), "-".repeat(4000));
        let text = format!("{rule}\n{:4000}\n{rule}\n{}", "Dock", test.repeat(200));
        scan::feed(&mut robot, &text);
        assert!(robot.runner.held_bytes <= HELD_BYTES, "{}", robot.runner.held_bytes);
    }

    #[test]
    fn names_that_the_console_cut_are_the_same() {
        assert!(is_same("Shop.Cart :: Everythi...", "Shop.Cart :: Ever..."));
        assert!(is_same("Shop", "Shop") && !is_same("Shop", "Shop.Cart"));
    }

    #[test]
    fn the_totals_are_read_strictly() {
        let read =
            totals("10 tests, 3 passed, 6 failed, 1 skipped").map(|totals| (totals.passed, totals.skipped));
        assert_eq!(read, Some((Some(3), Some(1))));
        assert_eq!(totals("10 tests passed"), None);
    }
}
