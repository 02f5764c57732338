//! Transcripts of agents and message lists of providers: read as a context, written back in the same shape.

mod chat;
mod claude_code;
mod codex;
mod format;
mod lines;
mod shape;

pub use format::Format;
pub use shape::Shape;
