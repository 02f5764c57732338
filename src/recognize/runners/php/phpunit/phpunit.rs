//! PHPUnit's runs.
//!
//! A run begins with PHPUnit's name and version, shows points, and ends with lists of problems, a word, and the totals;
//! with `--testdox` each test is a line with a mark, and its problem is below it. The items of a list count on, so a
//! line of a message that looks like one is reported by its number. A header inside of a run belongs to a run inside of a test
//! if totals follow for both. Fatal errors of PHP have a recognizer of their own.

use super::cut::Before;
use super::logged::{Logged, is_counter, is_progress};
use crate::budget::Count as _;
use crate::event::{Attempt, Block, Class, Event, FailureKind, Grade, Outcome, Part, Seen, TestId};
use crate::recognize::kit::points::{Held, Points};
use crate::recognize::kit::reported_problems::ReportedProblems;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::recognize::runners::php::shared::fatal::fatal;
use crate::recognize::runners::php::shared::phpunit_body::Body;
use crate::recognize::runners::php::shared::phpunit_lines;
use crate::recognize::runners::php::shared::phpunit_lines::{List, Mark, Sum};

/// PHPUnit's points: passed, failure, error, warning, skipped, incomplete, risky, deprecation, notice.
pub(super) const POINTS: &str = ".FEWSIRDN";
/// PHPUnit does not number attempts.
pub(super) const ATTEMPT: Attempt = 0;

/// Where the recognizer is.
#[derive(Debug, Default)]
pub(super) enum State {
    /// Tests run, or there is no run.
    #[default]
    Run,
    /// In a list, before its next item; the number of the last one.
    List(List, u64),
    /// After an item's heading that names no test: `1) Error`.
    Nameless(List, u64),
    /// In the text of an item.
    Item(List, u64, Body),
    /// Below a failed test of the documentation.
    Below(Body),
}

/// PHPUnit.
#[derive(Debug, Default)]
pub struct Phpunit {
    pub(super) state: State,
    /// The run's beginning is not in the log.
    pub(super) cut: bool,
    pub(super) before: Before,
    pub(super) version: u64,
    /// Runs that began inside of this one and did not end.
    pub(super) inner: u32,
    pub(super) points: Points,
    /// The class whose documentation is printed.
    pub(super) class: String,
    /// Problems that were reported.
    pub(super) reported: ReportedProblems,
    /// The last line parts two lists.
    pub(super) parted: bool,
    pub(super) held: Option<Held<Sum>>,
    /// A fatal error right after points: the end of the run, unless totals follow.
    pub(super) fatal: Option<String>,
    /// Totals that nothing confirms: if points follow, a test printed them.
    pub(super) pending: Option<Sum>,
    /// Totals came that the points do not confirm: a test may have printed them. How many points there were then.
    pub(super) declared: Option<u64>,
    /// In the second telling of failed tests at the end of the documentation.
    pub(super) summary: bool,
    /// The line above all that a run tells at its end was read.
    pub(super) finished: bool,
    /// What PHPUnit itself warned of first, and whether the list is of such warnings.
    pub(super) own_warning: Option<String>,
    pub(super) own_list: bool,
    /// Errors that were logged while tests ran.
    pub(super) logged: Logged,
}

