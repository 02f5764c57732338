//! Maven: the tests of Surefire and Failsafe, the compilers' errors as Maven lists them, and the build's own failures.

mod build;
mod entry;
mod goal;
mod maven;
mod maven_lines;
mod roster;
mod suites;

pub use maven::Maven;
