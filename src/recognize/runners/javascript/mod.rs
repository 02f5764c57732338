//! What the runners of JavaScript share: stack frames, source excerpts, and how a process of Node.js dies.

mod body;
mod death;
mod frame;
mod gather;
mod text;

pub use body::Body;
pub use death::Death;
pub use frame::{frame, library, source};
pub use gather::Gather;
pub use text::{clipped, indent, key};
