//! One stored run: its answer, its original, its end.

use std::cell::Cell;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use super::lines::{Grep, Lines};
use super::path::Unshown;
use super::start::Start;
use super::{failures, left_out as rest, lines, list, path, purge};
use crate::cli::documents::{Documents, Writer};
use crate::cli::exit::{self, End, Problem};
use crate::cli::outlet::{Outlet, Way};
use crate::cli::storage;
use crate::cli::words::shown as shown_word;
use crate::filter::{self, Beside, FilterError, Keeping, Unwatched};
use crate::report::Witness;
use crate::settings::{AnswerFormat, From, Offers, Settings};
use crate::store::{CursorError, Cursors, Facts, LAST_WORD, Shelf, Snapshot, StoreError};

/// What is shown of the store.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// The list of runs.
    List(Start),
    /// The answer of a run.
    Answer(String),
    /// What the answer of a run left out; the answer, when nobody has seen it.
    First(String),
    /// What the answer of a run left out, from a line on.
    LeftOut(String, Start),
    /// The stored bytes of a run.
    Raw(String),
    /// Lines of a run, all of a range or those that match.
    Lines(String, Lines, Option<Grep>),
    /// The failures of a run, a line each; without the id, of the run that the cursor leads to.
    Failures(Option<String>, Start),
    /// The failures of this name, with all that is known of them.
    Failure(String, String, Start),
    /// A part of a stored JSON document.
    Path(String, path::Path, Start),
    /// Nothing: one run is removed, or all.
    Purge(Option<String>),
    /// Nothing: all runs are removed when who sits at the terminal says so.
    AskAndPurge,
}

/// A call of `weir show`.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    /// The store's folder; none when nothing is stored.
    pub folder: Option<PathBuf>,
    /// The folder whose newest run is meant by `last`; none when it is the newest of all.
    pub here: Option<String>,
    /// What is written for a CI.
    pub documents: Documents,
    /// How it is shown.
    pub settings: Settings,
    /// What is shown.
    pub what: What,
    /// The time, in seconds since the epoch.
    pub now: i64,
}

/// The most bytes of a JSON document of which a part is looked for.
const DOCUMENT_BYTES: u64 = 256 * 1024 * 1024;

/// What to do when a run is not there.
const LIST: &str = "'weir show' lists the stored runs";
/// What shows runs of other folders.
const ANY: &str = "'--any' takes the newest of all folders";

pub(super) fn gone(error: StoreError) -> Problem {
    Problem::gone(error).hint(LIST)
}

pub(super) fn shelf(folder: Option<&Path>) -> Result<Option<Shelf>, Problem> {
    let Some(folder) = folder else { return Ok(None) };
    Shelf::open(folder).map_err(Problem::gone)
}

/// Opens the run that a word names. Says which one it is when the word does not.
fn snapshot(show: &Show, word: &str) -> Result<Snapshot, Problem> {
    let Some(shelf) = shelf(show.folder.as_deref())? else { return Err(gone(StoreError::unknown(word))) };
    let newest = shelf.find(word).map_err(gone)?;
    if word != LAST_WORD {
        return Ok(newest);
    }
    // What has no folder is of none alone. The case of its letters tells no folder of Windows from another.
    let is_same =
        |one: &str, other: &str| if cfg!(windows) { one.eq_ignore_ascii_case(other) } else { one == other };
    let is_of_here = |facts: &Facts| match (&facts.folder, &show.here) {
        (Some(folder), Some(here)) => is_same(folder, here),
        _ => true,
    };
    let found = shelf.newest(&is_of_here).map_err(gone)?;
    let found = found.ok_or_else(|| Problem::gone(StoreError::NoneHere).hint(ANY))?;
    let is_newest = found.id() == newest.id();
    exit::tell(&format!("{}: {}", found.id(), list::what(&found.meta().facts)));
    if !is_newest {
        exit::tell(&format!("a newer run is of another folder; {ANY}"));
    }
    Ok(found)
}

/// Shows it.
pub(in crate::cli) fn run(show: &Show, out: &mut impl Write) -> Result<End, Problem> {
    // What was stored is asked for as it is.
    let raw = matches!(show.what, What::Raw(_));
    let way = Cell::new(if raw { Way::Plain } else { show.documents.way(show.settings.format) });
    let mut out = Outlet::new(out, &way);
    let end = show_to(show, &mut Writer::new(&show.documents, &way), &mut out)?;
    out.finish().map_err(|cause| Problem::output("the answer", cause))?;
    Ok(end)
}

