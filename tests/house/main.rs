//! What the project promises about itself: floors, generated files, README, the manual, the worked example, the rows of
//! the specification.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod floors;
mod generated;
mod parity;
#[cfg(unix)]
mod readme_pieces;
#[cfg(unix)]
mod recipes;
mod spec_coverage;
mod worked_example;

#[path = "../support/mod.rs"]
mod support;
