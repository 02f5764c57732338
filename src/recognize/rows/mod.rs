//! A user's own tool as rows: a file that says how its lines look and what each of them means.
//!
//! `language` reads the file, once, and says what is wrong with it by line and column. `reader` reads a log with it, beside all
//! recognizers: a line that a row takes is still judged by them, so that rows can hide no failure that they find.

mod known;
mod language;
mod reader;

pub use language::{MOST_FILES, Rows, Wrong};
pub use reader::{Reader, Taken};
