//! `weir stats`: counts what `weir proxy` recorded.

pub mod args;
mod condition;
mod resolve;
mod run;
mod text;

#[cfg(feature = "listen")]
pub(super) use condition::condition;
pub(super) use resolve::resolve;
pub(super) use run::run;
pub use run::{Form, Stats};
