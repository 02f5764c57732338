//! `weir setup`: puts weir into the shell of a coding agent, and takes it out again; where there is no way into the
//! shell, into its list of MCP servers.
//!
//! `agents` and `others` say what each agent's files need, `edit` changes a document as text, `file` reads and writes,
//! `record` remembers what was put in, `start` keeps the links and the start files, and `run` does it all in order.

mod agents;
pub mod args;
mod edit;
pub(super) mod file;
mod list;
mod others;
mod plan;
mod record;
mod remove;
mod resolve;
mod run;
mod start;
mod write;

pub(super) use agents::{Places, agent_plan, blank_plan, for_bash_env};
pub(super) use edit::{Format, Put, Refusal, held, holds, tree_at};
pub(super) use file::look;
pub(super) use others::other_plan;
pub(super) use plan::{Client, Plan};
pub(super) use record::{Record, State};
pub(super) use resolve::{can_be_in, client, places, resolve};
pub use run::Setup;
pub(super) use run::{named as named_path, run};
pub(super) use start::{is_own, program_in, start_of};
