//! What the runners of JavaScript share: stack frames, source excerpts, and how a process of Node.js dies.

mod body;
mod death;
mod error_line;
mod gather;
pub mod marks;

pub use body::Body;
pub use death::Death;
pub use error_line::error_line;
pub use gather::Gather;
