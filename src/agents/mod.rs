//! Coding agents: what weir knows of them, and the texts by which their shells find weir.
//!
//! An agent's shell has a folder of links in front of `PATH`, each with the name of a tool (`tools`) and each to weir.
//! The `start_file` or, for Claude Code, the `stub` tells the links which descriptors are the agent's. Who puts all this
//! on the disk is `cli`.

pub mod agent;
pub mod calls;
mod commands;
pub mod cut;
pub mod folders;
pub mod last_command;
pub mod line;
mod quoted;
pub mod share;
pub mod start_file;
pub mod stats;
pub mod stub;
pub mod tools;

pub use agent::Agent;
pub use folders::Folders;
pub use stats::stats_file;
