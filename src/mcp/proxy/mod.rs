//! A proxy between a client and a server: the pump and what it decides.
//!
//! Two threads carry lines, one each way, and block where there is nothing to carry; `run` waits for ends and signals.
//! `session` is what both share. `client` and `server` decide what becomes of a line, `guarding` what becomes of a large
//! answer. Memory is bounded by the longest line, since nobody reads ahead of the one who is written to.

mod apart;
mod arms;
mod caller;
mod carry;
mod catalog;
mod client;
mod closing;
mod facts;
mod fetch;
mod guarding;
mod in_flight;
mod index;
mod journal;
mod listing;
mod long_error;
mod origins;
mod output;
#[cfg(feature = "http")]
mod over_http;
mod rules;
mod run;
mod server;
mod session;
mod short;
mod signals;
#[cfg(feature = "listen")]
mod talk;
mod tools_list;

pub use caller::Caller;
#[cfg(feature = "listen")]
pub(in crate::mcp) use carry::Loss;
pub(in crate::mcp) use carry::survive;
pub use client::ToServer;
pub(in crate::mcp) use facts::GET;
pub(in crate::mcp) use in_flight::Call;
pub use journal::{Journal, Level};
pub use output::{Event, Outlet, Output, Stream};
pub use run::{Job, Streams, Upstream, run};
pub use server::ToClient;
pub use session::{Session, Settings, Setup};
pub(in crate::mcp) use signals::report as report_signals;
#[cfg(feature = "listen")]
pub use talk::{Haste, Talk};
