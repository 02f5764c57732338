//! The console launcher of the JUnit Platform.

#[cfg(test)]
mod examples;
mod lines;
mod recognizer;

pub use recognizer::JunitConsole;
