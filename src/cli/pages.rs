//! What is shown page by page: kept once, with the question that was asked of it, so that a cursor needs nothing else.
//!
//! The text lies in a snapshot, secrets hidden already; the question beside it, as the snapshot's only record. A cursor
//! names the snapshot and a place in it.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::exit::{self, Problem};
use super::storage::{gone_pages, refused};
use crate::store::{
    CURSOR_SECONDS, Claim, CursorError, Cursors, Facts, Place, Recorder, Shelf, Snapshot, each_of,
};

/// What was kept.
#[derive(Debug)]
pub(super) struct Kept {
    /// Its id.
    pub(super) id: String,
    /// What makes its cursors, unless a key cannot be had.
    cursors: Option<Cursors>,
    query: &'static str,
    now: i64,
}

/// When and where things are kept, and what is asked of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keeping {
    /// The store, unless it is off.
    pub(super) place: Option<Place>,
    /// The time, in seconds since the epoch.
    pub(super) now: i64,
    /// How long a cursor leads on, in seconds; at most what the store allows.
    pub(super) ttl: i64,
}

/// Ends a recording and keeps it; `None` when there is no store, or trouble with it, which is reported.
pub(super) fn keep(
    keeping: &Keeping,
    recorder: Option<Recorder>,
    query: &'static str,
    command: String,
    question: &impl Serialize,
) -> Option<Kept> {
    let mut recorder = recorder?;
    let facts = Facts { command, ..Facts::default() };
    let question = serde_json::to_string(question).ok()?;
    let id = recorder.keep(facts, || each_of(std::iter::once(question)), None);
    if let Some(trouble) = recorder.trouble() {
        exit::warn("the input was not stored", trouble);
    }
    let (id, place) = (id?, keeping.place.as_ref()?);
    let shelf = Shelf::make(&place.folder).ok()?;
    // Pages of a part would be pages of something else.
    shelf.get(&id).ok().filter(|snapshot| snapshot.meta().gap.is_none())?;
    let cursors = shelf.cursors().inspect_err(|trouble| exit::warn("there is no cursor", trouble)).ok();
    let now = keeping.now.saturating_sub(CURSOR_SECONDS.saturating_sub(keeping.ttl).max(0));
    Some(Kept { id, cursors, query, now })
}

impl Kept {
    /// The cursor that leads to a place.
    pub(super) fn cursor(&self, offset: u64) -> Option<String> {
        let claim = Claim { snapshot: self.id.clone(), query: self.query.to_owned(), offset };
        self.cursors.as_ref().map(|cursors| cursors.sign(&claim, self.now))
    }
}

/// What a cursor leads to.
pub(super) struct Opened<Q> {
    /// The snapshot.
    pub(super) snapshot: Snapshot,
    /// The question that was asked.
    pub(super) question: Q,
    /// The place.
    pub(super) offset: u64,
    /// What makes further cursors.
    pub(super) kept: Kept,
}

/// Follows a cursor.
///
/// # Errors
/// When it is none, or leads nowhere any more.
pub(super) fn open<Q: DeserializeOwned>(
    keeping: &Keeping,
    cursor: &str,
    query: &'static str,
) -> Result<Opened<Q>, Problem> {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let body = cursor.strip_prefix("w1.").filter(|body| !body.is_empty() && body.bytes().all(letter));
    if body.is_none() {
        return Err(refused(CursorError::Malformed));
    }
    let foreign = || refused(CursorError::Foreign);
    let place = keeping.place.as_ref().ok_or_else(foreign)?;
    let shelf = Shelf::open(&place.folder).map_err(Problem::gone)?.ok_or_else(foreign)?;
    let cursors = shelf.cursors().map_err(Problem::gone)?;
    let claim = cursors.read(cursor, query, keeping.now).map_err(refused)?;
    let mut snapshot = shelf.get(&claim.snapshot).map_err(gone_pages)?;
    let mut question = None;
    let read = snapshot.records(0, &mut |_, record| {
        question = serde_json::from_slice(record).ok();
        Ok(false)
    });
    let question = read.ok().and(question).ok_or_else(foreign)?;
    let now = keeping.now.saturating_sub(CURSOR_SECONDS.saturating_sub(keeping.ttl).max(0));
    let kept = Kept { id: claim.snapshot, cursors: Some(cursors), query, now };
    Ok(Opened { snapshot, question, offset: claim.offset, kept })
}
