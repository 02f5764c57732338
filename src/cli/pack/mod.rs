//! `weir pack`: ranked chunks, or whole files, into a token budget.

pub mod args;
mod files;
mod resolve;
mod run;

pub(super) use resolve::resolve;
pub(super) use run::run;
pub use run::{Asserted, Pack, What};
