//! The tool that gets what is stored of an answer: the next page or piece, or any part of the whole.

mod answer;
mod arguments;
mod definition;
mod grep;
mod list;
mod parts;
mod select;

pub use answer::{Asker, is_slow};
pub(in crate::mcp) use arguments::line_range;
pub use definition::definition;
