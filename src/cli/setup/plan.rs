//! What the files of an agent need.

use std::path::PathBuf;

use super::edit::{Format, Put};
use super::{agents, others};
use crate::agents::Agent;

/// Entries in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Wish {
    /// The file.
    pub(in crate::cli) path: PathBuf,
    /// Its format.
    pub(in crate::cli) format: Format,
    /// The entries.
    pub(in crate::cli) put: Put,
}

/// What is done for an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Plan {
    /// How weir gets in, in a few words.
    pub(in crate::cli) mechanism: String,
    /// Files that are read and not changed: a broken one stops everything.
    pub(in crate::cli) reads: Vec<(PathBuf, Format)>,
    /// What is put into files.
    pub(in crate::cli) wishes: Vec<Wish>,
    /// Variables that the agent's own environment needs, as no file can set them.
    pub(in crate::cli) launch: Vec<(String, String)>,
    /// What there is to say of it.
    pub(in crate::cli) notes: Vec<String>,
}

/// Whom weir is set up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Client {
    /// An agent in whose shell weir can be.
    Shell(Agent),
    /// One that takes weir as an MCP server.
    Server(others::Other),
}

impl Client {
    /// All of them.
    pub(in crate::cli) fn all() -> impl Iterator<Item = Self> {
        Agent::ALL.into_iter().map(Self::Shell).chain(others::Other::ALL.into_iter().map(Self::Server))
    }

    /// Its name on the command line.
    pub(in crate::cli) const fn name(self) -> &'static str {
        match self {
            Self::Shell(agent) => agent.name(),
            Self::Server(other) => other.name(),
        }
    }

    /// The folders and programs by which it is found on a machine.
    pub(super) fn signs(self, places: &agents::Places) -> (Vec<PathBuf>, &'static [&'static str]) {
        match self {
            Self::Shell(agent) => agents::signs(agent, places),
            Self::Server(other) => (other.folders(places), other.programs()),
        }
    }
}

/// The client of this name, as it or others may be called.
pub(super) fn named(name: &str) -> Option<Client> {
    let plain = name.to_ascii_lowercase();
    let plain = match plain.as_str() {
        "claude" => "claude-code",
        "gemini" => "gemini-cli",
        "qwen" => "qwen-code",
        "copilot-cli" => "copilot",
        "code" | "vs-code" => "vscode",
        "devin" => "windsurf",
        other => other,
    };
    Client::all().find(|client| client.name() == plain)
}
