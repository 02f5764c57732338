//! What was put in, and where: by this it is taken out again.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::edit::{Edit, Format, Put};
use super::file::{look, write_own};
use crate::agents::Agent;

/// The version of the form.
const VERSION: u32 = 1;

/// Everything that was put in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct State {
    version: u32,
    /// The weir to which the links lead.
    pub(in crate::cli) program: PathBuf,
    /// An agent each, or an agent in a project.
    pub(in crate::cli) records: Vec<Record>,
}

/// What was put in for one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct Record {
    /// Its name.
    pub(in crate::cli) agent: String,
    /// The project, when it is not for the user.
    pub(in crate::cli) project: Option<PathBuf>,
    /// Whether runs are counted.
    pub(in crate::cli) stats: bool,
    /// Whether runs beside the agent's output are reported.
    #[serde(default)]
    pub(in crate::cli) beside: bool,
    /// What a setting of the user's named, which is called after weir.
    pub(in crate::cli) chained: Option<String>,
    /// The files.
    pub(in crate::cli) files: Vec<FileRecord>,
}

/// What was put into a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct FileRecord {
    /// The file, as it was named.
    pub(in crate::cli) path: PathBuf,
    /// Its format.
    pub(in crate::cli) format: Format,
    /// The entries.
    pub(in crate::cli) put: Put,
    /// The edits that put them in.
    pub(in crate::cli) edits: Vec<Edit>,
    /// How many tables were made for them.
    pub(in crate::cli) made: usize,
    /// Whether the file was made.
    pub(in crate::cli) created: bool,
    /// The folders that were made for it.
    pub(in crate::cli) folders: Vec<PathBuf>,
    /// Where its old bytes are.
    pub(in crate::cli) backup: Option<PathBuf>,
    /// The sum of its bytes after the edits.
    pub(in crate::cli) after: String,
}

impl State {
    fn path(root: &Path) -> PathBuf {
        root.join("state.json")
    }

    /// What is recorded in a folder; nothing when there is no record.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub(in crate::cli) fn load(root: &Path) -> io::Result<Self> {
        let Some(bytes) = look(&Self::path(root))?.bytes else {
            return Ok(Self { version: VERSION, ..Self::default() });
        };
        let state: Self = serde_json::from_slice(&bytes).map_err(io::Error::other)?;
        if state.version == VERSION {
            Ok(state)
        } else {
            Err(io::Error::other(format!("it is of version {}, written by another weir", state.version)))
        }
    }

    /// Writes the record, or removes it when nothing is put in.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn save(&self, root: &Path) -> io::Result<()> {
        let path = Self::path(root);
        if self.records.is_empty() {
            return match std::fs::remove_file(&path) {
                Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
                _ => Ok(()),
            };
        }
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        write_own(&path, (text + "\n").as_bytes(), 0o600)
    }

    /// The record of an agent, of its user or in a project.
    pub(in crate::cli) fn of(&self, agent: &str, project: Option<&Path>) -> Option<&Record> {
        let mut records = self.records.iter();
        records.find(|record| record.agent == agent && record.project.as_deref() == project)
    }

    /// The agents for whom runs beside their output are reported.
    pub(super) fn reported(&self) -> Vec<Agent> {
        let is_reported =
            |agent: &Agent| self.records.iter().any(|record| record.agent == agent.name() && record.beside);
        Agent::ALL.into_iter().filter(is_reported).collect()
    }

    /// Puts a record in the place of that of the same agent.
    pub(super) fn put(&mut self, record: Record) {
        self.forget(&record.agent, record.project.as_deref());
        self.records.push(record);
        self.records.sort_by(|one, other| (&one.agent, &one.project).cmp(&(&other.agent, &other.project)));
    }

    /// Takes a record out.
    pub(super) fn forget(&mut self, agent: &str, project: Option<&Path>) {
        self.records.retain(|record| record.agent != agent || record.project.as_deref() != project);
    }
}
