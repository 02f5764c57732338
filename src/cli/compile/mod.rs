//! `weir compile`: a context brought within its window.

mod args;
mod job;
mod resolve;
mod run;

pub use args::CompileArgs;
pub use job::{Call, Compile, Form};
pub(super) use resolve::resolve;
pub(super) use run::run;
