//! GNU Autotest's test suites.

mod autotest;
mod autotest_lines;
mod block;
mod boxes;
mod closing;
mod log;
mod mixed;
mod run;
mod state;
mod sum;
mod tell;
#[cfg(test)]
mod tests;

pub use autotest::Autotest;
