//! What the build tools share.

pub mod esbuild_lines;
