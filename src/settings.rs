//! Validated settings of one filter job: no environment, no files.

use std::time::SystemTime;

use crate::budget::{Limits, Mode};

pub mod guard;
pub mod pattern;

/// Who reads an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reader {
    /// A program, or a file.
    #[default]
    Program,
    /// A person at a terminal.
    Person,
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerFormat {
    /// Lines for people and agents.
    #[default]
    Text,
    /// One line of JSON.
    Json,
}

/// When weir's own lines are coloured, as asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Color {
    /// When the answer goes to a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Whether weir's own lines are coloured; decided at the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colored {
    /// Without escape sequences.
    #[default]
    Plain,
    /// In colour.
    Colored,
}

/// Whether well-known secrets are hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Redaction {
    /// They are, before anything is shown or stored.
    #[default]
    Redact,
    /// They are shown as they are.
    Keep,
}

/// How an answer offers what it does not show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Offers {
    /// As command lines of weir.
    #[default]
    Commands,
    /// As command lines of weir, of a run that `weir show ID` shows first: this is that answer.
    Following,
    /// As calls of a tool of this name, with JSON arguments.
    Calls(String),
}

/// What an answer is for its reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// The answer of weir.
    #[default]
    Answer,
    /// The output of the command itself, for a reader who did not ask weir: its last line is the verdict alone, and a run that
    /// passed keeps a few lines that belong to no test.
    Output,
}

/// Which runner's output the input is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum From {
    /// Recognised by content.
    #[default]
    Auto,
    /// This one, by its name in the list of runners.
    Runner(String),
}

impl From {
    /// The name of the one runner, unless any may have printed it.
    #[must_use]
    pub fn runner(&self) -> Option<&str> {
        match self {
            Self::Auto => None,
            Self::Runner(name) => Some(name),
        }
    }
}

/// A user's own pattern of a failure: regular expressions that are matched from a line's beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pattern {
    /// What the user calls it.
    pub name: String,
    /// The line that begins a failure.
    pub starts: String,
    /// The lines after it that belong to it.
    pub continues: Option<String>,
    /// Its last line.
    pub ends: Option<String>,
}

/// A command that runs again what failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RerunCommand {
    /// Its words.
    pub words: Vec<String>,
    /// How many failures it does not run, because none of the runner's names is theirs.
    pub without: u64,
}

/// The settings of one filter job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The mode: which classes are shown.
    pub mode: Mode,
    /// The limits; the mode's own, or chosen ones.
    pub limits: Limits,
    /// Most bytes of the whole answer, when its reader counts them.
    pub bytes: Option<u64>,
    /// Most chars of the whole answer when what prints it fails, where its reader keeps less of that.
    pub failing_chars: Option<u64>,
    /// The form of the answer.
    pub format: AnswerFormat,
    /// The look of weir's own lines.
    pub colored: Colored,
    /// Who reads the answer.
    pub reader: Reader,
    /// So many of the slowest tests are reported.
    pub slowest: u64,
    /// Which runner.
    pub from: From,
    /// The exit status of the run, 0 to 255, when the caller knows it.
    pub exit: Option<i32>,
    /// The file that is the only input, when it is one.
    pub input_name: Option<String>,
    /// The command whose output this is, when it is known.
    pub command: Option<String>,
    /// The words of that command, exactly, when weir runs it and a shell could be given them again.
    pub words: Option<Vec<String>>,
    /// The command that runs again what failed, when it was made before.
    pub rerun: Option<RerunCommand>,
    /// The folder in which it is run or read, when that is known.
    pub folder: Option<String>,
    /// When that command began, when weir starts it: a report file that is older is of another run.
    pub start: Option<SystemTime>,
    /// Whether secrets are hidden.
    pub redaction: Redaction,
    /// The user's own patterns.
    pub patterns: Vec<Pattern>,
    /// The user's own tools: texts of files of rows that were read and are right.
    pub rows: Vec<String>,
    /// How the rest is offered.
    pub offers: Offers,
    /// What it is for its reader.
    pub role: Role,
}
