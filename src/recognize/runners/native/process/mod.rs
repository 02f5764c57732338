//! Processes that died, whoever started them.

mod below;
mod managed;
mod names;
mod node;
mod process;
mod python;
mod sanitizer;
mod signal;
mod stack;
#[cfg(test)]
mod tests;
mod traceback;

pub use process::Process;
