//! Where answers that are shown piece by piece are kept whole: files of this machine, a Redis for several, or nowhere.
//!
//! A [`Kept`] is a text, in which secrets are hidden already, with what was asked of it and the records of its failures.
//! All places give the same ids and the same cursors. Trouble with one is an error of the call and never more: whoever
//! answers goes on without a cursor.

use std::sync::OnceLock;

use super::cursor::{Claim, CursorError, Cursors};
use super::error::StoreError;
use super::format::Facts;
use super::opened::Opened;
use super::owner::Owner;
use super::recorder::Place;
#[cfg(feature = "redis")]
use super::remote::Remote;
use super::shelf::Shelf;

/// What is kept of one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The whole text.
    pub text: Vec<u8>,
    /// What was asked of it, a line of JSON; of a log nothing.
    pub question: String,
    /// The records of a log's failures, a line of JSON each.
    pub records: Vec<u8>,
    /// What its answer printed; only a log has a verdict.
    pub facts: Facts,
}

impl Kept {
    /// All of it, to be kept.
    #[must_use]
    pub fn parts(&self) -> Keep<'_> {
        Keep { text: &self.text, question: &self.question, records: &self.records, facts: &self.facts }
    }
}

/// What is to be kept of one answer: the parts of a [`Kept`], which may be large.
#[derive(Clone, Copy, Debug)]
pub struct Keep<'a> {
    /// The whole text.
    pub text: &'a [u8],
    /// What was asked of it.
    pub question: &'a str,
    /// The records of a log's failures.
    pub records: &'a [u8],
    /// What its answer printed.
    pub facts: &'a Facts,
}

/// Why nothing is kept, or nothing found.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// There is no store.
    #[error("nothing is stored")]
    Off,
    /// There is none of this name any more.
    #[error("it is not stored any more")]
    Gone,
    /// The store is in trouble.
    #[error("the store cannot be used: {0}")]
    Trouble(String),
}

impl From<StoreError> for VaultError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unknown(_) | StoreError::Expired(_) => Self::Gone,
            error => {
                let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
                Self::Trouble(format!("{error}{}", cause.unwrap_or_default()))
            }
        }
    }
}

/// The place.
enum At {
    Nowhere,
    Files(Place),
    #[cfg(feature = "redis")]
    Redis(Box<Remote>),
}

/// Keeps texts, gives them back, and makes their cursors.
pub struct Vault {
    at: At,
    /// The folder whose key makes the cursors, unless another key was chosen.
    key_of: Option<Place>,
    chosen: Option<String>,
    cursors: OnceLock<Cursors>,
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = match &self.at {
            At::Nowhere => "nowhere",
            At::Files(_) => "files",
            #[cfg(feature = "redis")]
            At::Redis(_) => "redis",
        };
        formatter.debug_struct("Vault").field("at", &at).finish_non_exhaustive()
    }
}

impl Vault {
    /// Keeps nothing.
    #[must_use]
    pub const fn nowhere() -> Self {
        Self { at: At::Nowhere, key_of: None, chosen: None, cursors: OnceLock::new() }
    }

    /// Keeps files. `key` makes the cursors instead of the folder's own key, as [`Cursors::with_key`] reads it.
    #[must_use]
    pub fn files(place: Place, key: Option<String>) -> Self {
        Self { at: At::Files(place.clone()), key_of: Some(place), chosen: key, cursors: OnceLock::new() }
    }

    /// Keeps everything in the Redis of this URL. `key` makes the cursors, or the key of a folder.
    ///
    /// # Errors
    /// When the URL is none, or this program was built without it.
    #[cfg(feature = "redis")]
    pub fn redis(url: &str, key_of: Option<Place>, key: Option<String>) -> Result<Self, VaultError> {
        let at = At::Redis(Box::new(Remote::new(url)?));
        Ok(Self { at, key_of, chosen: key, cursors: OnceLock::new() })
    }

    /// Keeps everything in the Redis of this URL. `key` makes the cursors, or the key of a folder.
    ///
    /// # Errors
    /// Always: this program was built without it.
    #[cfg(not(feature = "redis"))]
    pub fn redis(_url: &str, _key_of: Option<Place>, _key: Option<String>) -> Result<Self, VaultError> {
        Err(VaultError::Trouble("this weir was built without Redis".to_owned()))
    }

    /// Whether anything is ever kept.
    #[must_use]
    pub const fn is_off(&self) -> bool {
        matches!(self.at, At::Nowhere)
    }

