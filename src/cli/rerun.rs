//! `weir rerun`: runs again what failed in a stored run. From here on it is `weir run` with other words.

use std::ffi::OsString;
use std::path::PathBuf;

use super::args::{AnswerArgs, TermArgs};
use super::exit::{self, Problem};
use super::in_agent::note::{Asked, asked};
use super::job::Job;
use super::resolve;
use super::storage;
use super::surroundings::Surroundings;
use crate::settings::RerunCommand;
use crate::store::{Facts, LAST_WORD, Shelf, Snapshot, StoreError};
use crate::text::sanitize;
use crate::text::words::posix;

/// What to do when a run is not there.
const LIST: &str = "'weir show' lists the stored runs";
/// What to do when there is nothing to run.
const FIRST: &str = "'weir run COMMAND' stores a run that failed";

/// Decides what is run, and where.
///
/// # Errors
/// A problem of usage; when there is no such run, or none of its failures can be run again alone.
pub(super) fn rerun(
    typed: &AnswerArgs,
    terms: &TermArgs,
    id: Option<&str>,
    surroundings: &Surroundings,
) -> Result<Job, Problem> {
    let here = surroundings.folder.as_ref().map(|folder| folder.to_string_lossy().into_owned());
    let word = id.unwrap_or(LAST_WORD);
    let snapshot = stored(word, here.as_deref(), surroundings)?;
    let (id, facts) = (snapshot.id(), &snapshot.meta().facts);
    let RerunCommand { words, without } = facts.rerun_command().ok_or_else(|| {
        let why = facts.no_rerun.as_ref().map_or_else(String::new, |why| format!(": {}", sanitize(why).0));
        Problem::usage(format!(
            "no command is known that runs again what failed in {id}, and nothing else{why}"
        ))
        .hint(format!("'weir show {id} --failures' lists it"))
    })?;
    if word == LAST_WORD || without > 0 {
        let line = posix(&words).unwrap_or_else(|| words.join(" "));
        let rest =
            if without > 0 { format!(" (without {without} that cannot be named)") } else { String::new() };
        exit::tell(&format!("rerun of {id}: {line}{rest}"));
    }
    asked(Asked::Rerun);
    let folder = facts.folder.clone().filter(|folder| Some(folder) != here.as_ref()).map(PathBuf::from);
    let within = Surroundings {
        folder: folder.clone().or_else(|| surroundings.folder.clone()),
        ..surroundings.clone()
    };
    let job = resolve::run(typed, terms, words.into_iter().map(OsString::from).collect(), &within)?;
    Ok(match (job, surroundings.folder.as_ref()) {
        (Job::Run { settings, command, terms, reports, aspects, .. }, ours) => {
            // Reports are named from where we are.
            let reports =
                reports.into_iter().map(|path| ours.map_or_else(|| path.clone(), |ours| ours.join(&path)));
            Job::Run { settings, command, folder, terms, reports: reports.collect(), aspects }
        }
        (job, _) => job,
    })
}

/// The run that a word names; `last` is the newest of this folder in which tests failed.
fn stored(word: &str, here: Option<&str>, surroundings: &Surroundings) -> Result<Snapshot, Problem> {
    let gone = |error: StoreError| {
        let hint = if matches!(error, StoreError::Empty) { FIRST } else { LIST };
        Problem::gone(error).hint(hint)
    };
    let place = storage::place(surroundings)?;
    let shelf = place.map(|place| Shelf::open(&place.folder)).transpose().map_err(gone)?.flatten();
    let shelf = shelf.ok_or_else(|| gone(StoreError::Empty))?;
    if word != LAST_WORD {
        return shelf.find(word).map_err(gone);
    }
    let known = |facts: &Facts| facts.rerun.is_some() || facts.no_rerun.is_some();
    let found = shelf.newest(&|facts| known(facts) && facts.folder.as_deref() == here).map_err(gone)?;
    found.ok_or_else(|| {
        Problem::usage("no stored run of this folder has failed tests that can be run again alone")
            .hint(FIRST)
    })
}
