//! The command that runs again what failed, and nothing else: made of the command that was run and of the names of the failures.
//!
//! `command` takes the words of a command apart, `families` knows which runner is run by which words, and the other files have
//! a function for each runner. Where anything is not understood (an option that may or may not have a value, a name that
//! is cut, a failure that is no test) there is no such command: none is better than a wrong one.

mod apple;
mod command;
mod encode;
mod families;
mod go;
mod javascript;
mod jvm;
mod more;
mod offer;
mod php;
mod python;
mod ruby;
mod rust;
#[cfg(test)]
mod tests;

pub use offer::{Failed, rerun};
