//! `weir digest`: what identifies a JSON document, and how to get the rest.

pub mod args;
mod resolve;
mod run;

pub(super) use resolve::digest;
pub use run::Digest;
pub(super) use run::run;
