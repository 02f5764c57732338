//! `weir proxy install`: puts `weir proxy` in front of one server in a client's own configuration, and takes it out again.
//!
//! `clients` says where a client keeps its servers, `entry` finds one server in a document with the place of every
//! part, `wrap` makes the edits, and `run` reads, shows what changes, keeps a backup and writes. Documents are edited
//! where they change and nowhere else: comments, order and blanks stay.

pub mod args;
mod clients;
mod diff;
mod entry;
mod json;
mod resolve;
mod run;
mod toml;
mod wrap;

pub use clients::Client;
pub(super) use clients::{Form, Whose};
pub(super) use diff::diff;
pub(super) use resolve::resolve;
pub use run::Install;
pub(super) use run::{own_path, run};
