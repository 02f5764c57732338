//! Rollup, and Vite, which builds with it.

mod bundle;
mod rollup_lines;
mod trouble;
mod vite;

pub use bundle::Rollup;
pub use vite::Vite;
