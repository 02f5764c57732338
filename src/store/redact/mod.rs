//! Well-known secrets, hidden before the disk and before standard output: `[redacted:kind]`, with a number when there are
//! different ones of that kind.
//!
//! Best effort: what has a known shape or a known place is found, no more. A table of rules (`rules`) names the literals
//! at which a secret may begin; a packed search over whole blocks finds them (`search`), the matcher of the rule decides
//! there, and the redactor replaces what it found within its line, so that lines keep their number. Nothing here guesses
//! by how random a word looks alone.

mod command;
mod commands;
#[cfg(test)]
mod dealing;
mod document;
mod escapes;
#[cfg(test)]
mod examples;
mod fields;
mod headers;
mod judge;
mod keys;
mod lines;
mod named;
mod names;
mod needles;
mod nested;
mod numbers;
mod plain;
mod redactor;
mod rules;
mod search;
mod shapes;
mod shell;
mod special;
mod tables;
mod urls;
mod words;

pub use command::command;
pub use document::document;
pub use redactor::{LOOKAHEAD_BYTES, Redactor};
