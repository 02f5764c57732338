//! The configuration, the records of calls, and the configurations of clients, through the binary.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod desk;
mod install;
mod records;
mod reload;
mod settings;
