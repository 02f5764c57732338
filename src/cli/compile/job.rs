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

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub enum Compile {
    /// A context is compiled.
    Context {
        /// What is read.
        input: Input,
        /// What it is; weir's own form without one.
        from: Option<Format>,
        /// The window.
        window: Window,
        /// Budgets of sections.
        budgets: Asked,
        /// The last messages.
        keep_last: usize,
        /// What is to be done.
        task: Option<String>,
        /// The time that memories are as old as.
        now: Option<Time>,
        /// How memories are ranked.
        memory_score: MemoryScore,
        /// How tokens are counted.
        est: Est,
        /// Where the event goes.
        event_log: Option<PathBuf>,
        /// What is printed.
        form: Form,
    },
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
