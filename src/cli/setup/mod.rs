//! `weir setup`: puts weir into the shell of a coding agent, and takes it out again; where there is no way into the
//! shell, into its list of MCP servers.
//!
//! `agents` and `others` say what each agent's files need, `edit` changes a document as text, `file` reads and writes,
//! `record` remembers what was put in, `start` keeps the links and the start files, and `run` does it all in order.

mod agents;
pub mod args;
pub(super) mod edit;
mod file;
mod list;
mod others;
mod plan;
mod record;
mod remove;
mod resolve;
mod run;
mod start;
mod write;

pub(super) use agents::{agent_plan, blank_plan, chain_file};
pub(super) use file::{Looked, look};
pub(super) use plan::{Plan, Wish, named};
pub(super) use record::{FileRecord, Record, State};
pub(super) use resolve::resolve;
pub use run::Setup;
pub(super) use run::run;
pub(super) use start::program_in;