impl Runner for Phpunit {
    const SPEC: Spec = Spec {
        name: "phpunit",
        reads: "PHPUnit and ParaTest, with --testdox",
        starts: &["PHPUnit ", "ParaTest v", "There was ", "There were ", "FAILURES!", "ERRORS!", "\u{2718} "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.before != Before::Nothing
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if self.pending.is_some() && !text.trim().is_empty() {
            self.settle(!is_progress(text), run);
        }
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::List(list, last) => self.list(list, last, text, run),
            State::Nameless(list, number) => self.nameless(list, number, text, run),
            State::Item(list, number, body) => self.item(list, number, body, text, run),
            State::Below(body) => self.below(body, text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let State::Nameless(list, number) = self.state {
            self.nameless(list, number, "", run);
        }
        self.settle(true, run);
        if !run.is_running() {
            return;
        }
        if let Some(held) = self.held.take() {
            self.settle_held(held, run);
        } else if let Some(points) = self.declared {
            if points < self.points.all() {
                // Tests ran on after the totals, and no others came: the run died.
                run.begin(None);
            }
        } else {
            self.tell_death(run);
        }
    }
}

impl Phpunit {
    /// The run died: what PHP printed of it, and the points.
    fn tell_death(&mut self, run: &mut Run<'_>) {
        let problems = self.reported.count();
        if let Some(text) = self.fatal.take()
            && let Some(error) = fatal(&text)
        {
            let (place, message) = (error.place, error.message);
            run.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            run.emit(Event::Instead(&text));
            run.emit(Event::Heading);
            run.emit(Event::Message(message));
        }
        if problems == 0 {
            self.count(run);
        }
    }

    pub(super) fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(version) = phpunit_lines::header(text) {
            if self.cut
                && let Some(held) = self.held.take()
            {
                self.settle_held(held, run);
            } else if run.is_running() && self.declared.is_none() {
                self.inner.up(1);
                return Seen::No;
            }
            *self = Self { version, ..Self::default() };
            return run.begin(None);
        }
        if !run.is_running() {
            return self.before(text, run);
        }
        if text.is_empty() {
            return Seen::No;
        }
        if let Some(sum) = phpunit_lines::sum(text, self.version) {
            return self.totals(sum, run);
        }
        if is_progress(text) {
            self.points.read(text, POINTS);
            let rest = text.trim_start_matches(|each: char| POINTS.contains(each));
            if fatal(rest).is_some() {
                self.fatal = Some(rest.trim_end().to_owned());
            }
            return if is_counter(rest) { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(list) = phpunit_lines::list(text, self.version) {
            // Lists of one report are parted by a line of dashes.
            if !std::mem::take(&mut self.parted) {
                self.reported.begin_list();
            }
            self.own_list = phpunit_lines::fails_the_run(text, self.version);
            self.state = State::List(list, 0);
            return Seen::Mine(Class::Noise);
        }
        if phpunit_lines::is_result(text) {
            if self.inner > 0 && matches!(text.trim_end(), "FAILURES!" | "ERRORS!") {
                // Whether it is the run inside of this one that fails, or this one, its totals tell.
                run.emit(Event::Stopped(text));
            }
            // Since version 10 this word is printed only when nothing else failed the run, and no list says so.
            if self.version >= 10 && self.finished && text.trim_end() == "WARNINGS!" {
                self.own_warnings_fail(run);
            }
            return Seen::Mine(Class::Totals);
        }
        if let Some((mark, name)) = phpunit_lines::mark(text) {
            return self.documented(mark, name, run);
        }
        if let Some(class) = phpunit_lines::class(text) {
            class.clone_into(&mut self.class);
            return Seen::No;
        }
        if text.starts_with("Summary of ") && text.trim_end().ends_with(':') {
            self.summary = true;
            return Seen::Mine(Class::Noise);
        }
        self.finished |= text.starts_with("Time: ");
        let noise = ["Runtime:", "Configuration:", "Time: ", "Random Seed:", "Random seed:", "Processes:"];
        self.parted = text.trim_end() == "--";
        let noise = self.parted || noise.iter().any(|word| text.starts_with(word));
        if noise && self.declared.is_none() {
            return Seen::Mine(Class::Noise);
        }
        let unread =
            ["Cannot open file \"", "Class \"", "Test file \"", "Test directory \"", "Could not read \""];
        if self.points.all() == 0
            && self.reported.count() == 0
            && unread.iter().any(|word| text.starts_with(word))
        {
            self.whole(text.trim_end(), text.trim_end(), run);
            return Seen::Mine(Class::Detail);
        }
        if let Some(message) = text.strip_prefix("Error in bootstrap script: ") {
            self.whole("bootstrap script", message, run);
            return Seen::Mine(Class::Detail);
        }
        self.logged.read(text);
        Seen::No
    }

    /// A problem that is no test's.
    fn whole(&mut self, name: &str, message: &str, run: &mut Run<'_>) {
        run.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Collection }));
        run.emit(Event::Heading);
        run.emit(Event::Message(message));
        run.emit(Event::BlockClosed);
    }

