//! `weir chunk`: a text in pieces.

pub mod args;
mod resolve;
mod run;
mod write;

pub(super) use resolve::chunk;
pub use run::Chunks;
pub(super) use run::run;
