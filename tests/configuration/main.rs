//! The configuration, the records of calls, and the configurations of clients, through the binary.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod collector;
mod dashboard;
mod desk;
mod install;
mod monitoring;
mod records;
mod reload;
#[allow(dead_code, reason = "each program checks what it checks")]
#[path = "../support/schema.rs"]
mod schema;
mod settings;
mod stats;
