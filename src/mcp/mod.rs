//! weir in front of an MCP server, and as one: the only floor that knows JSON-RPC.
//!
//! `serve` is weir as a server. `wire` knows lines and messages, `upstream` a server as a process or over HTTP, `harden` what becomes of a large
//! answer, `get` how the rest of it is got, `select` programs over it. `proxy` joins them: a line of the client goes to the server, a line of the
//! server to the client, each as it is unless there is a reason.

pub mod get;
pub mod harden;
#[cfg(feature = "listen")]
pub mod listen;
pub mod proxy;
pub mod select;
pub mod serve;
pub mod upstream;
pub mod wire;
