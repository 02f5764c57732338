//! MkDocs: log lines with a level, `Documentation built in 0.21 seconds`, or `Aborted with 2 warnings in strict mode!`.
//!
//! `INFO    -  Cleaning site directory` begins a build; what is wrong with the configuration is before it. Which warnings
//! are failures is reported by the last line alone: they are held until then. A hook may print any of it, and nothing tells its lines apart:
//! the last word counts. Source: `__main__.py`, `commands/build.py` and `config/base.py` of MkDocs 1.0 to 1.6.

use crate::budget::Count as _;
use crate::event::{self, Block, Class, Ended, Event, FailureKind, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EveryLine, Run, Runner, Spec};
use crate::text::head;

/// The most findings that are held.
const HELD: usize = 1000;
/// The longest message, in bytes.
const MESSAGE_BYTES: usize = 1024;
/// The most lines of a message that a terminal wrapped, or of an error of the command line.
const LINES: u32 = 12;
/// The most lines of a list below a message, and of all lists together.
const LISTED: (u32, usize) = (100, 1000);
/// How far a wrapped message is indented.
const WRAPPED: &str = "           ";

/// What a log line weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Silent,
    Warning,
    Error,
}

/// A warning or an error.
#[derive(Clone, Debug)]
struct Finding {
    level: Level,
    message: String,
    /// What the message lists on lines of their own.
    list: Vec<String>,
}

/// What goes on over several lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    /// The last finding's message.
    Finding(u32),
    /// The command line was wrong: an error says how.
    Usage(u32),
    /// Such an error.
    Error(u32),
}

/// `MkDocs`.
#[derive(Debug, Default)]
pub struct Mkdocs {
    ended: Option<Ended>,
    open: Open,
    held: Vec<Finding>,
    /// Lines of their lists.
    listed: usize,
    /// Findings that there was no room for.
    more: u64,
    /// Failures that were reported, and may be taken back.
    reported: Vec<String>,
}

impl Runner for Mkdocs {
    const SPEC: Spec = Spec {
        name: "mkdocs",
        reads: "MkDocs: builds, also with --strict and quiet",
        starts: &[
            "INFO    -  ",
            "INFO     -  ",
            "WARNING -  ",
            "WARNING  -  ",
            "ERROR   -  ",
            "ERROR    -  ",
            "DEBUG   -  ",
            "DEBUG    -  ",
            "Aborted with ",
            "Exited with ",
            "Deployment Aborted!",
            "Error: MkDocs encountered ",
            "Usage: mkdocs ",
        ],
        every_line: EveryLine::Never,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open != Open::Nothing
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = self.goes_on(text, run) {
            return seen;
        }
        if let Some((level, message)) = log_line(text) {
            return self.logged(level, message, run);
        }
        if let Some(aborted) = aborted(text) {
            return self.abort(aborted, text, run);
        }
        if text.starts_with("Usage: mkdocs ") {
            self.open = Open::Usage(0);
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Error: MkDocs encountered ") {
            self.command_error(text, run);
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }

    /// The line that ends a build may tell of the next one.
    fn ended(&mut self) {}

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.settle(run);
    }
}

impl Mkdocs {
    /// A line that may go on with what is open.
    fn goes_on(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let open = std::mem::take(&mut self.open);
        match open {
            Open::Nothing => None,
            Open::Finding(lines) => {
                let finding = self.held.last_mut()?;
                if text.starts_with("  - ") && lines < LISTED.0 {
                    if finding.list.is_empty() && !finding.message.ends_with(':') {
                        return None;
                    }
                    if self.listed < LISTED.1 {
                        self.listed.up(1);
                        finding.list.push(head(text, MESSAGE_BYTES).to_owned());
                    }
                    self.open = Open::Finding(lines.saturating_add(1));
                    return Some(Seen::Mine(Class::Warning));
                }
                let more = text.strip_prefix(WRAPPED).filter(|_| lines < LINES)?;
                let room = MESSAGE_BYTES.saturating_sub(finding.message.len());
                finding.message.push(' ');
                finding.message.push_str(head(more.trim(), room));
                self.open = Open::Finding(lines.saturating_add(1));
                Some(Seen::Mine(Class::Warning))
            }
            Open::Usage(lines) => {
                if text.starts_with("Error: ") {
                    self.command_error(text, run);
                    return Some(Seen::Mine(Class::Detail));
                }
                if lines >= LINES || log_line(text).is_some() {
                    return None;
                }
                self.open = Open::Usage(lines.saturating_add(1));
                Some(Seen::Inside(Class::Noise))
            }
            Open::Error(lines) => {
                let ends = text.is_empty() || text.starts_with("make") || log_line(text).is_some();
                if ends || lines >= LINES {
                    run.close();
                    return None;
                }
                run.text(Part::Why);
                self.open = Open::Error(lines.saturating_add(1));
                Some(Seen::Inside(Class::Detail))
            }
        }
    }

