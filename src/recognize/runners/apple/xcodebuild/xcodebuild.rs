//! The recognizer of xcodebuild and SwiftPM's builds.
//!
//! An invocation that says so (`Command line invocation:`, `Building for debugging...`) opens a section; the marker
//! `** BUILD SUCCEEDED **` or `Build complete!` ends it. A marker of failure is a consequence: it says nothing that
//! a diagnostic, a failed test or a failed command does not say better, and counts only when nothing did. The same
//! holds for the commands that failed.
//!
//! Tests are their own recognizers' business, asked before this one. What they leave about dead processes (no test
//! ran) is taken here.

use super::last_words::LastWords;
use super::noise::{Build, is_command, is_noise};
use super::signs::STARTS;
use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Opened, Seen, Sink, Totals};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::{Run, Runner, Spec};

/// The most bytes of a line that name a failure without a better name.
const NAME_BYTES: usize = 300;
/// The two tools whose builds are read.
pub(super) const XCODEBUILD: crate::event::Runner = crate::event::Runner("xcodebuild");
pub(super) const SWIFT: crate::event::Runner = crate::event::Runner("swift");
/// How many lines of a block are taken.
pub(super) const BLOCK_LINES: u32 = 200;

/// xcodebuild and swift build.
#[derive(Debug, Default)]
pub struct Xcodebuild {
    pub(super) build: Build,
    /// The tool that reported the last of it.
    tool: Option<crate::event::Runner>,
    /// Failures located in this invocation.
    pub(super) located: u64,
    pub(super) part: Inside,
    pub(super) left: u32,
    /// The failure that stands for errors which the tool announces before it tells them.
    pub(super) forerunner: Option<String>,
    /// The marker of a build that failed: the list of commands after it says more.
    pub(super) marker: Option<String>,
    /// Failed commands that were reported as failures, because no error was known.
    pub(super) commands: Vec<String>,
    /// What runtimes printed while no test ran.
    pub(super) last_words: LastWords,
    /// A bundle of tests was built: they may follow.
    tests_built: bool,
    /// SwiftPM's build is complete, and nothing came below.
    good: GoodEnd,
}

/// What the end of a build says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// All that was to be built was built.
    Built,
    /// No more than that tests begin, or that they passed, which is theirs to tell.
    Nothing,
}

impl Word {
    const fn of(built: bool) -> Self {
        if built { Self::Built } else { Self::Nothing }
    }
}

/// Which block or list the line before belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Inside {
    /// None.
    #[default]
    Nothing,
    /// A diagnostic: its excerpt and notes follow.
    Diagnostic(Class),
    /// The same from a formatter: an empty line may come before the excerpt.
    Formatted(Class),
    /// The linker's list of symbols.
    Linker,
    /// `xcodebuild: error:`, whose explanation is indented and holds blank lines.
    Explanation,
    /// `The following build commands failed:`, after so many failures.
    Commands(u64),
    /// `Testing failed:`
    Causes,
}

impl Runner for Xcodebuild {
    const SPEC: Spec = Spec {
        name: XCODEBUILD.0,
        reads: "xcodebuild and swift builds: compile, link and signing errors", // Errors of projects and packages name a file without a line.
        starts: STARTS,
        inside: &[": error: ", "\u{274c} "],
        places: Some(&[]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        // While a build is open its end is the first line of the tests, which is another runner's.
        !(self.part == Inside::Nothing && self.build == Build::Closed && !self.good.is_at())
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let trimmed = text.trim_start();
        self.good.line(text);
        if let Some(seen) = self.formatted(trimmed, run) {
            return seen;
        }
        if self.part != Inside::Nothing
            && let Some(seen) = self.follow(text, run)
        {
            return seen;
        }
        if self.build == Build::Open && begins_tests(trimmed) {
            self.finish(Word::Nothing, run);
        }
        self.marker(trimmed, run)
            .or_else(|| self.header(trimmed, run))
            .or_else(|| self.tool(trimmed, run))
            .or_else(|| self.diagnosed(trimmed, run))
            .or_else(|| self.dead(trimmed, run))
            .unwrap_or_else(|| self.noise(trimmed, run))
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.located == 0
            && let Some(words) = self.last_words.take(None)
        {
            let kind = FailureKind::Crash;
            run.emit(Event::BlockOpened(Block::Whole { name: &words.message, kind }));
            words.tell(run);
            run.emit(Event::BlockClosed);
        }
        self.good.end(run);
    }
}

impl Xcodebuild {
    /// `** TEST SUCCEEDED **`, with a duration after it or not.
    fn marker(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if is_formatted_success(text) {
            // Tests follow the same words.
            self.finish(Word::Nothing, sink);
            self.reset();
            return Some(Seen::Inside(Class::Totals));
        }
        let (words, _) = text.strip_prefix("** ")?.split_once(" **")?;
        let (action, result) = words.rsplit_once(' ')?;
        if !action.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b' ') {
            return None;
        }
        match result {
            "SUCCEEDED" => {
                self.finish(Word::of(!matches!(action, "TEST" | "TEST EXECUTE" | "CLEAN")), sink);
                self.reset();
                // The marker ends a parallel run of tests, too.
                Some(Seen::Inside(Class::Totals))
            }
            "FAILED" | "INTERRUPTED" => {
                let tests = action.starts_with("TEST") && !action.ends_with("BUILD");
                let kind = if tests { FailureKind::Suite } else { FailureKind::Build };
                self.close_block(sink);
                sink.emit(Event::Consequence { name: text.trim_end(), kind });
                self.marker = (!tests).then(|| text.trim_end().to_owned());
                // The section stays open: it says nothing about tests, and nothing in it may be taken for output.
                self.build = Build::Closed;
                Some(Seen::Inside(Class::Detail))
            }
            _ => None,
        }
    }

