//! Unity for C, and the tools that run it.

mod unity;
mod unity_lines;

pub use unity::Unity;
