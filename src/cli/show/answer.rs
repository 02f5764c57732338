//! One stored run: its answer, its original, its end.

use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use super::parts::{Grep, Lines};
use super::{list, parts};
use crate::cli::exit::{End, Problem};
use crate::filter::{self, FilterError, Keeping};
use crate::settings::{From, Settings};
use crate::store::{Shelf, Snapshot, StoreError};

/// What is shown of the store.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// The list of runs.
    List,
    /// The answer of a run.
    Answer(String),
    /// The stored bytes of a run.
    Raw(String),
    /// Lines of a run, all of a range or those that match.
    Lines(String, Lines, Option<Grep>),
    /// The failures of a run from one on, a line each.
    Failures(String, u64),
    /// The failures of this name, with all that is known of them.
    Failure(String, String),
    /// Nothing: one run is removed, or all.
    Purge(Option<String>),
}

/// A call of `weir show`.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    /// The store's folder; none when nothing is stored.
    pub folder: Option<PathBuf>,
    /// How it is shown.
    pub settings: Settings,
    /// What is shown.
    pub what: What,
}

/// What to do when a run is not there.
const LIST: &str = "'weir show' lists the stored runs";

fn gone(error: &StoreError) -> Problem {
    Problem::gone(error).hint(LIST)
}

fn shelf(folder: Option<&Path>) -> Result<Option<Shelf>, Problem> {
    let Some(folder) = folder else { return Ok(None) };
    Shelf::open(folder).map_err(|error| Problem::gone(&error))
}

fn snapshot(folder: Option<&Path>, id: &str) -> Result<Snapshot, Problem> {
    let unknown = || StoreError::Unknown(id.chars().take(40).flat_map(char::escape_default).collect());
    match shelf(folder)? {
        Some(shelf) => shelf.get(id).map_err(|error| gone(&error)),
        None => Err(gone(&unknown())),
    }
}

/// Shows it.
pub(in crate::cli) fn run(show: &Show, out: &mut impl Write) -> Result<End, Problem> {
    let folder = show.folder.as_deref();
    let told = |written: io::Result<()>, out: &mut dyn Write| {
        let written = written.and_then(|()| out.flush());
        written.map(|()| End::Told).map_err(|cause| Problem::output("the answer", &cause))
    };
    match &show.what {
        What::List => {
            let runs = match shelf(folder)? {
                Some(shelf) => shelf.list().map_err(|error| Problem::gone(&error))?,
                None => Vec::new(),
            };
            let written = list::write(&runs, &show.settings, out);
            told(written, out)
        }
        What::Purge(id) => {
            let gone_runs = match shelf(folder)? {
                Some(shelf) => shelf.purge(id.as_deref()).map_err(|error| gone(&error))?,
                None if id.is_none() => 0,
                None => return snapshot(folder, id.as_deref().unwrap_or_default()).map(|_| End::Told),
            };
            let runs = if gone_runs == 1 { "run" } else { "runs" };
            let written = writeln!(out, "weir: removed {gone_runs} stored {runs}");
            told(written, out)
        }
        What::Raw(id) => raw(&mut snapshot(folder, id)?, out),
        What::Lines(id, range, grep) => {
            let mut snapshot = snapshot(folder, id)?;
            let shown = parts::lines(&mut snapshot, range, grep.as_ref(), &show.settings, out);
            shown.map(|()| End::Told).map_err(|error| unshown(&error, id))
        }
        What::Failures(id, from) => {
            let mut snapshot = snapshot(folder, id)?;
            let shown = parts::failures(&mut snapshot, *from, &show.settings, out);
            shown.map(|()| End::Told).map_err(|error| unshown(&error, id))
        }
        What::Failure(id, name) => {
            let mut snapshot = snapshot(folder, id)?;
            match parts::failure(&mut snapshot, name, &show.settings, out) {
                Ok(true) => Ok(End::Told),
                Ok(false) => Err(Problem::gone(&StoreError::Nothing)
                    .hint(format!("'weir show {id} --failures' lists the names"))),
                Err(error) => Err(unshown(&error, id)),
            }
        }
        What::Answer(id) => answer(show, snapshot(folder, id)?, out),
    }
}

/// Reading what is stored tells damage by its kind of error; everything else is the writing's.
fn unshown(error: &io::Error, id: &str) -> Problem {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            gone(&StoreError::Damaged(id.to_owned()))
        }
        _ => Problem::output("the answer", error),
    }
}

/// Everything, as it is stored.
fn raw(snapshot: &mut Snapshot, out: &mut impl Write) -> Result<End, Problem> {
    let mut buffer = vec![0; 128 * 1024];
    loop {
        let damaged = |_| gone(&StoreError::Damaged(String::new()));
        let count = snapshot.read(&mut buffer).map_err(damaged)?;
        if count == 0 {
            break;
        }
        let bytes = buffer.get(..count).unwrap_or_default();
        out.write_all(bytes).map_err(|cause| Problem::output("the stored run", &cause))?;
    }
    out.flush().map_err(|cause| Problem::output("the stored run", &cause))?;
    Ok(End::Told)
}

/// The answer again, from the stored text.
fn answer(show: &Show, mut snapshot: Snapshot, out: &mut impl Write) -> Result<End, Problem> {
    let meta = snapshot.meta().clone();
    let settings = Settings {
        exit: meta.facts.exit,
        from: meta.facts.from.clone().map_or(From::Auto, From::Runner),
        command: Some(meta.facts.command.clone()),
        ..show.settings.clone()
    };
    let id = snapshot.id().to_owned();
    let beside = "report files or patterns of its own gave this run the result";
    let note = meta.facts.more_than_text.then(|| format!("{beside} {}", meta.facts.verdict.to_uppercase()));
    let keeping = Keeping::Is { id: id.clone(), redacted: meta.redacted, note };
    match filter::run_kept(&settings, &mut snapshot, &[], out, keeping) {
        Ok(_) => Ok(End::Told),
        Err(FilterError::Read(_)) => Err(gone(&StoreError::Damaged(id))),
        Err(FilterError::Write(cause)) => Err(Problem::output("the answer", &cause)),
    }
}
