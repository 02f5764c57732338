//! Where the runs of an agent are counted, when its user asked for that.

use std::path::PathBuf;

use super::agent::Agent;
use super::folders::Folders;

/// The file of an agent's counts. Who counts adds to it only when it is there: `weir setup --stats` makes it.
#[must_use]
pub fn stats_file(folders: &Folders, agent: Agent) -> PathBuf {
    folders.root().join("stats").join(format!("{}.jsonl", agent.name()))
}
