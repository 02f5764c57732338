//! What is kept of an input beside the answer, and what is hidden before anything is kept or shown.
//!
//! A [`Recorder`] is fed while the input streams by and writes in a thread of its own; only when the answer leaves
//! something out does the file get its name. A [`Shelf`] is the folder of snapshots: it lists them, opens one, removes
//! what is old. Nothing here knows modes, limits or how an answer looks.

mod blocks;
mod cursor;
mod data;
mod entry;
mod error;
#[cfg(unix)]
mod folder;
#[cfg(windows)]
#[path = "folder_windows.rs"]
mod folder;
mod format;
mod frames;
mod last;
mod opened;
mod owner;
mod recorder;
pub mod redact;
#[cfg(feature = "redis")]
mod remote;
mod shelf;
mod snapshot;
mod spill;
mod vault;
mod worker;
mod writer;

pub use blocks::{Records, each_of};
pub use cursor::{CURSOR_CHARS, CURSOR_SECONDS, CURSOR_SKEW_SECONDS, Claim, CursorError, Cursors};
pub use error::StoreError;
pub use format::{Facts, Gap, Meta, Printed};
pub use last::Last;
pub use opened::Opened;
pub use owner::Owner;
pub use recorder::{Place, Recorder};
pub use shelf::{LAST_WORD, Shelf, Summary};
pub use snapshot::Snapshot;
pub use spill::Spill;
pub use vault::{Keep, Kept, Vault, VaultError};
pub use worker::WRITER_THREAD;
