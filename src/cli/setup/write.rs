//! Writes what was prepared: first all that may fail, then the files of the user's.

use std::path::PathBuf;

use super::edit::Format;
use super::file::{Looked, stage, sum, write_own};
use super::plan::Client;
use super::record::State;
use super::run::{Prepared, Setup, named};
use super::start;
use crate::agents::stats_file;
use crate::cli::exit::Problem;

/// Chars of a sum in the name of a backup.
const SUM_CHARS: usize = 12;

/// Where the old bytes of a file are kept; nothing when there are none.
pub(super) fn backup_of(job: &Setup, looked: &Looked) -> Option<PathBuf> {
    let bytes = looked.bytes.as_ref()?;
    let name = looked.real.file_name()?.to_string_lossy().into_owned();
    let sum = sum(bytes);
    let folder = job.places.folders.backups();
    Some(folder.join(format!("{}-{name}", sum.get(..SUM_CHARS).unwrap_or(&sum))))
}

/// Writes it all.
pub(super) fn write(
    job: &Setup,
    client: Client,
    prepared: Prepared,
    mut state: State,
) -> Result<(), Problem> {
    let Prepared { changes, mut record, .. } = prepared;
    let folders = &job.places.folders;
    let own = |cause| Problem::output(&format!("to {}", named(folders.root())), cause);
    let (mut staged, mut backups) = (Vec::new(), Vec::new());
    for change in changes {
        let file = named(&change.looked.real);
        let new = stage(&change.looked, change.new.as_bytes())
            .map_err(|cause| Problem::output(&file, cause).hint("nothing was written"))?;
        staged.push((file, new));
        let mut file = change.record;
        file.folders.extend(staged.iter().flat_map(|(_, new)| new.folders()).cloned());
        backups.extend(file.backup.clone().zip(change.looked.bytes));
        record.files.push(file);
    }
    // From here on only weir's own folder can be in the way.
    for (backup, bytes) in backups.iter().filter(|(backup, _)| !backup.exists()) {
        write_own(backup, bytes, 0o600).map_err(own)?;
    }
    if let Client::Shell(agent) = client {
        if let Some(chained) = &record.chained {
            start::make_chain(agent, folders, chained).map_err(own)?;
        }
        if record.stats {
            let file = stats_file(folders, agent);
            if !file.exists() {
                write_own(&file, b"", 0o600).map_err(own)?;
            }
        }
        state.program.clone_from(&job.program);
    }
    // What weir has no part in is not recorded as weir's.
    record.files.retain(|file| !(file.edits.is_empty() && file.format != Format::Whole));
    state.put(record);
    if let Client::Shell(_) = client {
        start::make(&job.program, folders, &state.reported()).map_err(own)?;
    }
    state.save(folders.root()).map_err(own)?;
    for (file, new) in staged {
        new.place().map_err(|cause| Problem::output(&file, cause))?;
    }
    Ok(())
}
