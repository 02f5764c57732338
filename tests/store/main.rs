//! Stored runs: what is kept beside an answer, shown again, and offered by name.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

#[cfg(target_os = "linux")]
mod faults;
#[cfg(unix)]
mod kept;
#[cfg(unix)]
mod offered;
#[cfg(unix)]
mod rerun;
#[cfg(unix)]
mod secret_contexts;
#[cfg(unix)]
mod show;

#[path = "../support/mod.rs"]
mod support;
