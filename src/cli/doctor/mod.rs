//! `weir doctor`: tries whether weir works in an agent's shell, and prints what is wrong.
//!
//! `target` is what is looked at, `settings` looks at files, `attempt` runs lines as the agent would, `around` looks at what
//! else gets between, and `run` puts it together.

pub mod args;
mod around;
mod attempt;
mod hooks;
mod resolve;
mod run;
mod settings;
mod target;
mod tries;

pub(super) use resolve::resolve;
pub use run::Doctor;
pub(super) use run::run;
