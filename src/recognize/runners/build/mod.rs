//! Build tools and bundlers, whatever language they build.

pub mod bazel;
pub mod buck2;
pub mod esbuild;
pub mod make;
pub mod npm;
pub mod nx;
pub mod rollup;
pub mod shared;
pub mod turbo;
pub mod webpack;