    /// click says what is wrong with the command line or the configuration file.
    fn command_error(&mut self, text: &str, run: &mut Run<'_>) {
        self.settle(run);
        let name = text.strip_prefix("Error: ").unwrap_or(text);
        run.open_block(Block::Whole { name, kind: FailureKind::Build });
        run.emit(Event::Heading);
        self.open = Open::Error(0);
    }

    fn logged(&mut self, level: Level, message: &str, run: &mut Run<'_>) -> Seen {
        if level == Level::Silent {
            return self.informed(message, run);
        }
        // The configuration is read before a build begins.
        let next = message.starts_with("Config value");
        if next && (self.ended.is_some() || run.is_running()) {
            self.settle(run);
        }
        // Deploying goes on after a build, and may warn.
        let builds = ["Doc file '", "Documentation file '", "A reference to '", "A relative path to '"];
        if level == Level::Error || builds.iter().any(|begin| message.starts_with(begin)) {
            self.take_back(run);
        }
        let joined = self.held.last_mut().filter(|last| {
            level == Level::Error && last.level == Level::Error && last.message.ends_with(':')
        });
        if let Some(last) = joined {
            let room = MESSAGE_BYTES.saturating_sub(last.message.len());
            last.message.push(' ');
            last.message.push_str(head(message, room));
        } else if self.held.len() < HELD {
            let message = head(message, MESSAGE_BYTES).to_owned();
            self.held.push(Finding { level, message, list: Vec::new() });
            self.open = Open::Finding(0);
        } else {
            self.more.up(1);
            warn(message, &[], run);
        }
        Seen::Mine(if level == Level::Error { Class::Detail } else { Class::Warning })
    }

