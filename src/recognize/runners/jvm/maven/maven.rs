//! Maven's log as a whole: which run is open, which block, and how the build ended.
//!
//! Every test run is a section of its own (`suites`); a build without tests that succeeded is one too. What the build itself
//! says is read by `build`. A line of level info says nothing else: it is noise, once the log is certainly Maven's.

use super::build::{self, Build};
use super::goal::{goal_line, is_detail_of_crash};
use super::maven_lines::{
    Level, begins_class, certain, follows_marked_results, follows_results, glued, is_head, level,
};
use super::suites::{self, List, Run};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level as Covers, Opened, Part, Seen, Sink, Totals,
};
use crate::recognize::kit::frames::jvm::{Kind, Trace};
use crate::recognize::kit::{self, Runner, Spec};

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

impl Runner for Maven {
    const SPEC: Spec = Spec { name: "maven", reads: "Maven: Surefire and Failsafe tests, compile errors, failed goals", starts: &[
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
            inside: &["Tests run: "], one_header: // Each module has the same.
        false, ..Spec::NONE };

    type Zone = ();

    fn waits(&self) -> bool {
        let run = self.run.as_ref().is_some_and(|run| run.expected > 0 || run.list != List::None);
        run || !matches!(self.open, Open::Nothing)
    }

    fn line(&mut self, (): &mut (), _text: &str, sink: &mut kit::Run<'_>) -> Seen {
        let line = sink.line();
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

    fn end(&mut self, (): (), sink: &mut kit::Run<'_>) {
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
