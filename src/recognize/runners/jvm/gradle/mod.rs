//! Gradle: the tests of its test tasks, and what it says of a failed build.

mod gradle;
mod gradle_lines;
mod logger;
mod script;
mod section;
mod wrong;

pub use gradle::Gradle;
