//! Processes that died, whoever started them.

mod names;
mod node;
mod python;
mod recognizer;
mod sanitizer;
mod stack;
#[cfg(test)]
mod tests;

pub use recognizer::Process;
