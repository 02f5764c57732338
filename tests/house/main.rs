//! What the project promises about itself: floors and directions, generated files, README and the pages below docs/, their style, the
//! manual, the worked example, the rows of the specification.

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
mod conformance;
mod definitions;
mod directions;
#[cfg(unix)]
mod examples;
mod floors;
mod generated;
mod names;
mod pages;
mod parity;
#[cfg(unix)]
mod recipes;
#[cfg(unix)]
mod release;
mod skills;
mod spec_coverage;
mod style;
#[cfg(unix)]
mod windows;
mod worked_example;

#[path = "../support/mod.rs"]
mod support;
