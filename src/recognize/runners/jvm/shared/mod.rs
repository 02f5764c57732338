//! What the tools of the Java virtual machine share.

pub mod compiler_lines;
