//! The tool that gets what is stored of an answer: the next page or piece, or any part of the whole.

mod arguments;
mod definition;
mod get;
mod grep;
mod list;

pub use definition::definition;
