//! Lines to events: one recognizer per runner over a shared vocabulary.

mod ahead;
mod asked;
mod counts;
mod crash;
mod diagnostics;
mod exceptions;
mod exit_status;
mod following;
pub mod formats;
mod gave_up;
mod generic;
mod last_word;
mod literals;
mod mask;
mod mentions;
mod message;
mod output;
mod passes;
pub mod patterns;
mod placed;
mod prefilter;
mod recognizer;
pub mod registry;
pub mod rerun;
mod runners;
pub mod scan;
mod scanner;
mod streams;
mod strength;
mod tally;
mod verdicts;

pub use ahead::Ahead;
pub use message::Message;
pub use recognizer::{Attention, PassShape, Recognizer, Signs};
pub use scanner::Scanner;
pub use streams::Streams;
