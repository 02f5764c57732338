//! What a build tool writes before each line of a program that it runs: Maven its level, Ant the name of its task.
//!
//! - `[INFO] text`, `[ERROR] text` after Maven's line `[INFO] Running 'npm test' in FOLDER`, with which the plugin for
//!   front ends (frontend-plugin-core, `NodeTaskExecutor`) says what it runs, up to the next line of Maven itself;
//! - `     [exec] text`, `     [java] text` of Ant (`DefaultLogger`: a column of twelve chars), also after Maven's level, when
//!   Maven runs Ant.

use super::{Announced, Form, Found, found, parted};

/// What prints the lines with one of Maven's levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Levels {
    /// No plugin was named yet: the beginning of the log may be missing.
    #[default]
    Unknown,
    /// Maven, or a plugin that runs no program: what looks like a command is output.
    Maven,
    /// The plugin for front ends, which has not printed yet what it runs.
    FrontEnd,
    /// A program.
    Program,
}

/// Maven's levels.
const LEVELS: [&str; 5] = ["[INFO]", "[ERROR]", "[WARNING]", "[WARN]", "[DEBUG]"];
/// Ant's tasks that run a program.
const TASKS: [&str; 4] = ["exec", "java", "apply", "sshexec"];
/// How many chars Ant writes before the text, with the blank after the task.
const COLUMN: usize = 12;

/// The text of a line after one of Maven's levels.
fn after_level(text: &str) -> Option<&str> {
    LEVELS.iter().find_map(|level| parted(text.strip_prefix(level)?))
}

/// Whether this is a line of Maven itself: a plugin, a module or the end of the build begins.
fn is_mavens(rest: &str) -> bool {
    (rest.starts_with("--- ") && rest.contains(" @ "))
        || (rest.starts_with("-----") && rest.contains("< ") && rest.contains(" >"))
        || matches!(rest.trim_end(), "BUILD SUCCESS" | "BUILD FAILURE" | "BUILD ERROR")
        || rest.starts_with("Reactor Summary")
}

/// `--- frontend-maven-plugin:1.12.1:npm (test) @ app ---`, since Maven 4 without the common part of plugin names.
fn is_front_end(rest: &str) -> bool {
    ["--- frontend-maven-plugin:", "--- frontend:"].iter().any(|heading| rest.starts_with(heading))
}

/// `Running 'npm test' in /a/b`
fn is_command(rest: &str) -> bool {
    rest.strip_prefix("Running '").is_some_and(|rest| rest.contains("' in "))
}

/// Reads a line of Maven that is not of a program.
pub(super) fn read(text: &str, announced: &mut Announced) {
    let Some(rest) = after_level(text) else { return };
    if is_mavens(rest) {
        announced.levels = if is_front_end(rest) { Levels::FrontEnd } else { Levels::Maven };
    } else if announced.levels != Levels::Maven && is_command(rest) {
        announced.levels = Levels::Program;
    }
}

/// `[INFO] text` of a program, and `[INFO]      [exec] text`.
pub(super) fn leveled(text: &str, announced: Announced) -> Option<Found<'_>> {
    let rest = after_level(text)?;
    if let Some(found) = task(text, rest) {
        return Some(found);
    }
    if announced.levels == Levels::Program && !is_mavens(rest) {
        found(Form::Level, "", text, rest)
    } else {
        None
    }
}

/// `     [exec] text`, where `column` is the part up to the text.
pub(super) fn task<'a>(text: &'a str, column: &'a str) -> Option<Found<'a>> {
    let label = column.trim_start_matches(' ').strip_prefix('[')?;
    let (name, rest) = label.split_once(']').filter(|(name, _)| TASKS.contains(name))?;
    let rest = parted(rest)?;
    let width = column.len().checked_sub(label.len())?.saturating_add(name.len()).saturating_add(2);
    if width == COLUMN { found(Form::AntTask, name, text, rest) } else { None }
}
