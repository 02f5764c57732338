//! Rollup, and Vite, which builds with it.

mod bundle;
mod lines;
mod trouble;
mod vite;

pub use bundle::Rollup;
pub use vite::Vite;
