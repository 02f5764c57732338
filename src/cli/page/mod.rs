//! `weir page`: a list in pages.

pub mod args;
pub(in crate::cli) mod resolve;
pub(in crate::cli) mod run;

pub(super) use resolve::page;
pub use run::Page;
pub(super) use run::run;
