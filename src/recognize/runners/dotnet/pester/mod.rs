//! Pester for PowerShell.

mod ending;
mod failure;
mod lines;
mod recognizer;

pub use recognizer::Pester;
