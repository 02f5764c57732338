//! Zig: test programs in their plain form, and the compiler and `zig build` that run them.

mod build;
mod build_errors;
mod build_lines;
mod excerpt;
mod program;
mod zig_lines;

pub use build::ZigBuild;
pub use program::ZigTest;
