//! weir in front of an MCP server, and as one: the only floor that knows JSON-RPC.

pub mod get;
pub mod harden;
