//! `weir stats`: counts what `weir proxy` recorded.

mod agents;
pub mod args;
mod condition;
mod resolve;
mod run;
mod text;

#[cfg(feature = "listen")]
pub(super) use condition::look;
pub(super) use resolve::{of_agents, resolve};
pub use run::{Form, OfAgents, Stats};
pub(super) use run::{run, run_of_agents};
