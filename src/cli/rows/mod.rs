//! Rows: a user's own tools. Which files are read, `weir rows` and `weir trust`.

pub mod args;
mod check;
mod files;
mod job;
mod propose;
mod trust;

pub(super) use files::read;
pub use job::OfRows;
pub(super) use job::{resolve, resolve_trust, run};
