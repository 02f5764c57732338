//! What a build tool writes before each line of a program that it runs: Maven its level, Ant the name of its task.
//!
//! - `[INFO] text`, `[ERROR] text` behind Maven's line `[INFO] Running 'npm test' in FOLDER`, with which the plugin for
//!   front ends (frontend-plugin-core, `NodeTaskExecutor`) tells what it runs, up to the next line of Maven itself;
//! - `     [exec] text`, `     [java] text` of Ant (`DefaultLogger`: a column of twelve chars), within Maven's level too, where Ant
//!   is a task of it.

use super::{Announced, Form, Found, found, parted};

/// Maven's levels.
const LEVELS: [&str; 5] = ["[INFO]", "[ERROR]", "[WARNING]", "[WARN]", "[DEBUG]"];
/// Ant's tasks that run a program.
const TASKS: [&str; 4] = ["exec", "java", "apply", "sshexec"];
/// How many chars Ant writes before the text, the blank behind the task included.
const COLUMN: usize = 12;

/// A line's text behind a level of Maven's.
fn behind_level(text: &str) -> Option<&str> {
    LEVELS.iter().find_map(|level| parted(text.strip_prefix(level)?))
}

/// Whether Maven itself says this: a plugin, a module or the end of the build begins.
fn is_mavens(rest: &str) -> bool {
    (rest.starts_with("--- ") && rest.contains(" @ "))
        || (rest.starts_with("-----") && rest.contains("< ") && rest.contains(" >"))
        || matches!(rest.trim_end(), "BUILD SUCCESS" | "BUILD FAILURE" | "BUILD ERROR")
        || rest.starts_with("Reactor Summary")
        || is_command(rest)
}

/// `Running 'npm test' in /a/b`
fn is_command(rest: &str) -> bool {
    rest.strip_prefix("Running '").is_some_and(|rest| rest.contains("' in "))
}

/// Reads a line of Maven's that is not of a program.
pub(super) fn read(text: &str, announced: &mut Announced) {
    if let Some(rest) = behind_level(text)
        && is_mavens(rest)
    {
        announced.levels = is_command(rest);
    }
}

/// `[INFO] text` of a program, and `[INFO]      [exec] text`.
pub(super) fn leveled(text: &str, announced: Announced) -> Option<Found<'_>> {
    let rest = behind_level(text)?;
    if let Some(found) = task(text, rest) {
        return Some(found);
    }
    if announced.levels && !is_mavens(rest) { found(Form::Level, "", text, rest) } else { None }
}

/// `     [exec] text`, behind whatever stands before it in the line.
pub(super) fn task<'a>(text: &'a str, column: &'a str) -> Option<Found<'a>> {
    let label = column.trim_start_matches(' ').strip_prefix('[')?;
    let (name, rest) = label.split_once(']').filter(|(name, _)| TASKS.contains(name))?;
    let rest = parted(rest)?;
    let width = column.len().checked_sub(label.len())?.saturating_add(name.len()).saturating_add(2);
    if width == COLUMN { found(Form::AntTask, name, text, rest) } else { None }
}
