//! `weir mcp`: weir as an MCP server.

pub mod args;
mod manual;
mod print;
mod resolve;
mod run;

pub(super) use manual::PARTS;
pub(super) use resolve::mcp;
pub(super) use run::run;
pub use run::{Mcp, Serve};
