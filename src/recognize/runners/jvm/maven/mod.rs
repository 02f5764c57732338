//! Maven: the tests of Surefire and Failsafe, the compilers' errors as Maven lists them, and the build's own failures.

mod build;
mod entry;
mod goal;
mod lines;
mod recognizer;
mod roster;
mod suites;

pub use recognizer::Maven;
