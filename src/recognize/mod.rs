//! Lines to events: one recognizer per runner over a shared vocabulary.

mod channel;
mod dispatch;
pub mod documents;
pub mod kit;
pub mod patterns;
mod recognizer;
pub mod rerun;
pub mod rows;
mod runners;
mod unknown;

pub use channel::streams::Streams;
pub use dispatch::ahead::Ahead;
pub use dispatch::{registry, scanner::Scanner};
pub use kit::message::Message;
pub use kit::scan;
pub use recognizer::PassShape;
