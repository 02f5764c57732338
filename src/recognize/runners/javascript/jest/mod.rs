//! Jest: the default and the verbose reporter, on a pipe and on a terminal.

mod cut;
mod errors;
mod lines;
mod recognizer;
mod reports;
mod result;
mod tree;

pub use recognizer::Jest;
