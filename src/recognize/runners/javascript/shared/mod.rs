//! What the runners of JavaScript share: stack frames, source excerpts, and how a process of Node.js dies.

mod body;
mod death;
mod gather;
pub mod marks;

pub use body::Body;
pub use death::Death;

pub use gather::Gather;