    fn reset(&mut self) {
        *self = Self { tool: self.tool, ..Self::default() };
    }

    /// The build succeeded: a section of no tests, closed by its own word. It has to end before tests begin, because
    /// what a closed section holds is its output.
    fn finish(&mut self, word: Word, sink: &mut dyn Sink) {
        self.close_block(sink);
        if self.build == Build::Closed {
            self.open(XCODEBUILD, sink);
        }
        if self.located == 0 && word == Word::Built {
            sink.emit(Event::SectionEnded(Ended::Passed));
        } else if self.located == 0 {
            let none = Some(0);
            let totals =
                Totals { passed: none, failed: none, skipped: none, other: none, total: none, errors: None };
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        self.build = Build::Closed;
    }

    fn header(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let words = text.trim_end();
        let package = is_build_header(words);
        if words == "Command line invocation:" || package {
            if self.build == Build::Open {
                sink.emit(Event::SectionEnded(Ended::Replaced));
            }
            self.open(if package { SWIFT } else { XCODEBUILD }, sink);
            return Some(Seen::Inside(Class::Noise));
        }
        if self.build == Build::Closed && is_old_header(words) {
            self.open(XCODEBUILD, sink);
            return Some(Seen::Mine(Class::Noise));
        }
        let part = words.strip_prefix("Build of ").is_some_and(|part| part.contains(" complete!"));
        if words.starts_with("Build complete!") || part {
            if self.build == Build::Closed {
                self.open(SWIFT, sink);
            }
            let good = self.located == 0 && !self.tests_built;
            self.finish(Word::Nothing, sink);
            self.reset();
            if good {
                self.good.say();
            }
            return Some(Seen::Mine(Class::Noise));
        }
        is_old_header(words).then_some(Seen::Mine(Class::Noise))
    }

    /// Build commands stand for the header of an invocation whose beginning was cut off, or that prints none.
    fn noise(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.build == Build::Closed && is_command(text) {
            self.open(XCODEBUILD, sink);
        }
        if !is_noise(text, self.build) {
            return Seen::No;
        }
        self.tests_built |= text.starts_with('[') && text.contains("Tests");
        Seen::Mine(Class::Noise)
    }

    fn open(&mut self, tool: crate::event::Runner, sink: &mut dyn Sink) {
        self.is_reported_by(tool, sink);
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: Some(0), label: "" });
        *self = Self { build: Build::Open, tool: self.tool, ..Self::default() };
    }

    /// What follows is reported by this tool.
    pub(super) fn is_reported_by(&mut self, tool: crate::event::Runner, sink: &mut dyn Sink) {
        if self.tool.replace(tool).unwrap_or(XCODEBUILD) != tool {
            sink.emit(Event::Tool(tool));
        }
    }
}

/// `Build Succeeded`, as xcbeautify prints the marker, and xcpretty after its symbol.
fn is_formatted_success(text: &str) -> bool {
    let words = text.trim_end();
    let words = words.strip_prefix("\u{25b8} ").or_else(|| words.strip_prefix("> ")).unwrap_or(words);
    ["Build", "Test", "Test Build", "Test Execute", "Clean", "Analyze", "Archive", "Install"]
        .iter()
        .any(|action| words.strip_prefix(action) == Some(" Succeeded"))
}

/// SwiftPM's first line.
fn is_build_header(text: &str) -> bool {
    matches!(text, "Building for debugging..." | "Building for production..." | "Building for release...")
}

/// How an invocation begins where xcodebuild does not repeat its command line.
fn is_old_header(text: &str) -> bool {
    text == "Build settings from command line:"
        || text == "User defaults from command line:"
        || (text.starts_with("=== ")
            && text.ends_with(" ===")
            && text.contains(" TARGET ")
            && text.contains(" OF PROJECT "))
}

/// The first line of tests, whoever runs them: the build is over.
fn begins_tests(text: &str) -> bool {
    ["Test Suite '", "Test suite '", "Test Case '", "Test case '", "Testing started"]
        .iter()
        .any(|start| text.starts_with(start))
        || text.ends_with(" Test run started.")
}

pub(super) fn clipped(text: &str) -> &str {
    crate::text::head(text, NAME_BYTES)
}