    /// In a list, before an item.
    fn list(&mut self, list: List, last: u64, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, name)) = phpunit_lines::numbered(text)
            && number == last.saturating_add(1)
        {
            return self.open_item(list, number, name, run);
        }
        if text.trim().is_empty() {
            self.state = State::List(list, last);
            return Seen::Mine(Class::Noise);
        }
        self.run(text, run)
    }

    /// The line below a heading that names no test: it says whose problem it is.
    fn nameless(&mut self, list: List, number: u64, text: &str, run: &mut Run<'_>) -> Seen {
        let line = text.trim_end();
        let Some(name) = phpunit_lines::concerned(line) else {
            run.emit(Event::Instead(&format!("{number}) Error")));
            self.open_named(list, number, "Error", run);
            return self.item(list, number, Body::default(), text, run);
        };
        let seen = self.open_named(list, number, name, run);
        run.emit(Event::Message(line));
        self.state = State::Item(list, number, Body::reported());
        seen
    }

    pub(super) fn open_item(&mut self, list: List, number: u64, name: &str, run: &mut Run<'_>) -> Seen {
        if matches!(name, "Error" | "Warning") && matches!(list, List::Problems | List::Runner) {
            self.state = State::Nameless(list, number);
            return Seen::Mine(Class::Detail);
        }
        self.open_named(list, number, name, run)
    }

    fn open_named(&mut self, list: List, number: u64, name: &str, run: &mut Run<'_>) -> Seen {
        self.state = State::Item(list, number, Body::default());
        let id = phpunit_lines::id(name);
        match list {
            List::Problems | List::Runner => {
                let kind = if list == List::Runner { FailureKind::Collection } else { FailureKind::Test };
                self.reported.listed(name);
                run.emit(Event::BlockOpened(Block::Test { id, kind }));
                run.emit(Event::Heading);
                self.logged.tell(run);
                Seen::Mine(Class::Detail)
            }
            List::Skipped => {
                let outcome = Outcome::Skipped;
                run.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: ATTEMPT, alias: "" });
                Seen::Mine(Class::Skipped)
            }
            List::Apart => {
                let own = self.own_list.then(|| name.to_owned());
                self.own_warning = self.own_warning.take().or(own);
                run.emit(Event::BlockOpened(Block::Warning { key: name }));
                run.emit(Event::Text(Part::Why));
                Seen::Mine(Class::Warning)
            }
        }
    }

    /// In the text of an item.
    fn item(&mut self, list: List, number: u64, mut body: Body, text: &str, run: &mut Run<'_>) -> Seen {
        let line = text.trim_end();
        let ends = line == "--"
            || phpunit_lines::is_result(line)
            || phpunit_lines::sum(line, self.version).is_some()
            || phpunit_lines::list(line, self.version).is_some();
        if ends {
            run.emit(Event::BlockClosed);
            return self.run(text, run);
        }
        if let Some((next, name)) = phpunit_lines::numbered(text)
            && next == number.saturating_add(1)
        {
            return self.open_item(list, next, name, run);
        }
        let seen = match list {
            List::Problems | List::Runner => body.line(text, run),
            List::Skipped if line.is_empty() => Seen::Mine(Class::Other),
            List::Skipped => {
                let place = crate::recognize::kit::scan::place(line).is_some();
                Seen::Mine(if place { Class::Other } else { Class::Skipped })
            }
            List::Apart => {
                if !line.is_empty() {
                    run.emit(Event::Text(Part::Why));
                }
                Seen::Mine(Class::Warning)
            }
        };
        self.state = State::Item(list, number, body);
        seen
    }

    /// A line of test documentation.
    pub(super) fn documented(&mut self, mark: Mark, name: &str, run: &mut Run<'_>) -> Seen {
        let class = self.class.clone();
        let separator = if class.is_empty() { "" } else { " > " };
        let id = TestId { module: &class, separator, name };
        let (outcome, seen) = match mark {
            Mark::Passed => (Outcome::Passed, Class::Passed),
            Mark::Skipped => (Outcome::Skipped, Class::Skipped),
            Mark::Warned if self.version < 10 => (Outcome::Passed, Class::Passed),
            Mark::Other | Mark::Warned => (Outcome::Other, Class::Other),
            Mark::Failed => {
                self.reported.where_it_ran(&format!("{class}{separator}{name}"));
                run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                run.emit(Event::Heading);
                self.state = State::Below(Body::default());
                return Seen::Mine(Class::Detail);
            }
        };
        // Since version 10 the documentation is after the points, which tell the same.
        let pointed = self.finished && self.points.all() > 0;
        if !self.summary && !pointed {
            run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: ATTEMPT, alias: "" });
        }
        Seen::Mine(seen)
    }

    /// A line below the failed test of the documentation that was just reported.
    pub(super) fn line_below(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        self.below(Body::default(), text, run)
    }

    /// Below a failed test of the documentation: lines after a bar.
    fn below(&mut self, mut body: Body, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let bars = ["│", "├", "┐", "┊", "┴", "╵", "▼", "|"];
        if text.starts_with("  ")
            && let Some(rest) = bars.iter().find_map(|bar| content.strip_prefix(bar))
        {
            let rest = rest.trim_start_matches(['│', '┐', '├', '┊', '┴', '╵', '▼', ' ']);
            // The failures of the summary were reported before.
            let seen = if self.summary { Seen::Mine(Class::Detail) } else { body.line(rest, run) };
            self.state = State::Below(body);
            return seen;
        }
        run.emit(Event::BlockClosed);
        self.run(text, run)
    }

    pub(super) fn count(&self, run: &mut Run<'_>) {
        let of = |kind| self.points.of(POINTS, kind);
        if self.points.all() == 0 {
            return;
        }
        let mut failed = of('F').saturating_add(of('E'));
        let (mut passed, mut other) = (of('.'), of('I').saturating_add(of('R')));
        passed = passed.saturating_add(of('D')).saturating_add(of('N'));
        let of_warnings = match self.version {
            10.. => &mut passed,
            6..10 => &mut failed,
            _ => &mut other,
        };
        of_warnings.up(of('W'));
        run.emit(Event::Counted { passed, failed, skipped: of('S'), other });
    }
}
