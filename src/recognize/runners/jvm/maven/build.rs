//! What Maven itself says of a failed build: compile errors, failed goals, projects that cannot be read, forks that died.
//!
//! `There are test failures` and `Compilation failure` are consequences of what was reported before; any other failed goal is a
//! failure of its own, named by plugin, goal and project.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::maven_lines::{Level, diagnostic};
use crate::event::Level as Covers;
use crate::event::Totals;
use crate::event::{
    Block, Class, Event, FailureKind, Grade, Outcome, Part, Place, Seen, Sink, Strength, TestId,
};

/// The most diagnostics that are remembered: Maven lists them twice.
const MOST_DIAGNOSTICS: usize = 8192;
/// The most lines that are held of enforced rules until the goal fails.
const MOST_HELD: usize = 40;
/// The longest held line, in bytes.
const LONGEST_HELD: usize = 1000;
/// How Maven's last words on a build that failed begin.
const EPILOGUE: &str = "To see the full stack trace of the errors, re-run Maven";

/// How the crash of a forked process is reported.
const CRASHES: [&str; 4] = [
    "The forked VM terminated without ",
    "The forked VM terminated ",
    "Error occurred in starting fork",
    "There was a timeout or other error in the fork",
];

/// What a line of the build opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing.
    Nothing,
    /// A compiler's error: indented lines belong to it.
    Diagnostic(Class),
    /// A compiler's error that was reported before.
    Repeat,
    /// A failed goal: further lines of level error belong to it.
    Goal,
    /// An enforced rule: the plain lines after are held.
    Rule,
}

/// The state of the build.
#[derive(Debug, Default)]
pub(super) struct Build {
    reported: HashSet<u64>,
    held: Vec<String>,
    /// `BUILD FAILURE` was seen, and no reason yet.
    pub(super) unexplained: bool,
    /// That the build failed was reported, or why.
    pub(super) failed: bool,
    /// The death of a forked process was reported.
    pub(super) crashed: bool,
    /// The consequence that was reported last, while its lines last: the death of a fork below it is what it means.
    follows: Option<String>,
    /// A class that died with its process: reported as a consequence, until the reason is.
    pub(super) died: Option<String>,
    /// The death of a fork was reported like a test, in a section without tests.
    alone: bool,
    /// A rule failed the build, by what is held of it.
    broken_rule: bool,
}

impl Build {
    /// Reads a line of the build; `None` when it says nothing.
    pub(super) fn line(&mut self, level: Level, rest: &str, sink: &mut dyn Sink) -> Option<(Seen, Next)> {
        if level == Level::Bare {
            return None;
        }
        let plain = rest.trim();
        if plain.starts_with("Rule ") && plain.contains(" failed with message") {
            self.broken_rule |= level == Level::Error;
            self.hold(plain);
            return Some((Seen::Mine(Class::Detail), Next::Rule));
        }
        if matches!(level, Level::Error | Level::Warning)
            && let Some((place, message)) = diagnostic(rest)
        {
            let fails = level == Level::Error;
            if !self.first(place, place.printed_column(rest), message) {
                return Some((Seen::Mine(Class::Noise), Next::Repeat));
            }
            let class = if fails { Class::Detail } else { Class::Warning };
            if fails {
                (self.unexplained, self.failed) = (false, true);
                sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
                sink.emit(Event::Heading);
            } else {
                sink.emit(Event::BlockOpened(Block::Warning { key: rest }));
                sink.emit(Event::Text(Part::Why));
            }
            return Some((Seen::Mine(class), Next::Diagnostic(class)));
        }
        (level == Level::Error).then(|| self.error(plain, sink)).flatten()
    }

    /// A line of level error without a place.
    fn error(&mut self, plain: &str, sink: &mut dyn Sink) -> Option<(Seen, Next)> {
        if plain.starts_with(EPILOGUE) && !self.failed {
            // It is below every build that failed, and is all that is left of a log that is cut in front.
            sink.emit(Event::Consequence { name: "BUILD FAILURE", kind: FailureKind::Build });
            return Some((Seen::Mine(Class::Noise), Next::Nothing));
        }
        if plain.is_empty() || is_advice(plain) || plain.starts_with("COMPILATION ERROR") {
            return Some((Seen::Mine(Class::Noise), Next::Nothing));
        }
        if let Some(crash) = crash(plain) {
            if std::mem::replace(&mut self.crashed, true) {
                return Some((Seen::Mine(Class::Noise), Next::Repeat));
            }
            (self.unexplained, self.failed) = (false, true);
            let timeout = crash.starts_with("There was a timeout");
            let kind = if timeout { FailureKind::Timeout } else { FailureKind::Crash };
            match self.died.take().or(self.follows.take()) {
                Some(alias) => {
                    self.alone = true;
                    sink.emit(Event::Finished {
                        id: TestId::bare(crash),
                        outcome: Outcome::Failed(kind),
                        grade: Grade::Block,
                        attempt: 0,
                        alias: &alias,
                    });
                }
                None => sink.emit(Event::BlockOpened(Block::Whole { name: crash, kind })),
            }
            sink.emit(Event::Heading);
            return Some((Seen::Mine(Class::Detail), Next::Goal));
        }
        self.follows = None;
        if let Some(goal) = plain.strip_prefix("Failed to execute goal ") {
            (self.unexplained, self.failed) = (false, true);
            return Some(self.goal(goal, sink));
        }
        let helped = plain.split_once("-> [Help ").map(|(before, _)| before.trim());
        let reason =
            helped.filter(|before| !before.is_empty()).or_else(|| self.unexplained.then_some(plain))?;
        (self.unexplained, self.failed) = (false, true);
        sink.emit(Event::BlockOpened(Block::Whole { name: reason, kind: FailureKind::Build }));
        sink.emit(Event::Heading);
        Some((Seen::Mine(Class::Detail), Next::Goal))
    }

