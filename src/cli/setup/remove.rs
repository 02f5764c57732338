//! Does `weir setup AGENT --remove`: takes out what was put in, and nothing else.

use std::fs;
use std::io::Write;

use super::edit::{Format, take};
use super::file::{remove_empty, stage, sum};
use super::plan::{Client, Wish, named as client_named};
use super::record::{FileRecord, Record, State};
use super::run::{Setup, hidden, lock, looked, may_write, named, plan, refused, say, state};
use super::{agents, start};
use crate::agents::stats_file;
use crate::cli::exit::{End, Problem};
use crate::cli::install::diff;

/// What becomes of a file.
struct Removal {
    file: FileRecord,
    looked: super::file::Looked,
    /// Its new text; none when the file goes.
    new: Option<String>,
}

/// Does it.
pub(super) fn run(job: &Setup, client: Client, out: &mut impl Write) -> Result<End, Problem> {
    let (removals, text) = prepare(job, client, &state(&job.places)?)?;
    say(&text, out)?;
    if job.dry || !removals.is_empty() && !may_write(job) {
        return Ok(End::Reported);
    }
    drop(removals);
    if !job.places.folders.root().is_dir() {
        // There is nothing of weir's but what may be in the file.
        let (removals, _) = prepare(job, client, &State::default())?;
        return removals.iter().try_for_each(write).map(|()| End::Reported);
    }
    let lock = lock(&job.places)?;
    let mut state = state(&job.places)?;
    let (removals, _) = prepare(job, client, &state)?;
    removals.iter().try_for_each(write)?;
    let reported = state.reported();
    state.forget(client.name(), job.places.project.as_deref());
    let own = |cause| Problem::output(&format!("to {}", named(job.places.folders.root())), cause);
    if let Client::Shell(agent) = client
        && !state.records.iter().any(|record| record.agent == agent.name())
    {
        let _ = fs::remove_file(agents::chain_file(agent, &job.places.folders));
        let _ = fs::remove_file(stats_file(&job.places.folders, agent));
    }
    state.save(job.places.folders.root()).map_err(own)?;
    for removal in removals.iter().filter(|removal| is_restored(removal)) {
        if let Some(backup) = &removal.file.backup
            && !state
                .records
                .iter()
                .flat_map(|record| &record.files)
                .any(|file| file.backup.as_ref() == Some(backup))
        {
            let _ = fs::remove_file(backup);
        }
    }
    let in_shells = |record: &Record| matches!(client_named(&record.agent), Some(Client::Shell(_)));
    let elsewhere: Vec<&Record> =
        state.records.iter().filter(|record| record.agent == client.name()).collect();
    for record in &elsewhere {
        let place =
            record.project.as_ref().map_or_else(|| "your own settings".to_owned(), |folder| named(folder));
        say(&format!("{} still has weir in {place}\n", client.name()), out)?;
    }
    if !state.records.iter().any(in_shells) {
        start::remove(&job.places.folders).map_err(own)?;
    } else if state.reported() != reported {
        start::write_files(&state.program, &job.places.folders, &state.reported()).map_err(own)?;
    }
    drop(lock);
    Ok(End::Reported)
}

/// Whether the bytes are those of before, so that no backup of them is needed.
fn is_restored(removal: &Removal) -> bool {
    let Some(backup) = &removal.file.backup else { return false };
    let new = removal.new.as_ref().map(|new| new.as_bytes().to_vec());
    new.is_some() && fs::read(backup).ok() == new
}

/// Reads everything and decides what goes; gives that, and what there is to say.
fn prepare(job: &Setup, client: Client, state: &State) -> Result<(Vec<Removal>, String), Problem> {
    let known = state.of(client.name(), job.places.project.as_deref());
    let files = match known {
        Some(record) if !record.files.is_empty() => record.files.clone(),
        // Without a record, what weir would put in is looked for.
        _ => plan(job, client, known.and_then(|record| record.chained.as_deref()))?
            .wishes
            .into_iter()
            .chain(of_skill(job, client))
            .filter(|wish| {
                known.is_none()
                    && wish.put.fields.iter().all(|(_, value)| value.is_string() || value.is_object())
            })
            .map(|wish| FileRecord {
                path: wish.path,
                format: wish.format,
                edits: Vec::new(),
                put: wish.put,
                made: 0,
                created: false,
                folders: Vec::new(),
                backup: None,
                after: String::new(),
            })
            .collect(),
    };
    let mut removals = Vec::new();
    let mut text = String::new();
    for file in files {
        let looked = match looked(&file.path) {
            Err(_) if known.is_none() => continue,
            looked => looked?,
        };
        let name = named(&file.path);
        if looked.bytes.is_none() {
            continue;
        }
        let old = looked.text().unwrap_or_default().to_owned();
        let unchanged = sum(old.as_bytes()) == file.after;
        let edits = if file.format == Format::Whole && file.edits.is_empty() {
            vec![super::edit::Edit { at: 0, removed: String::new(), inserted: whole(&file) }]
        } else {
            file.edits.clone()
        };
        let taken = take(file.format, &old, &file.put, (&edits, file.made), unchanged);
        let taken = match taken {
            // Of a file that is broken nobody knows what is in it; weir put nothing there that it knows of.
            Err(_) if known.is_none() => continue,
            taken => taken.map_err(|why| refused(&file.path, why))?,
        };
        let Some(new) = taken else {
            if known.is_some() {
                text.push_str(&format!(
                    "{name}: what weir put in is no longer there; weir leaves the file as it is\n"
                ));
            }
            continue;
        };
        let is_nothing =
            |new: &str| new.trim().is_empty() || file.format == Format::Json && new.trim() == "{}";
        let goes = file.created && is_nothing(&new) || file.format == Format::Whole && new.is_empty();
        text.push_str(&format!("{name}\n{}", hidden(&diff(&old, &new))));
        let new = (!goes).then_some(new);
        removals.push(Removal { file, looked, new });
    }
    if text.is_empty() {
        text = match known {
            Some(_) => format!("{}: weir is taken out; no file of yours changes\n", client.name()),
            None => format!("{}: weir is not set up there; nothing changes\n", client.name()),
        };
    }
    Ok((removals, text))
}

/// What weir would put in as a skill.
fn of_skill(job: &Setup, client: Client) -> Option<Wish> {
    match client {
        Client::Shell(agent) => agents::skill(agent, &job.places),
        Client::Server(_) => None,
    }
}

fn whole(file: &FileRecord) -> String {
    file.put.fields.first().and_then(|(_, text)| text.as_str()).unwrap_or_default().to_owned()
}

fn write(removal: &Removal) -> Result<(), Problem> {
    let file = named(&removal.looked.real);
    let failed = |cause| Problem::output(&file, cause);
    match &removal.new {
        Some(new) => {
            stage(&removal.looked, new.as_bytes()).and_then(super::file::Staged::place).map_err(failed)?;
        }
        None => {
            fs::remove_file(&removal.looked.real).map_err(failed)?;
            remove_empty(&removal.file.folders);
        }
    }
    Ok(())
}
