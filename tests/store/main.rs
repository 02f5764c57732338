//! Stored runs: what is kept beside an answer, shown again, and offered by name.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

#[cfg(target_os = "linux")] // needs modes of files
mod faults;
mod kept;
#[cfg(unix)] // needs a POSIX shell
mod offered;
#[cfg(unix)] // needs a POSIX shell
mod rerun;
mod secret_contexts;
mod show;

#[path = "../support/mod.rs"]
mod support;
