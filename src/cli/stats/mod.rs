//! `weir stats`: counts what `weir proxy` recorded.

pub mod args;
mod html;
mod resolve;
mod run;
mod text;

#[cfg(feature = "listen")]
pub(super) use html::page;
pub(super) use resolve::resolve;
pub(super) use run::run;
pub use run::{Form, Stats};
