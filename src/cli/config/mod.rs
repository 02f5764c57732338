//! `weir config`: checks and shows the configuration.

pub mod args;
mod job;
mod resolve;
mod run;

pub use job::Configure;
pub(super) use resolve::resolve;
pub(super) use run::run;
