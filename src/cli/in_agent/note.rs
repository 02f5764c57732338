//! Adds to the counts of an agent, when its user asked for them: `weir setup --stats` makes the file, and without one
//! nothing is written.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::heard::Numbers;
use crate::agents::{Agent, Folders, stats_file};

/// The most bytes of a file of counts: what comes after is not counted.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// What an agent asked weir for besides runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Asked {
    /// More of a run.
    Show,
    /// A run again.
    Rerun,
}

/// The file of an agent's counts, when there is one.
pub(super) fn file_of(agent: Agent) -> Option<PathBuf> {
    let folders = Folders::of(|name| std::env::var_os(name))?;
    let file = stats_file(&folders, agent);
    std::fs::metadata(&file).is_ok_and(|known| known.is_file() && known.len() < MOST_BYTES).then_some(file)
}

/// Adds a run.
pub(super) fn run(file: &PathBuf, numbers: Numbers, seen: u64) {
    let Numbers { raw, without, failures, hidden, kept } = numbers;
    add(
        file,
        &json!({
            "at": now(), "raw": raw, "without": without, "seen": seen, "failures": failures, "hidden": hidden, "kept": kept,
        }),
    );
}

/// Adds that an agent asked for more, when it is an agent that did.
pub(in crate::cli) fn asked(what: Asked) {
    let agent = std::env::var("WEIR_AGENT").ok().and_then(|name| Agent::named(&name));
    let what = match what {
        Asked::Show => "show",
        Asked::Rerun => "rerun",
    };
    if let Some(file) = agent.and_then(file_of) {
        add(&file, &json!({"at": now(), "asked": what}));
    }
}

/// Counts are no reason to fail: what cannot be written is not counted. A line is one write, so that none is torn.
fn add(file: &PathBuf, line: &Value) {
    if let Ok(mut file) = File::options().append(true).open(file) {
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
