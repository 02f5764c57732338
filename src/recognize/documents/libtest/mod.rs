//! libtest's `--format json`, of cargo test and of nextest: a JSON object a line.

mod recognizer;
mod record;
#[cfg(test)]
mod tests;

pub use recognizer::Libtest;
