//! The command that runs again what failed, and nothing else: made of the command that was run and of the names of the failures.
//!
//! `command` takes the words of a command apart, `script` finds what npm, make or a shell run, `families` knows which runner is
//! run by which words, and the other files have a function for each runner. Where anything is not understood (an option that may or may not have a value, a name that
//! is cut) there is no such command, and the reason is given: none is better than a wrong one. A failure that is no test is left out.

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
mod script;
mod shell;
#[cfg(test)]
mod tests;
mod through;

pub use offer::{Failed, Made, rerun};
pub use script::Read;
