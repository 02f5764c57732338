//! Well-known secrets, hidden before the disk and before standard output: `[redacted:kind]`.
//!
//! Best effort: what has a known shape is found, no more. A packed search over whole blocks finds the places where a
//! secret may begin (`search`), a matcher of its kind decides there (`shapes`, `named`), and the redactor replaces it
//! within its line, so that lines keep their number. Nothing here guesses by how random a word looks alone.

mod command;
mod document;
mod named;
mod redactor;
mod search;
mod shapes;

pub use command::command;
pub use document::document;
pub use redactor::{LOOKAHEAD_BYTES, Redactor};
