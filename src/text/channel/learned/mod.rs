//! What may be before, or around, the text of each line of a log: what the first lines have in common, and the fields of
//! a structured logger. `recognize` decides whether it is a prefix.

mod message;
mod shape;
mod template;

pub(crate) use message::Form;
pub(crate) use shape::Shape;
pub(crate) use template::{Numbered, Template};
