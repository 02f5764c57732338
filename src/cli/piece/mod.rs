//! What the pieces share: commands that read items or text, count tokens and keep to a budget.
//!
//! [`args`] is what all of them let one type, [`amount`] and [`est`] what those words mean, [`documents`] the bytes of the
//! inputs as text, and [`items`] the JSON items in a text, each with the place that a message names.

pub mod amount;
pub mod args;
pub mod documents;
pub mod est;
pub mod items;

pub use args::PieceArgs;
pub use documents::Document;
pub use est::Est;
pub use items::{Item, Items, Shape};
