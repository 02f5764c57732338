//! A call of `weir compile`, decided and checked.

use std::path::PathBuf;

use crate::cli::piece::est::Est;
use crate::compile::{Asked, Format, MemoryScore, Time, Window};
use crate::settings::AnswerFormat;
use crate::source::Input;

/// What is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// The event and the context in JSON, or the context as text.
    Answer(AnswerFormat),
    /// The table.
    Explain,
    /// How full it is.
    Health(AnswerFormat),
    /// The conversation as it came, into a file or not.
    Back(Option<PathBuf>),
}

/// A context that is compiled.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// What is read.
    pub input: Input,
    /// What it is; weir's own form without one.
    pub from: Option<Format>,
    /// The window.
    pub window: Window,
    /// Budgets of sections.
    pub budgets: Asked,
    /// The last messages.
    pub keep_last: usize,
    /// What is to be done.
    pub task: Option<String>,
    /// The time that memories are as old as.
    pub now: Option<Time>,
    /// How memories are ranked.
    pub memory_score: MemoryScore,
    /// How tokens are counted.
    pub est: Est,
    /// Where the event goes.
    pub event_log: Option<PathBuf>,
    /// What is printed.
    pub form: Form,
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Compile {
    /// A context is compiled.
    Context(Box<Call>),
    /// An event log is checked.
    Check {
        /// What is read.
        log: Input,
        /// The most tokens.
        max: Option<u64>,
        /// The form of the answer.
        format: AnswerFormat,
    },
}
