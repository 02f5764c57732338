//! What can go wrong with the store. It never changes an answer that does not come from it.

use std::io;
use std::path::PathBuf;

/// Why a snapshot could not be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be used.
    #[error("cannot use the folder {}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of the store could not be written or read.
    #[error("{what}")]
    File {
        /// What was tried.
        what: &'static str,
        /// Why.
        source: io::Error,
    },
    /// There is none of this name.
    #[error("no stored run has the id {0}")]
    Unknown(String),
    /// Nothing is stored.
    #[error("there are no stored runs")]
    Empty,
    /// Nothing of this folder is.
    #[error("no stored run is of this folder")]
    NoneHere,
    /// It is the beginning of several ids.
    #[error("{number} stored runs have an id that begins with {word}: {ids}")]
    Ambiguous {
        /// What was asked for.
        word: String,
        /// How many.
        number: usize,
        /// Some of them.
        ids: String,
    },
    /// It is older than anything is kept.
    #[error("the stored run {0} has expired")]
    Expired(String),
    /// Another version of this program wrote it.
    #[error("the stored run {0} was written by another version of weir")]
    OtherVersion(String),
    /// No failure has the name that was asked for.
    #[error("no failure of this run has that name")]
    Nothing,
    /// A part of a document was asked for, and there is no document.
    #[error("what is stored as {0} is not one JSON document")]
    NoDocument(String),
    /// The document has no such part.
    #[error("there is nothing at that path")]
    NoPart,
    /// What is stored under the name is not what was written.
    #[error("the stored run {0} is damaged")]
    Damaged(String),
}

impl StoreError {
    /// There is none of this name, which may hold anything.
    #[must_use]
    pub fn unknown(id: &str) -> Self {
        Self::Unknown(id.chars().take(40).flat_map(char::escape_default).collect())
    }

    pub(super) const fn file(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { what, source }
    }
}
