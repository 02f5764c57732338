//! Pester for PowerShell.

mod failure;
mod lines;
mod recognizer;

pub use recognizer::Pester;
