//! GNU Autotest's test suites.

mod block;
mod boxes;
mod closing;
mod lines;
mod log;
mod mixed;
mod recognizer;
mod run;
mod state;
mod sum;
mod tell;
#[cfg(test)]
mod tests;

pub use recognizer::Autotest;
