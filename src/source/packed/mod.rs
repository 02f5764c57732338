//! Files that are packed: gzip, xz and zstd, and the zip archives of logs that GitHub Actions gives.
//!
//! The kind is known by a file's first bytes, never by its name. Everything is unpacked as a stream: memory does not grow
//! with what comes out, and what comes out is bounded ([`Allowance`]). Only regular files are looked at: what comes
//! through a pipe stays as it is. An archive inside an archive is not followed.

mod allowance;
mod gzip;
mod kind;
mod layout;
mod log;
mod section;
mod trouble;
mod unpack;
mod zip;

pub use allowance::Allowance;
pub use kind::Packing;
pub use layout::repeats_a_job;
pub use log::{Log, LogSource, logs_of};
pub use trouble::Trouble;
