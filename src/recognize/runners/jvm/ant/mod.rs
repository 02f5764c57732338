//! Ant.

mod ant;
mod bare;

pub use ant::Ant;
