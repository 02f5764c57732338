//! Jest: the default and the verbose reporter, on a pipe and on a terminal.

#[cfg(test)]
mod examples;
mod lines;
mod recognizer;
mod tree;

pub use recognizer::Jest;