    /// Keeps a text for `seconds` at least, where the place forgets by time. Gives its id.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn keep(&self, kept: Keep<'_>, seconds: u32) -> Result<String, VaultError> {
        let _ = seconds;
        match &self.at {
            At::Nowhere => Err(VaultError::Off),
            At::Files(place) => {
                let mut records = kept.question.as_bytes().to_vec();
                if !records.is_empty() {
                    records.push(b'\n');
                }
                records.extend_from_slice(kept.records);
                let shelf = Shelf::make(&place.folder)?;
                Ok(shelf.keep_with(kept.text, &records, kept.facts.clone(), place.quota)?)
            }
            #[cfg(feature = "redis")]
            At::Redis(remote) => remote.keep(kept, seconds),
        }
    }

    /// What is kept under an id; where the place forgets by time, for `seconds` more at least.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn get(&self, id: &str, seconds: u32) -> Result<Kept, VaultError> {
        self.open(id, seconds)?.whole()
    }

    /// Opens what is kept under an id, so that a part of it can be read; where the place forgets by time, for `seconds`
    /// more at least.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open(&self, id: &str, seconds: u32) -> Result<Opened, VaultError> {
        let _ = seconds;
        match &self.at {
            At::Nowhere => Err(VaultError::Off),
            At::Files(place) => {
                let shelf = Shelf::open(&place.folder)?.ok_or(VaultError::Gone)?;
                Opened::file(shelf.get(id)?)
            }
            #[cfg(feature = "redis")]
            At::Redis(remote) => remote.get(id, seconds).map(Opened::held),
        }
    }

    /// Whether it can be used now. Nothing is made or changed for it.
    ///
    /// # Errors
    /// When it cannot be.
    pub fn check(&self) -> Result<(), VaultError> {
        match &self.at {
            At::Nowhere => Ok(()),
            At::Files(place) => Shelf::check(&place.folder).map_err(VaultError::from),
            #[cfg(feature = "redis")]
            At::Redis(remote) => remote.check(),
        }
    }

    fn cursors(&self) -> Option<&Cursors> {
        if self.cursors.get().is_none() {
            let chosen = self.chosen.as_deref().and_then(Cursors::with_key);
            let own = || {
                let shelf = Shelf::make(&self.key_of.as_ref()?.folder).ok()?;
                shelf.cursors().ok()
            };
            let cursors = chosen.or_else(own).or_else(Cursors::of_this_process)?;
            let _ = self.cursors.set(cursors);
        }
        self.cursors.get()
    }

    /// The marks of an owner, as they are kept with what is its.
    #[must_use]
    pub fn marks(&self, owner: &Owner) -> Vec<String> {
        let Some(cursors) = self.cursors() else { return vec![String::new()] };
        owner.parts().into_iter().map(|(kind, shown)| cursors.mark(kind, shown)).collect()
    }

    /// The cursor of a claim, made at `now`, in seconds since the epoch, that leads on for so many seconds.
    #[must_use]
    pub fn sign(&self, claim: &Claim, now: i64, seconds: u32) -> Option<String> {
        Some(self.cursors()?.sign_for(claim, now, seconds))
    }

    /// What a cursor of this query leads to at `now`, in seconds since the epoch.
    ///
    /// # Errors
    /// When it leads nowhere.
    pub fn read(&self, cursor: &str, query: &str, now: i64) -> Result<Claim, CursorError> {
        match self.cursors() {
            Some(cursors) => cursors.read(cursor, query, now),
            None => Cursors::looks_like_one(cursor).and(Err(CursorError::Foreign)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_with_its_question_or_its_records() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place { folder: folder.path().join("store"), quota: u64::MAX };
        let vault = Vault::files(place.clone(), None);
        let list = Kept { text: b"[1]".to_vec(), question: "{\"kind\":\"list\"}".into(), ..Kept::default() };
        let facts = Facts { verdict: "failed".into(), ..Facts::default() };
        let log = Kept {
            text: b"FAILED\n".to_vec(),
            records: b"{\"id\":\"a\"}\n{}\n".to_vec(),
            facts,
            ..Kept::default()
        };
        for kept in [&list, &log] {
            let id = vault.keep(kept.parts(), 600).unwrap();
            assert_eq!(vault.keep(kept.parts(), 600).unwrap(), id);
            assert_eq!(Vault::files(place.clone(), None).get(&id, 600).unwrap(), *kept);
        }
        assert!(matches!(vault.get("aaaaaaaa", 600), Err(VaultError::Gone)));
        assert!(matches!(Vault::nowhere().keep(list.parts(), 600), Err(VaultError::Off)));
        let claim = Claim { snapshot: "aaaaaaaa".into(), query: "q".into(), offset: 3 };
        let cursor = vault.sign(&claim, 1000, 600).unwrap();
        assert_eq!(Vault::files(place, None).read(&cursor, "q", 1000), Ok(claim));
    }
}
