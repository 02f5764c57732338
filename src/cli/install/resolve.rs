//! What was meant by `weir proxy install`.

use super::args::InstallArgs;
use super::clients::{Client, Whose};
use super::run::{Direction, Install};
use crate::cli::exit::Problem;
use crate::cli::surroundings::Surroundings;
use crate::cli::words::shown;

/// Decides what is changed.
///
/// # Errors
/// When no file can be found in which the client keeps its servers.
pub(in crate::cli) fn resolve(typed: &InstallArgs, surroundings: &Surroundings) -> Result<Install, Problem> {
    let known = Client::ALL.iter().find(|(name, _)| *name == typed.client);
    let client = known.map_or(Client::ClaudeCode, |(_, client)| *client);
    let files = match &typed.file {
        Some(file) => vec![(file.clone(), Whose::User)],
        None => client.files(surroundings),
    };
    if files.is_empty() {
        let message = format!("the configuration of {} is not found", shown(&typed.client));
        return Err(Problem::usage(message).hint("--file FILE names it"));
    }
    Ok(Install {
        client,
        name: typed.name.clone(),
        direction: if typed.remove { Direction::Out } else { Direction::In },
        files,
        folder: surroundings.folder.clone(),
        dry: typed.dry_run,
    })
}
