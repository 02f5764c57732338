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

#[cfg(unix)] // needs a POSIX shell
mod completion;
mod documents;
#[cfg(unix)] // needs signals
mod ends;
mod filter;
mod first_contact;
mod hostile;
mod json_schema;
#[cfg(unix)] // needs a terminal
mod live;
mod patterns;
mod rows;
#[cfg(unix)] // needs signals
mod run;
#[cfg(unix)] // needs signals
mod run_model;
mod spec_001;
mod spec_001_report;
mod traps_history;
mod traps_measured;
mod traps_neighbours;
mod usage;
#[cfg(windows)]
mod windows;

#[path = "../support/mod.rs"]
mod support;