    /// `GROUP:PLUGIN:VERSION:GOAL (EXECUTION) on project P: MESSAGE`.
    fn goal(&mut self, goal: &str, sink: &mut dyn Sink) -> (Seen, Next) {
        let text = goal.split_once("-> [Help ").map_or(goal, |(before, _)| before.trim());
        let (what, project) = match text.strip_prefix("on project ") {
            Some(project) => ("", project),
            None => text.split_once(" on project ").unwrap_or((text, "")),
        };
        let (project, message) = project.split_once(": ").unwrap_or((project, ""));
        let coordinates = what.split(' ').next().unwrap_or(what);
        let mut parts = coordinates.split(':');
        let plugin = parts.nth(1).unwrap_or(coordinates);
        let goal = parts.nth(1).unwrap_or("");
        let goal = if goal.is_empty() { String::new() } else { format!("{plugin}:{goal} ") };
        let name = format!("{goal}on project {}", project.trim_end_matches(':'));
        let lint = ["reported by Checkstyle", "Checkstyle violation", "PMD violation", "SpotBugs"];
        let follows = [
            "There are test failures",
            "There were test failures",
            "Compilation failure",
            "There was a test failure",
            // What the program printed is reported before.
            "Failed to run task: '",
            "Command execution failed.",
            "An Ant BuildException has occur",
        ];
        if follows.iter().any(|reason| message.starts_with(reason))
            || lint.iter().any(|words| message.contains(words))
            || (message.is_empty() && project.ends_with(':'))
        {
            sink.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
            self.follows = Some(name);
            return (Seen::Mine(Class::Detail), Next::Goal);
        }
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Build }));
        sink.emit(Event::Heading);
        if !message.is_empty() {
            sink.emit(Event::Message(message));
        }
        self.broken_rule = false;
        for line in std::mem::take(&mut self.held) {
            sink.emit(Event::Decoded { part: Part::Why, text: &line });
        }
        (Seen::Mine(Class::Detail), Next::Goal)
    }

    /// The lines below a failed goal are over.
    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        sink.emit(Event::BlockClosed);
        if std::mem::take(&mut self.alone) {
            // A fork is no test: nothing is unknown of it.
            let totals = Totals { passed: Some(0), failed: Some(1), skipped: Some(0), ..Totals::default() };
            sink.emit(Event::Declared { totals, level: Covers::Section });
        }
    }

    /// The build succeeded: whatever rule was named.
    pub(super) fn forget_rule(&mut self, sink: &mut dyn Sink) {
        if self.broken_rule {
            // A rule of level error fails its build: these are two builds, or the result is not this one's.
            sink.emit(Event::Sign(Strength::Outcome));
        }
        self.held.clear();
        self.broken_rule = false;
    }

    /// The log ends: a rule failed the build, and the goal that says so is not in the log.
    pub(super) fn tell_rule(&mut self, sink: &mut dyn Sink) {
        let held = std::mem::take(&mut self.held);
        let Some(rule) = held.first().filter(|_| self.broken_rule) else { return };
        sink.emit(Event::BlockOpened(Block::Whole { name: rule, kind: FailureKind::Build }));
        for line in &held {
            sink.emit(Event::Decoded { part: Part::Why, text: line });
        }
        sink.emit(Event::BlockClosed);
    }

    /// Keeps a line of an enforced rule until the goal fails.
    pub(super) fn hold(&mut self, text: &str) {
        if self.held.len() < MOST_HELD && text.len() <= LONGEST_HELD {
            self.held.push(text.to_owned());
        }
    }

    /// Whether a diagnostic is reported for the first time.
    fn first(&mut self, place: Place<'_>, column: Option<u64>, message: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        (place.file, place.line, column, message).hash(&mut hasher);
        self.reported.len() >= MOST_DIAGNOSTICS || self.reported.insert(hasher.finish())
    }
}

/// The death of a forked process, from where it is reported.
fn crash(plain: &str) -> Option<&str> {
    if plain.starts_with("org.apache.maven.") {
        return CRASHES.iter().take(2).any(|words| plain.contains(words)).then_some(plain);
    }
    let at = CRASHES.iter().take(2).chain(CRASHES.iter().skip(3)).find_map(|words| plain.find(words))?;
    let text = plain.get(at..)?;
    let end = text.split_once("-> [Help ").map_or(text, |(before, _)| before);
    Some(end.trim())
}

/// What Maven says below every failure.
pub(super) fn is_advice(plain: &str) -> bool {
    [
        "-> [Help ",
        "[Help ",
        "To see the full stack trace",
        "Re-run Maven ",
        "For more information about the errors",
        "After correcting the problems",
        "mvn <",
        "mvn ",
        "Please refer to ",
    ]
    .iter()
    .any(|words| plain.starts_with(words))
}
