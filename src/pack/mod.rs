//! Ranked chunks into a token budget: which are admitted, what they cost, and what was dropped and why.
//!
//! [`Chunk`] is an item that can be admitted, [`Settings`] what decides, [`select`] the decision, made by the packing
//! kernel of `budget`, and [`json`] and [`text`] its two forms. Nothing here reads files or knows options.

mod canonical;
mod chunk;
pub mod json;
mod order;
mod prices;
mod select;
mod settings;
pub mod text;

pub use chunk::{Chunk, ChunkError, Unread};
pub use order::{ascent, order};
pub use select::{Entry, Fate, Reason, Selection, select};
pub use settings::{Citing, Form, Matter, Order, Profile, Settings};