fn show_to(show: &Show, writer: &mut Writer<'_>, out: &mut impl Write) -> Result<End, Problem> {
    let folder = show.folder.as_deref();
    let reported = |written: io::Result<()>, out: &mut dyn Write| {
        let written = written.and_then(|()| out.flush());
        written.map(|()| End::Reported).map_err(|cause| Problem::output("the answer", cause))
    };
    match &show.what {
        What::List(start) => {
            let runs = match shelf(folder)? {
                Some(shelf) => shelf.list().map_err(Problem::gone)?,
                None => Vec::new(),
            };
            let written = list::write(&runs, start, &show.settings, out);
            reported(written, out)
        }
        What::Purge(id) => {
            let written = writeln!(out, "{}", purge::purge(folder, id.as_deref())?);
            reported(written, out)
        }
        What::AskAndPurge => {
            let printed = purge::when_asked(folder, &mut io::stdin().lock(), &mut io::stderr())?;
            let written = writeln!(out, "{printed}");
            reported(written, out)
        }
        What::Raw(word) => raw(&mut snapshot(show, word)?, out),
        What::Lines(word, range, grep) => {
            let mut snapshot = snapshot(show, word)?;
            let id = &snapshot.id().to_owned();
            let shown = lines::lines(&mut snapshot, range, grep.as_ref(), &show.settings, out);
            shown.map(|()| End::Reported).map_err(|error| unshown(error, id))
        }
        What::Failures(id, start) => list_failures(show, id.as_deref(), start, out),
        What::Failure(word, name, start) => {
            let mut snapshot = snapshot(show, word)?;
            let id = &snapshot.id().to_owned();
            of_a_run(&snapshot, id)?;
            match failures::named(&mut snapshot, name, start, &show.settings, out) {
                Ok(true) => Ok(End::Reported),
                Ok(false) => Err(Problem::gone(StoreError::Nothing)
                    .hint(format!("'weir show {id} --failures' lists the names"))),
                Err(error) => Err(unshown(error, id)),
            }
        }
        What::Path(id, path, start) => show_path(show, id, path, start, out),
        What::Answer(id) => answer(show, snapshot(show, id)?, writer, out),
        What::First(id) => {
            let snapshot = snapshot(show, id)?;
            if snapshot.meta().facts.unseen {
                return again(show, snapshot, None, out);
            }
            left_out(show, snapshot, &Start::From(1), out)
        }
        What::LeftOut(id, start) => left_out(show, snapshot(show, id)?, start, out),
    }
}

/// The failures, a line each or as JSON.
fn list_failures(show: &Show, id: Option<&str>, start: &Start, out: &mut impl Write) -> Result<End, Problem> {
    let folder = show.folder.as_deref();
    let mut start = start.clone();
    let mut wanted = id.map(ToOwned::to_owned);
    let by_cursor = matches!(start, Start::Cursor(_));
    if let Start::Cursor(cursor) = &start {
        let claim = match shelf(folder)? {
            Some(shelf) => {
                shelf.cursors().map_err(Problem::gone)?.read(cursor, failures::QUERY, show.now).and_then(
                    |claim| {
                        let other = id.is_some_and(|id| id != LAST_WORD && !claim.snapshot.starts_with(id));
                        if other { Err(CursorError::Foreign) } else { Ok(claim) }
                    },
                )
            }
            None => Cursors::looks_like_one(cursor).and(Err(CursorError::Foreign)),
        };
        let claim = claim.map_err(storage::refused)?;
        start = Start::From(claim.offset.saturating_add(1));
        wanted = Some(claim.snapshot);
    }
    let id = wanted.unwrap_or_default();
    let mut snapshot = if by_cursor {
        let opened = match shelf(folder)? {
            Some(shelf) => shelf.get(&id),
            None => Err(StoreError::unknown(&id)),
        };
        opened.map_err(storage::gone_pages)?
    } else {
        snapshot(show, &id)?
    };
    let id = snapshot.id().to_owned();
    of_a_run(&snapshot, &id)?;
    let shown = match show.settings.format {
        AnswerFormat::Text => failures::list(&mut snapshot, &start, &show.settings, out),
        AnswerFormat::Json => {
            // Without a key there is no cursor, and the number of the next one is as good.
            let cursors = shelf(folder)?.and_then(|shelf| shelf.cursors().ok());
            let cursors = cursors.as_ref().map(|cursors| (cursors, show.now));
            failures::json(&mut snapshot, &start, &show.settings, cursors, out)
        }
    };
    shown.map(|()| End::Reported).map_err(|error| unshown(error, &id))
}

/// Refuses to look for failures in what is no run: what is stored beside it are no failures.
fn of_a_run(snapshot: &Snapshot, id: &str) -> Result<(), Problem> {
    if snapshot.meta().facts.verdict.is_empty() {
        return Err(Problem::usage(format!("'{id}' is not a run, and has no failures"))
            .hint(format!("'weir show {id}' shows it")));
    }
    Ok(())
}

