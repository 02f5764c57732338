//! What a doctor looks at: an agent, and what is recorded of it.

use std::path::PathBuf;

use serde::Serialize;

use super::run::Doctor;
use crate::cli::setup::{Client, Plan, Record, State, agent_plan, blank_plan, other_plan, start_of};

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    pub(super) id: &'static str,
    pub(super) ok: bool,
    pub(super) detail: String,
}

impl Check {
    /// All well.
    pub(super) fn well(id: &'static str, detail: impl Into<String>) -> Self {
        Self { id, ok: true, detail: detail.into() }
    }

    /// Something is wrong.
    pub(super) fn off(id: &'static str, detail: impl Into<String>) -> Self {
        Self { id, ok: false, detail: detail.into() }
    }

    /// Well when nothing is wrong.
    pub(super) fn of(id: &'static str, off: &[String], well: impl Into<String>) -> Self {
        if off.is_empty() { Self::well(id, well) } else { Self::off(id, off.join("; ")) }
    }
}

/// An agent.
pub(super) struct Target {
    pub(super) client: Client,
    /// What is recorded of it.
    pub(super) record: Option<Record>,
    /// The program that the record names.
    pub(super) program: PathBuf,
    /// What its settings should hold.
    pub(super) plan: Plan,
    /// The file with which its shell starts.
    pub(super) start: PathBuf,
}

impl Target {
    /// The agent as it is recorded, in this folder's project when it is set up there alone.
    pub(super) fn of(job: &Doctor, client: Client, state: &State) -> Self {
        let mut places = job.places.clone();
        let here = places.here.clone();
        let user = state.of(client.name(), None);
        let record = user.or_else(|| state.of(client.name(), here.as_deref())).cloned();
        places.project = record.as_ref().and_then(|record| record.project.clone());
        let chained = record.as_ref().and_then(|record| record.chained.as_deref());
        let recorded = match client {
            Client::Shell(_) => Some(state.program.clone()),
            Client::Server(_) => record.as_ref().and_then(started),
        };
        let program = recorded.filter(|path| path.is_absolute()).unwrap_or_else(|| job.own.clone());
        let (start, plan) = match client {
            Client::Shell(agent) => {
                let start = start_of(agent, &places.folders, chained);
                (start.clone(), agent_plan(agent, &places, &start))
            }
            Client::Server(other) => {
                // An entry names the weir that put it in.
                (PathBuf::new(), other_plan(other, &places, &program))
            }
        };
        Self { client, record, program, plan: plan.unwrap_or_else(|_| blank_plan("")), start }
    }
}

/// The program that an entry of an MCP server starts; in a project's it is a name alone.
fn started(record: &Record) -> Option<PathBuf> {
    let (_, server) = record.files.first()?.put.fields.first()?;
    let program = server.get("command").or_else(|| server.get("cmd"))?;
    program.as_str().map(PathBuf::from)
}
