//! `weir tokens`: what text costs, in tokens.

pub mod args;
mod resolve;
mod run;

pub(super) use resolve::resolve;
pub(super) use run::run;
pub use run::{Counted, Tokens};
