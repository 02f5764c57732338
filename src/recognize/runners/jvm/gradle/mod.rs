//! Gradle: the tests of its test tasks, and what it says of a failed build.

mod lines;
mod logger;
mod recognizer;
mod script;
mod section;
mod wrong;

pub use recognizer::Gradle;
