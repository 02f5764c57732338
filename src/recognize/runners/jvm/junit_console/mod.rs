//! The console launcher of the JUnit Platform.

mod details;
mod events;
mod lines;
mod recognizer;

pub use recognizer::JunitConsole;
