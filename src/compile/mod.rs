//! Context compilation: what a model is sent, brought within its window before every call.
//!
//! A context has four sections, system prompt, memory, history and tools, and a fifth that stays free. Each has a budget in
//! tokens, and the budgets sum up to the window, so what comes out never passes it. Nothing is summarised by a model:
//! results go through weir's own filter, texts are cut to sentences, and what goes is reported. The same input gives the
//! same bytes; no clock is read. It reads and writes values and texts, and neither files nor the environment.

mod check;

mod context;
mod error;
mod event;
mod explain;
mod formats;
mod history;
mod job;
#[cfg(test)]
mod laws;
mod memory;
mod message;
pub mod models;
mod part;
mod plain;
mod section;
mod shrink;
mod similar;
mod text;
mod tools;
mod turn;
mod units;
mod window;

pub use crate::text::time::Time;
pub use check::{Checked, Over, check};
pub use context::Context;
pub use error::CompileError;
pub use event::{ActionTaken, Answer, Event, SectionCounts};
pub use explain::{Health, SectionHealth, table};
pub use formats::{Format, Shape};
pub use job::{Compiled, Options, compile};
pub use memory::{Memory, MemoryScore};
pub use part::{Count, IMAGE_TOKENS};
pub use section::{Asked, Budgets, Section, Sections, read_budgets};
pub use tools::Tool;
pub use turn::{Action, Turn};
pub use window::{MANY_TOOLS, RATIO, RATIO_WITH_MANY_TOOLS, Ratio, Window};
