//! `--listen`: the same for clients over HTTP.

pub mod args;
#[cfg(feature = "listen")]
mod board;
mod resolve;
#[cfg(feature = "listen")]
mod run;

pub use resolve::Listen;
pub(super) use resolve::listen;
#[cfg(feature = "listen")]
pub(super) use run::{Shared, run};
