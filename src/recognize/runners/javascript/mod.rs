//! What the runners of JavaScript share: stack frames, source excerpts, and how a process of Node.js dies.

mod body;
mod death;
mod error_text;
mod frame;
mod gather;
pub mod marks;
mod text;

pub use body::Body;
pub use death::Death;
pub use error_text::{ErrorText, place_of};
pub use frame::{frame, library, source};
pub use gather::Gather;
pub use text::{clipped, indent, key};
