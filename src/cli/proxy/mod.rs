//! `weir proxy`: in front of an MCP server.

pub mod args;
mod manual;
mod resolve;
mod run;

pub(super) use manual::PARTS;
pub(super) use resolve::{proxy, timeout};
pub use run::Proxy;
pub(super) use run::{random_name, run};
