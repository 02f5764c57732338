//! A user's own patterns: read from a file, and matched. They can mark failures and nothing else.

mod file;
mod matcher;

pub use file::{MOST_PATTERNS, Wrong, read};
pub use matcher::Patterns;
