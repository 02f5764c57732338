//! JSON as text: values are slices of their document, so that numbers, key order and escapes stay as they were written.
//!
//! A document is checked once, as a whole, without recursion; values are then found by counting brackets. Callers decide
//! what to take. Nothing here builds a tree, so depth and size cost no memory.

mod path;
mod project;
mod trouble;
mod value;
mod write;

pub use path::{JsonPath, PathError, Step};
pub use project::{Projected, project};
pub use trouble::in_words;
pub use value::{Json, JsonError, Kind};
pub use write::{compact, harmless, string};
