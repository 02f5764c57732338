//! The server that weir is in front of: a process that is spoken to over its standard streams, or a place on the network.
//!
//! A server takes lines and gives lines. What they mean is not known here.

#[cfg(unix)]
mod group;
#[cfg(windows)]
#[path = "group_windows.rs"]
mod group;
#[cfg(feature = "http")]
pub mod http;
mod process;
mod reads;
mod server;

pub use process::Process;
pub use reads::{Reads, Watched};
pub use server::{Refusal, SIGNAL, Server};
