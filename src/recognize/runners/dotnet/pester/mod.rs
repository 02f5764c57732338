//! Pester for PowerShell.

mod ending;
mod failure;
mod pester;
mod pester_lines;

pub use pester::Pester;
