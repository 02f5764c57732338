//! Coding agents: what weir knows of them, and the texts by which their shells find weir.
//!
//! An agent's shell has a folder of links in front of `PATH`, each with the name of a tool (`tools`) and each to weir.
//! The `start_file` or, for Claude Code, the `stub` tells the links which descriptors are the agent's. What a run in a pipe came
//! to is in a file of the line (`beside`), if the line's last command lets bash read it (`last_command`). Who puts all this on
//! the disk is `cli`.

pub mod agent;
pub mod beside;
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
pub mod trap;
mod words;

pub use agent::Agent;
pub use beside::Beside;
pub use folders::Folders;
pub use stats::stats_file;
