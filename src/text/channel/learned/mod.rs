//! What may be before, or round, the text of each line of a log: what the first lines have in common, and the message of
//! a structured logger. Whether it is believed is decided in `recognize`.

mod message;
mod shape;
mod template;

pub(crate) use message::Form;
pub(crate) use shape::Shape;
pub(crate) use template::{Numbered, Template};