    fn informed(&mut self, message: &str, run: &mut Run<'_>) -> Seen {
        let into = message.starts_with("Building documentation to directory: ");
        if message == "Cleaning site directory" || (into && (!run.is_running() || self.ended.is_some())) {
            if run.is_running() {
                self.settle(run);
            }
            run.begin(None);
        } else if run.is_running() && built(message) {
            self.take_back(run);
            self.ended = Some(Ended::Passed);
            // It has no tests: the numbers of others beside it stay known.
            let totals = Totals { failed: Some(0), ..Totals::default() };
            run.emit(Event::Declared { totals, level: event::Level::Section });
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        Seen::Mine(Class::Noise)
    }

    fn abort(&mut self, aborted: Aborted, text: &str, run: &mut Run<'_>) -> Seen {
        // The configuration is read before a build begins: a quiet one after a build that is over.
        if self.ended.is_some() && text.to_ascii_lowercase().contains(" configuration ") {
            self.settle(run);
        }
        self.take_back(run);
        let fails = |finding: &&Finding| aborted == Aborted::Strict || finding.level == Level::Error;
        for finding in self.held.iter().filter(fails) {
            fail(&finding.message, &finding.list, FailureKind::Diagnostic, run);
        }
        self.reported = self.held.iter().filter(fails).map(|finding| finding.message.clone()).collect();
        if aborted == Aborted::Strict && self.more > 0 {
            let name = format!("{} more warnings, treated as errors", self.more);
            fail(&name, &[], FailureKind::Diagnostic, run);
            self.reported.push(name);
        }
        if self.reported.is_empty() {
            fail(text, &[], FailureKind::Build, run);
            self.reported.push(text.to_owned());
        }
        if run.is_running() {
            self.ended = Some(Ended::Failed);
            run.may_have_ended();
        } else {
            // What follows is another build's.
            self.settle(run);
        }
        Seen::Mine(Class::Totals)
    }

    /// The build goes on: its end was printed by a hook.
    fn take_back(&mut self, run: &mut Run<'_>) {
        self.ended = None;
        for name in self.reported.drain(..) {
            run.emit(Event::Withdrawn(TestId::bare(&name)));
        }
    }

    /// Another build begins, or the stream ends.
    fn settle(&mut self, run: &mut Run<'_>) {
        let ended = self.ended.filter(|_| run.is_running());
        for finding in &self.held {
            let reported = self.reported.contains(&finding.message);
            match (finding.level, ended) {
                _ if reported => {}
                // Nothing was printed after it: the process died of it, and may tell more, though not of which page.
                (Level::Error, None) if run.is_running() => {
                    let name = &finding.message;
                    warn(name, &finding.list, run);
                    run.consequence(name, FailureKind::Build);
                }
                _ => warn(&finding.message, &finding.list, run),
            }
        }
        if run.is_running() {
            run.end(ended.unwrap_or(Ended::Replaced));
        }
        *self = Self::default();
    }
}

/// Tells a failure by its message, and its file when that is reported.
fn fail(message: &str, list: &[String], kind: FailureKind, run: &mut Run<'_>) {
    run.open_block(Block::Whole { name: message, kind });
    run.instead(message);
    run.emit(Event::Heading);
    if let Some(file) = file(message) {
        run.at(Place { file, line: None });
    }
    if !list.is_empty() {
        run.emit(Event::Message(message));
    }
    for text in list {
        run.emit(Event::Decoded { part: Part::Why, text });
    }
    run.close();
}

fn warn(message: &str, list: &[String], run: &mut Run<'_>) {
    run.warn_earlier(message, message);
    for text in list {
        run.emit(Event::Decoded { part: Part::Why, text });
    }
    run.close();
}

/// The file that a message is about: `Doc file 'index.md' contains a link`.
fn file(message: &str) -> Option<&str> {
    let begins = ["Doc file '", "Documentation file '", "Error reading page '", "Error building page '"];
    let rest = begins.iter().find_map(|begin| message.strip_prefix(begin))?;
    rest.split_once('\'').map(|(file, _)| file)
}

/// Splits a log line: the level fills eight columns, before 1.3 nine, and two blanks follow the dash.
fn log_line(text: &str) -> Option<(Level, &str)> {
    let levels = [
        ("INFO", Level::Silent),
        ("DEBUG", Level::Silent),
        ("WARNING", Level::Warning),
        ("ERROR", Level::Error),
        ("CRITICAL", Level::Error),
    ];
    let (level, rest) = levels.iter().find_map(|(word, level)| Some((*level, text.strip_prefix(word)?)))?;
    let dash = rest.trim_start_matches(' ');
    let column = text.len().saturating_sub(dash.len());
    let message = dash.strip_prefix("-  ")?;
    (matches!(column, 8 | 9) && !message.is_empty()).then_some((level, message))
}

/// `Documentation built in 0.21 seconds`.
fn built(message: &str) -> bool {
    let time = message.strip_prefix("Documentation built in ").and_then(|rest| rest.strip_suffix(" seconds"));
    time.is_some_and(|time| {
        !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

/// Why a build was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aborted {
    /// Warnings are errors.
    Strict,
    /// An error.
    Error,
}

/// `Aborted with 2 warnings in strict mode!`, `Aborted with 3 Configuration Errors!`, `Aborted with a BuildError!`.
fn aborted(text: &str) -> Option<Aborted> {
    if text == "Deployment Aborted!" {
        return Some(Aborted::Error);
    }
    let rest = text.strip_prefix("Aborted with ").or_else(|| text.strip_prefix("Exited with "))?;
    let rest = rest.strip_suffix(['!', '.'])?;
    if rest == "a BuildError" || rest == "a configuration error" {
        return Some(Aborted::Error);
    }
    let (_, what) = scan::number(rest)?;
    match what.trim_start().to_ascii_lowercase().as_str() {
        "configuration error" | "configuration errors" => Some(Aborted::Error),
        what if what.ends_with(" in strict mode") || what.ends_with(" in 'strict' mode") => {
            Some(Aborted::Strict)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_many_warnings_are_bounded_together() {
        let list = format!("WARNING -  These pages are lost:\n{}", "  - quay.md\n".repeat(90));
        let mut mkdocs = crate::recognize::kit::Driven::<Mkdocs>::default();
        for text in list.repeat(30).lines() {
            mkdocs.read(&crate::text::Line::of(text), &mut Vec::new());
        }
        let lines = mkdocs.runner.held.iter().map(|finding| finding.list.len());
        assert_eq!((lines.sum::<usize>(), mkdocs.runner.held.len()), (LISTED.1, 30));
    }
}
