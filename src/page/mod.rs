//! Some items of a list that is too long to be read at once, and where the rest begins.
//!
//! A [`List`] is found in a document, put into an [`Order`], and a [`Request`] takes whole items out of it as they were
//! written, as many as the budget affords. Where the document comes from, and what a cursor is, are the command's.

mod answer;
mod list;
mod order;
mod stamp;

pub use answer::{Answer, Request, Shown, answer};
pub use list::{Item, List, ListError};
pub use order::{Direction, Order};
