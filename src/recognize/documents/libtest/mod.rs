//! libtest's `--format json`, of cargo test and of nextest: a JSON object a line.

mod libtest;
mod record;
#[cfg(test)]
mod tests;

pub use libtest::Libtest;