/// A part of a JSON document.
fn show_path(
    show: &Show,
    id: &str,
    path: &path::Path,
    start: &Start,
    out: &mut impl Write,
) -> Result<End, Problem> {
    let mut snapshot = snapshot(show, id)?;
    let document = snapshot.whole(DOCUMENT_BYTES).map_err(gone)?;
    let shown = path::show(&snapshot, &document, path, start, &show.settings, out);
    shown.map(|()| End::Reported).map_err(|unshown| match unshown {
        Unshown::NoJson => Problem::gone(StoreError::NoDocument(id.to_owned())),
        Unshown::NoPart(names) => {
            let problem = Problem::gone(StoreError::NoPart);
            let names: Vec<String> = names.iter().map(|name| shown_word(name)).collect();
            if names.is_empty() { problem } else { problem.hint(format!("there is {}", names.join(", "))) }
        }
        Unshown::Write(cause) => Problem::output("the answer", cause),
    })
}

/// Reading what is stored tells damage by its kind of error; everything else is the writing's.
fn unshown(error: io::Error, id: &str) -> Problem {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => gone(StoreError::Damaged(id.to_owned())),
        _ => Problem::output("the answer", error),
    }
}

/// Everything, as it is stored.
fn raw(snapshot: &mut Snapshot, out: &mut impl Write) -> Result<End, Problem> {
    let mut buffer = vec![0; 128 * 1024];
    loop {
        let damaged = |_| gone(StoreError::Damaged(String::new()));
        let count = snapshot.read(&mut buffer).map_err(damaged)?;
        if count == 0 {
            break;
        }
        let bytes = buffer.get(..count).unwrap_or_default();
        out.write_all(bytes).map_err(|cause| Problem::output("the stored run", cause))?;
    }
    out.flush().map_err(|cause| Problem::output("the stored run", cause))?;
    Ok(End::Reported)
}

/// What the answer left out. What is no run, and what was no text, is shown itself.
fn left_out(
    show: &Show,
    mut snapshot: Snapshot,
    start: &Start,
    out: &mut impl Write,
) -> Result<End, Problem> {
    if snapshot.meta().facts.verdict.is_empty() {
        return again(show, snapshot, None, out);
    }
    let id = snapshot.id().to_owned();
    match rest::show(&mut snapshot, start, &show.settings, out) {
        Ok(()) => Ok(End::Reported),
        Err(FilterError::Read(_)) => Err(gone(StoreError::Damaged(id))),
        Err(FilterError::Write(cause)) => Err(unshown(cause, &id)),
    }
}

/// The answer again, from the stored text.
fn answer(
    show: &Show,
    snapshot: Snapshot,
    writer: &mut Writer<'_>,
    out: &mut impl Write,
) -> Result<End, Problem> {
    if show.documents.wanted.is_empty() {
        return again(show, snapshot, None, out);
    }
    of_a_run(&snapshot, snapshot.id())?;
    show.documents.begin()?;
    let end = again(show, snapshot, Some(writer), out)?;
    writer.trouble().map(|()| end)
}

fn again(
    show: &Show,
    mut snapshot: Snapshot,
    writer: Option<&mut Writer<'_>>,
    out: &mut impl Write,
) -> Result<End, Problem> {
    let meta = snapshot.meta().clone();
    let settings = Settings {
        from: meta.facts.from.clone().map_or(From::Auto, From::Runner),
        command: Some(meta.facts.command.clone()),
        rerun: meta.facts.rerun_command(),
        offers: if meta.facts.unseen { Offers::Following } else { Offers::Commands },
        ..show.settings.clone()
    };
    let id = snapshot.id().to_owned();
    let beside = "this run's result comes from report files or patterns";
    let note = meta.facts.more_than_text.then(|| format!("{beside} {}", meta.facts.verdict.to_uppercase()));
    let Facts { exit, ending, interrupted, .. } = meta.facts;
    let witness = Witness { exit, ending, interrupted, ran_ms: None };
    let keeping = Keeping::Is { id: id.clone(), redacted: meta.redacted, note, witness };
    let documents = writer.map(|writer| writer as &mut dyn filter::Documents);
    let beside = Beside { keeping, progress: &mut Unwatched, past: None, paints: None, documents };
    match filter::run_beside(&settings, &mut snapshot, &[], out, beside) {
        Ok(_) => Ok(End::Reported),
        Err(FilterError::Read(_)) => Err(gone(StoreError::Damaged(id))),
        Err(FilterError::Write(cause)) => Err(Problem::output("the answer", cause)),
    }
}
