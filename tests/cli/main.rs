//! weir through its binary: what a caller types, and what comes back.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

#[cfg(unix)]
#[cfg(unix)]
mod completion;
mod documents;
#[cfg(unix)]
mod filter;
mod first_contact;
mod hostile;
mod json_schema;
#[cfg(unix)]
mod live;
mod patterns;
mod rows;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod run_model;
mod spec_001;
mod spec_001_report;
mod traps_history;
mod traps_measured;
mod traps_neighbours;
mod usage;

#[path = "../support/mod.rs"]
mod support;
